"""Back-up rules of your own: `backup=module:name`.

A back-up rule says what a node makes of its children: which child's value becomes the node's.
All else is plain search, with a table of exact values if you like. It is a function, or a class
with parameters of its own.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.bounds import NO_BOUNDS
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.entries import entries_for
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import (
    Run,
    TreeSearch,
)
from kibitz.engines.reference.table import Found, table_for
from kibitz.errors import GameError
from kibitz.game import Payoffs, Position
from kibitz.loading import name_of

Chooses = Callable[[Position, Sequence[Payoffs]], int]
"""Given a position and the payoffs of its moves in their listed order, which move's go up."""


@dataclass(frozen=True)
class BackupRule(TreeSearch):
    """A search in which a rule of your own chooses the child whose payoffs a node takes.

    A subclass may have fields of its own, which are arguments of its text. Without any, a
    function is enough.

    >>> def together(position, values):
    ...     return max(range(len(values)), key=lambda move: sum(values[move]))
    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,9)]]")
    >>> kibitz.solve(tree, kibitz.Algorithm(backup=together)).value
    (9, 1, 9)
    """

    table: Literal["none", "exact"] = "none"

    @abstractmethod
    def chooses(self, position: Position, values: Sequence[Payoffs]) -> int:
        """The number of the move whose payoffs are backed up, in the listed order of moves."""

    def begin(self, problem: Problem) -> BackupRuleRun:
        return BackupRuleRun(self, problem)

    @property
    def unproved(self) -> str:
        """Nothing: it searches every move, and the rule defines the value."""
        return ""

    def plain(self) -> BackupRule:
        return replace(self, table="none", keys="absolute", probe="card")


class BackupRuleRun(Run):
    """A search by a back-up rule of one's own at work on one position."""

    def __init__(self, search: BackupRule, problem: Problem) -> None:
        entries = entries_for(problem)
        self.root, self.search, self.scores = problem.position, search, entries.scores
        self.table = table_for(search, entries.store)
        self.order = order_for(self.root, search)
        self.horizon = Horizon(problem.algorithm, problem.limit.depth)

    def events(self) -> Iterator[Event]:
        """Search the root and yield what happens; the last answer is the answer."""
        for plies in self.horizon:
            yield Event("visit", 0)
            yield from drive(self.node(self.root, 0))
            if self.horizon.stops_early:
                yield Event("deepened", plies)

    def node(self, position: Position, depth: int) -> NodeSearch:
        """Search one node: all its children, and the rule chooses among their values."""
        horizon = self.horizon
        if position.is_over or depth == horizon.plies:
            horizon.guesses += not position.is_over
            scores, over = self.scores, position.is_over
            value = scores.score(position.outcome) if over else scores.estimate(position)
            yield Event("leaf", depth, answer=Found(value, None))
            return Found(value, None)
        key, guesses = self.table.key(position, horizon.plies - depth), horizon.guesses
        known = self.table.look(key, NO_BOUNDS)
        if known is not None:
            horizon.guesses += known.guessed
            yield Event("hit", depth, answer=known.answer)
            return known.answer
        yield Event("expand", depth, turn=position.turn)
        moves, values = self.order(position), list[Found]()
        for move in moves:
            below = self.node(position.after(move), depth + 1)
            values.append((yield Child(move, NO_BOUNDS, None, below)))
        at = self.choose(position, values)
        best = Found(values[at].scores, (at, values[at].line))
        yield Event("keep", depth, moves[at], answer=best)
        self.table.keep(key, best, NO_BOUNDS, horizon.guesses > guesses)
        yield Event("leave", depth, answer=best)
        return best

    def choose(self, position: Position, values: Sequence[Found]) -> int:
        """Which of the values goes up, if the rule says one of them."""
        at = self.search.chooses(position, [self.scores.payoffs(one.scores) for one in values])
        if type(at) is not int or not 0 <= at < len(values):
            expected = f"expected a number from 0 to {len(values) - 1}"
            raise GameError(f"{expected} from {self.search.backup} for {position}: {at!r}")
        return at


@functools.cache
def by_function(function: Chooses) -> type[BackupRule]:
    """The search by a back-up rule that is a function."""

    class ByFunction(BackupRule):
        __doc__ = function.__doc__
        backup = name_of(function)

        def chooses(self, position: Position, values: Sequence[Payoffs]) -> int:
            return function(position, values)

    return ByFunction
