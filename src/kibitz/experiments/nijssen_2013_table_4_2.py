"""Nijssen 2013, Table 4.2: max^n, paranoid and BRS against each other on boards."""

from __future__ import annotations

from typing import ClassVar

from kibitz.experiments.shared.boards import BRS, PARANOID, SEARCH, Boards, Kind

SHALLOW = Kind("max^n", f"shallow(test=linear,{SEARCH})", parts=True)


class Table42(Boards):
    """The three searches by alpha-beta or shallow pruning."""

    title = "Max^n, paranoid and BRS on four boards"
    paper = "Nijssen 2013, Table 4.2"
    setting = (
        "Three searches with the evaluations and static orders of the thesis, deeper and deeper "
        "with a table, one second a move: max^n with shallow pruning and payoffs divided to a sum "
        "of 1, paranoid, and best replies (BRS). Wins in per cent, and plies searched."
    )
    choices = (
        *Boards.shared,
        "**Order.** The thesis also has killer moves and the history heuristic for paranoid and "
        "BRS; here the static order and the line of the iteration before.",
        "**0.02 s** is ours: with so few nodes there are games enough to compare.",
    )
    kinds = (SHALLOW, PARANOID, BRS)
    seconds = (0.02, 1)
    published: ClassVar = {
        "Chinese Checkers 3": ((1.0, 20.5, 78.6),),
        "Chinese Checkers 4": ((4.0, 23.0, 72.9),),
        "Chinese Checkers 6": ((12.2, 13.1, 74.1),),
        "Focus 3": ((3.8, 28.6, 67.6),),
        "Focus 4": ((7.0, 24.0, 69.0),),
        "Rolit 3": ((8.9, 39.7, 51.3),),
        "Rolit 4": ((14.7, 42.7, 42.6),),
        "Blokus 4": ((15.4, 29.6, 55.1),),
    }
    depths: ClassVar = {
        "Chinese Checkers 3": (3.41, 5.11, 5.44),
        "Chinese Checkers 4": (3.57, 4.83, 5.04),
        "Chinese Checkers 6": (3.85, 4.10, 4.74),
        "Focus 3": (4.06, 4.88, 5.03),
        "Focus 4": (3.81, 4.66, 4.86),
        "Rolit 3": (6.12, 6.74, 6.65),
        "Rolit 4": (5.48, 6.38, 5.90),
        "Blokus 4": (2.66, 3.70, 3.65),
    }
