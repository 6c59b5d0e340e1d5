"""Player: something that chooses, knowing a view and nothing else; its text and its seed.

A player is a function of its view and its seed: asked again, it says the same. So a game can
be taken up anywhere, and two copies of one player on the same seats play the same game. Each
kind of player is a frozen dataclass whose fields are the arguments of its text:

    sampling(leaf-table(keys=relative),worlds=20)
"""

from __future__ import annotations

import dataclasses
import hashlib
import importlib
import pkgutil
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from kibitz import players, text
from kibitz.algorithm import Algorithm
from kibitz.cards import Card
from kibitz.errors import TextError, UnknownName
from kibitz.game import Move, Position
from kibitz.loading import load, name_of
from kibitz.players import judgement
from kibitz.players.view import View

PLAYERS: dict[str, type[Player]] = {}
"""The kinds of players that make themselves known by name."""


@dataclass(frozen=True, repr=False)
class Player(ABC):
    """Chooses cards to play; bids, cards to pass and trumps too, by judgement if not said."""

    name: ClassVar[str] = ""
    """Its name in a text; `module:name` unless it comes with Kibitz."""
    first: ClassVar[str] = ""
    """The argument that a text may give without its key."""
    readers: ClassVar[Mapping[str, text.Reader]] = {}
    at_terminal: ClassVar[bool] = False
    """Whether it asks a person, whom no match can wait for."""

    seed: int = field(default=0, kw_only=True, compare=False)
    """What its chances come from; not part of its text."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__module__.startswith("kibitz.players."):
            if cls.name:
                PLAYERS[cls.name] = cls
            return
        if "name" not in vars(cls):
            cls.name = f"{cls.__module__}:{cls.__qualname__}"
        if "searches" not in vars(cls):  # it may search otherwise than the class that it is made of
            cls.searches = Player.searches  # type: ignore[method-assign]

    @abstractmethod
    def play(self, view: View) -> Move:
        """The card to play."""

    def bid(self, view: View) -> int:
        """How many tricks to bid."""
        return judgement.bid(view)

    def pass_cards(self, view: View) -> tuple[Card, ...]:
        """The cards to pass."""
        return judgement.cards_to_pass(view)

    def name_trump(self, view: View) -> str:
        """The suit that is to be trump."""
        return judgement.trump(view)

    def play_open(self, position: Position) -> Move:
        """The move in a game with nothing hidden."""
        raise TextError(f"expected a player of games with nothing hidden: {self}")

    @property
    def depths(self) -> Sequence[int]:
        """How deep its searches went that did not come to the end, since it was made."""
        return ()

    def searches(self, on_board: bool) -> Sequence[Algorithm] | None:
        """The algorithms that it searches with, on a board or in card games; none if any."""
        return None

    def choose(self, view: View) -> Move:
        """What is asked for; a choice that the rules do not allow is refused."""
        if not view.moves():
            raise TextError(f"expected a view of the player who is to choose: {view}")
        ask: dict[str, Callable[[View], Move]] = {
            "play": self.play,
            "bid": self.bid,
            "pass": self.pass_cards,
            "trump": self.name_trump,
        }
        return view.move(ask[view.asks](view))

    def stream(self, view: View) -> random.Random:
        """Chances for one choice: the same for the same seed at the same point of a hand."""
        at = ("play", "bid", "pass", "trump").index(view.asks)
        return random.Random((self.seed << 10) + (len(view.plays) << 2) + at)

    def seeded(self, seed: int) -> Self:
        """The same player with another seed."""
        return dataclasses.replace(self, seed=seed)

    def close(self) -> None:  # noqa: B027 most need nothing
        """The game is over: let go of whatever was needed for it."""

    def __str__(self) -> str:
        words = {
            one.name: getattr(self, one.name)
            for one in self._arguments()
            if getattr(self, one.name) != one.default
        }
        shown = [
            text.write_value(value) if key == self.first else f"{key}={text.write_value(value)}"
            for key, value in sorted(words.items(), key=lambda word: word[0] != self.first)
        ]
        return f"{self.name}({','.join(shown)})" if shown else self.name

    __repr__ = __str__

    @classmethod
    def _arguments(cls) -> list[dataclasses.Field[Any]]:
        """The fields that its text may say."""
        return [one for one in dataclasses.fields(cls) if one.init and one.name != "seed"]

    @classmethod
    def from_arguments(cls, arguments: Mapping[str, str], seed: int = 0) -> Self:
        """The player that the arguments of a text say."""
        if "seed" in arguments:
            raise TextError(f"expected the seed beside the text of a player: {arguments['seed']}")
        known = [one.name for one in cls._arguments()]
        text.check_names(f"argument of {cls.name}", arguments, known)
        values = text.read_fields(cls, cls.name, arguments, cls.readers)
        return cls(**values, seed=seed)


class OpenPlayer(Player):
    """A player that is shown every hand: for research, since it peeks."""

    def play(self, view: View) -> Move:
        raise TextError(f"expected a player that does not peek: {self} needs to see every hand")

    @abstractmethod
    def play_open(self, position: Position) -> Move:
        """The card to play, knowing all hands, or the move on a board."""


class AskedAlike(Player):
    """A player that is asked for everything in the same way; the view says for what."""

    def bid(self, view: View) -> int:
        return self.play(view)  # type: ignore[no-any-return]

    def pass_cards(self, view: View) -> tuple[Card, ...]:
        return self.play(view)  # type: ignore[no-any-return]

    def name_trump(self, view: View) -> str:
        return self.play(view)  # type: ignore[no-any-return]


@dataclass(frozen=True, repr=False)
class Own(AskedAlike):
    """A function of somebody's own that says what to choose in a view."""

    function: Callable[[View], object] = judgement.bid

    def play(self, view: View) -> Move:
        return view.move(self.function(view))

    def __str__(self) -> str:
        return name_of(self.function)

    __repr__ = __str__


def player(line: str | Player, seed: int = 0) -> Player:
    """The player that a text says, such as `sampling(leaf-table,worlds=20)`.

    A player of your own is `module:name`: a subclass of `Player`, or a function of a view.
    """
    if isinstance(line, Player):
        return line.seeded(seed)
    name = line.partition("(")[0].strip()
    if ":" in name:
        return _own(line, name, seed)
    if name not in names():
        raise UnknownName("player", name, names())
    found = PLAYERS[name]
    return found.from_arguments(text.read_call(line, found.first)[1], seed)


def names() -> list[str]:
    """The names of the players that come with Kibitz: all files of this folder are looked at."""
    for module in pkgutil.iter_modules(players.__path__):
        importlib.import_module(f"{players.__name__}.{module.name}")
    return list(PLAYERS)


def _own(line: str, name: str, seed: int) -> Player:
    found: Any = load(name, "a player")
    if isinstance(found, type) and issubclass(found, Player):
        return found.from_arguments(text.read_call(line, found.first)[1], seed)
    if callable(found) and not isinstance(found, type):
        if text.read_call(line)[1]:
            raise TextError(f"expected no arguments for a function: {line!r}")
        return Own(found, seed=seed)
    raise TextError(f"expected a subclass of Player or a function of a view: {name!r}")


def stream_seed(*words: object) -> int:
    """A seed for what these words name, such as a deal and a seat."""
    said = "/".join(map(str, words))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:7])
