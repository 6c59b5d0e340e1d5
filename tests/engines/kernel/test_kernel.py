"""The kernel equals the reference in every answer and count; `make verify-engines` runs long."""

from __future__ import annotations

import random
import shutil
import threading
import time

import pytest
from definition import engine_differences, facts
from generators import (
    random_deal,
    random_opposed,
    random_tree,
    sound_compositions,
    two_sided_compositions,
)
from hypothesis import given, settings
from strategies import algorithms, deals, seeds, trees, two_sided
from waiting import interrupt, when

import kibitz
from kibitz import Algorithm, Game, KibitzError, Limit, Position, solve
from kibitz.asking.perft import by_reference
from kibitz.engines import kernel
from kibitz.engines.protocol import Watch

pytestmark = pytest.mark.skipif(
    not kernel.BUILT and shutil.which("c++") is None, reason="there is no C++ compiler here"
)

COMPOSITIONS = sound_compositions()
DEEP = [
    Algorithm(prune="deep", test="linear"),
    Algorithm(prune="deep", test="single", heuristic="taken"),
    Algorithm(prune="deep", test="leaf-table", order="low"),
]
SPADES = kibitz.game("spades(players=3,breaking=false)")
LONG = SPADES.deal(1, cards=6)
WHOLE = SPADES.deal(1)


@settings(max_examples=300, deadline=None)
@given(deals, algorithms)
def test_the_same_nodes_on_deals(position: Position, algorithm: Algorithm) -> None:
    assert engine_differences(position, [algorithm]) == []


@settings(max_examples=300, deadline=None)
@given(trees, algorithms)
def test_the_same_nodes_on_trees(position: Position, algorithm: Algorithm) -> None:
    assert engine_differences(position, [algorithm]) == []


@settings(max_examples=200, deadline=None)
@given(trees | deals, two_sided)
def test_the_same_nodes_in_paranoid_searches(position: Position, algorithm: Algorithm) -> None:
    assert engine_differences(position, [algorithm]) == []


@settings(max_examples=150, deadline=None)
@given(trees | deals, two_sided, seeds)
def test_the_same_best_answer_so_far_in_paranoid_searches(
    position: Position, algorithm: Algorithm, seed: int
) -> None:
    limit = Limit(nodes=1 + seed % solve(position, algorithm).stats.visited)
    one, two = (
        solve(position, algorithm, engine=engine, limit=limit) for engine in ("kernel", "reference")
    )
    assert facts(one) == facts(two)


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_the_same_nodes_in_alpha_beta_searches(seed: int) -> None:
    sample = random.Random(seed).sample(two_sided_compositions("minimax"), 4)
    assert engine_differences(random_opposed(seed), sample) == []


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_deep_pruning_is_as_wrong_in_both(seed: int) -> None:
    assert engine_differences(random_tree(seed), DEEP) == []
    assert engine_differences(random_deal(seed), DEEP) == []


@pytest.mark.parametrize("algorithm", ["shallow", "leaf-table", "leaf-table(probe=trick)"])
@pytest.mark.parametrize("keys", ["absolute", "relative"])
def test_the_same_nodes_on_longer_deals(algorithm: str, keys: str) -> None:
    if algorithm != "shallow":
        algorithm = algorithm.replace("leaf-table", "leaf-table(x)").replace(")(", ",")
        algorithm = algorithm.replace("(x", f"(keys={keys}")
    for text in ("spades(players=3,breaking=false)", "spades(cards=5)", "spades(players=2)"):
        position = kibitz.game(text).deal(5, cards=5)
        assert engine_differences(position, [Algorithm.parse(algorithm)]) == []


@settings(max_examples=30, deadline=None)
@given(seeds)
def test_a_utility_in_python_runs_on_the_kernel(seed: int) -> None:
    draw = random.Random(seed)
    worth: dict[tuple[int, ...], list[int]] = {}

    def any_worth(outcome: tuple[int, ...]) -> list[int]:
        return worth.setdefault(outcome, [draw.randint(-9, 9) for _ in outcome])

    game = kibitz.game("spades(players=3,cards=4)", utility=any_worth)
    position = game.deal(seed)
    sample = draw.sample(COMPOSITIONS, 8)
    assert engine_differences(position, sample) == []


@pytest.mark.parametrize("cards", [9, 13, 17])
def test_outcome_sets_of_every_width(cards: int) -> None:
    """55, 105 and 171 outcomes: one word, two, and three."""
    game = kibitz.game(f"spades(players=3,cards={cards},breaking=false)")
    position = game.deal(3)
    rest = random.Random(cards)
    taken = [0, 0, 0]
    for _ in range(cards - 4):
        taken[rest.randrange(3)] += 1
    hands = str(SPADES.deal(cards, cards=4)).split(" 0 -")[0]
    late = game.parse(f"{hands} 0 - {','.join(map(str, taken))}")
    for algorithm in ("leaf-table", "speculative(test=leaf-table)"):
        assert engine_differences(late, [Algorithm.parse(algorithm)]) == []
        limit = Limit(nodes=3000)
        one, two = (
            solve(position, algorithm, engine=engine, limit=limit)
            for engine in ("kernel", "reference")
        )
        assert facts(one) == facts(two)


def test_any_number_of_outcomes() -> None:
    """A tree with more leaves than any fixed width."""
    tree = kibitz.game("tree(players=4,depth=6,branching=4,payoff=1000)").deal(2)
    for algorithm in ("leaf-table", "speculative(test=leaf-table,heuristic=taken)"):
        assert engine_differences(tree, [Algorithm.parse(algorithm)]) == []


def test_a_deep_tree_does_not_overflow_the_stack() -> None:
    game = kibitz.game("tree(players=2)")
    for depth, engine in ((1_500, "kernel"), (30_000, "reference")):
        text = "0[(0,0) " * depth + "(1,1)" + "]" * depth
        result = solve(game.parse(text), "shallow")
        assert (result.engine, result.value, len(result.line)) == (engine, (1, 1), depth)


def test_a_thread_with_a_small_stack_searches_what_it_has_room_for() -> None:
    game = kibitz.game("tree(players=2)")
    position = game.parse("0[(0,0) " * 5_000 + "(1,1)" + "]" * 5_000)
    results = []

    def search() -> None:
        results.append(solve(position, "shallow"))

    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=search)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert (results[0].engine, results[0].value) == ("reference", (1, 1))


def test_where_there_is_a_compiler_the_kernel_was_built() -> None:
    assert kernel.BUILT


@settings(max_examples=200, deadline=None)
@given(deals, seeds)
def test_the_same_perft(position: Position, seed: int) -> None:
    depth = 1 + seed % 12
    assert kernel.perft(position, depth, Watch()) == by_reference(position, depth)


def test_perft_of_a_whole_game_ends_with_it() -> None:
    counts = kibitz.perft(LONG, 99)
    assert len(counts) == 18
    assert counts[:9] == by_reference(LONG, 9)
    visited = solve(LONG, "maxn").stats.visited
    assert 1 + sum(counts) == visited


class TestLimits:
    @settings(max_examples=60, deadline=None)
    @given(seeds, algorithms)
    def test_a_limit_on_nodes_stops_both_at_the_same_node(
        self, seed: int, algorithm: Algorithm
    ) -> None:
        for position in (random_deal(seed), random_tree(seed)):
            nodes = 1 + seed % solve(position, algorithm).stats.visited
            limit = Limit(nodes=nodes)
            one, two = (
                solve(position, algorithm, engine=engine, limit=limit)
                for engine in ("kernel", "reference")
            )
            assert facts(one) == facts(two)

    def test_a_limit_on_seconds_stops(self) -> None:
        result = solve(WHOLE, "maxn", engine="kernel", limit=Limit(seconds=0.05))
        assert (result.stopped, result.complete) == ("seconds", False)

    def test_ctrl_c_gives_the_best_answer_so_far(self) -> None:
        begun = threading.Event()
        when(begun.is_set, interrupt)
        result = solve(
            WHOLE,
            "maxn",
            engine="kernel",
            limit=Limit(seconds=90),
            progress=lambda so_far: begun.set(),
            keep_interrupted=True,
        )
        assert (result.stopped, result.complete) == ("interrupt", False)
        assert (result.value, result.certainty) == (None, "unknown")
        assert result.move == WHOLE.moves()[0]

    @pytest.mark.parametrize("engine", ["kernel", "reference"])
    def test_ctrl_c_is_raised_unless_the_answer_so_far_was_asked_for(self, engine: str) -> None:
        begun = threading.Event()
        when(begun.is_set, interrupt)
        with pytest.raises(KeyboardInterrupt):
            solve(
                WHOLE,
                "maxn",
                engine=engine,
                limit=Limit(seconds=90),
                progress=lambda so_far: begun.set(),
            )

    @pytest.mark.parametrize("engine", ["kernel", "reference"])
    def test_a_search_can_be_cancelled_from_another_thread(self, engine: str) -> None:
        begun, cancel = threading.Event(), threading.Event()
        when(begun.is_set, cancel.set)
        result = solve(
            WHOLE,
            "maxn",
            engine=engine,
            limit=Limit(seconds=90),
            progress=lambda so_far: begun.set(),
            cancel=cancel,
        )
        assert (result.stopped, result.complete) == ("cancel", False)

    def test_progress_tells_ever_more_nodes_and_an_error_in_it_is_not_lost(self) -> None:
        told: list[int] = []
        solve(WHOLE, "maxn", engine="kernel", limit=Limit(seconds=0.2), progress=told.append)
        assert len(told) >= 2
        assert told == sorted(set(told))

        def broken(visited: int) -> None:
            raise LookupError("mine")

        with pytest.raises(LookupError, match="mine"):
            solve(WHOLE, "maxn", engine="kernel", progress=broken)

    def test_other_threads_run_while_it_searches(self) -> None:
        seen: list[int] = []

        def count() -> None:
            for number in range(5):
                seen.append(number)
                time.sleep(0.001)

        thread = threading.Thread(target=count)
        thread.start()
        solve(WHOLE, "maxn", engine="kernel", limit=Limit(seconds=0.5))
        assert len(seen) == 5
        thread.join()


@pytest.mark.parametrize("keys", ["absolute", "relative"])
def test_a_table_that_grows_forgets_nothing(keys: str) -> None:
    """It starts with few places."""
    algorithm = Algorithm.parse(f"speculative(table=bounds,keys={keys})")
    position = SPADES.deal(2, cards=8)
    assert solve(position, algorithm, engine="kernel").stats.expanded > 10_000
    assert engine_differences(position, [algorithm]) == []


@pytest.mark.parametrize("table", ["exact", "bounds"])
@pytest.mark.parametrize("probe", ["card", "trick"])
@pytest.mark.parametrize("keys", ["absolute", "relative"])
def test_a_table_that_is_full_forgets_and_is_still_right(table: str, probe: str, keys: str) -> None:
    algorithm = f"speculative(table={table},probe={probe},keys={keys})"
    position = SPADES.deal(4, cards=8)
    small = solve(position, algorithm, engine="kernel", limit=Limit(table_mb=1))
    large = solve(position, algorithm, engine="kernel")
    assert (small.value, small.line, small.outcome) == (large.value, large.line, large.outcome)
    if probe == "card" and keys == "absolute":
        assert small.stats.visited > large.stats.visited


class Mine(type(SPADES)):  # type: ignore[misc]
    """Spades with a rule that the kernel does not know."""

    def allowed(self, position: Position, cards: int) -> int:
        return cards


class TestChoice:
    def test_the_kernel_is_the_default_where_it_applies(self) -> None:
        assert solve(LONG).engine == "kernel"
        assert solve(LONG, engine="reference").engine == "reference"

    def test_a_game_of_your_own_runs_on_the_reference(self) -> None:
        game = Mine(players=3, cards=3)
        assert isinstance(game, Game)
        position = game.deal(1)
        assert solve(position).engine == "reference"
        with pytest.raises(KibitzError, match="it does not know allowed\\(\\) of"):
            solve(position, engine="kernel")

    def test_scores_that_are_too_large_run_on_the_reference(self) -> None:
        tree = kibitz.game("tree").parse("0[(5000000000,4,1) 1[(0,6,4) (3,3,4)]]")
        assert solve(tree, "shallow").engine == "reference"
        assert solve(tree, "shallow(scale=rank)").engine == "kernel"
        with pytest.raises(KibitzError, match="its scores are larger than"):
            solve(tree, "shallow", engine="kernel")

    def test_a_utility_that_fails_where_plain_maxn_never_comes(self) -> None:
        def picky(outcome: tuple[int, ...]) -> tuple[int, ...]:
            if outcome[0] == 3:
                raise ValueError("never")
            return outcome

        game = kibitz.game("spades(players=3,breaking=false)", utility=picky)
        position = game.parse("2... A... K... 0 - 2,0,0")
        assert solve(position, "maxn").engine == "reference"
        with pytest.raises(KibitzError, match="never"):
            solve(position, "shallow")
