"""What the search compares: the axes `scale`, `heuristic`, `ties`, `combine` and `leaf`.

Scores are whole numbers, one per side: payoffs counted from the lowest (for sums), or
ranks (for everything that only compares). With `ties=against-root` the rank of an
opponent takes a second look: of outcomes that it likes equally, it ranks those higher
that are worse for the player at the root. So the tie rule is nothing but other ranks.

With `combine=against` a payoff is what it exceeds the others by, added up over all of
them. Such payoffs always add up to 0, whatever the game, which is what sums need to prune.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING

from kibitz.errors import GameError, InvalidAlgorithm, UnknownName
from kibitz.game import Outcome, Payoffs, Position
from kibitz.in_time import check_time, in_time
from kibitz.leaf_table import LeafTable, OutcomeSet, payoffs_of, rank
from kibitz.registry import Parts
from kibitz.scoring import Evaluation

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm

Combine = Callable[[Payoffs], Payoffs]
COMBINE: Parts[Combine] = Parts("combine")


@COMBINE.named("own")
def own(payoffs: Payoffs) -> Payoffs:
    """A payoff as it is."""
    return payoffs


@COMBINE.named("against")
def against(payoffs: Payoffs) -> Payoffs:
    """How much a payoff exceeds those of all the others, added up."""
    together = sum(payoffs)
    return tuple(len(payoffs) * payoff - together for payoff in payoffs)


@dataclass(frozen=True)
class Feasible:
    """The outcomes that can still come about, with the range of scores that they leave."""

    outcomes: OutcomeSet
    lowest: Payoffs
    highest: Payoffs


def check_leaf(root: Position, algorithm: Algorithm) -> None:
    """Refuse a leaf that this game has no name for."""
    leaf, known = algorithm.search.leaf, root.estimates
    if isinstance(leaf, str) and leaf not in ("none", *known):
        raise UnknownName(f"leaf of {root.game.text_name()}", leaf, known or ["none"])


def check_none_empty(count: int, root: Position) -> None:
    """An empty set answers every question, so one that should hold the value is a fault."""
    if count:
        raise AssertionError(f"{count} empty sets of outcomes in {root.game} {root}")


class PlainScores:
    """Payoffs as they are, for plain max^n, which asks nothing of a game but its rules."""

    lowest: int | None = 0
    """The payoff whose score is 0; none if scores are ranks."""

    def __init__(self, root: Position, algorithm: Algorithm) -> None:
        self.game = root.game
        self.combine = COMBINE[algorithm.search.combine]
        self.leaf = algorithm.search.leaf
        self.nothing = Feasible(0, (), ())
        check_leaf(root, algorithm)

    def score(self, outcome: Outcome) -> Payoffs:
        """What the search compares of an outcome."""
        return self.from_payoffs(payoffs_of(self.game, outcome))

    def estimate(self, position: Position) -> Payoffs:
        """What the search compares of a position where it stops."""
        if isinstance(self.leaf, Evaluation):
            return self.from_payoffs(self.leaf.payoffs(position))
        return self.score(position.estimate(self.leaf))

    def from_payoffs(self, payoffs: Payoffs) -> Payoffs:
        """What the search compares of payoffs."""
        return self.combine(payoffs)

    def payoffs(self, scores: Payoffs) -> Payoffs:
        """The payoffs behind scores."""
        return scores

    def payoff(self, side: int, score: int) -> int:
        """The payoff behind the score of one side."""
        return score

    def feasible(self, position: Position) -> Feasible:
        """The outcomes that count below a position."""
        return self.nothing

    def covers(self, root: Position, algorithm: Algorithm) -> bool:
        """Whether these, made for an earlier position, say all of this one."""
        return True

    @property
    def range(self) -> tuple[Payoffs, Payoffs]:
        """The lowest and the highest score that each side can have, where that is known."""
        return (), ()


class BoundedScores(PlainScores):
    """Payoffs counted from the lowest, where bounds are declared but no outcomes listed."""

    delta = 1

    def __init__(self, root: Position, algorithm: Algorithm, bounds: Bounded) -> None:
        super().__init__(root, algorithm)
        sides, self.bounds = root.game.sides, bounds
        lowest, self.max_sum = bounds.lowest, (bounds.max_sum or 0) - sides * bounds.lowest
        highest = self.max_sum if bounds.highest is None else bounds.highest - bounds.lowest
        if algorithm.search.combine == "against":
            lowest = -(sides - 1) * highest
            self.max_sum, highest = -sides * lowest, -2 * lowest
        self.lowest: int = lowest
        self.everything = Feasible(0, (0,) * sides, (highest,) * sides)

    def from_payoffs(self, payoffs: Payoffs) -> Payoffs:
        if not self.bounds.hold(payoffs):
            raise GameError(f"expected payoffs within {self.bounds} of {self.game}: {payoffs}")
        return tuple(payoff - self.lowest for payoff in self.combine(payoffs))

    def payoffs(self, scores: Payoffs) -> Payoffs:
        return tuple(score + self.lowest for score in scores)

    def payoff(self, side: int, score: int) -> int:
        return score + self.lowest

    def feasible(self, position: Position) -> Feasible:
        return self.everything

    def covers(self, root: Position, algorithm: Algorithm) -> bool:
        return self.bounds == Bounded.of(root, algorithm)

    @property
    def range(self) -> tuple[Payoffs, Payoffs]:
        return self.everything.lowest, self.everything.highest


@dataclass(frozen=True)
class Bounded:
    """What is known of all payoffs: the lowest, the highest, the largest sum."""

    lowest: int
    highest: int | None
    max_sum: int | None
    """None where sums are not added up."""

    def hold(self, payoffs: Payoffs) -> bool:
        """Whether payoffs are within these bounds."""
        return (
            min(payoffs) >= self.lowest
            and (self.highest is None or max(payoffs) <= self.highest)
            and (self.max_sum is None or sum(payoffs) <= self.max_sum)
        )

    @classmethod
    def of(cls, root: Position, algorithm: Algorithm) -> Bounded | None:
        """What a game declares, or its outcomes have; none if that does not suffice."""
        game = root.game
        if root.lists_outcomes:
            payoffs = LeafTable.of(root).payoffs
            lowest, highest = min(map(min, payoffs)), max(map(max, payoffs))
            return cls(min(lowest, game.lowest), highest, max(map(sum, payoffs)))
        if algorithm.search.combine == "against":
            return None if game.highest is None else cls(game.lowest, game.highest, None)
        max_sum = game.max_sum
        if max_sum is None and game.highest is not None and algorithm.search.needs == "bounds":
            max_sum = game.sides * game.highest
        return None if max_sum is None else cls(game.lowest, game.highest, max_sum)

    def __str__(self) -> str:
        highest = "" if self.highest is None else f" highest={self.highest}"
        max_sum = "" if self.max_sum is None else f" max_sum={self.max_sum}"
        return f"lowest={self.lowest}{highest}{max_sum}"


class Scores(PlainScores):
    """The leaf-value table of the root, as one search sees it."""

    def __init__(self, root: Position, algorithm: Algorithm) -> None:
        super().__init__(root, algorithm)
        self.leaves = _combined(LeafTable.of(root), self.combine)
        self.narrows = algorithm.search.narrows
        self.lowest = self.leaves.lowest if algorithm.search.adds_up else None
        check_time()
        self.rows = _rows(self.leaves, algorithm, 0 if root.is_over else root.side)
        self.max_sum, self.highest = max(map(sum, self.rows)), max(map(max, self.rows))
        self.delta = gcd(*(score for row in in_time(self.rows) for score in row)) or 1
        everything = self.leaves.everything
        zero = (0,) * root.game.sides
        self.everything = Feasible(everything, zero, self._range(everything)[1])
        self._score = dict(zip(self.leaves.outcomes, self.rows, strict=True))
        self._payoffs = dict(zip(self.rows, self.leaves.payoffs, strict=True))
        self._payoff = [
            {row[side]: payoffs[side] for row, payoffs in in_time(self._payoffs.items())}
            for side in range(root.game.sides)
        ]
        self._feasible: dict[object, Feasible] = {}

    def score(self, outcome: Outcome) -> Payoffs:
        score: Payoffs | None = self._score.get(outcome)
        if score is None:
            raise GameError(f"outcome {outcome} is not among the outcomes() of the root")
        return score

    def payoffs(self, scores: Payoffs) -> Payoffs:
        return self._payoffs[scores]

    def payoff(self, side: int, score: int) -> int:
        """The payoff behind a score; one less or more for a score that no outcome has."""
        pairs = self._payoff[side]
        if score in pairs:
            return pairs[score]
        return pairs[score + 1] - 1 if score + 1 in pairs else pairs[score - 1] + 1

    def covers(self, root: Position, algorithm: Algorithm) -> bool:
        first = self.leaves.position
        if first is root or (first is not None and _same_outcomes(first, root)):
            return True
        return self.leaves.place.keys() >= set(root.outcomes())

    def feasible(self, position: Position) -> Feasible:
        """All the outcomes of the root, or with `heuristic=taken` those allowed here."""
        if not self.narrows:
            return self.everything
        progress = position.progress
        found = self._feasible.get(progress) if progress is not None else None
        if found is None:
            outcomes = self.leaves.feasible(position)
            found = self._feasible[progress] = Feasible(outcomes, *self._range(outcomes))
        return found

    @property
    def range(self) -> tuple[Payoffs, Payoffs]:
        columns = list(zip(*self.rows, strict=True))
        return tuple(map(min, columns)), tuple(map(max, columns))

    def _range(self, outcomes: OutcomeSet) -> tuple[Payoffs, Payoffs]:
        """The lowest and the highest score of each side."""
        chosen = [row for at, row in enumerate(self.rows) if outcomes >> at & 1]
        columns = list(zip(*chosen, strict=True))
        return tuple(map(min, columns)), tuple(map(max, columns))


def scores_for(root: Position, algorithm: Algorithm) -> PlainScores:
    """The scores that an algorithm compares, from as much as the game provides.

    Plain max^n needs no more than payoffs, sums of payoffs no more than their bounds.
    """
    lacks = lacking(root, algorithm)
    if lacks:
        bounded = algorithm.search.prunes and Bounded.of(root, algorithm) is not None
        instead, plain = "speculative" if bounded else "maxn", algorithm.plain()
        if plain.search.backup != "maxn" and not lacking(root, plain):
            instead = str(plain)  # which means the same
        raise InvalidAlgorithm(
            f"algorithm {algorithm} needs {lacks}, which {root.game} does not provide; "
            f"write it, or use {instead}"
        )
    if algorithm.search.needs == "nothing":
        return PlainScores(root, algorithm)
    if root.lists_outcomes and not isinstance(algorithm.search.leaf, Evaluation):
        return Scores(root, algorithm)
    bounds = Bounded.of(root, algorithm)
    assert bounds is not None  # else they were lacking
    return BoundedScores(root, algorithm, bounds)


def lacking(root: Position, algorithm: Algorithm) -> str:
    """What an algorithm asks for and the game does not provide; nothing if it provides enough."""
    against = algorithm.search.combine == "against"
    if root.lists_outcomes:
        return ""
    needs = algorithm.search.needs
    if needs == "outcomes" or (algorithm.search.needs_opposed and not against):
        return "outcomes()"
    if needs != "nothing" and Bounded.of(root, algorithm) is None:
        return f"{'highest' if against or needs == 'bounds' else 'max_sum'} or outcomes()"
    return ""


def _same_outcomes(first: Position, position: Position) -> bool:
    """Whether two positions are known to have the same outcomes without listing them."""
    alike = position.outcomes_key
    return alike is not None and (first.game, first.outcomes_key) == (position.game, alike)


def _combined(leaves: LeafTable, combine: Combine) -> LeafTable:
    """A leaf-value table with payoffs put together in another way."""
    if combine is own:
        return leaves
    payoffs = tuple(map(combine, leaves.payoffs))
    return LeafTable(leaves.game, leaves.outcomes, payoffs, rank(payoffs))


def _rows(leaves: LeafTable, algorithm: Algorithm, root: int) -> Sequence[Payoffs]:
    """The scores of each outcome of the table."""
    if algorithm.search.ties == "against-root":
        return rank(
            [
                [(own, 0 if side == root else -payoffs[root]) for side, own in enumerate(payoffs)]
                for payoffs in leaves.payoffs
            ]
        )
    if algorithm.search.adds_up:
        return [tuple(payoff - leaves.lowest for payoff in row) for row in leaves.payoffs]
    return leaves.ranks
