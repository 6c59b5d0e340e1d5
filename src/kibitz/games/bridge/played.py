"""The play of a board as files have it: which card was whose, and where it stops to make sense.

Files write a trick in a line, with columns that begin at the seat of the first leader, or at the
leader of each trick, or they list cards as they were played. The deal says whose each card is, so
all of these read alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from kibitz.cards.deck import CARDS, Hand
from kibitz.games.bridge.seats import SEATS

ENDS = ("*", "-", "+", "--", "...")
"""What stands where a card was not played, or not yet."""
_REMARK = re.compile(r"=\d+=|\$\d+|\^\w")
_SUIT = 13
"""Cards of a suit."""
_NUMBERS = {
    spelling: int(card)
    for card in CARDS
    for name in {str(card), str(card).replace("T", "10")}
    for spelling in (name, name[1:] + name[0])
}


class Played(NamedTuple):
    """The cards in the order in which they were played."""

    cards: tuple[str, ...] = ()
    fault: str = ""
    """Why the rest of what a file says is left out; nothing if all was read."""
    winners: tuple[int, ...] = ()
    """Who won each trick that was played to its end."""


def rows(lines: Iterable[str]) -> Iterator[list[str]]:
    """The words of each trick, without notes and judgements; a comment may break its line."""
    words = (word.rstrip("!?") for line in lines for word in line.split())
    return in_order([word for word in words if not _REMARK.fullmatch(word) and word])


def in_order(cards: Sequence[str]) -> Iterator[list[str]]:
    """The tricks of cards that are listed as they were played."""
    return (list(cards[at : at + len(SEATS)]) for at in range(0, len(cards), len(SEATS)))


def owner_of(word: str, hands: Sequence[Hand]) -> int | None:
    """Who holds a card; None if nobody does, or if this is none."""
    card = _NUMBERS.get(word.upper())
    return None if card is None else _holder(card, hands)


def follow(
    tricks: Iterable[Sequence[str]],
    hands: Sequence[Hand],
    leader: int,
    trump: int,
    first: int,
) -> Played:
    """The cards of tricks, each given to its owner, as far as the rules allow them.

    `first` is the seat of the first column, `trump` the number of its suit or -1. A card that is
    not known ends the play: what follows cannot be told.
    """
    held, played, winners = list(hands), list[str](), list[int]()
    waiting = iter(tricks)
    for number, words in enumerate(waiting, start=1):
        owned, odd = _owned(words, held, first)
        led, best = -1, -1
        for seat in [(leader + place) % len(SEATS) for place in range(len(SEATS))]:
            card = owned.get(seat)
            if card is None or not _follows(card, led, held[seat]):
                if card is not None:
                    odd = [str(CARDS[card])]
                elif not odd:
                    odd = _in_column(words, seat - first, owned.values())
                if odd:
                    expected = f"expected a legal card of {SEATS[seat]} in trick {number}"
                    return Played(tuple(played), f"{expected}: {odd[0]!r}", tuple(winners))
                lost = len(owned) + sum(_number(word) >= 0 for row in waiting for word in row)
                why = _left_out(lost, SEATS[seat], number)
                return Played(tuple(played), why, tuple(winners))
            del owned[seat]
            held[seat] &= ~(1 << card)
            played.append(str(CARDS[card]))
            if best < 0 or _beats(card, best, trump):
                best, leader = card, seat
            led = card // _SUIT if led < 0 else led
        winners.append(leader)
    return Played(tuple(played), "", tuple(winners))


def _owned(
    words: Sequence[str], held: Sequence[Hand], first: int
) -> tuple[dict[int, int], list[str]]:
    """The card of each player in a trick, and words that are nobody's card.

    If two are of one player, the one in the player's own column is taken.
    """
    owned: dict[int, int] = {}
    odd: list[str] = []
    places: dict[int, int] = {}
    for at, word in enumerate(words):
        if word in ENDS or not word:
            continue
        card = _number(word)
        seat = None if card < 0 else _holder(card, held)
        if seat is None:
            odd.append(word)
        elif seat not in owned:
            owned[seat], places[seat] = card, at
        elif seat == (first + at) % len(SEATS):
            odd.append(words[places[seat]])
            owned[seat], places[seat] = card, at
        else:
            odd.append(word)
    return owned, odd


def _in_column(words: Sequence[str], column: int, left: Collection[int]) -> list[str]:
    """The card where that of a seat should stand, if it is one that has not been played."""
    return [word for word in words[column % len(SEATS) :][:1] if _number(word) in left]


def _number(word: str) -> int:
    """The number of a card, -1 if this is none."""
    return _NUMBERS.get(word.upper(), -1)


def _holder(card: int, hands: Sequence[Hand]) -> int | None:
    return next((seat for seat, hand in enumerate(hands) if hand >> card & 1), None)


def _follows(card: int, led: int, hand: Hand) -> bool:
    """Whether a card follows suit, or its hand has none of the suit led."""
    return led < 0 or card // _SUIT == led or not hand >> led * _SUIT & (1 << _SUIT) - 1


def _beats(card: int, best: int, trump: int) -> bool:
    if card // _SUIT == best // _SUIT:
        return card < best
    return card // _SUIT == trump


def _left_out(lost: int, seat: str, trick: int) -> str:
    if not lost:
        return ""
    cards = "1 card is" if lost == 1 else f"{lost} cards are"
    return f"{cards} left out, since that of {seat} in trick {trick} is not known"
