"""What puts a game into numbers for the kernel: one adapter per kind of position.

A position names its adapter, `Position.adapter = "tricks"`, which is the object `ADAPTER` of
that file here. An adapter must give the kernel all that the rules say; where a class says more,
`reason_against` sends its searches to the reference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kibitz.engines.protocol import Problem, Unfit
from kibitz.engines.reference.entries import covers
from kibitz.engines.reference.scores import PlainScores, Scores
from kibitz.errors import GameError

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.game import Payoffs, Position

LARGEST_SCORE = 2**26
"""Sums of sixteen of these fit into the kernel's numbers."""

Numbers = dict[str, Any]


class Adapter(ABC):
    """Positions of one kind as numbers, and the kernel's answers as scores."""

    @abstractmethod
    def reason_against(self, position: Position) -> str:
        """Why the kernel cannot search this; nothing if it can."""

    @abstractmethod
    def run(self) -> Callable[..., Any]:
        """The kernel's search of such positions."""

    @abstractmethod
    def numbers(
        self, position: Position, first: Position, algorithm: Algorithm, scores: PlainScores
    ) -> tuple[Numbers, Numbers]:
        """The rules and the position, and the scores; `first` is where a kept table began."""

    def scores(self, position: Position, algorithm: Algorithm) -> PlainScores:
        """The scores that the kernel compares."""
        try:
            return Scores(position, algorithm)
        except GameError as error:
            if not algorithm.needs_outcomes:
                raise Unfit(str(error)) from None  # plain max^n asks only for what it meets
            raise

    def goes_on(self, first: Position, position: Position) -> bool:
        """Whether keys mean the same in a position as in the first one of a kept table."""
        return True

    def covers(self, scores: PlainScores, problem: Problem) -> bool:
        """Whether scores made for an earlier position say all of this one."""
        return covers(scores, problem)

    def scores_of(self, answer: int, scores: PlainScores, position: Position) -> Payoffs:
        """The scores of an answer, which is the number of an outcome."""
        assert isinstance(scores, Scores)
        return scores.rows[answer]


def rows_of(scores: PlainScores) -> tuple[Scores, Numbers]:
    """The leaf-value table: a row of scores per outcome."""
    assert isinstance(scores, Scores)
    if scores.highest > LARGEST_SCORE:
        raise Unfit(f"its scores are larger than {LARGEST_SCORE}")
    return scores, {"rows": scores.rows, "max_sum": scores.max_sum, "delta": scores.delta}
