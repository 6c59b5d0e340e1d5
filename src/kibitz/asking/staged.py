"""The default within limits: exact if that can be, else the best estimate, always with a reason.

A search to the end that is stopped knows little. So a small part of the limit goes to searches
that stop before the end, deeper and deeper, with an estimate there:

    1. to the end, within a few nodes: most positions need no more
    2. estimates, and what each side can force, within a small part: an answer to begin with
    3. to the end, within the larger part
    4. estimates again, deeper, with what is left

If time is over before any of them has a value, the moves are estimated as they are. Where only
one move is legal there is nothing to choose: its value is looked for at a glance and no longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from kibitz.algorithm import Algorithm
from kibitz.asking.choosing import estimating
from kibitz.asking.forced import forced_bounds, has_bounds
from kibitz.engines.choice import search
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import NEVER, Cancel, Engine, Watch
from kibitz.engines.problem.scores import PlainScores
from kibitz.game import Position
from kibitz.results import Bounds, Limit, Result, Stats, Stopped, narrowed, settled

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
LATE = 0.002
"""How many seconds estimates may take once time is over; the first one is always made."""


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


def at_once(limit: Limit) -> Limit:
    """As much of a limit as an answer at once may take."""
    seconds = limit.seconds and min(limit.seconds, MOMENT)
    return replace(limit, nodes=min(limit.nodes or AT_ONCE, AT_ONCE), seconds=seconds)


def glances(
    positions: Iterable[Position], algorithm: Algorithm, watch: Watch
) -> Iterator[tuple[int, ...]]:
    """The payoffs of positions by the leaf of an algorithm alone, as many as little time allows."""
    start = watch.seconds
    for at, position in enumerate(positions):
        if at and watch.seconds - start > LATE:
            return
        scores = PlainScores(position, algorithm)
        over = position.is_over
        yield scores.score(position.outcome) if over else scores.estimate(position)


def at_a_glance(found: Result, algorithm: Algorithm, watch: Watch) -> Result:
    """The move that is best by estimates of the positions after each, if none has a value yet.

    Only where time is over: a limit on nodes is kept to the node.
    """
    position = found.position
    has_leaf = algorithm.search.anytime or bool(position.estimates)
    if found.value is not None or found.stopped != "seconds" or position.is_over:
        return found
    if algorithm.search.guarantees or not has_leaf:
        return found
    guessing = estimating(algorithm, position)
    moves = order_for(position, guessing.search)(position)
    values = list(glances(map(position.play, moves), guessing, watch))
    value, move = max(zip(values, moves, strict=False), key=lambda pair: pair[0][position.side])
    found = replace(found, algorithm=guessing, value=value, certainty="estimate", depth=0)
    return replace(found, move=move, line=(move,))


@dataclass
class Stages:
    """The searches of one position, one after the other, within one limit."""

    position: Position
    algorithm: Algorithm
    engines: tuple[Engine, ...]
    limit: Limit
    watch: Watch
    table: TranspositionTable | None = None
    results: list[Result] = field(default_factory=list)
    forced: Bounds | None = None
    """What each side can still get, by what each can force."""
    questions: list[Result] = field(default_factory=list)
    """What that was found by."""
    interrupted: bool = False
    """Whether Ctrl-C came between two searches, which else would know of it."""

    def run(self, so_far: Callable[[Result], None] | None = None) -> Result:
        """Search until one is exact, or the limit is reached."""
        try:
            self._search(so_far)
        except KeyboardInterrupt:
            if not self.results:
                raise
            self.interrupted = True
        return self._together()

    def _search(self, so_far: Callable[[Result], None] | None) -> None:
        """One search after the other, as planned."""
        exact = self.table or TranspositionTable(self.limit.table_mb, self.position)
        guess = TranspositionTable(self.limit.table_mb, self.position)
        guessing = estimating(self.algorithm, self.position)
        plan = (
            (self.algorithm, exact, QUARTER, FEW),
            (guessing, guess, GLIMPSE, GLANCE),
            (self.algorithm, exact, None, None),
            (guessing, guess, 1.0, None),
        )
        for algorithm, table, part, nodes in plan:
            watch = replace(self.watch, before=self._visited(), known=self.forced)
            within = self._within(part, nodes)
            found = search(self.position, algorithm, self.engines, within, watch, table)
            found = estimated(found, self.algorithm)
            self.results.append(found)
            if found.complete or self._stopped():
                break
            if len(self.results) == 2:
                self._force()
                if self._stopped():
                    break
            if so_far and self._best().value is not None:
                so_far(self._together())

    def _force(self) -> None:
        """Ask what each side can force, as far as that is soon known."""
        if not self.algorithm.search.by_sets or not has_bounds(self.position):
            return
        within = self._within(2 * GLIMPSE, None)
        if within.nodes is not None and within.nodes < FEW:
            return

        def ask(position: Position, algorithm: Algorithm) -> Result:
            nodes = FORCING
            if within.nodes is not None:
                spent = sum(found.stats.visited for found in self.questions)
                nodes = max(1, min(nodes, within.nodes - spent))
            watch = replace(self.watch, before=self._visited())
            limit = replace(within, nodes=nodes)
            self.questions.append(search(position, algorithm, self.engines, limit, watch))
            return self.questions[-1]

        self.forced = forced_bounds(self.position, ask)

    def _within(self, part: float | None, nodes: int | None) -> Limit:
        """A limit for one search: a part of the whole, or until `MOST` of it is over."""
        limit, visited = self.limit, self._visited()
        seconds = limit.seconds
        if limit.nodes is not None:
            share = int(limit.nodes * (MOST if part is None else part)) - visited * (part is None)
            left = limit.nodes - visited
            nodes = max(1, min(share, left, nodes or left))
        if seconds is not None:
            ends = seconds * MOST if part is None else self.watch.seconds + seconds * part
            seconds = min(ends, seconds)
        return replace(limit, nodes=nodes, seconds=seconds)

    def _visited(self) -> int:
        return sum(result.stats.visited for result in (*self.results, *self.questions))

    def _stopped(self) -> Stopped:
        """What ends it all, if anything does."""
        if self.interrupted:
            return "interrupt"
        for found in (self.results[-1], *self.questions):
            if found.stopped in ("interrupt", "cancel"):
                return found.stopped
        if self.limit.nodes is not None and self._visited() >= self.limit.nodes:
            return "nodes"
        if self.limit.seconds is not None and self.watch.seconds >= self.limit.seconds:
            return "seconds"
        return ""

    def _best(self) -> Result:
        """The exact answer; else the deepest estimate; else bounds; else what there is."""
        if self.results[-1].complete:
            return self.results[-1]
        bounded = (result for result in reversed(self.results) if result.bounds)
        guesses = [result for result in self.results if result.value and result.depth is not None]
        deepest = max(guesses, key=lambda result: result.depth or 0, default=None)
        return deepest or next(bounded, self.results[-1])

    def _together(self) -> Result:
        """The best answer, with what all searches did to find it."""
        best = self._best()
        bounds = next((found.bounds for found in reversed(self.results) if found.bounds), None)
        stopped: Stopped = "" if best.complete else self._stopped() or self.results[-1].stopped
        stats = add_up([result.stats for result in (*self.results, *self.questions)])
        bounds = None if best.complete else narrowed(bounds, self.forced)
        found = replace(
            best, stats=stats, stopped=stopped, seconds=self.watch.seconds, bounds=bounds
        )
        return settled(found)


def estimated(found: Result, algorithm: Algorithm) -> Result:
    """An estimate that came to the end stays one if moves were listed in another order.

    Its value is exact, but where players are indifferent it can be another than the algorithm's.
    """
    if not found.complete or found.algorithm.order == algorithm.order:
        return found
    return replace(found, certainty="estimate", stopped="depth")


def add_up(found: list[Stats]) -> Stats:
    """What several searches did."""
    rules = dict.fromkeys(rule for stats in found for rule in stats.cuts)
    return Stats(
        visited=sum(stats.visited for stats in found),
        expanded=sum(stats.expanded for stats in found),
        leaves=sum(stats.leaves for stats in found),
        cuts={rule: sum(stats.cuts.get(rule, 0) for stats in found) for rule in rules},
        table_hits=sum(stats.table_hits for stats in found),
        re_searches=sum(stats.re_searches for stats in found),
    )
