"""Nijssen 2013, Tables 4.6 and 4.7: MCTS that proves nodes against MCTS that does not, in Focus."""

from __future__ import annotations

from typing import ClassVar

from kibitz.experiments.shared.boards import FOCUS_2, FOCUS_3, FOCUS_4, Boards, uct


class Solver(Boards):
    """With the solver and without."""

    title = "MCTS with a solver against MCTS without, in Focus"
    paper = "Nijssen 2013, Tables 4.6 and 4.7"
    setting = (
        "MCTS with the max^n policy that proves nodes against the same without, 2.5 seconds a "
        "move; wins in per cent. The published numbers are those of the standard rule."
    )
    choices = (
        *Boards.shared,
        "**Source.** The numbers come from a note without the number of their table; which tables "
        "these are was inferred, not read.",
        "**Rule.** Ours proves a node with its best proven child once no other child can matter, "
        "so that it has the value of plain max^n; that proves all that the standard rule does. The "
        "paranoid and the first-winner rule (51.9, 50.4, 44.9 and 52.8, 51.5, 43.4 % with 2, 3 and "
        "4 players) give nodes values that plain max^n need not have, and are not here.",
    )
    kinds = (
        uct("with the solver", "policy=maxn,solver=standard"),
        uct("without", "policy=maxn,solver=none"),
    )
    rows = (FOCUS_2, FOCUS_3, FOCUS_4)
    seconds = (2.5,)
    published: ClassVar = {
        "Focus 2": ((53.0, 47.0),),
        "Focus 3": ((54.9, 45.1),),
        "Focus 4": ((53.3, 46.7),),
    }
