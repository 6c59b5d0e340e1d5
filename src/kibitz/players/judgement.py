"""Judgement: bids, passes and cards by simple rules that people teach beginners."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import cast

from kibitz.cards import Card, Hand, TrickGame, TrickPosition, hand_of, simple_rules
from kibitz.cards.simple_rules import (
    feared_in,
    higher,
    length_of,
    rank_of,
    suit_cards,
    to_lay,
    worth_to,
)
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Move
from kibitz.history import History
from kibitz.whole.view import View, changed, seen

CAUTION = 1.5
"""How much the chance that a card is beaten counts, for the root of the number of others: by
trial, so that the bids of a deal add up to a little less than its tricks."""
KEPT = 50_000
"""How many holdings of a suit are kept with what they are worth."""


def choice(view: View) -> Move:
    """Whatever is asked for, by rules."""
    if view.asks == "play":
        return card(view)
    if view.asks == "bid":
        return bid(view)
    return cards_to_pass(view) if view.asks == "pass" else trump(view)


# Bidding and passing.


def bid(view: View) -> int:
    """The tricks that the hand is likely to take, or the nearest bid that is allowed."""
    return bid_for(tricks_in(view), view.choices)


def bid_for(worth: float, choices: Sequence[int]) -> int:
    """The bid that is nearest to what a hand is worth, of those that are allowed."""
    likely = round(worth)
    return min(choices, key=lambda bid: (abs(bid - likely), bid))


def tricks_in(view: View) -> float:
    """How many tricks the hand is likely to take: for each card the chance that it wins."""
    return worths(view.game, view.game.trump_in(view.public.marks))(view.hand, view.unseen)


class Worths:
    """How many tricks hands of a game are likely to take, with a trump or none.

    Suit by suit, and each holding once: many worlds have the same ones.
    """

    def __init__(self, game: TrickGame, trump: int | None) -> None:
        self._suits, self._listed, self._trump = game.pack.suit_cards, game.pack.listed, trump
        self._trumps = 0 if trump is None else game.pack.suit_cards[trump]
        self._caution = CAUTION * (game.players - 1) ** 0.5
        self._known: dict[tuple[Hand, Hand, int, int], float] = {}

    def __call__(self, hand: Hand, unseen: Hand) -> float:
        """What a hand is worth to a player for whom these cards are unseen."""
        whole, trumps, known = unseen.bit_count(), (unseen & self._trumps).bit_count(), self._known
        found = 0.0
        for suit, cards in enumerate(self._suits):
            held = hand & cards
            if held:
                key = held, unseen & cards, 0 if suit == self._trump else trumps, whole
                worth = known.get(key)
                if worth is None:
                    if len(known) >= KEPT:
                        known.clear()
                    worth = known[key] = self._of_suit(suit, *key)
                found += worth
        return found

    def _of_suit(self, suit: int, held: Hand, unseen: Hand, trumps: int, whole: int) -> float:
        """What the cards of a suit are worth beside so many unseen trumps."""
        length, found = held.bit_count(), 0.0
        for card in self._listed(held):
            beaten = ((higher(card) & unseen).bit_count() + trumps) / max(1, whole)
            if self._trump is not None and suit != self._trump:
                beaten += 0.03 * max(0, length - 2)  # long suits are trumped
            found += max(0.0, 1 - beaten * self._caution)
        if suit == self._trump:
            found += 0.12 * length * max(0, length - 3)
        return found


worths = functools.lru_cache(64)(Worths)


def cards_to_pass(view: View) -> tuple[Card, ...]:
    """The cards that do most harm: the low ones where more is wanted, otherwise the high."""
    count, game = view.choices[0], view.game
    hand = list(view.moves())
    if view.to is None and game.minds_aside and not game.counts_tricks:
        return tuple(sorted(view.moves(), key=lambda card: to_lay(view, card))[:count])
    if game.wanted.more(game.side(view.seat), 0):
        trump, worth = game.trump_in(view.public.marks), worth_to(view)
        worst = sorted(hand, key=lambda card: (card.suit == trump, worth(card), -rank_of(card)))
    else:
        worst = sorted(hand, key=lambda card: -_danger(view, card))
    return tuple(sorted(worst[:count]))


def trump(view: View) -> str:
    """The suit with most cards and the highest: a card counts 10, and what it beats of its suit.

    Where tricks are not wanted, the one with fewest and lowest.
    """

    def strength(suit: str) -> int:
        held = pack.listed(view.hand & pack.suit_cards[pack.suit_names.index(suit)])
        return sum(10 + 12 - card.rank for card in held)

    pack = view.game.pack

    wanted = view.game.wanted.more(view.game.side(view.seat), 0)
    return str((max if wanted else min)(view.moves(), key=strength))


def _danger(view: View, card: Card) -> float:
    """How much a card is feared where more is not wanted."""
    length, feared = length_of(view, card), feared_in(view.game)
    lone = feared & suit_cards(card)
    if lone:
        if lone >> card & 1:
            return 30.0 if length < 5 else 5.0
        return 25.0 - card.rank if lone > 1 << card and length < 5 else 0.0
    return (13 - card.rank) + (2 if worth_to(view)(card) else 0) + (3 - length)


# Playing.


def card(view: View) -> Card:
    """The card that simple rules play: to win what is wanted, and to lose what is not."""
    moves: Sequence[Card] = view.moves()
    if len(moves) == 1:
        return moves[0]
    if view.asks == "pass":
        return cards_to_pass(view)[0]
    return simple_rules.card(view, moves)


def played_out(position: TrickPosition) -> tuple[int, ...]:
    """The outcome if everybody plays by rules from here, each by its own cards.

    What is in no hand is known to all.
    """
    if position.to_lay:
        position = _laid(position)
    while not position.is_over:
        checkpoint()
        position = position.play(simple_rules.by_rules(position))
    outcome: tuple[int, ...] = position.outcome
    return outcome


def _laid(position: TrickPosition) -> TrickPosition:
    """The same once cards are laid away by rules."""
    out = position.game.deck & ~hand_of(position.in_play())
    hand = History(position)
    while position.to_lay:
        hand = hand.after(card(changed(seen(hand, position.turn), out=out)))
        position = cast("TrickPosition", hand.position)
    return position
