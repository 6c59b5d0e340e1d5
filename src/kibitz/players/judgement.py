"""Judgement: bids, passes and cards by simple rules that people teach beginners."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

from kibitz.cards import Card, Hand, TrickGame, TrickPosition, hand_of
from kibitz.cards.wanted import moons as moons_of
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Move
from kibitz.history import History
from kibitz.whole.view import View, changed, seen

CAUTION = 1.5
"""How much the chance that a card is beaten counts, for the root of the number of others: by
trial, so that the bids of a deal add up to a little less than its tricks."""
RISK = 1
"""With how many losers a player tries for all points, where these are as good as none."""
THREAT = 2
"""A player who alone has so many thirds of all points may be after all of them."""
CHEAP = 5
"""What part of all points is taken to stop it, at most."""


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
    likely = round(tricks_in(view))
    return min(view.choices, key=lambda bid: (abs(bid - likely), bid))


def tricks_in(view: View) -> float:
    """How many tricks the hand is likely to take: for each card the chance that it wins."""
    caution, unseen = CAUTION * (view.game.players - 1) ** 0.5, view.unseen.bit_count()
    trump = view.game.trump_in(view.public.marks)
    sure = 0.0
    trumps = 0 if trump is None else view.game.pack.suit_cards[trump]
    for card in view.game.pack.listed(view.hand):
        beaten = ((_higher(card) | trumps & ~_suit(card)) & view.unseen).bit_count() / max(
            1, unseen
        )
        length = _length(view, card)
        if trump is not None and card.suit != trump:
            beaten += 0.03 * max(0, length - 2)  # long suits are trumped
        sure += max(0.0, 1 - beaten * caution)
        if card.suit == trump and length > 3:
            sure += 0.12 * (length - 3)
    return sure


def _suit(card: Card) -> Hand:
    """The cards of a card's suit."""
    return card.pack.suit_cards[card.suit]


def _higher(card: Card) -> Hand:
    """The cards of its suit that are higher."""
    return card.pack.above(card)


def _rank(card: Card) -> int:
    """How many kinds of cards of its suit are higher; the same for equal cards."""
    return card.rank // card.pack.copies


def cards_to_pass(view: View) -> tuple[Card, ...]:
    """The cards that do most harm: the low ones where more is wanted, otherwise the high."""
    count, game = view.choices[0], view.game
    hand = list(view.moves())
    if view.to is None and game.minds_aside and not game.counts_tricks:
        return tuple(sorted(view.moves(), key=lambda card: _to_lay(view, card))[:count])
    if game.wanted.more(game.side(view.seat), 0):
        trump, worth = game.trump_in(view.public.marks), _worth(view)
        worst = sorted(hand, key=lambda card: (card.suit == trump, worth(card), -_rank(card)))
    else:
        worst = sorted(hand, key=lambda card: -_danger(view, card))
    return tuple(sorted(worst[:count]))


def _to_lay(view: View, card: Card) -> tuple[bool, bool, int, int, int]:
    """What is laid away first, where it counts: no trumps, nothing that wins, most points."""
    trump = view.game.trump_in(view.public.marks)
    worth = view.game.points_laid(card) * (1 if wants_more(view) else -1)
    return card.suit == trump, _is_high(view, card), -worth, _length(view, card), -_rank(card)


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
    length, feared = _length(view, card), _feared(view.game)
    lone = feared & _suit(card)
    if lone:
        if lone >> card & 1:
            return 30.0 if length < 5 else 5.0
        return 25.0 - card.rank if lone > 1 << card and length < 5 else 0.0
    return (13 - card.rank) + (2 if _worth(view)(card) else 0) + (3 - length)


@functools.lru_cache(64)
def _feared(game: TrickGame) -> Hand:
    """The cards that have half of all points or more, as the queen of spades in Hearts."""
    if game.counts_tricks:
        return 0
    points = {card: max(0, game.points(card)) for card in game.pack.listed(game.deck)}
    return hand_of(card for card, own in points.items() if 0 < own >= sum(points.values()) - own)


# Playing.


def card(view: View) -> Card:
    """The card that simple rules play: to win what is wanted, and to lose what is not."""
    moves: Sequence[Card] = view.moves()
    if len(moves) == 1:
        return moves[0]
    if view.asks == "pass":
        return cards_to_pass(view)[0]
    if view.game.counts_tricks:
        return _take(view, moves) if wants_more(view) else _duck(view, moves)
    if _goes_for_all(view):
        return _take(view, moves, every=True)
    lies = sum(map(_worth(view), view.public.table))
    good = lies > 0 or (lies == 0 and wants_more(view))
    return _take(view, moves) if good else _avoid(view, moves)


def played_out(position: TrickPosition) -> tuple[int, ...]:
    """The outcome if everybody plays by rules from here, each by its own cards."""
    while not position.is_over:
        checkpoint()
        position = position.play(card_in(position))
    outcome: tuple[int, ...] = position.outcome
    return outcome


def card_in(position: TrickPosition) -> Card:
    """The card by rules of the player to move, by its own cards; all know what is in no hand."""
    out = position.game.deck & ~hand_of(position.in_play())
    return card(changed(seen(History(position), position.turn), out=out))


def wants_more(view: View) -> bool:
    """Whether it is better for the player's side to take more than it has, by its payoffs."""
    game, side = view.game, view.game.side(view.seat)
    return game.wanted.more(side, game.by_side(view.public.taken)[side])


def _worth(view: View) -> Callable[[Card], int]:
    """What a card is worth to who takes it, by what the player wants; nothing beside tricks."""
    points = view.game.points
    if view.game.counts_tricks:
        return lambda card: 0
    return points if wants_more(view) else lambda card: -points(card)


# The moon: all points, where these are as good as none. Only for games that mind it, see `minding`.


def minding(game: TrickGame) -> TrickGame:
    """The same game, in which players by rules go for all points, and stop others."""
    if not any(moons := moons_of(game)):
        return game
    other = replace(game)
    other.__dict__["wanted"] = game.wanted._replace(moons=moons)
    return other


def _alone(view: View) -> int | None:
    """The only side that has taken points, if it can still take all there are in the game."""
    game, public = view.game, view.public
    if not game.wanted.moons:
        return None
    taken = game.by_side(public.taken)
    sides = [side for side, own in enumerate(taken) if own]
    in_play = (*game.pack.listed(view.hand | view.unseen), *public.table)
    left = sum(map(game.points, in_play)) + game.last_trick
    if len(sides) > 1 or sum(taken) + left < sum(game.units):
        return None
    return sides[0] if sides else game.side(view.seat)


def _goes_for_all(view: View) -> bool:
    """Whether a player tries to take all points: it has all so far, and few losers."""
    side = view.game.side(view.seat)
    return (
        not wants_more(view)
        and _alone(view) == side
        and view.game.wanted.moons[side]
        and _losers(view) <= RISK
    )


def _losers(view: View) -> int:
    """How many cards of the hand are likely to lose a trick if it leads its suits from above.

    Cards that no unseen one beats win; the others of a suit do so too, if by then each of two
    others has followed to every trick.
    """
    found = 0
    for cards in view.game.pack.suit_cards:
        own, others = view.hand & cards, view.unseen & cards
        top = (own & (others & -others) - 1).bit_count() if others else own.bit_count()
        if others.bit_count() > 2 * top:
            found += own.bit_count() - top
    return found


def _shooter(view: View) -> int | None:
    """The other side that may be after all points: it alone has some, and not few."""
    found, game = _alone(view), view.game
    if found is None or found == game.side(view.seat) or not game.wanted.moons[found]:
        return None
    taken = game.by_side(view.public.taken)[found]
    return found if taken * 3 >= sum(game.units) * THREAT else None


class _Trick:
    """The trick as it stands for the player to move."""

    def __init__(self, view: View, moves: Sequence[Card]) -> None:
        public, game = view.public, view.game
        self.trump = game.trump_in(public.marks)
        self.table, self.last = public.table, len(public.table) == game.players - 1
        led = game.led_by(self.table)
        self.led = None if led is None else led.suit
        at = game.winner(self.table, self.trump)
        self.best = self.table[at] if self.table else None
        self.beaters = 0 if self.best is None else game.beaters(self.trump)[self.best]
        self.worth, self.counts = _worth(view), game.counts_tricks
        self.lies = sum(map(self.worth, self.table))
        self.wins = [card for card in moves if self.beats(card)]
        self.loses = [card for card in moves if card not in self.wins]
        self.winner = game.side((public.leader + at) % game.players) if self.table else None
        self.partner_wins = (
            self.winner == game.side(view.seat)
            and self.best is not None
            and (self.last or not view.unseen & _higher(self.best))
        )

    def beats(self, card: Card) -> bool:
        return self.best is None or self.beaters >> card & 1 == 1


def _is_high(view: View, card: Card) -> bool:
    """Whether no unseen card of its suit is higher."""
    return not view.unseen & _higher(card)


def _take(view: View, moves: Sequence[Card], every: bool = False) -> Card:
    """Win the trick if that is likely and worth it; otherwise play low.

    To a trick that is won go cards that are worth most, as cheap as it goes; to others those
    that are worth least. With `every`, every trick is worth it and all points are good.
    """
    trick = _Trick(view, moves)
    worth = view.game.points if every else trick.worth
    counts = trick.counts or every

    def rich(card: Card) -> tuple[bool, int, int]:
        return card.suit == trick.trump, -worth(card), -_rank(card)

    def poor(card: Card) -> tuple[int, bool, int]:
        return worth(card), card.suit == trick.trump, -_rank(card)

    if trick.best is None:
        plain = [card for card in moves if card.suit != trick.trump] or moves
        high = [card for card in plain if _is_high(view, card)]
        if high:
            return min(high, key=lambda card: (-worth(card), _length(view, card)))
        return min(plain, key=lambda card: (worth(card), -_length(view, card), -_rank(card)))
    if trick.partner_wins:
        return min(moves, key=rich)
    worthy = [card for card in trick.wins if counts or trick.lies + worth(card) > 0]
    if not worthy:
        return min(moves, key=poor)
    if trick.last:
        return min(worthy, key=rich)
    sure = [card for card in worthy if _is_high(view, card)]
    ruffs = [card for card in worthy if card.suit == trick.trump != trick.led]
    if ruffs:
        return min(ruffs, key=poor)
    if sure:
        return min(sure, key=rich)
    second = len(trick.table) == 1 and view.game.players > 3 and not every
    if second or not counts:
        return min(moves, key=poor)
    return max(trick.wins, key=rich)


def _length(view: View, card: Card) -> int:
    """How many cards of a card's suit the hand has."""
    return (view.hand & _suit(card)).bit_count()


def _duck(view: View, moves: Sequence[Card]) -> Card:
    """Lose the trick with the highest card that does; lead low."""
    trick = _Trick(view, moves)
    if trick.best is None:
        return max(moves, key=lambda card: _above(view, card))
    if trick.loses:
        follows = trick.loses[0].suit == trick.led
        if follows:
            return min(trick.loses, key=lambda card: _rank(card))
        return max(trick.loses, key=lambda card: (card.suit == trick.trump, -_rank(card)))
    return min(moves) if trick.last else max(moves, key=lambda card: _above(view, card))


def _above(view: View, card: Card) -> int:
    """How many unseen cards of its suit beat a card."""
    return (_higher(card) & view.unseen).bit_count()


def _stops(view: View, trick: _Trick) -> list[Card]:
    """The cards that take a few points for sure, so that another side does not get all."""
    most, points = sum(view.game.units) // CHEAP, view.game.points
    lies = sum(map(points, trick.table))
    sure = trick.wins if trick.last else [card for card in trick.wins if _is_high(view, card)]
    return [card for card in sure if 0 < lies + points(card) <= most]


def _avoid(view: View, moves: Sequence[Card]) -> Card:
    """Take nothing that is bad: duck, throw what is dangerous, and lead low."""
    trick, feared = _Trick(view, moves), _feared(view.game)
    worth, out = trick.worth, feared & view.unseen
    shooter = _shooter(view)
    if shooter is not None:
        stops = _stops(view, trick)
        if stops:
            return max(stops, key=_rank)
        if trick.winner == shooter and moves[0].suit != trick.led:
            moves = [card for card in moves if not worth(card)] or moves[-1:]

    def above(card: Card, feared: Hand) -> bool:
        """Whether a card of its suit that is feared is below it."""
        copies = card.pack.copies
        return bool(feared & _suit(card) & -1 << card - card.rank % copies + copies)

    if trick.best is None:

        def lead(card: Card) -> tuple[bool, int, int]:
            risky = above(card, out) or bool(feared >> card & 1)
            return risky, -_above(view, card), -_rank(card)

        return min(moves, key=lead)
    if moves[0].suit != trick.led:
        return min(moves, key=lambda card: (worth(card), not above(card, out), _rank(card)))
    if trick.loses:
        return min(trick.loses, key=lambda card: (worth(card), _rank(card)))
    if trick.last:
        return max(moves, key=lambda card: (worth(card), -_rank(card)))
    return max(moves, key=lambda card: (worth(card), _rank(card)))
