"""IJCAI-2003, Table 8: branching factors under speculative pruning, predicted and measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz.games.tree import Tree
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
PUBLISHED = {
    2: (1.5874, 1.8393),
    3: (2.0801, 2.4675),
    4: (2.5198, 3.0000),
    5: (2.9240, 3.4755),
    10: (4.6416, 5.4191),
    1000: (100.00, 103.61),
}
"""b^(2/3) and the asymptotic branching factor."""


def predicted(branching: int) -> float:
    """The root of x^n = sum over i = 0..n-1 of (b-1)^i x^(n-1-i)."""
    low, high = 1.0, float(branching)
    for _ in range(100):
        middle = (low + high) / 2
        powers = ((branching - 1) ** i * middle ** (PLAYERS - 1 - i) for i in range(PLAYERS))
        if middle**PLAYERS < sum(powers):
            low = middle
        else:
            high = middle
    return low


def _deepest(branching: int, nodes: float) -> int:
    depth = PLAYERS
    while predicted(branching) ** (depth + 1) < nodes:
        depth += 1
    return depth


class Table8(Experiment):
    """How fast trees with all leaves equal grow under speculative pruning."""

    title = "Branching factors under speculative pruning"
    paper = "IJCAI-2003, Table 8"
    cost = "minutes"
    setting = (
        "With optimal ordering, speculative pruning reduces the branching factor b of a game of "
        "three players to the root of x^3 = x^2 + (b-1)x + (b-1)^2, which for large b is b^(2/3)."
    )
    choices: ClassVar[Sequence[str]] = (
        "Measured on uniform trees with all leaves equal, where any order is optimal: the growth "
        "of nodes visited over the last three plies, per ply. For large b the trees are shallow "
        "and the limit is not reached.",
    )
    workers = "processes"

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [
            Task(
                f"b={branching:04}",
                deepest - before,
                {
                    "game": f"tree(depth={deepest - before},branching={branching})",
                    "payoffs": "1/1/1",
                    "algorithm": "speculative",
                },
            )
            for branching in PUBLISHED
            for deepest in [_deepest(branching, 1e5 if quick else 2e7)]
            for before in (0, PLAYERS)
        ]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        game = kibitz.game(task.what["game"])
        assert isinstance(game, Tree)
        stats = solve(game.uniform((1,) * PLAYERS), task.what["algorithm"], cancel).stats
        return {"visited": stats.visited}

    def growth(self, results: Results, branching: int) -> Estimate:
        """Nodes of the deepest tree over those three plies before, per ply."""
        return results.growth(f"b={branching:04}", "visited")

    def lines(self, results: Results) -> Sequence[Line]:
        simple = [
            Line(f"b = {b}", Estimate(b ** (2 / 3)), published, "b^(2/3)")
            for b, (published, _) in PUBLISHED.items()
        ]
        exact = [
            Line(f"b = {b}", Estimate(predicted(b)), published, "the root")
            for b, (_, published) in PUBLISHED.items()
        ]
        measured = [
            Line(
                f"b = {b}, depth {max(results.values(f'b={b:04}', 'visited'), default=0)}",
                self.growth(results, b),
                published,
                "measured",
            )
            for b, (_, published) in PUBLISHED.items()
        ]
        return [*simple, *exact, *measured]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def factors(figure: Figure) -> None:
            series = {
                "no pruning": {float(b): float(b) for b in PUBLISHED},
                "b^(2/3)": {float(b): b ** (2 / 3) for b in PUBLISHED},
                "the root": {float(b): predicted(b) for b in PUBLISHED},
                "measured": {float(b): self.growth(results, b).value for b in PUBLISHED},
            }
            what = "branching factor under pruning"
            plots.curves(figure, series, "branching factor", what, log_across=True)

        return {"Branching factors, predicted and measured": factors}

    def remarks(self, results: Results) -> Sequence[str]:
        near = [b for b in PUBLISHED if max(results.values(f"b={b:04}", "visited")) > PLAYERS]
        off = max(abs(self.growth(results, b).value / predicted(b) - 1) for b in near)
        return (
            f"Up to b = {max(near)} the growth is within {off:.0%} of the root. For larger b only "
            f"{PLAYERS} plies are within reach, from one node, so that growth says little.",
        )
