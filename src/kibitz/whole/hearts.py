"""A whole game of Hearts: to 100 points, with passing and the moon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar

from kibitz.cards import TrickGame
from kibitz.errors import TextError
from kibitz.games.hearts import Hearts
from kibitz.whole.game import Sheet, WholeGame, check_players

PASSES = {3: (1, -1, 0), 4: (1, -1, 2, 0)}
"""How many seats to the left three cards go, hand by hand, and none in the last of them."""


@dataclass(frozen=True, repr=False)
class WholeHearts(WholeGame):
    """Hearts until somebody has 100 points; the fewest win."""

    name: ClassVar[str] = "whole-hearts"

    to: int = 100
    passes: bool = True
    moon: bool = True

    def __post_init__(self) -> None:
        check_players(self.players, range(3, 5), self.name)
        if self.to < 1:
            raise TextError(f"expected 1 point or more to play to: {self.to}")

    @property
    def goal(self) -> str:
        return f"Hearts until somebody has {self.to} points; the fewest points win"

    def hand(self, number: int) -> TrickGame:
        return Hearts(players=self.players, moon=self.moon)

    def passing(self, number: int) -> tuple[int, int]:
        cycle = PASSES[self.players]
        left = cycle[number % len(cycle)] if self.passes else 0
        return (3, left) if left else (0, 0)

    def score(
        self, bids: Sequence[int], taken: Sequence[int], side_of: Sequence[int], number: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        points = tuple(taken)
        if self.moon and 26 in points:
            points = tuple(0 if own == 26 else 26 for own in points)
        return points, (0,) * len(points)

    @property
    def limits(self) -> tuple[float, float]:
        return -inf, self.to

    def is_over(self, sheet: Sheet) -> bool:
        return max(sheet.points) >= self.to

    def scores(self, sheet: Sheet) -> tuple[int, ...]:
        """Points are bad."""
        return tuple(-own for own in sheet.points)
