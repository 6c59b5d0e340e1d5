"""The reference as an engine: runs a search and counts what happens."""

from __future__ import annotations

from typing import ClassVar

from kibitz.engines.problem.protocol import Answer, Problem, Watch
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import Run
from kibitz.engines.reference.table import Line, ValueOrNil
from kibitz.results import Limit, Stats, Stopped

CHECK_EVERY = 256
"""How many nodes go by between two times that progress is told."""


class Reference:
    """The definition: always there, and slow."""

    name: ClassVar[str] = "reference"

    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search a position, event by event."""
        search, limit = problem.algorithm.search, problem.limit
        run = search.begin(problem)
        stats, best = Stats(cuts=dict.fromkeys(search.rules, 0)), None
        depth = 0 if search.anytime else None
        stopped: Stopped = ""
        try:
            for event in run.events():
                if event.kind == "visit":
                    stopped = why_stop(stats.visited, limit, watch, run)
                    if stopped:
                        break
                count(stats, event)
                if event.depth == 0 and event.answer is not None:
                    best = event.answer
                if event.kind == "deepened":
                    depth = event.depth
            else:
                stopped = "depth" if run.horizon.guesses else ""
        except KeyboardInterrupt:
            stopped = "interrupt"
        value = None if best is None else run.payoffs(best)
        line = _numbers(best)
        return Answer(
            value,
            line,
            search.certainty(value, stopped),
            stats,
            stopped,
            depth,
            possible=run.possible(),
        )


def why_stop(visited: int, limit: Limit, watch: Watch, run: Run) -> Stopped:
    """What forbids one more node."""
    if visited == limit.nodes:
        return "nodes"
    tells = watch.progress is not None and visited % CHECK_EVERY == 0
    if watch(visited, bounds=run.bounds()) if tells else watch.is_over():
        return "cancel"
    if limit.seconds is not None and watch.seconds >= limit.seconds:
        return "seconds"
    return ""


def count(stats: Stats, event: Event) -> None:
    """Take note of an event."""
    match event.kind:
        case "visit":
            stats.visited += 1
        case "expand":
            stats.expanded += 1
        case "leaf":
            stats.leaves += 1
        case "cut":
            stats.cuts[event.rule] += 1
        case "hit":
            stats.table_hits += 1
        case "again":
            stats.re_searches += 1


def _numbers(found: ValueOrNil) -> tuple[int, ...]:
    """The move numbers of a line."""
    numbers: list[int] = []
    rest: Line = None if found is None else found.line
    while rest:
        number, rest = rest
        numbers.append(number)
    return tuple(numbers)
