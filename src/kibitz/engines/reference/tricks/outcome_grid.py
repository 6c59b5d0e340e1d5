"""The outcomes of a position of a trick game as bits of a grid, so that adding is shifting."""

from __future__ import annotations

import functools
import operator
from collections.abc import Hashable, Sequence

from kibitz.game import Payoffs
from kibitz.leaf_table import OutcomeSet

Taken = tuple[int, ...]


class Grid:
    """The outcomes of a root as bits, so that adding what was taken is a shift.

    An outcome stands at the sum of its entries, each but the last times its stride.
    """

    def __init__(self, outcomes: Sequence[Taken], rows: Sequence[Payoffs]) -> None:
        sides = len(outcomes[0])
        self.outcomes, self.rows = outcomes, rows
        width = max(map(max, outcomes)) + 1
        self.strides = (*(width**axis for axis in range(sides - 1)), 0)
        bits = [1 << self.place(outcome) for outcome in outcomes]
        self.everything: OutcomeSet = sum(bits)
        self.at_least: list[list[OutcomeSet]] = [
            [
                sum(bit for bit, row in zip(bits, rows, strict=True) if row[side] >= rank)
                for rank in range(max(row[side] for row in rows) + 2)
            ]
            for side in range(sides)
        ]
        """For each side and rank, the outcomes that the side ranks there or higher."""
        alike: dict[Payoffs, OutcomeSet] = {}
        for bit, row in zip(bits, rows, strict=True):
            alike[row] = alike.get(row, 0) | bit
        self.alike = {self.place(o): alike[row] for o, row in zip(outcomes, rows, strict=True)}
        """For the place of each outcome, all that have the same payoffs."""

    def place(self, outcome: Sequence[int]) -> int:
        """The bit of an outcome, or how far a set moves if so much was taken."""
        return sum(map(operator.mul, outcome, self.strides))

    def members(self, outcomes: OutcomeSet) -> tuple[Taken, ...]:
        """The outcomes of a set."""
        return tuple(o for o in self.outcomes if outcomes >> self.place(o) & 1)

    @functools.cache  # noqa: B019
    def from_here(self, taken: Taken) -> OutcomeSet:
        """The outcomes in which nobody has less than this."""
        return sum(
            1 << self.place(outcome)
            for outcome in self.outcomes
            if all(map(operator.ge, outcome, taken))
        )

    @functools.cache  # noqa: B019
    def side_from(self, side: int, tricks: int) -> OutcomeSet:
        """The outcomes in which a side has as many or more."""
        return sum(1 << self.place(outcome) for outcome in self.outcomes if outcome[side] >= tricks)

    def one_class(self, outcomes: OutcomeSet) -> bool:
        """Whether all of them have the same payoffs."""
        first = (outcomes & -outcomes).bit_length() - 1
        return not outcomes or not outcomes & ~self.alike[first]

    def least(self, side: int, outcomes: OutcomeSet) -> int:
        """The lowest rank that the side gives any of these."""
        ranks = self.at_least[side]
        rank = 0
        while rank + 2 < len(ranks) and not outcomes & ~ranks[rank + 1]:
            rank += 1
        return rank

    def range_of(self, outcomes: OutcomeSet) -> OutcomeSet:
        """All outcomes that each side ranks within the range that it gives to these."""
        found = self.everything
        for side, ranks in enumerate(self.at_least):
            most = max(rank for rank, above in enumerate(ranks) if outcomes & above)
            found &= ranks[self.least(side, outcomes)] & ~ranks[most + 1]
        return found

    @functools.cache  # noqa: B019
    def preferences(self, taken: Taken) -> Hashable:
        """How all sides rank what can be added to what was taken."""
        ends = [at for at, o in enumerate(self.outcomes) if all(map(operator.ge, o, taken))]
        added = tuple(tuple(map(operator.sub, self.outcomes[at], taken)) for at in ends)
        columns = []
        for side in range(len(taken)):
            ranks = [self.rows[at][side] for at in ends]
            order = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
            columns.append(tuple(order[rank] for rank in ranks))
        return added, tuple(columns)
