"""Native games: functions over plain memory, here by ctypes, good ones and bad ones."""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
from definition import engine_differences
from generators import sound_compositions, two_sided_compositions

import kibitz
from kibitz import Algorithm, Game, GameError, Limit, NativeGame, Position, TextError, solve

I32, I64 = ctypes.c_int32, ctypes.c_int64
State = ctypes.POINTER(ctypes.c_int8)
KINDS: dict[str, Any] = {
    "start": ctypes.CFUNCTYPE(I32, ctypes.POINTER(I64), I32, State),
    "over": ctypes.CFUNCTYPE(I32, State),
    "turn": ctypes.CFUNCTYPE(I32, State),
    "moves": ctypes.CFUNCTYPE(I32, State, ctypes.POINTER(I32), I32),
    "play": ctypes.CFUNCTYPE(None, State, I32),
    "outcome": ctypes.CFUNCTYPE(I32, State, ctypes.POINTER(I64)),
    "key": ctypes.CFUNCTYPE(None, State, ctypes.POINTER(ctypes.c_uint64)),
}
PLAYERS = 3


def start(numbers: Any, count: int, state: Any) -> int:
    if count != 2 or numbers[0] > 100:
        return 0
    state[0], state[1] = numbers[0], numbers[1]
    return 1


def listed(state: Any, found: Any, room: int) -> int:
    count = min(3, int(state[0]))
    for at in range(count):
        found[at] = at + 1
    return count


def play(state: Any, move: int) -> None:
    state[0] -= move
    state[1] = (state[1] + 1) % PLAYERS


def outcome(state: Any, numbers: Any) -> int:
    for player in range(PLAYERS):
        numbers[player] = (player - state[1]) % PLAYERS
    return PLAYERS


RULES: dict[str, Callable[..., Any]] = {
    "start": start,
    "over": lambda state: int(state[0] == 0),
    "turn": lambda state: state[1],
    "moves": listed,
    "play": play,
    "outcome": outcome,
}


def native(sizes: dict[str, int] | None = None, **changed: Callable[..., Any]) -> NativeGame:
    """The rules of `Stones`, perhaps with other ones among them."""
    functions = {name: KINDS[name](rule) for name, rule in {**RULES, **changed}.items()}
    usual = {"state_bytes": 2, "most_moves": 3, "outcome_numbers": 3}
    return NativeGame(**{**usual, **(sizes or {})}, **functions)


@dataclass(frozen=True)
class Stones(Game):
    """Take one to three stones; the player after the last stone gets nothing, the last most."""

    stones: int = 9
    max_sum = 3

    def start(self) -> StonesPosition:
        return PLACES[-1](self, self.stones, 0)

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(own % 3 for own in outcome)


@dataclass(frozen=True)
class StonesPosition(Position):
    game: Stones
    left: int
    turn: int

    adapter = "native"
    native: ClassVar[NativeGame] = native()

    def as_numbers(self) -> list[int]:
        return [self.left, self.turn]

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> tuple[int, ...]:
        return tuple((player - self.turn) % PLAYERS for player in range(PLAYERS))

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.left) + 1))

    def play(self, move: int) -> StonesPosition:
        taken = self.legal_move(move)
        return replace(self, left=self.left - taken, turn=(self.turn + 1) % PLAYERS)


PLACES: list[type[StonesPosition]] = [StonesPosition]


@dataclass(frozen=True)
class Listed(Stones):
    def outcomes(self) -> list[tuple[int, ...]]:
        return list(itertools.permutations(range(3)))


def with_native(own: NativeGame, stones: int = 5) -> StonesPosition:
    """A position whose native game is another."""

    class Other(StonesPosition):
        native = own

    return Other(Stones(), stones, 0)


@pytest.mark.parametrize("game", [Stones, Listed])
def test_every_search_visits_the_nodes_of_the_reference(game: type[Stones]) -> None:
    sample = [*sound_compositions()[::41], *two_sided_compositions("paranoid")[::7]]
    sample += two_sided_compositions("opps")[::9]
    fits = [one for one in sample if game is Listed or one.search.needs != "outcomes"]
    assert len(fits) > 10
    for stones in (0, 1, 5, 8):
        assert engine_differences(game(stones=stones).start(), fits) == []


def test_trees_grow_alike_where_the_highest_payoff_is_all_that_is_known() -> None:
    class Highest(Stones):
        max_sum, highest = None, 2  # type: ignore[assignment]

    algorithms = [
        Algorithm.parse(f"{kind}(policy={policy})")
        for kind in ("uct", "best-first")
        for policy in ("maxn", "paranoid")
    ]
    for stones in (1, 5, 8):
        position = Highest(stones=stones).start()
        assert engine_differences(position, algorithms) == []
        for algorithm in algorithms:
            assert solve(position, algorithm).engine == "kernel"


def test_it_is_searched_by_the_kernel_by_default_and_counted_there() -> None:
    position = Stones().start()
    assert solve(position).engine == "kernel"
    from kibitz.asking.perft import by_reference

    assert kibitz.perft(position, 20) == by_reference(position, 20)
    assert kibitz.perft(position, 10**6) == by_reference(position, 20)


def test_all_equilibria_are_found_too() -> None:
    algorithms = [Algorithm.parse(text) for text in ("equilibria", "equilibria(table=exact)")]
    for stones in (0, 4, 7):
        assert engine_differences(Listed(stones=stones).start(), algorithms) == []


@pytest.mark.parametrize("size", [40, 200, 1024])
def test_states_of_all_sizes_are_their_own_keys(size: int) -> None:
    def far_apart(state: Any, move: int) -> None:
        play(state, move)
        state[size - 1] = state[0]

    def begun(numbers: Any, count: int, state: Any) -> int:
        state[size - 1] = numbers[0]
        return start(numbers, count, state)

    large = native({"state_bytes": size}, play=far_apart, start=begun)
    algorithms = list(map(Algorithm.parse, ("maxn(table=exact)", "paranoid(table=bounds)")))
    assert engine_differences(with_native(large, 8), algorithms) == []


def test_limits_stop_it_where_they_stop_the_reference() -> None:
    position = Stones(stones=12).start()
    for nodes in (1, 2, 7, 100, 1001):
        fast, slow = (
            solve(position, "maxn", limit=Limit(nodes=nodes), engine=engine)
            for engine in ("kernel", "reference")
        )
        assert (fast.stopped, fast.stats, fast.value) == (slow.stopped, slow.stats, slow.value)


def test_it_can_be_cancelled_and_an_error_of_the_caller_goes_up() -> None:
    position, cancel = Stones(stones=60).start(), threading.Event()
    cancel.set()
    assert solve(position, "maxn", cancel=cancel).stopped == "cancel"

    def progress(_: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        solve(position, "maxn", progress=progress)


def test_a_table_is_kept_for_the_next_search() -> None:
    table = kibitz.TranspositionTable(megabytes=1)
    position = Stones(stones=12).start()
    first = solve(position, "maxn(table=exact)", table=table)
    again = solve(position.play(1), "maxn(table=exact)", table=table)
    assert again.engine == "kernel" and table.emptied == 0
    assert again.stats.visited == 1 < first.stats.visited
    assert again.value == solve(position.play(1), "maxn").value


def test_payoffs_may_be_negative_and_anything_else_the_kernel_has_room_for() -> None:
    class Debts(Stones):
        def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(-1000 * own for own in outcome)

    class Riches(Stones):
        def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(10**9 * own for own in outcome)

    for algorithm in ("maxn", "paranoid", "maxn(table=exact)", "maxn(combine=against)"):
        assert engine_differences(Debts().start(), [Algorithm.parse(algorithm)]) == []
    assert solve(Riches().start(), "maxn").engine == "reference"
    with pytest.raises(kibitz.KibitzError, match="it has no room for payoffs beyond 2,097,152"):
        solve(Riches().start(), "maxn", engine="kernel")


@pytest.mark.parametrize(
    ("rule", "bad", "message"),
    [
        ("moves", lambda *_: 4, "expected 1 to 3 moves from the native game: 4"),
        ("moves", lambda *_: 0, "expected 1 to 3 moves from the native game: 0"),
        ("moves", lambda *_: -(2**31), "expected 1 to 3 moves from the native game: -2147483648"),
        ("turn", lambda _: 3, "expected a player to move from the native game: 3"),
        ("turn", lambda _: -1, "expected a player to move from the native game: -1"),
        ("outcome", lambda *_: 4, "expected up to 3 numbers of an outcome from the native game: 4"),
        ("start", lambda *_: 0, "expected numbers of a position that the native game reads"),
    ],
)
def test_what_could_lead_out_of_bounds_is_refused(rule: str, bad: Any, message: str) -> None:
    for algorithm in ("maxn", "maxn(table=exact)", "paranoid"):
        with pytest.raises(GameError, match=message):
            solve(with_native(native(**{rule: bad})), algorithm, engine="kernel")


def test_an_outcome_that_is_not_listed_is_refused() -> None:
    def other(state: Any, numbers: Any) -> int:
        numbers[0] = 7
        return 1

    position = with_native(native(outcome=other))
    listed = replace(position, game=Listed())
    message = r"expected an outcome among the outcomes\(\) of the root: \(7\)"
    with pytest.raises(GameError, match=message):
        solve(listed, "leaf-table", engine="kernel")


def test_other_moves_each_time_do_no_harm() -> None:
    turns = itertools.count()

    def fewer(state: Any, found: Any, room: int) -> int:
        count = 1 + next(turns) % 3
        for at in range(count):
            found[at] = 1
        return count

    for _ in range(20):
        try:
            solve(with_native(native(moves=fewer), 6), "maxn(table=exact)", engine="kernel")
        except GameError as error:
            assert "expected the same moves of a state each time" in str(error)


def test_a_game_without_end_is_too_deep() -> None:
    endless = with_native(native(over=lambda _: 0, play=lambda *_: None))
    with pytest.raises(kibitz.KibitzError, match="it is too deep for the stack"):
        solve(endless, "maxn(width=1)", engine="kernel")


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"state_bytes": 0}, "expected state_bytes of 1 to 1024: 0"),
        ({"state_bytes": 1025}, "expected state_bytes of 1 to 1024: 1025"),
        ({"most_moves": 2**16 + 1}, "expected most_moves of 1 to 65536: 65537"),
        ({"outcome_numbers": 65}, "expected outcome_numbers of 1 to 64: 65"),
        ({"key_words": 1}, "expected key_words with key, and only then, of a native game"),
    ],
)
def test_sizes_without_room_are_refused(sizes: dict[str, int], message: str) -> None:
    with pytest.raises(kibitz.KibitzError, match=message):
        native(sizes)


def test_sizes_are_looked_at_again_before_each_search() -> None:
    changed = native()
    changed._struct.state_bytes = 4096
    with pytest.raises(GameError, match="expected states of 1 to 1024 bytes: 4096"):
        solve(with_native(changed), engine="kernel")
    changed = native()
    changed._struct.moves = None
    with pytest.raises(GameError, match="expected the functions start, over, turn, moves, play"):
        solve(with_native(changed), engine="kernel")


def test_functions_that_are_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="expected the functions play, outcome of a native game"):
        NativeGame(state_bytes=1, most_moves=1, outcome_numbers=1, start=1, over=1, turn=1, moves=1)
    with pytest.raises(TextError, match=r"expected one of start, over, .*: 'mvoes'"):
        NativeGame(state_bytes=1, most_moves=1, outcome_numbers=1, mvoes=1)
    with pytest.raises(TextError, match="a cfunc of Numba or a function of ctypes as start: 'x'"):
        NativeGame(state_bytes=1, most_moves=1, outcome_numbers=1, start="x")
    with pytest.raises(TextError, match="expected a library with a kibitz_native_game"):
        NativeGame.load(tmp_path / "nothing.so")


def test_a_position_that_lacks_its_part_is_refused() -> None:
    class NoNumbers(StonesPosition):
        as_numbers = Position.as_numbers  # type: ignore[assignment]

    class NoNative(StonesPosition):
        native = None  # type: ignore[assignment]

    with pytest.raises(GameError, match=r"expected as_numbers\(\) of NoNumbers"):
        solve(NoNumbers(Stones(), 3, 0))
    with pytest.raises(GameError, match="expected a NativeGame as native of NoNative: None"):
        solve(NoNative(Stones(), 3, 0))


@pytest.mark.parametrize("given", [None, 5, ["a"], [1.5, 0]])
def test_numbers_that_are_none_are_refused(given: Any) -> None:
    class Odd(StonesPosition):
        def as_numbers(self) -> Any:
            return given

    with pytest.raises(GameError, match=r"expected whole numbers in a list from as_numbers\(\): "):
        solve(Odd(Stones(), 3, 0))


def test_numbers_of_another_position_lead_to_an_error_and_no_traceback() -> None:
    class Elsewhere(StonesPosition):
        def as_numbers(self) -> list[int]:
            return [9, 0]

    with pytest.raises(GameError, match=r"expected \d moves or more, as the kernel has found: \d"):
        solve(Elsewhere(Stones(), 1, 0), "maxn(order=low)")


def _three_words(state: Any, words: Any) -> None:
    words[0], words[1], words[2] = state[0], state[1], 0


def _four_bytes(numbers: Any, count: int, state: Any) -> int:
    state[3] = 1
    return start(numbers, count, state)


def _long_play(state: Any, move: int) -> None:
    play(state, move)
    state[2] = 1


def _many_listed(state: Any, found: Any, room: int) -> int:
    found[3] = 1
    return listed(state, found, room)


def _long_outcome(state: Any, numbers: Any) -> int:
    numbers[3] = 1
    return outcome(state, numbers)


def _one_more(state: Any, move: int) -> None:
    play(state, min(move + 1, state[0]))


def _backwards(state: Any, found: Any, room: int) -> int:
    count = listed(state, found, room)
    found[0], found[count - 1] = found[count - 1], found[0]
    return count


def _only_stones(state: Any, words: Any) -> None:
    words[0] = state[0]


def _by_two(state: Any, words: Any) -> None:
    words[0], words[1] = state[0], state[1] % 2


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({}, None),
        ({"over": lambda state: int(state[0] <= 1)}, "over of the native game differs: True, not"),
        ({"turn": lambda state: (state[1] + 1) % 3}, "turn of the native game differs: 1, not 0"),
        ({"moves": lambda *_: 1}, "number of moves of the native game differs: 1, not 3"),
        ({"moves": _backwards}, "the native game leads elsewhere: by 1"),
        ({"play": _one_more}, "the native game leads elsewhere: by 1"),
        ({"outcome": lambda *_: 3}, "outcome of the native game differs: "),
        ({"start": _four_bytes}, "start of the native game writes more than a state of 2 bytes"),
        ({"play": _long_play}, "play of the native game writes more than a state of 2 bytes"),
        ({"moves": _many_listed}, "moves of the native game writes more than 3 moves"),
        ({"outcome": _long_outcome}, "outcome of the native game writes more than 3 numbers"),
        ({"key": _three_words}, "key of the native game writes more than 2 words"),
        ({"key": _only_stones}, "key of the native game is the same where key() is not"),
    ],
)
def test_the_check_finds_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], fault: str | None
) -> None:
    own = native({"key_words": 2} if "key" in changed else {}, **changed)

    class Other(StonesPosition):
        native = own

    monkeypatch.setattr(f"{__name__}.PLACES", [Other])
    faults = kibitz.check_game(Stones(stones=6), deals=2)
    assert [line.startswith(fault) for line in faults[:1]] == [True] if fault else faults == []
