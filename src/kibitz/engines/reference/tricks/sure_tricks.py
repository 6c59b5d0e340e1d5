"""Tricks that need no search of outcome sets: the axes `sure`, `quick` and `out`.

Those that are won in every line, those that the leader can force, and players who take, or
need to take, nothing more.
A partition search must also know which cards these rest on; see `quick_tricks`.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Sequence

from kibitz.cards.deck import Hand, Pack
from kibitz.cards.order import nobody_beats
from kibitz.cards.position import TrickPosition, owned
from kibitz.cards.restrictions import BROKEN


def sure_tricks(position: TrickPosition) -> tuple[int, ...]:
    """The tricks, or points, that each player takes in every line.

    The present trick is sure if nobody can beat its winning card any more. Then trumps: of
    a player's trumps from the highest down to one of them, each is beaten only in a trick with
    a higher trump of another, and that is in one trick. So as many win as they outnumber
    those. The card that is winning the present trick is still to win or to beat, but not for
    those whose card it has beaten, nor for its player if the trick is sure.
    """
    game, trump, players = position.game, position.trump, len(position.hands)
    sure = [0] * players
    wins = is_won = None
    if position.table:
        _, wins = position.winning
        is_won = _is_won(position)
        if is_won:
            sure[wins] = position.worth(position.table)
    if trump is None or position.left_over or not game.counts_tricks or not _by_rank(position):
        return tuple(sure)
    with_winning = _outnumber(players, owners(position, trump))
    held = owned(game.pack, position.hands, position.trumps)
    without = _outnumber(players, [player for _, player in held])
    past = {(position.leader + at) % players for at in range(len(position.table))}
    for player in range(players):
        is_past = player in past and (is_won or player != wins)
        sure[player] += without[player] if is_past else with_winning[player]
    return tuple(sure)


def _is_won(position: TrickPosition) -> bool:
    """Whether nobody can beat the card that is winning the trick."""
    table, players = position.table, len(position.hands)
    best, _ = position.winning
    still = (
        position.hands[(position.turn + seat) % players] for seat in range(players - len(table))
    )
    return nobody_beats(position, still, position.led, best)


def _by_rank(position: TrickPosition) -> bool:
    """Whether the highest trump wins a trick, else the highest card of the suit led."""
    return position.game.duties.ranks_decide and position.game.pack.copies == 1


def _outnumber(players: int, owners: Sequence[int]) -> list[int]:
    """By how many each player's cards outnumber the higher ones of the others, at most."""
    held, most = [0] * players, [0] * players
    for owner in owners:
        held[owner] += 1
        most[owner] = max(most[owner], 2 * held[owner] - sum(held))
    return most


def quick_tricks(position: TrickPosition, sure: int) -> int:
    """The tricks that the leader can take, between tricks, with trumps and by leading on.

    It leads its highest trumps, then in each plain suit its cards that nobody can beat, as
    long as those who still have trumps must follow.
    """
    game, leader, trump = position.game, position.leader, position.trump
    if not game.counts_tricks or game.names_suits(position.marks):
        return 0
    if not _by_rank(position) or not game.duties.follows_suit:
        return 0
    closed = 0 if BROKEN in position.marks else game.restrictions.closed
    hand, trumps = position.hands[leader], position.trumps
    if hand & closed & ~trumps:
        return 0
    players = range(len(position.hands))
    others = [player for player in players if player != leader]
    drawn = 0
    if not hand & closed or not hand & ~closed:
        drawn = 0 if trump is None else _highest(owners(position, trump), leader)
    quick = max(drawn, sure)
    for suit in range(len(game.pack.suits)):
        if suit == trump:
            continue
        top = _highest(owners(position, suit), leader)
        if top >= max(_length(position, player, suit) for player in others):
            top = _length(position, leader, suit)
        follow = [
            _length(position, player, suit)
            for player in others
            if (position.hands[player] & trumps).bit_count() > drawn
        ]
        quick += min([top, *follow])
    return min(quick, position.tricks_left)


def sides_out(position: TrickPosition) -> set[int]:
    """The sides that take nothing more, whatever is played, between tricks.

    If all cards of the leader are above those of the others in their suits, it takes all
    that is left. If in each suit a player who does not lead has the lowest cards, then whatever
    is led by another is above them. In both cases nobody who loses may hold trumps.
    """
    if not _by_rank(position) or position.game.keeps_points:
        return set()
    hands, leader, trumps = position.hands, position.leader, position.trumps
    suits = position.game.pack.suit_cards
    others = [at for at in range(len(hands)) if at != leader and not hands[at] & trumps]
    losing = set(others)
    if len(others) < len(hands) - 1 or not all(
        _above(suits, hands[leader], hands[at]) for at in others
    ):
        losing = {
            at
            for at in others
            if all(_above(suits, hand, hands[at]) for who, hand in enumerate(hands) if who != at)
        }
    side_of = position.game.side_of
    return {side_of[at] for at in losing} - {
        side_of[at] for at in range(len(hands)) if at not in losing
    }


def sides_safe(position: TrickPosition) -> set[int]:
    """The sides that can avoid every further trick, whatever the others play, between tricks.

    A player is safe in a suit if its lowest card is below the lowest of the others, its second
    lowest below their second lowest, and so on. When another leads their k-th lowest, it plays
    its own k-th lowest, or its highest if it has fewer, and is safe as before; instead of
    following it throws the highest card of any suit. With trumps it might have to win. So who is
    safe in all suits and does not lead need never win. Who leads needs a suit to begin with in
    which it stays safe though the others may then play a card that does not help it.
    """
    game, hands = position.game, position.hands
    if game.keeps_points or game.pack.copies > 1 or not game.duties.assumes_nothing_else:
        return set()
    if game.names_suits(position.marks):
        return set()
    closed = 0 if BROKEN in position.marks else game.restrictions.closed
    pack, everybody = game.pack, functools.reduce(operator.or_, hands)
    unsafe = set()
    for player, hand in enumerate(hands):
        safe, leaves = not hand & position.trumps, False
        for suit in pack.suit_cards:
            own, others = (_low_first(pack, cards & suit) for cards in (hand, everybody & ~hand))
            safe &= _below(own, others)
            leaves |= bool(own and others) and not closed >> own[0] & 1 and _below(own[1:], others)
        if not safe or (player == position.leader and not leaves):
            unsafe.add(game.side_of[player])
    return set(game.side_of) - unsafe


def _low_first(pack: Pack, cards: Hand) -> list[int]:
    """Cards of a suit, from low to high, as numbers that are lower for higher cards."""
    return list(reversed(list(pack.listed(cards))))


def _below(own: Sequence[int], others: Sequence[int]) -> bool:
    """Whether each card is below the one at its place of others, if there is one."""
    return all(mine > other for mine, other in zip(own, others, strict=False))


def _above(suits: Sequence[Hand], hand: Hand, other: Hand) -> bool:
    """Whether in each suit all cards of a hand are above the other's; high cards are low bits."""
    return all(not other & suit or hand & suit < (other & suit) & -(other & suit) for suit in suits)


def owners(position: TrickPosition, suit: int) -> list[int]:
    """Who holds the live cards of a suit, from high to low; who plays the winning card holds it."""
    hands = list(position.hands)
    if position.table:
        card, player = position.winning
        hands[player] |= 1 << card
    pack = position.game.pack
    return [player for _, player in owned(pack, hands, pack.suit_cards[suit])]


def _length(position: TrickPosition, player: int, suit: int) -> int:
    return (position.hands[player] & position.game.pack.suit_cards[suit]).bit_count()


def _highest(owners: Sequence[int], player: int) -> int:
    """How many of the highest cards of a suit are a player's."""
    return next((at for at, owner in enumerate(owners) if owner != player), len(owners))
