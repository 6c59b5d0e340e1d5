"""IJCAI-2005, Table 4, with the utilities that the paper names elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.experiments.ijcai_2005_table_4 import GAME, PUBLISHED, Table4
from kibitz.experiments.ijcai_2005_table_4_choices import players
from kibitz.experiments.shared.playing import AS_PRINTED, SMALLER, Contest
from kibitz.lab.experiment import Results

UTILITIES = ("smot", "mot")


class Table4Utilities(Table4):
    """Whole games of Spades in which both players search for a utility of the paper."""

    title = "Table 4 of IJCAI-2005 with the paper's utilities"
    setting = (
        "[Table 4](ijcai-2005-table-4.md) again, at its own size: 2.5 million nodes per move, "
        "games to 300 points, each in all six mixed seatings, but 12 games, not 100. Both players "
        "search for a utility that the paper defines, not for the score of the hand."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Payoffs.** `smot`, which the paper used where it compares the two ways to prune (NCS in "
        "Table 2), and `mot`, the utility of its Table 1. Both were chosen after "
        "[the study of choices](ijcai-2005-table-4-choices.md), on other games.",
        *Table4.choices[1:3],
        "**Smaller** is the same with 20,000 nodes per move, in 50 games.",
    )
    contests: ClassVar[Sequence[Contest]] = tuple(
        Contest(
            f"utility {utility}",
            GAME,
            players(utility=utility),
            ("leaf-value table", "linear test"),
            PUBLISHED,
        )
        for utility in UTILITIES
    )
    shown = ("wins", "points")
    blocks = 12
    few = 50
    more = 0

    def findings(self, results: Results) -> Sequence[str]:
        said = []
        for way, nodes in ((SMALLER, self.smaller), (AS_PRINTED, self.nodes)):
            wins = {
                each.label: results.mean(f"{each.label}, {way}", "wins 0") for each in self.contests
            }
            if all(each.cases for each in wins.values()):
                shares = ", ".join(f"{each.value:.1%} with {label}" for label, each in wins.items())
                said.append(f"with {nodes:,} nodes {shares}")
        return (
            "Of the games the player with the leaf-value table wins, in the paper 62.3 %: "
            f"{'; '.join(said)}.",
        )
