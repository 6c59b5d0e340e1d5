"""What the searches of the reference leave in a table for the next one."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.scores import PlainScores, scores_for
from kibitz.engines.reference.table import Store


class ScoredStore(NamedTuple):
    """Entries, and the scores that they are written in: ranks mean nothing without their table."""

    scores: PlainScores
    store: Store[Any]


def entries_for(problem: Problem) -> ScoredStore:
    """Those of the table that was given, if they fit; else new ones."""
    root, algorithm, memory = problem.position, problem.algorithm, problem.memory

    def make() -> ScoredStore:
        scores = scores_for(problem.first.position, algorithm)
        if not scores.covers(root, algorithm):
            scores = scores_for(root, algorithm)
        return ScoredStore(scores, Store(memory.bytes))

    def goes_on(held: ScoredStore) -> bool:
        return held.scores.covers(root, algorithm)

    return memory.begin(("reference", *problem.owner), make, goes_on)
