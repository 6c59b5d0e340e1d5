"""Prob-max^n: the others may be of several types, each of which wants something else.

`prob(models=tricks/mot,weights=3/1)` takes every other side to want one of these utilities, the
first three times as likely as the second (Sturtevant, Zinkevich and Bowling 2006). At a node of
another side each type chooses the move that is best for it on average, and what goes up is the
mixture of what they choose, by fractions. The side of the root wants what the game says. With one
type that wants the same as the game it is max^n.

Within a search a type is as likely at every node; what a move that was really made tells of
its player is for `kibitz.beliefs` to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.sides import side_of_root
from kibitz.engines.reference.every_child import EveryChild, EveryChildRun
from kibitz.engines.reference.mixed import Mixed, mixture
from kibitz.engines.reference.models import games_of, worth_at
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Found
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Position
from kibitz.scoring import Evaluation
from kibitz.values import Mixture, Value


@SEARCHES.named("prob")
@dataclass(frozen=True)
class Prob(EveryChild):
    """The others are of types that want different things, some more likely than others."""

    backup = "prob"

    models: tuple[str, ...] = ()
    """The utilities that types of the other sides have; none said, they have the game's own."""
    weights: tuple[int, ...] = ()
    """How likely each is; or for each side in turn how likely each is. None said, all alike."""
    observer: int | None = None
    """The side whose search it is, and whose utility is the game's; none for the one to move."""

    def begin(self, problem: Problem) -> ProbRun:
        return ProbRun(self, problem)

    def faults(self) -> Iterator[str]:
        """Why parts do not go together."""
        yield from super().faults()
        weights, types = self.weights, max(1, len(self.models))
        if (
            len(weights) % types
            or any(type(one) is not int or one < 0 for one in weights)
            or not all(map(sum, self._by_side()))
        ):
            said = self.shown("weights")
            yield f"expected a weight of 0 or more for each model, and one above 0: weights={said}"
        if self.models and isinstance(self.leaf, Evaluation):
            yield f"leaf={self.leaf} gives payoffs, and models={self.shown('models')} need outcomes"

    def _by_side(self) -> list[tuple[int, ...]]:
        types = max(1, len(self.models))
        weights = self.weights or (1,) * types
        return [weights[at : at + types] for at in range(0, len(weights), types)]

    def chances(self, side: int) -> list[Fraction]:
        """How likely each type of a side is."""
        rows = self._by_side()
        weights = rows[side] if len(rows) > 1 else rows[0]
        return [Fraction(one, sum(weights)) for one in weights]

    def check(self, position: Position) -> None:
        """Refuse a game whose sides the weights, or the observer, are not for."""
        rows, sides = len(self._by_side()), position.game.sides
        if rows not in (1, sides):
            said = self.shown("weights")
            raise InvalidAlgorithm(f"expected weights for one side or for {sides}: {said}")
        if self.observer is not None and not 0 <= self.observer < sides:
            raise InvalidAlgorithm(f"expected a side of 0 to {sides - 1}: observer={self.observer}")

    def for_moves(self, root: Position) -> Prob:
        return replace(self, observer=root.side) if self.one_side else self

    @property
    def one_side(self) -> bool:
        """The side of the root alone is known to want what the game says."""
        return bool(self.models) and self.observer is None


class ProbRun(EveryChildRun):
    """A search against types at work on one position."""

    search: Prob

    def __init__(self, search: Prob, problem: Problem) -> None:
        super().__init__(search, problem)
        search.check(self.root)
        self.models = games_of(self.root.game, search.models)
        self.side = side_of_root(self.root) if search.observer is None else search.observer
        self.chances = [search.chances(side) for side in range(self.root.game.sides)]

    def value(self, answer: Mixed) -> Value:
        """How likely each vector of payoffs is."""
        together: dict[tuple[int, ...], Fraction] = {}
        for ends, chance in answer.chances.items():
            together[ends[0]] = together.get(ends[0], Fraction(0)) + chance
        return Mixture.of(together, Found((), answer.line).numbers)

    def leaf(self, position: Position) -> Mixed:
        return Mixed({worth_at(self, position, self.models): Fraction(1)}, None)

    def backed_up(self, position: Position, answers: Sequence[Mixed]) -> tuple[Mixed, int]:
        side = position.side
        if side == self.side or not self.models:
            at = self.best(side, 0, answers)
            return Mixed(answers[at].chances, (at, answers[at].line)), at
        chosen = [self.best(side, view + 1, answers) for view in range(len(self.models))]
        parts = list(zip(self.chances[side], chosen, strict=True))
        at = max(parts, key=lambda part: part[0])[1]  # what the likeliest chooses
        mixed = ((often, answers[child]) for often, child in parts if often)
        return mixture(mixed, (at, answers[at].line)), at

    @staticmethod
    def best(side: int, view: int, answers: Sequence[Mixed]) -> int:
        """The first of the best children by one way to value ends."""
        averages = [one.average(side, view) for one in answers]
        return averages.index(max(averages))
