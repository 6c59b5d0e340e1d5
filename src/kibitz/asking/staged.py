"""The default within limits: exact if that can be, else the best estimate, always with a reason.

A search to the end that is stopped knows little. So a small part of the budget goes to searches
that stop before the end, deeper and deeper, with an estimate there:

    1. to the end, within a few nodes: most positions need no more
    2. estimates, and what each side can force, within a small part: an answer to begin with
    3. to the end, within the larger part
    4. estimates again, deeper, with what is left

If time is over before any of them has a value, the moves are estimated as they are. Where only
one move is legal there is nothing to choose: its value is looked for at a glance and no longer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from kibitz.algorithm import Algorithm
from kibitz.asking.budget import Budget
from kibitz.asking.choosing import estimating
from kibitz.asking.forced import forced_bounds, has_bounds
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import NEVER, Cancel
from kibitz.game import Position
from kibitz.results import Limit, Line, Result, Stopped, settled
from kibitz.values import Spans, Vector, narrowed

FEW = 20_000
"""Nodes of the first search."""
GLANCE = 50_000
"""Nodes of the first estimate, where there is no limit."""
FORCING = 2_000_000
"""Nodes of the question whether a side can force a trick more, which go by quickly."""
QUARTER, GLIMPSE, MOST = 0.25, 0.05, 0.75
"""Which part of the limit the first search and the first estimate may take, and after which part
the search to the end is over.
"""
AT_ONCE, MOMENT = 2_000, 0.02
"""Nodes and seconds for the value of a move that is the only one."""


def may_stop(limit: Limit, cancel: Cancel = NEVER, keep_interrupted: bool = False) -> bool:
    """Whether a search may not come to its end, and still be asked for an answer."""
    limited = limit.nodes is not None or limit.seconds is not None
    return limited or keep_interrupted or cancel is not NEVER


def has_stages(position: Position, algorithm: Algorithm) -> bool:
    """Whether there are estimates for a search to the end that may not get there."""
    return not algorithm.search.anytime and bool(position.estimates)


def only_one(position: Position, limit: Limit) -> bool:
    """Whether within a limit, which is for a choice, there is no choice."""
    limited = limit.nodes is not None or limit.seconds is not None
    return limited and not position.is_over and len(position.moves()) == 1


def moment_of(limit: Limit) -> Limit:
    """As much of a limit as an answer at once may take."""
    seconds = limit.seconds and min(limit.seconds, MOMENT)
    return replace(limit, nodes=min(limit.nodes or AT_ONCE, AT_ONCE), seconds=seconds)


def at_a_glance(found: Result, algorithm: Algorithm, budget: Budget) -> Result:
    """The move that is best by estimates of the positions after each, if none has a value yet.

    Only where time is over: a limit on nodes is kept to the node.
    """
    position = found.position
    has_leaf = algorithm.search.deepens or bool(position.estimates)
    if found.worth.known or found.stopped != "seconds" or position.is_over:
        return found
    if algorithm.search.guarantees or not has_leaf:
        return found
    guessing = estimating(algorithm, position)
    moves = order_for(position, guessing.search)(position)
    values = list(budget.glances(map(position.play, moves), guessing))
    value, move = max(zip(values, moves, strict=False), key=lambda pair: pair[0][position.side])
    worth = Vector(value, found.bounds)
    found = replace(found, algorithm=guessing, worth=worth, certainty="estimate", depth=0)
    stats, beside = budget.stats(guessing), budget.beside(guessing)
    return replace(found, move=move, way=Line((move,)), stats=stats, beside=beside)


@dataclass
class Stages:
    """The searches of one position, one after the other, within one budget."""

    position: Position
    algorithm: Algorithm
    budget: Budget
    table: TranspositionTable | None = None
    results: list[Result] = field(default_factory=list)
    forced: Spans | None = None
    """What each side can still get, by what each can force."""

    def run(self, so_far: Callable[[Result], None] | None = None) -> Result:
        """Search until one is exact, or the budget is spent."""
        try:
            self._search(so_far)
        except KeyboardInterrupt:
            if not self.results:
                raise
            self.budget.interrupted = "interrupt"
        return self._together()

    def _search(self, so_far: Callable[[Result], None] | None) -> None:
        """One search after the other, as planned."""
        budget, guessing = self.budget, estimating(self.algorithm, self.position)
        exact, guess = self.table or self._memory(), self._memory()
        plan = (
            (self.algorithm, QUARTER, FEW, False),
            (guessing, GLIMPSE, GLANCE, True),
            (self.algorithm, MOST, None, False),
            (guessing, 1.0, None, False),
        )
        for stage, (algorithm, part, nodes, more) in enumerate(plan):
            if stage == 2 and self.table is None and not budget.limited:
                exact = self._memory()  # so that it does what it does alone, node for node
                budget.forget()
            table = guess if stage % 2 else exact
            within = budget.share(part, nodes, more=more)
            found = budget.search(self.position, algorithm, within, table, self.forced)
            self.results.append(as_estimate(found, self.algorithm))
            if self.results[-1].complete or budget.ended:
                break
            if stage == 1:
                self._force()
                if budget.ended:
                    break
            if so_far and self._best().worth.known:
                so_far(self._together())

    def _memory(self) -> TranspositionTable:
        return TranspositionTable(self.budget.limit.table_mb, self.position)

    def _force(self) -> None:
        """Ask what each side can force, as far as that is soon known."""
        if not self.algorithm.search.by_sets or not has_bounds(self.position):
            return
        within, before = self.budget.share(2 * GLIMPSE, more=True), self.budget.visited
        if within.nodes is not None and within.nodes < FEW:
            return

        def ask(position: Position, algorithm: Algorithm) -> Result:
            nodes = FORCING
            if within.nodes is not None:
                nodes = max(1, min(nodes, within.nodes - (self.budget.visited - before)))
            return self.budget.search(position, algorithm, replace(within, nodes=nodes))

        self.forced = forced_bounds(self.position, ask)

    def _best(self) -> Result:
        """The exact answer; else the deepest estimate; else bounds; else what there is."""
        if self.results[-1].complete:
            return self.results[-1]
        bounded = (result for result in reversed(self.results) if result.bounds)
        known = (result for result in self.results if result.worth.known)
        guesses = [result for result in known if result.depth is not None]
        deepest = max(guesses, key=lambda result: result.depth or 0, default=None)
        return deepest or next(bounded, self.results[-1])

    def _together(self) -> Result:
        """The best answer, with what was searched for it and beside it."""
        best, budget = self._best(), self.budget
        bounds = next((found.bounds for found in reversed(self.results) if found.bounds), None)
        stopped: Stopped = "" if best.complete else budget.ended or self.results[-1].stopped
        found = replace(
            best,
            stats=budget.stats(best.algorithm),
            beside=budget.beside(best.algorithm),
            stopped=stopped,
            seconds=budget.watch.seconds,
            worth=best.worth.within(None if best.complete else narrowed(bounds, self.forced)),
        )
        return settled(found)


def as_estimate(found: Result, algorithm: Algorithm) -> Result:
    """An estimate that came to the end stays one if moves were listed in another order.

    Its value is exact, but where players are indifferent it can be another than the algorithm's.
    """
    if not found.complete or found.algorithm.order == algorithm.order:
        return found
    return replace(found, certainty="estimate", stopped="depth")
