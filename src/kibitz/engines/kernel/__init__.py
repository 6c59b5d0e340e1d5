"""The kernel: the same searches in C++, made by `pip install` where there is a compiler.

Here a problem becomes plain numbers for `kibitz._kernel`, and its record becomes an answer.
The kernel visits the same nodes as the reference. What puts a game into numbers is its
adapter, a file of this folder that its positions name; `Unfit` says why the kernel cannot
take a search, which is then for the reference.
"""

from __future__ import annotations

import importlib
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from kibitz.engines.protocol import Answer, Problem, Unfit, Watch
from kibitz.engines.reference.backups import BACKUPS
from kibitz.engines.reference.bounds import RULES
from kibitz.engines.reference.events import Rule
from kibitz.engines.reference.table import Value
from kibitz.engines.reference.two_sided import guaranteed, opposite
from kibitz.results import Stats, Stopped, certainty

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.kernel.adapter import Adapter
    from kibitz.engines.reference.scores import PlainScores
    from kibitz.game import Position

try:
    from kibitz import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

__all__ = ["BUILT", "Kernel", "_kernel", "perft"]

BUILT = _kernel is not None

QUIET = Watch()
CUTS: tuple[Rule, ...] = ("immediate", "entry", "shallow", "distant", "window")
"""The rules by which the kernel counts cuts."""
STOPPED: tuple[Stopped, ...] = ("", "nodes", "seconds", "interrupt", "depth", "cancel")

FOREVER = 2**64 - 1
MOST = 1 << 30
SHORTEST = 1e-6
"""Seconds for a search whose time is over before it begins."""
TOO_DEEP = "it is too deep for the stack of this thread"
SCORES_KEPT = 100
"""How many leaf-value tables are kept for the next search of the same kind."""


class Entries(NamedTuple):
    """Entries of the kernel, the scores that they are written in, and where they began."""

    scores: PlainScores
    first: Position
    table: Any


class Kernel:
    """The fast engine."""

    name: ClassVar[str] = "kernel"

    def __init__(self) -> None:
        self._scores: dict[Hashable, PlainScores] = {}

    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search a position, or say why not."""
        position, algorithm = problem.position, problem.algorithm
        adapter = _adapter(position, algorithm)
        two_sided = algorithm.two_sided
        other = opposite(position, algorithm) if algorithm.backup == "minimax" else None
        entries = self._entries(problem, adapter)
        rules, rows = adapter.numbers(position, entries.first, algorithm, entries.scores)
        parts = _parts(algorithm, position.game.sides, problem.memory.bytes)
        try:
            record = adapter.run()(
                rules, rows, parts, _limits(problem, watch), watch, entries.table
            )
        except _kernel.TooDeep:
            raise Unfit(TOO_DEEP) from None
        found, line, depth, stopped, nodes, counted, hits = record
        by_rule = dict(zip(CUTS, counted, strict=True))
        cuts = {str(rule): by_rule[rule] for rule in BACKUPS[algorithm.backup].rules}
        value: tuple[int | None, ...] | None = None
        if found >= 0 and two_sided:
            value = guaranteed(position, entries.scores, other, Value((found,), None))
        elif found >= 0:
            value = entries.scores.payoffs(adapter.scores_of(found, entries.scores, position))
        why = STOPPED[stopped]
        return Answer(
            value,
            tuple(line),
            certainty(algorithm, value, why),
            Stats(nodes[0], nodes[1], nodes[2], cuts, hits[0], hits[1]),
            why,
            None if algorithm.leaf == "none" else depth,
        )

    def _entries(self, problem: Problem, adapter: Adapter) -> Entries:
        """Those of the table that was given, if they fit; else new ones."""
        position = problem.position

        def make() -> Entries:
            deal, first = problem.memory.deal, position
            if (
                deal is not None
                and type(deal) is type(position)
                and adapter.goes_on(deal, position)
            ):
                first = deal
            return Entries(self._scores_of(problem, adapter), first, _kernel.KeptTable())

        def goes_on(held: Entries) -> bool:
            return adapter.goes_on(held.first, position) and adapter.covers(held.scores, problem)

        return problem.memory.begin(("kernel", *problem.owner), make, goes_on)

    def _scores_of(self, problem: Problem, adapter: Adapter) -> PlainScores:
        """The scores of a position, made once for all that have the same outcomes."""
        position, algorithm = problem.position, problem.algorithm
        alike = position.outcomes_key
        if alike is None:
            return adapter.scores(position, algorithm)
        key = *problem.owner, alike
        found = self._scores.get(key)
        if found is None:
            found = adapter.scores(position, algorithm)
            if len(self._scores) >= SCORES_KEPT:
                self._scores.clear()
            self._scores[key] = found
        return found


def _adapter(position: Position, algorithm: Algorithm) -> Adapter:
    """What puts this game into numbers; `Unfit` if the kernel cannot take the search."""
    if _kernel is None:
        raise Unfit("it was not built when kibitz was installed, for want of a C++ compiler")
    parts = algorithm.parts()
    for axis, known in _kernel.PARTS.items():
        if parts[axis] not in known:
            raise Unfit(f"it does not know {axis}={parts[axis]}")
    if not position.adapter:
        raise Unfit(f"it does not know the game {position.game.text_name()}")
    adapter: Adapter = importlib.import_module(f"{__name__}.{position.adapter}").ADAPTER
    reason = adapter.reason_against(position)
    if reason:
        raise Unfit(reason)
    return adapter


def _limits(problem: Problem, watch: Watch) -> dict[str, Any]:
    limit = problem.limit
    left = 0.0 if limit.seconds is None else max(limit.seconds - watch.seconds, SHORTEST)
    return {
        "nodes": FOREVER if limit.nodes is None else min(limit.nodes, FOREVER),
        "seconds": left,
        "depth": limit.depth or 0,
    }


def _parts(algorithm: Algorithm, sides: int, table_bytes: int) -> dict[str, Any]:
    """An algorithm as the kernel reads it: parts by their names, and what follows from them."""
    rule, parts = RULES[algorithm.prune], algorithm.parts()
    return {
        **{axis: parts[axis] for axis in _kernel.PARTS},
        "first_too": algorithm.first == "given",
        "life": min(algorithm.life_for(sides), MOST),
        "waits": rule.sound,
        "narrows": algorithm.heuristic == "taken",
        "width": min(algorithm.width or 0, MOST),
        "iterative": algorithm.deepening == "iterative",
        "two_sided": algorithm.two_sided,
        "prunes": rule.prunes,
        "zero_window": algorithm.window == "zero",
        "table_bytes": table_bytes,
    }


def perft(position: Position, depth: int, watch: Watch = QUIET) -> list[int]:
    """Count the positions after each number of moves, or say why not."""
    from kibitz.engines.kernel import tricks

    if _kernel is None or position.adapter != "tricks":
        raise Unfit("it counts the moves of trick games")
    reason = tricks.ADAPTER.reason_against(position)
    if reason:
        raise Unfit(reason)
    try:
        halves = _kernel.count_tricks(tricks.ADAPTER.to_count(position), min(depth, MOST), watch)
    except _kernel.TooDeep:
        raise Unfit(TOO_DEEP) from None
    if halves is None:
        raise KeyboardInterrupt
    return [(high << 64) + low for high, low in halves]
