"""Back-up rules of your own: `backup=module:name`.

A back-up rule says which child's value becomes the node's. Everything else is plain search, with a
table of exact values if you like. It is a function, or a class with parameters of its own.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.every_child import EveryChild, EveryChildRun
from kibitz.engines.reference.table import Found
from kibitz.errors import GameError
from kibitz.game import Payoffs, Position
from kibitz.loading import name_of

Chooses = Callable[[Position, Sequence[Payoffs]], int]
"""Given a position and the payoffs of its moves in their listed order, which move's go up."""


@dataclass(frozen=True)
class BackupRule(EveryChild):
    """A search in which a rule of your own chooses the child whose payoffs a node takes.

    A subclass may have fields of its own, which are arguments of its text. Without any, a
    function is enough.

    >>> def together(position, values):
    ...     return max(range(len(values)), key=lambda move: sum(values[move]))
    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,9)]]")
    >>> kibitz.solve(tree, kibitz.Algorithm(backup=together)).value
    (9, 1, 9)
    """

    @abstractmethod
    def chooses(self, position: Position, values: Sequence[Payoffs]) -> int:
        """The number of the move whose payoffs are backed up, in the listed order of moves."""

    def begin(self, problem: Problem) -> BackupRuleRun:
        return BackupRuleRun(self, problem)

    @property
    def unproved(self) -> str:
        """Nothing: it searches every move, and the rule defines the value."""
        return ""


class BackupRuleRun(EveryChildRun):
    """A search by a back-up rule of your own at work on one position."""

    search: BackupRule

    def leaf(self, position: Position) -> Found:
        return Found(self.scores_at(position), None)

    def backed_up(self, position: Position, answers: Sequence[Any]) -> tuple[Found, int]:
        values: Sequence[Found] = answers
        payoffs = [self.scores.payoffs(one.scores) for one in values]
        at = self.search.chooses(position, payoffs)
        if type(at) is not int or not 0 <= at < len(values):
            expected = f"expected a number from 0 to {len(values) - 1}"
            raise GameError(f"{expected} from {self.search.backup} for {position}: {at!r}")
        return Found(values[at].scores, (at, values[at].line)), at


@functools.cache
def by_function(function: Chooses) -> type[BackupRule]:
    """A search by a back-up rule that is a function."""

    class ByFunction(BackupRule):
        __doc__ = function.__doc__
        backup = name_of(function)

        def chooses(self, position: Position, values: Sequence[Payoffs]) -> int:
            return function(position, values)

    return ByFunction
