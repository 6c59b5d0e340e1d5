"""What a search for points remembers: for lengths of suits and a leader, what it rests on.

An entry has the holders of the highest cards of each suit, as far down as the answer rests on
them, the points of all cards, and a bound on what the first side takes. It serves each position
with the same lengths, leader and holders of those cards; where the points are others, the bound
is as much worse as they are. See docs/algorithms/points.md for why that is right.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from kibitz.cards.deck import Card, Hand, Pack
from kibitz.cards.game import TrickGame
from kibitz.cards.position import TrickPosition, owned

Code = tuple[int, ...]
"""What is told of a card: who holds it, whether its other copy is against it, and its kind."""


class Shape(NamedTuple):
    """A position between tricks, as the table sees it."""

    key: Hashable
    """Lengths of suits in all hands, who leads, and what the rules remember."""
    held: tuple[tuple[Card, ...], ...]
    """The cards of each suit from high to low,"""
    codes: tuple[tuple[Code, ...], ...]
    """and what is told of them."""
    points: tuple[int, ...]
    """Suit by suit and hand by hand, from high to low."""


class PointsEntry(NamedTuple):
    """The first side takes at least, or at most, so much."""

    codes: tuple[tuple[Code, ...], ...]
    """Of the highest cards of each suit, as many as count."""
    points: tuple[int, ...]
    bound: int
    most: bool


class Shapes:
    """How positions of a game are seen, and which ranks all count."""

    def __init__(self, root: TrickPosition, absolute: bool) -> None:
        game = self.game = root.game
        self.by_data = not game._has_code and root.trump_stays and root.all_in_hands
        """Whether rules as data, suits and the order of cards say all about play."""
        self.by_card = absolute or not self.by_data
        """Whether the cards themselves are told."""
        self.kinds = {card: _kind(game, card) for card in game.pack.cards}
        self.resting = _resting(game, root.trump, self.kinds) if self.by_data else game.pack.whole
        """The cards of suits in which every rank may count for what must be played."""

    def of(self, position: TrickPosition) -> Shape:
        """A position as the table sees it."""
        pack, hands = position.game.pack, position.hands
        suits = [owned(pack, hands, suit) for suit in pack.suit_cards]
        lengths = tuple((hand & suit).bit_count() for suit in pack.suit_cards for hand in hands)
        each = (hand & suit for suit in pack.suit_cards for hand in hands)
        return Shape(
            (lengths, position.leader, position.marks, position.stock),
            tuple(tuple(card for card, _ in held) for held in suits),
            tuple(tuple(self._codes(held)) for held in suits),
            tuple(position.game.worth_of(card) for cards in each for card in pack.listed(cards)),
        )

    def _codes(self, held: Sequence[tuple[Card, int]]) -> Iterator[Code]:
        if self.by_card:
            yield from held
            return
        holders = dict[int, int](held)
        for card, player in held:
            other = holders.get(card ^ 1, player) if self.game.pack.copies == 2 else player
            first = card & 1 == 0
            named = (
                (min(player, other) if first else max(player, other)) if other != player else player
            )
            yield named, int(other != player), *self.kinds[card]

    def entry(self, shape: Shape, ranks: Hand, bound: int, most: bool) -> PointsEntry:
        """What is kept of an answer that rests on these cards and all above them."""
        pack = self.game.pack
        codes = []
        for suit, held, told in zip(pack.suit_cards, shape.held, shape.codes, strict=True):
            low = lowest(pack, ranks & suit)
            whole = self.by_card or self.resting & suit
            codes.append(told if whole else told[: sum(card <= low for card in held)])
        return PointsEntry(tuple(codes), shape.points, bound, most)


def answer(entries: list[PointsEntry], shape: Shape, need: int) -> tuple[int, Hand] | None:
    """The bound of the latest entry that settles a question, and the cards that it rests on.

    It changes places with the last one, since what answers once soon answers again.
    """
    for at in reversed(range(len(entries))):
        entry = entries[at]
        if (need <= entry.bound) if entry.most else (need > entry.bound):
            continue
        if any(
            told[: len(codes)] != codes
            for codes, told in zip(entry.codes, shape.codes, strict=True)
        ):
            continue
        pairs = zip(entry.points, shape.points, strict=True)
        if entry.most:
            bound = entry.bound + sum(max(0, now - then) for then, now in pairs)
        else:
            bound = entry.bound - sum(max(0, then - now) for then, now in pairs)
        if (need <= bound) if entry.most else (need > bound):
            continue
        entries[at], entries[-1] = entries[-1], entry
        ranks = 0
        for codes, held in zip(entry.codes, shape.held, strict=True):
            ranks |= 1 << held[len(codes) - 1] if codes else 0
        return bound, ranks
    return None


def lowest(pack: Pack, cards: Hand) -> int:
    """The last of some cards, or its second copy; -1 if there is none."""
    last = cards.bit_length() - 1
    return last | 1 if pack.copies == 2 and last >= 0 else last


def _kind(game: TrickGame, card: Card) -> Code:
    """How rules tell a card from others, but for its suit, rank and points."""
    rules, duties = game.restrictions, game.duties
    sets = (rules.closed, rules.breakers, rules.alone)
    single = (duties.kept, duties.wild, duties.high, duties.low)
    return game.stays(card), *(cards >> card & 1 for cards in (*sets, *single))


def _resting(game: TrickGame, trump: int | None, kinds: dict[Card, Code]) -> Hand:
    duties, rules, pack = game.duties, game.restrictions, game.pack
    single = duties.wild | duties.high | duties.low | rules.alone
    if duties.head == "all" or duties.spared or single or rules.minds_the_first_trick:
        return pack.whole
    found = 0
    for number, suit in enumerate(pack.suit_cards):
        goes_by_rank = duties.void == "overtrump" or duties.head == "trumps" or not duties.under
        if len({kinds[card] for card in pack.listed(suit)}) > 1 or (
            number == trump and goes_by_rank
        ):
            found |= suit
    return found
