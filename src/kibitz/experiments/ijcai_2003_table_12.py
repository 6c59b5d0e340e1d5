"""IJCAI-2003, Table 12: scores of max^n, with and without pruning, against paranoid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.experiments.ijcai_2003_table_11 import ZERO_WINDOWS
from kibitz.experiments.shared.playing import AS_PRINTED, Contest, Playing
from kibitz.lab.estimate import Estimate, estimate_by_blocks
from kibitz.lab.experiment import Results

PARTS = "leaf=cards,combine=against"
GAMES = {"Hearts": "hearts(players=3)", "Spades": "spades(players=3)"}
PARANOID = {
    "Hearts": f"search(paranoid({PARTS}),nodes=NODES)",
    "Spades": f"search(paranoid({PARTS}),nodes=NODES,ending={ZERO_WINDOWS})",
}
PUBLISHED = {
    "Hearts, maxn": (8.50, 8.50),
    "Hearts, speculative": (8.01, 8.99),
    "Spades, maxn": (5.55, 5.78),
    "Spades, speculative": (5.72, 5.61),
}
"""Points of the algorithm and of paranoid."""


class Table12(Playing):
    """Hands with open cards, max^n and speculative max^n against paranoid, all seatings."""

    title = "Scores of max^n and speculative max^n against paranoid"
    paper = "IJCAI-2003, Table 12"
    cost = "hours"
    setting = (
        "Three players, hands of 17 cards with open hands, 50 deals in all six mixed seatings, "
        "500,000 nodes per move with iterative deepening. *Points* is the average per hand: in "
        "Hearts fewer are better, in Spades more tricks."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Evaluation.** What was taken, and the rest shared out by strength of cards, each "
        "player's own against the others' (`leaf=cards,combine=against`).",
        "**Zero windows.** In Spades paranoid first asks about the end by zero windows, as in the "
        "paper, with a table and half of the nodes; if that does not come to the end, it searches "
        "as the others do, with the other half.",
        "**Smaller** is the same with 1,000 nodes per move, and fewer deals.",
    )
    contests = tuple(
        Contest(
            f"{name}, {algorithm}",
            game,
            (f"search({algorithm}({PARTS}),nodes=NODES)", PARANOID[name]),
            (algorithm, "paranoid"),
            {"points": PUBLISHED[f"{name}, {algorithm}"]},
        )
        for name, game in GAMES.items()
        for algorithm in ("maxn", "speculative")
    )
    shown = ("points", "depth")
    nodes = 500_000
    smaller = 1_000
    blocks = 50
    quick_game: ClassVar = {game: game.replace(")", ",cards=4)") for game in GAMES.values()}

    def findings(self, results: Results) -> Sequence[str]:
        ahead = [(contest.label, self._ahead(contest.label, results)) for contest in self.contests]
        said = ", ".join(f"{label} {_said(by)}" for label, by in ahead)
        sure = [label for label, by in ahead if not _may_be_chance(by)]
        remarks = [
            f"Ahead of paranoid, in points per hand: {said}. The paper has 0, +0.98, -0.23 and "
            "+0.11."
        ]
        if all(by.low is not None for _, by in ahead):
            remarks.append(
                f"More than chance: {'; '.join(sure)}."
                if sure
                else "All of that may be chance: so few hands do not tell which plays better."
            )
        return remarks

    @staticmethod
    def _ahead(name: str, results: Results) -> Estimate:
        """By how many points per hand the algorithm does better than paranoid."""
        own, theirs = (results.values(f"{name}, {AS_PRINTED}", f"points {kind}") for kind in (0, 1))
        more = [own[block] - theirs[block] for block in own]
        return estimate_by_blocks(more if name.startswith("Spades") else [-each for each in more])


def _said(by: Estimate) -> str:
    interval = "" if by.low is None else f" ({by.low:+.2f} to {by.high:+.2f})"
    return f"{by.value:+.2f}{interval}"


def _may_be_chance(by: Estimate) -> bool:
    return by.low is not None and by.high is not None and by.low <= 0 <= by.high
