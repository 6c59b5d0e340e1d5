"""The reference as an engine: runs a search and counts what happens."""

from __future__ import annotations

from collections import Counter

from kibitz.engines.problem.protocol import Answer, Engine, Problem, Watch
from kibitz.engines.reference.searches import Run
from kibitz.in_time import ready_by
from kibitz.results import Limit, Stats, Stopped
from kibitz.values import NOTHING

CHECK_EVERY = 256
"""How many nodes go by between two times that progress is told."""


UNCOUNTED = -1
"""Instead of a number of nodes, at a move that is no node of its own."""


class Reference(Engine):
    """The definition: always there, and slow."""

    name = "reference"

    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search a position, event by event."""
        search, limit = problem.algorithm.search, problem.limit
        with ready_by(watch.ready):
            run = search.begin(problem)
        cuts: dict[str, int] = dict.fromkeys(search.rules, 0)
        count, best = Counter[str](), None
        found: Stats | None = None

        def counted() -> Stats:
            nodes = count["visit"], count["expand"], count["leaf"]
            return Stats(*nodes, dict(cuts), count["hit"], count["again"])

        stopped: Stopped = ""
        depth, endless = 0, watch.idle and limit.nodes is limit.seconds is None
        try:
            for event in run.events():
                kind = event.kind
                if kind in ("visit", "play"):
                    visited = count[kind] if kind == "visit" else UNCOUNTED
                    stopped = "" if endless else why_stop(visited, limit, watch, run)
                    if stopped:
                        break
                elif kind == "cut":
                    cuts[event.rule] += 1
                elif kind == "deepened":
                    depth = event.depth
                elif kind == "line" and search.line_apart:
                    found = counted()
                    if not problem.line:
                        break
                count[kind] += 1
                if event.depth == 0 and event.answer is not None:
                    best = event.answer
            else:
                stopped = "depth" if run.horizon.guesses else "nodes" if run.full else ""
        except KeyboardInterrupt:
            stopped = "interrupt"
        value = NOTHING if best is None else run.value(best)
        stats = found or counted()
        known = {"for_line": counted().since(stats)} if search.line_apart else {}
        value = value if value.known else run.so_far()
        return problem.answer(value, stats, stopped, depth, **known)


def why_stop(visited: int, limit: Limit, watch: Watch, run: Run) -> Stopped:
    """What forbids one more node."""
    if visited == limit.nodes:
        return "nodes"
    tells = watch.progress is not None and visited % CHECK_EVERY == 0
    if watch(visited, bounds=run.so_far().bounds) if tells else watch.is_over():
        return "cancel"
    if limit.seconds is not None and watch.seconds >= limit.seconds:
        return "seconds"
    return ""
