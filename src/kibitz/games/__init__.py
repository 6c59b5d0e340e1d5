"""The games. This folder is the registry: `name.py` or `name/` holds the game `name`."""

from __future__ import annotations

from inspect import isabstract
from typing import Any

from kibitz import text
from kibitz.errors import TextError
from kibitz.game import Game
from kibitz.loading import load
from kibitz.registry import Folder
from kibitz.showing.layout import Listing

GAMES: Folder[Game] = Folder("game", __name__, Game)


def names() -> list[str]:
    """The names of the games that come with Kibitz."""
    return list(GAMES)


def all_games() -> Listing[Game]:
    """The games that come with Kibitz, each with its arguments.

    >>> [game.name for game in kibitz.all_games()][:3]
    ['bridge', 'chinese_checkers', 'hearts']
    """
    return Listing(map(game, names()))


def game(line: str, **fields: Any) -> Game:
    """The game of a text, such as `spades(players=3,bids=1/1/2)`.

    Fields given as objects replace those of the text: `game("spades(players=3)", utility=f)`.
    A game of your own is `module:name`, which imports that module.

    >>> kibitz.game("spades(players=3, utility=smot(margin=3), bids=1/1/2)")
    spades(players=3,bids=1/1/2,utility=smot(margin=3))
    """
    name, arguments = text.read_call(line)
    return _class(name).from_arguments(name, arguments, **fields)


def _class(name: str) -> type[Game]:
    if ":" in name:
        found = load(name, "a game")
        if not isinstance(found, type) or not issubclass(found, Game):
            raise TextError(f"expected a subclass of Game: {name!r}")
        if isabstract(found):
            missing = ", ".join(f"{method}()" for method in sorted(found.__abstractmethods__))
            raise TextError(f"expected {missing} in {name!r}")
        return found
    return GAMES.find(name)
