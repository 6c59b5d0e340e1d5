"""Deals as Portable Bridge Notation writes them, with all hands or with those that are known."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz.cards.deck import CARDS, Hand, read_hand, write_hand
from kibitz.cards.position import TrickPosition
from kibitz.errors import TextError
from kibitz.games.bridge.seats import SEATS, is_seat

HIDDEN = "-"
"""A hand that is not known."""


def read_deal(deal: str) -> tuple[Hand, ...]:
    """The hands of a deal, North first; lower case will do."""
    known = known_hands(deal)
    if len(known) != len(SEATS):
        raise TextError(f"expected all four hands, none hidden as '-': {deal!r}")
    return tuple(known[seat] for seat in SEATS)


def known_hands(deal: str) -> Mapping[str, Hand]:
    """The hands of a deal by their seats, without those that are hidden as `-`.

    >>> from kibitz.games.bridge.deals import known_hands
    >>> list(known_hands("E:AK... - 32... -"))
    ['E', 'W']
    """
    first, colon, hands = deal.strip().partition(":")
    fields = hands.split()
    if not colon or not is_seat(first) or len(fields) != len(SEATS):
        raise TextError(f"expected a seat of {SEATS}, a colon and four hands: {deal!r}")
    at = SEATS.index(first.upper())
    seats = (SEATS[(at + place) % len(SEATS)] for place in range(len(SEATS)))
    known = {
        seat: read_hand(field) for seat, field in zip(seats, fields, strict=True) if field != HIDDEN
    }
    seen = twice = 0
    for hand in known.values():
        twice |= seen & hand
        seen |= hand
    for card in CARDS if twice else ():
        if twice >> card & 1:
            raise TextError(f"expected each card once: {card} in {deal!r}")
    return known


def write_deal(position: TrickPosition, first: str = "N") -> str:
    """The deal that `read_deal` reads, from a position of four players between two tricks."""
    if len(position.hands) != len(SEATS) or position.table:
        raise TextError(f"expected four hands and no card on the table: {str(position)!r}")
    if len(first) != 1 or first not in SEATS:
        raise TextError(f"expected a seat of {SEATS} to begin with: {first!r}")
    at = SEATS.index(first)
    hands = [*position.hands[at:], *position.hands[:at]]
    return f"{first}:{' '.join(map(write_hand, hands))}"
