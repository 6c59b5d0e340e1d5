"""Nijssen 2013, Table 4.3: three policies of MCTS against each other on boards."""

from __future__ import annotations

from typing import ClassVar

from kibitz.experiments.shared.boards import Boards, uct


class Table43(Boards):
    """The three policies at three limits."""

    title = "Max^n, paranoid and BRS as policies of MCTS on four boards"
    paper = "Nijssen 2013, Table 4.3"
    setting = (
        "MCTS with C = 0.2, progressive history with W = 5 and play-outs that take the first move "
        "of the static order, one in twenty at random. The policies are max^n, paranoid and BRS. "
        "0.25, 1 and 5 seconds a move; wins in per cent."
    )
    choices = (*Boards.shared, "**Solver.** None here.")
    kinds = (
        uct("max^n", "policy=maxn,solver=none"),
        uct("paranoid", "policy=paranoid,solver=none"),
        uct("BRS", "policy=brs,solver=none"),
    )
    seconds = (0.25, 1, 5)
    published: ClassVar = {
        "Chinese Checkers 3": ((40.2, 28.5, 31.3), (51.7, 19.9, 28.4), (62.1, 10.8, 27.0)),
        "Chinese Checkers 4": ((47.8, 28.9, 23.3), (52.8, 19.0, 28.3), (64.4, 12.2, 23.5)),
        "Chinese Checkers 6": ((46.9, 28.2, 24.8), (54.4, 20.7, 24.9), (61.2, 14.1, 24.7)),
        "Focus 3": ((40.8, 29.1, 30.2), (42.9, 26.1, 31.0), (48.7, 19.6, 31.7)),
        "Focus 4": ((37.3, 33.3, 29.4), (41.2, 26.1, 32.8), (52.3, 18.8, 28.9)),
        "Rolit 3": ((50.6, 28.9, 20.5), (57.3, 24.6, 18.1), (63.2, 20.4, 16.4)),
        "Rolit 4": ((43.6, 31.4, 25.0), (50.0, 27.5, 22.5), (56.5, 20.8, 22.7)),
        "Blokus 4": ((36.7, 34.5, 28.8), (36.0, 35.3, 28.8), (33.6, 34.3, 32.0)),
    }
