"""Searches that value every child of a node, and then make the node's answer of theirs.

Nothing is cut: what a node is worth depends on all its children. A table of exact answers is all
that saves work.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Self

from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.bounds import NO_BOUNDS
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.entries import entries_for
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import Run, TreeSearch
from kibitz.engines.reference.table import NOT_ASKED, table_for
from kibitz.game import Payoffs, Position


@dataclass(frozen=True)
class EveryChild(TreeSearch):
    """A search that values every child of a node."""

    table: Literal["none", "exact"] = "none"

    def plain(self) -> Self:
        return replace(self, table="none", keys="absolute", probe="card")


class EveryChildRun(Run):
    """Such a search at work on one position."""

    def __init__(self, search: EveryChild, problem: Problem) -> None:
        entries = entries_for(problem)
        self.root, self.search, self.scores = problem.position, search, entries.scores
        self.table = table_for(search, entries.store)
        self.order = order_for(self.root, search)
        self.horizon = Horizon(problem.algorithm, problem.limit.depth)

    @abstractmethod
    def leaf(self, position: Position) -> Any:
        """The answer for an end, or for a position where the search stops."""

    @abstractmethod
    def backed_up(self, position: Position, answers: Sequence[Any]) -> tuple[Any, int]:
        """The answer of a node, made of those of its children, and a child that leads to it."""

    def asked(self, position: Position) -> bool:
        """Whether the table is asked about a position; not if its answer is another elsewhere."""
        return True

    def events(self) -> Iterator[Event]:
        """Search the root and yield what happens; the last answer is the answer."""
        for plies in self.horizon:
            yield Event("visit", 0)
            yield from drive(self.node(self.root, 0))
            if self.horizon.stops_early:
                yield Event("deepened", plies)

    def node(self, position: Position, depth: int) -> NodeSearch:
        """Search one node: all its children, and what they make together."""
        horizon = self.horizon
        if position.is_over or depth == horizon.plies:
            horizon.guesses += not position.is_over
            leaf = self.leaf(position)
            yield Event("leaf", depth, answer=leaf)
            return leaf
        guesses = horizon.guesses
        key = self.table.key(position, horizon.plies - depth) if self.asked(position) else NOT_ASKED
        known = self.table.look(key, NO_BOUNDS)
        if known is not None:
            horizon.guesses += known.guessed
            yield Event("hit", depth, answer=known.answer)
            return known.answer
        yield Event("expand", depth, turn=position.turn)
        moves, answers = self.order(position), list[Any]()
        for move in moves:
            below = self.node(position.after(move), depth + 1)
            answers.append((yield Child(move, NO_BOUNDS, None, below)))
        best, at = self.backed_up(position, answers)
        yield Event("keep", depth, moves[at], answer=best)
        self.table.keep(key, best, NO_BOUNDS, horizon.guesses > guesses)
        yield Event("leave", depth, answer=best)
        return best

    def scores_at(self, position: Position) -> Payoffs:
        """The scores of an end, or the estimate where the search stops."""
        scores, over = self.scores, position.is_over
        return scores.score(position.outcome) if over else scores.estimate(position)
