"""Deals in Portable Bridge Notation, as in its tag Deal.

A deal is the seat of the first hand, a colon, and four hands clockwise from there, each
`S.H.D.C` as in our own texts. The seats N E S W are players 0 to 3:

    W:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K

Hands may be short, for endings. A deal says nothing of trump, leader and tricks taken.
"""

from __future__ import annotations

from kibitz.cards.deck import CARDS, Hand, read_hand, write_hand
from kibitz.cards.position import TrickPosition
from kibitz.errors import TextError

SEATS = "NESW"


def read_deal(deal: str) -> tuple[Hand, ...]:
    """The hands of a deal, North first; lower case will do."""
    first, colon, hands = deal.strip().upper().partition(":")
    fields = hands.split()
    if not colon or len(first) != 1 or first not in SEATS or len(fields) != len(SEATS):
        raise TextError(f"expected a seat of {SEATS}, a colon and four hands: {deal!r}")
    if "-" in fields:
        raise TextError(f"expected all four hands, none hidden as '-': {deal!r}")
    at = SEATS.index(first)
    clockwise = [read_hand(field) for field in fields]
    for card in CARDS:
        if sum(hand >> card & 1 for hand in clockwise) > 1:
            raise TextError(f"expected each card once: {card} in {deal!r}")
    return tuple(clockwise[seat - at] for seat in range(len(SEATS)))


def write_deal(position: TrickPosition, first: str = "N") -> str:
    """The deal that `read_deal` reads, from a position of four players between two tricks."""
    if len(position.hands) != len(SEATS) or position.table:
        raise TextError(f"expected four hands and no card on the table: {str(position)!r}")
    if len(first) != 1 or first not in SEATS:
        raise TextError(f"expected a seat of {SEATS} to begin with: {first!r}")
    at = SEATS.index(first)
    hands = [*position.hands[at:], *position.hands[:at]]
    return f"{first}:{' '.join(map(write_hand, hands))}"
