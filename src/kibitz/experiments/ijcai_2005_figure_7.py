"""IJCAI-2005, Figure 7: the decision space of speculative pruning in a constant-sum game."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz import LeafTable
from kibitz.lab.experiment import Cancel, Experiment, Line, Numbers, Results, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAME = "spades(players=3,cards=10)"
BOUNDS = (5, 3, 3)


class Figure7(Experiment):
    """Three players of a game with ten points to share."""

    title = "The decision space of speculative pruning"
    paper = "IJCAI-2005, Figure 7"
    cost = "seconds"
    setting = (
        "Ten points to share. All values lie on the plane x + y + z = 10, which is a perfect "
        "classifier: a bound vector on or above it prunes. That of Figure 6, (5, 3, 3), does."
    )
    choices: ClassVar[Sequence[str]] = (
        "Drawn for Spades of ten tricks, where payoffs are tricks.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [Task("all bounds", 0, {"game": GAME})]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        table = LeafTable.of(kibitz.game(task.what["game"]))
        triples = list(itertools.product(range(11), repeat=3))
        return {
            "outcomes": len(table.outcomes),
            "on the plane": sum(sum(payoffs) == 10 for payoffs in table.payoffs),
            "linear": sum(table.prunes_linear(triple) for triple in triples),
            "exact": sum(table.prunes(triple) for triple in triples),
            "wrong": sum(
                table.prunes_linear(triple) and not table.prunes(triple) for triple in triples
            ),
            "example": int(table.prunes_linear(BOUNDS)),
        }

    def lines(self, results: Results) -> Sequence[Line]:
        outcomes = results.fact("all bounds", "outcomes").value
        return [
            Line("values on the plane", results.fact("all bounds", "on the plane"), outcomes),
            Line(
                "bounds that prune by the plane but must not",
                results.fact("all bounds", "wrong"),
                0,
            ),
            Line("bounds (5, 3, 3) prune", results.fact("all bounds", "example"), 1),
            Line("bounds that the plane prunes", results.fact("all bounds", "linear")),
            Line("bounds that prune at all", results.fact("all bounds", "exact")),
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def draw(figure: Figure) -> None:
            table = LeafTable.of(kibitz.game(GAME))
            table.plot((0, 1, 2), "payoff", BOUNDS, figure.add_subplot(projection="3d"))

        return {"Bounds of three players, ten points to share": draw}

    def remarks(self, results: Results) -> Sequence[str]:
        more = (
            results.fact("all bounds", "exact").value - results.fact("all bounds", "linear").value
        )
        return (
            f"{more:,.0f} bounds below the plane prune as well, because tricks are whole numbers: "
            "more than 3 means at least 4. For scores of any size the plane is exact.",
        )
