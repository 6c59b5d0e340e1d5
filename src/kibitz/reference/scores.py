"""What the search compares, the axes `scale`, `heuristic` and `ties`.

Scores are whole numbers, one a side: payoffs counted from the lowest (for sums), or
ranks (for everything that only compares). With `ties=against-root` the rank of an
opponent takes a second look: of outcomes that it likes equally, it ranks those higher
that are worse for the player at the root. So the tie rule is nothing but other ranks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from kibitz.algorithm import Algorithm
from kibitz.errors import GameError, InvalidAlgorithm
from kibitz.game import Outcome, Payoffs, Position
from kibitz.leaf_table import LeafTable, OutcomeSet, rank


@dataclass(frozen=True)
class Feasible:
    """The outcomes that can still come about, with the range of scores that they leave."""

    outcomes: OutcomeSet
    lowest: Payoffs
    highest: Payoffs


class PlainScores:
    """Payoffs as they are, for plain max^n, which asks nothing of a game but its rules."""

    def __init__(self, root: Position) -> None:
        self.game = root.game
        self.nothing = Feasible(0, (), ())

    def score(self, outcome: Outcome) -> Payoffs:
        """What the search compares of an outcome."""
        return self.game.payoffs(outcome)

    def payoffs(self, scores: Payoffs) -> Payoffs:
        """The payoffs behind scores."""
        return scores

    def payoff(self, side: int, score: int) -> int:
        """The payoff behind the score of one side."""
        return score

    def feasible(self, position: Position) -> Feasible:
        """The outcomes that count below a position."""
        return self.nothing


class BoundedScores(PlainScores):
    """Payoffs counted from the lowest, of a game that tells bounds but no outcomes."""

    delta = 1

    def __init__(self, root: Position, max_sum: int) -> None:
        super().__init__(root)
        sides, self.lowest = root.game.sides, root.game.lowest
        self.max_sum = max_sum - sides * self.lowest
        self.everything = Feasible(0, (0,) * sides, (self.max_sum,) * sides)

    def score(self, outcome: Outcome) -> Payoffs:
        payoffs = self.game.payoffs(outcome)
        scores = tuple(payoff - self.lowest for payoff in payoffs)
        if min(scores) < 0 or sum(scores) > self.max_sum:
            bounds = f"lowest={self.lowest} and max_sum={self.game.max_sum}"
            raise GameError(f"expected payoffs within {bounds} of {self.game}: {payoffs}")
        return scores

    def payoffs(self, scores: Payoffs) -> Payoffs:
        return tuple(score + self.lowest for score in scores)

    def payoff(self, side: int, score: int) -> int:
        return score + self.lowest

    def feasible(self, position: Position) -> Feasible:
        return self.everything


class Scores(PlainScores):
    """The leaf-value table of the root, as one search sees it."""

    def __init__(self, root: Position, algorithm: Algorithm) -> None:
        super().__init__(root)
        self.leaves = LeafTable.of(root)
        self.narrows = algorithm.heuristic == "taken"
        self.rows = _rows(self.leaves, algorithm, 0 if root.is_over else root.side)
        self.max_sum = max(map(sum, self.rows))
        self.delta = gcd(*(score for row in self.rows for score in row)) or 1
        everything = self.leaves.everything
        zero = (0,) * root.game.sides
        self.everything = Feasible(everything, zero, self._range(everything)[1])
        self._score = dict(zip(self.leaves.outcomes, self.rows, strict=True))
        self._payoffs = dict(zip(self.rows, self.leaves.payoffs, strict=True))
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
        pairs = {row[side]: payoffs[side] for row, payoffs in self._payoffs.items()}
        if score in pairs:
            return pairs[score]
        return pairs[score + 1] - 1 if score + 1 in pairs else pairs[score - 1] + 1

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

    def _range(self, outcomes: OutcomeSet) -> tuple[Payoffs, Payoffs]:
        """The lowest and the highest score of each side."""
        chosen = [row for at, row in enumerate(self.rows) if outcomes >> at & 1]
        columns = list(zip(*chosen, strict=True))
        return tuple(map(min, columns)), tuple(map(max, columns))


def scores_for(root: Position, algorithm: Algorithm) -> PlainScores:
    """The scores that an algorithm compares, from as much as the game tells.

    Plain max^n needs no more than payoffs, sums of payoffs no more than their bounds.
    """
    if not algorithm.needs_outcomes and algorithm.test == "none":
        return PlainScores(root)
    if root.lists_outcomes:
        return Scores(root, algorithm)
    max_sum = root.game.max_sum
    if algorithm.needs_outcomes:
        weaker = "maxn" if max_sum is None else "speculative"
        raise InvalidAlgorithm(
            f"algorithm {algorithm} asks for the outcomes, which {root.game} does not tell; "
            f"write outcomes(), or use {weaker}"
        )
    if max_sum is None:
        raise InvalidAlgorithm(
            f"algorithm {algorithm} asks for the largest sum of payoffs, "
            f"which {root.game} does not tell; write max_sum or outcomes(), or use maxn"
        )
    return BoundedScores(root, max_sum)


def _rows(leaves: LeafTable, algorithm: Algorithm, root: int) -> Sequence[Payoffs]:
    """The scores of each outcome of the table."""
    if algorithm.ties == "against-root":
        return rank(
            [
                [(own, 0 if side == root else -payoffs[root]) for side, own in enumerate(payoffs)]
                for payoffs in leaves.payoffs
            ]
        )
    if algorithm.test in ("linear", "discrete") and algorithm.scale == "payoff":
        return [tuple(payoff - leaves.lowest for payoff in row) for row in leaves.payoffs]
    return leaves.ranks
