"""What can go wrong, as one tree of exceptions.

    KibitzError                a ValueError: catch this to catch them all
    ├── TextError              a text that says no game, position, move or algorithm
    │   └── UnknownName        a name that nothing answers to
    ├── InvalidAlgorithm       parts that do not go together, with the reason
    ├── IllegalMove            a move that the rules do not allow here
    └── GameError              a game that breaks its own promises
        └── TooManyOutcomes    outcomes that no leaf-value table has room for

A message is one line in lower case: what was expected, then the text, then where.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import UnionType

PACKAGE = str(Path(__file__).parent)
WATCH = str(Path(__file__).parent / "engines" / "problem" / "protocol.py")
"""Where `progress` and `cancel` are asked, whose errors are no game's."""
LIBRARY = str(Path(contextlib.__file__).parent)
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

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names, name = list(known), shortened(str(name), 200)
        import difflib  # takes a while, and most often nothing is wrong

        near = difflib.get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(names)}"
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


def check_kind(given: object, kind: type | UnionType, expected: str) -> None:
    """Refuse what is given in Python and is not of a kind."""
    if not isinstance(given, kind):
        raise TextError(f"expected {expected}: {given!r}")


@contextmanager
def blaming(own: object) -> Iterator[None]:
    """What a game or player of one's own does wrong, in one line: which, the method, the place.

    An error that did not come from outside this package is ours, and goes up as it is.
    """
    try:
        yield
    except (KibitzError, MemoryError, RecursionError):
        raise
    except (Exception, SystemExit) as error:
        place = _own_place(error)
        if place is None:
            raise
        raise GameError(f"{own} fails in {place}: {type(error).__name__}: {error}") from error


def _own_place(error: BaseException) -> str | None:
    """The innermost place outside this package, and outside Python's own library if it can be."""
    import traceback  # takes a while, and most often nothing is wrong

    called = traceback.extract_tb(error.__traceback__)
    frames = [frame for frame in called if not frame.filename.startswith((PACKAGE, "<frozen"))]
    asked_for = any(
        frame.name in ("tell", "is_over", "__call__") and frame.filename == WATCH
        for frame in called
    )
    if not frames or asked_for:
        return None
    own = [frame for frame in frames if not frame.filename.startswith(LIBRARY)] or frames
    return f"{own[-1].name}() at {Path(own[-1].filename).name}:{own[-1].lineno}"


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
            why = f"it is no text in UTF-8, from byte {error.start} on"
        raise KibitzError(f"expected {kind}: {str(path)!r}: {why}") from None
