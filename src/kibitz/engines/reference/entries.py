"""What the searches of the reference leave in a table for the next one."""

from __future__ import annotations

from typing import Any, NamedTuple

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.scores import (
    Bounded,
    BoundedScores,
    PlainScores,
    Scores,
    scores_for,
)
from kibitz.engines.reference.table import Store
from kibitz.game import Position


class Entries(NamedTuple):
    """Entries, and the scores that they are written in: ranks mean nothing without their table."""

    scores: PlainScores
    store: Store[Any]


def entries_for(problem: Problem) -> Entries:
    """Those of the table that was given, if they fit; else new ones."""
    memory = problem.memory

    def make() -> Entries:
        scores = scores_for(problem.first.position, problem.algorithm)
        if not covers(scores, problem):
            scores = scores_for(problem.position, problem.algorithm)
        return Entries(scores, Store(memory.bytes))

    return memory.begin(
        ("reference", *problem.owner), make, lambda held: covers(held.scores, problem)
    )


def covers(scores: PlainScores, problem: Problem) -> bool:
    """Whether scores made for an earlier position say all of this one."""
    root = problem.position
    if isinstance(scores, Scores):
        return _same_outcomes(scores.leaves.position, root) or (
            scores.leaves.place.keys() >= set(root.outcomes())
        )
    if isinstance(scores, BoundedScores):
        return scores.bounds == Bounded.of(root, problem.algorithm)
    return True


def _same_outcomes(first: Position | None, position: Position) -> bool:
    """Whether two positions are known to have the same outcomes without listing them."""
    if first is None or first is position:
        return first is position
    alike = position.outcomes_key
    return alike is not None and (first.game, first.outcomes_key) == (position.game, alike)
