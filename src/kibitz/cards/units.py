"""The units that people count in: what a payoff is called, and how it is turned into that."""

from __future__ import annotations

from typing import Any

from kibitz.cards import TrickGame
from kibitz.game import Game

ALL_POINTS = 26
WORDS = {
    "points": ("point", ALL_POINTS, "less"),
    "least": ("", 0, "less"),
    "tricks": ("trick", None, "more"),
    "taken": ("", None, "more"),
    "fewest": ("win", None, "chance"),
    "goal": ("win", None, "chance"),
    "null": ("win", None, "chance"),
    "contract": ("point", None, "more"),
    "nil_or_contract": ("point", None, "more"),
    "exact": ("point", None, "more"),
}
"""By the name of a utility: what is counted, from what it is taken away, and what is better."""


def unit_of(game: Game) -> dict[str, Any]:
    """What payoffs count: `one` by its name, and `all`, if they are a total less what is taken.

    >>> import kibitz
    >>> unit_of(kibitz.game("hearts"))
    {'one': 'point', 'all': 26, 'better': 'less'}
    >>> unit_of(kibitz.game("bridge"))
    {'one': 'trick', 'all': None, 'better': 'more'}
    """
    if not isinstance(game, TrickGame):
        return {"one": "point", "all": None, "better": "more"}
    function = game.utility.function
    one, whole, better = WORDS.get(getattr(function, "__name__", ""), ("point", None, "more"))
    counted = "trick" if game.counts_tricks else "point"
    return {"one": one or counted, "all": whole, "better": better}


def counted(unit: dict[str, Any], payoff: float) -> float:
    """A payoff, also an average, as people count it.

    >>> counted({"all": 26}, 21), counted({"all": None}, 3)
    (5, 3)
    """
    return payoff if unit["all"] is None else unit["all"] - payoff


def amount(unit: dict[str, Any], number: float) -> str:
    """A difference of payoffs in words.

    >>> amount({"one": "trick"}, 1), amount({"one": "point"}, 2.04)
    ('1 trick', '2 points')
    """
    shown = f"{number:.1f}".removesuffix(".0")
    if unit.get("better") == "chance":
        return f"{round(100 * number)} %"
    return f"{shown} {unit['one']}{'' if shown == '1' else 's'}"
