"""Two sides that share out tricks: partition search (Ginsberg 1996), `backup=partition`.

A question is whether the first side takes at least a given number of the remaining tricks. The
answer comes with the cards whose ranks it depends on. Positions have the same answer if their
suits have the same lengths in each hand and the same players hold those cards, counted from the
top of each suit: lower cards are all alike. So one entry of the table serves all of them.

The contract: `node(position, need)` answers yes or no, with a set of cards. In each suit, the cards
below the lowest of the set can be dealt again, as long as each hand keeps its number of cards of
that suit, and the answer stays the same.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kibitz.cards.deck import Card, Hand, Pack
from kibitz.cards.position import TrickPosition, owned
from kibitz.engines.problem.ordering import Order, order_for
from kibitz.engines.problem.protocol import CutRule, Problem
from kibitz.engines.problem.scores import Scores
from kibitz.engines.problem.sides import guaranteeing, side_of_root
from kibitz.engines.reference.bounds import Bounds
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.entries import entries_for
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import SEARCHES, Run
from kibitz.engines.reference.table import Found, Line, Store
from kibitz.engines.reference.tricks.inner_order import choices, weighed
from kibitz.engines.reference.tricks.quick_tricks import (
    others_later,
    others_sure,
    reaches,
    second_reaches,
    sure_trumps,
)
from kibitz.engines.reference.tricks.two_camps import TwoCamps
from kibitz.engines.reference.two_sided import halving
from kibitz.game import Position
from kibitz.leaf_table import LeafTable
from kibitz.values import Known

if TYPE_CHECKING:
    pass


class Decided(NamedTuple):
    """An answer and the cards that it depends on."""

    yes: bool
    ranks: Hand = 0
    move: Card | None = None
    """The move that decided it, if one did."""


class PartitionEntry(NamedTuple):
    """With these owners of high cards, the first side takes from `least` to `most` tricks."""

    owners: tuple[tuple[int, ...], ...]
    least: int
    most: int


@SEARCHES.named("partition")
@dataclass(frozen=True)
class Partition(TwoCamps):
    """Two sides that share out tricks, searched by yes-or-no questions."""

    backup = "partition"
    known_as, against_all = "partition", "paranoid-partition"
    shared = wanted = "tricks"
    asks = (("keys", "relative"), ("probe", "trick"))

    table: Literal["none", "partition"] = "none"
    keys: Literal["absolute", "relative"] = "absolute"
    probe: Literal["card", "trick"] = "card"
    sure: Literal["none", "used"] = "none"
    """Whether tricks that are won in every line are counted at once."""
    quick: Literal["none", "used"] = "none"
    """Whether tricks that the leader can cash are counted at once."""
    later: Literal["none", "used"] = "none"
    """Whether, without trumps, a trick that the others must get in the end is counted."""
    inner: Literal["listed", "weights"] = "listed"
    """The order in which moves are tried where that changes no value."""
    order: str | Order = "high"

    def lacks(self, position: Position) -> str:
        return reason_against(position)

    def begin(self, problem: Problem) -> PartitionRun:
        self.check(problem.position)
        return PartitionRun(self, problem)


class PartitionRun(Run):
    """A partition search at work on one position."""

    def __init__(self, search: Any, problem: Problem) -> None:
        root = problem.position
        entries = entries_for(problem)
        scores = entries.scores
        search.check_scores(root, scores)
        assert isinstance(scores, Scores)
        assert isinstance(root, TrickPosition)
        self.root, self.scores, self.search = root, scores, search
        self.side = side_of_root(root)
        self.levels = levels_of(scores, self.side)
        self.guaranteed = guaranteeing(root, search)
        self.order = order_for(root, search)
        self.horizon = Horizon(problem.algorithm, problem.limit.depth)
        self.store: Store[tuple[PartitionEntry, ...]] | None = None
        if search.table != "none":
            self.store = entries.store
        self.last: dict[int, Card] = {}
        """For each number of tricks left, the lead that decided the last question."""
        self.asked: tuple[Bounds, int] = ({}, 0)
        """The present question as a window, shown in traces."""

    def payoffs(self, found: Found) -> Known:
        """The payoffs that the root's side is guaranteed."""
        return self.guaranteed(self.payoff(self.side, found.scores[0]))

    def events(self) -> Iterator[Event]:
        """Find the value by bisection, then the first line that has it."""
        if self.root.is_over:
            score = self.scores.score(self.root.outcome)[self.side]
            yield Event("leave", 0, answer=Found((score,), None))
            return
        chances = [level.score for level in self.levels]
        yield from halving(self.root, self.side, chances, self.children, self.at_least, True)

    def children(self, position: TrickPosition) -> Iterator[tuple[Card, TrickPosition]]:
        """The moves of a position, and the positions they lead to."""
        return ((card, position.play(card)) for card in self.order(position))

    def at_least(
        self, position: TrickPosition, score: int, move: Card | None
    ) -> Generator[Event, None, tuple[bool, Line]]:
        """Whether the root's side gets at least a score; at the root, also by which move."""
        level = next((level for level in self.levels if level.score >= score), None)
        if level is None:
            return False, None
        taken = position.game.by_side(position.taken)[self.side]
        need = level.tricks - taken
        if self.side != 0:
            need = position.to_share - sum(position.taken) - need + 1
        self.asked = {self.side: level.score - 1}, level.score
        yield Event("visit", 1, move, *self.asked)
        found: Decided = yield from drive(self.node(position, need, 1), 1)
        line: Line = None
        if found.move is not None and position is self.root:
            line = list(self.order(position)).index(found.move), None
        return found.yes == (self.side == 0), line

    def node(self, position: TrickPosition, need: int, depth: int) -> NodeSearch:
        """Whether the first side takes at least `need` of the remaining tricks."""
        key: Hashable = None
        if not position.table:
            # Step 1. What needs no search: the end, sure and quick tricks, the table.
            left = position.tricks_left
            if need <= 0 or need > left:
                yield Event("leaf", depth)
                return Decided(need <= 0)
            if left == 1 and not position.left_over:
                yield Event("leaf", depth)
                return last_trick(position)
            known = self.known(position, need, left)
            if known is not None:
                yield self.cut("entry", depth, known.yes)
                return known
            if self.store is not None:
                key = lengths(position), left, position.leader, position.marks
                known = self.look(key, position, need)
                if known is not None:
                    yield Event("hit", depth)
                    return known

        elif len(position.table) == 1 and self.search.quick == "used":
            known = self.second(position, need)
            if known is not None:
                yield self.cut("entry", depth, known.yes)
                return known

        # Step 2. The moves, one for each group of equal cards, the most promising first.
        yield Event("expand", depth, turn=position.turn)
        ours = position.side == 0
        moves = choices(position)
        if self.search.inner == "weights":
            moves = weighed(position, moves, self.last.get(position.tricks_left))
        found = Decided(not ours)

        # Step 3. Try each until one gives the answer that the mover wants.
        while moves:
            move = moves.pop(0)
            after = position.play(move)
            won = not after.table and after.game.side(after.leader) == 0
            below: Decided = yield Child(move, *self.asked, self.node(after, need - won, depth + 1))
            ranks = below.ranks | (0 if after.table else decided_by(position, move))
            if below.yes == ours:
                found = Decided(ours, ranks, move)
                if not position.table:
                    self.last[position.tricks_left] = move
                yield self.cut("window", depth, ours)
                break
            found = Decided(not ours, found.ranks | ranks)

            # Step 4. A lower card of the suit does no better if no rank down to it mattered.
            suit = position.game.pack.suit_cards[move.suit]
            lowest = (ranks & suit).bit_length() - 1
            if move > lowest:
                moves = [other for other in moves if other.suit != move.suit or other <= lowest]

        # Step 5. Remember the answer, and the owners of the cards that it depends on.
        if key is not None:
            self.keep(key, position, need, found)
        yield Event("leave", depth)
        return found

    def cut(self, rule: CutRule, depth: int, yes: bool) -> Event:
        """A cut: the rest of the node does not matter, since the question is decided."""
        bounds, score = self.asked
        high = yes == (self.side == 0)
        reached = score if high else score - 1
        return Event("cut", depth, None, bounds, score, rule=rule, reached=reached)

    def known(self, position: TrickPosition, need: int, left: int) -> Decided | None:
        """The answer that sure and quick tricks give, if any."""
        ours, search = position.side == 0, self.search
        goal = need if ours else left - need + 1
        counts_sure = search.sure == "used"
        ranks = others_sure(position, left - goal + 1) if counts_sure else None
        if ranks is not None:
            return Decided(not ours, ranks)
        if search.later == "used" and goal == left:
            ranks = others_later(position)
            if ranks is not None:
                return Decided(not ours, ranks)
        if search.quick == "used":
            sure = sure_trumps(position, position.leader) if counts_sure else []
            ranks = reaches(position, goal, sure)
        return None if ranks is None else Decided(ours, ranks)

    def second(self, position: TrickPosition, need: int) -> Decided | None:
        """The answer by quick tricks of the other side, once the lead is on the table, if any."""
        theirs, left = position.game.side(position.leader) != 0, position.tricks_left
        goal = need if theirs else left - need + 1
        if not 0 < goal <= left:
            return None
        ranks = second_reaches(position, goal, self.search.sure == "used")
        return None if ranks is None else Decided(theirs, ranks)

    # The table: for suit lengths and a leader, what each pattern of owners of high cards settles.

    def look(self, key: Hashable, position: TrickPosition, need: int) -> Decided | None:
        """The answer of the latest entry that fits and settles the question, if any."""
        assert self.store is not None
        pack = position.game.pack
        held = [owned(pack, position.hands, suit) for suit in pack.suit_cards]
        for entry in self.store.look(key) or ():
            if entry.least < need <= entry.most:
                continue
            ranks = 0
            for owners, cards in zip(entry.owners, held, strict=True):
                if owners != tuple(player for _, player in cards[: len(owners)]):
                    break
                ranks |= 1 << cards[len(owners) - 1][0] if owners else 0
            else:
                return Decided(entry.least >= need, ranks)
        return None

    def keep(self, key: Hashable, position: TrickPosition, need: int, found: Decided) -> None:
        """Remember an answer, ahead of the others with the same lengths."""
        assert self.store is not None
        owners = []
        pack = position.game.pack
        for suit in pack.suit_cards:
            lowest = (found.ranks & suit).bit_length() - 1
            held = owned(pack, position.hands, suit)
            owners.append(tuple(player for card, player in held if card <= lowest))
        least, most = (need, position.tricks_left) if found.yes else (0, need - 1)
        entries = self.store.look(key) or ()
        self.store.keep(key, (PartitionEntry(tuple(owners), least, most), *entries))


class Level(NamedTuple):
    """A score of a side, and the tricks that it needs for at least that score."""

    score: int
    tricks: int


def levels_of(scores: Scores, side: int) -> list[Level]:
    """The scores that a side can have, in rising order."""
    rows = zip(scores.leaves.outcomes, scores.rows, strict=True)
    levels: list[Level] = []
    for tricks, score in sorted((outcome[side], row[side]) for outcome, row in rows):
        if not levels or score > levels[-1].score:
            levels.append(Level(score, tricks))
    return levels


def lengths(position: TrickPosition) -> tuple[int, ...]:
    """The number of cards of each suit that each player holds."""
    suits = position.game.pack.suit_cards
    return tuple((hand & suit).bit_count() for hand in position.hands for suit in suits)


def decided_by(position: TrickPosition, move: Card) -> Hand:
    """The cards whose ranks decide a trick that ends with a move.

    These are the winning card and those below it in the same hand that would also have won; none
    if the winning card is the only one of its suit.
    """
    trick = (*position.table, move)
    at, pack = position.game.winner(trick, position.trump), position.game.pack
    wins = trick[at]
    if sum(card.suit == wins.suit for card in trick) == 1:
        return 0
    winner = (position.leader + at) % len(position.hands)
    return next_below(pack, with_trick(position, trick), wins, winner)


def with_trick(position: TrickPosition, trick: Sequence[Card]) -> list[Hand]:
    """The hands after every player takes back its card of the trick."""
    hands = list(position.hands)
    for seat, card in enumerate(trick):
        hands[(position.leader + seat) % len(hands)] |= 1 << card
    return hands


def next_below(pack: Pack, hands: Sequence[Hand], card: Card, player: int) -> Hand:
    """A card, and its owner's cards below it with no other player's card between."""
    found = 0
    for other, holder in owned(pack, hands, pack.suit_cards[card.suit]):
        if other >= card and holder != player:
            break
        if other >= card:
            found |= 1 << other
    return found


def last_trick(position: TrickPosition) -> Decided:
    """The answer when everybody has one card left."""
    while True:
        (move,) = position.legal_moves()
        after = position.play(move)
        if not after.table:
            return Decided(after.game.side(after.leader) == 0, decided_by(position, move))
        position = after


def want_tricks(leaves: LeafTable) -> bool:
    """Whether more tricks are never worse for any side, whatever the others have."""
    return leaves.more_is_better


def reason_against(position: Position) -> str:
    """Something a partition search needs that the game lacks; empty if nothing is missing."""
    if not isinstance(position, TrickPosition) or not position.game.counts_tricks:
        return "a game of tricks"
    game, rules = position.game, position.game.restrictions
    if game._has_code:
        return "rules said by data"
    if not position.trump_stays:
        return "one trump suit"
    if not position.all_in_hands:
        return "all cards in hands, none drawn or laid away"
    if not game.follows_suit or game.pack.copies > 1:
        return "no duties but to follow suit, and one of each card"
    sets = (rules.closed, rules.breakers)
    whole = all(cards & suit in (0, suit) for cards in sets for suit in game.pack.suit_cards)
    if not whole or rules.alone or rules.minds_the_first_trick:
        return "rules that go by suits, not by ranks"
    return ""
