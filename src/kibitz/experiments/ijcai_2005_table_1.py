"""IJCAI-2005, Table 1: the leaf-value table of a game of three tricks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz import LeafTable
from kibitz.lab.experiment import Cancel, Experiment, Line, Numbers, Results, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAME = "spades(players=3,cards=3,bids=1/1/2,utility=mot)"
PUBLISHED = {
    (0, 0, 3): ((0, 0, 25), (0, 0, 2)),
    (0, 1, 2): ((0, 13, 23), (0, 2, 1)),
    (0, 2, 1): ((0, 15, 0), (0, 4, 0)),
    (0, 3, 0): ((0, 14, 0), (0, 3, 0)),
    (1, 0, 2): ((13, 0, 23), (2, 0, 1)),
    (1, 1, 1): ((13, 13, 0), (2, 2, 0)),
    (1, 2, 0): ((13, 12, 0), (2, 1, 0)),
    (2, 0, 1): ((15, 0, 0), (4, 0, 0)),
    (2, 1, 0): ((12, 13, 0), (1, 2, 0)),
    (3, 0, 0): ((14, 0, 0), (3, 0, 0)),
}
"""Tricks taken: utilities, and ranks."""
WITH_A_TRICK = "7..K. .2..K J...A 0 - 0,1,0"
"""A position in which the second player has taken one trick."""


class Table1(Experiment):
    """Ten outcomes with utilities and ranks."""

    title = "The leaf-value table of a game of three tricks"
    paper = "IJCAI-2005, Table 1"
    cost = "seconds"
    setting = (
        "Three players, three tricks, bids of 1, 1 and 2; a player that misses its bid gets 0, "
        "else 10 bid - overtricks + 3 for each opponent that misses. Ten outcomes, with the "
        "utility and the rank of each for each player. Once the second player has a trick six "
        "outcomes are left; the first can get rank 2 at most, the third rank 1."
    )
    choices: ClassVar[Sequence[str]] = ("None: the table is printed in full.",)

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [
            Task("table", 0, {"game": GAME}),
            Task("with a trick", 0, {"game": GAME, "position": WITH_A_TRICK}),
        ]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        game = kibitz.game(task.what["game"])
        table = LeafTable.of(game)
        if "position" in task.what:
            feasible = table.feasible(game.parse(task.what["position"]))
            ranks = [row for at, row in enumerate(table.ranks) if feasible >> at & 1]
            most = [max(column) for column in zip(*ranks, strict=True)]
            return {"outcomes": len(ranks), "first": most[0], "third": most[2]}
        rows = zip(table.outcomes, table.payoffs, table.ranks, strict=True)
        found = {outcome: (payoffs, ranks) for outcome, payoffs, ranks in rows}
        same = [PUBLISHED.get(outcome) == row for outcome, row in found.items()]
        return {"outcomes": len(found), "equal": sum(same)}

    def lines(self, results: Results) -> Sequence[Line]:
        dagger = "the second player has a trick"
        return [
            Line("outcomes", results.fact("table", "outcomes"), len(PUBLISHED)),
            Line(
                "rows equal in all utilities and ranks",
                results.fact("table", "equal"),
                len(PUBLISHED),
            ),
            Line("outcomes left", results.fact("with a trick", "outcomes"), 6, dagger),
            Line("best rank of the first player", results.fact("with a trick", "first"), 2, dagger),
            Line("best rank of the third player", results.fact("with a trick", "third"), 1, dagger),
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def draw(figure: Figure) -> None:
            table = LeafTable.of(kibitz.game(GAME))
            table.plot((0, 1, 2), "rank", None, figure.add_subplot(projection="3d"))

        return {"The ranks of the ten outcomes, and the plane that the linear test sees": draw}

    def remarks(self, results: Results) -> Sequence[str]:
        table = LeafTable.of(kibitz.game(GAME))
        head, *rows = table.rows()
        marks = ["---"] * len(head)
        lines = ["| " + " | ".join(row) + " |" for row in [head, marks, *rows]]
        return ("\n".join(lines),)
