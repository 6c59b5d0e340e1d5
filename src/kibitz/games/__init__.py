"""The games. This folder is the registry.

`name.py`, `name/` or, where data says all the rules, `name.toml` holds the game `name`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from kibitz import text
from kibitz.cards.rules import Rules
from kibitz.cards.rules_class import game_class
from kibitz.cards.rules_game import RulesGame
from kibitz.errors import KibitzError, TextError
from kibitz.game import Game
from kibitz.loading import load_class, load_file
from kibitz.registry import Folder
from kibitz.showing.layout import Listing

RULES = ".toml"
"""How the names of files of rules end."""
ELSEWHERE = {"openspiel": "kibitz.bridges.openspiel:OpenSpiel"}
"""Names that stand for a game which needs another library, loaded when it is named."""


class Games(Folder[Game]):
    """The games that come with Kibitz, in Python and in files of rules."""

    others = "module:name for your own"
    files: ClassVar = {path.stem: path for path in sorted(Path(__file__).parent.glob(f"*{RULES}"))}

    def __iter__(self) -> Iterator[str]:
        return iter(sorted([*super().__iter__(), *self.files]))

    def __getitem__(self, name: str) -> type[Game]:
        path = self.files.get(name)
        if path is None:
            return super().__getitem__(name)
        return game_class(path.name, path.read_text(encoding="utf-8"), name)


GAMES = Games("game", __name__, Game)


def names() -> list[str]:
    """The names of the games that come with Kibitz."""
    return list(GAMES)


def all_games() -> Listing[Game]:
    """The games that come with Kibitz, each with its arguments.

    >>> "spades" in [game.name for game in kibitz.all_games()]
    True
    """
    return Listing(map(game, names()))


def game(line: str, **fields: Any) -> Game:
    """The game of a text, such as `spades(players=3,bids=1/1/2)`.

    Fields given as objects replace those of the text: `game("spades(players=3)", utility=f)`.
    A game of your own is `module:name`, which imports that module, or the path of a file of
    rules, such as `sueca.toml`.

    >>> kibitz.game("spades(players=3, utility=smot(margin=3), bids=1/1/2)")
    spades(players=3,bids=1/1/2,utility=smot(margin=3))
    """
    name, arguments = _read_call(line)
    found = _class(name).from_arguments(name, arguments, **fields)
    if found.players < 1:
        raise TextError(f"expected 1 player or more: {found.players} in {line!r}")
    return found


def variants_of(line: str) -> list[Game]:
    """The game of a text; of rules alone, each contract with each number of players."""
    found = game(line)
    if _read_call(line)[1] or not isinstance(found, RulesGame):
        return [found]
    return [replace(found, **changes) for changes in found.variants]


def is_known(name: str) -> bool:
    """Whether a name in a text is that of a game of Kibitz, or of a file of rules."""
    return name in GAMES or name in ELSEWHERE or name.endswith(RULES)


def is_own(line: str) -> bool:
    """Whether the text of a game names a module, another library, or a file of rules."""
    name = line.partition("(")[0].strip()
    return ":" in name or name in ELSEWHERE or name.endswith(RULES)


def faults_in(line: str) -> list[str]:
    """What is wrong in the file of rules that the text of a game names, one line each."""
    name, _ = _read_call(line)
    if not name.endswith(RULES):
        return []
    rules = Rules(name, load_file(name, "the rules of a game"))
    return rules.faults() or list(_faults_of_examples(name, rules))


def _faults_of_examples(name: str, rules: Rules) -> Iterator[str]:
    """What is wrong with the examples of a file that is right."""
    for example in rules.keys().examples():
        try:
            game(f"{name}({example})").deal(0)
        except KibitzError as error:
            yield rules.line_for(f"{example!r}: {error}", ("examples",))


def _read_call(line: str) -> tuple[str, dict[str, str]]:
    try:
        return text.read_call(line)
    except TextError:
        before, ends, _ = str(line).partition(RULES)
        path = before + ends
        if ends and not text.NAME.fullmatch(path):
            words = "expected a path of letters, digits and the signs . / ~ + - _"
            raise TextError(f"{words}: {path!r}") from None
        raise


def _class(name: str) -> type[Game]:
    if name.endswith(RULES):
        return game_class(name, load_file(name, "the rules of a game"), name)
    name = ELSEWHERE.get(name, name)
    if ":" in name:
        return load_class(name, "a game", Game)  # type: ignore[type-abstract]
    return GAMES.find(name)
