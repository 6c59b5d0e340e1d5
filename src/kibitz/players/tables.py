"""Tables of whole numbers with given sums of rows and columns: counted, and drawn by weight.

`Tables` is exact. `draw_worlds` draws the very worlds that `kernel/worlds.hpp` draws, for where
there is no kernel: the same numbers that look random, in the same order, and the same doubles.
"""

from __future__ import annotations

import bisect
import math
import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TypeAlias

from kibitz.cards import Card, Hand
from kibitz.engines.problem.chances import SplitMix
from kibitz.engines.problem.protocol import checkpoint

Weight: TypeAlias = int | float | Fraction
Counts: TypeAlias = tuple[int, ...]


def drawn(running: Sequence[Weight], stream: random.Random) -> int:
    """Which of some things is drawn, by their running weights; exactly, if these are whole."""
    total = running[-1]
    if type(total) is int:
        return bisect.bisect_right(running, stream.randrange(total))
    at: Weight = Fraction(stream.random()) if isinstance(total, Fraction) else stream.random()
    return min(bisect.bisect_right(running, at * total), len(running) - 1)


class Tables:
    """The tables of whole numbers with given sums of rows and columns, by weight.

    A table weighs the product over its cells of `weight ** cell` and, row after row, the number
    of ways to choose the cells from what is left of the columns.
    """

    def __init__(self, rows: Counts, columns: Counts, weights: Sequence[Sequence[Weight]]) -> None:
        self.rows, self.columns, self.weights = rows, columns, weights
        self._steps: dict[tuple[int, Counts], tuple[list[Counts], list[Weight]]] = {}
        self._totals: dict[tuple[int, Counts], Weight] = {}

    @property
    def total(self) -> Weight:
        """The weights of all tables together."""
        return self._total(0, self.columns)

    def _total(self, row: int, left: Counts) -> Weight:
        """The weights of all that can be done from a row on."""
        if row == len(self.rows):
            return int(not any(left))
        found = self._totals.get((row, left))
        if found is None:
            splits, running = self.steps(row, left)
            found = self._totals[row, left] = running[-1] if splits else 0
        return found

    def steps(self, row: int, left: Counts) -> tuple[list[Counts], list[Weight]]:
        """The ways to fill a row that lead somewhere, and their running weights."""
        found = self._steps.get((row, left))
        if found is None:
            checkpoint()
            splits: list[Counts] = []
            running: list[Weight] = []
            for split in self._fillings(row, left):
                weight = self._total(row + 1, tuple(map(int.__sub__, left, split)))
                weight = self._weighed(row, left, split, weight)
                if weight:
                    splits.append(split)
                    running.append(running[-1] + weight if running else weight)
            found = self._steps[row, left] = splits, running
        return found

    def _weighed(self, row: int, left: Counts, split: Counts, weight: Weight) -> Weight:
        """The weight of a row that is filled so, given that of all that can follow."""
        for column, cell in enumerate(split):
            if cell:
                weight *= math.comb(left[column], cell)
                weight *= self.weights[row][column] ** cell
        return weight

    def _fillings(self, row: int, left: Counts) -> Iterator[Counts]:
        """The ways to fill a row from what is left of the columns."""
        room = [
            count if weight else 0 for count, weight in zip(left, self.weights[row], strict=True)
        ]
        if row == len(self.rows) - 1:
            if room == list(left) and sum(left) == self.rows[row]:
                yield left
            return
        after = [sum(room[column + 1 :]) for column in range(len(room))]

        def fill(column: int, need: int) -> Iterator[Counts]:
            if column == len(room):
                yield ()
                return
            for cell in range(max(0, need - after[column]), min(room[column], need) + 1):
                for rest in fill(column + 1, need - cell):
                    yield (cell, *rest)

        if sum(room) >= self.rows[row]:
            yield from fill(0, self.rows[row])

    def draw(self, stream: random.Random) -> list[Counts]:
        """One table, as likely as its weight."""
        left, table = self.columns, []
        for row in range(len(self.rows)):
            splits, running = self.steps(row, left)
            split = splits[drawn(running, stream) if len(splits) > 1 else 0]
            table.append(split)
            left = tuple(map(int.__sub__, left, split))
        return table

    def __iter__(self) -> Iterator[list[Counts]]:
        """Every table that has a weight."""

        def fill(row: int, left: Counts) -> Iterator[list[Counts]]:
            if row == len(self.rows):
                yield []
                return
            for split in self.steps(row, left)[0]:
                for rest in fill(row + 1, tuple(map(int.__sub__, left, split))):
                    yield [split, *rest]

        return fill(0, self.columns) if self.total else iter(())


class Doubles(Tables):
    """The same in doubles, each rounded as in the kernel."""

    def _weighed(self, row: int, left: Counts, split: Counts, weight: Weight) -> Weight:
        whole = 1.0
        for each, most, cell in zip(self.weights[row], left, split, strict=True):
            ways = 1.0
            for one in range(1, cell + 1):
                ways *= float(each) * (most - one + 1) / one
            whole *= ways
        return whole * weight


def draw_worlds(
    kinds: Sequence[Sequence[Card]],
    rows: Counts,
    columns: Counts,
    weights: Sequence[Sequence[float]],
    by_holder: bool,
    number: int,
    seed: int,
) -> list[Hand]:
    """What the function of this name in the kernel says: world after world all hands."""
    stream, tables, found = SplitMix(seed), Doubles(rows, columns, weights), list[Hand]()
    stacks = [list(cards) for cards in kinds]  # which stay as they are shuffled
    for _ in range(number):
        checkpoint()
        table = tables.draw(stream)
        lengths = list(zip(*table, strict=True)) if by_holder else table
        hands = [0] * len(lengths[0])
        for cards, counts in zip(stacks, lengths, strict=True):
            for at in range(len(cards) - 1, 0, -1):
                other = stream.below(at + 1)
                cards[at], cards[other] = cards[other], cards[at]
            rest = iter(cards)
            for holder, count in enumerate(counts):
                for _ in range(count):
                    hands[holder] |= 1 << next(rest)
        found += hands
    return found
