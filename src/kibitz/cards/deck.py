"""Cards, hands and who wins a trick.

Suits stand in the order S H D C, ranks from A down to 2. A card is its number in that
order, 0 for SA to 51 for C2, so that sorting cards lists them as the definitions do:
a smaller number in the same suit is a higher card. A hand is a set of cards in the bits
of one int, card number by bit number, and is written `S.H.D.C`: `AK..T2.` holds SA SK DT D2.
Lower case, and 10 for T, are read as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Self

from kibitz.errors import TextError

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SYMBOLS = "♠♥♦♣"

Hand = int


class Card(int):
    """A card: an int from 0 (SA) to 51 (C2) that prints as suit and rank: `Card("SA")`.

    >>> queen = kibitz.Card("SQ")
    >>> queen, int(queen), queen.suit, queen.rank
    (SQ, 2, 0, 2)
    """

    __slots__ = ()

    def __new__(cls, card: int | str) -> Self:
        """The card of a number, or of a text such as `SA`."""
        number = read_card(card) if isinstance(card, str) else card
        if not isinstance(number, int) or not 0 <= number < 52:
            raise TextError(f"expected a card, 0 to 51: {number!r}")
        return super().__new__(cls, number)

    @property
    def suit(self) -> int:
        """0 to 3 for S H D C."""
        return self // 13

    @property
    def rank(self) -> int:
        """0 for the ace to 12 for the deuce."""
        return self % 13

    def __str__(self) -> str:
        return SUITS[self // 13] + RANKS[self % 13]

    __repr__ = __str__


CARDS = tuple(Card(number) for number in range(52))
SUIT_CARDS: tuple[Hand, ...] = tuple(0x1FFF << 13 * suit for suit in range(4))
_BY_NAME = {
    name: card
    for card in CARDS
    for suit in (str(card)[0], str(card)[0].lower())
    for rank in (str(card)[1], str(card)[1].lower())
    for name in (suit + rank, rank + suit)
}


def read_card(text: str) -> Card:
    """Read a card such as `SA`, `HT`, `h10` or `d2`; the rank may come first, as in `10h`."""
    card = _BY_NAME.get(text.replace("10", "T"))
    if card is None:
        raise TextError(f"expected a card, suit of {SUITS} then rank of {RANKS}: {text!r}")
    return card


def listed(hand: Hand) -> Iterator[Card]:
    """The cards of a hand, suits S H D C and from high to low."""
    while hand:
        lowest_bit = hand & -hand
        yield CARDS[lowest_bit.bit_length() - 1]
        hand ^= lowest_bit


def hand_of(cards: Iterable[int]) -> Hand:
    """The hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def read_hand(text: str) -> Hand:
    """Read a hand such as `AK..T2.`."""
    suits = text.split(".")
    if len(suits) != 4:
        raise TextError(f"expected a hand S.H.D.C with three dots: {text!r}")
    hand = 0
    for suit, ranks in zip(SUITS, suits, strict=True):
        for rank in ranks.replace("10", "T"):
            card = _BY_NAME.get(suit + rank)
            if card is None:
                raise TextError(f"expected ranks of {RANKS}: {rank!r} in {text!r}")
            if hand >> card & 1:
                raise TextError(f"expected each card once: {card} in {text!r}")
            hand |= 1 << card
    return hand


def ranks_in(hand: Hand, suit: int) -> str:
    """The ranks that a hand holds in a suit, from high to low."""
    return "".join(RANKS[card.rank] for card in listed(hand & SUIT_CARDS[suit]))


def write_hand(hand: Hand) -> str:
    """The text that `read_hand` reads."""
    return ".".join(ranks_in(hand, suit) for suit in range(4))


def exchanged(
    hands: Sequence[Hand], gifts: Sequence[Sequence[Card]], left: int
) -> tuple[Hand, ...]:
    """The hands after each has passed its gift so many seats to the left, all at once."""
    found = list(hands)
    for seat, gift in enumerate(gifts):
        found[seat] &= ~hand_of(gift)
    for seat, gift in enumerate(gifts):
        found[(seat + left) % len(found)] |= hand_of(gift)
    return tuple(found)


def winner(trick: Sequence[Card], trump: int | None) -> int:
    """Which card of a trick wins: the highest trump, else the highest of the suit led."""
    best = 0
    for at, card in enumerate(trick):
        suit, best_suit = card // 13, trick[best] // 13
        if (suit == best_suit and card < trick[best]) or (suit == trump != best_suit):
            best = at
    return best
