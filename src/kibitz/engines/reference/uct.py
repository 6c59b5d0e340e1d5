"""UCT: a tree that grows where moves do well in play-outs, for any number of players.

An iteration walks down the tree by what each move has gained so far and how seldom it was tried,
adds the moves of the position where the tree ends, plays out from there, and adds the end to all
nodes on the way. The move that was tried most is played.

Gains are payoffs in [0, 1]: how far above the lowest payoff that the side can have in this
position, as part of the way to the highest. They are kept as whole numbers and divided when they
are compared, so that both engines compare the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite, log, sqrt
from typing import Any, NamedTuple

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.growing import Growing, GrowingRun, Node
from kibitz.engines.reference.playouts import Kind, PlayOuts, faults_of
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Found
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Move, Payoffs, Position
from kibitz.values import Means, Value

SEEDS = 10**18


@SEARCHES.named("uct")
@dataclass(frozen=True)
class UCT(Growing):
    """The moves that do best in play-outs are tried most, and the most tried move is played.

    Its leaf is the estimate that play-outs of one or two plies go by.
    """

    backup = "uct"
    samples = True

    c: float = 0.2
    """How much a move gains by being seldom tried."""
    history: float = 5.0
    """The weight of how a move does anywhere in the tree (progressive history); 0 for none."""
    playouts: Kind = "random"
    """How play-outs choose their moves."""
    epsilon: float = 0.05
    """How often they choose at random nevertheless."""
    seed: int = 1

    def begin(self, problem: Problem) -> UCTRun:
        return UCTRun(self, problem)

    def check(self, position: Position) -> None:
        super().check(position)
        if self.playouts == "rules" and not position.has_rules:
            game = position.game.text_name()
            raise InvalidAlgorithm(
                f"playouts=rules plays by simple rules, which {game} does not have; "
                "use playouts=order"
            )

    def faults(self) -> Iterator[str]:
        """Why its numbers or its play-outs cannot be."""
        for axis, number in (("c", self.c), ("history", self.history), ("epsilon", self.epsilon)):
            if isinstance(number, bool) or not isinstance(number, int | float):
                yield f"expected a number: {axis}={number!r}"
            elif not isfinite(number) or number < 0:
                yield f"expected a number of 0 or more: {axis}={number}"
        if type(self.seed) is not int or not 0 <= self.seed < SEEDS:
            yield f"expected a seed of 0 to 10^18 - 1: seed={self.seed!r}"
        yield from faults_of(self.playouts, self.epsilon, self.leaf)
        yield from super().faults()


class Sampled(NamedTuple):
    """The move that was tried most, how often, and all that the sides had."""

    at: int
    visits: int
    sums: Sequence[int]
    of: int


class UCTRun(GrowingRun):
    """The search at work on one position."""

    def __init__(self, search: UCT, problem: Problem) -> None:
        super().__init__(search, problem)
        self.search = search
        self.playouts = PlayOuts(
            search.playouts,
            search.epsilon,
            search.seed,
            self.order,
            self.scores,
            against=self.alone,
        )
        self.sums: list[list[int]] = []
        """Of each move at the root, what all sides had."""
        self.history: dict[tuple[int, Move], list[int]] = {}

    def plant(self) -> None:
        super().plant()
        self.sums = [[0] * self.root.game.sides for _ in self.tree.children]

    def iteration(self) -> Iterator[Event]:
        """Walk, add, play out, back up."""
        position, path = self.root, [self.tree]

        # Step 1. Walk down by what moves have gained, and how seldom they were tried.
        while path[-1].children and path[-1].proven is None:
            child = path[-1].children[self.selected(path[-1])]
            position = self.after(position, child.option)
            yield Event("play", len(path), child.option.move)
            path.append(child)
        node, depth = path[-1], len(path) - 1

        # Step 2. Where the tree ends, the game is over or has an outcome only, or moves are added.
        if node.proven is None and not self.enter(node, position):
            if not node.children and len(options := self.options(position)) <= self.room:
                yield Event("expand", depth, turn=position.turn)
                self.add(node, options)

            # Step 3. Play out from there.
            while not position.is_over:
                move = self.playouts.chooses(position)
                position = position.after(move)
                yield Event("play", depth + 1, move)
        scores = self.scores.score(position.outcome) if node.proven is None else node.proven
        yield Event("leaf", depth, answer=Found(scores, None))

        # Step 4. Add the end to all nodes on the way, and prove what is proven by it.
        self.back_up(path, scores)

    def selected(self, node: Node) -> int:
        """The child to walk to: each that matters once in the listed order, then by its value."""
        search, mover = self.search, node.mover
        found, most, logarithm = -1, 0.0, log(node.visits) if node.visits else 0.0
        for child in node.children:
            if self.solves and not self.matters(node, child):
                continue
            if not child.visits:
                return child.at
            mean = child.gain / (child.visits * self.span[mover])
            worth = upper(mean, child.visits, logarithm, search.c)
            if search.history:
                gained, tried = self.history[child.option.side, child.option.move]
                known = gained / (tried * self.span[mover])
                worth += known * search.history / ((1 - mean) * child.visits + 1)
            if found < 0 or worth > most:
                found, most = child.at, worth
        return found

    def back_up(self, path: Sequence[Node], scores: Payoffs) -> None:
        """Add a result to the nodes of a path, from its end up.

        What is proven of a node goes up instead. And where the mover has a proven child that is as
        good as the mean of the child that was tried, it would go there: that counts as a visit
        too, and goes up.
        """
        for depth in range(len(path) - 1, -1, -1):
            node = path[depth]
            scores = scores if node.proven is None else node.proven
            node.visits += 1
            if not depth:
                return
            parent = path[depth - 1]
            gained = self.credit(parent, node, scores)
            if self.search.history:
                known = self.history.setdefault(node.option[:2], [0, 0])
                known[0] += gained
                known[1] += 1
            if not self.solves:
                continue
            if node.proven is not None:
                self.rank(parent, node)
            self.settle(parent)
            if parent.proven is not None or parent.best in (-1, node.at):
                continue
            if self.proven_gain(parent) * node.visits >= node.gain:
                other = parent.children[parent.best]
                assert other.proven is not None
                scores = other.proven
                other.visits += 1
                self.credit(parent, other, scores)

    def credit(self, parent: Node, node: Node, scores: Payoffs) -> int:
        """Add to a node what its parent's mover gains by a result."""
        gained = self.gain(parent.mover, scores)
        node.gain += gained
        if parent is self.tree:
            self.sums[node.at] = [*map(sum, zip(self.sums[node.at], scores, strict=True))]
        return gained

    def best(self, node: Node) -> Node | None:
        """The child that was visited most; the first of equals stays."""
        child = max(node.children, key=lambda child: child.visits, default=None)
        return None if child is None or not child.visits else child

    def so_far_of(self, root: Node) -> Any:
        best = self.best(root)
        assert best is not None
        return Sampled(best.at, best.visits, self.sums[best.at], root.visits)

    def value(self, answer: Any) -> Value:
        """Payoffs if they are proven, or at an end; else means."""
        if isinstance(answer, Found):
            return super().value(answer)
        lowest = self.scores.lowest or 0
        means = tuple(total / answer.visits + lowest for total in answer.sums)
        return Means(means=means, visits=answer.visits, of=answer.of, line=tuple(self.line()))


def upper(mean: float, visits: int, logarithm: float, c: float) -> float:
    """What a child may be worth to the mover: its mean, and more the seldomer it was visited.

    `logarithm` is that of the visits of its parent.
    """
    return mean + c * sqrt(logarithm / visits)
