"""The outcomes of a trick game as bits, and which of them are still possible later."""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Hashable, Iterator, Sequence
from math import comb

from kibitz.game import Payoffs
from kibitz.leaf_table import OutcomeSet

Taken = tuple[int, ...]

MOST_COMPARED = 256
"""Continuations of a vector are compared with those of others up to this many, to save memory."""
MOST_FILLED = 7424
"""The largest grid that is filled up with every way to share out; the kernel has room for it."""
KEPT = 1 << 14
"""How many results each cache keeps."""


class Grid:
    """The outcomes of a root as bits, by their numbers in the leaf-value table.

    If each side's rank depends only on what it takes itself, and there are too many outcomes to
    compare, the grid also holds the other ways to share out, even though no play leads to them.
    Then what can be added to a vector depends only on how much is left.
    """

    def __init__(
        self, outcomes: Sequence[Taken], rows: Sequence[Payoffs], boxes: bool = True
    ) -> None:
        self.real = frozenset(outcomes)
        """The outcomes that play can reach."""
        if boxes and len(outcomes) > MOST_COMPARED:
            outcomes, rows = filled(outcomes, rows)
        self.outcomes, self.rows = outcomes, rows
        self.complete = len(outcomes) == shares(outcomes)
        large = boxes and self.complete and len(outcomes) > MOST_COMPARED
        self.boxed = large and by_own(outcomes, rows) is not None
        """Whether large sets are boxes: everything between each side's least and most."""
        self.number = {outcome: at for at, outcome in enumerate(outcomes)}
        self.everything: OutcomeSet = (1 << len(outcomes)) - 1
        self.at_least = [self._at_least(side) for side in range(len(outcomes[0]))]
        """For each side and rank, the outcomes that this side ranks at least that high."""
        self.alike: dict[Payoffs, OutcomeSet] = {}
        """For each vector of payoffs, the outcomes that have it."""
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
        """The set with just this outcome."""
        return 1 << self.number[outcome]

    def members(self, outcomes: OutcomeSet) -> tuple[Taken, ...]:
        """The outcomes of a set that play can reach."""
        found = (o for at, o in enumerate(self.outcomes) if outcomes >> at & 1)
        return tuple(o for o in found if o in self.real)

    @functools.lru_cache(KEPT)  # noqa: B019
    def ends(self, taken: Taken) -> tuple[int, ...]:
        """The numbers of the outcomes in which every side has at least what it has taken."""
        return tuple(at for at, o in enumerate(self.outcomes) if all(map(operator.ge, o, taken)))

    @functools.lru_cache(KEPT)  # noqa: B019
    def from_here(self, taken: Taken) -> OutcomeSet:
        """The outcomes in which every side has at least what it has taken."""
        return _bits(self.ends(taken))

    def is_wide(self, taken: Taken) -> bool:
        """Whether sets of outcomes from here on are boxes."""
        return self.boxed and len(self.ends(taken)) > MOST_COMPARED

    def box(self, outcomes: OutcomeSet) -> OutcomeSet:
        """The smallest box that contains these outcomes."""
        return self.range_of(outcomes) if outcomes else 0

    @functools.lru_cache(KEPT)  # noqa: B019
    def side_from(self, side: int, tricks: int) -> OutcomeSet:
        """The outcomes in which a side has at least this many."""
        return _bits([at for at, o in enumerate(self.outcomes) if o[side] >= tricks])

    def moved(self, outcomes: OutcomeSet, before: Taken, now: Taken) -> OutcomeSet:
        """The outcomes that add to `now` what the given outcomes add to `before`."""
        if before == now:
            return outcomes
        pairs = zip(self.ends(before), self.ends(now), strict=True)
        return _bits([to for at, to in pairs if outcomes >> at & 1])

    def one_class(self, outcomes: OutcomeSet) -> bool:
        """Whether all these outcomes have the same payoffs."""
        first = (outcomes & -outcomes).bit_length() - 1
        return not outcomes or not outcomes & ~self.alike[self.rows[first]]

    def certain(self, outcomes: OutcomeSet, sure: OutcomeSet) -> OutcomeSet:
        """The outcomes with payoffs of one that is sure; all, if their payoffs are the same."""
        if self.one_class(outcomes):
            return outcomes
        alike = (each for each in self.alike.values() if each & sure)
        return functools.reduce(operator.or_, alike, 0) & outcomes

    def least(self, side: int, outcomes: OutcomeSet) -> int:
        """The lowest rank that this side gives to any of these outcomes."""
        ranks = self.at_least[side]
        low, high = 0, len(ranks) - 2
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (low, middle - 1) if outcomes & ~ranks[middle] else (middle, high)
        return low

    def range_of(self, outcomes: OutcomeSet) -> OutcomeSet:
        """All outcomes that every side ranks within its range for the given outcomes."""
        found = self.everything
        for side, ranks in enumerate(self.at_least):
            most = max(rank for rank, above in enumerate(ranks) if outcomes & above)
            found &= ranks[self.least(side, outcomes)] & ~ranks[most + 1]
        return found

    @functools.lru_cache(KEPT)  # noqa: B019
    def preferences(self, taken: Taken) -> Hashable:
        """How all sides rank what can be added to what was taken; if that is too long, `taken`.

        But if every way to share out is an outcome, and each side ranks the outcomes from here on
        only by what it takes itself, then how much is left is enough.
        """
        ends = self.ends(taken)
        if len(ends) > MOST_COMPARED:
            outcomes, rows = [[each[at] for at in ends] for each in (self.outcomes, self.rows)]
            wants = by_own(outcomes, rows) if self.complete else None
            return taken if wants is None else (len(ends), wants)
        added = tuple(tuple(map(operator.sub, self.outcomes[at], taken)) for at in ends)
        columns = []
        for side in range(len(taken)):
            ranks = [self.rows[at][side] for at in ends]
            order = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
            columns.append(tuple(order[rank] for rank in ranks))
        return added, tuple(columns)


def by_own(outcomes: Sequence[Taken], rows: Sequence[Payoffs]) -> tuple[bool, ...] | None:
    """Whether each side wants more, if all rank strictly by what they take themselves."""
    wants = []
    for side in range(len(outcomes[0])):
        pairs = sorted(
            {(outcome[side], row[side]) for outcome, row in zip(outcomes, rows, strict=True)}
        )
        steps = [
            (more - less, high - low) for (less, low), (more, high) in itertools.pairwise(pairs)
        ]
        up = all(high > 0 for _, high in steps)
        if not all(more for more, _ in steps) or not (up or all(high < 0 for _, high in steps)):
            return None
        wants.append(up)
    return tuple(wants)


def shares(outcomes: Sequence[Taken]) -> int:
    """The number of ways to share out the same total, if each side has its least."""
    sides = len(outcomes[0])
    return comb(
        sum(outcomes[0]) - sum(map(min, zip(*outcomes, strict=True))) + sides - 1, sides - 1
    )


def filled(
    outcomes: Sequence[Taken], rows: Sequence[Payoffs]
) -> tuple[Sequence[Taken], Sequence[Payoffs]]:
    """Every way to share out, with ranks, if sides rank by their own; else the same outcomes."""
    if not len(outcomes) < shares(outcomes) <= MOST_FILLED:
        return outcomes, rows
    wants = by_own(outcomes, rows)
    if wants is None:
        return outcomes, rows
    least = tuple(map(min, zip(*outcomes, strict=True)))
    left = sum(outcomes[0]) - sum(least)
    every = list(_ways(least, left))
    ranks = [
        tuple(
            own - low if up else low + left - own
            for own, low, up in zip(outcome, least, wants, strict=True)
        )
        for outcome in every
    ]
    return every, ranks


def _ways(least: Taken, left: int) -> Iterator[Taken]:
    """Every way to share `left` among sides that already have `least`, in order."""
    if len(least) == 1:
        yield (least[0] + left,)
        return
    for more in range(left + 1):
        for rest in _ways(least[1:], left - more):
            yield (least[0] + more, *rest)


def _bits(places: Sequence[int]) -> OutcomeSet:
    """The set of these numbers, as bits."""
    found = bytearray((places[-1] >> 3) + 1 if places else 0)
    for place in places:
        found[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(found, "little")
