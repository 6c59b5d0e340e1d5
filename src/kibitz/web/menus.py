"""The games as people know them: a name, a sentence, and their rules as menus and switches."""

from __future__ import annotations

from typing import Any

from kibitz.games import names
from kibitz.whole.game import WHOLE

Option = dict[str, Any]


def _choice(key: str, label: str, usual: object, *values: object) -> Option:
    """A menu; a value is shown as it is, or as the second of two."""
    pairs = [value if isinstance(value, tuple) else (value, value) for value in values]
    shown = [[_text(value), str(name)] for value, name in pairs]
    return {"key": key, "label": label, "usual": _text(usual), "values": shown}


def _switch(key: str, label: str, usual: bool) -> Option:
    return {"key": key, "label": label, "usual": _text(usual), "values": []}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _game(key: str, title: str, about: str, *options: Option) -> dict[str, Any]:
    return {"key": key, "title": title, "about": about, "options": list(options)}


GAMES: tuple[dict[str, Any], ...] = (
    _game(
        "whole-hearts",
        "Hearts",
        "Take no hearts, and never the queen of spades",
        _choice("players", "Players", 4, 4, 3),
        _choice("to", "Play to", 100, (50, "50 points"), (100, "100 points")),
        _switch("passes", "pass three cards", True),
        _switch("moon", "shooting the moon", True),
    ),
    _game(
        "whole-spades",
        "Spades",
        "Bid your tricks, then take them",
        _choice("players", "Players", 4, (4, "4, as partners"), 3, 2),
        _choice(
            "to", "Play to", 500, (200, "200 points"), (300, "300 points"), (500, "500 points")
        ),
        _switch("nil", "a bid of nil counts 100", False),
        _switch("alone", "four, each alone", False),
    ),
    _game(
        "whole-oh-hell",
        "Oh Hell",
        "Take exactly as many tricks as you bid",
        _choice("players", "Players", 4, 3, 4, 5, 6, 7),
        _choice("most", "Largest hand", "none", ("none", "as usual"), 3, 5, 7),
        _choice(
            "hands",
            "Hands",
            "rise-and-fall",
            ("rise-and-fall", "rise and fall"),
            ("rise", "rise"),
            ("fall", "fall"),
        ),
        _switch("hook", "bids must not add up", True),
    ),
    _game(
        "bridge",
        "Bridge",
        "The play of a deal, with a solver at the table",
        _choice(
            "trump",
            "Trump",
            "none",
            *((letter, name) for letter, name in zip("SHDC", "♠♥♦♣", strict=True)),
            ("none", "no trump"),
        ),
    ),
    _game(
        "whole-sergeant-major",
        "Sergeant Major",
        "Three players, three targets, and cards that change hands",
    ),
    _game(
        "chinese_checkers",
        "Chinese Checkers",
        "Hop across the star before the others",
        _choice("players", "Players", 3, 2, 3, 4, 6),
    ),
    _game("skat", "Skat", "One hand: a declarer against two"),
    _game(
        "euchre",
        "Euchre",
        "One hand: five tricks, both bowers",
    ),
)
"""Those with a tile of their own; all others are listed by their names."""


def spelled(text: str) -> str:
    """A game as it is called here, if somebody writes its name otherwise.

    >>> spelled("Hearts"), spelled("Oh Hell(cards=3)"), spelled("WHOLE-HEARTS"), spelled("Poker")
    ('hearts', 'oh_hell(cards=3)', 'whole-hearts', 'Poker')
    """
    name, bracket, rest = text.strip().partition("(")
    known = {*names(), *WHOLE}
    for found in (name.strip(), name.strip().lower()):
        for way in (found, found.replace(" ", "_").replace("-", "_"), found.replace(" ", "-")):
            if way in known:
                return f"{way}{bracket}{rest}"
    return text
