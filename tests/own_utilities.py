"""Games of one's own in which other things are wanted than in those that come with Kibitz."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz import Card, TrickGame, TrumpGame, Utility
from kibitz.cards import RANKS, SUITS, hand_of, read_card

POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def more(taken: Sequence[int]) -> list[int]:
    """What was taken."""
    return list(taken)


def less(taken: Sequence[int]) -> list[int]:
    """What was taken is lost."""
    return [-own for own in taken]


def half(taken: Sequence[int]) -> list[int]:
    """Who has more than half of 120 points has won."""
    return [int(taken[0] > 60), int(taken[0] <= 60)]


@dataclass(frozen=True, repr=False)
class Alone(TrumpGame):
    """32 cards with 120 points, which are good; each for itself."""

    counts_tricks: ClassVar[bool] = False
    utility: Utility = Utility(more)  # noqa: RUF009
    trump: str = "C"

    @property
    def deck(self) -> int:
        return hand_of(read_card(suit + rank) for suit in SUITS for rank in RANKS[:8])

    def points(self, card: Card) -> int:
        return POINTS.get(str(card)[1], 0)


@dataclass(frozen=True, repr=False)
class Declarer(Alone):
    """The same for three, with two cards aside: player 0 against the others, as in Skat."""

    @property
    def usual_teams(self) -> tuple[int, ...]:
        return (0, 1, 1)


@dataclass(frozen=True, repr=False)
class Fewest(TrickGame):
    """Tricks are bad."""

    utility: Utility = Utility(less)  # noqa: RUF009


@dataclass(frozen=True, repr=False)
class Jack(Alone):
    """Points are bad, and the jack of diamonds takes ten away."""

    players: int = 4
    utility: Utility = Utility(less)  # noqa: RUF009

    def points(self, card: Card) -> int:
        return -10 if str(card) == "DJ" else super().points(card)
