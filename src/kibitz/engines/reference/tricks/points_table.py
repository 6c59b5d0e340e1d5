"""What a search for points remembers: bounds, by suit lengths and leader.

An entry has the holders of the highest cards of each suit, as far down as the answer depends on
them, the points of all cards, a bound on what the first side takes, and which cards each side
takes. It serves every position with the same lengths, leader and holders of those cards; if the
points differ, the bound changes with them. See docs/two-sides.md for why that is right.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from kibitz.cards.deck import Card, Hand, Pack
from kibitz.cards.game import TrickGame
from kibitz.cards.position import TrickPosition, owned

Code = tuple[int, ...]
"""What is known of a card: its holder, whether another player has its other copy, and its kind."""


class Shape(NamedTuple):
    """A position between tricks, as the table sees it."""

    key: Hashable
    """The suit lengths of all hands, how many cards of each suit are described, how many tricks
    are left, the leader, and what the rules remember. With as many described, the other cards
    are all of one kind.
    """
    held: tuple[tuple[Card, ...], ...]
    """The cards of each suit from high to low,"""
    codes: tuple[tuple[Code, ...], ...]
    """and what is known of each of them."""
    cards: tuple[Card, ...]
    """Suit by suit and hand by hand, from high to low,"""
    points: tuple[int, ...]
    """and their points."""


class PointsEntry(NamedTuple):
    """The least or the most that the first side takes."""

    codes: tuple[tuple[Code, ...], ...]
    """The highest cards of each suit, as far down as the bound depends on them."""
    points: tuple[int, ...]
    bound: int
    most: bool
    first: tuple[bool, ...]
    """For each card in `points`, whether the first side takes it in some line,"""
    second: tuple[bool, ...]
    """and whether the second side does."""

    def bound_for(self, points: tuple[int, ...]) -> int:
        """The bound if cards in the same places have these points."""
        each = zip(points, self.points, self.first, self.second, strict=True)
        return self.bound + sum(
            change(now - then, self.most, first, second) for now, then, first, second in each
        )

    def settles(self, need: int, bound: int) -> bool:
        """Whether a bound decides if the first side takes at least `need`."""
        return need > bound if self.most else need <= bound


def change(more: int, most: bool, first: bool, second: bool) -> int:
    """How much a bound changes if a card is worth `more` points more.

    A card that the first side always takes counts in full, one that it takes in some line counts
    if that weakens the bound, and one that it never takes does not count.
    """
    if not first:
        return 0
    if not second:
        return more
    return max(0, more) if most else min(0, more)


class Shapes:
    """How the table sees positions of a game, and in which suits every rank matters."""

    def __init__(self, root: TrickPosition, absolute: bool) -> None:
        game = self.game = root.game
        self.by_data = not game._has_code and root.trump_stays and root.all_in_hands
        """Whether rules as data, suits and card order describe play completely."""
        self.by_card = absolute or not self.by_data
        """Whether an entry names the cards themselves."""
        self.kinds = {card: _kind(game, card) for card in game.pack.cards}
        self.resting = _resting(game) if self.by_data else game.pack.whole
        """The cards of suits in which every rank may affect what must be played."""
        self.told = sum(_told(game.pack, suit, self.kinds) for suit in game.pack.suit_cards)
        """The cards of each suit down to the last that differs in kind from those below it."""

    def of(self, position: TrickPosition) -> Shape:
        """A position as the table sees it."""
        pack, hands = position.game.pack, position.hands
        suits = [owned(pack, hands, suit) for suit in pack.suit_cards]
        lengths = tuple(
            (cards & suit).bit_count()
            for suit in pack.suit_cards
            for cards in (sum(hands) & self.told, *hands)
        )
        each = (hand & suit for suit in pack.suit_cards for hand in hands)
        cards = tuple(card for some in each for card in pack.listed(some))
        rest = position.stock, position.before
        return Shape(
            (lengths, position.tricks_left, position.leader, position.marks, *rest),
            tuple(tuple(card for card, _ in held) for held in suits),
            tuple(tuple(self._codes(held, position.in_special_trick)) for held in suits),
            cards,
            tuple(position.game.worth_of(card) for card in cards),
        )

    def _codes(self, held: Sequence[tuple[Card, int]], by_card: bool) -> Iterator[Code]:
        if self.by_card or by_card:
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

    def entry(
        self, shape: Shape, ranks: Hand, bound: int, most: bool, first: Hand, second: Hand
    ) -> PointsEntry:
        """The entry for an answer that depends on these cards and all above them."""
        pack = self.game.pack
        codes = []
        for suit, held, told in zip(pack.suit_cards, shape.held, shape.codes, strict=True):
            low = max(lowest(pack, ranks & suit), lowest(pack, self.told & suit))
            whole = self.by_card or self.resting & suit
            codes.append(told if whole else told[: sum(card <= low for card in held)])
        taken = (tuple(bool(side >> card & 1) for card in shape.cards) for side in (first, second))
        return PointsEntry(tuple(codes), shape.points, bound, most, *taken)


def answer(
    entries: list[PointsEntry], shape: Shape, need: int
) -> tuple[int, Hand, Hand, Hand] | None:
    """The bound of the latest entry that settles a question, the cards that it depends on, and
    the cards that each side takes.

    It swaps places with the last entry, since it will probably soon answer again.
    """
    for at in reversed(range(len(entries))):
        entry = entries[at]
        if any(
            told[: len(codes)] != codes
            for codes, told in zip(entry.codes, shape.codes, strict=True)
        ):
            continue
        bound = entry.bound_for(shape.points)
        if not entry.settles(need, bound):
            continue
        entries[at], entries[-1] = entries[-1], entry
        ranks = 0
        for codes, held in zip(entry.codes, shape.held, strict=True):
            ranks |= 1 << held[len(codes) - 1] if codes else 0
        first, second = (
            sum(1 << card for card, takes in zip(shape.cards, side, strict=True) if takes)
            for side in (entry.first, entry.second)
        )
        return bound, ranks, first, second
    return None


def lowest(pack: Pack, cards: Hand) -> int:
    """The last of some cards, or its second copy; -1 if there is none."""
    last = cards.bit_length() - 1
    return last | 1 if pack.copies == 2 and last >= 0 else last


def _kind(game: TrickGame, card: Card) -> Code:
    """How the rules tell cards apart, other than by suit, rank and points."""
    rules, duties = game.restrictions, game.duties
    sets = (rules.closed, rules.breakers, rules.alone)
    single = (duties.kept, duties.wild, duties.high, duties.low)
    return game.stays(card), *(cards >> card & 1 for cards in (*sets, *single))


def _resting(game: TrickGame) -> Hand:
    duties, rules = game.duties, game.restrictions
    single = duties.wild | duties.high | duties.low | rules.alone
    return game.pack.whole if single or rules.minds_the_first_trick else 0


def _told(pack: Pack, suit: Hand, kinds: dict[Card, Code]) -> Hand:
    cards = list(pack.listed(suit))
    unlike = [card for card in cards if kinds[card] != kinds[cards[-1]]]
    return suit & ((2 << lowest(pack, 1 << unlike[-1])) - 1) if unlike else 0
