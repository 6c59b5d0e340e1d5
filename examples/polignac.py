"""Polignac, a trick-taking game of your own: `kibitz check "polignac:Polignac(cards=4)"`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz import Card, TrickGame, Utility
from kibitz.cards import RANKS, SUITS, hand_of, read_card


def few(points: Sequence[int]) -> list[int]:
    """As few points as can be."""
    return [-own for own in points]


@dataclass(frozen=True)
class Polignac(TrickGame):
    """Polignac: 32 cards, no trumps; a jack costs a point, the jack of spades two."""

    counts_tricks: ClassVar[bool] = False
    players: int = 4
    utility: Utility = Utility(few)  # noqa: RUF009

    @property
    def deck(self) -> int:
        return hand_of(read_card(suit + rank) for suit in SUITS for rank in RANKS[:8])

    def points(self, card: Card) -> int:
        return {"SJ": 2, "HJ": 1, "DJ": 1, "CJ": 1}.get(str(card), 0)
