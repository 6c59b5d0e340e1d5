"""Judgement: bids, passes and cards by simple rules that people teach beginners."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kibitz.cards import (
    SUIT_CARDS,
    SUITS,
    Card,
    Hand,
    TrickGame,
    TrickPosition,
    hand_of,
    listed,
    read_card,
    winner,
)
from kibitz.players.view import View, seen

QUEEN = read_card("SQ")

CAUTION = 1.5
"""How much the chance that a card is beaten counts, for the root of the number of others: by
trial, so that the bids of a deal add up to a little less than its tricks."""


# Bidding and passing.


def bid(view: View) -> int:
    """The tricks that the hand is likely to take, or the nearest bid that is allowed."""
    likely = round(tricks_in(view))
    return min(view.choices, key=lambda bid: (abs(bid - likely), bid))


def tricks_in(view: View) -> float:
    """How many tricks the hand is likely to take: for each card the chance that it wins."""
    caution, unseen = CAUTION * (view.game.players - 1) ** 0.5, view.unseen.bit_count()
    trump = view.game.trump_in(view.public.marks)
    sure = 0.0
    for card in listed(view.hand):
        beaten = (beating(card, trump) & view.unseen).bit_count() / max(1, unseen)
        length = _length(view, card)
        if trump is not None and card.suit != trump:
            beaten += 0.03 * max(0, length - 2)  # long suits are trumped
        sure += max(0.0, 1 - beaten * caution)
        if card.suit == trump and length > 3:
            sure += 0.12 * (length - 3)
    return sure


def beating(card: Card, trump: int | None) -> Hand:
    """The cards that beat a card which is led."""
    above = (1 << card) - 1 & SUIT_CARDS[card.suit]
    return above if trump is None or trump == card.suit else above | SUIT_CARDS[trump]


def cards_to_pass(view: View) -> tuple[Card, ...]:
    """The cards that do most harm: where points are bad, the high ones; otherwise the low."""
    count, hand = view.choices[0], list(listed(view.hand))
    if view.game.counts_tricks:
        trump = view.game.trump_in(view.public.marks)
        worst = sorted(hand, key=lambda card: (card.suit == trump, -card.rank))
    else:
        worst = sorted(hand, key=lambda card: -_danger(view, card))
    return tuple(sorted(worst[:count]))


def trump(view: View) -> str:
    """The suit with most cards and the highest: a card counts 10, and what it beats of its suit."""

    def strength(suit: str) -> int:
        held = listed(view.hand & SUIT_CARDS[SUITS.index(suit)])
        return sum(10 + 12 - card.rank for card in held)

    return str(max(view.moves(), key=strength))


def _danger(view: View, card: Card) -> float:
    """How much a card is feared in a game in which points are bad."""
    length = _length(view, card)
    if card.suit == QUEEN.suit:
        if card == QUEEN:
            return 30.0 if length < 5 else 5.0
        return 25.0 - card.rank if card < QUEEN and length < 5 else 0.0
    return (13 - card.rank) + (2 if card.suit == 1 else 0) + (3 - length)


# Playing.


def card(view: View) -> Card:
    """The card that simple rules play."""
    moves: Sequence[Card] = view.moves()
    if len(moves) == 1:
        return moves[0]
    if not view.game.counts_tricks:
        return _avoid(view, moves)
    return _take(view, moves) if wants_tricks(view) else _duck(view, moves)


def played_out(position: TrickPosition) -> tuple[int, ...]:
    """The outcome if everybody plays by rules from here, each by its own cards.

    What is in no hand is known to all.
    """
    out = position.game.deck & ~hand_of(position.in_play())
    here, plays = position, tuple[Card, ...]()
    while not here.is_over:
        view = replace(seen(position, plays, here, here.turn), out=out)
        played = card(view)
        here, plays = here.play(played), (*plays, played)
    return here.outcome


def minds_bids(game: TrickGame) -> bool:
    """Whether tricks above a bid are worth nothing, as far as rules know."""
    return game.bids is not None and "bids" in game.utility.rules


def wants_tricks(view: View) -> bool:
    """Whether another trick is worth something: always, or until the own side's bid is made."""
    game = view.game
    if not minds_bids(game):
        return True
    side, taken = game.side(view.seat), game.by_side(view.public.taken)
    return taken[side] < game.by_side(game.bids or ())[side]


class _Trick:
    """The trick as it stands for the player to move."""

    def __init__(self, view: View, moves: Sequence[Card]) -> None:
        public, game = view.public, view.game
        self.trump = game.trump_in(public.marks)
        self.table, self.last = public.table, len(public.table) == game.players - 1
        self.best = public.table[winner(public.table, self.trump)] if public.table else None
        self.wins = [card for card in moves if self.beats(card)]
        self.loses = [card for card in moves if card not in self.wins]
        by = (public.leader + winner(public.table, self.trump)) % game.players
        self.partner_wins = (
            self.best is not None
            and game.side(by) == game.side(view.seat)
            and (self.last or not view.unseen & beating(self.best, None))
        )

    def beats(self, card: Card) -> bool:
        return self.best is None or winner((self.best, card), self.trump) == 1


def _cheap(trump: int | None) -> Callable[[Card], tuple[bool, int]]:
    """Sorts cards from the one that is missed least: low cards first, trumps last."""
    return lambda card: (card.suit == trump, -card.rank)


def _is_high(view: View, card: Card) -> bool:
    """Whether no unseen card of its suit is higher."""
    return not view.unseen & beating(card, None)


def _take(view: View, moves: Sequence[Card]) -> Card:
    """Win the trick if that is likely, as cheaply as it goes; otherwise play low."""
    trick = _Trick(view, moves)
    cheap = _cheap(trick.trump)
    if trick.best is None:
        plain = [card for card in moves if card.suit != trick.trump]
        high = [card for card in plain or moves if _is_high(view, card)]
        if high:
            return min(high, key=lambda card: _length(view, card))
        return max(plain or moves, key=lambda card: (_length(view, card), card.rank))
    if not trick.wins or trick.partner_wins:
        return min(moves, key=cheap)
    if trick.last:
        return min(trick.wins, key=cheap)
    sure = [card for card in trick.wins if _is_high(view, card)]
    ruffs = [card for card in trick.wins if card.suit == trick.trump != trick.table[0].suit]
    if sure or ruffs:
        return min(ruffs or sure, key=cheap)
    second = len(trick.table) == 1 and view.game.players > 3
    return min(moves, key=cheap) if second else max(trick.wins, key=cheap)


def _length(view: View, card: Card) -> int:
    """How many cards of a card's suit the hand has."""
    return (view.hand & SUIT_CARDS[card.suit]).bit_count()


def _duck(view: View, moves: Sequence[Card]) -> Card:
    """Lose the trick with the highest card that does; lead low."""
    trick = _Trick(view, moves)
    if trick.best is None:
        return max(moves, key=lambda card: _above(view, card))
    if trick.loses:
        follows = trick.loses[0].suit == trick.table[0].suit
        if follows:
            return min(trick.loses, key=lambda card: card.rank)
        return max(trick.loses, key=lambda card: (card.suit == trick.trump, -card.rank))
    return min(moves) if trick.last else max(moves, key=lambda card: _above(view, card))


def _above(view: View, card: Card) -> int:
    """How many unseen cards of its suit beat a card."""
    return (beating(card, None) & view.unseen).bit_count()


def _avoid(view: View, moves: Sequence[Card]) -> Card:
    """Take no points: duck, throw what is dangerous, and lead low."""
    trick, game = _Trick(view, moves), view.game
    queen_out = bool(view.unseen >> QUEEN & 1) and game.points(QUEEN) > 0
    if trick.best is None:

        def lead(card: Card) -> tuple[bool, int, int]:
            risky = card.suit == QUEEN.suit and card <= QUEEN and (queen_out or card == QUEEN)
            return risky, -_above(view, card), -card.rank

        return min(moves, key=lead)
    if moves[0].suit != trick.table[0].suit:
        return max(moves, key=lambda card: (game.points(card), *_fear(card, queen_out)))
    if trick.loses:
        return max(trick.loses, key=lambda card: (game.points(card), -card.rank))
    harmless = not sum(map(game.points, trick.table))
    if trick.last:
        return min(moves, key=lambda card: (game.points(card), card.rank))
    if harmless and queen_out and trick.table[0].suit == QUEEN.suit:
        return max(moves, key=lambda card: (game.points(card) == 0, card.rank))
    return max(moves, key=lambda card: (-game.points(card), card.rank))


def _fear(card: Card, queen_out: bool) -> tuple[int, int]:
    """What to throw first of cards with the same points."""
    above_queen = queen_out and card.suit == QUEEN.suit and card < QUEEN
    return int(above_queen), -card.rank
