"""The reference as an engine: runs a search and counts what happens."""

from __future__ import annotations

from typing import ClassVar

from kibitz.engines.protocol import Answer, Problem, Watch
from kibitz.engines.reference.backups import BACKUPS, Backup
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.table import Line, ValueOrNil
from kibitz.results import Limit, Stats, Stopped, certainty

CHECK_EVERY = 256
"""How many nodes go by between two times that progress is told."""


class Reference:
    """The definition: always there, and slow."""

    name: ClassVar[str] = "reference"

    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search a position, event by event."""
        algorithm, limit = problem.algorithm, problem.limit
        search = BACKUPS[algorithm.backup](problem)
        stats, best = Stats(cuts=dict.fromkeys(search.rules, 0)), None
        depth = None if algorithm.leaf == "none" else 0
        stopped: Stopped = ""
        try:
            for event in search.run():
                if event.kind == "visit":
                    stopped = why_stop(stats.visited, limit, watch, search)
                    if stopped:
                        break
                count(stats, event)
                if event.depth == 0 and event.answer is not None:
                    best = event.answer
                if event.kind == "deepened":
                    depth = event.depth
            else:
                stopped = "depth" if search.horizon.guesses else ""
        except KeyboardInterrupt:
            stopped = "interrupt"
        value = None if best is None else search.payoffs(best)
        line = _numbers(best)
        return Answer(
            value,
            line,
            certainty(algorithm, value, stopped),
            stats,
            stopped,
            depth,
            possible=search.possible(),
        )


def why_stop(visited: int, limit: Limit, watch: Watch, search: Backup) -> Stopped:
    """What forbids one more node."""
    if visited == limit.nodes:
        return "nodes"
    tells = watch.progress is not None and visited % CHECK_EVERY == 0
    if watch(visited, bounds=search.bounds()) if tells else watch.cancel.is_set():
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
