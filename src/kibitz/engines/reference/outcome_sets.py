"""Whole deals of trick games, by sets of outcomes.

The contract: a question is a set of outcomes that would still matter above a node. The
answer is a set that holds the outcome of the node, and either all of it is of one payoff
class, which is the value, or none of it is asked for. An answer is true whatever was
asked, so a table may keep it and intersect it with what it has.

The outcome of a node is that of plain max^n in the listed order, the first of equals
stays. What a search finds is therefore the value, the move and the line of plain max^n.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Generator, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from kibitz.cards.deck import SUIT_CARDS, Card, winner
from kibitz.cards.position import TrickPosition, owned
from kibitz.cards.restrictions import BROKEN
from kibitz.engines.reference.bounds import NO_BOUNDS
from kibitz.engines.reference.driver import Child, Node, drive
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.ordering import ORDERS
from kibitz.game import Payoffs
from kibitz.leaf_table import LeafTable, OutcomeSet

Question = tuple[OutcomeSet, ...]
"""The sets that the ancestors ask for, the parent's first; what is in all of them matters."""

Taken = tuple[int, ...]


@dataclass(frozen=True)
class Parts:
    """What a search by outcome sets is made of; each part can be left out."""

    order: Literal["suits", "high", "low", "trick"] = "suits"
    """The listed order, which decides ties."""
    life: int = 6
    """How many sets a question is made of: the parent's, and of so many ancestors above."""
    table: Literal["sets", "bounds", "none"] = "sets"
    """Whether the table keeps sets, or only the range of each side's ranks in them."""
    keys: Literal["relative", "absolute"] = "relative"
    """Whether positions share an entry if the same players hold the cards from high to low."""
    classes: bool = True
    """Whether they share it too if all sides rank what is to come alike."""
    sure: bool = True
    """Whether to count trump tricks that are won in every line."""
    quick: bool = True
    """Whether to count the tricks that the leader can take at once."""
    look_ahead: bool = True
    """Whether the last seat of a trick asks the table about all its moves first."""


@dataclass
class Counts:
    """What a search did, beyond its events."""

    hits: int = 0
    again: int = 0
    empty: int = 0
    """Answers that hold no outcome; there must be none."""


class Grid:
    """The outcomes of a root as bits, so that adding what was taken is a shift.

    An outcome stands at the sum of its entries, each but the last times its stride.
    """

    def __init__(self, leaves: LeafTable, rows: Sequence[Payoffs]) -> None:
        outcomes = leaves.outcomes
        sides = len(outcomes[0])
        self.outcomes: tuple[Taken, ...] = outcomes
        self.rows = rows
        width = max(map(max, outcomes)) + 1
        self.strides = (*(width**axis for axis in range(sides - 1)), 0)
        bits = [1 << self.place(outcome) for outcome in outcomes]
        self.everything: OutcomeSet = sum(bits)
        self.at_least: list[list[OutcomeSet]] = [
            [
                sum(bit for bit, row in zip(bits, rows, strict=True) if row[side] >= rank)
                for rank in range(max(row[side] for row in rows) + 2)
            ]
            for side in range(sides)
        ]
        """For each side and rank, the outcomes that the side ranks there or higher."""
        alike: dict[Payoffs, OutcomeSet] = {}
        for bit, row in zip(bits, rows, strict=True):
            alike[row] = alike.get(row, 0) | bit
        self.alike = {self.place(o): alike[row] for o, row in zip(outcomes, rows, strict=True)}
        """For the place of each outcome, all that have the same payoffs."""
        self.row_at = {self.place(o): row for o, row in zip(outcomes, rows, strict=True)}

    def place(self, outcome: Sequence[int]) -> int:
        """The bit of an outcome, or how far a set moves if so much was taken."""
        return sum(map(operator.mul, outcome, self.strides))

    def members(self, outcomes: OutcomeSet) -> tuple[Taken, ...]:
        """The outcomes of a set."""
        return tuple(o for o in self.outcomes if outcomes >> self.place(o) & 1)

    @functools.cache  # noqa: B019
    def from_here(self, taken: Taken) -> OutcomeSet:
        """The outcomes in which nobody has less than this."""
        return sum(
            1 << self.place(outcome)
            for outcome in self.outcomes
            if all(map(operator.ge, outcome, taken))
        )

    @functools.cache  # noqa: B019
    def side_from(self, side: int, tricks: int) -> OutcomeSet:
        """The outcomes in which a side has as many or more."""
        return sum(1 << self.place(outcome) for outcome in self.outcomes if outcome[side] >= tricks)

    def one_class(self, outcomes: OutcomeSet) -> bool:
        """Whether all of them have the same payoffs."""
        first = (outcomes & -outcomes).bit_length() - 1
        return not outcomes or not outcomes & ~self.alike[first]

    def least(self, side: int, outcomes: OutcomeSet) -> int:
        """The lowest rank that the side gives any of these."""
        ranks = self.at_least[side]
        rank = 0
        while rank + 2 < len(ranks) and not outcomes & ~ranks[rank + 1]:
            rank += 1
        return rank

    def range_of(self, outcomes: OutcomeSet) -> OutcomeSet:
        """All outcomes that each side ranks within the range that it gives to these."""
        found = self.everything
        for side, ranks in enumerate(self.at_least):
            most = max(rank for rank, above in enumerate(ranks) if outcomes & above)
            found &= ranks[self.least(side, outcomes)] & ~ranks[most + 1]
        return found

    @functools.cache  # noqa: B019
    def preferences(self, taken: Taken) -> Hashable:
        """How all sides rank what can be added to what was taken."""
        ends = [at for at, o in enumerate(self.outcomes) if all(map(operator.ge, o, taken))]
        added = tuple(tuple(map(operator.sub, self.outcomes[at], taken)) for at in ends)
        columns = []
        for side in range(len(taken)):
            ranks = [self.rows[at][side] for at in ends]
            order = {rank: place for place, rank in enumerate(sorted(set(ranks)))}
            columns.append(tuple(order[rank] for rank in ranks))
        return added, tuple(columns)


class Known(NamedTuple):
    """What is known of a position without a search of it."""

    outcomes: OutcomeSet
    key: Hashable = None
    """Of a position that the table keeps."""
    secured: Taken = ()
    """The table keeps what is to come on top of this."""


class OutcomeSets:
    """A search by outcome sets at work on one position of a trick game."""

    def __init__(
        self, root: TrickPosition, parts: Parts, rows: Sequence[Payoffs] | None = None
    ) -> None:
        leaves = LeafTable.of(root)
        self.root, self.parts = root, parts
        self.grid = Grid(leaves, leaves.ranks if rows is None else rows)
        self.table: dict[Hashable, OutcomeSet] = {}
        self.counts = Counts()
        order = ORDERS.get(parts.order)
        self.order: Callable[[TrickPosition], Sequence[Card]] = (
            order if order is not None else lambda position: position.ordered(parts.order)
        )

    def run(self) -> Generator[Event, None, OutcomeSet]:
        """Search the root and yield what happens; returns outcomes of one payoff class."""
        yield Event("visit", 0)
        found: OutcomeSet = yield from drive(self.node(self.root, (), 0))
        return found

    def line(self) -> Generator[Event, None, tuple[Card, ...]]:
        """The moves that plain max^n makes, found by asking along them."""
        position, line = self.root, list[Card]()
        while not position.is_over:
            moves = self.order(position)
            at = 0
            if len(moves) > 1:
                yield Event("visit", len(line))
                at = yield from drive(self.first_best(position, moves, len(line)))
            line.append(moves[at])
            position = position.play(moves[at])
        return tuple(line)

    def values(self) -> Generator[Event, None, list[tuple[Card, OutcomeSet]]]:
        """The outcomes, of one payoff class, of every move of the root."""
        found = []
        for move in self.order(self.root):
            yield Event("visit", 1, move)
            answer = yield from drive(self.node(self.root.play(move), (), 1))
            found.append((move, answer))
        return found

    # The search.

    def node(self, position: TrickPosition, question: Question, depth: int) -> Node:
        """The outcomes that a position can have, as far as the question needs them."""
        # Step 1. The end, the last trick, or what is known without a search.
        grid, asked = self.grid, self.asked(question)
        if position.is_over or _is_forced(position):
            yield Event("leaf", depth)
            return 1 << grid.place(_end(position).outcome)
        known = self.known(position)
        if self.decided(known.outcomes, asked):
            self.counts.hits += 1
            yield Event("hit", depth)
            return known.outcomes

        # Step 2. The moves, and what is known of them; in the last seat, from the table too.
        yield Event("expand", depth)
        moves = self.order(position)
        choice = self.choice(position, moves, known)
        if self.looks_ahead(position) and not self.decided(choice.possible(), asked):
            self.look_ahead(choice, position, moves)

        # Step 3. Ask each move about what could come of it, until that is one class or not asked.
        decided = False
        for child in range(len(moves)):
            decided = self.decided(choice.possible(), asked)
            if decided:
                break
            part = choice.part(child)
            if part & asked and not grid.one_class(choice.sets[child]):
                given = (part, *question)[: self.parts.life]
                yield from self.ask(choice, position, moves, child, given, depth)
        decided = decided or self.decided(choice.possible(), asked)

        # Step 4. One move has an outcome that is asked for; the others may still spoil it.
        for child in range(len(moves)):
            if decided:
                break
            part = choice.part(child)
            if part and not grid.one_class(choice.sets[child]):
                self.counts.again += 1
                yield Event("again", depth, moves[child])
                yield from self.ask(choice, position, moves, child, (part,), depth)
                decided = self.decided(choice.possible(), asked)

        # Step 5. Remember what is left.
        found = choice.possible()
        self.counts.empty += not found
        self.keep(known, found)
        yield Event("leave", depth)
        return found

    def ask(
        self,
        choice: Choice,
        position: TrickPosition,
        moves: Sequence[Card],
        child: int,
        question: Question,
        depth: int,
    ) -> Node:
        """Ask one child, and take what it answers."""
        below = self.node(position.play(moves[child]), question, depth + 1)
        answer = yield Child(moves[child], NO_BOUNDS, None, below)
        choice.narrow(child, answer)
        self.counts.empty += not choice.sets[child]

    def first_best(self, position: TrickPosition, moves: Sequence[Card], depth: int) -> Node:
        """The number of the move that plain max^n makes."""
        grid = self.grid
        choice = self.choice(position, moves, self.known(position))
        yield Event("expand", depth)
        if self.looks_ahead(position):
            self.look_ahead(choice, position, moves)
        for child in range(len(moves)):
            part = choice.part(child)
            alone = not any(choice.part(other) for other in range(len(moves)) if other != child)
            if part and not alone and not grid.one_class(choice.sets[child]):
                yield from self.ask(choice, position, moves, child, (part,), depth)
        counting = [child for child in range(len(moves)) if choice.part(child)]
        self.counts.empty += len(counting) != 1
        return counting[0]

    def asked(self, question: Question) -> OutcomeSet:
        """What is in all sets of a question; the root's has none, and asks for everything."""
        return functools.reduce(operator.and_, question, self.grid.everything)

    def decided(self, outcomes: OutcomeSet, asked: OutcomeSet) -> bool:
        """Whether a set answers a question."""
        return not outcomes & asked or self.grid.one_class(outcomes)

    def choice(self, position: TrickPosition, moves: Sequence[Card], known: Known) -> Choice:
        """The moves of a position, with what sure and quick tricks say of each."""
        if self.looks_ahead(position):
            sets = [self.counted(position.play(move)) for move in moves]
        else:
            sets = [self.static(position)] * len(moves)
        return Choice(self.grid, position.side, known.outcomes, sets)

    def looks_ahead(self, position: TrickPosition) -> bool:
        """Whether every move leads to the end of a trick, and the table is asked about them all."""
        return self.parts.look_ahead and len(position.table) + 1 == position.game.players

    def look_ahead(self, choice: Choice, position: TrickPosition, moves: Sequence[Card]) -> None:
        """Ask the table about the moves that still count."""
        for child, move in enumerate(moves):
            if choice.part(child) and not self.grid.one_class(choice.sets[child]):
                choice.narrow(child, self.known(position.play(move)).outcomes)

    # What is known of a position without a search of it.

    def known(self, position: TrickPosition) -> Known:
        """What was taken, sure tricks, what the leader can take at once, and the table."""
        if position.table or position.is_over or _is_forced(position):
            return Known(self.static(position))
        grid, parts = self.grid, self.parts
        outcomes, secured = self.counted(position), self.secured(position)
        if parts.table == "none":
            return Known(outcomes)
        key = self.key(position, secured)
        kept = self.table.get(key)
        if kept is not None:
            outcomes &= kept << grid.place(secured)
            self.counts.empty += not outcomes
        return Known(outcomes, key, secured)

    def counted(self, position: TrickPosition) -> OutcomeSet:
        """The outcomes that sure and quick tricks leave between tricks; the last is played out."""
        if position.is_over or _is_forced(position):
            return 1 << self.grid.place(_end(position).outcome)
        secured = self.secured(position)
        outcomes = self.grid.from_here(secured)
        if self.parts.quick:
            outcomes &= self.after_quick_tricks(position, secured, outcomes)
        return outcomes

    def static(self, position: TrickPosition) -> OutcomeSet:
        """The outcomes that what was taken, and sure tricks, leave."""
        return self.grid.from_here(self.secured(position))

    def secured(self, position: TrickPosition) -> Taken:
        """What each side has taken, and is sure to take."""
        taken = position.taken
        if self.parts.sure:
            taken = tuple(map(operator.add, taken, sure_tricks(position)))
        return position.game.by_side(taken)

    def after_quick_tricks(
        self, position: TrickPosition, secured: Taken, outcomes: OutcomeSet
    ) -> OutcomeSet:
        """The outcomes that are no worse for the leader than taking its quick tricks."""
        sure = sure_tricks(position)[position.leader] if self.parts.sure else 0
        more = quick_tricks(position, sure) - sure
        if more <= 0:
            return outcomes
        side = position.side
        if_taken = outcomes & self.grid.side_from(side, secured[side] + more)
        return self.grid.at_least[side][self.grid.least(side, if_taken)]

    def key(self, position: TrickPosition, secured: Taken) -> Hashable:
        """What the outcomes to come depend on."""
        wants = self.grid.preferences(secured) if self.parts.classes else secured
        marks, leader = position.marks, position.leader
        if self.parts.keys == "absolute" or position.game.alike == "next":
            return position.hands, leader, marks, wants
        suits = position.suits() if self.parts.order == "suits" else range(4)
        names = tuple(suits) if position.game.names_suits(marks) else ()
        kind = position.game.kind
        held = tuple(
            tuple((player, kind(card)) for card, player in owned(position.hands, SUIT_CARDS[suit]))
            for suit in suits
        )
        return held, names, leader, marks, wants

    def keep(self, known: Known, found: OutcomeSet) -> None:
        """Remember what is to come from a position between tricks."""
        if known.key is None:
            return
        if self.parts.table == "bounds":
            found = self.grid.range_of(found) & self.grid.from_here(known.secured)
        found >>= self.grid.place(known.secured)
        self.table[known.key] = self.table.get(known.key, found) & found


class Choice:
    """What can still come of the moves of a node.

    The mover gets at least the best of what each move gives it at least. So of that rank
    each move counts with what is ranked there or higher, and after the first move that has it
    at least with what is ranked higher: the first of equals stays.
    """

    def __init__(
        self, grid: Grid, mover: int, within: OutcomeSet, sets: Sequence[OutcomeSet]
    ) -> None:
        self.grid, self.mover, self.within = grid, mover, within
        self.sets = list(sets)
        self.ranks = [grid.least(mover, outcomes) for outcomes in sets]

    def narrow(self, child: int, answer: OutcomeSet) -> None:
        """Take an answer."""
        self.sets[child] &= answer
        self.ranks[child] = self.grid.least(self.mover, self.sets[child])

    def part(self, child: int) -> OutcomeSet:
        """The outcomes of a move that can be the node's."""
        least = max(self.ranks)
        after = child > self.ranks.index(least)
        return self.sets[child] & self.within & self.grid.at_least[self.mover][least + after]

    def possible(self) -> OutcomeSet:
        """The outcomes that the node can have."""
        return functools.reduce(operator.or_, map(self.part, range(len(self.sets))))


def sure_tricks(position: TrickPosition) -> tuple[int, ...]:
    """The tricks that each player takes with trumps in every line.

    Of its trumps from the highest down to one of them, each is beaten only in a trick with
    a higher trump of another, and that is in one trick. So as many win as they outnumber
    those. The card that is winning the present trick is still to win or to beat, but not for
    those whose card it has beaten.
    """
    players, trump = len(position.hands), position.trump
    if trump is None or position.left_over or not position.game.counts_tricks:
        return (0,) * players
    sure = _outnumber(players, owners(position, trump))
    if position.table:
        after = _outnumber(
            players, [player for _, player in owned(position.hands, SUIT_CARDS[trump])]
        )
        wins = (position.leader + winner(position.table, trump)) % players
        for at in range(len(position.table)):
            player = (position.leader + at) % players
            if player != wins:
                sure[player] = after[player]
    return tuple(sure)


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
    closed = 0 if BROKEN in position.marks else game.restrictions.closed
    hand, trumps = position.hands[leader], 0 if trump is None else SUIT_CARDS[trump]
    if hand & closed & ~trumps:
        return 0
    players = range(len(position.hands))
    others = [player for player in players if player != leader]
    drawn = 0
    if not hand & closed or not hand & ~closed:
        drawn = 0 if trump is None else _highest(owners(position, trump), leader)
    quick = max(drawn, sure)
    for suit in range(4):
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
    return min(quick, position.plies_left // len(position.hands))


def owners(position: TrickPosition, suit: int) -> list[int]:
    """Who holds the live cards of a suit, from high to low; who plays the winning card holds it."""
    hands = list(position.hands)
    if position.table:
        won_by = winner(position.table, position.trump)
        hands[(position.leader + won_by) % len(hands)] |= 1 << position.table[won_by]
    return [player for _, player in owned(hands, SUIT_CARDS[suit])]


def _length(position: TrickPosition, player: int, suit: int) -> int:
    return (position.hands[player] & SUIT_CARDS[suit]).bit_count()


def _highest(owners: Sequence[int], player: int) -> int:
    """How many of the highest cards of a suit are a player's."""
    return next((at for at, owner in enumerate(owners) if owner != player), len(owners))


def _is_forced(position: TrickPosition) -> bool:
    """Whether nobody has a choice any more, between tricks."""
    return not position.table and all(hand.bit_count() == 1 for hand in position.hands)


def _end(position: TrickPosition) -> TrickPosition:
    while not position.is_over:
        position = position.play(position.moves()[0])
    return position
