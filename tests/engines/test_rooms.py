"""What engines share is in a room of its own, and the seam names no engine."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import kibitz
from kibitz import Algorithm, Game, Limit, Position
from kibitz.engines import choice, kernel
from kibitz.engines.kernel import BUILT
from kibitz.engines.problem.protocol import Answer, Engine, Problem, Unfit, Watch
from kibitz.engines.reference import Reference

ENGINES = Path(choice.__file__).parent
GAME = kibitz.game("spades(players=3)")
DEALS = [GAME.deal(seed, cards=3) for seed in range(3)]
LEAF_TABLE, MAXN = Algorithm.parse("leaf-table"), Algorithm.parse("maxn")


def imported(path: Path) -> set[str]:
    """The modules that a file imports, also where only types are checked."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    named = {each.name for node in nodes if isinstance(node, ast.Import) for each in node.names}
    return named | {
        f"{node.module}.{each.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for each in node.names
    }


def importing(room: str, what: str) -> list[str]:
    """The files of a room that import from another."""
    files = sorted((ENGINES / room).rglob("*.py"))
    assert files
    found = [path for path in files if any(name.startswith(what) for name in imported(path))]
    return [str(path.relative_to(ENGINES)) for path in found]


def test_the_kernel_imports_nothing_of_the_reference_nor_the_reference_of_the_kernel() -> None:
    assert importing("kernel", "kibitz.engines.reference") == []
    assert importing("reference", "kibitz.engines.kernel") == []


def test_what_they_share_imports_neither_of_them_when_it_runs() -> None:
    assert importing("problem", "kibitz.engines.kernel") == []
    only_types = ["problem/ordering.py", "problem/sides.py"]  # what a search is, the reference says
    assert importing("problem", "kibitz.engines.reference") == only_types


def test_only_the_searches_of_trick_games_know_cards() -> None:
    rooms = {Path(path).parent for path in importing("reference", "kibitz.cards")}
    assert rooms == {Path("reference/tricks")}
    assert importing("problem", "kibitz.cards") == []


class Picky(Engine):
    """Takes nothing."""

    name = "picky"

    def search(self, problem: Problem, watch: Watch) -> Answer:
        raise Unfit("it is Tuesday")


class Together(Reference):
    """Takes many in one go, and nothing else."""

    name = "together"

    def search(self, problem: Problem, watch: Watch) -> Answer:
        raise Unfit("it takes many")

    def search_many(self, problems: Sequence[Problem], watch: Watch) -> list[Answer]:
        search = super().search
        return [replace(search(problem, watch), seconds=1.5) for problem in problems]


def test_an_engine_that_refuses_is_called_by_its_name() -> None:
    with pytest.raises(Unfit, match="engine 'picky' cannot search this: it is Tuesday; use engine"):
        choice.search(DEALS[0], LEAF_TABLE, (Picky(),), Limit(), Watch())


def test_any_engine_may_take_many_positions_in_one_go() -> None:
    engines = (Picky(), Together(), choice.REFERENCE)
    found = choice.search_many(DEALS, LEAF_TABLE, engines, Limit(), Watch())
    assert [(result.engine, result.seconds) for result in found] == [("together", 1.5)] * 3
    expected = [kibitz.solve(deal, LEAF_TABLE, engine="reference") for deal in DEALS]
    assert [result.value for result in found] == [result.value for result in expected]


def test_an_engine_that_does_not_takes_them_one_at_a_time() -> None:
    engines = (Picky(), choice.REFERENCE)
    found = choice.search_many(DEALS, LEAF_TABLE, engines, Limit(), Watch())
    assert [result.engine for result in found] == ["reference"] * 3


@dataclass(frozen=True)
class Wait(Game):
    """One move."""

    def start(self) -> Waiting:
        return Waiting(self, 0)

    def payoffs(self, outcome: int) -> tuple[int, ...]:
        return outcome, 0, 0


@dataclass(frozen=True)
class Waiting(Position):
    game: Wait
    waited: int
    turn = 0

    @property
    def is_over(self) -> bool:
        return self.waited > 0

    @property
    def outcome(self) -> int:
        return self.waited

    def moves(self) -> list[int]:
        return [1, 2]

    def play(self, move: int) -> Waiting:
        return replace(self, waited=move)


def test_where_time_is_over_the_engine_is_one_that_knows_the_game() -> None:
    for position, knows in ((DEALS[0], BUILT), (Wait().start(), False)):
        late, limit = Watch(start=-1e9), Limit(seconds=0.5)
        found = choice.search(position, MAXN, choice.ENGINES["auto"], limit, late)
        assert found.engine == ("kernel" if knows else "reference")
        assert (found.stopped, found.value) == ("seconds", None)


def test_without_the_kernel_time_that_is_over_is_the_references(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kernel, "BUILT", False)
    monkeypatch.setattr(kernel, "_kernel", None)
    late, limit = Watch(start=-1e9), Limit(seconds=0.5)
    assert choice.search(DEALS[0], MAXN, choice.ENGINES["auto"], limit, late).engine == "reference"
