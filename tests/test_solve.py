"""Results, limits, Ctrl-C, memory, traces; the same search twice is the same."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from definition import facts
from generators import random_deal, random_opposed, random_tree

import kibitz
from kibitz import KibitzError, Limit, Position, compare, solve, trace
from kibitz.results import Line

SPADES = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
DEAL = SPADES.parse("7..K.4 .2..K7 J...A3")
OPEN = kibitz.game("spades(players=3,breaking=false)")
FULL = OPEN.deal(1)
GAMES = (
    "hearts",
    "hearts(players=3)",
    "spades(players=3)",
    "bridge",
    "sergeant_major",
    "oh_hell(players=5)",
    "chinese_checkers(players=3)",
    "tree(depth=5,branching=3)",
)
LONG = OPEN.deal(1, cards=6)


def test_a_result_says_all_that_was_asked() -> None:
    result = solve(DEAL)
    found = json.loads(json.dumps(result.as_dict()))
    assert found.pop("seconds") > 0
    assert found == {
        "game": str(SPADES),
        "position": "7..K.4 .2..K7 J...A3 0 - 0,0,0",
        "algorithm": "leaf-table(keys=relative)",
        "engine": result.engine,
        "value": [13, 0, 23],
        "certainty": "exact",
        "words": {"sure": "exact", "about": "", "value": ["13", "0", "23"]},
        "bounds": None,
        "outcome": [1, 0, 2],
        "move": "DK",
        "line": ["DK", "H2", "SJ", "CA", "C4", "CK", "C3", "S7", "C7"],
        "stats": {
            "visited": 68,
            "expanded": 56,
            "leaves": 8,
            "cuts": {"immediate": 1, "entry": 2, "shallow": 2, "distant": 1},
            "table_hits": 2,
            "re_searches": 0,
        },
        "beside": {},
        "depth": None,
        "complete": True,
        "stopped": "",
    }
    assert result._repr_html_().startswith("<table>")


def test_the_line_leads_to_the_outcome_and_the_outcome_to_the_value() -> None:
    for seed in range(40):
        position = random_deal(seed)
        result = solve(position)
        for move in result.line:
            position = position.play(move)
        assert position.outcome == result.outcome
        assert position.game.payoffs(result.outcome) == result.value


def test_what_a_paranoid_search_does_not_know_is_no_difference() -> None:
    for seed in range(100):
        results = compare(random_opposed(seed), ["alpha-beta", "paranoid", "maxn", "leaf-table"])
        assert kibitz.agree(results), results


def test_another_value_or_line_is_a_difference() -> None:
    tree = kibitz.game("tree").parse("0[1[(2,2,0) (1,2,3)] 1[(2,3,1) (2,1,1)]]")
    plain, low, paranoid = compare(tree, ["maxn", "maxn(order=low)", "paranoid"])
    assert (plain.value, low.value, paranoid.value) == ((2, 2, 0), (2, 3, 1), (2, None, None))
    assert not kibitz.agree([plain, low])
    assert not kibitz.agree([plain, paranoid])  # the others lead it elsewhere
    other = replace(paranoid, way=plain.way)
    assert kibitz.agree([plain, other])
    assert not kibitz.agree([other, plain, replace(plain, worth=kibitz.Vector((2, 2, 1)))])
    assert not kibitz.agree([plain, replace(other, worth=kibitz.Vector((1, None, None)))])


def test_the_same_search_twice_gives_the_same_counts() -> None:
    for seed in range(10):
        for algorithm in ("speculative", "leaf-table"):
            position = random_tree(seed)
            again = position.game.parse(str(position))
            assert solve(position, algorithm).stats == solve(again, algorithm).stats


def test_a_finished_game_has_a_value_and_no_move() -> None:
    result = solve(SPADES.parse("... ... ... 0 - 1,1,1"))
    assert (result.value, result.move, result.line) == ((13, 13, 0), None, ())


class TestLimits:
    def test_a_limit_on_nodes_is_kept_to_the_node(self) -> None:
        whole = solve(DEAL, "maxn").stats.visited
        for nodes in (1, 2, 10, whole - 1):
            result = solve(DEAL, "maxn", limit=Limit(nodes=nodes))
            assert (result.stats.visited, result.complete, result.stopped) == (
                nodes,
                False,
                "nodes",
            )
        assert solve(DEAL, "maxn", limit=Limit(nodes=whole)).complete

    def test_the_best_answer_so_far_is_the_best_of_the_moves_that_were_searched(self) -> None:
        first = solve(DEAL.play("S7"), "maxn")
        result = solve(DEAL, "maxn", limit=Limit(nodes=first.stats.visited + 2))
        assert (result.move, result.value) == (DEAL.moves()[0], first.value)
        assert "STOPPED EARLY" in result.show()

    def test_without_any_value_the_first_move_is_named_as_such(self) -> None:
        result = solve(DEAL, "leaf-table", limit=Limit(nodes=1))
        assert (result.move, result.value, result.outcome) == (DEAL.moves()[0], None, None)
        assert (result.line, result.certainty) == ((), "unknown")
        assert f"{result.move}, none has a value yet" in result.show()

    @pytest.mark.parametrize("engine", ["kernel", "reference"])
    @pytest.mark.parametrize("game", GAMES)
    def test_there_is_a_legal_move_within_any_limit(self, game: str, engine: str) -> None:
        deal = kibitz.game(game).deal(1)
        algorithms = [
            None,
            "maxn",
            *["outcome-sets"] * (engine == "kernel" and "suits" in deal.orders),
        ]
        for limit in (Limit(nodes=1), Limit(nodes=50), Limit(seconds=1e-6), Limit(seconds=0.005)):
            for algorithm in algorithms:
                result = solve(deal, algorithm, engine=engine, limit=limit)
                assert result.move in deal.moves()
                assert result.certainty == "exact" or not result.complete
                if result.value is None:
                    assert result.certainty in ("unknown", "bound")
                    assert result.line == ()
                else:
                    assert result.line[0] == result.move
                if algorithm is None and limit.seconds and deal.estimates:
                    assert result.value is not None

    @pytest.mark.parametrize("limit", [Limit(nodes=10_000_000), Limit(seconds=60)])
    def test_the_only_legal_move_is_answered_at_once(self, limit: Limit) -> None:
        deal = kibitz.game("hearts").deal(1)
        assert len(deal.moves()) == 1
        result = solve(deal, limit=limit)
        assert result.stats.visited <= 2_000
        assert (result.move, result.stopped) == (deal.moves()[0], "forced")
        assert (result.certainty, result.complete) == ("estimate", False)
        assert "no other move is legal" in result.show()
        assert solve(deal, "leaf-table", limit=Limit(nodes=5_000)).stopped == "nodes"
        nothing = solve(deal, limit=Limit(nodes=1))
        assert (nothing.move, nothing.value) == (deal.moves()[0], None)
        assert "the only legal one" in nothing.show()

    def test_the_only_legal_move_has_its_value_where_that_takes_little(self) -> None:
        ending = OPEN.parse("7...4 .2.9.7 J...A3 0 DK 0,0,0")
        assert len(ending.moves()) == 1
        assert solve(ending, limit=Limit(nodes=10_000_000)).certainty == "exact"

    @pytest.mark.parametrize("engine", ["kernel", "reference"])
    def test_a_stopped_zero_window_names_a_move_that_gets_what_it_says(self, engine: str) -> None:
        tree = kibitz.game("tree(players=2)").parse("0[(0,9) (7,2) (9,0)]")
        algorithm = "paranoid(window=zero,table=bounds)"
        whole = solve(tree, algorithm, engine=engine)
        assert (whole.value, whole.move, whole.certainty) == ((9, None), 2, "exact")
        for nodes in range(1, whole.stats.visited):
            result = solve(tree, algorithm, engine=engine, limit=Limit(nodes=nodes))
            if result.value is None:
                assert result.certainty in ("unknown", "bound")
                continue
            assert result.certainty == "at least"
            assert tree.play(result.move).outcome[0] >= (result.value[0] or 0)
            assert result.value[1] is None

    def test_a_limit_on_seconds_stops(self) -> None:
        result = solve(FULL, "maxn", limit=Limit(seconds=0.01))
        assert result.stopped == "seconds"

    def test_ctrl_c_gives_the_best_answer_so_far(self) -> None:
        def interrupt(visited: int) -> None:
            if visited:
                raise KeyboardInterrupt

        result = solve(LONG, "maxn", progress=interrupt, engine="reference", keep_interrupted=True)
        assert (result.stopped, result.complete) == ("interrupt", False)
        assert result.stats.visited == 256
        assert (result.move, result.value, result.line) == (LONG.moves()[0], None, ())
        both = ["maxn", "shallow"]
        assert len(compare(LONG, both, progress=interrupt, engine="reference")) == 1

    @pytest.mark.parametrize(
        "limit", [{"nodes": 0}, {"seconds": 0}, {"seconds": float("nan")}, {"table_mb": 0}]
    )
    def test_absurd_limits_are_refused(self, limit: dict[str, float]) -> None:
        with pytest.raises(KibitzError, match="expected a"):
            Limit(**limit)  # type: ignore[arg-type]


def test_a_small_table_forgets_and_is_still_right(monkeypatch: pytest.MonkeyPatch) -> None:
    large = solve(LONG, "leaf-table", engine="reference")
    monkeypatch.setattr("kibitz.engines.reference.table.BYTES_PER_ENTRY", 2**20 // 100)
    small = solve(LONG, "leaf-table", limit=Limit(table_mb=1), engine="reference")
    assert small.value == large.value
    assert small.line == large.line
    assert small.stats.visited > large.stats.visited


def test_an_engine_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(KibitzError, match="unknown engine 'x'"):
        solve(DEAL, engine="x")
    monkeypatch.setattr("kibitz.engines.kernel._kernel", None)
    with pytest.raises(KibitzError, match="for want of a C\\+\\+ compiler"):
        solve(DEAL, engine="kernel")
    assert solve(DEAL).engine == "reference"


class TestTrace:
    def test_the_steps_add_up_to_the_statistics(self) -> None:
        for algorithm in ("maxn", "speculative", "leaf-table"):
            steps = list(trace(DEAL, algorithm))
            stats = solve(DEAL, algorithm).stats
            kinds = [step.kind for step in steps]
            assert kinds.count("visit") == stats.visited
            assert kinds.count("expand") == stats.expanded
            assert kinds.count("leaf") == stats.leaves
            assert kinds.count("hit") == stats.table_hits
            assert kinds.count("cut") == sum(stats.cuts.values())

    def test_the_last_step_is_the_answer(self) -> None:
        *_, last = trace(DEAL)
        assert (last.depth, last.kind, last.value) == (0, "leave", (13, 0, 23))

    def test_bounds_and_values_are_payoffs_whatever_the_search_compares(self) -> None:
        tree = kibitz.game("tree").parse("0[(50,40,10) 1[(0,60,40) (60,30,10)]]")
        for algorithm in ("shallow", "shallow(scale=rank)", "speculative(test=leaf-table)"):
            bounds = [step.bounds for step in trace(tree, algorithm) if step.bounds]
            assert bounds[0] == {0: 50}

    @pytest.mark.parametrize(
        "algorithm", ["partition", "alpha-beta(window=zero,table=bounds)", "paranoid-partition"]
    )
    def test_a_yes_at_the_root_names_no_move(self, algorithm: str) -> None:
        steps = list(trace(kibitz.game("bridge").deal(1, 4), algorithm))
        sure, found = [step for step in steps if step.kind == "keep" and step.depth == 0]
        assert str(sure) == f"some move has {sure.answer()} or better"
        assert str(found) == f"best is {found.move} with {sure.answer()}"

    def test_a_limit_ends_it(self) -> None:
        steps = list(trace(DEAL, "maxn", limit=Limit(nodes=5)))
        assert sum(step.kind == "visit" for step in steps) == 5


@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_every_visited_node_is_expanded_a_leaf_a_hit_or_cut_on_entry(engine: str) -> None:
    stats = solve(LONG, "leaf-table", engine=engine).stats
    ends = stats.leaves, stats.table_hits, stats.cuts["entry"]
    assert min(stats.expanded, *ends) > 0
    assert stats.visited == stats.expanded + sum(ends)


def test_what_may_be_wrong_is_not_called_exact() -> None:
    assert solve(DEAL, "deep").certainty == "unsound"
    assert solve(DEAL, "maxn(width=1)").certainty == "estimate"
    assert "UNSOUND" in kibitz.analyse(DEAL, "deep").show()


def test_a_comparison_says_that_ties_may_be_why_values_differ() -> None:
    game = kibitz.game("spades(players=3,bids=2/2/3,utility=smot)")
    differ = compare(game.deal(4, 7), ["leaf-table", "outcome-sets"])
    assert differ.verdict == "they differ in value, with other rules or orders for ties"
    with pytest.raises(KibitzError, match="expected one algorithm or more"):
        compare(DEAL, [])


def test_a_comparison_says_that_payoffs_are_not_compared_alike() -> None:
    board = kibitz.game("chinese_checkers").start()
    algorithms = ["maxn(leaf=distance)", "maxn(leaf=distance,combine=against)"]
    verdict = compare(board, algorithms, limit=Limit(depth=1)).verdict
    assert verdict.endswith(", comparing payoffs as they are and against those of the others")
    ended = replace(compare(board, algorithms[1], limit=Limit(depth=2)).results[0], depth=3)
    first = compare(board, algorithms[0], limit=Limit(depth=2)).results[0]
    assert kibitz.Comparison(board, (first, ended), 2).verdict.endswith(verdict.partition(", ")[2])


def test_a_comparison_says_that_a_guarantee_is_no_value() -> None:
    tree = kibitz.game("tree").parse("0[1[(4,5,0) (3,0,1)] (2,2,2)]")
    differ = "since a paranoid search says what the player to move gets at least"
    assert compare(tree, ["maxn", "paranoid"]).verdict == f"they differ in value, {differ}"


def test_searches_that_imagine_passes_agree_however_long_their_lines_are() -> None:
    board = kibitz.game("rolit(size=4)").parse("222./2100/.11./1110 0")
    found = compare(board, ["brs", "uct(policy=brs)", "best-first(policy=brs)"])
    assert [len(result.line) for result in found] == [2, 1, 1]
    assert found.verdict == "all agree"
    assert not found.contradicts


def test_one_algorithm_can_be_compared_by_its_text() -> None:
    assert compare(DEAL, "maxn").verdict == "all agree"


class TestOwnOrder:
    @pytest.mark.parametrize(
        ("order", "message"),
        [
            (lambda: None, "failed for 7..K.4"),
            (lambda _: None, "failed for 7..K.4"),
            (lambda _: [], "expected each move of 7..K.4"),
            (lambda _: "abc", "expected each move of 7..K.4"),
            (lambda here: here.moves()[:1], "expected each move of 7..K.4"),
            (lambda here: [*here.moves(), here.moves()[0]], "expected each move of 7..K.4"),
        ],
    )
    def test_one_that_lists_no_moves_is_refused(self, order: Any, message: str) -> None:
        with pytest.raises(kibitz.GameError, match=message):
            solve(DEAL, kibitz.Algorithm(order=order))

    def test_it_may_give_them_one_by_one(self) -> None:
        backwards = kibitz.Algorithm.parse("maxn", order=lambda here: reversed(here.moves()))
        assert solve(DEAL, backwards).line == solve(DEAL, "maxn(order=low)").line

    def test_whatever_its_name_it_is_blamed(self) -> None:
        def tell(position: Position) -> list[Any]:
            raise LookupError

        with pytest.raises(kibitz.GameError, match="LookupError"):
            solve(DEAL, kibitz.Algorithm.parse("maxn", order=tell))


def test_a_search_that_can_be_cancelled_has_an_estimate_when_it_is() -> None:
    class Impatient:
        """Somebody who has had enough at the tenth look."""

        looks = 0

        def is_set(self) -> bool:
            self.looks += 1
            return self.looks > 10

    result = solve(kibitz.game("spades(players=3)").deal(1), cancel=Impatient())
    assert (result.stopped, result.certainty) == ("cancel", "estimate")
    assert result.move is not None
    assert result.bounds is not None


@pytest.mark.parametrize(
    ("game", "cards", "preset"),
    [
        ("spades(players=3)", 6, "leaf-table"),
        ("spades(players=3)", 7, "outcome-sets"),
        ("oh_hell(players=4)", 6, "leaf-table"),
        ("oh_hell(players=5)", 4, "leaf-table"),
        ("oh_hell(players=5)", 5, "outcome-sets"),
        ("oh_hell(players=7)", 7, "outcome-sets"),
        ("hearts(players=3)", 9, "leaf-table"),
        ("hearts(players=3)", 10, "outcome-sets"),
        ("hearts", 13, "leaf-table"),
        ("skat(contract=ramsch)", 4, "leaf-table"),
        ("skat(contract=ramsch)", 5, "outcome-sets"),
    ],
)
def test_outcome_sets_are_for_many_tricks_or_many_cards(game: str, cards: int, preset: str) -> None:
    assert kibitz.strongest(kibitz.game(game).deal(1, cards)).preset == preset


def test_questions_live_for_two_rounds_where_everybody_just_wants_tricks() -> None:
    spades = kibitz.game("spades(players=3,cards=8)").deal(1)
    bids = kibitz.game("spades(players=3,cards=8,bids=2/2/3,utility=smot)").deal(1)
    assert str(kibitz.strongest(spades)) == "outcome-sets(life=6)"
    assert str(kibitz.strongest(bids)) == "outcome-sets"


def test_a_life_beyond_all_plies_is_as_good_as_any() -> None:
    deal = OPEN.deal(1, cards=4)
    far = solve(deal, "outcome-sets(life=1000000000000)")
    assert facts(far) == facts(solve(deal, "outcome-sets(life=1000)"))


def test_a_move_that_no_line_leads_to_is_not_said_to_be_the_best() -> None:
    """A search of two sides can prove a value before it knows the move that gets it."""
    result = solve(DEAL, "paranoid(table=bounds,window=zero)")
    early = replace(result, certainty="at least", way=Line(), stopped="nodes")
    assert early.show().startswith(
        f"move     {result.move}, not known to be the best\nvalue    at "
    )
