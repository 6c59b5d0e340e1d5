"""What the verbs answer: text for people, or JSON, one object for each position."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

import kibitz
from kibitz import Game, KibitzError, Position
from kibitz.errors import shortened
from kibitz.layout import Shown

STOPPED = 130
"""The exit code after Ctrl-C."""
MISUNDERSTOOD = 2
"""The exit code after words or lines that say nothing."""


class Listed(Protocol):
    """Answers of one kind that show themselves together."""

    def show(self) -> str:
        """For people, in a terminal."""

    def as_dicts(self) -> list[dict[str, Any]]:
        """In plain types, ready for JSON."""


def print_json(data: Any) -> None:
    """Data in one line."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def put(options: argparse.Namespace, answer: Shown) -> int:
    """Print an answer, to people or to programs, and give the exit code."""
    if options.json:
        print_json(answer.as_dict())
    else:
        print(answer.show())
    return _code(answer)


def put_all(options: argparse.Namespace, answers: Listed) -> int:
    """Print several answers, to people or to programs, and give the exit code."""
    if options.json:
        print_json(answers.as_dicts())
    else:
        print(answers.show())
    return 0


def _code(answer: Shown) -> int:
    """Whether Ctrl-C stopped the search for an answer, as an exit code."""
    return STOPPED if getattr(answer, "stopped", "") == "interrupt" else 0


def each(options: argparse.Namespace, answer: Callable[[Any], Shown]) -> int:
    """Answer for the position, or with `-` for each line of stdin; with none, for the game."""
    game = kibitz.game(options.game)
    if options.position == "-":
        return _each_line(game, lambda position: answer(played(position, options)))
    if options.position is None:
        return put(options, answer(game))
    return put(options, answer(played(game.parse(options.position), options)))


def played(position: Position, options: argparse.Namespace) -> Position:
    """The position after the moves of `--play`, where a verb has that."""
    return kibitz.batch.play(position, getattr(options, "play", None) or "")


def _each_line(game: Game, answer: Callable[[Any], Shown]) -> int:
    """Answer for each line of stdin, going on after a bad one."""
    code = 0
    for line in lines():
        try:
            found = answer(game.parse(line))
            data = found.as_dict()
        except KibitzError as error:
            print_fault(game, line, error)
            code = MISUNDERSTOOD
            continue
        print_json(data)
        if _code(found):
            return STOPPED
    return code


def lines() -> Iterator[str]:
    """The lines of stdin that are not empty."""
    if sys.stdin is None:
        raise KibitzError("expected an open stdin, to read positions from")
    return filter(None, map(str.strip, sys.stdin))


def print_fault(game: Game, line: str, error: KibitzError) -> None:
    """What is wrong with a line of stdin."""
    print_json({"game": str(game), "position": shortened(line), "error": str(error)})


@contextmanager
def progress_bar(options: argparse.Namespace) -> Iterator[Callable[[int], None] | None]:
    """A bar on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=options.nodes, unit=" nodes", unit_scale=True, leave=False, delay=0.5) as bar:

        def progress(visited: int) -> None:
            bar.update(visited - bar.n)

        yield progress
