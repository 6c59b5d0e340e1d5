"""Games in C, and headers in C++ compiled around the search: built once, searched as in Python."""

from __future__ import annotations

import random
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import fast_heaps
import pytest
from definition import engine_differences
from generators import sound_compositions, two_sided_compositions, with_a_leaf

import kibitz
from kibitz import Algorithm, BuiltGame, CompileError, Game, KibitzError, Position, build, solve
from kibitz.cli import main

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[2] / "examples"
C = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
CXX = pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler")
Capture = pytest.CaptureFixture[str]


@dataclass(frozen=True)
class Race(Game):
    """In turn go one to three steps, not as many as the player before; after five start anew."""

    plies: int = 6
    teams: bool = False
    lowest, highest, max_sum = -2, 2, 12

    def start(self) -> RacePosition:
        return RacePosition(self, self.plies, 0, 0, (0,) * self.players)

    @property
    def sides(self) -> int:
        return 2 if self.teams else self.players

    def side(self, player: int) -> int:
        return player % 2 if self.teams else player

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        if self.teams:
            outcome = max(outcome[::2]), max(outcome[1::2])
        return tuple(steps - 2 for steps in outcome)


@dataclass(frozen=True)
class RacePosition(Position):
    game: Race
    left: int
    turn: int
    last: int
    steps: tuple[int, ...]

    adapter = "native"
    native = BuiltGame(HERE / "race.c")
    orders = ("long", "two")
    estimates = ("now", "later")

    def as_numbers(self) -> list[int]:
        return [self.game.players, self.left, self.turn, self.last, *self.steps]

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def plies_left(self) -> int:
        return self.left

    @property
    def outcome(self) -> tuple[int, ...]:
        return self.steps

    def estimate(self, leaf: str) -> tuple[int, ...]:
        return tuple((steps + self.estimates.index(leaf)) % 5 for steps in self.steps)

    def moves(self) -> list[int]:
        return [steps for steps in (1, 2, 3) if steps != self.last]

    def ordered(self, order: str) -> list[int]:
        return sorted(self.moves(), key=lambda move: -move if order == "long" else move != 2)

    def play(self, move: Any) -> RacePosition:
        steps, went = list(self.steps), self.legal_move(move)
        steps[self.turn] = (steps[self.turn] + went) % 5
        turn = (self.turn + 1) % self.game.players
        return replace(self, left=self.left - 1, turn=turn, last=went, steps=tuple(steps))


def compositions(seed: int, count: int) -> list[Algorithm]:
    found = [*sound_compositions(), *two_sided_compositions("paranoid")]
    return random.Random(seed).sample(found, count)


HEAPS = [
    pytest.param(fast_heaps.FastHeaps, marks=C),
    pytest.param(fast_heaps.BuiltHeaps, marks=CXX),
]


@pytest.mark.parametrize("heaps", HEAPS)
@pytest.mark.parametrize(
    ("players", "sizes"), [(3, (2, 3)), (2, (1, 2, 2)), (5, (3, 2)), (8, (3,))]
)
def test_every_search_visits_the_nodes_of_the_reference(
    heaps: Any, players: int, sizes: tuple[int, ...]
) -> None:
    position = heaps(players=players, heaps=sizes).start()
    if heaps is fast_heaps.BuiltHeaps and players > 4:
        assert solve(position).engine == "reference"
        with pytest.raises(KibitzError, match=f"its native game has no room for {players} sides"):
            solve(position, engine="kernel")
        return
    assert solve(position).engine == "kernel"
    assert engine_differences(position, compositions(players, 40)) == []


@C
@pytest.mark.parametrize("game", [Race(), Race(players=2), Race(players=6), Race(4, teams=True)])
def test_orders_estimates_and_teams_too(game: Race) -> None:
    position = game.start()
    sample = [one for one in compositions(game.players, 400) if one.search.needs != "outcomes"]
    orders = ("high", "low", "long", "two")
    leaves = [with_a_leaf(sample[:40], leaf, orders) for leaf in position.estimates]
    for algorithm in (*sample[:20], *leaves[0], *leaves[1]):
        if algorithm.search.deepening == "iterative":
            assert engine_differences(position, [algorithm]) == []
        else:
            fast, slow = (
                solve(position, algorithm, limit=kibitz.Limit(depth=4), engine=engine)
                for engine in ("kernel", "reference")
            )
            assert (fast.value, fast.line, fast.stats) == (slow.value, slow.line, slow.stats)


@C
def test_several_threads_search_at_once() -> None:
    game = fast_heaps.FastHeaps()
    positions = [game.start().play(move) for move in game.start().moves()]
    found = list(kibitz.solve_many(game, positions, "maxn(table=exact)", workers=2))
    for position, result in zip(positions, found, strict=True):
        assert isinstance(result, kibitz.Result)
        assert result.engine == "kernel"
        assert result.value == solve(position, "leaf-table", engine="reference").value


@C
def test_the_check_compares_all_that_it_has() -> None:
    assert kibitz.check_game(Race(plies=4), deals=3) == []
    assert kibitz.check_game(Race(players=4, plies=4, teams=True), deals=2) == []


@pytest.mark.parametrize("heaps", HEAPS)
def test_the_examples_have_no_faults(heaps: Any) -> None:
    assert kibitz.check_game(heaps(heaps=(2, 2, 3)), deals=3) == []


@C
def test_a_wrong_order_or_estimate_is_found(tmp_path: Path) -> None:
    right = (HERE / "race.c").read_text()
    for old, new, fault in (
        ("which == 0 ? one >= two", "which == 0 ? one <= two", "the native game leads elsewhere"),
        ("(numbers[at] + which) % 5", "numbers[at]", "estimate 'later' of the native game differs"),
        ("->left; }", "->left + 1; }", "plies_left of the native game differs: 5, not 4 (4)"),
    ):
        assert old in right
        file = tmp_path / "race.c"
        file.write_text(right.replace(old, new))

        class Other(RacePosition):
            native = BuiltGame(file)

        class OtherRace(Race):
            def start(self) -> RacePosition:
                return Other(self, self.plies, 0, 0, (0,) * self.players)

        assert kibitz.check_game(OtherRace(plies=4), deals=1)[0].startswith(fault)


@CXX
def test_a_struct_in_cpp_is_found_under_its_name(tmp_path: Path) -> None:
    file = tmp_path / "one.cpp"
    file.write_text("""
        #include <kibitz/native.h>
        static int32_t start(const int64_t*, int32_t, void*) { return 1; }
        static int32_t over(const void*) { return 1; }
        static int32_t moves(const void*, int32_t*, int32_t) { return 0; }
        static void play(void*, int32_t) {}
        static int32_t outcome(const void*, int64_t*) { return 0; }
        extern "C" const kibitz_native_game one = {
            KIBITZ_NATIVE_VERSION, 1, 1, 1, 0, 0, start, over, over, moves, play, outcome,
            nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
    """)
    assert BuiltGame(file, "one").has("over") and not BuiltGame(file, "one").has("key")
    with pytest.raises(KibitzError, match="expected a library with a kibitz_native_game"):
        BuiltGame(file).has("over")


@C
def test_it_is_compiled_once_for_each_content(tmp_path: Path) -> None:
    file, beside = tmp_path / "race.c", tmp_path / "beside.h"
    file.write_text('#include "beside.h"\n' + (HERE / "race.c").read_text())
    beside.write_text("/* nothing */\n")
    first = build(file)
    assert first.new and not build(file).new
    assert build(file).library == first.library
    beside.write_text("/* something */\n")
    second = build(file)
    assert second.new and second.library != first.library
    beside.write_text("/* nothing */\n")
    assert not build(file).new


@CXX
def test_what_does_not_compile_says_so_in_one_line_and_then_why(
    tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "broken.hpp"
    file.write_text("class broken {")
    with pytest.raises(
        CompileError, match=r"expected a game that compiles: '.*broken.hpp': "
    ) as wrong:
        build(file)
    assert "error" in wrong.value.output
    assert main(["build", str(file)]) == 2
    printed = capsys.readouterr()
    first, *others = printed.err.splitlines()
    assert first.startswith("kibitz: expected a game that compiles: ") and others
    assert printed.out == ""


@CXX
def test_a_class_of_another_name_is_missed(tmp_path: Path) -> None:
    file = tmp_path / "own.hpp"
    file.write_text("class other {};")
    with pytest.raises(CompileError, match=r"expected a class 'own' in '.*own.hpp': "):
        build(file)


@CXX
def test_a_class_that_lacks_something_is_refused_by_name(tmp_path: Path) -> None:
    file = tmp_path / "empty.hpp"
    file.write_text("struct empty {};")
    with pytest.raises(CompileError, match=r"a game has all that kibitz/concept.hpp asks for"):
        build(file)


@C
def test_the_verb_says_where_the_library_is(capsys: Capture) -> None:
    assert main(["build", str(EXAMPLES / "heaps.c")]) == 0
    assert "heaps-" in capsys.readouterr().out


def test_sources_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match=r"expected a source that ends in .c, .cc, .cpp, .hpp"):
        build("game.rs")
    with pytest.raises(KibitzError, match="expected the name of a class: 'a;b'"):
        build("game.hpp", "a;b")
    (tmp_path / "two words.hpp").write_text("")
    with pytest.raises(KibitzError, match="expected the name of a class: 'two words'"):
        build(tmp_path / "two words.hpp")


def test_without_a_compiler_the_reference_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")

    class Other(RacePosition):
        native = BuiltGame(HERE / "race.c")

    position = Other(Race(plies=3), 3, 0, 0, (0, 0, 0))
    assert solve(position, "maxn").engine == "reference"
    with pytest.raises(KibitzError, match="expected a compiler, which CC can name"):
        solve(position, "maxn", engine="kernel")
