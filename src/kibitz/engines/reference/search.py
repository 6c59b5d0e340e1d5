"""The one loop behind every max^n search.

The contract: a *bound* is what a player has already secured at an ancestor. A search of a
node under bounds answers with the exact value of the node, or with NIL, which says only:
for at least one bounded player, the value is not better than its bound. The node then
cannot become the value of the ancestors that the bounds come from.

All algorithms are this loop with different parts. A node is an event with its answer, or a
generator that yields events, and a `Child` whenever it needs the answer for one; `driver.py`
runs it.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import insort
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import CutRule, Problem
from kibitz.engines.reference.bounds import (
    NO_BOUNDS,
    Bounds,
    HandedOn,
    PruningRule,
)
from kibitz.engines.reference.cutting import can_cut
from kibitz.engines.reference.decision import TESTS, DecisionTest, Needs
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.entries import entries_for
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import (
    SEARCHES,
    Run,
    TreeSearch,
    life_faults,
)
from kibitz.engines.reference.table import NIL, Found, FoundOrNil, Line, table_for
from kibitz.game import Position

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.problem.scores import Feasible


@dataclass(frozen=True)
class UnderBounds(TreeSearch):
    """A search of vectors under bounds: which a child is given, and how a node decides by them."""

    rules = ("immediate", "entry", "shallow", "distant")

    prune: str | PruningRule = "none"
    """The name of a pruning rule, or one of your own: which bounds a child is given."""
    life: int | None = None
    """The number of plies for which a bound is passed down; none is the life of the rule."""
    first: Literal["none", "given"] = "none"
    """Whether a first child is given bounds."""
    test: str | type[DecisionTest] = "none"
    """The name of a decision test, or a class of your own."""
    scale: Literal["payoff", "rank"] = "payoff"
    """What a sum adds up."""
    heuristic: Literal["none", "taken"] = "none"
    """Whether the tricks or points taken narrow the test."""
    table: Literal["none", "exact", "bounds"] = "none"
    """What a transposition table keeps."""

    @property
    def decision(self) -> type[DecisionTest]:
        """The decision test."""
        return TESTS[self.test] if isinstance(self.test, str) else self.test

    def faults(self) -> Iterator[str]:
        """Why parts do not go together in a search of vectors."""
        rule, sums = self.rule, self.decision.needs == "sums"
        if self.prune == "questions":
            yield f"'questions' prunes outcome-sets, not {self.backup}; use prune=speculative"
        elif rule.two_sided:
            others = f"minimax and paranoid, not {self.backup}"
            yield f"'{self.prune}' prunes {others}; use prune=speculative"
        elif rule.prunes and self.test == "none":
            yield f"'{self.prune}' needs a decision test; use test=linear or test=leaf-table"
        if self.heuristic != "none" and self.test == "none":
            yield "'heuristic=taken' narrows a decision test, and test=none has none"
        yield from life_faults(self)
        if self.first == "given" and self.prune != "speculative":
            yield f"'first=given' is for speculative, not for prune={self.prune}"
        if self.scale == "rank" and not sums:
            yield f"'scale=rank' is for sums, test=linear or discrete, not for test={self.test}"
        if self.table == "bounds" and not rule.prunes:
            yield "'table=bounds' keeps what pruning left open; without pruning use table=exact"
        if self.ties != "first" and sums and self.scale != "rank":
            yield f"'ties={self.ties}' orders payoffs anew and so has no sums; use scale=rank"
        yield from super().faults()
        if not rule.sound and self.table != "none":
            yield f"'{self.prune}' gives wrong values, which a table would spread; use table=none"

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        return can_cut(self, position, algorithm)

    @property
    def needs(self) -> Needs:
        ranks = self.scale == "rank" or self.ties != "first"
        return "outcomes" if ranks or self.narrows else self.decision.needs

    @property
    def prunes(self) -> bool:
        return super().prunes or self.test != "none"

    @property
    def unproved(self) -> str:
        """A decision test of one's own may cut too much.

        An order of one's own is checked move by move, a pruning rule only says what is tried
        first, and an evaluation gives estimates anyway.
        """
        own = not isinstance(self.test, str)
        return f"test={self.shown('test')}" if own else super().unproved

    @property
    def narrows(self) -> bool:
        return self.heuristic == "taken"

    @property
    def adds_up(self) -> bool:
        return self.decision.needs == "sums" and self.scale == "payoff" and self.ties == "first"


class UnderBoundsRun(Run):
    """A composition of parts at work on one position."""

    test: DecisionTest

    def __init__(self, search: UnderBounds, problem: Problem) -> None:
        root, sides = problem.position, problem.position.game.sides
        entries = entries_for(problem)
        self.root, self.scores = root, entries.scores
        self.test = search.decision(self.scores)
        self.handed_on = HandedOn(search.rule, search.life_for(sides), search.first == "given")
        self.table = table_for(search, entries.store)
        self.order = order_for(root, search)
        self.horizon = Horizon(problem.algorithm, problem.limit.depth)

    def events(self) -> Iterator[Event]:
        """Search the root and yield what happens; the last answer is the answer."""
        line: Line = None
        for plies in self.horizon:
            yield Event("visit", 0)
            answer = yield from drive(self.node(self.root, NO_BOUNDS, NO_BOUNDS, 0, line))
            if self.horizon.stops_early:
                yield Event("deepened", plies)
            line = self.plain(answer).line

    def plain(self, answer: Any) -> Found:
        """The value of plain max^n in an answer, with its line."""
        found: Found = answer
        return found

    @abstractmethod
    def node(
        self, position: Position, bounds: Bounds, ages: Bounds, depth: int, line: Line
    ) -> NodeSearch | Event:
        """One node under bounds, each with its age in plies, and a line to try first: the event
        that says its answer, or the search of it.
        """


@SEARCHES.named("maxn")
@dataclass(frozen=True)
class MaxN(UnderBounds):
    """Every player takes the move that is best for it."""

    backup = "maxn"

    ties: Literal["first", "against-root"] = "first"
    """Which of equal moves an indifferent player chooses."""

    def begin(self, problem: Problem) -> MaxNRun:
        return MaxNRun(self, problem)

    def plain(self) -> MaxN:
        return MaxN(
            order=self.order,
            width=self.width,
            ties=self.ties,
            combine=self.combine,
            leaf=self.leaf,
            deepening=self.deepening,
        )

    @property
    def one_side(self) -> bool:
        return self.ties != "first"


class MaxNRun(UnderBoundsRun):
    """A composition of max^n parts at work on one position."""

    def node(
        self, position: Position, bounds: Bounds, ages: Bounds, depth: int, line: Line
    ) -> NodeSearch | Event:
        # Step 1. The end, the horizon, or a position that the table answers.
        # Nothing is left to choose here, or it was searched before.
        if position.is_over:
            return Event("leaf", depth, answer=Found(self.scores.score(position.outcome), None))
        horizon = self.horizon
        if depth == horizon.plies:
            horizon.guesses += 1
            return Event("leaf", depth, answer=Found(self.scores.estimate(position), None))
        key = self.table.key(position, horizon.plies - depth)
        known = self.table.look(key, bounds)
        if known is not None:
            horizon.guesses += known.guessed
            return Event("hit", depth, answer=known.answer)

        # Step 2. Stop if no leaf below here can matter.
        # An ancestor keeps what it has secured unless some outcome beats every bound.
        feasible = self.scores.feasible(position)
        if bounds and not self.test.possible(bounds, feasible):
            return Event("cut", depth, bounds=bounds, rule="entry", feasible=feasible)
        return self.inner(position, key, feasible, bounds, ages, depth, line)

    def inner(
        self,
        position: Position,
        key: Hashable,
        feasible: Feasible,
        bounds: Bounds,
        ages: Bounds,
        depth: int,
        line: Line,
    ) -> NodeSearch:
        """Search a node whose children have to be looked at."""
        yield Event("expand", depth, turn=position.turn)
        mover, moves, horizon = position.side, self.order(position), self.horizon
        possible, handed_on = self.test.possible, self.handed_on
        best: FoundOrNil = None
        at, guesses, cut, beats = 0, horizon.guesses, False, False
        first, rest = line or (0, None)
        unseen = list(range(len(moves)))
        if first:
            unseen.insert(0, unseen.pop(first))
        waiting: list[int] = []

        while True:
            # Step 3. Once the best beats every bound, a waiting child; else the next unseen.
            # Then this node may be chosen, and what failed on older bounds may be its value.
            again = beats and bool(waiting)
            given: dict[int, int] = {}
            given_ages: dict[int, int] = {}
            if again:
                child = waiting.pop(0)
            elif unseen:
                child = unseen.pop(0)
                if bounds and not beats:
                    given = handed_on.older(bounds, ages, best is None, not unseen)
                    given_ages = {player: ages[player] + 1 for player in given}
            else:
                break

            # Step 4. Stop if no unseen leaf below here could still matter.
            # The mover gives up its best only for more, and ancestors their bounds only for more.
            own: int | None = None
            if best is not None:
                own = best.scores[mover] - (child < at)  # left of the best wins ties
                has: Bounds = {mover: own}
                if not possible(has, feasible):
                    # Nothing is better for the mover, which settles this child and all after it;
                    # children wait on only if they waited for the best to beat the bounds.
                    yield Event("cut", depth, bounds=has, rule="immediate", feasible=feasible)
                    waiting = [] if beats else waiting
                    break
                if not beats:
                    has = {**bounds, mover: max(own, bounds.get(mover, own))}
                    if not possible(has, feasible):
                        older = any(age > 1 for age in ages.values())
                        rule: CutRule = "distant" if older else "shallow"
                        yield Event("cut", depth, bounds=has, rule=rule, feasible=feasible)
                        cut = True
                        break
                if handed_on.life and own >= given.get(mover, own):
                    given[mover], given_ages[mover] = own, 1

            # Step 5. Value it. A failure is settled if nothing but the mover's bound caused it.
            # Then the mover has as much already; older bounds speak only for ancestors.
            move = moves[child]
            if again:
                yield Event("again", depth, move)
            tried = rest if child == first else None
            below = self.node(position.after(move), given, given_ages, depth + 1, tried)
            answer: FoundOrNil = yield Child(move, given, None, below)
            if answer is NIL:
                if handed_on.waits and (own is None or given != {mover: own}):
                    insort(waiting, child)
                    yield Event("wait", depth, move)

            # Step 6. Keep it if the mover prefers it; the first of equals stays.
            # So it is the value of plain max^n, in whichever order the children came.
            elif best is None or (answer.scores[mover], -child) > (best.scores[mover], -at):
                best, at = Found(answer.scores, (child, answer.line)), child
                beats = not bounds or all(best.scores[p] > b for p, b in bounds.items())
                yield Event("keep", depth, move, answer=best)

        # Step 7. With children unseen or waiting, only "does not beat the bounds" is known.
        # The mover's choice may be one of them; either way an ancestor prefers what it has.
        result = NIL if cut or waiting else best
        self.table.keep(key, result, bounds, horizon.guesses > guesses)
        yield Event("leave", depth, answer=result)
        return result
