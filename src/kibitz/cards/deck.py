"""Cards, packs and hands.

A pack has its cards in suits, each from its strongest card down, and a card is its number in
that order. So a smaller number in the same suit is a higher card, and sorting cards lists them
as the definitions do. The suits are those that count: the jacks of Skat are trumps whatever is
printed on them. A hand is a set of cards in the bits of one int, card number by bit number. It
is written by what is printed, suit by suit with dots between: `AK..T2.` holds SA SK DT D2.

Most games use the standard pack of 52: suits in the order S H D C, ranks from A down to 2, so
that 0 is SA and 51 is C2. Lower case, and 10 for T, are read as well.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self
from weakref import WeakValueDictionary

from kibitz.errors import GameError, TextError

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SYMBOLS = "♠♥♦♣"
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
OTHER_SUITS = {"D": "coins", "C": "cups", "S": "swords", "B": "batons"}
"""Of a pack that says nothing of signs."""
OTHER_SIGNS = {"★": "trumps", "W": "wizards", "J": "jesters"}
_DOTS = ("no", "one", "two", "three", "four", "five")

Hand = int


class Card(int):
    """A card: an int that prints as suit and rank. `Card("SA")` is one of the standard pack.

    >>> queen = kibitz.Card("SQ")
    >>> queen, int(queen), queen.suit, queen.rank
    (SQ, 2, 0, 2)
    """

    pack: Pack
    suit: int
    """The number of its suit, 0 to 3 for S H D C."""
    rank: int
    """Its place in that suit, 0 for the strongest card."""
    name: str

    def __new__(cls, card: int | str) -> Self:
        """The card of a number, or of a text such as `SA`."""
        number = read_card(card) if isinstance(card, str) else card
        if not isinstance(number, int) or not 0 <= number < 52:
            raise TextError(f"expected a card, 0 to 51: {number!r}")
        return CARDS[number]  # type: ignore[return-value]

    @classmethod
    def of(cls, pack: Pack, number: int, suit: int, rank: int, name: str) -> Card:
        """A card of a pack; there is one object for each."""
        card = int.__new__(cls, number)
        card.pack, card.suit, card.rank, card.name = pack, suit, rank, name
        return card

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __reduce__(self) -> tuple[Any, ...]:
        return _card_of, (self.pack, int(self))


def _card_of(pack: Pack, number: int) -> Card:
    return pack.cards[number]


def hand_of(cards: Iterable[int]) -> Hand:
    """The hand that holds these cards."""
    hand = 0
    for card in cards:
        hand |= 1 << card
    return hand


def union(hands: Iterable[Hand]) -> Hand:
    """All cards of some hands, which may have some in common."""
    return functools.reduce(int.__or__, hands, 0)


def _is_words(suit: object) -> bool:
    """Whether it is a tuple of words."""
    return isinstance(suit, tuple) and all(isinstance(word, str) for word in suit)


@dataclass(frozen=True)
class Pack:
    """The cards of a game: what is printed on them, and the suits that they count in.

    >>> jacks_and_clubs, spades = ("CJ", "SJ", "CA", "CT"), ("SA", "ST")
    >>> printed = ("C", "A", "J", "T"), ("S", "A", "J", "T")
    >>> pack = kibitz.Pack((jacks_and_clubs, spades), printed)
    >>> pack.cards
    (CJ, SJ, CA, CT, SA, ST)
    >>> hand = pack.read_hand("AJ.T")
    >>> list(pack.listed(hand)), pack.write_hand(hand)
    ([CJ, CA, ST], 'AJ.T')
    """

    suits: tuple[tuple[str, ...], ...]
    """The names of the cards of each suit, from the strongest down."""
    printed: tuple[tuple[str, ...], ...]
    """For each printed suit its letter, then its ranks as hands are written."""
    copies: int = 1
    """The number of copies of each card, 1 or 2."""
    symbols: str = ""
    """A symbol for each printed suit; without any, letters stand for them."""

    def __post_init__(self) -> None:
        for suits in (self.suits, self.printed):
            words = isinstance(suits, tuple) and all(map(_is_words, suits))
            if not words:
                raise TextError(f"expected suits as tuples of words: {suits!r}")
        if type(self.copies) is not int or self.copies not in (1, 2):
            raise TextError(f"expected 1 or 2 copies of each card: {self.copies!r}")
        names = Counter(name for suit in self.suits for name in suit)
        for name, times in names.items():
            if times > 1:
                raise TextError(f"expected each card in one suit, once: {name}")
            if name not in self._places:
                raise TextError(f"expected cards that are printed: {name}")

    @functools.cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards by their numbers."""
        found: list[Card] = []
        for suit, names in enumerate(self.suits):
            for rank in range(len(names) * self.copies):
                name = names[rank // self.copies]
                found.append(Card.of(self, len(found), suit, rank, name))
        return tuple(found)

    @functools.cached_property
    def suit_cards(self) -> tuple[Hand, ...]:
        """The cards of each suit."""
        return tuple(
            hand_of(card for card in self.cards if card.suit == suit)
            for suit in range(len(self.suits))
        )

    @functools.cached_property
    def whole(self) -> Hand:
        """All cards."""
        return (1 << len(self.cards)) - 1

    @functools.cached_property
    def first_copies(self) -> Hand:
        """Of two copies of a card, the one with the smaller number."""
        return hand_of(range(0, len(self.cards), 2)) if self.copies == 2 else 0

    def check_copies(self, cards: Hand, name: str) -> None:
        """Refuse one copy of a card without the other: nobody can tell which of them is played."""
        firsts = self.first_copies
        alone = cards & firsts ^ cards >> 1 & firsts
        for card in self.listed(alone):
            raise GameError(f"expected both copies of {card} or neither: {name}")

    @functools.cached_property
    def suit_names(self) -> tuple[str, ...]:
        """A name for each suit: what is printed on its weakest card, or the one rank it has."""
        return tuple(
            self._rank(names[0])
            if len(names) > 1 and len({self._rank(name) for name in names}) == 1
            else self._suit(names[-1])
            for names in self.suits
        )

    @functools.cached_property
    def letters(self) -> tuple[str, ...]:
        """The printed suits."""
        return tuple(suit[0] for suit in self.printed)

    @functools.cached_property
    def signs(self) -> tuple[str, ...]:
        """What stands for each printed suit where there are symbols."""
        return tuple(self.symbols) or self.letters

    @functools.cached_property
    def suit_words(self) -> tuple[str, ...]:
        """What each printed suit is called.

        >>> kibitz.game("skat").pack.suit_words, kibitz.game("briscola").pack.suit_words
        (('clubs', 'spades', 'hearts', 'diamonds'), ('coins', 'cups', 'swords', 'batons'))
        """
        french = dict(zip(SYMBOLS, SUIT_WORDS.values(), strict=True))
        words = {**OTHER_SUITS, **french, **OTHER_SIGNS}
        return tuple(
            words.get(sign, letter) for letter, sign in zip(self.letters, self.signs, strict=True)
        )

    @functools.cached_property
    def mixed(self) -> tuple[bool, ...]:
        """Whether cards of other printed suits are of a suit, as all jacks are trumps in Skat."""
        return tuple(len({self._suit(name) for name in names}) > 1 for names in self.suits)

    @functools.cached_property
    def ranks(self) -> tuple[tuple[str, ...], ...]:
        """The ranks of each printed suit as hands are written."""
        return tuple(suit[1:] for suit in self.printed)

    @functools.cached_property
    def between(self) -> str:
        """The separator between ranks of a hand: a comma, if some have more than one character."""
        return "," if any(len(rank) > 1 for ranks in self.ranks for rank in ranks) else ""

    @functools.cached_property
    def _places(self) -> dict[str, tuple[int, int]]:
        """Where a card is printed: its suit and its rank there."""
        return {
            letter + rank: (suit, place)
            for suit, letter in enumerate(self.letters)
            for place, rank in enumerate(self.ranks[suit])
        }

    def _suit(self, name: str) -> str:
        return self.letters[self._places[name][0]]

    def _rank(self, name: str) -> str:
        suit, place = self._places[name]
        return self.ranks[suit][place]

    @functools.cached_property
    def by_name(self) -> Mapping[str, tuple[Card, ...]]:
        """The copies of each card by its name."""
        found: dict[str, list[Card]] = {}
        for card in self.cards:
            found.setdefault(card.name, []).append(card)
        return {name: tuple(cards) for name, cards in found.items()}

    @functools.cached_property
    def printed_cards(self) -> tuple[Hand, ...]:
        """The cards of each printed suit."""
        return tuple(
            hand_of(card for rank in ranks for card in self.by_name.get(letter + rank, ()))
            for letter, ranks in zip(self.letters, self.ranks, strict=True)
        )

    @functools.cached_property
    def _spellings(self) -> dict[str, str]:
        """The names of the cards by all that is read for them."""
        found: dict[str, str] = {}
        for name in self.by_name:
            suit, rank = self._suit(name), self._rank(name)
            for one in (suit, suit.lower()):
                for other in (rank, rank.lower()):
                    found.setdefault(one + other, name)
                    found.setdefault(other + one, name)
        return {**found, **{name: name for name in self.by_name}}

    def read_name(self, text: str) -> str:
        """The name of a card of this pack, such as `SA` of `sa`, `h10` or `10h`."""
        name = self._spellings.get(text) or self._spellings.get(text.replace("10", "T"))
        if name is None:
            raise TextError(f"expected a card, {self._form}: {text!r}")
        return name

    @functools.cached_property
    def _form(self) -> str:
        alike = len(set(self.ranks)) == 1
        short = alike and not self.between
        ranks = "".join(self.ranks[0]) if short else f"{self.ranks[0][0]} to {self.ranks[0][-1]}"
        ranks = ranks if alike else "its ranks"
        return f"suit of {''.join(self.letters)} then rank of {ranks}"

    def read_card(self, text: str) -> Card:
        """Read a card; the first of its copies."""
        return self.by_name[self.read_name(text)][0]

    def read_cards(self, names: Iterable[str], used: Hand = 0) -> tuple[Card, ...]:
        """Read cards; of copies each is another one, and none that is used elsewhere."""
        found = list[Card]()
        for name in names:
            copies = self.by_name[self.read_name(name)]
            found.append(next((card for card in copies if not used >> card & 1), copies[0]))
            used |= 1 << found[-1]
        return tuple(found)

    def above(self, card: Card) -> Hand:
        """The cards of its suit that are higher; its other copy is not."""
        return self.suit_cards[card.suit] & (1 << card - card.rank % self.copies) - 1

    def listed(self, hand: Hand) -> Iterator[Card]:
        """The cards of a hand, suit by suit and from high to low."""
        cards = self.cards
        while hand:
            lowest_bit = hand & -hand
            yield cards[lowest_bit.bit_length() - 1]
            hand ^= lowest_bit

    def hand(self, names: Iterable[object]) -> Hand:
        """The hand of cards that are given by name, or as cards; of copies each is another one."""
        hand = 0
        for name in names:
            copies = self.by_name[self.read_name(str(name))]
            left = [card for card in copies if not hand >> card & 1]
            if not left:
                raise TextError(f"expected each card {self.once}: {copies[0]} twice in a hand")
            hand |= 1 << left[0]
        return hand

    def read_hand(self, text: str, used: Hand = 0) -> Hand:
        """Read a hand such as `AK..T2.`; of copies those that are not used elsewhere."""
        suits = text.split(".")
        if len(suits) == 2 and not suits[1]:
            suits = suits[: len(self.letters)]
        if len(suits) != len(self.letters):
            dots = max(1, len(self.letters) - 1)
            many = f"{_DOTS[dots] if dots < len(_DOTS) else dots} dot{'' if dots == 1 else 's'}"
            raise TextError(f"expected a hand {'.'.join(self.letters)} with {many}: {text!r}")
        hand = 0
        for letter, ranks, written in zip(self.letters, self.ranks, suits, strict=True):
            for rank in self._split(written, ranks):
                cards = self.by_name.get(letter + rank) or self.by_name.get(letter + rank.upper())
                if cards is None:
                    known = "".join(ranks) if not self.between else ", ".join(ranks)
                    raise TextError(f"expected ranks of {known}: {rank!r} in {text!r}")
                left = [card for card in cards if not hand >> card & 1]
                if not left:
                    raise TextError(f"expected each card {self.once}: {cards[0]} in {text!r}")
                hand |= 1 << next((card for card in left if not used >> card & 1), left[0])
        return hand

    @property
    def once(self) -> str:
        """How often there is each card."""
        return {1: "once", 2: "twice at most"}.get(self.copies, f"{self.copies} times at most")

    def _split(self, written: str, ranks: Sequence[str]) -> Iterable[str]:
        if self.between:
            return [rank for rank in written.split(",") if rank]
        return written if "10" in ranks else written.replace("10", "T")

    def ranks_in(self, hand: Hand, suit: int) -> str:
        """The ranks that a hand holds in a printed suit, as hands are written."""
        letter = self.letters[suit]
        return self.between.join(
            rank
            for rank in self.ranks[suit]
            for card in self.by_name.get(letter + rank, ())
            if hand >> card & 1
        )

    def write_hand(self, hand: Hand) -> str:
        """The text that `read_hand` reads; of a single suit with a dot after it."""
        suits = [self.ranks_in(hand, suit) for suit in range(len(self.letters))]
        return ".".join(suits if len(suits) > 1 else [*suits, ""])

    def __reduce__(self) -> tuple[Any, ...]:
        return pack_of, (self.suits, self.printed, self.copies, self.symbols)

    def __repr__(self) -> str:
        return f"<pack of {len(self.cards)} cards>"


_PACKS: WeakValueDictionary[tuple[object, ...], Pack] = WeakValueDictionary()
"""Those that somebody has."""


def pack_of(
    suits: tuple[tuple[str, ...], ...],
    printed: tuple[tuple[str, ...], ...],
    copies: int = 1,
    symbols: str = "",
) -> Pack:
    """The one pack that is made so; cards of it are the same objects."""
    key = suits, printed, copies, symbols
    found = _PACKS.get(key)
    return _PACKS.setdefault(key, Pack(*key)) if found is None else found


STANDARD = pack_of(
    tuple(tuple(suit + rank for rank in RANKS) for suit in SUITS),
    tuple((suit, *RANKS) for suit in SUITS),
    1,
    SYMBOLS,
)
"""The pack of 52 cards."""
CARDS = STANDARD.cards
SUIT_CARDS = STANDARD.suit_cards


def read_card(text: str) -> Card:
    """Read a card such as `SA`, `HT`, `h10` or `d2`; the rank may come first, as in `10h`."""
    return STANDARD.read_card(text)


def listed(hand: Hand) -> Iterator[Card]:
    """The cards of a hand of the standard pack, suits S H D C and from high to low."""
    return STANDARD.listed(hand)


def read_hand(text: str) -> Hand:
    """Read a hand such as `AK..T2.`."""
    return STANDARD.read_hand(text)


def ranks_in(hand: Hand, suit: int) -> str:
    """The ranks that a hand of the standard pack holds in a suit, from high to low."""
    return STANDARD.ranks_in(hand, suit)


def write_hand(hand: Hand) -> str:
    """The text that `read_hand` reads."""
    return STANDARD.write_hand(hand)


def exchanged(
    hands: Sequence[Hand], gifts: Sequence[Sequence[Card]], left: int
) -> tuple[Hand, ...]:
    """The hands after all players pass their gifts at once, this many seats to the left."""
    found = list(hands)
    for seat, gift in enumerate(gifts):
        found[seat] &= ~hand_of(gift)
    for seat, gift in enumerate(gifts):
        found[(seat + left) % len(found)] |= hand_of(gift)
    return tuple(found)
