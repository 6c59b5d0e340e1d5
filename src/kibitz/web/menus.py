"""The games as people know them: a name, a sentence, and their rules as menus and switches."""

from __future__ import annotations

from typing import Any

from kibitz.games import names
from kibitz.matches.start import FROM
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


def _game(
    key: str, title: str, about: str, *options: Option, group: str = "", begins: str = ""
) -> dict[str, Any]:
    """A tile; `begins` is the position that a game begins with if it is not dealt."""
    shown = {"key": key, "title": title, "about": about, "options": list(options)}
    return {**shown, "group": group or "Whole games", "begins": begins}


def _board(key: str, title: str, about: str, *options: Option) -> dict[str, Any]:
    return _game(key, title, about, *options, group="Boards", begins="start")


def _hand(key: str, title: str, about: str, *options: Option) -> dict[str, Any]:
    return _game(key, title, about, *options, group="A hand at a time")


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
        "whole-sergeant-major",
        "Sergeant Major",
        "Three players, three targets, and cards that change hands",
    ),
    _hand(
        "bridge",
        "Bridge",
        "Declare a contract with the dummy on the table",
        _choice(
            "trump",
            "Contract",
            "any",
            ("any", "one that can be made"),
            *((letter, f"in {name}") for letter, name in zip("SHDC", "♠♥♦♣", strict=True)),
            ("none", "in no trump"),
        ),
    ),
    _hand("skat", "Skat", "A declarer against two"),
    _hand("doppelkopf", "Doppelkopf", "Two of each card; holders of a queen of clubs are Re"),
    _hand("jass", "Jass", "Partners; jack and nine of trumps rule"),
    _hand("belote", "Belote", "Partners share 162 points, and must trump"),
    _hand("euchre", "Euchre", "Five tricks, both bowers"),
    _hand("pinochle", "Pinochle", "Two of each card, and partners"),
    _hand("sheepshead", "Sheepshead", "The picker against the rest"),
    _hand("french_tarot", "French Tarot", "Twenty-one trumps, the Excuse and a declarer"),
    _hand("five_hundred", "Five Hundred", "Bowers, a joker, and the tricks that were bid"),
    _hand("wizard", "Wizard", "Wizards win, jesters lose"),
    _hand("ninety_nine", "Ninety-Nine", "Nine tricks for three, and a bonus for the bid"),
    _hand("tressette", "Tressette", "Threes are highest, and aces count"),
    _hand("briscola", "Briscola", "Draw a card after each trick"),
    _hand("knock_out_whist", "Knock-out Whist", "Seven cards, and plain tricks"),
    _board(
        "chinese_checkers",
        "Chinese Checkers",
        "Hop across the star first",
        _choice("players", "Players", 3, 2, 3, 4, 6),
    ),
    _board(
        "rolit",
        "Rolit",
        "Turn the others' balls to your colour",
        _choice("players", "Players", 3, 2, 3, 4),
    ),
    _board(
        "focus",
        "Focus",
        "Stack pieces, and own the stacks you top",
        _choice("players", "Players", 3, 2, 3, 4),
    ),
    _board(
        "blokus",
        "Blokus",
        "Lay your pieces corner to corner",
        _choice("size", "Board", 20, (20, "20 x 20"), (14, "14 x 14"), (8, "8 x 8")),
        _choice("largest", "Pieces of up to", 5, (5, "5 squares"), (4, "4 squares")),
    ),
)
"""Those with a tile of their own; all others are listed by their names."""


def spelled(text: str) -> str:
    """A game as it is called here, if somebody writes its name otherwise.

    >>> spelled("Hearts"), spelled("Oh Hell(cards=3)"), spelled("WHOLE-HEARTS"), spelled("Poker")
    ('hearts', 'oh_hell(cards=3)', 'whole-hearts', 'Poker')
    >>> spelled("Rolit from start")
    'rolit from start'
    """
    game, begins, position = text.strip().partition(FROM)
    name, bracket, rest = game.partition("(")
    known = {*names(), *WHOLE}
    for found in (name.strip(), name.strip().lower()):
        for way in (found, found.replace(" ", "_").replace("-", "_"), found.replace(" ", "-")):
            if way in known:
                return f"{way}{bracket}{rest}{begins}{position}"
    return text
