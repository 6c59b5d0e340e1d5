"""What the verbs answer: text for people, or JSON, one object for each position."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TextIO, TypeVar, runtime_checkable

import kibitz
from kibitz.cli.reading import is_of_boards
from kibitz.errors import KibitzError, TextError, shortened, writing
from kibitz.history import History
from kibitz.results import Progress

if TYPE_CHECKING:
    import argparse

    from kibitz.asking.trace import Trace
    from kibitz.game import Game, Position
    from kibitz.games.bridge import Bridge, boards, pbn
    from kibitz.showing.layout import Shown

STOPPED = 130
"""The exit code after Ctrl-C."""
WRONG = 1
"""The exit code of what is against the rules, or of searches that contradict each other."""
MISUNDERSTOOD = 2
"""The exit code after words or lines that say nothing."""


class Listed(Protocol):
    """Answers of one kind that show themselves together."""

    def show(self) -> str:
        """For people, in a terminal."""

    def as_dicts(self) -> list[dict[str, Any]]:
        """In plain types, ready for JSON."""


@runtime_checkable
class Streamed(Protocol):
    """An answer that comes line by line, as a trace does."""

    nothing: str
    """What is said if no line comes."""

    def __iter__(self) -> Iterator[object]: ...


Drawn = TypeVar("Drawn", "Position", "Trace")
"""What has a drawing."""


def print_json(data: Any, out: TextIO | None = None) -> None:
    """Data in one line; what cannot be written as it is, such as half a character, is escaped."""
    out = out or sys.stdout
    line = json.dumps(data, ensure_ascii=False)
    try:
        line.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        line = json.dumps(data)
    print(line, file=out, flush=True)


def aside() -> redirect_stdout[TextIO]:
    """Within this, what code of one's own prints goes to stderr: stdout is for answers."""
    return redirect_stdout(sys.stderr)


def put(options: argparse.Namespace, answer: Shown) -> int:
    """Print an answer, to people or to programs, and give the exit code."""
    if options.json:
        print_json(answer.as_dict())
    elif isinstance(answer, Streamed):
        shown = False
        for step in answer:  # as they come, since there can be many
            print(step)
            shown = True
        if not shown:
            print(answer.nothing)
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
    """Whether Ctrl-C stopped the search for an answer, or answers contradict, as an exit code."""
    if getattr(answer, "stopped", "") == "interrupt":
        return STOPPED
    if getattr(answer, "contradicts", False):
        return WRONG
    return MISUNDERSTOOD if getattr(answer, "fails", False) else 0


def each(
    options: argparse.Namespace,
    answer: Callable[[Any], Shown],
    review: Callable[[History], Shown] | None = None,
    of_board: Callable[[pbn.Record], Shown] | None = None,
) -> int:
    """Answer for the position, or for each line of stdin (`-`) or board of a file.

    With no position at all, answer for the game. A review is given the play of a board as well,
    `of_board` all that a file says of it.
    """
    game = kibitz.game(options.game)
    if options.position == "-":
        return _each_line(game, lambda position: answer(played(position, options)))
    if options.position is not None and is_of_boards(options.position):

        def asked(record: pbn.Record) -> Shown:
            if review is not None:
                return review(record.history)
            if of_board is not None:
                return of_board(record)
            return answer(played(record.start, options))

        return _each_board(options, game, asked, notes=review is not None)
    if getattr(options, "board", None) is not None:
        raise TextError(f"expected a file of PBN or LIN for --board: {options.position!r}")
    if options.position is None:
        return put(options, answer(game))
    return put(options, answer(played(game.parse(options.position), options)))


def played(position: Position, options: argparse.Namespace) -> Position | History:
    """The position, or the hand with the moves of `--play` where there are some."""
    moves = getattr(options, "play", None)
    return History.of(position, moves) if moves else position


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
        if _code(found) == STOPPED:
            return STOPPED
        code = max(code, _code(found))
    return code


def _each_board(
    options: argparse.Namespace, game: Game, answer: Callable[[pbn.Record], Shown], notes: bool
) -> int:
    """Answer for each board of a file, going on after one that has no answer.

    With `notes`, what is left out of its play is said too.
    """
    code, before = 0, ""
    for board, record in _boards(options, game):
        found: Shown
        try:
            found = answer(record)
        except KibitzError as error:
            found, code = Fault(str(error)), MISUNDERSTOOD
        left_out = record.notes if notes else ()
        if options.json:
            more = {"notes": list(left_out)} if left_out else {}
            print_json({"board": board, **found.as_dict(), **more})
        else:
            lines = [f"{before}board {board}", found.show()]
            print("\n".join([*lines, *(f"left out: {note}" for note in left_out)]), flush=True)
            before = "\n"
        if _code(found) == STOPPED:
            return STOPPED
        code = max(code, _code(found))
    return code


def _boards(options: argparse.Namespace, game: Game) -> boards.Boards:
    """The boards of a file by their numbers, or the one that is asked for."""
    from kibitz.games.bridge import boards

    found = boards.read_file(options.position, bridge_for(options.position, game))
    say_skipped(found)
    wanted = getattr(options, "board", None)
    chosen = boards.Boards(
        ((board, record) for board, record in found if wanted in (None, board)), found.skipped
    )
    if not chosen:
        if not found:
            raise TextError(f"expected a board in {options.position!r}")
        has = f"which has {shortened(', '.join(board for board, _ in found))}"
        raise TextError(f"expected board {wanted} in {options.position!r}, {has}")
    return chosen


def say_skipped(found: boards.Boards) -> None:
    """Say once what was passed over in a file, if anything was."""
    if found.skipped:
        print(f"kibitz: {found.skipped}", file=sys.stderr)


def bridge_for(file: str, game: Game) -> Bridge:
    """The game of a file of boards, which is bridge."""
    from kibitz.games.bridge import Bridge

    if not isinstance(game, Bridge):
        raise TextError(f"expected bridge for a file of boards, not {game}: {file!r}")
    return game


class Fault(NamedTuple):
    """Why there is no answer."""

    error: str

    def show(self) -> str:
        """For people."""
        return f"kibitz: {self.error}"

    def as_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return {"error": self.error}


def drawn(options: argparse.Namespace, answer: Callable[[Any], Drawn]) -> Callable[[Any], Drawn]:
    """The same answer, drawn to the file that is asked for, if one is."""
    if options.svg is None:
        return answer
    if options.position == "-" or (is_of_boards(options.position) and options.board is None):
        raise TextError("expected one position to draw, not several; with a file, --board N")
    path = Path(options.svg)

    def draw(position: Position) -> Drawn:
        found = answer(position)
        drawing = found.svg()
        with writing(path):
            path.write_text(drawing, encoding="utf-8")
        return found

    return draw


def lines() -> Iterator[str]:
    """The lines of stdin that are not empty."""
    if sys.stdin is None:
        raise KibitzError("stdin is closed, so there are no positions")
    return filter(None, map(str.strip, sys.stdin))


def print_fault(game: Game, line: str, error: KibitzError) -> None:
    """What is wrong with a line of stdin."""
    print_json({"game": str(game), "position": shortened(line), "error": str(error)})


@contextmanager
def progress_bar(total: int | None, unit: str = " nodes") -> Iterator[Callable[[int], None] | None]:
    """A bar on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=total, unit=unit, unit_scale=True, leave=False, delay=0.5) as bar:

        def progress(so_far: int) -> None:
            if isinstance(so_far, Progress):
                bar.set_postfix_str(so_far.known(), refresh=False)
            bar.update(so_far - bar.n)

        yield progress
