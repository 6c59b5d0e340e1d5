"""IJCAI-2005, Table 4: what more pruning is worth in whole games of Spades."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.lab.experiment import Results
from kibitz.lab.playing import AS_PRINTED, Contest, Playing

GAME = "whole-spades(players=3,to=300,breaking=false)"
PUBLISHED = {"wins": (0.623, 0.377), "points": (263.0, 226.0)}
LABEL = "Spades"


class Table4(Playing):
    """Whole games of Spades with open hands, leaf-value tables against the linear test."""

    title = "Quality of play in three-player Spades to 300"
    paper = "IJCAI-2005, Table 4"
    setting = (
        "Three-player Spades with open hands until somebody has 300 points, 100 games, each in all "
        "six mixed seatings. Both players search with speculative pruning within 2.5 million nodes "
        "per move; one prunes by a leaf-value table, the other by the linear test. *Wins* is the "
        "share of games that one kind of player wins, *points* its average at the end."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Payoffs.** The paper does not say which; here the score of the hand with each overtrick "
        "as a tenth of the penalty for ten, `10 b - 9 over`, and `-10 b` for a missed bid.",
        "**Estimate.** Where a search does not come to the end, what was taken and the rest shared "
        "out by strength of cards (`leaf=cards`); iterative deepening, tables of 64 MB.",
        "**Bids** come from judgement of the own hand, the same for both.",
        "**Smaller** is the same with 2,000 nodes per move, and fewer games.",
    )
    contests = (
        Contest(
            LABEL,
            GAME,
            (
                "search(leaf-table(leaf=cards,keys=relative),nodes=NODES)",
                "search(speculative(leaf=cards,heuristic=taken,table=bounds,keys=relative),nodes=NODES)",
            ),
            ("leaf-value table", "linear test"),
            PUBLISHED,
        ),
    )
    shown = ("wins", "points", "depth")
    nodes = 2_500_000
    smaller = 2_000
    quick_game: ClassVar = {GAME: "whole-spades(players=3,to=30,breaking=false)"}

    def findings(self, results: Results) -> Sequence[str]:
        wins = results.mean(f"{LABEL}, {AS_PRINTED}", "wins 0").value
        depths = [results.mean(f"{LABEL}, {AS_PRINTED}", f"depth {kind}").value for kind in (0, 1)]
        return (
            f"The player with the leaf-value table wins {wins:.1%} of the games, in the paper "
            f"62.3 %. Where searches do not come to the end they are {depths[0]:.1f} plies deep, "
            f"those of the other player {depths[1]:.1f}. The paper does not say how deep its "
            "players came, nor which payoffs, bids and estimate they had, so a difference may be "
            "due to any of these.",
        )
