"""Game and Position: all that a search may ask.

A game is rules and a utility. A position is one immutable state of it. A search needs
`turn`, `moves`, `play`, `is_over` and `outcome`; what else a position can say buys more
pruning: `outcomes` (leaf-value tables, sums), `allows` (a monotonic heuristic), `key`
(a transposition table).

Players count from 0. Players in one team share their payoffs, so outcomes, payoffs and
values have one entry a *side*; without teams a side is a player.
"""

from __future__ import annotations

import dataclasses
import html
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from kibitz import text
from kibitz.errors import GameError, TextError
from kibitz.layout import columns

Move: TypeAlias = Any
"""What `moves()` lists: a card, the number of a child. It is hashable and `str` names it."""

Outcome: TypeAlias = Any
"""How a game can end, before it is scored; hashable and sortable, mostly a tuple of ints."""

Payoffs: TypeAlias = tuple[int, ...]
"""What an outcome is worth, one whole number a side."""


@dataclasses.dataclass(frozen=True, repr=False)
class Game(ABC):
    """Rules and a utility; a frozen dataclass whose fields are the arguments of its text."""

    name: ClassVar[str]
    readers: ClassVar[Mapping[str, text.Reader]] = {}
    lowest: ClassVar[int] = 0
    """No payoff is below this unless the leaf-value table says so; sums count from here."""

    examples: ClassVar[Sequence[str]] = ()
    """Texts of small games under different rules, which the conformance tests play."""

    players: int = 3

    @property
    def sides(self) -> int:
        """How many payoffs there are: one a player, or one a team."""
        return self.players

    def side(self, player: int) -> int:
        """Which payoff is this player's."""
        return player

    @abstractmethod
    def deal(self, seed: int, cards: int | None = None) -> Position:
        """A random start position, the same for the same seed."""

    @abstractmethod
    def parse(self, line: str) -> Position:
        """The position that a text says."""

    @abstractmethod
    def payoffs(self, outcome: Outcome) -> Payoffs:
        """What an outcome is worth to each side."""

    def outcomes(self) -> Iterable[Outcome]:
        """Every outcome of a whole game, where the rules alone tell."""
        raise GameError(f"{self} has its outcomes in its positions; expected a position")

    def outcome_headings(self) -> tuple[str, Sequence[str]]:
        """What an outcome counts, and a name for each side, to head a table."""
        return "outcome", [f"P{side}" for side in range(self.sides)]

    @classmethod
    def from_arguments(cls, name: str, arguments: Mapping[str, str], **fields: Any) -> Self:
        """The game that `name(key=value,...)` says, with more fields given as they are."""
        read = text.read_fields(cls, name, arguments, cls.readers)
        text.check_fields(cls, name, fields)
        return cls(**{**read, **fields})

    @classmethod
    def text_name(cls) -> str:
        """The name in a text: its own, or `module:name` for a game from elsewhere."""
        own = not cls.__module__.startswith("kibitz.games.")
        return f"{cls.__module__}:{cls.__qualname__}" if own else cls.name

    def __str__(self) -> str:
        fields = dataclasses.fields(self)
        values = {field.name: getattr(self, field.name) for field in fields}
        defaults = {field.name: field.default for field in fields}
        changed = {key: value for key, value in values.items() if value != defaults[key]}
        return text.write_call(self.text_name(), changed)

    def __repr__(self) -> str:
        return str(self)

    @property
    def title(self) -> str:
        """The game in a sentence."""
        return (type(self).__doc__ or self.name).strip().partition("\n")[0]

    def arguments(self) -> dict[str, Any]:
        """Every argument of the text with its value here, what is left out included."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}

    def show(self) -> str:
        """The game for people: what it is and every argument."""
        rows = [["", key, text.write_value(value)] for key, value in self.arguments().items()]
        return f"{self}\n{self.title}\n{columns(rows, left=(0, 1, 2))}"

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.show())}</pre>"


class Position(ABC):
    """One immutable state of a game. Two are equal if their games and texts are equal."""

    __slots__ = ()

    game: Game

    @property
    @abstractmethod
    def turn(self) -> int:
        """The player to move."""

    @property
    def side(self) -> int:
        """Whose payoff the player to move maximises."""
        return self.game.side(self.turn)

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome:
        """How the game ended."""

    @abstractmethod
    def moves(self) -> Sequence[Move]:
        """The moves to search, in the listed order, equivalent ones once."""

    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, for people and other programs."""
        return self.moves()

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after a legal move; its name will do."""

    def outcomes(self) -> Iterable[Outcome]:
        """The outcomes that are still feasible, or more; needed by every pruning."""
        raise GameError(
            f"{self.game.text_name()} does not list the outcomes of a position; use algorithm maxn"
        )

    def allows(self, outcome: Outcome) -> bool:
        """Whether an outcome can still come about: the heuristic `taken`."""
        return True

    @property
    def progress(self) -> Hashable:
        """All that `allows` depends on, such as tricks taken, so that its answers can be kept."""
        return None

    def key(self) -> Hashable:
        """What the future depends on: positions with equal keys have equal values and lines."""
        return self

    def relative_key(self) -> Hashable:
        """A key that more positions share; their lines are equal as move numbers only."""
        return self.key()

    @property
    def between_tricks(self) -> bool:
        """Whether nothing is half done, as a trick can be; `probe=trick` asks the table here."""
        return True

    @abstractmethod
    def __str__(self) -> str: ...

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and str(self) == str(other)

    def __hash__(self) -> int:
        return hash((self.game, str(self)))

    def show(self) -> str:
        """The position for people, in a terminal."""
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(self.show())}</pre>"


def perft(position: Position, depth: int, legal: bool = False) -> list[int]:
    """How many positions there are after 1, 2, ... `depth` moves, by every path.

    Counts `moves()`, or with `legal` each of the `legal_moves()`; ends with the game.
    """
    if depth < 1:
        raise TextError(f"expected a depth of 1 or more: {depth}")
    counts: list[int] = []
    waiting = [(position, 0)]
    while waiting:
        here, plies = waiting.pop()
        if here.is_over:
            continue
        moves = here.legal_moves() if legal else here.moves()
        if plies == len(counts):
            counts.append(0)
        counts[plies] += len(moves)
        if plies + 1 < depth:
            waiting.extend((here.play(move), plies + 1) for move in moves)
    return counts
