"""A whole game of Spades: to 500 points, or any score; bags, and nil as an option."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from kibitz.cards import TrickGame, TrickPosition
from kibitz.errors import TextError
from kibitz.games.spades import Spades
from kibitz.matches.whole import Sheet, WholeGame, check_players
from kibitz.scoring import Utility

BAGS = 10
"""So many overtricks cost `PENALTY`."""
PENALTY = 100
NIL = 100
LOST = -200
"""Who falls so low has lost."""


def contract(tricks: Sequence[int], bids: Sequence[int]) -> tuple[int, ...]:
    """10 b - 9 over if t >= b, else -10 b: the score of a hand, a bag as a tenth of its penalty."""
    each = PENALTY // BAGS - 1
    return tuple(
        10 * b - each * (t - b) if t >= b else -10 * b for t, b in zip(tricks, bids, strict=True)
    )


@dataclass(frozen=True, repr=False)
class WholeSpades(WholeGame):
    """Spades to 500 points; four play as partners, unless `alone`."""

    name: ClassVar[str] = "whole-spades"
    bidding: ClassVar[bool] = True

    to: int = 500
    nil: bool = False
    """Whether a bid of 0 is worth 100, or costs 100 if a trick is taken."""
    alone: bool = False
    breaking: bool = True

    def __post_init__(self) -> None:
        check_players(self.players, range(2, 5), self.name)
        if self.to < 1:
            raise TextError(f"expected 1 point or more to play to: {self.to}")

    def hand(self, number: int) -> TrickGame:
        teams = () if self.alone else None
        return Spades(players=self.players, breaking=self.breaking, teams=teams)

    def with_bids(self, game: TrickGame, bids: tuple[int, ...]) -> TrickGame:
        return replace(game, bids=bids, utility=Utility(contract))

    def scored(self, sheet: Sheet, hand: TrickPosition) -> Sheet:
        game = hand.game
        bids, taken = game.bids or (), hand.taken
        points, bags = list(sheet.points), list(sheet.bags)
        nils = [self.nil and bid == 0 for bid in bids]
        for seat, is_nil in enumerate(nils):
            if is_nil:
                points[game.side(seat)] += -NIL if taken[seat] else NIL
                bags[game.side(seat)] += taken[seat]
                points[game.side(seat)] += taken[seat]
        for side in range(game.sides):
            seats = [p for p in range(self.players) if game.side(p) == side and not nils[p]]
            bid, tricks = sum(bids[p] for p in seats), sum(taken[p] for p in seats)
            if not seats:
                continue
            if tricks < bid:
                points[side] -= 10 * bid
            else:
                points[side] += 10 * bid + tricks - bid
                bags[side] += tricks - bid
        for side in range(game.sides):
            points[side] -= PENALTY * (bags[side] // BAGS)
            bags[side] %= BAGS
        return Sheet(sheet.number + 1, tuple(points), tuple(bags))

    def is_over(self, sheet: Sheet) -> bool:
        return max(sheet.points) >= self.to or min(sheet.points) <= LOST
