"""Games of OpenSpiel with nothing hidden and nothing left to chance, as games of Kibitz.

    openspiel(game=tic_tac_toe)
    openspiel(game=nim(pile_sizes=1;2;3),same=text)

The text in `game` is the one that OpenSpiel loads. A position is the list of its actions, by their
numbers: `4,0,8`, or `start`; a move is called what OpenSpiel calls it, with `_` for spaces and
commas. Returns are numbers with a point there and whole numbers here: `scale` is what they are
multiplied by, and a game whose returns are then no whole numbers is refused. What OpenSpiel says
of its returns, the least, the greatest and their sum, is what searches prune by.
"""

from __future__ import annotations

import functools
import itertools
import math
import os
import re
import tempfile
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from kibitz import text
from kibitz.bridges.needed import needed
from kibitz.bridges.openspiel_bots import KibitzBot, Resampler
from kibitz.errors import (
    GameError,
    IllegalMove,
    TextError,
    TooManyOutcomes,
    UnknownName,
    check_kind,
)
from kibitz.game import MOST_OUTCOMES, Game, Move, Payoffs, Position

with needed("OpenSpiel", "openspiel"):
    import pyspiel
Kind = pyspiel.GameType
__all__ = ["Action", "KibitzBot", "OpenSpiel", "Resampler", "SpielPosition", "load"]

BETWEEN = re.compile(r"[\s,]+")


class Action(int):
    """An action of OpenSpiel, by its number; `str` is the name that it has where it is legal."""

    name: str

    def __new__(cls, number: int, name: str) -> Action:
        made = super().__new__(cls, number)
        made.name = name
        return made

    def __str__(self) -> str:
        return self.name

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Action], tuple[int, str]]:
        return Action, (int(self), self.name)


@dataclass(frozen=True, repr=False)
class OpenSpiel(Game):
    """A game of OpenSpiel with nothing hidden and no chance.

    >>> from kibitz.bridges.openspiel import OpenSpiel
    >>> game = OpenSpiel(game="nim(pile_sizes=1;2)", same="text")
    >>> game, game.players, game.max_sum
    (openspiel(game=nim(pile_sizes=1;2),same=text), 2, 0)
    >>> kibitz.solve(game.start()).move
    pile:2_take:2;
    """

    name: ClassVar[str] = "openspiel"

    players: int = field(default=2, init=False, compare=False)
    game: str = "tic_tac_toe"
    """What OpenSpiel loads."""
    scale: int = 1
    """What returns are multiplied by to be whole numbers."""
    same: Literal["history", "text"] = "history"
    """Which positions count as one: those with the same actions; or with the same text in
    OpenSpiel, where that says all that the future depends on."""

    def __post_init__(self) -> None:
        check_kind(self.game, str, "the text of a game of OpenSpiel")
        text.read_value(Literal["history", "text"], self.same, "same")
        if self.scale < 1:
            raise TextError(f"expected a scale of 1 or more: {self.scale}")
        kind = self.loaded.get_type()
        for fits, words in (
            (kind.chance_mode == Kind.ChanceMode.DETERMINISTIC, "without chance"),
            (kind.dynamics == Kind.Dynamics.SEQUENTIAL, "in which players move in turn"),
            (self.loaded.num_players() > 1, "of two players or more"),
            (kind.information == Kind.Information.PERFECT_INFORMATION, "with nothing hidden"),
        ):
            if not fits:
                raise TextError(f"expected a game {words}: {self.game!r} of OpenSpiel")
        object.__setattr__(self, "players", self.loaded.num_players())

    @classmethod
    def text_name(cls) -> str:
        return cls.name

    @functools.cached_property
    def loaded(self) -> Any:
        """The game of OpenSpiel."""
        return load(self.game)

    def _bound(self, worth: float | None, whole: Any) -> int | None:
        """A bound of OpenSpiel on this scale, if it is one."""
        if worth is None or not math.isfinite(worth):
            return None
        return int(whole(worth * self.scale))

    @functools.cached_property
    def _least(self) -> int | None:
        return self._bound(self.loaded.min_utility(), math.floor)

    @property
    def lowest(self) -> int:
        return self._least or 0

    @functools.cached_property
    def highest(self) -> int | None:
        """What OpenSpiel calls the greatest return."""
        return self._bound(self.loaded.max_utility(), math.ceil)

    @functools.cached_property
    def max_sum(self) -> int | None:
        """The sum of returns, where OpenSpiel says that it is always the same."""
        return None if self._least is None else self._bound(self.loaded.utility_sum(), math.ceil)

    def start(self) -> SpielPosition:
        return SpielPosition(self, (), self.loaded.new_initial_state())

    def parse(self, line: str) -> SpielPosition:
        """The position after the actions of a text, `4,0,8`, or `start`."""
        check_kind(line, str, "the text of a position")
        position = self.start()
        if line.strip() == "start":
            return position
        for number in text.read_ints(line, "the actions of a position"):
            position = position.play(number)
        return position

    def payoffs(self, outcome: tuple[int, ...]) -> Payoffs:
        return outcome

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """All whole numbers within the bounds, with the sum that OpenSpiel says, if it does."""
        least, most, total = self._least, self.highest, self.max_sum
        free = self.players - (total is not None)
        if least is None or most is None or (most - least + 1) ** free > MOST_OUTCOMES:
            raise TooManyOutcomes(f"expected at most {MOST_OUTCOMES:,} outcomes; use maxn")
        for worths in itertools.product(range(least, most + 1), repeat=free):
            if total is None:
                yield worths
            elif least <= total - sum(worths) <= most:
                yield (*worths, total - sum(worths))


def load(line: str) -> Any:
    """The game of OpenSpiel that a text says; what it does not know is refused in one line."""
    name, arguments = text.read_call(line)
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    if name not in kinds:
        raise UnknownName("game of OpenSpiel", name, kinds)
    known = kinds[name].parameter_specification
    for key in arguments:
        if key not in known:
            raise UnknownName(f"parameter of {name}", key, known or ["none"])
    try:
        with _errors_aside():
            return pyspiel.load_game(line)
    except (pyspiel.SpielError, RuntimeError, ValueError, LookupError) as error:
        why = str(error).partition("\n")[0]
        raise TextError(f"expected a game that OpenSpiel loads: {line!r}: {why}") from None


@contextmanager
def _errors_aside() -> Iterator[None]:
    """Keep what OpenSpiel writes to standard error; drop it where an error says it anyway."""
    before = os.dup(2)
    with tempfile.TemporaryFile() as aside:
        os.dup2(aside.fileno(), 2)
        try:
            yield
        finally:
            os.dup2(before, 2)
            os.close(before)
        aside.seek(0)
        os.write(2, aside.read())


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class SpielPosition(Position):
    """A position of a game of OpenSpiel: the actions since the start, and its state there."""

    game: OpenSpiel
    actions: tuple[int, ...]
    state: Any
    """Never changed; what OpenSpiel is asked."""

    @property
    def turn(self) -> int:
        player: int = self.state.current_player()
        return player

    @property
    def is_over(self) -> bool:
        over: bool = self.state.is_terminal()
        return over

    @property
    def outcome(self) -> tuple[int, ...]:
        if not self.is_over:
            raise GameError(f"no outcome yet in {self}")
        scale, returns = self.game.scale, self.state.returns()
        found = tuple(round(one * scale) for one in returns)
        if any(whole / scale != one for whole, one in zip(found, returns, strict=True)):
            raise GameError(
                f"expected a scale that makes whole numbers of the returns {returns}: {self.game}"
            )
        return found

    def moves(self) -> Sequence[Action]:
        state = self.state
        if state.is_chance_node():
            raise GameError(f"expected a game without chance: {self.game} in {self}")
        player = state.current_player()
        names = {each: _name(state, player, each) for each in state.legal_actions()}
        twice = len(set(names.values())) < len(names)
        return [Action(each, f"{name}#{each}" * twice or name) for each, name in names.items()]

    def legal_move(self, move: Move) -> Action:
        """The legal action that this is: by its number, or by its name with or without spaces."""
        if isinstance(move, str):
            wanted = BETWEEN.sub("_", move.strip())
            found = [each for each in self._legal() if wanted == each.name]
        else:
            found = [each for each in self._legal() if move == each]
        if not found:
            raise IllegalMove(f"illegal move {move} in {self}")
        return found[0]

    def _legal(self) -> Sequence[Action]:
        return () if self.is_over else self.moves()

    def play(self, move: Move) -> SpielPosition:
        number = move if isinstance(move, Action) else self.legal_move(move)
        if number not in self.state.legal_actions():
            raise IllegalMove(f"illegal move {move} in {self}")
        return SpielPosition(self.game, (*self.actions, int(number)), self.state.child(number))

    def key(self) -> Hashable:
        if self.game.same == "history":
            return self.actions
        return self.turn, str(self.state)

    def __str__(self) -> str:
        return ",".join(map(str, self.actions)) or "start"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SpielPosition):
            return NotImplemented
        return self.actions == other.actions and self.game == other.game

    def __hash__(self) -> int:
        return hash(self.actions)

    def show(self) -> str:
        """The state as OpenSpiel shows it."""
        return str(self.state).rstrip("\n")


def _name(state: Any, player: int, action: int) -> str:
    """What OpenSpiel calls an action, without spaces and commas, which separate moves."""
    return BETWEEN.sub("_", state.action_to_string(player, action).strip())
