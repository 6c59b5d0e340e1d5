"""Trees that grow from the root, node by node, and what is proven of them.

UCT and best-first max^n have this in common: nodes that are kept, policies of the others, and a
solver. It proves nodes as plain max^n has them: at its end a game is proven, and a node is proven
with its best proven child as soon as no other child can matter, the listed order deciding ties. So
an exhausted tree has the value, the move and the line of plain max^n.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kibitz.engines.problem.ordering import Order, order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.scores import scores_for
from kibitz.engines.problem.sides import after_reply, guaranteed, opponents, side_of_root
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import SEARCHES, Run, Search
from kibitz.engines.reference.table import Found, nested
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Move, Payoffs, Position
from kibitz.scoring import Evaluation
from kibitz.values import Value, Vector

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.reference.decision import Needs

ITERATIONS = 10_000
"""Where it stops if there is no limit; the limit on nodes is on iterations."""
NODE_BYTES, BOUND_BYTES = 64, 8
"""What a node may take of the memory, and more for each side; a full tree grows no further."""


@dataclass(frozen=True)
class Growing(Search):
    """A search that grows a tree, may be stopped at any time, and is exact when it is proven."""

    grows = True

    order: str | Order = "high"
    leaf: str | Evaluation = "none"
    policy: Literal["maxn", "paranoid", "brs"] = "maxn"
    """Whether the others want their own best, or the worst for the player at the root: all of
    them, or the one among them who can do most, while the others pass (best reply).
    """
    solver: Literal["none", "standard", "sets"] = "standard"
    """Whether nodes are proven: by payoffs at the end, or also by outcomes that are ruled out."""

    def check(self, position: Position) -> None:
        if self.policy == "brs" and not position.can_skip:
            game = position.game.text_name()
            raise InvalidAlgorithm(
                f"policy=brs imagines passes, which {game} does not know; use policy=paranoid"
            )

    def plain(self) -> Search:
        """Max^n, or the search of two sides, in the same order."""
        found: Search = SEARCHES[self.policy](order=self.order)  # type: ignore[call-arg]
        return found

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        return False, "grows a tree where that seems best, until it is proven"

    @property
    def needs(self) -> Needs:
        return "outcomes" if self.solver == "sets" else "bounds"

    @property
    def narrows(self) -> bool:
        return self.solver == "sets"

    @property
    def adds_up(self) -> bool:
        return True

    @property
    def deepens(self) -> bool:
        return False

    @property
    def anytime(self) -> bool:
        return True

    @property
    def default_nodes(self) -> int | None:
        return ITERATIONS

    @property
    def one_side(self) -> bool:
        return self.policy != "maxn"

    @property
    def guarantees(self) -> bool:  # type: ignore[override]
        return self.policy != "maxn"

    @property
    def imagines(self) -> bool:  # type: ignore[override]
        return self.policy == "brs"

    @property
    def selective(self) -> bool:
        """With best replies it leaves out that two opponents move in turn."""
        return self.imagines


class Option(NamedTuple):
    """A way to go on: the side that moves, its move, and how many others pass before it."""

    side: int
    move: Move
    passes: int = 0


class Node:
    """A node of the tree: how it is reached, how often, and what its parent's mover gained."""

    __slots__ = (
        *("at", "option", "mover", "visits", "gain", "children"),
        *("proven", "best", "lowest", "highest"),
    )

    def __init__(self, at: int, option: Option) -> None:
        self.at, self.option = at, option
        self.mover = -1
        self.visits = self.gain = 0
        self.children: Sequence[Node] = ()
        self.proven: Payoffs | None = None
        self.best = -1
        """The number of its best proven child; -1 if there is none."""
        self.lowest: Payoffs | None = None
        """The lowest and the highest score that each side can still have, if that is followed."""
        self.highest: Payoffs | None = None


NO_OPTION = Option(-1, None)
NOWHERE = Node(0, NO_OPTION)


class GrowingRun(Run):
    """Such a search at work on one position."""

    def __init__(self, search: Growing, problem: Problem) -> None:
        self.root = problem.position
        self.scores = scores_for(self.root, problem.algorithm)
        self.order = order_for(self.root, search)
        self.horizon = Horizon(problem.algorithm, problem.limit.depth)
        self.side = side_of_root(self.root)
        self.imagines = search.imagines
        self.alone, self.solves = search.policy != "maxn", search.solver != "none"
        self.by_sets = search.solver == "sets"
        self.low, self.high = self.scores.range
        sides = range(self.root.game.sides)
        self.whose = [self.side if self.alone else side for side in sides]
        """By mover, whose score it looks at."""
        self.span = [self.high[side] - self.low[side] or 1 for side in self.whose]
        self.tree = Node(0, NO_OPTION)
        self.room = problem.memory.bytes // (NODE_BYTES + BOUND_BYTES * len(sides)) - 1

    def events(self) -> Iterator[Event]:
        """Iterate until the root is proven; each iteration is a node that is visited."""
        root = self.tree
        if self.enter(root, self.root):
            yield Event("visit", 0)
            yield Event("leaf", 0, answer=self.answer())
            return
        self.plant()
        while root.proven is None and not self.full:
            yield Event("visit", 0)
            if not root.visits:
                yield Event("expand", 0, turn=self.root.turn)
            yield from self.iteration()
            yield Event("leave", 0, answer=self.answer())

    def plant(self) -> None:
        """Add the moves of the root."""
        self.add(self.tree, self.options(self.root))

    @abstractmethod
    def iteration(self) -> Iterator[Event]:
        """Walk down, add a node's moves, and take up what is found."""

    @abstractmethod
    def best(self, node: Node) -> Node | None:
        """The child that is best so far, if any was looked at."""

    @abstractmethod
    def so_far_of(self, root: Node) -> Any:
        """The answer as long as the root is not proven."""

    def enter(self, node: Node, position: Position) -> bool:
        """Look at a position for the first time; whether no move can change what comes of it."""
        if position.is_over:
            node.proven = self.scores.score(position.outcome)
        elif node.mover < 0:
            node.mover = position.side
            if self.by_sets:
                feasible = self.scores.feasible(position)
                node.lowest, node.highest = feasible.lowest, feasible.highest
                if feasible.lowest == feasible.highest:
                    node.proven = feasible.lowest
        return node.proven is not None

    def options(self, position: Position) -> list[Option]:
        """All ways to go on; with best replies, the moves of all opponents in turn."""
        if not self.imagines or position.side == self.side:
            return [Option(position.side, move) for move in self.order(position)]
        return [
            Option(there.side, move, passes)
            for passes, there in opponents(position, self.side)
            for move in self.order(there)
        ]

    def after(self, position: Position, option: Option) -> Position:
        """The position after a way to go on; after a best reply the other opponents pass."""
        if not self.imagines or option.side == self.side:
            return position.after(option.move)
        return after_reply(position, option.move, option.passes, self.side)

    def add(self, node: Node, options: Sequence[Option]) -> None:
        """Add all ways to go on to a node."""
        node.children = [Node(at, option) for at, option in enumerate(options)]
        self.room -= len(node.children)

    def gain(self, mover: int, scores: Payoffs) -> int:
        """How far a result is above the worst for a mover."""
        own = self.whose[mover]
        if mover != own:
            return self.high[own] - scores[own]
        return scores[own] - self.low[own]

    def matters(self, node: Node, child: Node) -> bool:
        """Whether a child that is not proven can still be the value of its parent."""
        if child.proven is not None:
            return False
        if node.best < 0:
            return True
        has, most = self.proven_gain(node), self.most(node, child)
        return most > has or (most == has and child.at < node.best)

    def proven_gain(self, node: Node) -> int:
        """What the mover has for certain by its best proven child."""
        scores = node.children[node.best].proven
        assert scores is not None
        return self.gain(node.mover, scores)

    def most(self, node: Node, child: Node) -> int:
        """What the mover can gain at most by a child."""
        if not self.by_sets:
            return self.span[node.mover]
        known = node if child.highest is None else child
        own = self.whose[node.mover]
        bounds = known.highest if own == node.mover else known.lowest
        assert bounds is not None
        return self.gain(node.mover, bounds)

    def rank(self, parent: Node, node: Node) -> None:
        """Remember the best proven child; the first of equals stays."""
        assert node.proven is not None
        if parent.best < 0:
            parent.best = node.at
            return
        own, best = self.gain(parent.mover, node.proven), self.proven_gain(parent)
        if own > best or (own == best and node.at < parent.best):
            parent.best = node.at

    def settle(self, node: Node) -> None:
        """Prove a node by its best proven child if no other can matter."""
        if self.by_sets:
            self.tighten(node)
        if node.best >= 0 and not any(self.matters(node, child) for child in node.children):
            node.proven = node.children[node.best].proven

    def tighten(self, node: Node) -> None:
        """Make of the bounds of the children those of the node.

        The mover gets the most of what it can have by any child; the others, something that a
        child still has which the mover may choose.
        """
        assert node.lowest is not None and node.highest is not None
        ends = [self.ends(node, child) for child in node.children]
        own, lowest, highest = self.whose[node.mover], list(node.lowest), list(node.highest)
        if own != node.mover:
            lowest[own] = max(lowest[own], min(low[own] for low, _ in ends))
            highest[own] = min(highest[own], min(high[own] for _, high in ends))
        else:
            least = max(low[own] for low, _ in ends)
            open_ends = [(low, high) for low, high in ends if high[own] >= least]
            for side in range(len(lowest)):
                lowest[side] = max(lowest[side], min(low[side] for low, _ in open_ends))
                highest[side] = min(highest[side], max(high[side] for _, high in open_ends))
            lowest[own] = max(lowest[own], least)
        node.lowest, node.highest = tuple(lowest), tuple(highest)

    def ends(self, node: Node, child: Node) -> tuple[Payoffs, Payoffs]:
        """The lowest and highest scores of a child: those of its parent before it was entered."""
        if child.proven is not None:
            return child.proven, child.proven
        known = node if child.lowest is None else child
        assert known.lowest is not None and known.highest is not None
        return known.lowest, known.highest

    def answer(self) -> Any:
        """What is known of the root: what is proven, or the best so far."""
        if self.tree.proven is not None:
            return Found(self.tree.proven, nested(self.line()))
        return self.so_far_of(self.tree)

    def value(self, answer: Any) -> Value:
        """Payoffs, of the root's side alone if all others play against it."""
        payoffs = self.scores.payoffs(answer.scores)
        if self.alone:
            return Vector(guaranteed(self.root, payoffs[self.side]), line=answer.numbers)
        return Vector(payoffs, line=answer.numbers)

    def line(self) -> list[int]:
        """The proven moves to the end, or else the best ones so far."""
        numbers, node, position = list[int](), self.tree, self.root
        proven = node.proven is not None
        while not position.is_over:
            if proven:
                at = max(node.best, 0)  # where all outcomes are worth the same, the first
            else:
                child = self.best(node)
                if child is None:
                    break
                at = child.at
            numbers.append(at)
            if self.imagines:
                break  # no line of play, since passes are imagined
            position = position.after(self.order(position)[at])
            node = node.children[at] if node.children else NOWHERE
        return numbers
