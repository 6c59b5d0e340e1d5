"""A whole game of Spades: to 500 points, or any score; bags, and nil as an option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from kibitz.cards import TrickGame
from kibitz.errors import TextError
from kibitz.games.spades import Spades
from kibitz.scoring import Utility
from kibitz.whole.game import BidLaw, Sheet, WholeGame, check_players

BAGS = 10
"""This many overtricks cost `PENALTY`."""
PENALTY = 100
NIL = 100
LOST = -200
"""A side that falls this low has lost."""


def contract(tricks: Sequence[int], bids: Sequence[int]) -> tuple[int, ...]:
    """10 b - 9 over if t >= b, else -10 b: the score of a hand, a bag as a tenth of its penalty."""
    each = PENALTY // BAGS - 1
    return tuple(
        10 * b - each * (t - b) if t >= b else -10 * b for t, b in zip(tricks, bids, strict=True)
    )


def nil_or_contract(tricks: Sequence[int], bids: Sequence[int]) -> tuple[int, ...]:
    """The same, with 100 for a bid of 0 that is made, and 100 lost for one that is not."""
    usual = contract(tricks, bids)
    return tuple(
        own if b else own + (-NIL if t else NIL)
        for own, t, b in zip(usual, tricks, bids, strict=True)
    )


@dataclass(frozen=True, repr=False)
class WholeSpades(WholeGame):
    """Spades to 500 points; four play as partners, unless `alone`."""

    name: ClassVar[str] = "whole-spades"
    bidding: ClassVar[bool] = True
    bid_law: ClassVar[BidLaw] = BidLaw(steep=0.62, above=0.1, spread=0.2)
    played_for: ClassVar[Literal["hand", "game"]] = "game"
    fine: ClassVar[tuple[int, int]] = PENALTY, BAGS

    to: int = 500
    nil: bool = False
    """Whether a bid of 0 is worth 100, or costs 100 if a trick is taken."""
    alone: bool = False
    breaking: bool = True

    def __post_init__(self) -> None:
        check_players(self.players, range(2, 5), self.name)
        if self.to < 1:
            raise TextError(f"expected 1 point or more to play to: {self.to}")

    @property
    def goal(self) -> str:
        return f"Spades to {self.to} points"

    @property
    def like(self) -> str:
        return f"{super().like} alone" if self.alone and self.players == 4 else super().like

    def hand(self, number: int) -> TrickGame:
        teams = () if self.alone else None
        return Spades(players=self.players, breaking=self.breaking, teams=teams)

    def with_bids(self, game: TrickGame, bids: tuple[int, ...]) -> TrickGame:
        # An outcome has the tricks of a side, not who of two partners took them.
        counts_nil = self.nil and game.sides == game.players
        return replace(
            game, bids=bids, utility=Utility(nil_or_contract if counts_nil else contract)
        )

    def score(
        self, bids: Sequence[int], taken: Sequence[int], side_of: Sequence[int], number: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        sides = max(side_of) + 1
        points, bags = [0] * sides, [0] * sides
        bid, tricks, plays = [0] * sides, [0] * sides, [False] * sides
        for side, own, took in zip(side_of, bids, taken, strict=True):
            if self.nil and own == 0:
                points[side] += (-NIL if took else NIL) + took
                bags[side] += took
            else:
                bid[side] += own
                tricks[side] += took
                plays[side] = True
        for side in range(sides):
            over = tricks[side] - bid[side]
            if plays[side] and over >= 0:
                points[side] += 10 * bid[side] + over
                bags[side] += over
            elif plays[side]:
                points[side] -= 10 * bid[side]
        return tuple(points), tuple(bags)

    def added(self, sheet: Sheet, points: Sequence[int], bags: Sequence[int]) -> Sheet:
        """Every ten bags cost their penalty, and the rest of them stays."""
        after = super().added(sheet, points, bags)
        if max(after.bags) < BAGS:
            return after
        lost = [PENALTY * (own // BAGS) for own in after.bags]
        return Sheet(
            after.number,
            tuple(map(int.__sub__, after.points, lost)),
            tuple(own % BAGS for own in after.bags),
        )

    @property
    def limits(self) -> tuple[float, float]:
        return LOST, self.to

    def is_over(self, sheet: Sheet) -> bool:
        return max(sheet.points) >= self.to or min(sheet.points) <= LOST
