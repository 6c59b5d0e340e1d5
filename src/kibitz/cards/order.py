"""The listed order `suits` of trick games: good moves first.

It goes by no suit's name, and by ranks only as they compare, so that positions in which the same
players hold the same cards, suit by suit and from high to low, list their moves alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from kibitz.cards.deck import Card, Hand

if TYPE_CHECKING:
    from kibitz.cards.position import TrickPosition

Place: TypeAlias = tuple[int, ...]
"""Where a move belongs: lower ones first."""


def by_suits(position: TrickPosition) -> list[Card]:
    """The moves of a position, good ones first. See the methods of `Moves` for what is good."""
    moves = Moves(position)
    if position.game.orders_to_win:
        place = moves.to_follow if position.table else moves.to_lead
    else:
        place = moves.to_follow_for_points if position.table else moves.to_lead_for_points
    return sorted(position.moves(), key=place)


class Moves:
    """The places of the moves of a position."""

    def __init__(self, position: TrickPosition) -> None:
        players, turn = len(position.hands), position.turn
        self.position, self.table, self.trump = position, position.table, position.trump
        self.hand = position.hands[turn]
        self.others = sum(position.hands) & ~self.hand
        still = players - len(position.table)
        self.later = [position.hands[(turn + seat) % players] for seat in range(1, still)]
        self.suits = position.suits()
        self.pack, self.suit_cards = position.game.pack, position.game.pack.suit_cards

    def to_lead(self, card: Card) -> Place:
        """Where tricks are wanted.

        First plain cards that nobody can beat or trump. Then suits that nobody trumps, with
        trumps that nobody beats; those that another player trumps, best one who plays soon; other
        trumps. All from the leader's longest suit, and from high to low.
        """
        suit = card.suit
        trumped = [
            seat
            for seat, hand in enumerate(self.later, 1)
            if self.trump not in (None, suit)
            and not self.held(hand, suit)
            and self.held(hand, self.trump)
        ]
        safe = not self.above(card) and not trumped
        group = 1 + max(trumped, default=0)
        if suit == self.trump:
            group = 1 if safe else len(self.later) + 2
        elif safe:
            group = 0
        length = self.held(self.hand, suit).bit_count()
        return group, -length, suit == self.trump, -self.suits.index(suit), card

    def to_follow(self, card: Card) -> Place:
        """Where tricks are wanted.

        First what wins the trick for good, then what beats the others so far in the suit led;
        at the end what beats them otherwise and may be beaten: all suit by suit, trumps last, and
        from low to high. Between them losing cards, those with most cards above them first, and
        trumps last.
        """
        led, suit = self.position.led, card.suit
        if self.position.wins(card):
            safe = nobody_beats(self.position, self.later, led, card)
            group = 0 if safe else 1 if suit == led else 4
            return group, self.suits.index(suit), -card
        above = (self.hand | self.others) & self.pack.above(card)
        group = 3 if suit == self.trump != led else 2
        return group, -above.bit_count(), self.suits.index(suit)

    def to_lead_for_points(self, card: Card) -> Place:
        """Where points are bad: first the leader's short suits, and from high to low.

        Last cards with points, before them those that nobody can beat, and before them those
        below all others of their suit.
        """
        above = self.above(card)
        below = self.others & self.suit_cards[card.suit] & ~above
        length = self.held(self.hand, card.suit).bit_count()
        points = self.position.game.points(card) > 0
        return points, not above, not below, length, -self.suits.index(card.suit), card

    def to_follow_for_points(self, card: Card) -> Place:
        """Where points are bad: first what wins, or what loses if there are points in the trick.

        Both from the player's short suits, and those with fewest cards above them first.
        """
        bad = any(self.position.game.points(each) for each in self.table)
        length = self.held(self.hand, card.suit).bit_count()
        above = self.above(card).bit_count()
        return self.position.wins(card) == bad, length, above, self.suits.index(card.suit), card

    def above(self, card: Card) -> Hand:
        """The cards of others that are higher in its suit."""
        return self.others & self.pack.above(card)

    def held(self, hand: Hand, suit: int | None) -> Hand:
        """The cards of a suit in a hand; of no suit there are none."""
        return 0 if suit is None else hand & self.suit_cards[suit]


def nobody_beats(
    position: TrickPosition, hands: Iterable[Hand], led: int | None, card: Card
) -> bool:
    """Whether none of the hands that are still to play can beat a card that wins so far."""
    game, trumps = position.game, position.trumps
    beaters = game.beaters(position.trump)[card]
    suit = 0 if led is None else game.pack.suit_cards[led]
    return not any(game.duties.may_beat(hand, suit, trumps) & beaters for hand in hands)
