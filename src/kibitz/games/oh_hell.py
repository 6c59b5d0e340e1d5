"""Oh Hell: take exactly the tricks that were bid; a card turned up after the deal is trump."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.cards import CARDS, NO_MARKS, SUITS, Card, Marks, TrickPosition, TrumpGame, read_card
from kibitz.errors import TextError, check_kind

TURNED = "turned="


@dataclass(frozen=True, repr=False)
class OhHell(TrumpGame):
    """Oh Hell, 3 to 7 players; the trump is named, or is the suit of a card turned up.

    The card turned up stays out of the hands and is a mark of the position, `turned=HQ`.
    Where all cards are dealt there is none to turn, and no trump.
    """

    name: ClassVar[str] = "oh_hell"
    seats: ClassVar[range] = range(3, 8)
    trumps: ClassVar[tuple[str, ...]] = (*SUITS, "none", "turned")
    examples: ClassVar = (
        "oh_hell(cards=4)",
        "oh_hell(cards=3,bids=1/0/2,utility=oh)",
        "oh_hell(cards=4,trump=H,bids=2/1/1,utility=oh)",
        "oh_hell(cards=3,trump=none)",
        "oh_hell(players=4,cards=3,bids=1/1/0/0,utility=wl)",
        "oh_hell(players=5,cards=2)",
    )

    trump: str = "turned"
    """The trump suit S, H, D or C, none, or that of the card turned up."""

    @property
    def usual_cards(self) -> int:
        """10 each, or with six and seven players as many as leave a card to turn: 8 and 7."""
        return min(10, (len(CARDS) - 1) // max(1, self.players))

    def trump_in(self, marks: Marks) -> int | None:
        return _suit_turned(marks) if self.trump == "turned" else super().trump_in(marks)

    def first_marks(self, left_over: Sequence[Card]) -> Marks:
        """The first card that was not dealt is turned up."""
        if self.trump != "turned" or not left_over:
            return NO_MARKS
        return frozenset({f"{TURNED}{left_over[0]}"})

    def parse(self, line: str) -> TrickPosition:
        """Read a position; the hands and the card turned up are a start position."""
        check_kind(line, str, "the text of a position")
        *fields, last = line.split() or [""]
        if last.startswith(TURNED):
            if len(fields) == self.players:
                fields += ["0", "-", ",".join("0" * self.players)]
            if "," not in last:
                last = f"{TURNED}{read_card(last.removeprefix(TURNED))}"
            line = " ".join([*fields, last])
        return super().parse(line)

    def check_marks(self, position: TrickPosition) -> None:
        """One card is turned up, if the trump comes from it and not all cards are dealt."""
        if self.trump != "turned":
            super().check_marks(position)
            return
        marks = sorted(position.marks)
        if not marks and self.hand_size * self.players == len(CARDS):
            return
        if len(marks) != 1 or not marks[0].startswith(TURNED):
            raise TextError(
                f"expected one card turned up, such as {TURNED}HQ, "
                f"or a game with trump=H or trump=none: {str(position)!r}"
            )
        card = read_card(marks[0].removeprefix(TURNED))
        if any(hand >> card & 1 for hand in position.hands) or card in position.table:
            raise TextError(f"expected each card once: {card} turned up in {str(position)!r}")
        held = sum(map(int.bit_count, position.hands)) + len(position.table)
        if held + self.players * sum(position.taken) == len(CARDS):
            raise TextError(f"expected no card turned up, since all are dealt: {str(position)!r}")


@functools.cache
def _suit_turned(marks: Marks) -> int | None:
    """The suit of the card turned up."""
    return next((read_card(mark.removeprefix(TURNED)).suit for mark in marks), None)
