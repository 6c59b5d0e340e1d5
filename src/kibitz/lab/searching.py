"""Searches of tasks, which end as soon as their run is cancelled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import kibitz
from kibitz.lab.work import Cancel, Cancelled, Numbers, Task

PLENTY = 256
"""Megabytes for the table of a search that does not say how many."""


def solve(
    position: kibitz.Position, algorithm: kibitz.Algorithm | str, cancel: Cancel, **limits: Any
) -> kibitz.Result:
    """`kibitz.solve` within limits, such as `depth=6`."""
    limit = kibitz.Limit(**limits)
    result = kibitz.solve(position, algorithm, limit=limit, cancel=cancel)
    if cancel.is_set():
        raise Cancelled
    return result


def perft(position: kibitz.Position, plies: int, cancel: Cancel) -> tuple[int, ...]:
    """`kibitz.perft`."""
    try:
        return tuple(kibitz.perft(position, plies, cancel=cancel))
    except KeyboardInterrupt:
        raise Cancelled from None


def search(task: Task, cancel: Cancel) -> Numbers:
    """Search the deal of a task with its algorithm and count nodes."""
    deal = kibitz.game(task.what["game"]).deal(int(task.what["deal"]))
    table_mb = int(task.what.get("table_mb", PLENTY))
    stats = solve(deal, task.what["algorithm"], cancel, table_mb=table_mb).stats
    return {"visited": stats.visited, "expanded": stats.expanded, **stats.cuts}


def study(task: Task, cancel: Cancel) -> Numbers:
    """The same for a deal that meets the conditions `where` of a task."""
    what = task.what
    deal = kibitz.deals(what["game"], what.get("where", "")).deal(int(what["deal"]))
    limits = {"table_mb": int(what.get("table_mb", PLENTY))}
    stats = solve(deal, what["algorithm"], cancel, **limits).stats
    return {"visited": stats.visited, "expanded": stats.expanded, **stats.cuts}


def deals(column: str, game: str, algorithm: str, seeds: Iterable[int], **more: str) -> list[Task]:
    """A task for each deal of a game with one algorithm.

    Conditions on the deals, `where="P0: spades>=5"`, are for a `DealExperiment`.
    """
    return [
        Task(column, seed, {"game": game, "deal": str(seed), "algorithm": algorithm, **more})
        for seed in seeds
    ]
