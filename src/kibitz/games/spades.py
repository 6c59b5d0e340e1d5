"""Spades: spades are trumps, and bids say how many tricks each hopes to take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from kibitz.cards import SUIT_CARDS, Card, Hand
from kibitz.trick_taking import Marks, TrickGame, TrickPosition

SPADES = 0
BROKEN: Marks = frozenset({"broken"})


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
    def mark_names(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("broken",) if self.breaking else ()

    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        if self.breaking and not position.table and position.marks != BROKEN:
            return cards & ~SUIT_CARDS[SPADES] or cards
        return cards

    def names_suits(self, marks: Marks) -> bool:
        return False

    def marks_after(self, position: TrickPosition, card: Card) -> Marks:
        return BROKEN if self.breaking and card.suit == SPADES else position.marks
