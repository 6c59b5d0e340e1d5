"""Searches that stop before the end: every composition, at every depth, equals plain search.

Random trees with ties, movers that repeat or skip, 2 to 6 players and an evaluation of our
own; deals of all trick games with the games' estimates; Chinese Checkers.
"""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import pytest
from definition import expected, facts
from generators import (
    random_deal,
    random_hearts,
    random_tree,
    random_trump_deal,
    sound_compositions,
    two_sided_compositions,
    with_a_leaf,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, KibitzError, Limit, Position, solve
from kibitz.engines import kernel
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.games.chinese_checkers import BoardPosition

CHECKERS = kibitz.game("chinese_checkers")
SPADES = kibitz.game("spades(players=3,breaking=false)")
HEARTS = kibitz.game("hearts(players=3)")


def leftmost(position: Position) -> tuple[int, ...]:
    """An evaluation of our own: what the leftmost leaf is worth."""
    while not position.is_over:
        position = position.play(position.moves()[0])
    return position.game.payoffs(position.outcome)


TO_THE_END = [*sound_compositions(), *two_sided_compositions("paranoid")]
ON_TREES = with_a_leaf(TO_THE_END, leftmost, ("high", "low"))
ON_DEALS = {
    leaf: with_a_leaf(TO_THE_END, leaf, ("high", "low", "trick")) for leaf in ("cards", "taken")
}
ON_THE_BOARD = [
    algorithm.with_parts(width=2, order="gain")
    for algorithm in with_a_leaf(TO_THE_END, "distance", ("gain",))
    if algorithm.search.needs != "outcomes"
    and algorithm.keys == "absolute"
    and algorithm.probe == "card"
]


def check(position: Position, algorithm: Algorithm, depth: int, table: bool = False) -> None:
    kept = TranspositionTable(1) if table and algorithm.table != "none" else None
    limit = Limit(depth=depth)
    result = solve(position, algorithm, engine="reference", limit=limit, table=kept)
    wanted = expected(position, algorithm, depth)
    line = list(result.line)
    assert (result.value, line, *line[:1], result.outcome) == wanted, f"{position} {algorithm}"
    assert result.stopped in ("", "depth")
    if result.complete:
        assert wanted == expected(position, algorithm)
    if kept is not None:
        again = solve(position, algorithm, engine="reference", limit=limit, table=kept)
        assert (again.value, again.line) == (result.value, result.line)
        assert again.stats.visited <= result.stats.visited


@settings(max_examples=400, deadline=None)
@given(seeds, st.sampled_from(ON_TREES), st.integers(1, 5), st.booleans())
def test_every_composition_on_trees(
    seed: int, algorithm: Algorithm, depth: int, table: bool
) -> None:
    check(random_tree(seed), algorithm, depth, table)


@settings(max_examples=200, deadline=None)
@given(
    seeds.map(random_deal) | seeds.map(random_trump_deal) | seeds.map(random_hearts),
    st.sampled_from(ON_DEALS["cards"]) | st.sampled_from(ON_DEALS["taken"]),
    st.integers(1, 7),
    st.booleans(),
)
def test_every_composition_on_deals(
    position: Position, algorithm: Algorithm, depth: int, table: bool
) -> None:
    check(position, algorithm, depth, table)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 99), st.sampled_from(ON_THE_BOARD), st.integers(1, 4), st.booleans())
def test_every_composition_on_the_board(
    seed: int, algorithm: Algorithm, depth: int, table: bool
) -> None:
    check(CHECKERS.deal(seed), algorithm, depth, table)


def check_engines(
    position: Position, algorithm: Algorithm, limit: Limit, table: bool = False
) -> None:
    kept = [TranspositionTable(8) if table and algorithm.table != "none" else None for _ in "kr"]
    for depth in (limit.depth, limit.depth, None):
        one, two = (
            solve(position, algorithm, engine=engine, limit=replace(limit, depth=depth), table=own)
            for engine, own in zip(("kernel", "reference"), kept, strict=True)
        )
        assert facts(one) == facts(two), f"{position.game} {position} {algorithm} {limit}"
        if not table or algorithm.deepening == "none" or limit.nodes is None:
            return


@pytest.mark.skipif(not kernel.BUILT, reason="there is no C++ compiler here")
class TestEngines:
    @settings(max_examples=300, deadline=None)
    @given(
        seeds.map(random_deal) | seeds.map(random_trump_deal) | seeds.map(random_hearts),
        st.sampled_from(ON_DEALS["cards"]) | st.sampled_from(ON_DEALS["taken"]),
        st.integers(1, 7),
        st.none() | st.integers(1, 300),
        st.booleans(),
    )
    def test_on_deals(
        self, position: Position, algorithm: Algorithm, depth: int, nodes: int | None, table: bool
    ) -> None:
        check_engines(position, algorithm, Limit(depth=depth, nodes=nodes), table)

    @settings(max_examples=150, deadline=None)
    @given(
        st.sampled_from((2, 3, 4, 6)),
        st.integers(0, 99),
        st.integers(0, 60),
        st.sampled_from(ON_THE_BOARD),
        st.integers(1, 4),
        st.none() | st.integers(1, 300),
        st.booleans(),
    )
    def test_on_the_board(
        self,
        players: int,
        seed: int,
        later: int,
        algorithm: Algorithm,
        depth: int,
        nodes: int | None,
        table: bool,
    ) -> None:
        """Also in the middle of a game, with all moves or some, in every order."""
        draw = random.Random(seed)
        utility = draw.choice(("progress", "win"))
        leave = draw.choice((0, 3, 8, 30))
        game = kibitz.game(f"chinese_checkers(players={players},leave={leave},utility={utility})")
        position = game.deal(seed)
        for _ in range(later):
            position = position.play(draw.choice(position.ordered("gain")[:4]))
        wide = {"width": draw.choice((1, 3, 10)), "order": draw.choice(("gain", "high", "low"))}
        depth = min(depth, 2) if wide["width"] == 10 else depth
        algorithm = algorithm.with_parts(**wide)
        check_engines(position, algorithm, Limit(depth=depth, nodes=nodes), table)

    def test_plain_search_visits_the_nodes_of_perft(self) -> None:
        """All moves, each counted by every path."""
        for players, depth in ((2, 3), (3, 3), (4, 2), (6, 2)):
            position = kibitz.game(f"chinese_checkers(players={players})").deal(5)
            algorithm = "maxn(leaf=distance,deepening=none)"
            found = solve(position, algorithm, engine="kernel", limit=Limit(depth=depth))
            assert found.stats.visited == 1 + sum(kibitz.perft(position, depth))

    def test_to_the_end_of_the_game(self) -> None:
        """One piece short of the goal, with a foreign piece in it, and at the limit of moves."""
        near = "m5n1n2n3n4o1o2o3p1p2 a1b1b2c1c2c3d1d2d3e5"
        for limit in (6, 3, 1):
            game = kibitz.game(f"chinese_checkers(players=2,move_limit={limit})")
            for algorithm in ("maxn(width=5,order=gain)", "paranoid(width=6,order=gain)"):
                one, two = (
                    solve(game.parse(near), algorithm, engine=engine)
                    for engine in ("kernel", "reference")
                )
                assert facts(one) == facts(two)
                assert one.complete

    def test_where_a_piece_did_not_leave(self) -> None:
        """Goals that are full or one piece short, before, when and after its time is up."""
        near = (
            "m5n2n3n4o1o2o3p1p2b1 q1e5e6e7e8e9f5f6f7f8",
            "n1n2n3n4o1o2o3p1p2b1 q1e5e6e7e8e9f5f6f7f8",
            "a1b1b2c1c2c3d1d2d3q1 d4n1n2n3n4o1o2o3p1p2",
        )
        for leave, made in ((0, 3), (2, 3), (30, 3), (30, 57), (30, 58), (30, 59), (30, 60)):
            game = kibitz.game(f"chinese_checkers(players=2,leave={leave})")
            ends = set()
            for turn, pieces in itertools.product(range(2), near):
                position = game.parse(f"{pieces} {turn} {made}")
                assert isinstance(position, BoardPosition)
                ends.add(position.home)
                if not position.is_over:
                    check_engines(position, Algorithm.parse("maxn(leaf=distance)"), Limit(depth=2))
                    ends |= {position.play(move).home for move in position.moves()}
            assert (ends == {None}) == (leave == 30 and made < 58)

    def test_whole_random_games_end_alike(self) -> None:
        for seed in range(4):
            players = (2, 3, 4, 6)[seed]
            game = kibitz.game(f"chinese_checkers(players={players})")
            position, draw = game.deal(seed), random.Random(seed)
            while not position.is_over:
                moves = position.ordered("gain")
                if draw.random() < 0.02 or len(moves) < 4:
                    algorithm = Algorithm.parse("maxn(leaf=distance)")
                    check_engines(position, algorithm, Limit(depth=1))
                position = position.play(draw.choice(moves[:3]))
            check_engines(position, Algorithm.parse("maxn(leaf=distance)"), Limit(depth=1))


@settings(max_examples=60, deadline=None)
@given(seeds, st.sampled_from(ON_DEALS["cards"]))
def test_without_a_limit_it_deepens_to_the_end(seed: int, algorithm: Algorithm) -> None:
    if algorithm.deepening == "none":
        return
    position = random_deal(seed)
    result = solve(position, algorithm, engine="reference", limit=Limit(nodes=10**9))
    assert result.complete
    line = list(result.line)
    assert (result.value, line, *line[:1], result.outcome) == expected(position, algorithm)


def test_ten_moves_everywhere_to_depth_six_are_the_published_nodes() -> None:
    """IJCAI-2003: re-expansions counted, 10 moves a node; the start has that many everywhere."""
    algorithm = "maxn(leaf=distance,combine=against,order=gain,width=10)"
    depth = 6 if kernel.BUILT else 3
    result = solve(CHECKERS.start(), algorithm, limit=Limit(depth=depth))
    assert result.stats.visited == (1_234_566 if depth == 6 else 11 + 111 + 1_111)


def test_equal_leaves_cost_speculative_pruning_the_derived_nodes() -> None:
    """The best case of figures.md: 3 players, 10 moves, depths 1 to 6 one after the other."""
    game = kibitz.game("tree(depth=6,branching=10)")
    tree = game.uniform((1, 1, 1))  # type: ignore[attr-defined]
    algorithm = Algorithm.parse("speculative", leaf=lambda position: (1, 1, 1))
    result = solve(tree, algorithm, limit=Limit(depth=6))
    assert (result.stats.visited, result.complete) == (84_933, True)


class TestLimits:
    DEAL = kibitz.game("hearts(players=3)").deal(1)
    ALGORITHM = "speculative(leaf=cards,combine=against)"

    def test_the_best_answer_so_far_at_any_moment(self) -> None:
        """Each number of nodes has an answer, and its depth never shrinks."""
        depths = []
        for nodes in (1, 10, 100, 1_000, 5_000):
            result = solve(self.DEAL, self.ALGORITHM, limit=Limit(nodes=nodes))
            assert (result.stopped, result.stats.visited) == ("nodes", nodes)
            assert result.move in self.DEAL.moves()
            depths.append(result.depth or 0)
        assert depths == sorted(depths)
        assert depths[0] == 0
        assert depths[-1] >= 4

    def test_a_search_to_a_depth_says_how_deep(self) -> None:
        result = solve(self.DEAL, self.ALGORITHM, limit=Limit(depth=3))
        assert (result.depth, result.stopped, result.complete) == (3, "depth", False)
        assert "searched 3 plies deep" in result.show()
        assert result.as_dict()["depth"] == 3

    def test_no_limit_at_all_ends_too(self) -> None:
        result = solve(CHECKERS.start(), engine="reference", limit=Limit(nodes=2_000))
        assert result.algorithm.leaf == "distance"
        assert result.stopped == "nodes"

    def test_the_line_of_one_depth_is_tried_first_in_the_next(self) -> None:
        steps = list(kibitz.trace(self.DEAL, self.ALGORITHM, limit=Limit(depth=4)))
        ends = [at for at, step in enumerate(steps) if step.kind == "deepened"]
        assert [steps[at].depth for at in ends] == [1, 2, 3, 4]
        for depth in (2, 3):
            whole = solve(self.DEAL, self.ALGORITHM, limit=Limit(depth=depth))
            after = [step.move for step in steps[ends[depth - 1] :] if step.kind == "visit"]
            assert tuple(after[1 : depth + 1]) == whole.line

    @pytest.mark.parametrize(
        ("algorithm", "limit", "message"),
        [
            ("maxn", Limit(depth=3), "expected a leaf=... for a limit on depth"),
            ("maxn(leaf=cards,deepening=none)", Limit(), "expected a limit on depth"),
            ("maxn(leaf=distance)", Limit(), "unknown leaf of hearts 'distance'"),
            ("maxn(order=gain)", Limit(), "unknown order of hearts 'gain'"),
            ("maxn(width=0)", Limit(), "expected a width of 1 or more"),
            ("maxn(leaf=nowhere:f)", Limit(), "expected a leaf 'module:name'"),
        ],
    )
    def test_what_does_not_fit_is_refused(self, algorithm: str, limit: Limit, message: str) -> None:
        with pytest.raises(KibitzError, match=message):
            solve(self.DEAL, algorithm, limit=limit)

    def test_a_depth_alone_will_do(self) -> None:
        result = solve(self.DEAL, limit=Limit(depth=3))
        assert (result.algorithm.leaf, result.depth) == ("cards", 3)

    def test_an_absurd_depth_is_refused(self) -> None:
        with pytest.raises(KibitzError, match="expected a depth of 1 to 10000 plies: 0"):
            Limit(depth=0)


class TestOwnEvaluation:
    def test_a_function_or_its_name(self) -> None:
        deal = random_tree(5)
        named = Algorithm.parse("speculative(leaf=test_deepening:leftmost)")
        given = Algorithm.parse("speculative", leaf=leftmost)
        assert named == given
        assert str(given) == "speculative(leaf=test_deepening:leftmost)"
        results = [solve(deal, algorithm, limit=Limit(depth=3)) for algorithm in (named, given)]
        assert facts(results[0]) == facts(results[1])
        assert results[0].engine == "reference"

    @pytest.mark.parametrize(
        ("evaluation", "message"),
        [
            (lambda position: (1, 2), "expected 3 payoffs from leaf"),
            (lambda position: (1, 2, 0.5), "expected whole numbers from leaf"),
            (lambda position: 1 // 0, "failed for"),
            (lambda position: (99, 99, 99), "expected payoffs within lowest=0"),
            (lambda position: (4, -1, 0), "expected payoffs within lowest=0 highest=3"),
        ],
    )
    def test_one_that_gives_nonsense_is_told(self, evaluation: object, message: str) -> None:
        algorithm = Algorithm.parse("speculative", leaf=evaluation)
        with pytest.raises(KibitzError, match=message):
            solve(SPADES.deal(1, cards=3), algorithm, limit=Limit(depth=2))

    def test_it_has_no_outcomes_to_look_at(self) -> None:
        with pytest.raises(InvalidAlgorithm, match="gives payoffs and not outcomes"):
            Algorithm.parse("leaf-table", leaf=leftmost)
