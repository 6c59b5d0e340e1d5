"""Best-first max^n with completion: always search further along the best play so far.

Cohen-Solal 2020, for any number of players. An iteration walks from the root to the child that is
best for its mover, by what is backed up so far, and so on to the end of the tree; there all moves
are added, and the positions after them valued by the estimate. What a node has is that of its best
child. Nodes that are proven are walked to no more, so that in the end the root is proven too, and
the answer is exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.growing import Growing, GrowingRun, Node
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Found, nested
from kibitz.game import Payoffs, Position
from kibitz.values import NOTHING, Value


@SEARCHES.named("best-first")
@dataclass(frozen=True)
class BestFirst(Growing):
    """The line that seems best so far is looked at further, until it is proven.

    Its leaf is the estimate; without one, all positions before the end look alike.
    """

    backup = "best-first"

    solver: Literal["standard", "sets"] = "standard"

    def begin(self, problem: Problem) -> BestFirstRun:
        return BestFirstRun(self, problem)


class BestFirstRun(GrowingRun):
    """The search at work on one position."""

    def __init__(self, search: BestFirst, problem: Problem) -> None:
        super().__init__(search, problem)
        self.guesses = search.leaf != "none"
        self.worth: dict[Node, Payoffs] = {}
        """What is backed up of each node so far."""

    def plant(self) -> None:
        """The root is added by the first iteration, as all other nodes are."""

    def iteration(self) -> Iterator[Event]:
        position, path = self.root, [self.tree]

        # Step 1. Walk to the child that is best for its mover, of those that are not proven.
        while path[-1].children:
            child = self.walked(path[-1])
            position = self.after(position, child.option)
            yield Event("play", len(path), child.option.move)
            path.append(child)
        node, depth = path[-1], len(path) - 1

        # Step 2. Add all moves there, and value the positions after them.
        if depth:
            yield Event("expand", depth, turn=position.turn)
        options = self.options(position)
        children, values = [Node(at, option) for at, option in enumerate(options)], []
        for child in children:
            values.append(self.value_of(child, self.after(position, child.option)))
            yield Event("play", depth + 1, child.option.move)
        node.children = children
        self.worth.update(zip(children, values, strict=True))
        self.room -= len(children)
        self.full = self.room < 0

        # Step 3. Back up what is best for each mover, and prove what is proven by it.
        for node in reversed(path):
            node.visits += 1
            for child in node.children:
                if child.proven is not None:
                    self.rank(node, child)
            self.settle(node)
            best = self.best(node)
            assert best is not None
            self.worth[node] = node.proven or self.worth[best]

    def value_of(self, node: Node, position: Position) -> Payoffs:
        """The end, or the estimate, for what a node is worth."""
        if self.enter(node, position):
            assert node.proven is not None
            return node.proven
        return self.scores.estimate(position) if self.guesses else self.low

    def walked(self, node: Node) -> Node:
        """The best child for the mover that still matters; the first of equals."""
        left = (child for child in node.children if self.matters(node, child))
        return max(left, key=lambda child: self.gain(node.mover, self.worth[child]))

    def best(self, node: Node) -> Node | None:
        """The best child for the mover as far as is known; the first of equals stays."""
        return max(
            node.children,
            key=lambda child: self.gain(node.mover, self.worth[child]),
            default=None,
        )

    def so_far_of(self, root: Node) -> Any:
        return Found(self.worth[root], nested(self.line()))

    def value(self, answer: Any) -> Value:
        """What is backed up; nothing is known of it where there are no estimates."""
        known = self.guesses or self.tree.proven is not None
        return super().value(answer) if known else NOTHING
