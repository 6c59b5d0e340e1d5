"""A whole game of Oh Hell: hands that rise and fall, and ten points for the exact bid."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from kibitz import text
from kibitz.cards import TrickGame
from kibitz.errors import check_count
from kibitz.games.oh_hell import OhHell
from kibitz.scoring import Utility
from kibitz.whole.game import BidLaw, Sheet, WholeGame, check_players

EXACT = 10


def exact(tricks: Sequence[int], bids: Sequence[int]) -> tuple[int, ...]:
    """1 for each trick, and 10 for as many as were bid."""
    return tuple(t + EXACT * (t == b) for t, b in zip(tricks, bids, strict=True))


@dataclass(frozen=True, repr=False)
class WholeOhHell(WholeGame):
    """Oh Hell in hands of one card, two and so on, and back."""

    name: ClassVar[str] = "whole-oh-hell"
    bidding: ClassVar[bool] = True
    bid_law: ClassVar[BidLaw] = BidLaw(above=-0.2, spread=0.21)
    bids_tell: ClassVar[bool] = True

    most: int | None = None
    """Cards of the largest hand; none for as many as usual."""
    hands: Literal["rise-and-fall", "rise", "fall"] = "rise-and-fall"
    hook: bool = True
    """Whether the last bid must not make the bids add up to the tricks."""

    def __post_init__(self) -> None:
        check_players(self.players, range(3, 8), self.name)
        text.read_value(Literal["rise-and-fall", "rise", "fall"], self.hands, "hands")
        if self.most is not None:
            check_count(self.most, "card")
        OhHell(players=self.players, cards=self.most)

    @functools.cached_property
    def sizes(self) -> list[int]:
        """The cards of each hand."""
        most = OhHell(players=self.players, cards=self.most).hand_size
        rise = list(range(1, most + 1))
        fall = rise[::-1]
        return {"rise": rise, "fall": fall, "rise-and-fall": rise + fall[1:]}[self.hands]

    @property
    def goal(self) -> str:
        most = max(self.sizes)
        way = {
            "rise": f"1 to {most} cards",
            "fall": f"{most} cards down to 1",
            "rise-and-fall": f"1 to {most} cards and back",
        }[self.hands]
        return f"Oh Hell: hands of {way}"

    def kind(self, number: int) -> int:
        """By the number of cards."""
        return self.sizes[number]

    def hand(self, number: int) -> TrickGame:
        return OhHell(players=self.players, cards=self.sizes[number])

    def bids(self, game: TrickGame, made: Sequence[int | None]) -> tuple[int, ...]:
        allowed = super().bids(game, made)
        if self.hook and list(made).count(None) == 1:
            barred = game.most_tricks - sum(bid for bid in made if bid is not None)
            allowed = tuple(bid for bid in allowed if bid != barred)
        return allowed

    def with_bids(self, game: TrickGame, bids: tuple[int, ...]) -> TrickGame:
        return replace(game, bids=bids, utility=Utility(exact))

    def score(
        self, bids: Sequence[int], taken: Sequence[int], side_of: Sequence[int], number: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return exact(taken, bids), (0,) * len(taken)

    def is_over(self, sheet: Sheet) -> bool:
        return sheet.number >= len(self.sizes)
