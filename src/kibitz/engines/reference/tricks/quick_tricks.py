"""Tricks that need no partition search: the axes `sure`, `quick` and `later`.

They are for two camps; `sure_tricks` has the tricks of one player among many. Each function
returns the cards whose ranks its answer depends on, of which the lowest of each suit is enough, or
None if it has no answer.
"""

from __future__ import annotations

from kibitz.cards.deck import Hand
from kibitz.cards.position import TrickPosition, owned
from kibitz.cards.restrictions import BROKEN
from kibitz.engines.reference.tricks.inner_order import friends

NO_LIMIT = 13


class Suit:
    """Which players hold the cards of a suit."""

    def __init__(self, position: TrickPosition, suit: int) -> None:
        pack = position.game.pack
        held = owned(pack, position.hands, pack.suit_cards[suit])
        self.cards = [card for card, _ in held]
        self.owners = [player for _, player in held]
        self.lengths = [self.owners.count(player) for player in range(len(position.hands))]

    def run(self, player: int, start: int = 0) -> int:
        """How many cards in a row a player holds, below the first `start` cards."""
        others = (at for at, owner in enumerate(self.owners) if at >= start and owner != player)
        return max(0, next(others, len(self.owners)) - start)

    def longest_other(self, player: int) -> int:
        """The most cards that any other player has."""
        return max(length for other, length in enumerate(self.lengths) if other != player)

    def led_out(self, player: int) -> int:
        """The tricks of a player who leads the suit from the top: all, if the others run out."""
        run = self.run(player)
        return self.lengths[player] if run >= self.longest_other(player) else run

    def top(self, count: int) -> Hand:
        """The last of the `count` highest cards."""
        return 1 << self.cards[count - 1] if count else 0

    def rests_on(self, player: int, tricks: int) -> Hand:
        """The lowest card whose rank matters if a player leads the suit for `tricks` tricks."""
        return self.top(min(tricks, self.run(player), self.longest_other(player)))


def _suits(position: TrickPosition) -> list[Suit]:
    return [Suit(position, suit) for suit in range(len(position.game.pack.suits))]


def sure_trumps(position: TrickPosition, player: int) -> list[Hand]:
    """The tricks that a side's trumps take in every line: the cards that one, two, ... depend on.

    Take one hand's trumps from the highest down to some card. Each of them loses only to a higher
    trump of the other side, and each of those beats at most one. The difference is sure to win.
    """
    found: list[Hand] = []
    if position.trump is None or position.left_over:  # they may be left over, too
        return found
    trumps = Suit(position, position.trump)
    held, against = [0] * len(position.hands), 0
    for at, owner in enumerate(trumps.owners):
        if not friends(position, owner, player):
            against += 1
            continue
        held[owner] += 1
        if held[owner] - against > len(found):
            found.append(trumps.top(at + 1))
    return found


def others_sure(position: TrickPosition, wanted: int) -> Hand | None:
    """Whether the side that does not lead is sure of `wanted` tricks."""
    players = range(len(position.hands))
    foe = next(player for player in players if not friends(position, player, position.leader))
    sure = sure_trumps(position, foe)
    return sure[wanted - 1] if wanted <= len(sure) else None


def others_later(position: TrickPosition) -> Hand | None:
    """Whether the side that does not lead takes at least one trick, when no trumps are left.

    The leading side can lead suits in which it holds the highest card only as often as one of its
    hands has cards of them. If that is not enough, it must lead another suit, whose highest card
    a foe has kept, unless that foe holds so many winners that it can be squeezed out of one.
    """
    leader, players = position.leader, range(len(position.hands))
    if position.left_over or sum(position.hands) & position.trumps:
        return None
    leading = [player for player in players if friends(position, player, leader)]
    run = found = safe_suits = 0
    highest = [0 for _ in players]
    for suit in _suits(position):
        longest = max(suit.lengths[player] for player in leading)
        if not longest:
            continue
        if suit.owners[0] in leading:
            run += longest
            safe_suits += 1
        else:
            found |= suit.top(1)
            highest[suit.owners[0]] += 1
    if run >= position.tricks_left:
        return None
    return found if _keeps(max(highest), len(leading), safe_suits) else None


def _keeps(highest: int, hands: int, safe_suits: int) -> bool:
    """Whether a player with `highest` highest cards can always keep the one that will be led.

    It plays against `hands` hands, which have `safe_suits` suits that they can lead safely.
    """
    return (
        highest <= 2 or hands == 1 or safe_suits == 0 or (highest, hands, safe_suits) == (3, 2, 1)
    )


def reaches(position: TrickPosition, goal: int, sure: list[Hand]) -> Hand | None:
    """Whether the side that leads can take `goal` tricks before the other side gains the lead.

    The leader leads its trumps from the top, then its highest cards in the other suits, as long
    as foes who still have trumps must follow. No partner may be forced to ruff them.
    """
    closed = position.game.restrictions.closed & sum(position.hands)
    if closed and BROKEN not in position.marks:
        return None
    leader, trump, left = position.leader, position.trump, position.tricks_left
    suits = _suits(position)
    drawn = 0 if trump is None else suits[trump].led_out(leader)
    limits = [_limit(position, suits, suit, drawn, leader) for suit in range(len(suits))]
    wins = [min(suit.led_out(leader), limit) for suit, limit in zip(suits, limits, strict=True)]
    plain = sum(wins) - drawn
    partners = [
        player
        for player in range(len(position.hands))
        if player != leader and friends(position, player, leader)
    ]
    kept = [0 if trump is None else suits[trump].lengths[partner] for partner in partners]
    alone = min(plain, left - max([drawn, *kept]))
    if alone + max(drawn, len(sure)) >= goal:
        return _rests_on(suits, leader, trump, wins, goal, sure)
    for partner in partners:
        found = _with_partner(position, suits, partner, limits, wins, goal, sure)
        if found is not None:
            return found
    return None


def second_reaches(position: TrickPosition, goal: int, counts_sure: bool) -> Hand | None:
    """Whether the side that does not lead can take `goal` tricks before the other gains the lead.

    The first of them is the trick that was just begun, won by the highest card of its suit. The
    holder of that card leads on, as in `reaches`. The leader counts as still holding the card led.
    """
    leader, trump, led = position.leader, position.trump, position.table[0].suit
    suits = _suits(position)
    if not suits[led].cards or suits[led].cards[0] > position.table[0]:
        return None
    taker = suits[led].owners[0]
    if friends(position, taker, leader):
        return None
    players = [player for player in range(len(position.hands)) if player != taker]
    foes = [player for player in players if not friends(position, player, taker)]
    if trump not in (None, led):
        lengths = suits[led].lengths, suits[trump].lengths
        if any(lengths[0][foe] == 0 < lengths[1][foe] for foe in foes if foe != leader):
            return None
    if goal == 1:
        return suits[led].top(1)
    if position.game.restrictions.closed & sum(position.hands) and BROKEN not in position.marks:
        return None
    sure = sure_trumps(position, taker) if counts_sure and led != trump else []
    suits[led].lengths[leader] += 1
    drawn = 0 if trump is None else suits[trump].led_out(taker)
    limits = [_limit(position, suits, suit, drawn, taker) for suit in range(len(suits))]
    wins = [min(suit.led_out(taker), limit) for suit, limit in zip(suits, limits, strict=True)]
    plain = sum(wins) - drawn
    partners = [player for player in players if player not in foes]
    kept = [0 if trump is None else suits[trump].lengths[partner] for partner in partners]
    alone = min(plain, position.tricks_left - max([drawn, *kept]))
    if alone + max(drawn, len(sure)) < goal or (trump not in (None, led) and alone < 1):
        return None
    rest = _rests_on(suits, taker, trump, wins, goal, sure, led)
    return suits[led].top(1) | rest


def _limit(position: TrickPosition, suits: list[Suit], suit: int, drawn: int, leader: int) -> int:
    """How often a player can lead a suit before a foe with trumps left can ruff it."""
    if position.trump in (None, suit):
        return NO_LIMIT
    trumps = suits[position.trump].lengths
    foes = (p for p in range(len(trumps)) if not friends(position, p, leader))
    return min([NO_LIMIT, *(suits[suit].lengths[foe] for foe in foes if trumps[foe] > drawn)])


def _rests_on(
    suits: list[Suit],
    leader: int,
    trump: int | None,
    wins: list[int],
    goal: int,
    sure: list[Hand],
    first: int = 0,
) -> Hand:
    """The cards that `goal` tricks depend on: trumps, then other suits until there are enough."""
    found = 0
    if trump is not None:
        drawn = wins[trump]
        by_sure = len(sure) > drawn
        found = sure[-1] if by_sure else suits[trump].rests_on(leader, drawn)
        goal -= max(drawn, len(sure))
    for suit in sorted(range(len(suits)), key=lambda suit: suit != first):
        if suit != trump and goal > 0:
            used = min(wins[suit], goal)
            found |= suits[suit].rests_on(leader, used)
            goal -= used
    return found


def _with_partner(
    position: TrickPosition,
    suits: list[Suit],
    partner: int,
    limits: list[int],
    wins: list[int],
    goal: int,
    sure: list[Hand],
) -> Hand | None:
    """The same with a partner's tricks, to whom the leader crosses after cashing its own.

    While one of them cashes, the partner keeps its winners, and the whole side keeps its trumps.
    """
    leader, trump, left = position.leader, position.trump, position.tricks_left
    runs = [suit.run(leader) for suit in suits]
    more = [
        _more(suits[suit], runs[suit], partner, limits[suit]) if wins[suit] == runs[suit] else 0
        for suit in range(len(suits))
    ]
    reached = [more[at] > 0 and suits[at].lengths[leader] > runs[at] for at in range(len(suits))]
    if not any(reached):
        return None
    drawn = in_trumps = 0
    room = left
    if trump is not None:
        drawn, in_trumps = wins[trump], wins[trump] + more[trump]
        camp = (p for p in range(len(position.hands)) if friends(position, p, leader))
        room -= max(drawn, *(suits[trump].lengths[player] for player in camp))
    plain, theirs = sum(wins) - drawn, sum(more) - (in_trumps - drawn)
    theirs = min(theirs, room - plain)
    if theirs < 0 or (theirs == 0 and (trump is None or not reached[trump])):
        return None
    if plain + theirs + max(in_trumps, len(sure)) < goal:
        return None
    found = 0
    for at, suit in enumerate(suits):
        if at == trump and len(sure) > in_trumps:
            found |= sure[-1]
        elif more[at]:
            found |= suit.top(min(runs[at] + more[at], suit.longest_other(partner)))
        else:
            found |= suit.rests_on(leader, wins[at])
    return found


def _more(suit: Suit, run: int, partner: int, limit: int) -> int:
    """The tricks that a partner adds in a suit after the leader has cashed its own from the top."""
    following = suit.run(partner, run)
    if not following:
        return 0
    most = suit.lengths[partner]
    if run + following < suit.longest_other(partner):
        most = min(most, run + following)
    return max(0, min(most, limit) - run)
