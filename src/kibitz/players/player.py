"""Player: something that chooses, knowing a view and nothing else; its text and its seed.

A player is a function of its view and its seed: asked again, it says the same. So a game can
be taken up anywhere, and two copies of one player on the same seats play the same game. Each
kind of player is a frozen dataclass whose fields are the arguments of its text:

    sampling(leaf-table(keys=relative),worlds=20)
"""

from __future__ import annotations

import dataclasses
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kibitz import text
from kibitz.algorithm import Algorithm
from kibitz.cards import Card
from kibitz.errors import TextError, check_kind
from kibitz.fields import read_fields, write_fields
from kibitz.game import Move, Position
from kibitz.history import History
from kibitz.loading import load, name_of
from kibitz.players import judgement
from kibitz.registry import Parts
from kibitz.whole.view import View

if TYPE_CHECKING:
    from kibitz.players.appraisal import Appraisal
    from kibitz.results import Result

PLAYERS: Parts[type[Player]] = Parts("player", "kibitz.players")
"""The kinds of players that make themselves known by name."""


@dataclass(frozen=True, repr=False)
class Player(ABC):
    """Chooses cards to play; and bids, cards to pass and trumps, by rules if not overridden.

    A player of your own extends it as a frozen dataclass, whose fields are the arguments of its
    text `module:Name(field=value)`, and has `play`. What else it may have: `bid`, `pass_cards`,
    `name_trump`; `play_open` for games with nothing hidden; `appraisal` or `result`, so that
    `advise` can say why; `close`. `choose` asks for whatever the view asks for.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True, repr=False)
    ... class Nth(kibitz.Player):
    ...     number: int = 0
    ...     def play(self, view):
    ...         moves = view.moves()
    ...         return moves[self.number % len(moves)]
    >>> view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
    >>> view.moves(), Nth(1).choose(view), str(Nth(1))
    ([D3, C4], C4, '__main__:Nth(number=1)')
    """

    name: ClassVar[str] = ""
    """Its name in a text; `module:name` unless it comes with Kibitz."""
    first: ClassVar[str] = ""
    """The argument that a text may give without its key."""
    readers: ClassVar[Mapping[str, text.Reader]] = {}
    at_terminal: ClassVar[bool] = False
    """Whether it asks a person, whom no match can wait for."""

    seed: int = field(default=0, kw_only=True, compare=False)
    """The seed of its random choices; not part of its text."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.__module__.startswith("kibitz.players."):
            if cls.name:
                PLAYERS.named(cls.name)(cls)
            return
        cls.name = f"{cls.__module__}:{cls.__qualname__}"  # whatever it says: by that it is found
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

    def play_after(self, hand: History) -> Move:
        """The same, knowing the moves that led there; by default they do not matter."""
        return self.play_open(hand.position)

    def appraisal(self, view: View) -> Appraisal | None:
        """How much it thinks each choice is worth, if it estimates that; see `Appraisal`."""
        return None

    def result(self, position: Position) -> Result | None:
        """The result of its search in a game with nothing hidden, if it searches."""
        return None

    @property
    def depths(self) -> Sequence[int]:
        """The depths of its searches that did not reach the end, since it was made."""
        return ()

    @property
    def elsewhere(self) -> float:
        """Seconds of processor time that it has taken in other processes."""
        return 0.0

    def searches(self, on_board: bool) -> Sequence[Algorithm] | None:
        """The algorithms that it searches with, on a board or in card games; none if any."""
        return None

    def choose(self, view: View) -> Move:
        """The choice that a view asks for; an illegal one is refused."""
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
        """Random numbers for one choice: the same for the same seed at the same point of a hand."""
        at = ("play", "bid", "pass", "trump").index(view.asks)
        return random.Random((self.seed << 10) + (len(view.plays) << 2) + at)

    def seeded(self, seed: int) -> Self:
        """The same player with another seed."""
        return dataclasses.replace(self, seed=seed)

    def close(self) -> None:  # noqa: B027 most need nothing
        """The game is over: release whatever was needed for it."""

    def __str__(self) -> str:
        return write_fields(self, self.name, self.first)

    __repr__ = __str__

    @classmethod
    def from_arguments(cls, arguments: Mapping[str, str], seed: int = 0) -> Self:
        """The player described by the arguments of a text."""
        if "seed" in arguments:
            raise TextError(f"expected the seed beside the text of a player: {arguments['seed']}")
        return cls(**read_fields(cls, cls.name, arguments, cls.readers), seed=seed)


class OpenPlayer(Player):
    """A player that is shown every hand: for research, since it peeks.

    >>> isinstance(kibitz.player("search"), kibitz.OpenPlayer)
    True
    >>> isinstance(kibitz.player("sampling"), kibitz.OpenPlayer)
    False
    """

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
    """The player described by a text, such as `sampling(leaf-table,worlds=20)`.

    A player of your own is `module:name`: a subclass of `Player`, or a function of a view.

    >>> view = kibitz.view(kibitz.game("spades(players=3)").deal(3))
    >>> kibitz.player("rules").choose(view), kibitz.player("sampling(worlds=10)", 7).choose(view)
    (HA, H3)
    """
    if isinstance(line, Player):
        return line.seeded(seed)
    check_kind(line, str, "a player or its text")
    name = line.partition("(")[0].strip()
    if ":" in name:
        return _own(line, name, seed)
    found = PLAYERS.find(name)
    return found.from_arguments(text.read_call(line, found.first)[1], seed)


def names() -> list[str]:
    """The names of the players that come with Kibitz: all files of this folder are looked at."""
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
