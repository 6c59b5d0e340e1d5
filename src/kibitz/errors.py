"""What can go wrong, as one tree of exceptions.

    KibitzError                a ValueError: catch this to catch them all
    ├── TextError              a text that says no game, position, move or algorithm
    │   └── UnknownName        a name that nothing answers to
    ├── InvalidAlgorithm       parts that do not go together, with the reason
    ├── IllegalMove            a move that the rules do not allow here
    ├── NoRoom                 more to remember than there is room for
    └── GameError              a game that breaks its own promises
        ├── TooManyOutcomes    outcomes that no leaf-value table has room for
        └── NotMadeYet         what a command must make once before it can be used

A message is one line in lower case: what was expected, then the text, then where.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FunctionType, UnionType

PACKAGE = str(Path(__file__).parent)
WATCH = str(Path(__file__).parent / "engines" / "problem" / "protocol.py")
"""Where `progress` and `cancel` are asked, whose errors are no game's."""
LIBRARY = str(Path(contextlib.__file__).parent)
INSTALLED = ("stdlib", "platstdlib", "purelib", "platlib")
"""The folders of Python and of packages."""
ASKED_OF_POSITIONS = frozenset({"game", "turn", "side", "is_over", "outcome", "moves", "estimates"})
"""What a search or a verb asks a position first."""
LONGEST = 600
"""How many characters of a message are shown; what is left out is the middle."""


def shortened(text: str, longest: int = LONGEST) -> str:
    """A text, or its beginning and its end if it is long."""
    end = longest // 4
    return text if len(text) <= longest else f"{text[: longest - end - 1]}…{text[-end:]}"


def in_one_line(text: str) -> str:
    """A text without line breaks and other characters that would do something to a terminal."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


class KibitzError(ValueError):
    """Any error that Kibitz raises on purpose.

    >>> try:
    ...     kibitz.game("spades(players=3)").parse("7..K.4 .2..K7")
    ... except kibitz.KibitzError as error:
    ...     print(error)
    expected 3 hands separated by spaces, or players=2 for 2: '7..K.4 .2..K7'
    """

    def __init__(self, message: str = "") -> None:
        super().__init__(in_one_line(shortened(message)))


class TextError(KibitzError):
    """A text that is not a game, position, move or algorithm.

    >>> kibitz.Card("SX")
    Traceback (most recent call last):
    kibitz.errors.TextError: expected a card, suit of SHDC then rank of AKQJT98765432: 'SX'
    """


class UnknownName(TextError):
    """A name that does not exist; the message proposes the nearest one.

    >>> kibitz.game("hart")
    Traceback (most recent call last):
    kibitz.errors.UnknownName: unknown game 'hart'; did you mean 'hearts'?
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], others: str = "") -> None:
        names, name = list(known), shortened(str(name), 200)
        import difflib  # takes a while, and most often nothing is wrong

        near = difflib.get_close_matches(name, names, n=1)
        expected = ", ".join([*names, f"or {others}"] if others else names)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {expected}"
        super().__init__(f"unknown {kind} {name!r}; {hint}")


class InvalidAlgorithm(KibitzError):
    """Parts of an algorithm that do not go together, with the reason.

    >>> kibitz.Algorithm.parse("shallow(keys=relative)")
    Traceback (most recent call last):
    kibitz.errors.InvalidAlgorithm: 'keys=relative' needs a table; use table=exact or table=bounds
    """


class IllegalMove(KibitzError):
    """A move that the rules do not allow here.

    >>> kibitz.game("tree").parse("0[(1,0,0) (0,1,0)]").play(2)
    Traceback (most recent call last):
    kibitz.errors.IllegalMove: illegal move 2 in 0[(1,0,0) (0,1,0)]
    """


class GameError(KibitzError):
    """A game that breaks its own promises, such as by a payoff that is not a whole number.

    >>> def empty(tricks):
    ...     return None
    >>> game = kibitz.game("spades(players=3)", utility=empty)
    >>> kibitz.solve(game.parse("7... K... J..."))
    Traceback (most recent call last):
    kibitz.errors.GameError: expected whole numbers from utility __main__:empty: None for (0, 0, 1)
    """

    is_own: bool = False
    """Whether code of one's own failed, and nothing is said of what fits."""


class TooManyOutcomes(GameError):
    """More outcomes than a leaf-value table can hold.

    >>> class Ranks(kibitz.TrickGame):
    ...     counts_tricks = False
    ...     def points(self, card):
    ...         return card.rank
    >>> kibitz.LeafTable.of(Ranks(players=4))
    Traceback (most recent call last):
    kibitz.errors.TooManyOutcomes: expected at most 20,000 outcomes; use maxn
    """


class NoRoom(KibitzError):
    """More to remember than a table, or this machine, has room for, if nothing can be forgotten."""


class NotMadeYet(GameError):
    """What a command must make once before it can be used; the message has the command."""


def check_kind(given: object, kind: type | UnionType, expected: str) -> None:
    """Refuse what is given in Python and is not of a kind."""
    if not isinstance(given, kind):
        raise TextError(f"expected {expected}: {given!r}")


def is_whole(given: object) -> bool:
    """Whether it is a whole number; true, false and numbers of other packages are none."""
    return type(given) is int


def check_whole(given: object, expected: str) -> None:
    """Refuse what is given in Python and is not a whole number."""
    if not is_whole(given):
        raise TextError(f"expected {expected}: {given!r}")


def check_count(given: object, noun: str, least: int = 1) -> None:
    """Refuse what is given in Python and is not a whole number of at least this."""
    if type(given) is not int or given < least:
        raise TextError(f"expected {least} {noun} or more: {given!r}")


@contextmanager
def blaming(own: object, installed: bool = True) -> Iterator[None]:
    """What a game or player of one's own does wrong, in one line: which, the method, the place.

    An error that did not come from outside this package is ours, and goes up as it is; so does,
    if we may have called them in vain, one from packages that are installed.
    """
    try:
        yield
    except (KibitzError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        if installed and isinstance(error, RecursionError):  # a deeper stack may do
            raise
        if isinstance(error, RuntimeError) and isinstance(error.__cause__, StopIteration):
            error = error.__cause__  # it went through one of our generators
        place = _own_place(error, installed)
        given = "" if place or ":" not in str(own) else _given_instead(error)
        if not (place or given):
            raise
        fails = f"fails in {place}: {type(error).__name__}: {error}"
        said = GameError(f"{own} gives {given}" if given else f"{own} {fails}")
        said.is_own = True
        raise said from error


def _own_place(error: BaseException, installed: bool) -> str | None:
    """The innermost place outside this package, and outside Python's own library if it can be."""
    import sysconfig  # these take a while, and most often nothing is wrong
    import traceback

    called = traceback.extract_tb(error.__traceback__)
    ours = (PACKAGE, "<frozen", *(() if installed else map(sysconfig.get_path, INSTALLED)))
    frames = [frame for frame in called if not frame.filename.startswith(ours)]
    asked_for = any(
        frame.name in ("tell", "is_over", "__call__") and frame.filename == WATCH
        for frame in called
    )
    if asked_for:
        return None
    if not frames:
        return _uncallable(error)
    own = [frame for frame in frames if not frame.filename.startswith(LIBRARY)] or frames
    return f"{own[-1].name}() at {Path(own[-1].filename).name}:{own[-1].lineno}"


def _given_instead(error: BaseException) -> str:
    """What a game of one's own gave, where only what we did with it failed; else nothing."""
    if isinstance(error, AttributeError) and error.name in ASKED_OF_POSITIONS:
        kind = "None" if error.obj is None else f"a {type(error.obj).__name__}"
        return f"{kind} for a position; expected one from play(), after() and skipped()"
    if isinstance(error, TypeError) and str(error).startswith("unhashable type"):
        return f"a move, an outcome or a key that cannot be hashed: {error}"
    return ""


def _uncallable(error: BaseException) -> str | None:
    """Where a function or class is defined, outside this package, that cannot be called as we do.

    Such an error is raised where it was called; only its message says what was called.
    """
    import re

    called = re.match(r"([\w.<>]+)\(\) (?:takes|missing|got)|.* abstract class (\w+)", str(error))
    if called is None or not isinstance(error, TypeError):
        return None
    places = [_defined(each, called[1], called[2]) for each in _all_objects()]
    found = [place for place in places if place]
    if not found or any(place.startswith((PACKAGE, LIBRARY)) for place in found):
        return None
    return f"{called[1] or called[2]}() at {Path(found[0]).name}"


def _all_objects() -> list[object]:
    """Every object that there is, also those that a process which answers for long has frozen."""
    import gc  # the only list of all functions; nothing is quick where something is wrong

    frozen = gc.get_freeze_count() > 0
    gc.unfreeze()
    try:
        return gc.get_objects()
    finally:
        if frozen:
            gc.freeze()


def _defined(thing: object, function: str | None, kind: str | None) -> str:
    """The file and line of a function, or the file of a class, if it has that name."""
    if isinstance(thing, FunctionType) and thing.__qualname__ == function:
        return f"{thing.__code__.co_filename}:{thing.__code__.co_firstlineno}"
    if isinstance(thing, type) and thing.__name__ == kind:
        return getattr(sys.modules.get(thing.__module__), "__file__", None) or "?"
    return ""


@contextmanager
def writing(path: Path, kind: str = "file") -> Iterator[None]:
    """What the system says against writing to a file or folder, in one line."""
    try:
        yield
    except OSError as error:
        why = error.strerror or error
        raise KibitzError(f"expected a {kind} to write to: {str(path)!r}: {why}") from None


@contextmanager
def reading(path: Path, kind: str = "a file to read") -> Iterator[None]:
    """What the system, or what is in it, says against reading a text file, in one line."""
    try:
        yield
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", "") or error
        if isinstance(error, UnicodeDecodeError):
            why = f"not UTF-8 text, from byte {error.start} on"
        raise KibitzError(f"expected {kind}: {str(path)!r}: {why}") from None
