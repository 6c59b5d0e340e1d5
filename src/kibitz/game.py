"""Game and Position: all that a search may ask.

A game is rules and a utility. A position is one immutable state of it. The rules are
enough for a search; all else has a safe default, and whatever else they provide allows more
pruning:

    rules      Game.start, payoffs; Position.turn, moves, play, is_over, outcome
    bounds     Game.lowest, max_sum             sums: shallow, last-branch, speculative
               Game.lowest, highest             trees that grow: uct, best-first
    outcomes   Game.outcomes or Position.outcomes     leaf-value tables, ranks
    allows     Position.allows, progress        what was taken narrows all tests
    keys       Position.key, relative_key       more positions share a table entry
    estimates  Position.estimate, Game.highest  searches that stop before the end
    orders     Position.ordered                 good moves first, and fewer of them

`kibitz.check_game` plays a game and says which of these promises it breaks.

Players count from 0. Players in one team share their payoffs, so outcomes, payoffs and
values have one entry per *side*; without teams a side is a player.
"""

from __future__ import annotations

import dataclasses
import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeAlias

from kibitz import text
from kibitz.errors import (
    GameError,
    IllegalMove,
    TextError,
    TooManyOutcomes,
    check_kind,
    check_whole,
)
from kibitz.fields import (
    check_fields,
    fields_as_dict,
    read_fields,
    show_fields,
    values_of,
    write_fields,
)
from kibitz.in_time import in_time
from kibitz.native import NativeGame
from kibitz.showing.layout import in_full

Move: TypeAlias = Any
"""What `moves()` lists: a card, the number of a child. It is hashable and `str` names it.

>>> move: kibitz.Move = kibitz.game("spades(players=3)").parse("7... K... J...").moves()[0]
>>> move, str(move)
(S7, 'S7')
"""

Outcome: TypeAlias = Any
"""How a game can end, before scoring; hashable and sortable, usually a tuple of ints.

>>> position = kibitz.game("spades(players=3)").parse("7... K... J...")
>>> outcome: kibitz.Outcome = position.play("S7").play("SK").play("SJ").outcome
>>> outcome
(0, 1, 0)
"""

MOST_LISTED = 1_000_000
"""After how many outcomes a list of them is taken to have no end."""
MOST_OUTCOMES = 20_000
"""With more outcomes a leaf-value table takes longer than it saves."""

Payoffs: TypeAlias = tuple[int, ...]
"""The worth of an outcome, one whole number per side.

>>> payoffs: kibitz.Payoffs = kibitz.game("spades(players=3,utility=place)").payoffs((1, 0, 2))
>>> payoffs
(1, 0, 2)
"""


def stream_of(seed: int) -> random.Random:
    """The random numbers of a seed, a whole number: others need not give the same ones again."""
    check_whole(seed, "a whole number as a seed")
    return random.Random(seed)


def outcomes_of(source: Game | Position) -> Iterable[Outcome]:
    """The outcomes that a game or position lists; an error if it gives something else."""
    found = source.outcomes()
    if not isinstance(found, Iterable):
        raise GameError(f"expected outcomes() to list outcomes: {found!r} in {source}")
    return found


def finite(source: Game | Position) -> Iterator[Outcome]:
    """Outcomes of a game or position; an error if there are too many."""
    for count, outcome in enumerate(outcomes_of(source)):
        if count == MOST_LISTED:
            raise GameError(f"expected outcomes() to end within {MOST_LISTED:,} outcomes")
        yield outcome


@dataclasses.dataclass(frozen=True, repr=False)
class Game(ABC):
    """Rules and a utility; a frozen dataclass whose fields are the arguments of its text.

    >>> game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)")
    >>> game.payoffs((1, 0, 2))
    (13, 0, 23)
    >>> game.deal(seed=1, cards=2)
    5...4 .5.3. Q..2. 0 - 0,0,0
    """

    name: ClassVar[str]
    """Its name in a text; `module:name` unless it comes with Kibitz."""

    readers: ClassVar[Mapping[str, text.Reader]] = {}
    examples: ClassVar[Sequence[str]] = ()
    """Texts of small games under different rules, which the conformance tests play."""

    players: int = 3

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # @dataclass leaves it alone
        if "name" not in vars(cls):
            cls.name = f"{cls.__module__}:{cls.__qualname__}"

    @property
    def lowest(self) -> int:
        """No payoff is below this unless the leaf-value table has one; sums count from here."""
        return 0

    @property
    def highest(self) -> int | None:
        """No payoff is above this; none if only the outcomes tell."""
        return None

    @property
    def max_sum(self) -> int | None:
        """The payoffs of no outcome add up to more; none if only the outcomes tell."""
        return None

    @property
    def sides(self) -> int:
        """How many payoffs there are: one per player, or one per team."""
        return self.players

    def side(self, player: int) -> int:
        """Which payoff is this player's."""
        return player

    @property
    def player_names(self) -> Sequence[str]:
        """A short name for each player."""
        return [f"P{player}" for player in range(self.players)]

    @property
    def side_names(self) -> Sequence[str]:
        """A short name for each side: those of its players."""
        names = list(enumerate(self.player_names))
        return [
            "-".join(name for player, name in names if self.side(player) == side)
            for side in range(self.sides)
        ]

    def who(self, player: int) -> str:
        """What to call a player in a sentence: by its name, if it has one of its own."""
        name = self.player_names[player]
        return f"player {player}" if name == f"P{player}" else name

    def initial(self, player: int) -> str:
        """A player, if there is little room: its number, or a letter."""
        name = self.player_names[player]
        return str(player) if name == f"P{player}" else name[0]

    def start(self) -> Position:
        """The position that every game starts from, if there is one."""
        raise GameError(f"expected a position: {self} has no start() that all games share")

    def deal(self, seed: int, cards: int | None = None) -> Position:
        """A random start position, the same for the same seed; by default the one start.

        `cards`, how many each player is given, is for games that have some.
        """
        if cards is not None:
            raise TextError(f"expected no cards for {self}: {cards}")
        return self.start()

    def parse(self, line: str) -> Position:
        """The position of a text: by default `start`, or the fields that differ from it.

        A position that is a dataclass is given by its fields, as in `heaps=1/3/2 turn=1`; those
        that are left out are as at the start.
        """
        check_kind(line, str, "the text of a position")
        start = self.start()
        return start if line.strip() == "start" else start.with_fields(line)

    def covers(self, other: Game) -> bool:
        """Whether positions that this game deals or reads may be of that one.

        By default it is the same game. A game that leaves something to each deal, such as the
        sides, covers the games in which that is settled.
        """
        return self == other

    @abstractmethod
    def payoffs(self, outcome: Outcome) -> Payoffs:
        """What an outcome is worth to each side."""

    def outcomes(self) -> Iterable[Outcome]:
        """Every outcome of a whole game, if the rules determine them; by default the start's."""
        return self.start().outcomes()

    def in_words(self, outcome: Outcome) -> str:
        """What an outcome means, for people, if numbers do not tell it all."""
        return ""

    def outcome_headings(self) -> tuple[str, Sequence[str]]:
        """What an outcome counts, and a name for each side, to head a table."""
        return "outcome", self.side_names

    @classmethod
    def from_arguments(cls, name: str, arguments: Mapping[str, str], **fields: Any) -> Self:
        """The game of a text `name(key=value,...)`; more fields can be given as objects.

        A field that has a reader, such as `utility`, can be given as a text too.
        """
        said = read_fields(cls, name, arguments, cls.readers)
        return cls(**{**said, **check_fields(cls, name, fields, cls.readers)})

    @classmethod
    def text_name(cls) -> str:
        """The name in a text: its own, or `module:name` for a game from elsewhere."""
        own = not cls.__module__.startswith("kibitz.games.")
        return f"{cls.__module__}:{cls.__qualname__}" if own else cls.name

    def __str__(self) -> str:
        return write_fields(self, self.text_name())

    def __repr__(self) -> str:
        return str(self)

    @property
    def title(self) -> str:
        """The game in a sentence."""
        return (type(self).__doc__ or self.name).strip().partition("\n")[0]

    def arguments(self) -> dict[str, Any]:
        """Every argument of the text with its value here, what is left out included."""
        return values_of(self)

    def show(self) -> str:
        """The game for people: what it is and every argument."""
        return show_fields(self, self.title, self.arguments())

    def as_dict(self) -> dict[str, Any]:
        """The game in plain types, its arguments as texts, ready for JSON."""
        return fields_as_dict(self.name, self.title, self.arguments())

    def _repr_html_(self) -> str:
        return in_full(self.show())


class Position(ABC):
    """One immutable state of a game, best a frozen dataclass.

    Positions are equal if their games and texts are, or as a dataclass defines it.

    >>> position = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> position.turn, list(position.moves())
    (0, [0, 1])
    >>> position.play(1).play(0).outcome
    (0, 6, 4)
    """

    __slots__ = ()

    game: Game

    if TYPE_CHECKING:  # not there when run, so that `turn` may be a field of a dataclass

        @property
        def turn(self) -> int:
            """The player to move."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # @dataclass leaves it alone

    @property
    def side(self) -> int:
        """The side whose payoff the player to move maximises."""
        turn, players = self.turn, self.game.players
        if not isinstance(turn, int) or not 0 <= turn < players:
            raise GameError(f"expected turn to be a player of 0 to {players - 1}: {turn!r}")
        return self.game.side(turn)

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
        """The moves to search in the listed order; equivalent ones once."""

    def legal_moves(self) -> Sequence[Move]:
        """Every legal move, for people and other programs."""
        return self.moves()

    def groups(self) -> list[tuple[Move, ...]]:
        """The legal moves in groups that are one move in `moves()`, which comes first."""
        return [(move,) for move in self.moves()]

    def legal_move(self, move: Move) -> Move:
        """The legal move given as such or by its name; anything else is refused."""
        for legal in () if self.is_over else self.legal_moves():
            if move in (legal, str(legal)):
                return legal
        raise IllegalMove(f"illegal move {move} in {self}")

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after a legal move, given as such or by its name, see `legal_move`."""

    def after(self, move: Move) -> Self:
        """The same after a move of `moves()`, which need not be checked; searches ask this.

        By default `play`. Where it is written, `play` can be `self.after(self.legal_move(move))`.
        """
        return self.play(move)

    can_skip: ClassVar[bool] = False
    """Whether `skipped` is known, for searches that imagine a pass."""

    def skipped(self) -> Self:
        """The same position with the next player to move, as if this one passed."""
        raise NotImplementedError("skipped")

    has_rules: ClassVar[bool] = False
    """Whether `by_rules` is known, for play-outs by simple rules."""

    def by_rules(self) -> Move:
        """The move that simple rules make, by what the player to move sees."""
        raise NotImplementedError("by_rules")

    adapter: ClassVar[str] = ""
    """What puts it into numbers for the kernel: a file of `engines/kernel/`, or `module:name`."""

    native: ClassVar[NativeGame | None] = None
    """Its rules at native speed, for `adapter = "native"`."""

    def as_numbers(self) -> Sequence[int]:
        """All of the position in whole numbers, for `native`."""
        raise GameError(f"expected as_numbers() of {type(self).__name__} for its native game")

    orders: ClassVar[Sequence[str]] = ()
    """The names of its own listed orders, which `ordered` knows."""

    def ordered(self, order: str) -> Sequence[Move]:
        """The moves in one of these orders."""
        raise NotImplementedError(order)

    def order_key(self, order: str) -> Hashable:
        """What one of these orders goes by that keys leave out; by default nothing."""
        return None

    estimates: ClassVar[Sequence[str]] = ()
    """The names of the rules that `estimate` knows."""

    def estimate(self, leaf: str) -> Outcome:
        """The outcome to expect from here, by one of these rules."""
        raise NotImplementedError(leaf)

    @property
    def plies_left(self) -> int | None:
        """The number of moves until the game is over, if that is certain."""
        return None

    def outcomes(self) -> Iterable[Outcome]:
        """The outcomes that are still feasible, or more; by default those of the game."""
        if not self.lists_outcomes:
            raise GameError(f"{self.game} does not list its outcomes; write outcomes()")
        return [outcome for outcome in finite(self.game) if self.allows(outcome)]

    @property
    def lists_outcomes(self) -> bool:
        """Whether the position or the game lists the outcomes."""
        return (
            type(self).outcomes is not Position.outcomes
            or type(self.game).outcomes is not Game.outcomes
        )

    @property
    def outcomes_key(self) -> Hashable:
        """Positions of a game with equal keys have the same outcomes; None if that is not known."""
        return None

    @property
    def has_few_outcomes(self) -> bool:
        """Whether there are few enough to list them all in a table, `MOST_OUTCOMES`."""
        try:
            listed = in_time(islice(outcomes_of(self), MOST_OUTCOMES + 1))
            return sum(1 for _ in listed) <= MOST_OUTCOMES
        except TooManyOutcomes:
            return False

    def allows(self, outcome: Outcome) -> bool:
        """Whether an outcome is still possible: the heuristic `taken`."""
        return True

    @property
    def narrows(self) -> bool:
        """Whether `allows` can ever rule an outcome out; by default whether it is overridden."""
        return type(self).allows is not Position.allows

    @property
    def progress(self) -> Hashable:
        """All that `allows` depends on, such as tricks taken, so that answers can be kept."""
        return None

    def key(self) -> Hashable:
        """All that the future depends on: positions with equal keys have equal values and lines.

        By default the position itself, which is safe: only equal positions share an entry.
        """
        return self

    def relative_key(self) -> Hashable:
        """A key that more positions share; their lines are equal as move numbers only."""
        return self.key()

    @property
    def settled(self) -> bool:
        """Whether nothing is half done, as a trick can be; `probe=trick` asks the table here."""
        return True

    def __str__(self) -> str:
        if not dataclasses.is_dataclass(self):
            return object.__repr__(self)
        return text.write_words(_state(self)) or "start"

    def with_fields(self, line: str) -> Self:
        """The same position with the fields of a text, as `str` writes them by default."""
        own, name = type(self), type(self).__name__
        if not dataclasses.is_dataclass(self):
            raise TextError(f"expected {name} to be a dataclass, or parse() of its own: {line!r}")
        arguments = text.read_words(line)
        text.check_names(f"field of {name}", arguments, _state(self))
        found: Self = dataclasses.replace(self, **read_fields(own, name, arguments))
        if not 0 <= found.turn < self.game.players:
            most = self.game.players - 1
            raise TextError(f"expected a player of 0 to {most} to move: {found.turn} in {line!r}")
        return found

    def __repr__(self) -> str:
        return str(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self is other or (self.game == other.game and str(self) == str(other))

    def __hash__(self) -> int:
        return hash((self.game, str(self)))

    def show(self) -> str:
        """The position for people, in a terminal."""
        return str(self)

    def as_dict(self) -> dict[str, Any]:
        """The position in plain types, moves by their names, ready for JSON."""
        over = self.is_over
        return {
            "game": str(self.game),
            "position": str(self),
            "turn": None if over else self.turn,
            "moves": [] if over else [str(move) for move in self.moves()],
            "legal_moves": [] if over else [str(move) for move in self.legal_moves()],
            "is_over": over,
            "outcome": self.outcome if over else None,
            "shown": self.show(),
        }

    def svg(self) -> str:
        """A drawing of the position, where the game has one."""
        raise GameError(f"{self.game} has no drawing; write svg()")

    def _repr_html_(self) -> str:
        return in_full(self.show())


def _state(position: Position) -> dict[str, Any]:
    """The fields of a dataclass that tell one position of a game from another."""
    return {name: value for name, value in values_of(position).items() if name != "game"}
