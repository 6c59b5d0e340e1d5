"""Nijssen 2013, Table 4.5: MCTS with the max^n policy against BRS on boards."""

from __future__ import annotations

from typing import ClassVar

from kibitz.experiments.shared.boards import BRS, Boards, uct


def _both(*wins: float) -> tuple[tuple[float, float], ...]:
    """Wins of the first, and so of the other."""
    return tuple((own, round(100 - own, 1)) for own in wins)


class Table45(Boards):
    """The best of either kind."""

    title = "MCTS with the max^n policy against BRS on four boards"
    paper = "Nijssen 2013, Table 4.5"
    setting = (
        "MCTS as in Table 4.3, with the max^n policy, against the best-reply search of Table 4.2, "
        "0.25, 1 and 5 seconds a move; wins in per cent."
    )
    choices = Boards.shared
    kinds = (uct("MCTS max^n", "policy=maxn,solver=none"), BRS)
    seconds = (0.25, 1, 5)
    published: ClassVar = {
        "Chinese Checkers 3": _both(18.4, 42.4, 68.2),
        "Chinese Checkers 4": _both(24.5, 57.7, 77.6),
        "Chinese Checkers 6": _both(33.3, 72.1, 88.1),
        "Focus 3": _both(37.1, 53.8, 62.9),
        "Focus 4": _both(42.3, 54.3, 68.6),
        "Rolit 3": _both(74.1, 84.6, 87.0),
        "Rolit 4": _both(71.2, 80.2, 82.0),
        "Blokus 4": _both(57.8, 77.4, 90.5),
    }
