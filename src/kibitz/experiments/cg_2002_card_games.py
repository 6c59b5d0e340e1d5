"""CG-2002: paranoid against max^n in Hearts and Spades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.experiments.shared.playing import Contest, Playing
from kibitz.lab.experiment import Results

PARTS = "leaf=cards,combine=against,keys=relative"
GAMES = {"Hearts": "hearts(players=3)", "Spades": "spades(players=3)"}
PUBLISHED = {
    "Hearts": {"points": (8.1, 8.9), "depth": (15.2, 11.0)},
    "Spades": {"points": (5.67, 5.67), "depth": (15.4, 10.6)},
}


class CardGames(Playing):
    """Hands with open cards, paranoid against max^n, all seatings."""

    title = "Paranoid against max^n in Hearts and Spades"
    paper = "CG-2002, Hearts and Spades with three players"
    cost = "hours"
    setting = (
        "Three players, hands of 17 cards with open hands, all six mixed seatings, 250,000 nodes "
        "per move with iterative deepening. *Points* is the average per hand: in Hearts fewer are "
        "better, in Spades more tricks. *Depth* is that of searches that do not reach the end."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Deals.** Ours are 100; in Hearts who takes all points gives 26 to each other.",
        "**Evaluation.** What was taken, and the rest shared out by strength of cards, each "
        "player's own against the others' (`leaf=cards,combine=against`).",
        "**Tables.** Both have transposition tables of 64 MB with relative keys: with them the "
        "depths of one deal, of four ways tried, were nearest to the published ones.",
        "**Smaller** is the same with 1,000 nodes per move, and fewer deals.",
    )
    contests = tuple(
        Contest(
            name,
            game,
            (
                f"search(paranoid({PARTS},table=bounds),nodes=NODES)",
                f"search(maxn({PARTS},table=exact),nodes=NODES)",
            ),
            ("paranoid", "max^n"),
            PUBLISHED[name],
        )
        for name, game in GAMES.items()
    )
    shown = ("points", "depth")
    nodes = 250_000
    smaller = 1_000
    quick_game: ClassVar = {game: game.replace(")", ",cards=4)") for game in GAMES.values()}

    def findings(self, results: Results) -> Sequence[str]:
        return (
            "The paper's finding is that paranoid searches much deeper, is ahead by 0.8 points per "
            "hand in Hearts, and level in Spades.",
        )
