"""CG-2002: paranoid against max^n in Chinese Checkers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.experiments.shared.playing import AS_PRINTED, Contest, Playing
from kibitz.lab.experiment import Results

GAME = "chinese_checkers"
PARTS = "leaf=distance,combine=against,order=gain"
PUBLISHED = {"wins": (0.606, 0.394), "depth": (4.9, 3.1)}
ALL, TEN = "all moves", "ten moves"


class ChineseCheckers(Playing):
    """Games of three players, paranoid against max^n, all seatings."""

    title = "Paranoid against max^n in Chinese Checkers"
    paper = "CG-2002, Chinese Checkers with three players"
    cost = "hours"
    setting = (
        "Three players, all six mixed seatings, 250,000 nodes per move with iterative deepening. "
        "*Wins* is the share of games that one kind of player wins."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Games.** The first two moves of each player are drawn at random among the ten best; "
        "ours are 100 games. A game ends when a player is home, or after 100 moves "
        "of each; then who has gained most has won.",
        "**Evaluation** is steps gained towards the goal, the own against the others'.",
        "**Moves.** How many the paper searches we do not know. All of them, the 40 and the ten "
        "that gain most were tried in one game; by its depths all or 40 are near the published "
        "ones, with ten, as in IJCAI-2003, both search two plies deeper.",
        "**Smaller** is the same with 2,000 nodes per move.",
    )
    contests = tuple(
        Contest(
            label,
            GAME,
            (f"search(paranoid({parts}),nodes=NODES)", f"search(maxn({parts}),nodes=NODES)"),
            ("paranoid", "max^n"),
            published,
        )
        for label, parts, published in (
            (ALL, PARTS, PUBLISHED),
            (TEN, f"{PARTS},width=10", {}),
        )
    )
    shown = ("wins", "depth")
    nodes = 250_000
    smaller = 2_000
    few = 30
    quick_game: ClassVar = {GAME: "chinese_checkers(move_limit=24)"}

    def findings(self, results: Results) -> Sequence[str]:
        wins, few = (results.mean(f"{label}, {AS_PRINTED}", "wins 0").value for label in (ALL, TEN))
        return (
            f"Paranoid wins {wins:.1%} of the games with all moves, {few:.1%} with ten; in the "
            "paper 60.6 %.",
        )
