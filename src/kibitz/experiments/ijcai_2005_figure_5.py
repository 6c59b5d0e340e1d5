"""IJCAI-2005, Figure 5: the decision space of shallow pruning in a constant-sum game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz import LeafTable
from kibitz.lab.experiment import Cancel, Experiment, Line, Numbers, Results, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAME = "spades(players=3,cards=10)"
BOUNDS = (5, 6, None)


class Figure5(Experiment):
    """Two players of a game with ten points to share."""

    title = "The decision space of shallow pruning"
    paper = "IJCAI-2005, Figure 5"
    cost = "seconds"
    setting = (
        "Ten points to share. Of the bounds of the first two players, those on or above the line "
        "x + y = 10 prune, and in a constant-sum game no others do: the linear test is perfect. "
        "The bound vector (5, 6, -) of Figure 4 prunes."
    )
    choices: ClassVar[Sequence[str]] = (
        "Drawn for Spades of ten tricks, where payoffs are tricks.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [Task("all bounds", 0, {"game": GAME})]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        table = LeafTable.of(kibitz.game(task.what["game"]))
        ranks = range(11)
        pairs = [(first, second, None) for first in ranks for second in ranks]
        return {
            "pairs": len(pairs),
            "exact": sum(table.prunes(pair) for pair in pairs),
            "linear": sum(table.prunes_linear(pair) for pair in pairs),
            "on the line": sum(a + b >= 10 for a, b, _ in pairs),
            "example": int(table.prunes(BOUNDS)),
        }

    def lines(self, results: Results) -> Sequence[Line]:
        on_the_line = results.fact("all bounds", "on the line").value
        return [
            Line(
                "bounds that the linear test prunes",
                results.fact("all bounds", "linear"),
                on_the_line,
            ),
            Line("bounds that prune at all", results.fact("all bounds", "exact"), None),
            Line("bounds (5, 6, -) prune", results.fact("all bounds", "example"), 1),
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def draw(figure: Figure) -> None:
            table = LeafTable.of(kibitz.game(GAME))
            table.plot((0, 1), "payoff", BOUNDS, figure.add_subplot())

        return {"Bounds of two players, ten points to share": draw}

    def remarks(self, results: Results) -> Sequence[str]:
        linear, exact = (results.values("all bounds", number)[0] for number in ("linear", "exact"))
        return (
            f"With whole numbers {exact - linear:g} more bound vectors prune than the {linear:g} "
            "on or above the line: to beat both bounds takes a point more for each player. The "
            "figure speaks of points on a plane, where the line is exact.",
        )
