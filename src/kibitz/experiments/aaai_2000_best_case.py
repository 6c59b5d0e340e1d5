"""AAAI-2000: the best case of shallow pruning and of the paranoid reduction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz import Position
from kibitz.games.tree import Forest, Node, Tree
from kibitz.lab import plots
from kibitz.lab.experiment import (
    Cancel,
    Estimate,
    Experiment,
    Line,
    Numbers,
    Results,
    Task,
    solve,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS = 3
BRANCHING = (2, 3, 4, 5, 6, 8, 10)
SHARE = 2**20
"""What each player has at the root; shares are halved on the way down."""
PERIOD = {"shallow": 2, "paranoid": PLAYERS}
"""After how many plies the pattern of cuts repeats."""


def predicted(algorithm: str, branching: int) -> float:
    """The asymptotic branching factor that the paper gives for perfect ordering."""
    if algorithm == "shallow":
        return (1 + sqrt(4 * branching - 3)) / 2
    return float(branching ** ((PLAYERS - 1) / PLAYERS))


def _deepest(algorithm: str, branching: int, leaves: float) -> int:
    depth = 3 * PERIOD[algorithm]
    while predicted(algorithm, branching) ** (depth + PERIOD[algorithm]) < leaves:
        depth += PERIOD[algorithm]
    return depth


class _Ordered:
    """Trees with every best move first, for shallow pruning.

    A node keeps the value of its first child. The first child of every other child gives its
    mover all that the parent does not have, so the rest of that child is cut.
    """

    def __init__(self, branching: int) -> None:
        self.branching = branching
        self.forest = Forest(PLAYERS)
        self.made: dict[tuple[int, int, tuple[int, ...]], Node] = {}
        greedy = [[SHARE * PLAYERS * (player == p) for p in range(PLAYERS)] for player in range(3)]
        unseen = [self.forest.leaf(tuple(payoffs)) for payoffs in greedy]
        self.unseen = self.forest.node(0, unseen)

    def full(self, depth: int, mover: int, value: tuple[int, ...]) -> Node:
        """A node all of whose children must be looked at."""
        if depth == 0:
            return self.forest.leaf(value)
        key = depth, mover, value
        if key not in self.made:
            after = (mover + 1) % PLAYERS
            first = self.full(depth - 1, after, value)
            other = self.cut(depth - 1, after, value[mover], mover)
            self.made[key] = self.forest.node(mover, [first, *[other] * (self.branching - 1)])
        return self.made[key]

    def cut(self, depth: int, mover: int, bound: int, parent: int) -> Node:
        """A node that is cut after its first child, which leaves the parent half its bound."""
        value = tuple(
            SHARE * PLAYERS - bound if player == mover else bound // 2 for player in range(PLAYERS)
        )
        if depth == 0:
            return self.forest.leaf(value)
        first = self.full(depth - 1, (mover + 1) % PLAYERS, value)
        return self.forest.node(mover, [first, *[self.unseen] * (self.branching - 1)])


def _tree(branching: int, depth: int) -> Tree:
    game = kibitz.game(f"tree(players={PLAYERS},depth={depth},branching={branching})")
    assert isinstance(game, Tree)
    return game


def ordered_for_shallow(branching: int, depth: int) -> Position:
    """A tree on which shallow pruning cuts all that it ever can."""
    root = _Ordered(branching).full(depth, 0, (SHARE,) * PLAYERS)
    return _tree(branching, depth).position(root)


def ordered_for_paranoid(branching: int, depth: int) -> Position:
    """A tree with all leaves equal, but for some that are never seen, so that none is the best."""
    game, forest = _tree(branching, depth), Forest(PLAYERS)
    levels = [forest.leaf((1,) * PLAYERS)]
    for ply in reversed(range(depth)):
        levels.append(forest.node(ply % PLAYERS, [levels[-1]] * branching))
    unseen = forest.node(2, [forest.leaf((low,) * PLAYERS) for low in (0, 2)])
    second = forest.node(1, [*[levels[-3]] * (branching - 1), unseen])
    rest = [levels[-2]] * (branching - 2)
    return game.position(forest.node(0, [levels[-2], second, *rest]))


class BestCase(Experiment):
    """How fast perfectly ordered trees grow under pruning."""

    title = "The best case of shallow pruning and of paranoid search"
    paper = "AAAI-2000, asymptotic results"
    cost = "seconds"
    setting = (
        "With the best move first everywhere, shallow pruning reduces the branching factor from b "
        "to (1 + sqrt(4b - 3)) / 2 at best, and alpha-beta in the paranoid reduction of n players "
        "to b^((n-1)/n). Three players."
    )
    choices: ClassVar[Sequence[str]] = (
        "The paper gives formulas. Here trees are built on which every cut that the proofs count "
        "occurs, searched at growing depths, and the growth of the number of leaves seen is taken "
        "over the period of the pattern, 2 plies for shallow and 3 for paranoid.",
    )
    workers = "processes"

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [
            Task(
                f"{algorithm} b={branching:02}",
                deepest - before,
                {
                    "tree": "perfect order",
                    "branching": str(branching),
                    "plies": str(deepest - before),
                    "algorithm": algorithm,
                },
            )
            for algorithm in PERIOD
            for branching in BRANCHING
            for deepest in [_deepest(algorithm, branching, 2e4 if quick else 2e6)]
            for before in (0, PERIOD[algorithm])
        ]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        make = {"shallow": ordered_for_shallow, "paranoid": ordered_for_paranoid}
        algorithm = task.what["algorithm"]
        position = make[algorithm](int(task.what["branching"]), int(task.what["plies"]))
        stats = solve(position, algorithm, cancel).stats
        return {"visited": stats.visited, "leaves": stats.leaves}

    def growth(self, results: Results, algorithm: str, branching: int) -> Estimate:
        """Leaves at the deepest tree over those a period before, per ply."""
        return results.growth(f"{algorithm} b={branching:02}", "leaves")

    def lines(self, results: Results) -> Sequence[Line]:
        return [
            Line(
                f"b = {branching}",
                self.growth(results, algorithm, branching),
                predicted(algorithm, branching),
                algorithm,
            )
            for algorithm in PERIOD
            for branching in BRANCHING
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def factors(figure: Figure) -> None:
            series = {
                f"{algorithm}, {kind}": {float(b): value(algorithm, b) for b in BRANCHING}
                for algorithm in PERIOD
                for kind, value in (
                    ("formula", predicted),
                    ("measured", lambda algorithm, b: self.growth(results, algorithm, b).value),
                )
            }
            plots.curves(figure, series, "branching factor", "branching factor under pruning")

        return {"Branching factors on perfectly ordered trees": factors}

    def remarks(self, results: Results) -> Sequence[str]:
        far = max(self.lines(results), key=lambda line: abs((line.ratio or 1) - 1))
        return (
            "The formulas are limits for deep trees; at the depths that are searched here the "
            f"growth is off by {abs((far.ratio or 1) - 1):.2g} at most ({far.group}, {far.label}).",
        )
