"""Nijssen 2013, Table 5.1: progressive history against plain UCT on boards."""

from __future__ import annotations

from typing import ClassVar

from kibitz.experiments.shared.boards import FOCUS_2, ROLIT_2, ROWS, STAR_2, Boards, uct

WINS = {
    "Chinese Checkers 2": 83.5,
    "Chinese Checkers 3": 61.9,
    "Chinese Checkers 4": 61.1,
    "Chinese Checkers 6": 56.1,
    "Focus 2": 72.1,
    "Focus 3": 69.0,
    "Focus 4": 62.0,
    "Rolit 2": 79.7,
    "Rolit 3": 62.2,
    "Rolit 4": 56.8,
    "Blokus 4": 57.2,
}


class ProgressiveHistory(Boards):
    """With W = 5 and with W = 0."""

    title = "Progressive history against plain UCT on four boards"
    paper = "Nijssen 2013, Table 5.1"
    setting = (
        "MCTS with the max^n policy and progressive history, W = 5, against the same without, 2.5 "
        "seconds a move; wins in per cent."
    )
    choices = (
        *Boards.shared,
        "**Source.** The numbers come from a note without the number of their table; which table "
        "it is was inferred, not read.",
    )
    kinds = (
        uct("progressive history", "policy=maxn,solver=none,history=5"),
        uct("plain UCT", "policy=maxn,solver=none,history=0"),
    )
    rows = (STAR_2, FOCUS_2, ROLIT_2, *ROWS)
    seconds = (2.5,)
    published: ClassVar = {label: ((own, round(100 - own, 1)),) for label, own in WINS.items()}
