"""What the verbs answer: text for people, or JSON, one object for each position."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import kibitz
from kibitz import KibitzError, Result

STOPPED = 130
"""The exit code after Ctrl-C."""


def print_json(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False), flush=True)


class Stop(Exception):
    """Ctrl-C came while this answer was searched for."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data


def unless_stopped(data: dict[str, Any], result: Result) -> dict[str, Any]:
    if result.stopped == "interrupt":
        raise Stop(data)
    return data


def show_shown(data: dict[str, Any]) -> None:
    print(data["shown"])


def each(
    options: argparse.Namespace,
    answer: Callable[[Any], dict[str, Any]],
    show: Callable[[dict[str, Any]], None],
) -> int:
    """Answer for the position, or with `-` for each line of stdin, going on after a bad one.

    With no position, answer for the game.
    """
    game = kibitz.game(options.game)
    batch = options.position == "-"
    show = print_json if batch or options.json else show
    if options.position is None:
        show(answer(game))
        return 0
    code = 0
    try:
        for line in filter(str.strip, sys.stdin) if batch else [options.position]:
            try:
                show(answer(game.parse(line.strip())))
            except KibitzError as error:
                if not batch:
                    raise
                code = 2
                show({"game": str(game), "position": line.strip(), "error": str(error)})
    except Stop as stop:
        show(stop.data)
        return STOPPED
    return code


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
