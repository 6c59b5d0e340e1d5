"""What sides want: whether a side does better with more than it has taken, by its payoffs.

Tricks are mostly good and points in Hearts bad, but that is for the utility to say: above a bid
a trick may cost something, in other games points win. So the payoffs are asked, side by side
and amount by amount, with what a side does not take shared out among the others in a few ways.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from kibitz.errors import GameError

if TYPE_CHECKING:
    from kibitz.cards.game import TrickGame

Counts: TypeAlias = tuple[int, ...]

MOST_STEPS = 512
"""The most amounts to try for a side; if there are more points, some are skipped."""


class Wanted(NamedTuple):
    """Whether more is better: for each side by what it has taken, from the least in steps."""

    least: int
    step: int
    rows: tuple[tuple[bool, ...], ...]

    def more(self, side: int, taken: int) -> bool:
        """Whether a side that has taken this much wants more."""
        row = self.rows[side]
        return row[min(max(0, taken - self.least) // self.step, len(row) - 1)]


def wanted(game: TrickGame) -> Wanted:
    """What the sides of a game want.

    More is better if the next amount that is worth something else is worth more: on the way to a
    bid every trick helps. Where no further amount is worth anything else, no more is wanted.
    """
    least, step, rows = _by_side(game)
    return Wanted(least, step, tuple(rows))


def all_want_more(game: TrickGame) -> bool:
    """Whether each side wants more while it has taken nothing."""
    least, step, rows = _by_side(game)
    return all(Wanted(least, step, (row,)).more(0, 0) for row in rows)


def _by_side(game: TrickGame) -> tuple[int, int, Iterator[tuple[bool, ...]]]:
    """What `Wanted` is made of, side by side."""
    units = game.units
    least, most = sum(unit for unit in units if unit < 0), sum(unit for unit in units if unit > 0)
    step = 1 + (most - least) // MOST_STEPS
    amounts = range(least, most + 1, step)
    shares = [list(_shares(sum(units) - amount, game)) for amount in amounts]
    rows = (
        tuple(_rises([*map(functools.partial(_worth, game, side), amounts, shares)]))
        for side in range(game.sides)
    )
    return least, step, rows


def _rises(worth: Sequence[int | None]) -> Iterator[bool]:
    """For each number whether the next one that differs is higher."""
    found: list[bool] = []
    after: int | None = None
    rises = False
    for one in reversed(worth):
        if one is not None and after is not None and one != after:
            rises = after > one
        if one is not None:
            after = one
        found.append(rises)
    return reversed(found)


def _worth(game: TrickGame, side: int, own: int, shares: Sequence[Counts]) -> int | None:
    """What a side's payoffs come to if it ends with this much; none if the utility cannot tell."""
    try:
        return sum(game.payoffs((*others[:side], own, *others[side:]))[side] for others in shares)
    except GameError:  # an outcome that cannot be
        return None


def _shares(rest: int, game: TrickGame) -> Iterator[Counts]:
    """A few ways to share out the rest: alike, and one with most, the next with less, in turn.

    Where there are bids, payoffs hang on them more than on who else took what: alike will do.
    """
    others = game.sides - 1
    yield _shared(rest, [1] * others)
    for first in range(others) if others > 1 and game.bids is None else ():
        yield _shared(rest, [(at - first) % others + 1 for at in range(others)])


def _shared(rest: int, parts: Sequence[int]) -> Counts:
    """A number in whole parts that are about in proportion to these."""
    whole, before, found = sum(parts), 0, []
    for part in parts:
        found.append(rest * (before + part) // whole - rest * before // whole)
        before += part
    return tuple(found)
