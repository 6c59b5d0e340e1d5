"""Values: what a search knows of a position: payoffs, several vectors of payoffs, or bounds.

Results, analyses, comparisons, reviews, traces and the page ask a value for its payoffs, bounds
and words. A search whose values are of another kind brings a subclass of `Value`, and they show it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, Self

from kibitz.showing.layout import write_payoffs

Known = tuple[int | None, ...]
"""The payoffs of all sides, None for a side that nothing is known of."""
Spans = tuple[tuple[int, int], ...]
"""For each side, the lowest and the highest payoff that it can still get."""

MOST_WRITTEN = 3
"""How many of several are written out."""


def narrowed(one: Spans | None, other: Spans | None) -> Spans | None:
    """What two bounds of one value say together."""
    if one is None or other is None:
        return one or other
    pairs = zip(one, other, strict=True)
    return tuple((max(a[0], b[0]), min(a[1], b[1])) for a, b in pairs)


def spans_of(vectors: Iterable[tuple[int, ...]]) -> Spans:
    """For each side, the lowest and the highest of its payoffs."""
    return tuple((min(column), max(column)) for column in zip(*vectors, strict=True))


def only(side: int, payoffs: Known) -> Known:
    """What is known of one side."""
    return tuple(own if at == side else None for at, own in enumerate(payoffs))


@dataclass(frozen=True)
class Value(ABC):
    """What a search knows of a position, with its payoffs, bounds and words.

    >>> worth = kibitz.solve(kibitz.game("tree").parse("0[(5,4,1) (3,6,1)]")).worth
    >>> isinstance(worth, kibitz.Value), worth.payoffs, str(worth), worth.each_side()
    (True, (5, 4, 1), '(5, 4, 1)', ['5', '4', '1'])
    """

    payoffs: Known | None = None
    """The payoffs of all sides, None for a side of which nothing is known; None if it is not one
    vector.
    """
    bounds: Spans | None = None
    """The lowest and highest payoff that each side can still get, if that is known."""
    possible: tuple[Any, ...] | None = None
    """If it is not one vector, all that it can be: payoffs, or outcomes in a trace."""
    line: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """The numbers of the moves that lead to it, in the listed order of the algorithm."""
    known: ClassVar[bool] = True
    """Whether it is an answer, instead of what a stopped search leaves open."""

    @property
    def expected(self) -> tuple[float | None, ...] | None:
        """What each side gets, or gets on average; None if that is not one vector."""
        return self.payoffs

    @abstractmethod
    def write(self, between: str = ", ") -> str:
        """It as a text; nothing if nothing is known."""

    @abstractmethod
    def each_side(self) -> list[str]:
        """What each side gets, or can still get, as a text; nothing if nothing is known."""

    def __str__(self) -> str:
        return self.write()

    def agrees(self, other: Value) -> bool:
        """Whether both can be true of one position."""
        if not self.known or not other.known:
            return True
        same = set(self.possible or ()) == set(other.possible or ())
        return same and self.payoffs == other.payoffs

    def within(self, bounds: Spans | None) -> Self:
        """The same, with other bounds."""
        return replace(self, bounds=bounds)

    def as_dict(self) -> dict[str, Any]:
        """It in plain types, ready for JSON."""
        possible = {} if self.possible is None else {"possible": self.possible}
        return {"value": self.payoffs, **possible}


@dataclass(frozen=True)
class Vector(Value):
    """One vector of payoffs.

    >>> kibitz.Vector((5, 4, 1)).agrees(kibitz.Vector((5, None, None)))
    True
    """

    payoffs: Known = ()

    def write(self, between: str = ", ") -> str:
        return write_payoffs(self.payoffs, between)

    def each_side(self) -> list[str]:
        return ["-" if payoff is None else str(payoff) for payoff in self.payoffs]

    def agrees(self, other: Value) -> bool:
        """Whether payoffs that both know are the same."""
        if not isinstance(other, Vector):
            return super().agrees(other)
        pairs = zip(self.payoffs, other.payoffs, strict=True)
        return all(None in pair or pair[0] == pair[1] for pair in pairs)


@dataclass(frozen=True)
class Unknown(Value):
    """No answer yet; perhaps bounds on it."""

    known = False

    def write(self, between: str = ", ") -> str:
        return f"({between.join(self.each_side())})" if self.bounds else ""

    def each_side(self) -> list[str]:
        pairs = self.bounds or ()
        return [str(least) if least == most else f"{least} to {most}" for least, most in pairs]


NOTHING = Unknown()


@dataclass(frozen=True)
class Several(Value):
    """Several vectors of payoffs, all of which are values, as a game can have equilibria.

    >>> both = kibitz.Several.of([(2, 1), (1, 2)])
    >>> str(both), both.each_side(), both.bounds
    ('(2, 1) or (1, 2)', ['1 or 2', '1 or 2'], ((1, 2), (1, 2)))
    """

    possible: tuple[Any, ...] = ()
    noun: ClassVar[str] = "values"

    @staticmethod
    def of(vectors: Iterable[tuple[int, ...]], line: tuple[int, ...] = ()) -> Value:
        """All of these, each once, and a line that leads to one; a `Vector` if it is alone."""
        each = tuple(dict.fromkeys(vectors))
        if len(each) == 1:
            return Vector(each[0], line=line)
        return Several(bounds=spans_of(each), possible=each, line=line)

    @staticmethod
    def with_first(vectors: Iterable[tuple[int, ...]], line: tuple[int, ...] = ()) -> Value:
        """The same, the first of them in front and the others from high to low."""
        first, *others = vectors
        return Several.of([first, *sorted(set(others), reverse=True)], line)

    def write(self, between: str = ", ") -> str:
        if len(self.possible) > MOST_WRITTEN:
            return f"{len(self.possible)} {self.noun}"
        return " or ".join(self._write_one(one, between) for one in self.possible)

    def _write_one(self, one: Any, between: str) -> str:
        return write_payoffs(one, between)

    def each_side(self) -> list[str]:
        columns = (sorted(set(column)) for column in zip(*self.possible, strict=True))
        return [
            " or ".join(map(str, column))
            if len(column) <= MOST_WRITTEN
            else f"{column[0]} to {column[-1]}"
            for column in columns
        ]


@dataclass(frozen=True)
class Means(Value):
    """What each side got on average in the play-outs of a move.

    >>> deal = kibitz.game("spades(players=3)").deal(1, cards=4)
    >>> worth = kibitz.solve(deal, "uct(solver=none)", limit=kibitz.Limit(nodes=100)).worth
    >>> worth.visits, worth.of, round(sum(worth.means), 3)
    (68, 100, 4.0)
    """

    means: tuple[float, ...] = ()
    visits: int = 0
    """How often the move was tried,"""
    of: int = 0
    """among this many tries of all moves: the reason to play it."""

    @property
    def expected(self) -> tuple[float | None, ...]:
        return self.means

    def write(self, between: str = ", ") -> str:
        return f"({between.join(self.each_side())}) in {self.visits:,} of {self.of:,}"

    def each_side(self) -> list[str]:
        return [f"{mean:.2f}" for mean in self.means]

    def agrees(self, other: Value) -> bool:
        """Averages contradict nothing."""
        return True

    def as_dict(self) -> dict[str, Any]:
        return {**super().as_dict(), "means": self.means, "visits": self.visits, "of": self.of}


@dataclass(frozen=True)
class Mixture(Value):
    """Several vectors of payoffs, each with its chance, as when ties are broken at random.

    >>> from fractions import Fraction
    >>> lot = kibitz.Mixture.of({(2, 1): Fraction(1, 2), (1, 3): Fraction(1, 2)})
    >>> str(lot), lot.each_side(), lot.bounds
    ('1/2 (2, 1) or 1/2 (1, 3)', ['3/2', '2'], ((1, 2), (1, 3)))
    """

    possible: tuple[Any, ...] = ()
    chances: tuple[Fraction, ...] = ()
    """The probability of each of them."""

    @staticmethod
    def of(chances: Mapping[tuple[int, ...], Fraction], line: tuple[int, ...] = ()) -> Value:
        """All of these, the likeliest first, and a line to one; a `Vector` if it is alone."""
        each = sorted(chances, key=lambda one: (-chances[one], tuple(-own for own in one)))
        if len(each) == 1:
            return Vector(each[0], line=line)
        often = tuple(chances[one] for one in each)
        return Mixture(bounds=spans_of(each), possible=tuple(each), chances=often, line=line)

    @property
    def expected(self) -> tuple[float | None, ...]:
        """What each side gets on average, as a number that can be written."""
        return tuple(int(own) if own.denominator == 1 else float(own) for own in self.average)

    @property
    def average(self) -> tuple[Fraction, ...]:
        """The same, exactly."""
        pairs = list(zip(self.possible, self.chances, strict=True))
        return tuple(
            sum((chance * one[side] for one, chance in pairs), start=Fraction(0))
            for side in range(len(self.possible[0]))
        )

    def write(self, between: str = ", ") -> str:
        if len(self.possible) > MOST_WRITTEN:
            return f"on average ({between.join(self.each_side())})"
        pairs = zip(self.chances, self.possible, strict=True)
        return " or ".join(f"{chance} {write_payoffs(one, between)}" for chance, one in pairs)

    def each_side(self) -> list[str]:
        return list(map(str, self.average))

    def agrees(self, other: Value) -> bool:
        """Whether both have the same chances."""
        if not isinstance(other, Mixture):
            return super().agrees(other)
        pairs = (zip(one.possible, one.chances, strict=True) for one in (self, other))
        return len({frozenset(pair) for pair in pairs}) == 1

    def as_dict(self) -> dict[str, Any]:
        """It in plain types; chances and averages are texts, as `1/3`."""
        return {
            **super().as_dict(),
            "chances": list(map(str, self.chances)),
            "average": self.each_side(),
        }


@dataclass(frozen=True)
class Outcomes(Several):
    """The outcomes that can still come of a node, in the trace of a search by sets of them."""

    known = False
    noun = "outcomes"

    def _write_one(self, one: Any, between: str) -> str:
        return str(one).replace(" ", "")
