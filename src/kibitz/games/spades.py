"""Spades: spades are trumps, and bids say how many tricks each hopes to take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.cards import SUIT_CARDS, Marks, Restrictions, TrickGame

SPADES = 0


@dataclass(frozen=True, repr=False)
class Spades(TrickGame):
    """Spades, 2 to 4 players; 4 play as partners unless teams say otherwise."""

    name: ClassVar[str] = "spades"
    seats: ClassVar[range] = range(2, 5)
    examples: ClassVar = (
        "spades(cards=4)",
        "spades(players=3,cards=4)",
        "spades(players=3,cards=4,bids=1/1/2,utility=mot,breaking=false)",
        "spades(players=2,cards=5)",
        "spades(cards=3,teams=none)",
    )

    players: int = 4
    breaking: bool = True
    """Spades may not be led before one was played, unless the leader has nothing else."""

    def trump_in(self, marks: Marks) -> int:
        return SPADES

    @property
    def usual_cards(self) -> int:
        """13 each; 17 with three players, where one card stays aside."""
        return 17 if self.players == 3 else 13

    @property
    def usual_teams(self) -> tuple[int, ...] | None:
        return (0, 1, 0, 1) if self.players == 4 else None

    @property
    def restrictions(self) -> Restrictions:
        spades = SUIT_CARDS[SPADES] if self.breaking else 0
        return Restrictions(closed=spades, breakers=spades)
