"""IJCAI-2005, Figure 8: the decision space of Table 1, where a linear test sees little."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import kibitz
from kibitz import LeafTable
from kibitz.lab.experiment import Cancel, Experiment, Line, Numbers, Results, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAME = "spades(players=3,cards=3,bids=1/1/2,utility=mot)"
OPEN = [(0, 0), (0, 1), (1, 0), (1, 1)]
"""The bounds of the first two players that do not prune."""
MAX_SUM = 4


class Figure8(Experiment):
    """Two players of a game that is not constant-sum."""

    title = "The decision space of a leaf-value table"
    paper = "IJCAI-2005, Figure 8"
    cost = "seconds"
    setting = (
        "The game of Table 1, by ranks; maxsum is 4. For the first two players every bound vector "
        "prunes but (0,0), (0,1), (1,0) and (1,1); the linear test prunes only on or above the "
        "diagonal."
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [Task("all bounds", 0, {"game": GAME})]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        table = LeafTable.of(kibitz.game(task.what["game"]))
        ranks = range(5)
        pairs = [(first, second) for first in ranks for second in ranks]
        linear = [pair for pair in pairs if table.prunes_linear((*pair, None))]
        found = table.open_bounds(0, 1)
        return {
            "max_sum": table.max_sum,
            "open": len(found),
            "open as published": sum(pair in OPEN for pair in found),
            "linear": len(linear),
            "diagonal": sum(sum(pair) >= MAX_SUM for pair in linear),
        }

    def lines(self, results: Results) -> Sequence[Line]:
        return [
            Line("maxsum", results.fact("all bounds", "max_sum"), MAX_SUM),
            Line("bounds that do not prune", results.fact("all bounds", "open"), len(OPEN)),
            Line(
                "of them the published ones",
                results.fact("all bounds", "open as published"),
                len(OPEN),
            ),
            Line("bounds that the linear test prunes", results.fact("all bounds", "linear"), 15),
            Line("of them on or above the diagonal", results.fact("all bounds", "diagonal"), 15),
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def draw(figure: Figure) -> None:
            LeafTable.of(kibitz.game(GAME)).plot((0, 1), ax=figure.add_subplot())

        return {"Bounds of the first two players, by rank": draw}
