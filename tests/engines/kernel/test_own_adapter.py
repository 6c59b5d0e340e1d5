"""An adapter of one's own, `module:name`: a game from elsewhere in the kernel."""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, cast

import pytest
from definition import engine_differences
from generators import sound_compositions, two_sided_compositions

import kibitz
from kibitz import Game, GameError, Position, loading, solve
from kibitz.engines.kernel import Entries
from kibitz.engines.kernel.tree import Tree
from kibitz.engines.problem.protocol import Problem, Watch
from kibitz.games.tree import Forest, Node
from kibitz.games.tree import Tree as Trees

if TYPE_CHECKING:
    from kibitz._kernel import Record


@dataclass(frozen=True)
class Countdown(Game):
    """Take one, two or three; the last one wins, and who could have taken it is second."""

    stones: int = 9

    def start(self) -> Stones:
        return Stones(self, self.stones, 0)

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        return outcome

    def outcomes(self) -> list[tuple[int, ...]]:
        return [(3, 1, 0), (0, 3, 1), (1, 0, 3)]


@dataclass(frozen=True)
class Stones(Position):
    game: Countdown
    left: int
    turn: int

    adapter = f"{__name__}:ADAPTER"

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> tuple[int, ...]:
        places = {self.turn: 1, (self.turn - 1) % 3: 3}
        return tuple(places.get(player, 0) for player in range(3))

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.left) + 1))

    def play(self, move: int) -> Stones:
        return replace(self, left=self.left - int(move), turn=(self.turn + 1) % 3)


class Unfolded(Tree):
    """The whole game as an explicit tree, which the kernel knows."""

    def reason_against(self, position: Position) -> str:
        return "" if cast("Stones", position).left < 20 else "it has no room for so many stones"

    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        forest = Forest(3)

        @functools.cache
        def node(position: Stones) -> Node:
            if position.is_over:
                return forest.leaf(position.outcome)
            return forest.node(position.turn, [node(position.play(n)) for n in position.moves()])

        tree = Trees().position(node(cast("Stones", problem.position)))
        return super().search(replace(problem, position=tree), entries, watch)


ADAPTER = Unfolded()


@dataclass(frozen=True)
class Misnamed(Stones):
    adapter = f"{__name__}:Unfolded"


def test_a_game_from_elsewhere_is_searched_by_the_kernel_as_by_the_reference() -> None:
    sample = random.Random(1).sample(
        [*sound_compositions(), *two_sided_compositions("paranoid")], 60
    )
    for stones in (1, 5, 9):
        position = Countdown(stones=stones).start()
        assert solve(position).engine == "kernel"
        assert engine_differences(position, sample) == []


def test_the_adapter_says_what_it_cannot_take() -> None:
    many = Countdown(stones=20).start()
    assert solve(many, "maxn(table=exact)").engine == "reference"
    reason = "engine 'kernel' cannot search this: it has no room for so many stones; use engine"
    with pytest.raises(kibitz.KibitzError, match=f"{reason} 'reference'"):
        solve(many, engine="kernel")


def test_an_adapter_is_loaded_with_its_game_where_texts_of_strangers_load_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loading, "_LOADED", set())
    with loading.closed():
        assert solve(Countdown().start()).engine == "kernel"


def test_a_name_that_is_no_adapter_is_refused() -> None:
    with pytest.raises(GameError, match="expected an object of a class that extends Adapter"):
        solve(Misnamed(Countdown(), 3, 0))


def test_moves_that_the_kernel_cannot_count_are_counted_by_the_reference() -> None:
    assert kibitz.perft(Countdown(stones=3).start(), 9) == [3, 3, 1]
