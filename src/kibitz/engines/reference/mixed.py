"""Mixed ties: a player that is indifferent chooses each of its best moves equally often.

`backup=mixed` is max^n without a first of equals: what goes up is how likely each vector of payoffs
is, as fractions, and players compare what they get on average. Where nobody is ever
indifferent, it is max^n.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.every_child import EveryChild, EveryChildRun
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Found, Line
from kibitz.game import Position
from kibitz.values import Mixture, Value

Chances = Mapping[Any, Fraction]
"""How likely each end is, by what it is worth."""


class Mixed(NamedTuple):
    """What is found of a node: how likely each end is, and a line that leads to one."""

    chances: Chances
    line: Line

    def average(self, side: int, view: int | None = None) -> Fraction:
        """What a side gets on average; of several ways to value an end, by one of them."""
        ends = self.chances.items()
        return sum(
            (chance * (end if view is None else end[view])[side] for end, chance in ends),
            start=Fraction(0),
        )


def mixture(parts: Iterable[tuple[Fraction, Mixed]], line: Line) -> Mixed:
    """Each of these so often."""
    together: dict[Any, Fraction] = {}
    for often, one in parts:
        for end, chance in one.chances.items():
            together[end] = together.get(end, Fraction(0)) + often * chance
    return Mixed(together, line)


@SEARCHES.named("mixed")
@dataclass(frozen=True)
class MixedTies(EveryChild):
    """Every player takes the move that is best for it on average, each of equals equally often."""

    backup = "mixed"

    def begin(self, problem: Problem) -> MixedRun:
        return MixedRun(self, problem)


class MixedRun(EveryChildRun):
    """A search with mixed ties at work on one position."""

    def value(self, answer: Mixed) -> Value:
        """How likely each vector of payoffs is."""
        return Mixture.of(answer.chances, Found((), answer.line).numbers)

    def leaf(self, position: Position) -> Mixed:
        return Mixed({self.scores_at(position): Fraction(1)}, None)

    def backed_up(self, position: Position, answers: Sequence[Mixed]) -> tuple[Mixed, int]:
        own = [one.average(position.side) for one in answers]
        best = [child for child, average in enumerate(own) if average == max(own)]
        often = Fraction(1, len(best))
        line = best[0], answers[best[0]].line
        return mixture(((often, answers[child]) for child in best), line), best[0]
