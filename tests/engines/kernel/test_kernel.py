"""The kernel equals the reference in every answer and count; `make verify-engines` runs long."""

from __future__ import annotations

import random
import re
import shutil
import threading
import time
from dataclasses import replace
from typing import Any, ClassVar

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
from kibitz import (
    Algorithm,
    Card,
    Game,
    GameError,
    KibitzError,
    Limit,
    Position,
    TranspositionTable,
    TrumpGame,
    solve,
)
from kibitz.asking.perft import by_reference
from kibitz.engines import kernel
from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import parts_of
from kibitz.engines.kernel.outcome_sets import _parts as set_parts
from kibitz.engines.kernel.tricks import rules_in_numbers
from kibitz.engines.problem.protocol import Problem, Watch

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


class Wild(TrumpGame):
    """A game whose rules are not what they should be."""

    trumps: ClassVar = (*TrumpGame.trumps, "X")

    def trump_in(self, marks: object) -> int | None:
        return 4 if self.trump == "X" else super().trump_in(frozenset())


class Changing(TrumpGame):
    """Cards whose points are others whenever somebody asks."""

    counts_tricks: ClassVar[bool] = False

    def points(self, card: Card) -> int:
        return random.randrange(5)


class TestWhatEnters:
    """Numbers that would be written out of bounds are refused, in one line."""

    @pytest.mark.parametrize("algorithm", ["outcome-sets", "leaf-table"])
    def test_a_trump_suit_that_is_none(self, algorithm: str) -> None:
        said = r"expected trump_in\(\) to be a suit of 0 to 3, or None: 4"
        with pytest.raises(GameError, match=said):
            solve(Wild(cards=3, trump="X").deal(1), algorithm)

    @pytest.mark.parametrize("algorithm", ["outcome-sets", "leaf-table"])
    def test_points_that_change(self, algorithm: str) -> None:
        with pytest.raises(GameError, match=r"expected points\(\) to say the same each time"):
            solve(Changing(cards=3).deal(1), algorithm, engine="kernel")

    @pytest.mark.parametrize("cards", [1 << 52, 1 << 63, 1 << 70])
    def test_sets_of_cards_that_there_are_not(self, cards: int) -> None:
        class Closed(TrumpGame):
            @property
            def restrictions(self) -> kibitz.Restrictions:
                return kibitz.Restrictions(closed=cards)

        with pytest.raises(GameError, match="expected a set of the 52 cards: closed="):
            solve(Closed(cards=3).deal(1))

    @pytest.mark.parametrize("cards", [-1, "SA"])
    def test_what_is_no_set_of_cards(self, cards: Any) -> None:
        with pytest.raises(GameError, match="expected a set of cards: closed="):
            kibitz.Restrictions(closed=cards)

    def test_twenty_six_moves(self) -> None:
        whole = TrumpGame(players=2, alike="none").deal(1)
        assert len(whole.moves()) == 26
        for algorithm in ("outcome-sets", "leaf-table", "partition"):
            assert solve(whole, algorithm, limit=Limit(nodes=300)).stopped == "nodes"
        suits = [kibitz.cards.SUIT_CARDS[0] | kibitz.cards.SUIT_CARDS[suit] for suit in (1, 3)]
        hands = (suits[0], suits[1] ^ kibitz.cards.SUIT_CARDS[0] | kibitz.cards.SUIT_CARDS[2])
        forced = replace(whole, hands=hands)
        found = [solve(forced, "outcome-sets", engine=engine) for engine in ("kernel", "reference")]
        assert found[0].line == found[1].line
        assert len(found[0].line) == 52

    @pytest.mark.parametrize(
        ("at", "value", "message"),
        [
            (0, 4, "expected a trump suit of the pack, or none: 4"),
            (1, [1, 2], "expected a hand for each player: 2"),
            (1, [1, 1, 2], "expected each card once: 0"),
            (1, [1, 2, 4 + 8], "expected equal hands with the cards on the table: 2"),
            (1, [1 << 52, 2, 4], "expected cards of the pack: 52"),
            (1, [1 << 70, 2, 4], "expected cards of the pack: 70"),
            (1, [1 << 130, 2, 4], "expected numbers that the kernel has room for: hands"),
            (1, [-1, 2, 4], "expected numbers that the kernel has room for: hands"),
            (3, 4, "expected as many cards left over for each: 4"),
            (4, 3, "expected a leader among the players: 3"),
            (5, [60], "expected cards of the pack: 60"),
            (5, [4, 5, 6], "expected fewer cards on the table than players: 3"),
            (6, [0, 0], "expected what each side has taken: 2"),
            (6, [0, 0, 9], "expected no more taken than there is: 9"),
            (6, [0, 0, 1], "expected outcomes that share out what there is to take: 1"),
        ],
    )
    def test_positions_that_cannot_be(self, at: int, value: Any, message: str) -> None:
        rules = rules_in_numbers(SPADES, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))  # type: ignore[arg-type]
        rows = {"rows": [(1, 0, 0), (0, 1, 0), (0, 0, 1)], "max_sum": 1, "delta": 1}
        deal: list[Any] = [-1, [1, 2, 4], [1, 2, 4], 0, 0, [], [0, 0, 0], True, True]
        problem = Problem(LONG, Algorithm.parse("leaf-table"), Limit(), TranspositionTable())
        plan = _kernel.TrickPlan(rules, rows, parts_of(problem))
        never = (2**64 - 1, 0.0, 0, True)
        assert plan.search(tuple(deal), never, Watch(), _kernel.KeptTable())[0] >= 0
        deal[at] = value
        with pytest.raises(_kernel.Refused, match=re.escape(message)):
            plan.search(tuple(deal), never, Watch(), _kernel.KeptTable())

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("players", 8),
            ("players", 1),
            ("sides", 4),
            ("side_of", [0, 1, 3]),
            ("points", [1] * 51),
            ("points", [-1] * 52),
            ("closed", 1 << 60),
            ("alike", 3),
            ("kept", 1 << 52),
            ("low", 1 << 100),
            ("wild", -1),
            ("suits", []),
            ("suits", [1] * 7),
            ("suits", [0b11, 0]),
            ("suits", [0b101, 0b010]),
            ("suits", [0b10]),
            ("suits", [(1 << 105) - 1]),
            ("suits", [(1 << 17) - 1]),
            ("copies", 0),
            ("copies", 3),
            ("copies", 2),
            ("last_trick", -1),
            ("wants", [[True]]),
            ("wants", [[], [], []]),
            ("outcomes", []),
            ("outcomes", [(1, 0)]),
            ("outcomes", [(1 << 20, 0, 0)]),
        ],
    )
    def test_rules_that_there_are_not(self, name: str, value: Any) -> None:
        rules = rules_in_numbers(SPADES, ((1, 0, 0),)) | {name: value}  # type: ignore[arg-type]
        with pytest.raises(_kernel.Refused, match="expected "):
            _kernel.play_outs(rules, [], [], [], [])

    @pytest.mark.parametrize(
        ("rows", "delta", "message"),
        [
            ([(1, 0, 0)], 1, "expected scores of each outcome: 1"),
            ([(1, 0)] * 3, 1, "expected a score for each side: 2"),
            ([(1, 0, -1)] * 3, 1, "expected scores of 0 to 2^26: -1"),
            ([(1, 0, (1 << 26) + 1)] * 3, 1, "expected scores of 0 to 2^26: 67108865"),
            ([(1, 0, 1 << 31)] * 3, 1, "expected numbers that the kernel has room for: rows"),
            ([(1, 0, 0)] * 3, 0, "expected a step between scores: 0"),
        ],
    )
    def test_scores_that_cannot_be(self, rows: Any, delta: int, message: str) -> None:
        rules = rules_in_numbers(SPADES, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))  # type: ignore[arg-type]
        problem = Problem(LONG, Algorithm.parse("leaf-table"), Limit(), TranspositionTable())
        with pytest.raises(_kernel.Refused, match=re.escape(message)):
            scores = {"rows": rows, "max_sum": 1, "delta": delta}
            _kernel.TrickPlan(rules, scores, parts_of(problem))

    def test_outcomes_of_which_none_is_left(self) -> None:
        """The first player has taken a trick, and in all outcomes it has none."""
        rules = rules_in_numbers(SPADES, ((0, 2, 0),))  # type: ignore[arg-type]
        deal: Any = (-1, [1, 2, 4], [1, 2, 4], 0, 0, [], [1, 0, 0], True, True)
        search = Algorithm.parse("outcome-sets")
        problem = Problem(LONG, search, Limit(), TranspositionTable(megabytes=1))
        parts = {**set_parts(problem), "table_mb": 1}
        scores = {"rows": [(0, 2, 0)], "max_sum": 2, "delta": 1}
        never, kept = (2**64 - 1, 0.0, 0, False), _kernel.KeptTable()
        with pytest.raises(_kernel.TooWide):
            _kernel.solve_sets(rules, deal, deal, scores, parts, 1, never, lambda *_: False, kept)

    def test_a_search_for_points_of_cards_that_have_too_many(self) -> None:
        points = [256, *[0] * 51]
        outcomes = ((256, 0), (0, 256))
        rules: Any = rules_in_numbers(TrumpGame(players=2), outcomes)
        rules |= {"counts_tricks": False, "points": points}
        deal: Any = (-1, [1, 2], [1, 2], 0, 0, [], [0, 0], True, True)
        problem = Problem(LONG, Algorithm.parse("points"), Limit(), TranspositionTable())
        plan = _kernel.TrickPlan(
            rules, {"rows": outcomes, "max_sum": 256, "delta": 1}, parts_of(problem)
        )
        with pytest.raises(_kernel.Refused, match="expected cards of up to 255 points: 256"):
            plan.search(deal, (2**64 - 1, 0.0, 0, False), Watch(), _kernel.KeptTable())

    def test_play_outs_and_worlds_that_cannot_be(self) -> None:
        rules = rules_in_numbers(SPADES, ((1, 1, 1),))  # type: ignore[arg-type]
        deal: Any = (-1, [1, 2, 4], [1, 2, 4], 0, 0, [], [0, 0, 0], True, True)
        wanted = [[[True]] * 3]
        assert _kernel.play_outs(rules, [deal], [0], wanted, [0]) == [1, 0, 0]
        for cards, tables, which, step in (
            ([1], wanted, [0], 1),
            ([60], wanted, [0], 1),
            ([0], wanted, [], 1),
            ([0], wanted, [1], 1),
            ([0], wanted, [0], 0),
            ([0], [[[True]]], [0], 1),
            ([0], [[[], [], []]], [0], 1),
        ):
            with pytest.raises(_kernel.Refused):
                _kernel.play_outs(rules | {"step": step}, [deal], cards, tables, which)
        assert len(_kernel.draw_worlds([[0, 1]], [2], [1, 1], [[1.0, 1.0]], False, 3, 1)) == 6
        for kinds, rows, columns in (
            ([[0]], [2], [1, 1]),
            ([[0, 104]], [2], [1, 1]),
            ([[0, 1]], [2, 0], [1, 1]),
            ([[0, 1]], [2], [1, 1, 0]),
        ):
            with pytest.raises(_kernel.Refused):
                _kernel.draw_worlds(kinds, rows, columns, [[1.0, 1.0]], False, 3, 1)

    def test_trees_and_boards_that_cannot_be(self) -> None:
        tree: dict[str, Any] = {
            "movers": [0, 0],
            "leaf_outcomes": [-1, 0],
            "node_limits": [0, 0],
            "children": [[1], []],
            "limits": [[]],
            "root_limits": 0,
            "outcomes": [(1, 0)],
        }
        board: dict[str, Any] = {
            "players": 2,
            "rows": 4,
            "seats": [0, 3],
            "limit": 1,
            "leave": 1,
            "pieces": [1, 0, 2, 0],
            "turn": 0,
            "made": 0,
            "utility": 0,
            "way_home": None,
            "against": False,
            "lowest": 0,
            "highest": 1,
            "target": -1,
        }
        wrong = [
            *(
                (tree, *each)
                for each in [("movers", [0, 2]), ("movers", [0]), ("children", [[2], []])]
            ),
            *((tree, *each) for each in [("leaf_outcomes", [-1, 1]), ("node_limits", [0, 1])]),
            *((tree, *each) for each in [("limits", [[0, 1, 2]]), ("outcomes", [(1,) * 17])]),
            *((board, *each) for each in [("players", 7), ("seats", [0, 6]), ("turn", 2)]),
            *(
                (board, *each)
                for each in [("pieces", [2**11 - 1, 0, 0, 0]), ("pieces", [1, 0, 1, 0])]
            ),
            (board, "pieces", [0, 1 << 60, 0, 0]),
            *((board, *each) for each in [("rows", 5), ("utility", 4), ("way_home", b"0")]),
            (board | {"rows": 3}, "way_home", b"0"),
        ]
        parts = parts_of(Problem(LONG, Algorithm.parse("maxn"), Limit(), TranspositionTable()))
        for rules, name, value in wrong:
            rows = {"rows": [(1, 0)] if rules is tree else [], "max_sum": 1, "delta": 1}
            run = _kernel.search_tree if rules is tree else _kernel.search_board
            with pytest.raises(_kernel.Refused, match="expected "):
                run(
                    rules | {name: value},
                    rows,
                    parts,
                    (9, 0.0, 1, True),
                    Watch(),
                    _kernel.KeptTable(),
                )
