"""The outcomes of a position of a trick game as bits, and what is left of them later."""

from __future__ import annotations

import functools
import operator
from collections.abc import Hashable, Sequence

from kibitz.game import Payoffs
from kibitz.leaf_table import OutcomeSet

Taken = tuple[int, ...]

MOST_COMPARED = 256
"""Outcomes from a vector on that are compared with those from others; to keep more takes memory."""
KEPT = 1 << 14
"""How many vectors are remembered."""


class Grid:
    """The outcomes of a root as bits, by their numbers in the leaf-value table."""

    def __init__(self, outcomes: Sequence[Taken], rows: Sequence[Payoffs]) -> None:
        self.outcomes, self.rows = outcomes, rows
        self.number = {outcome: at for at, outcome in enumerate(outcomes)}
        self.everything: OutcomeSet = (1 << len(outcomes)) - 1
        self.at_least = [self._at_least(side) for side in range(len(outcomes[0]))]
        """For each side and rank, the outcomes that the side ranks there or higher."""
        self.alike: dict[Payoffs, OutcomeSet] = {}
        """All that have the same payoffs."""
        for at, row in enumerate(rows):
            self.alike[row] = self.alike.get(row, 0) | 1 << at

    def _at_least(self, side: int) -> list[OutcomeSet]:
        ranks = [0] * (max(row[side] for row in self.rows) + 2)
        for at, row in enumerate(self.rows):
            ranks[row[side]] |= 1 << at
        for rank in reversed(range(len(ranks) - 1)):
            ranks[rank] |= ranks[rank + 1]
        return ranks

    def one(self, outcome: Taken) -> OutcomeSet:
        """The set of one outcome."""
        return 1 << self.number[outcome]

    def members(self, outcomes: OutcomeSet) -> tuple[Taken, ...]:
        """The outcomes of a set."""
        return tuple(o for at, o in enumerate(self.outcomes) if outcomes >> at & 1)

    @functools.lru_cache(KEPT)  # noqa: B019
    def ends(self, taken: Taken) -> tuple[int, ...]:
        """The numbers of the outcomes in which nobody has less than this."""
        return tuple(at for at, o in enumerate(self.outcomes) if all(map(operator.ge, o, taken)))

    @functools.lru_cache(KEPT)  # noqa: B019
    def from_here(self, taken: Taken) -> OutcomeSet:
        """The outcomes in which nobody has less than this."""
        return _bits(self.ends(taken))

    @functools.lru_cache(KEPT)  # noqa: B019
    def side_from(self, side: int, tricks: int) -> OutcomeSet:
        """The outcomes in which a side has as many or more."""
        return _bits([at for at, o in enumerate(self.outcomes) if o[side] >= tricks])

    def moved(self, outcomes: OutcomeSet, before: Taken, now: Taken) -> OutcomeSet:
        """Outcomes that add to what was taken as much as these did before."""
        if before == now:
            return outcomes
        pairs = zip(self.ends(before), self.ends(now), strict=True)
        return _bits([to for at, to in pairs if outcomes >> at & 1])

    def one_class(self, outcomes: OutcomeSet) -> bool:
        """Whether all of them have the same payoffs."""
        first = (outcomes & -outcomes).bit_length() - 1
        return not outcomes or not outcomes & ~self.alike[self.rows[first]]

    def least(self, side: int, outcomes: OutcomeSet) -> int:
        """The lowest rank that the side gives any of these."""
        ranks = self.at_least[side]
        low, high = 0, len(ranks) - 2
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (low, middle - 1) if outcomes & ~ranks[middle] else (middle, high)
        return low

    def range_of(self, outcomes: OutcomeSet) -> OutcomeSet:
        """All outcomes that each side ranks within the range that it gives to these."""
        found = self.everything
        for side, ranks in enumerate(self.at_least):
            most = max(rank for rank, above in enumerate(ranks) if outcomes & above)
            found &= ranks[self.least(side, outcomes)] & ~ranks[most + 1]
        return found

    @functools.lru_cache(KEPT)  # noqa: B019
    def preferences(self, taken: Taken) -> Hashable:
        """How all sides rank what can be added to what was taken; if that is much, the latter."""
        ends = self.ends(taken)
        if len(ends) > MOST_COMPARED:
            return taken
        added = tuple(tuple(map(operator.sub, self.outcomes[at], taken)) for at in ends)
        columns = []
        for side in range(len(taken)):
            ranks = [self.rows[at][side] for at in ends]
            order = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
            columns.append(tuple(order[rank] for rank in ranks))
        return added, tuple(columns)


def _bits(places: Sequence[int]) -> OutcomeSet:
    """The set of these numbers."""
    found = bytearray((places[-1] >> 3) + 1 if places else 0)
    for place in places:
        found[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(found, "little")
