"""Tricks that need no search of outcome sets: the axes `sure`, `quick` and `out`.

These are tricks won in every line, tricks that the leader can force, and players who take, or
need to take, nothing more. A partition search must also know which cards these depend on; see
`quick_tricks`.
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

    The present trick is sure if nobody can beat its winning card any more. Then trumps: take
    a player's trumps from the highest down to some card. Each of them loses only to a higher
    trump of another player, and each of those beats at most one. So if there are more of the
    former than of the latter, the difference is sure to win. The card that is winning the
    present trick still counts as a trump in play, except for players whose card it has beaten,
    and for its own player if the trick is sure.
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
    """Whether a trick goes to its highest trump, or else to the highest card of the suit led."""
    return position.game.duties.ranks_decide and position.game.pack.copies == 1


def _outnumber(players: int, owners: Sequence[int]) -> list[int]:
    """The most by which each player's highest cards outnumber higher cards of the others."""
    held, most = [0] * players, [0] * players
    for owner in owners:
        held[owner] += 1
        most[owner] = max(most[owner], 2 * held[owner] - sum(held))
    return most


def quick_tricks(position: TrickPosition, sure: int) -> int:
    """Between tricks, the number of tricks that the leader can take without losing the lead.

    It leads its highest trumps, then in each plain suit the cards that nobody can beat, as long
    as players who still have trumps must follow suit.
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
    """Between tricks, the sides that take nothing more, whatever is played.

    If in every suit all of the leader's cards are higher than the others', it takes every trick
    that is left. A player who does not lead and has the lowest cards of every suit takes none,
    since whatever another player leads is higher. In both cases the losers must hold no trumps.
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
    """Between tricks, the sides that can avoid every further trick, whatever the others play.

    A player is safe in a suit if its lowest card is below the lowest of the others, its second
    lowest below their second lowest, and so on. When another player leads their k-th lowest, it
    plays its own k-th lowest, or its highest if it has fewer, and stays safe; when it cannot
    follow, it throws the highest card of any suit. With trumps it might have to win. So a player
    that is safe in all suits and does not lead need never win. A leader must first have a suit
    to lead in which it stays safe even if the others then play cards that do not help it.
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
    """The cards of a suit from low to high, as numbers; higher cards have lower numbers."""
    return list(reversed(list(pack.listed(cards))))


def _below(own: Sequence[int], others: Sequence[int]) -> bool:
    """Whether each card is below its counterpart in `others`, if it has one."""
    return all(mine > other for mine, other in zip(own, others, strict=False))


def _above(suits: Sequence[Hand], hand: Hand, other: Hand) -> bool:
    """Whether one hand is above another in every suit; high cards are low bits."""
    return all(not other & suit or hand & suit < (other & suit) & -(other & suit) for suit in suits)


def owners(position: TrickPosition, suit: int) -> list[int]:
    """The holders of live cards of a suit, from high to low; also of the winning card."""
    hands = list(position.hands)
    if position.table:
        card, player = position.winning
        hands[player] |= 1 << card
    pack = position.game.pack
    return [player for _, player in owned(pack, hands, pack.suit_cards[suit])]


def _length(position: TrickPosition, player: int, suit: int) -> int:
    return (position.hands[player] & position.game.pack.suit_cards[suit]).bit_count()


def _highest(owners: Sequence[int], player: int) -> int:
    """How many of the highest cards of a suit a player holds without a gap."""
    return next((at for at, owner in enumerate(owners) if owner != player), len(owners))
