"""Soft-max^n: what can come about if it is not known what players prefer.

`backup=soft` drops a move only as a whole: if the player to move is sure to prefer all that can
come of another one (Sturtevant and Bowling 2006). What is left is a set of values. Players prefer
more to less; with `margin=3` only if it is more by 3, and with `models=tricks/mot` the other sides
may want any of these utilities, and are sure to prefer only what is better by each of them.

With no more than ties left open, `equilibria` finds a smaller set, which this one holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.every_child import EveryChild, EveryChildRun
from kibitz.engines.reference.models import Models, games_of, worth_at
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Found, Line
from kibitz.game import Position
from kibitz.scoring import Evaluation
from kibitz.values import Several, Value

Lines = Mapping[Models, Line]
"""All that a node can be worth, with a line that leads there."""


@SEARCHES.named("soft")
@dataclass(frozen=True)
class Soft(EveryChild):
    """Every value that can come about, unless a whole move is sure to be worse than another."""

    backup = "soft"
    reference_only = ("models",)

    margin: int = 1
    """By how much a payoff must be more to be sure to be preferred."""
    models: tuple[str, ...] = ()
    """The utilities that the other sides may have; none said, they have the game's own."""

    def begin(self, problem: Problem) -> SoftRun:
        return SoftRun(self, problem)

    def faults(self) -> Iterator[str]:
        """Why parts do not go together."""
        yield from super().faults()
        if self.margin < 1:
            yield f"expected a margin of 1 or more: margin={self.margin}"
        if self.models and isinstance(self.leaf, Evaluation):
            yield f"leaf={self.leaf} gives payoffs, and models={self.shown('models')} need outcomes"

    @property
    def one_side(self) -> bool:
        """With models, the side of the root alone is known to want what the game says."""
        return bool(self.models)

    @property
    def adds_up(self) -> bool:
        """By how much a payoff is more than another, ranks do not say."""
        return True


class SoftRun(EveryChildRun):
    """A soft search at work on one position."""

    search: Soft

    def __init__(self, search: Soft, problem: Problem) -> None:
        super().__init__(search, problem)
        self.models = games_of(self.root.game, search.models)
        self.side = None if self.root.is_over else self.root.side

    def value(self, answer: Lines) -> Value:
        """All that the root can be worth, the first of them in front, and its line."""
        line = Found((), next(iter(answer.values()))).numbers
        return Several.with_first((self.scores.payoffs(ends[0]) for ends in answer), line)

    def leaf(self, position: Position) -> Lines:
        return {worth_at(self, position, self.models): None}

    def backed_up(self, position: Position, answers: Sequence[Lines]) -> tuple[Lines, int]:
        side = position.side
        theirs = self.models and side != self.side
        views = range(1, len(self.models) + 1) if theirs else range(1)
        least = [[min(ends[view][side] for ends in one) for view in views] for one in answers]
        most = [[max(ends[view][side] for ends in one) for view in views] for one in answers]
        margin = self.search.margin
        left = [
            child
            for child, own in enumerate(most)
            if not any(
                all(sure - may >= margin for sure, may in zip(other, own, strict=True))
                for other in least
            )
        ]
        together: dict[Models, Line] = {}
        for child in left:
            for ends, line in answers[child].items():
                together.setdefault(ends, (child, line))
        return together, left[0]
