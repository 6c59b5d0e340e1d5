"""Outcome sets as a back-up rule: `backup=outcome-sets`, for whole deals of trick games.

A node returns a set of outcomes. A question is a set of outcomes that would still matter above
a node. The answer is a set that contains the node's outcome. Either all outcomes in it have the
same payoffs, which are the value, or none of them was asked for. An answer is true whatever the
question was, so a table may keep it and intersect it with what it already has.

The outcome of a node is that of plain max^n in the listed order, the first of equals
stays. What a search finds is therefore the value, the move and the line of plain max^n.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, cast

from kibitz.cards.deck import Card
from kibitz.cards.position import TrickPosition, owned
from kibitz.engines.problem.ordering import Order, order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.scores import Scores, check_none_empty
from kibitz.engines.reference.bounds import NO_BOUNDS
from kibitz.engines.reference.decision import Needs
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.entries import entries_for
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.search import MaxN
from kibitz.engines.reference.searches import (
    SEARCHES,
    Run,
    Search,
    life_faults,
    table_faults,
)
from kibitz.engines.reference.table import Found, Store, nested
from kibitz.engines.reference.tricks.outcome_grid import Grid, Taken
from kibitz.engines.reference.tricks.sure_tricks import (
    quick_tricks,
    sides_out,
    sides_safe,
    sure_tricks,
)
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Position
from kibitz.leaf_table import LeafTable, OutcomeSet
from kibitz.values import Outcomes, Unknown, Value

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm

Question = tuple[OutcomeSet, ...]
"""The sets that the ancestors ask about, the parent's first; outcomes in all of them matter."""


class Beforehand(NamedTuple):
    """What is known of a position without searching it."""

    outcomes: OutcomeSet
    key: Hashable = None
    """The key of a position that the table keeps."""
    secured: Taken = ()
    """What was secured; kept too, since other vectors with this key have as much to come."""


@SEARCHES.named("outcome-sets")
@dataclass(frozen=True)
class OutcomeSets(Search):
    """Asks which outcomes a node can still have, and answers with sets of outcomes."""

    backup = "outcome-sets"
    by_sets = True
    rules = ("question",)
    prune = "questions"
    otherwise: ClassVar[str] = "leaf-table"
    """The search to use for games that this one cannot handle."""
    boxes: ClassVar[bool] = True
    """Whether large sets may be boxes."""

    life: int | None = None
    """How many ancestors' questions count; by default, as many as there are sides."""
    table: Literal["none", "bounds", "sets"] = "none"
    """What the table keeps of answers: the sets, or the least and most of each side."""
    keys: Literal["absolute", "relative"] = "absolute"
    probe: Literal["card", "trick"] = "card"
    classes: Literal["none", "used"] = "none"
    """Whether positions share entries if all sides rank what is still to come in the same way."""
    sure: Literal["none", "used"] = "none"
    """Whether tricks, or points, that are won in every line are counted at once."""
    quick: Literal["none", "used"] = "none"
    """Whether tricks that the leader can cash are counted at once."""
    out: Literal["none", "used"] = "none"
    """Whether sides that take no more points, or need take none, are recognised at once."""
    ahead: Literal["none", "used"] = "none"
    """Whether the last player in a trick looks up all its moves in the table first."""
    order: str | Order = "high"
    combine: str = "own"

    def check(self, position: Position) -> None:
        """Refuse games other than trick games in which nothing that was taken is lost again."""
        name = position.game.text_name()
        reason = ""
        if not isinstance(position, TrickPosition):
            reason = f"is for trick games, not for {name}"
        elif position.game.wins_by_code:
            reason = f"needs tricks that are won by rules said as data, unlike {name}"
        elif not position.trump_stays:
            reason = f"needs one trump suit, unlike {name}"
        elif not position.all_in_hands:
            reason = f"needs all cards in hands, none drawn or laid away: {name}"
        elif position.game.takes_points_away:
            reason = f"needs cards of 0 points and more, unlike {name}"
        if reason:
            raise InvalidAlgorithm(f"'{self.backup}' {reason}; use {self.otherwise}")

    def faults(self) -> Iterator[str]:
        """Why parts do not go together in a search by outcome sets."""
        yield from life_faults(self)
        if str(self.order) not in ("suits", "high", "low", "trick"):
            yield f"'order={self.order}' is not for outcome-sets; use order=suits"
        yield from table_faults(self)
        if self.table != "none" and self.probe != "trick":
            yield "'outcome-sets' asks its table between tricks; use probe=trick"

    def begin(self, problem: Problem) -> OutcomeSetsRun:
        self.check(problem.position)
        return OutcomeSetsRun(self, problem)

    def prospect(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        tricks = isinstance(position, TrickPosition)
        return tricks, f"{'' if tricks else 'needs '}tricks to take, by those who hold known cards"

    def plain(self) -> MaxN:
        return MaxN(order=self.order, combine=self.combine)

    @property
    def needs(self) -> Needs:
        return "outcomes"


class OutcomeSetsRun(Run):
    """A search by outcome sets at work on one position of a trick game."""

    def __init__(self, search: OutcomeSets, problem: Problem) -> None:
        root = problem.position
        assert isinstance(root, TrickPosition)
        entries = entries_for(problem)
        assert isinstance(entries.scores, Scores)
        self.root, self.search = root, search
        self.scores, self.leaves = entries.scores, entries.scores.leaves
        self.horizon = Horizon(problem.algorithm, problem.limit.depth)
        self.order = cast("Callable[[TrickPosition], Sequence[Card]]", order_for(root, search))
        self.life = search.life_for(root.game.sides)
        self.grid = Grid(self.leaves.outcomes, entries.scores.rows, search.boxes)
        self.table: Store[tuple[OutcomeSet, Taken]] = entries.store
        own = LeafTable.of(root).outcomes  # a first position has more
        self.can_be = self.static(root) & sum(map(self.grid.one, own))
        """The outcomes that the root can still have, as far as is known."""
        first = cast("TrickPosition", problem.first.position)
        self.wide = self.grid.is_wide(self.secured(first))
        """Whether sets are boxes at the root, and along the line."""
        self.empty = 0
        """How many answers held no outcome; there must be none."""

    def events(self) -> Iterator[Event]:
        """Search the root, then follow the line of plain max^n."""
        yield Event("visit", 0, asked=self.grid.everything)
        self.can_be &= yield from drive(self.node(self.root, (), 0, self.wide))
        yield Event("line", 0)
        numbers, end = yield from self.line()
        check_none_empty(self.empty, self.root)
        yield Event("leave", 0, answer=Found(self.scores.score(end.outcome), nested(numbers)))

    def line(self) -> Generator[Event, None, tuple[list[int], TrickPosition]]:
        """The moves of plain max^n by number, found by asking at each position, and the end."""
        position, numbers = self.root, list[int]()
        move: Card | None = None
        while not position.is_over:
            moves, at = self.order(position), 0
            if len(moves) > 1:
                yield Event("visit", len(numbers), move, asked=self.grid.everything)
                at = yield from drive(self.first_best(position, moves, len(numbers)), len(numbers))
            numbers.append(at)
            move = moves[at]
            position = position.play(move)
        return numbers, position

    def value(self, answer: Found | OutcomeSet) -> Value:
        """The payoffs at the end of the line; before that, a set of outcomes."""
        if isinstance(answer, Found):
            return super().value(answer).within(self.so_far().bounds)
        return Outcomes(possible=self.grid.members(answer))

    def so_far(self) -> Value:
        """Bounds from the outcomes that the root can still have."""
        return Unknown(bounds=self.leaves.bounds(self.grid.members(self.can_be)))

    def reason(self, event: Event) -> tuple[str, dict[str, int]] | None:
        """Why a question is answered: what is left was not asked for, or has one payoff."""
        if event.kind == "hit":
            return "without a search", {}
        left = len(self.grid.members(event.answer))
        if event.asked & event.answer:
            why = "one outcome is left" if left == 1 else f"{left} outcomes left, worth the same"
        elif left == 1:
            why = "the one outcome left is not asked for"
        else:
            why = f"none of {left} outcomes left is asked for"
        return why, {"outcomes": left}

    # The search.

    def node(
        self, position: TrickPosition, question: Question, depth: int, wide: bool
    ) -> NodeSearch:
        """The outcomes that a position can have, as far as the question needs them.

        In the middle of a trick, sets are boxes if they were so when it began: `wide`.
        """
        # Step 1. The end, the last trick, or what is known without a search.
        grid, asked = self.grid, self.asked(question)
        if position.is_over or is_forced(position):
            found = grid.one(end_of(position).outcome)
            yield Event("leaf", depth, answer=found)
            return found
        known = self.known(position)
        if not position.table:
            wide = grid.is_wide(self.secured(position))
        if self.decided(known.outcomes, asked):
            yield Event("hit", depth, answer=known.outcomes)
            return known.outcomes

        # Step 2. The moves, and what is known of them; for the last player, from the table too.
        yield Event("expand", depth, turn=position.turn)
        moves = self.order(position)
        choice = self.choice(position, moves, known, wide)
        if self.looks_ahead(position) and not self.decided(choice.possible(asked), asked):
            self.look_ahead(choice, position, moves)

        # Step 3. Ask about each move until its outcomes are all alike or not asked for.
        decided = False
        for child in range(len(moves)):
            decided = self.decided(choice.possible(asked), asked)
            if decided:
                found = choice.possible(asked)
                yield Event("cut", depth, rule="question", asked=asked, answer=found)
                break
            if choice.part(child) & asked and not grid.one_class(choice.sets[child]):
                given = (choice.question(child), *question)[: self.life]
                yield from self.ask(choice, position, moves, child, given, depth)
        decided = decided or self.decided(choice.possible(asked), asked)

        # Step 4. One move has an outcome that was asked for; the others may still rule it out.
        for child in range(len(moves)):
            if decided:
                break
            if choice.part(child) and not grid.one_class(choice.sets[child]):
                yield Event("again", depth, moves[child])
                given = (choice.question(child),)
                yield from self.ask(choice, position, moves, child, given, depth)
                decided = self.decided(choice.possible(asked), asked)

        # Step 5. Remember what is left.
        found = choice.possible(asked)
        self.empty += not found
        self.keep(known, found)
        yield Event("leave", depth, answer=found)
        return found

    def ask(
        self,
        choice: Choice,
        position: TrickPosition,
        moves: Sequence[Card],
        child: int,
        question: Question,
        depth: int,
    ) -> NodeSearch:
        """Ask one child, and take what it answers."""
        below = self.node(position.play(moves[child]), question, depth + 1, choice.boxed)
        answer = yield Child(moves[child], NO_BOUNDS, None, below, self.asked(question))
        choice.narrow(child, answer, self.asked(question))
        self.empty += not choice.sets[child]
        if depth == 0:
            self.can_be &= choice.possible()

    def first_best(self, position: TrickPosition, moves: Sequence[Card], depth: int) -> NodeSearch:
        """The number of the move that plain max^n makes."""
        grid = self.grid
        choice = self.choice(position, moves, self.known(position), self.wide)
        yield Event("expand", depth, turn=position.turn)
        if self.looks_ahead(position):
            self.look_ahead(choice, position, moves)
        for child in range(len(moves)):
            alone = not any(choice.part(other) for other in range(len(moves)) if other != child)
            if choice.part(child) and not alone and not grid.one_class(choice.sets[child]):
                given = (choice.question(child),)
                yield from self.ask(choice, position, moves, child, given, depth)
        counting = [child for child in range(len(moves)) if choice.part(child)]
        self.empty += len(counting) != 1
        return counting[0]

    def asked(self, question: Question) -> OutcomeSet:
        """The outcomes in all sets of a question; a question with no sets asks for everything."""
        return functools.reduce(operator.and_, question, self.grid.everything)

    def decided(self, outcomes: OutcomeSet, asked: OutcomeSet) -> bool:
        """Whether a set answers a question."""
        return not outcomes & asked or self.grid.one_class(outcomes)

    def choice(
        self, position: TrickPosition, moves: Sequence[Card], known: Beforehand, boxed: bool
    ) -> Choice:
        """The moves of a position, with what sure and quick tricks show about each."""
        if self.looks_ahead(position):
            sets = [self.counted(position.play(move)) for move in moves]
        else:
            sets = [self.static(position)] * len(moves)
        return Choice(self.grid, position.side, known.outcomes, sets, boxed)

    def looks_ahead(self, position: TrickPosition) -> bool:
        """Whether every move ends the trick, so that all of them are looked up in the table."""
        ahead = self.search.ahead == "used"
        return ahead and len(position.table) + 1 == position.game.players

    def look_ahead(self, choice: Choice, position: TrickPosition, moves: Sequence[Card]) -> None:
        """Look up the moves that still count in the table."""
        for child, move in enumerate(moves):
            if choice.part(child) and not self.grid.one_class(choice.sets[child]):
                choice.narrow(child, self.known(position.play(move)).outcomes)

    # What is known of a position without searching it.

    def known(self, position: TrickPosition) -> Beforehand:
        """What follows from tricks taken, sure tricks, quick tricks and the table."""
        if position.table or position.is_over or is_forced(position):
            return Beforehand(self.static(position))
        outcomes, secured = self.counted(position), self.secured(position)
        if self.search.table == "none":
            return Beforehand(outcomes)
        key = self.key(position, secured)
        kept = self.table.look(key)
        if kept is not None:
            outcomes &= self.grid.moved(*kept, secured)
            self.empty += not outcomes
        return Beforehand(outcomes, key, secured)

    def counted(self, position: TrickPosition) -> OutcomeSet:
        """Between tricks, the outcomes left by sure and quick tricks; the last is played out."""
        if position.is_over or is_forced(position):
            return self.grid.one(end_of(position).outcome)
        secured = self.secured(position)
        outcomes = self.grid.from_here(secured)
        if self.search.quick == "used":
            outcomes &= self.after_quick_tricks(position, secured, outcomes)
        if self.search.out == "used" and not position.game.counts_tricks:
            for side in sides_out(position):
                outcomes &= ~self.grid.side_from(side, secured[side] + 1)
            for side in sides_safe(position):
                if_none = self.grid.from_here(secured)
                if_none &= ~self.grid.side_from(side, secured[side] + 1)
                outcomes &= self.grid.at_least[side][self.grid.least(side, if_none)]
        return outcomes

    def static(self, position: TrickPosition) -> OutcomeSet:
        """The outcomes left by the tricks taken and the sure tricks."""
        return self.grid.from_here(self.secured(position))

    def secured(self, position: TrickPosition) -> Taken:
        """What each side has taken or is sure to take."""
        taken = position.taken
        if self.search.sure == "used":
            taken = tuple(map(operator.add, taken, sure_tricks(position)))
        return position.game.by_side(taken)

    def after_quick_tricks(
        self, position: TrickPosition, secured: Taken, outcomes: OutcomeSet
    ) -> OutcomeSet:
        """The outcomes that are no worse for the leader than cashing its quick tricks."""
        sure = 0
        if self.search.sure == "used":
            sure = sure_tricks(position)[position.leader]
        more = quick_tricks(position, sure) - sure
        if more <= 0:
            return outcomes
        side = position.side
        if_taken = outcomes & self.grid.side_from(side, secured[side] + more)
        return self.grid.at_least[side][self.grid.least(side, if_taken)]

    def key(self, position: TrickPosition, secured: Taken) -> Hashable:
        """What the outcomes to come depend on."""
        by_class = self.search.classes == "used"
        wants = self.grid.preferences(secured) if by_class else secured
        marks, leader = position.marks, position.leader
        pack = position.game.pack
        by_owners = position.game.keys_by_owners and not position.in_special_trick
        if self.search.keys == "absolute" or not by_owners:
            return position.hands, leader, marks, wants, position.before
        suits = position.suits() if self.search.order == "suits" else range(len(pack.suits))
        names = tuple(suits) if position.game.names_suits(marks) else ()
        kind = position.game.kinds
        held = tuple(
            tuple(
                (player, kind[card])
                for card, player in owned(pack, position.hands, pack.suit_cards[suit])
            )
            for suit in suits
        )
        return held, names, leader, marks, wants, position.before

    def keep(self, known: Beforehand, found: OutcomeSet) -> None:
        """Remember what can still come of a position between tricks."""
        if known.key is None:
            return
        if self.search.table == "bounds" or self.grid.is_wide(known.secured):
            found = self.grid.box(found) & self.grid.from_here(known.secured)
        kept = self.table.look(known.key)
        if kept is not None:
            found &= self.grid.moved(*kept, known.secured)
        self.table.keep(known.key, (found, known.secured))


class Choice:
    """What can still come of the moves of a node.

    Each move guarantees the mover some rank, and the mover gets at least the highest of these.
    So only outcomes of that rank or higher count; and for moves after the first that guarantees
    it, only outcomes of a higher rank, since the first of equals stays.
    """

    def __init__(
        self,
        grid: Grid,
        mover: int,
        within: OutcomeSet,
        sets: Sequence[OutcomeSet],
        boxed: bool,
    ) -> None:
        self.grid, self.mover, self.boxed = grid, mover, boxed
        self.within = self.kept(within)
        self.sets = list(sets)
        self.out = [0] * len(sets)
        """With boxes, outcomes that were asked about and are not the outcome of the move."""
        self.ranks = [grid.least(mover, outcomes) for outcomes in sets]

    def kept(self, outcomes: OutcomeSet) -> OutcomeSet:
        """A set, or the smallest box that contains it."""
        return self.grid.box(outcomes) if self.boxed else outcomes

    def narrow(self, child: int, answer: OutcomeSet, asked: OutcomeSet = 0) -> None:
        """Narrow the outcomes of a move by an answer."""
        outcomes = self.sets[child] & self.kept(answer)
        if self.boxed and not answer & asked:
            self.out[child] = asked or self.out[child]
        self.sets[child] = self.kept(outcomes & ~self.out[child])
        self.ranks[child] = self.grid.least(self.mover, self.sets[child])

    def question(self, child: int) -> OutcomeSet:
        """What to ask about a move: its outcomes that can be the node's, if boxes can tell."""
        least = max(self.ranks)
        after = child > self.ranks.index(least)
        return self.sets[child] & self.within & self.grid.at_least[self.mover][least + after]

    def part(self, child: int) -> OutcomeSet:
        """The outcomes of a move that can be the node's."""
        return self.question(child) & ~self.out[child]

    def possible(self, asked: OutcomeSet = 0) -> OutcomeSet:
        """The outcomes that the node can have; boxes leave out those asked for and ruled out."""
        found = functools.reduce(operator.or_, map(self.part, range(len(self.sets))))
        if self.boxed:
            out = 0 if found & asked else asked
            return self.kept(self.kept(found) & ~out) & ~out
        return found


def is_forced(position: TrickPosition) -> bool:
    """Whether it is between tricks and nobody has a choice any more."""
    return not position.table and all(hand.bit_count() == 1 for hand in position.hands)


def end_of(position: TrickPosition) -> TrickPosition:
    while not position.is_over:
        position = position.play(position.moves()[0])
    return position
