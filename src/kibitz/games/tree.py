"""Explicit trees in one line of text, for the papers' figures, teaching and tests.

A leaf is its payoffs, `(5,4,1)`; an inner node is the player to move and its children in
square brackets. Players may move twice in a row or be left out. A node may carry
heuristic bounds, what a player gets below it at least or at most, in braces; they hold
in its whole subtree, and are what `heuristic=taken` looks at:

    0[(5,4,1) 1[(0,6,4) (3,3,4)]]
    0[(7,9,0) 1{0<=5,2>=1}[(5,8,3) (4,3,8)]]

A move is the number of a child. After moves, the text is the whole tree and the path:
`0[(5,4,1) 1[(0,6,4) (3,3,4)]] @1,0`. The outcomes are the leaves of the whole tree.
Equal subtrees are one node, so they share their entry in a transposition table.
"""

from __future__ import annotations

import random
import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeAlias

from kibitz import text
from kibitz.errors import GameError, IllegalMove, TextError, check_kind
from kibitz.game import Game, Move, Payoffs, Position, stream_of
from kibitz.showing import drawing
from kibitz.showing.drawing import MOST_DRAWN, Drawn
from kibitz.showing.layout import Drawing, in_full

Path: TypeAlias = tuple["Path", int] | None
"""The moves played, the last one outside; None at the start."""

Limits: TypeAlias = tuple[tuple[int | None, int | None], ...]
"""For each player the least and the most it can get, as far as known."""

_TOKEN = re.compile(
    r"\s*+(?:\((?P<leaf>[^()]*+)\)"
    r"|(?P<mover>[0-9]{1,9})\s*+(?:\{(?P<limits>[^{}]*+)\}\s*+)?\["
    r"|(?P<end>\]))"
)
_LIMIT = re.compile(r"\s*([0-9]{1,9})\s*(<=|>=)\s*(-?[0-9]+)\s*")
LARGEST = 1_000_000
"""How many leaves a random tree may have."""


@dataclass(frozen=True, eq=False, slots=True)
class Node:
    """A leaf with payoffs, or a mover with children. Made by a `Forest`, which keeps it unique."""

    payoffs: Payoffs = ()
    mover: int = -1
    children: tuple[Node, ...] = ()
    limits: Limits = ()
    lowest: Payoffs = ()
    highest: Payoffs = ()


class Forest:
    """Makes nodes; equal ones only once."""

    def __init__(self, players: int, low: int = 0) -> None:
        self.players, self.low = players, low
        self.unknown: Limits = ((None, None),) * players
        self._nodes: dict[Hashable, Node] = {}

    def leaf(self, payoffs: Payoffs) -> Node:
        """A leaf."""
        if len(payoffs) != self.players:
            given = len(payoffs)
            hint = f", or players={given} for {given}" if given > 1 else ""
            raise TextError(f"expected {self.players} payoffs{hint}: {_write_leaf(payoffs)}")
        if min(payoffs) < self.low:
            raise TextError(f"expected payoffs of at least low={self.low}: {_write_leaf(payoffs)}")
        return self._unique(payoffs, Node(payoffs, lowest=payoffs, highest=payoffs))

    def node(self, mover: int, children: Sequence[Node], limits: Limits | None = None) -> Node:
        """An inner node; its limits must hold for all leaves below."""
        if not 0 <= mover < self.players:
            raise TextError(f"expected a player of 0 to {self.players - 1} to move: {mover}")
        if not children:
            raise TextError(f"expected a child or more: {mover}[]")
        lowest = tuple(map(min, zip(*(child.lowest for child in children), strict=True)))
        highest = tuple(map(max, zip(*(child.highest for child in children), strict=True)))
        limits = limits or self.unknown
        for player, (least, most) in enumerate(limits):
            if least is not None and lowest[player] < least:
                raise TextError(f"expected payoffs within {player}>={least}: {lowest[player]}")
            if most is not None and highest[player] > most:
                raise TextError(f"expected payoffs within {player}<={most}: {highest[player]}")
        node = Node((), mover, tuple(children), limits, lowest, highest)
        return self._unique((mover, tuple(map(id, children)), limits), node)

    def _unique(self, key: Hashable, node: Node) -> Node:
        return self._nodes.setdefault(key, node)


@dataclass(frozen=True, repr=False)
class Tree(Game):
    """A tree written out; `deal` draws a random one with ties, and limits that hold."""

    name: ClassVar[str] = "tree"
    examples: ClassVar = ("tree", "tree(players=5,depth=3)", "tree(low=-3,total=4,step=2)")

    players: int = 3
    low: int = 0
    """No payoff is lower; sums count from here."""
    depth: int = 4
    """How deep a random tree is."""
    branching: int = 3
    """How many children a node of a random tree has at most."""
    payoff: int = 5
    """How many steps above `low` a payoff of a random tree is at most."""
    total: int | None = None
    """How many steps above `low` all payoffs of a leaf add up to; none is left to chance."""
    step: int = 1
    """How far two payoffs of a random tree are apart at least."""

    def __post_init__(self) -> None:
        for name, least, most in (
            ("players", 2, 16),
            ("depth", 0, 64),
            ("branching", 1, 1000),
            ("payoff", 0, 10**6),
            ("step", 1, 10**6),
        ):
            if not least <= getattr(self, name) <= most:
                raise TextError(f"expected {name} of {least} to {most}: {getattr(self, name)}")
        if self.total is not None and not 0 <= self.total <= 10**6:
            raise TextError(f"expected a total of 0 to {10**6}: {self.total}")

    @property
    def lowest(self) -> int:
        return self.low

    def payoffs(self, outcome: Payoffs) -> Payoffs:
        return outcome

    def parse(self, line: str) -> TreePosition:
        check_kind(line, str, "the text of a position")
        tree, _, path = line.partition("@")
        position = self.position(_read(tree, self))
        for move in text.read_ints(path, "the path") if path.strip() else ():
            position = position.play(move)
        return position

    def position(self, root: Node) -> TreePosition:
        """The start position of a tree."""
        limits = root.limits or ((None, None),) * self.players
        return TreePosition(self, root, None, root, limits, _leaves(root))

    def deal(self, seed: int, cards: int | None = None) -> TreePosition:
        """A random tree, with ties, movers that repeat or skip, and limits that hold."""
        if cards is not None:
            raise TextError(f"expected no cards for a tree: {cards}")
        if self.branching**self.depth > LARGEST:
            raise TextError(f"expected branching ** depth of at most {LARGEST}: {self}")
        return self.position(_Random(self, stream_of(seed)).node(self.depth))

    def uniform(self, leaf: Payoffs) -> TreePosition:
        """The tree with `branching` children everywhere, players in turn, all leaves equal."""
        forest = Forest(self.players, self.low)
        node = forest.leaf(leaf)
        for ply in reversed(range(self.depth)):
            node = forest.node(ply % self.players, [node] * self.branching)
        return self.position(node)


class _Random:
    """Draws trees; now and then a subtree is one that was drawn before."""

    def __init__(self, game: Tree, draw: random.Random) -> None:
        self.game, self.draw = game, draw
        self.forest = Forest(game.players, game.low)
        self.drawn: list[list[Node]] = [[] for _ in range(game.depth + 1)]

    def node(self, depth: int) -> Node:
        if self.drawn[depth] and self.draw.random() < 0.2:
            return self.draw.choice(self.drawn[depth])
        if depth == 0 or (depth < self.game.depth and self.draw.random() < 0.1):
            return self.forest.leaf(self.payoffs())
        mover = self.draw.randrange(self.game.players)
        width = self.draw.randint(1, self.game.branching)
        children = [self.node(depth - 1) for _ in range(width)]
        limits = self.limits(self.forest.node(mover, children))
        node = self.forest.node(mover, children, limits)
        self.drawn[depth].append(node)
        return node

    def payoffs(self) -> Payoffs:
        game, draw = self.game, self.draw
        if game.total is None:
            steps = [draw.randint(0, game.payoff) for _ in range(game.players)]
        else:
            marks = sorted(draw.randint(0, game.total) for _ in range(game.players - 1))
            shares = zip([0, *marks], [*marks, game.total], strict=True)
            steps = [right - left for left, right in shares]
        return tuple(game.low + game.step * count for count in steps)

    def limits(self, node: Node) -> Limits:
        """Limits that hold below a node, for some players."""
        draw = self.draw
        return tuple(
            (
                max(self.game.low, low - draw.randint(0, 2)) if draw.random() < 0.2 else None,
                high + draw.randint(0, 2) if draw.random() < 0.2 else None,
            )
            for low, high in zip(node.lowest, node.highest, strict=True)
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TreePosition(Position):
    """A node of a tree, with the tree and the path that it stands in."""

    adapter: ClassVar[str] = "tree"

    game: Tree
    root: Node
    path: Path
    node: Node
    limits: Limits
    """What is known of the payoffs below, from all the limits on the path."""
    leaves: tuple[Payoffs, ...]
    """All leaves of the tree, each once."""

    @property
    def turn(self) -> int:
        return self.node.mover

    @property
    def is_over(self) -> bool:
        return not self.node.children

    @property
    def outcome(self) -> Payoffs:
        if not self.is_over:
            raise GameError(f"no outcome yet in {self}")
        return self.node.payoffs

    def moves(self) -> Sequence[int]:
        return range(len(self.node.children))

    def play(self, move: Move) -> TreePosition:
        number = text.read_int(move, "a move") if isinstance(move, str) else move
        if type(number) is not int or number not in range(len(self.node.children)):
            raise IllegalMove(f"illegal move {number} in {self}")
        node = self.node.children[number]
        limits = _both(self.limits, node.limits) if node.limits else self.limits
        return replace(self, path=(self.path, number), node=node, limits=limits)

    def outcomes(self) -> Iterable[Payoffs]:
        """The leaves of the whole tree that the limits up to here allow."""
        return [leaf for leaf in self.leaves if self.allows(leaf)]

    def allows(self, outcome: Payoffs) -> bool:
        return all(
            (least is None or payoff >= least) and (most is None or payoff <= most)
            for payoff, (least, most) in zip(outcome, self.limits, strict=True)
        )

    @property
    def narrows(self) -> bool:
        """Whether limits below here rule out a leaf that those up to here allow."""
        possible = tuple(zip(*self.outcomes(), strict=True))
        return any(
            (least is not None and least > min(payoffs))
            or (most is not None and most < max(payoffs))
            for node in _nodes(self.node)
            for payoffs, (least, most) in zip(possible, node.limits, strict=False)
        )

    @property
    def progress(self) -> Limits:
        return self.limits

    def key(self) -> Hashable:
        return self.node

    def __str__(self) -> str:
        path = ",".join(map(str, self.moves_played()))
        return _write(self.root) + (f" @{path}" if path else "")

    def moves_played(self) -> list[int]:
        """The moves from the root to here."""
        moves, path = [], self.path
        while path:
            path, move = path
            moves.append(move)
        return moves[::-1]

    def show(self) -> str:
        """One line per node, children indented; `>` marks the position."""
        lines = []
        here = self.moves_played()
        waiting: list[tuple[Node, int, bool, int]] = [(self.root, 0, True, -1)]
        while waiting:
            node, depth, on_path, number = waiting.pop()
            mark = "> " if on_path and depth == len(here) else "  "
            name = f"{number}: " if depth else ""
            what = f"player {node.mover}{_write_limits(node.limits)}" if node.children else ""
            lines.append(
                mark + "    " * min(depth, 20) + name + (what or _write_leaf(node.payoffs))
            )
            for at, child in reversed(list(enumerate(node.children))):
                follows = on_path and depth < len(here) and here[depth] == at
                waiting.append((child, depth + 1, follows, at))
        return "\n".join(lines)

    def svg(self) -> Drawing:
        """The whole tree, with the value of each node by max^n, and a ring round the position."""
        tree, count = Drawn(), 0
        waiting = [(self.root, tree)]
        while waiting:
            node, drawn = waiting.pop()
            count += 1
            if count > MOST_DRAWN:
                raise TextError(f"expected a tree of at most {MOST_DRAWN} nodes to draw")
            drawn.mover = node.mover if node.children else None
            drawn.note = _write_limits(node.limits)
            drawn.children = [Drawn(str(number)) for number in range(len(node.children))]
            waiting += zip(node.children, drawn.children, strict=True)
        _back_up(self.root, tree)
        marked = tree
        for move in self.moves_played():
            marked = marked.children[move]
        marked.marked = self.path is not None
        return drawing.svg([tree], self.game, str(self))

    def _repr_html_(self) -> str:
        try:
            return self.svg()
        except TextError:  # too large
            return in_full(self.show())


def _back_up(node: Node, drawn: Drawn) -> Payoffs:
    """Write the value of each node into a drawing: the mover's best, the first of equals."""
    value = node.payoffs
    if node.children:
        values = [*map(_back_up, node.children, drawn.children)]
        best = max(range(len(values)), key=lambda at: values[at][node.mover])
        value, drawn.best = values[best], drawn.children[best]
    drawn.value = _write_leaf(value)
    return value


def _both(old: Limits, new: Limits) -> Limits:
    """The limits that say what both say."""
    return tuple(
        (
            max((least for least in (a, c) if least is not None), default=None),
            min((most for most in (b, d) if most is not None), default=None),
        )
        for (a, b), (c, d) in zip(old, new, strict=True)
    )


def _nodes(root: Node) -> set[Node]:
    """All nodes from here down, each once."""
    seen, waiting = {root}, [root]
    while waiting:
        for child in waiting.pop().children:
            if child not in seen:
                seen.add(child)
                waiting.append(child)
    return seen


def _leaves(root: Node) -> tuple[Payoffs, ...]:
    """The payoffs of all leaves, each once."""
    return tuple(sorted({node.payoffs for node in _nodes(root) if not node.children}))


def _read(line: str, game: Tree) -> Node:
    """Read a tree; deep ones too, so no recursion."""
    forest = Forest(game.players, game.low)
    open_nodes: list[tuple[int, Limits | None]] = []
    children: list[list[Node]] = [[]]
    at, end = 0, len(line.rstrip())
    while at < end:
        token = _TOKEN.match(line, at)
        if not token or (len(children) == 1 and children[0]):
            break
        at = token.end()
        if token["leaf"] is not None:
            children[-1].append(forest.leaf(text.read_ints(token["leaf"], "payoffs")))
        elif token["mover"] is not None:
            open_nodes.append((int(token["mover"]), _read_limits(token["limits"], game.players)))
            children.append([])
        elif open_nodes:
            mover, limits = open_nodes.pop()
            below = children.pop()
            children[-1].append(forest.node(mover, below, limits))
        else:
            break
    if at < end or open_nodes or len(children[0]) != 1:
        where = line[at : at + 20].strip() or "the end"
        raise TextError(f"expected one tree such as 0[(5,4,1) 1[(0,6,4) (3,3,4)]]: at {where!r}")
    return children[0][0]


def _read_limits(line: str | None, players: int) -> Limits | None:
    if line is None:
        return None
    limits: list[tuple[int | None, int | None]] = [(None, None)] * players
    for part in line.split(","):
        found = _LIMIT.fullmatch(part)
        if not found or int(found[1]) >= players:
            raise TextError(f"expected limits such as 0<=5,2>=1: {line!r}")
        player, value = int(found[1]), text.read_int(found[3], "a limit")
        least, most = limits[player]
        if (most if found[2] == "<=" else least) is not None:
            raise TextError(f"expected each limit once: {line!r}")
        limits[player] = (least, value) if found[2] == "<=" else (value, most)
    return tuple(limits)


def _write(root: Node) -> str:
    """The text of a tree, without recursion."""
    parts: list[str] = []
    waiting: list[Node | str] = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, str):
            parts.append(node)
        elif not node.children:
            parts.append(_write_leaf(node.payoffs))
        else:
            parts.append(f"{node.mover}{_write_limits(node.limits)}[")
            waiting.append("]")
            for child in reversed(node.children[1:]):
                waiting += [child, " "]
            waiting.append(node.children[0])
    return "".join(parts)


def _write_leaf(payoffs: Payoffs) -> str:
    return "(" + ",".join(map(str, payoffs)) + ")"


def _write_limits(limits: Limits) -> str:
    parts = []
    for player, (least, most) in enumerate(limits):
        parts += [f"{player}>={least}"] if least is not None else []
        parts += [f"{player}<={most}"] if most is not None else []
    return "{" + ",".join(parts) + "}" if parts else ""
