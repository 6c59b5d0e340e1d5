"""Simple rules that people teach beginners: which card to play, by what one player sees."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

from kibitz.cards.deck import Card, Hand, hand_of

if TYPE_CHECKING:
    from kibitz.cards.game import TrickGame
    from kibitz.cards.position import TrickPosition
    from kibitz.cards.restrictions import Marks


class Open(Protocol):
    """What lies open for all."""

    @property
    def leader(self) -> int: ...
    @property
    def table(self) -> tuple[Card, ...]: ...
    @property
    def taken(self) -> tuple[int, ...]: ...
    @property
    def marks(self) -> Marks: ...


class Sees(Protocol):
    """What the player to move sees: a view, or a position by its eyes."""

    @property
    def game(self) -> TrickGame: ...
    @property
    def seat(self) -> int: ...
    @property
    def hand(self) -> Hand: ...
    @property
    def unseen(self) -> Hand: ...
    @property
    def public(self) -> Open: ...


class Eyes:
    """A position as the player to move sees it; what is in no hand and no stock is known to all."""

    def __init__(self, position: TrickPosition) -> None:
        self.public, self.game, self.seat = position, position.game, position.turn
        self.hand = position.hands[self.seat]
        self.unseen = hand_of(position.in_play()) & ~self.hand & ~hand_of(position.table)


def by_rules(position: TrickPosition) -> Card:
    """The card that simple rules play in a position, or lay away."""
    sees, moves = Eyes(position), position.legal_moves()
    if position.to_lay:
        return min(moves, key=lambda card: to_lay(sees, card))
    return card(sees, moves)


def card(sees: Sees, moves: Sequence[Card]) -> Card:
    """The card that simple rules play: to win what is wanted, and to lose what is not."""
    if len(moves) == 1:
        return moves[0]
    if sees.game.counts_tricks:
        return _take(sees, moves) if wants_more(sees) else _duck(sees, moves)
    lies = sum(map(worth_to(sees), sees.public.table))
    good = lies > 0 or (lies == 0 and wants_more(sees))
    return _take(sees, moves) if good else _avoid(sees, moves)


def wants_more(sees: Sees) -> bool:
    """Whether it is better for the player's side to take more than it has, by its payoffs."""
    game, side = sees.game, sees.game.side(sees.seat)
    return game.wanted.more(side, game.by_side(sees.public.taken)[side])


def worth_to(sees: Sees) -> Callable[[Card], int]:
    """A card's worth to the player who takes it, by what that player wants."""
    points = sees.game.points
    if sees.game.counts_tricks:
        return lambda card: 0
    return points if wants_more(sees) else lambda card: -points(card)


def suit_cards(card: Card) -> Hand:
    """The cards of a card's suit."""
    return card.pack.suit_cards[card.suit]


def higher(card: Card) -> Hand:
    """The cards of its suit that are higher."""
    return card.pack.above(card)


def rank_of(card: Card) -> int:
    """How many kinds of cards of its suit are higher; the same for equal cards."""
    return card.rank // card.pack.copies


@functools.lru_cache(64)
def feared_in(game: TrickGame) -> Hand:
    """The cards that have half of all points or more, as the queen of spades in Hearts."""
    if game.counts_tricks:
        return 0
    points = {card: max(0, game.points(card)) for card in game.pack.listed(game.deck)}
    return hand_of(card for card, own in points.items() if 0 < own >= sum(points.values()) - own)


def to_lay(sees: Sees, card: Card) -> tuple[bool, bool, int, int, int]:
    """What is laid away first, where it counts: no trumps, nothing that wins, most points."""
    trump = sees.game.trump_in(sees.public.marks)
    worth = sees.game.points_laid(card) * (1 if wants_more(sees) else -1)
    return card.suit == trump, is_high(sees, card), -worth, length_of(sees, card), -rank_of(card)


class _Trick:
    """The trick as it stands for the player to move."""

    def __init__(self, sees: Sees, moves: Sequence[Card]) -> None:
        public, game = sees.public, sees.game
        self.trump = game.trump_in(public.marks)
        self.table, self.last = public.table, len(public.table) == game.players - 1
        led = game.led_by(self.table)
        self.led = None if led is None else led.suit
        at = game.winner(self.table, self.trump)
        self.best = self.table[at] if self.table else None
        self.beaters = 0 if self.best is None else game.beaters(self.trump)[self.best]
        self.worth, self.counts = worth_to(sees), game.counts_tricks
        self.lies = sum(map(self.worth, self.table))
        self.wins = [card for card in moves if self.beats(card)]
        self.loses = [card for card in moves if card not in self.wins]
        by = (public.leader + at) % game.players
        self.partner_wins = (
            self.best is not None
            and game.side(by) == game.side(sees.seat)
            and (self.last or not sees.unseen & higher(self.best))
        )

    def beats(self, card: Card) -> bool:
        return self.best is None or self.beaters >> card & 1 == 1


def is_high(sees: Sees, card: Card) -> bool:
    """Whether no unseen card of its suit is higher."""
    return not sees.unseen & higher(card)


def _take(sees: Sees, moves: Sequence[Card]) -> Card:
    """Win the trick if that is likely and worth it; otherwise play low.

    To a trick that is won go cards that are worth most, as cheap as it goes; to others those
    that are worth least.
    """
    trick = _Trick(sees, moves)
    worth = trick.worth

    def rich(card: Card) -> tuple[bool, int, int]:
        return card.suit == trick.trump, -worth(card), -rank_of(card)

    def poor(card: Card) -> tuple[int, bool, int]:
        return worth(card), card.suit == trick.trump, -rank_of(card)

    if trick.best is None:
        plain = [card for card in moves if card.suit != trick.trump] or moves
        high = [card for card in plain if is_high(sees, card)]
        if high:
            return min(high, key=lambda card: (-worth(card), length_of(sees, card)))
        return min(plain, key=lambda card: (worth(card), -length_of(sees, card), -rank_of(card)))
    if trick.partner_wins:
        return min(moves, key=rich)
    worthy = [card for card in trick.wins if trick.counts or trick.lies + worth(card) > 0]
    if not worthy:
        return min(moves, key=poor)
    if trick.last:
        return min(worthy, key=rich)
    sure = [card for card in worthy if is_high(sees, card)]
    ruffs = [card for card in worthy if card.suit == trick.trump != trick.led]
    if ruffs:
        return min(ruffs, key=poor)
    if sure:
        return min(sure, key=rich)
    second = len(trick.table) == 1 and sees.game.players > 3
    if second or not trick.counts:
        return min(moves, key=poor)
    return max(trick.wins, key=rich)


def length_of(sees: Sees, card: Card) -> int:
    """How many cards of a card's suit the hand has."""
    return (sees.hand & suit_cards(card)).bit_count()


def _duck(sees: Sees, moves: Sequence[Card]) -> Card:
    """Lose the trick with the highest card that does; lead low."""
    trick = _Trick(sees, moves)
    if trick.best is None:
        return max(moves, key=lambda card: _above(sees, card))
    if trick.loses:
        follows = trick.loses[0].suit == trick.led
        if follows:
            return min(trick.loses, key=lambda card: rank_of(card))
        return max(trick.loses, key=lambda card: (card.suit == trick.trump, -rank_of(card)))
    return min(moves) if trick.last else max(moves, key=lambda card: _above(sees, card))


def _above(sees: Sees, card: Card) -> int:
    """How many unseen cards of its suit beat a card."""
    return (higher(card) & sees.unseen).bit_count()


def _avoid(sees: Sees, moves: Sequence[Card]) -> Card:
    """Take nothing that is bad: duck, throw what is dangerous, and lead low."""
    trick, feared = _Trick(sees, moves), feared_in(sees.game)
    worth, out = trick.worth, feared & sees.unseen

    def above(card: Card, feared: Hand) -> bool:
        """Whether a card of its suit that is feared is below it."""
        copies = card.pack.copies
        return bool(feared & suit_cards(card) & -1 << card - card.rank % copies + copies)

    if trick.best is None:

        def lead(card: Card) -> tuple[bool, int, int]:
            risky = above(card, out) or bool(feared >> card & 1)
            return risky, -_above(sees, card), -rank_of(card)

        return min(moves, key=lead)
    if moves[0].suit != trick.led:
        return min(moves, key=lambda card: (worth(card), not above(card, out), rank_of(card)))
    if trick.loses:
        return min(trick.loses, key=lambda card: (worth(card), rank_of(card)))
    if trick.last:
        return max(moves, key=lambda card: (worth(card), -rank_of(card)))
    return max(moves, key=lambda card: (worth(card), rank_of(card)))
