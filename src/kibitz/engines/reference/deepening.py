"""Where a search stops before the end: the axes `leaf` and `deepening`.

With a leaf, a search stops at a horizon, a number of plies away, and takes estimates of the
positions there as their values. Iterative deepening searches to a horizon of 1, 2, ...
plies, until none of the estimates was needed, so that the answer is exact, or until a
limit. The line of one horizon is tried first in the next; it decides no ties, so each
horizon has the value that a search to it alone would find.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.errors import TextError

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm

NO_HORIZON = 1 << 30
"""Beyond the end of any game."""


def horizons(algorithm: Algorithm, deepest: int | None) -> Iterator[int]:
    """How many plies to search, time after time."""
    if not algorithm.search.deepens:
        if deepest is not None and algorithm.search.anytime:
            raise TextError(f"expected a limit on nodes or seconds, not on depth: {algorithm}")
        if deepest is not None:
            raise TextError(f"expected a leaf=... for a limit on depth: {algorithm}")
        return iter((NO_HORIZON,))
    if algorithm.search.deepening == "none":
        if deepest is None:
            raise TextError(f"expected a limit on depth with deepening=none: {algorithm}")
        return iter((deepest,))
    return itertools.count(1) if deepest is None else iter(range(1, deepest + 1))


class Horizon:
    """How far a search may look, and whether it has seen estimates instead of ends."""

    def __init__(self, algorithm: Algorithm, deepest: int | None) -> None:
        self.horizons = horizons(algorithm, deepest)
        self.plies = NO_HORIZON
        self.stops_early = algorithm.search.deepens
        self.guesses = 0
        """How many answers so far rest on an estimate."""

    def __iter__(self) -> Iterator[int]:
        """Set one horizon after the other, as long as an estimate was needed."""
        for plies in self.horizons:
            self.plies, self.guesses = plies, 0
            yield plies
            if not self.guesses:
                return
