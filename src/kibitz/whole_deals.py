"""Whole deals of trick games by outcome sets, in both engines.

`solve` finds the value, the move and the line of plain max^n in the listed order; stopped
before its end, it tells which outcomes are still possible, of the root and of each move.
"""

from __future__ import annotations

import time
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

from kibitz.cards.deck import CARDS, Card
from kibitz.cards.position import TrickPosition
from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import FOREVER, SHORTEST, STOPPED
from kibitz.engines.kernel.tricks import ADAPTER, numbers_of
from kibitz.engines.protocol import Unfit, Watch
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.outcome_sets import Counts, OutcomeSets, Parts
from kibitz.game import Outcome, Payoffs
from kibitz.leaf_table import LeafTable
from kibitz.results import Stopped


@dataclass(frozen=True)
class Found:
    """What a search by outcome sets found."""

    possible: tuple[Outcome, ...]
    """The outcomes that the root can have; of one payoff class if it was not stopped."""
    moves: dict[Card, tuple[Outcome, ...]]
    """The same for each move of the root, as far as it is known."""
    line: tuple[Card, ...]
    """The moves that lead to the value."""
    visited: int
    expanded: int
    leaves: int
    hits: int
    """Nodes that were answered by what is known without a search."""
    again: int
    """Moves asked once more, because they could spoil another."""
    empty: int
    """Answers that held no outcome; there must be none."""
    line_nodes: int
    """How many nodes were expanded for the line."""
    stopped: Stopped
    seconds: float = field(compare=False)


def solve(
    position: TrickPosition,
    parts: Parts | None = None,
    *,
    engine: str = "kernel",
    every_move: bool = False,
    rows: tuple[Payoffs, ...] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    table_mb: int = 256,
    threads: int = 1,
    watch: Watch | None = None,
) -> Found:
    """Search a position by outcome sets; `rows` are the ranks of its outcomes, if not its own."""
    leaves = LeafTable.of(position)
    ranks = leaves.ranks if rows is None else rows
    parts = parts or Parts()
    start = time.perf_counter()
    if engine == "reference":
        return _by_reference(OutcomeSets(position, parts, ranks), every_move, start)
    if _kernel is None:
        raise Unfit("it was not built when kibitz was installed, for want of a C++ compiler")
    reason = ADAPTER.reason_against(position)
    if reason:
        raise Unfit(reason)
    within = 0.0 if seconds is None else max(seconds, SHORTEST)
    limits = FOREVER if nodes is None else nodes, within, 0
    try:
        record = _kernel.solve_sets(
            *ADAPTER.to_count(position),
            {"rows": ranks, "max_sum": 0, "delta": 1},
            {
                **numbers_of(parts),
                "every_move": every_move,
                "table_mb": table_mb,
                "threads": threads,
            },
            limits,
            watch or Watch(),
            _kernel.KeptTable(),
        )
    except _kernel.TooWide:
        raise Unfit(f"it has no room for sets of {len(leaves.outcomes)} outcomes") from None
    names = ("visited", "expanded", "leaves", "hits", "again", "empty", "line_nodes")
    return Found(
        possible=tuple(leaves.outcomes[at] for at in record["possible"]),
        moves={
            CARDS[card]: tuple(leaves.outcomes[at] for at in each)
            for card, each in zip(record["moves"], record["each"], strict=True)
        },
        line=tuple(CARDS[card] for card in record["line"]),
        **{name: record[name] for name in names},
        stopped=STOPPED[record["stopped"]],
        seconds=time.perf_counter() - start,
    )


def _by_reference(search: OutcomeSets, every_move: bool, start: float) -> Found:
    kinds = dict.fromkeys(("visit", "expand", "leaf"), 0)

    def count(events: Generator[Event, None, Any]) -> Any:
        while True:
            try:
                kind = next(events).kind
            except StopIteration as end:
                return end.value
            if kind in kinds:
                kinds[kind] += 1

    each = count(search.values()) if every_move else []
    possible = count(search.run())
    before = kinds["expand"]
    line = count(search.line())
    counts: Counts = search.counts
    outcomes = search.grid.members
    return Found(
        possible=outcomes(possible),
        moves={move: outcomes(found) for move, found in each},
        line=line,
        visited=kinds["visit"],
        expanded=kinds["expand"],
        leaves=kinds["leaf"],
        hits=counts.hits,
        again=counts.again,
        empty=counts.empty,
        line_nodes=kinds["expand"] - before,
        stopped="",
        seconds=time.perf_counter() - start,
    )
