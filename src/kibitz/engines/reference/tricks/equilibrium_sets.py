"""All equilibria of whole deals: `backup=equilibrium-sets`, outcome sets without a rule for ties.

First comes the search of `outcome_sets.py`, for the value and the line of plain max^n. Then each
node returns a pair of sets: all outcomes that the node might have, and those among them whose
payoffs it certainly has under some way of breaking ties. A question is a set of outcomes that
would still matter above a node; it is answered once each of them is either certain or ruled out.
Both sets are true whatever the question was, so a table may keep the outcomes that are left in
all answers, and those that are certain in any answer.

By the theorem of docs/equilibria.md an outcome of one move is an outcome of the node if the mover
cannot be sure of more elsewhere: if no other move has a higher least. The first set says how low
that least can be, the second how high.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.cards.deck import Card
from kibitz.cards.position import TrickPosition
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.bounds import NO_BOUNDS
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.equilibria import Equilibria, check_free, free_faults
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Found
from kibitz.engines.reference.tricks.outcome_grid import Grid, Taken
from kibitz.engines.reference.tricks.outcome_sets import (
    Beforehand,
    Choice,
    OutcomeSets,
    OutcomeSetsRun,
    Question,
    end_of,
    is_forced,
)
from kibitz.game import Position
from kibitz.leaf_table import OutcomeSet
from kibitz.values import Outcomes, Several, Unknown, Value


class Spread(NamedTuple):
    """What a node can have: `all` outcomes not ruled out, and those whose payoffs are `sure`."""

    all: OutcomeSet
    sure: OutcomeSet


class All(NamedTuple):
    """The answer: the result of plain max^n, and all outcomes of the root."""

    plain: Found
    outcomes: OutcomeSet


@SEARCHES.named("equilibrium-sets")
@dataclass(frozen=True)
class EquilibriumSets(OutcomeSets):
    """Every value that max^n can have, however players break ties, found by sets of outcomes."""

    backup = "equilibrium-sets"
    otherwise = "equilibria"
    boxes = False

    free: tuple[int, ...] = ()
    """The sides that break ties freely; by default, all of them."""

    def check(self, position: Position) -> None:
        """Refuse games that outcome sets cannot handle, and sides that do not exist."""
        super().check(position)
        check_free(self.free, position)

    def faults(self) -> Iterator[str]:
        yield from super().faults()
        yield from free_faults(self.free)
        if self.table == "bounds":
            yield "'equilibrium-sets' keeps whole sets; use table=sets"

    def begin(self, problem: Problem) -> EquilibriumSetsRun:
        self.check(problem.position)
        return EquilibriumSetsRun(self, problem)

    def plain(self) -> Equilibria:  # type: ignore[override]
        return Equilibria(order=self.order, combine=self.combine, free=self.free)


class EquilibriumSetsRun(OutcomeSetsRun):
    """A search for all equilibria at work on one position of a trick game."""

    def __init__(self, search: EquilibriumSets, problem: Problem) -> None:
        super().__init__(search, problem)
        self.free = frozenset(search.free or range(self.root.game.sides))
        self.can_come = self.can_be
        """The outcomes that the root can have however ties are broken, as far as is known."""

    def events(self) -> Iterator[Event]:
        """Search by plain max^n, then for everything that the root can have."""
        plain: Found | None = None
        for event in super().events():
            if event.kind == "leave" and isinstance(event.answer, Found):
                plain = event.answer
            else:
                yield event
        assert plain is not None
        yield Event("visit", 0, asked=self.grid.everything)
        found = yield from drive(self.spread(self.root, (), 0))
        self.can_come &= found.all
        yield Event("leave", 0, answer=All(plain, self.can_come))

    def value(self, answer: Any) -> Value:
        """All values, beginning with that of plain max^n, and its line; before that, a set."""
        if isinstance(answer, All):
            first = self.scores.payoffs(answer.plain.scores)
            place = self.leaves.place
            others = (self.leaves.payoffs[place[o]] for o in self.grid.members(answer.outcomes))
            return Several.with_first((first, *others), answer.plain.numbers)
        if isinstance(answer, Spread):
            return Outcomes(possible=self.grid.members(answer.all))
        return super().value(answer)

    def so_far(self) -> Value:
        """Bounds from the outcomes that the root can still have."""
        return Unknown(bounds=self.leaves.bounds(self.grid.members(self.can_come)))

    def reason(self, event: Event) -> tuple[str, dict[str, int]] | None:
        """Why a question is answered: nothing that was asked about is still open."""
        if event.kind == "hit" or not isinstance(event.answer, Spread):
            return super().reason(event)
        left = len(self.grid.members(event.answer.all & event.asked))
        return f"{left} outcomes that are asked for, all certain", {"outcomes": left}

    def spread(self, position: TrickPosition, question: Question, depth: int) -> NodeSearch:
        """What a position can have, as far as the question needs it."""
        # Step 1. The end, the last trick, or what is known without a search.
        grid, asked = self.grid, self.asked(question)
        if position.is_over or is_forced(position):
            end = grid.one(end_of(position).outcome)
            yield Event("leaf", depth, answer=Spread(end, end))
            return Spread(end, end)
        known, sure = self.known_spread(position)
        if self.settled(Spread(known.outcomes, sure), asked):
            found = Spread(known.outcomes, sure)
            yield Event("hit", depth, answer=found)
            return found

        # Step 2. The moves, and what is known of them; for the last player, from the table too.
        yield Event("expand", depth, turn=position.turn)
        moves = self.order(position)
        sets = self.choice(position, moves, known, boxed=False).sets
        choice = FreeChoice(grid, position.side, known.outcomes, sets)
        choice.free, choice.known = position.side in self.free, sure
        if self.looks_ahead(position) and not self.settled(choice.spread(), asked):
            for at, move in enumerate(moves):
                if choice.part(at) & ~choice.sure[at]:
                    below, certain = self.known_spread(position.play(move))
                    choice.take(at, Spread(below.outcomes, certain))
        unasked = set(range(len(moves)))

        # Step 3. Ask about outcomes of a move that are possible but not yet certain.
        # Step 4. What was asked about can come of some move; ask whether the others guarantee less.
        while left := choice.possible() & asked & ~choice.certain():
            child = choice.open(left)
            given: Question
            if child is not None:
                given = (choice.part(child) & ~choice.certain(), *question)[: self.life]
            else:
                child, lower = choice.in_the_way(left)
                given = (lower,)
                yield Event("again", depth, moves[child])
            yield from self.ask_spread(choice, position, moves, child, given, depth)
            unasked.discard(child)

        # Step 5. Remember what is left.
        found = choice.spread()
        if unasked:
            yield Event("cut", depth, rule="question", asked=asked, answer=found)
        self.empty += not found.all
        self.keep_spread(known, found)
        yield Event("leave", depth, answer=found)
        return found

    def ask_spread(
        self,
        choice: FreeChoice,
        position: TrickPosition,
        moves: Sequence[Card],
        child: int,
        question: Question,
        depth: int,
    ) -> NodeSearch:
        """Ask one child, and take what it answers."""
        below = self.spread(position.play(moves[child]), question, depth + 1)
        answer = yield Child(moves[child], NO_BOUNDS, None, below, self.asked(question))
        choice.take(child, answer)
        self.empty += not choice.sets[child]
        if depth == 0:
            self.can_come &= choice.possible()

    def settled(self, found: Spread, asked: OutcomeSet) -> bool:
        """Whether nothing that was asked about is still open."""
        return not found.all & asked & ~found.sure

    def known_spread(self, position: TrickPosition) -> tuple[Beforehand, OutcomeSet]:
        """What is known without a search, and which of it is certain, from entries of its own."""
        outcomes = self.static(position)
        if position.table:
            return Beforehand(outcomes), self.grid.certain(outcomes, 0)
        outcomes = self.counted(position)
        if self.search.table == "none" or position.is_over or is_forced(position):
            return Beforehand(outcomes), self.grid.certain(outcomes, 0)
        secured = self.secured(position)
        key, sure = ("free", self.key(position, secured)), 0
        kept: Any = self.table.look(key)
        if kept is not None:
            spread, before = kept
            outcomes &= self.grid.moved(spread.all, before, secured)
            sure = self.grid.moved(spread.sure, before, secured)
            self.empty += not outcomes
        return Beforehand(outcomes, key, secured), self.grid.certain(outcomes, sure)

    def keep_spread(self, known: Beforehand, found: Spread) -> None:
        """Remember what can still come of a position between tricks."""
        if known.key is None:
            return
        kept: Any = self.table.look(known.key)
        if kept is not None:
            spread, before = kept
            everything = found.all & self.grid.moved(spread.all, before, known.secured)
            sure = found.sure | self.grid.moved(spread.sure, before, known.secured)
            found = Spread(everything, sure)
        entry: tuple[Any, Taken] = (found, known.secured)
        self.table.keep(known.key, entry)


class FreeChoice(Choice):
    """What can still come of the moves of a node, and which of it is certain.

    A mover that breaks ties freely may choose a move that is only as good as another. So every
    move counts with all its outcomes of the highest guaranteed rank or above.
    """

    free = True
    known: OutcomeSet = 0
    """The outcomes that are certain for the node before its moves are looked at."""

    def __init__(
        self, grid: Grid, mover: int, within: OutcomeSet, sets: Sequence[OutcomeSet]
    ) -> None:
        super().__init__(grid, mover, within, sets, boxed=False)
        self.sure = [grid.certain(outcomes, 0) for outcomes in sets]

    def take(self, child: int, answer: Spread) -> None:
        """Narrow the outcomes of a move by an answer."""
        self.narrow(child, answer.all)
        self.sure[child] = self.grid.certain(self.sets[child], self.sure[child] | answer.sure)

    def part(self, child: int) -> OutcomeSet:
        """The outcomes of a move that can be the node's."""
        if not self.free:
            return super().part(child)
        least = max(self.ranks)
        return self.sets[child] & self.within & self.grid.at_least[self.mover][least]

    def high(self, child: int) -> int:
        """The highest that the least of a move can be: certain outcomes are no less than it."""
        sure, ranks = self.sure[child], self.grid.at_least[self.mover]
        if sure:
            return self.grid.least(self.mover, sure)
        return max(rank for rank, above in enumerate(ranks) if self.sets[child] & above)

    def bound(self, child: int, other: int) -> int:
        """The rank that the mover needs from one move to prefer it to another."""
        return self.high(other) + (not self.free and other < child)

    def certain(self) -> OutcomeSet:
        """What is certain for the node: certain for a move, and enough whatever the others give."""
        found, moves = self.known, range(len(self.sets))
        for child in moves:
            bound = max((self.bound(child, other) for other in moves if other != child), default=0)
            ranks = self.grid.at_least[self.mover]
            found |= self.sure[child] & ranks[min(bound, len(ranks) - 1)]
        return self.grid.certain(self.possible(), found)

    def spread(self) -> Spread:
        """The outcomes that the node can have, and those that are certain."""
        return Spread(self.possible(), self.certain())

    def open(self, left: OutcomeSet) -> int | None:
        """The first move for which it is unknown whether it can have these outcomes."""
        moves = range(len(self.sets))
        return next((c for c in moves if self.part(c) & left & ~self.sure[c]), None)

    def in_the_way(self, left: OutcomeSet) -> tuple[int, OutcomeSet]:
        """A move whose least may be too high for the lowest of these; its outcomes low enough."""
        moves, ranks = range(len(self.sets)), self.grid.at_least[self.mover]
        rank = self.grid.least(self.mover, left)
        lowest = left & ~ranks[rank + 1]
        child = next(child for child in moves if self.part(child) & lowest)
        other = next(o for o in moves if o != child and self.bound(child, o) > rank)
        enough = rank + 1 - (not self.free and other < child)
        return other, self.sets[other] & ~ranks[enough]
