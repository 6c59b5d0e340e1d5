"""OPPS, BRS, the directed offensive, mixed ties and types equal their plain definitions."""

from __future__ import annotations

from fractions import Fraction

import backup_checks as check
import pytest
from generators import random_deal, random_hearts, random_tree
from plain_backups import MODELS, random_passing

import kibitz
from kibitz import Algorithm, Limit, Mixture, solve
from kibitz.engines import kernel
from kibitz.errors import GameError, InvalidAlgorithm

BATCHES = 5
TREES = 40
DEALS = 5
"""In each batch."""
SPADES = ("tricks", "mot", "wl")

batches = pytest.mark.parametrize("batch", range(BATCHES))


class TestReplies:
    @batches
    def test_few_of_them(self, batch: int) -> None:
        for seed in range(batch * TREES, (batch + 1) * TREES):
            assert check.replies_faults(random_tree(seed), "opps", seed, 3) == []
            assert check.reply_properties(random_tree(seed), seed) == []
        for seed in range(batch * DEALS, (batch + 1) * DEALS):
            make = random_hearts if seed % 2 else random_deal
            assert check.replies_faults(make(seed, 3), "opps", seed, 3) == []

    @batches
    def test_one_of_them_where_passes_can_be_imagined(self, batch: int) -> None:
        for seed in range(batch * TREES, (batch + 1) * TREES):
            assert check.replies_faults(random_passing(seed), "brs", seed, 2) == []

    def test_all_kinds_of_cuts_and_entries_are_there(self) -> None:
        seen: dict[str, int] = {}
        for seed in range(40):
            for algorithm in check.some_replies(random_tree(seed), "opps", seed, 6):
                stats = solve(random_tree(seed), algorithm, engine="reference").stats
                for name, count in {**stats.cuts, "hits": stats.table_hits}.items():
                    seen[name] = seen.get(name, 0) + count
        assert min(seen.values()) > 0, seen

    def test_which_opponent_may_choose_is_part_of_a_key(self) -> None:
        tree = "0[1[2[(3,0,0) (1,0,0)]] 1[(9,0,0) 2[(3,0,0) (1,0,0)]]]"
        position = kibitz.game("tree").parse(tree)
        for table in ("none", "exact", "bounds"):
            # The same node is worth 1 by the first move, and 3 where somebody chose before.
            assert solve(position, f"brs+(table={table})").value == (3, None, None)

    def test_values_are_estimates_unless_nothing_is_left_out(self) -> None:
        position = random_tree(3)
        assert solve(position, "brs+").certainty == "estimate"
        assert solve(position, "opps(moves=none,others=none)").certainty == "exact"

    def test_the_line_of_brs_ends_before_the_first_pass(self) -> None:
        board = kibitz.game("chinese_checkers").deal(1)
        result = solve(board, "brs(leaf=distance,order=gain,width=4)", limit=Limit(depth=5))
        assert len(result.line) in (1, 2)
        for move in result.line:
            board = board.play(move)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("opps(opponents=-1)", "expected 0 opponents or more: opponents=-1"),
            ("opps(moves=0)", "expected 1 move or more, or none for all: moves=0"),
            ("brs+(others=-2)", "expected 1 move or more, or none for all: others=-2"),
            ("paranoid(others=2)", "'others=2' is for opps, not for backup=paranoid"),
        ],
    )
    def test_what_cannot_be_is_refused(self, text: str, message: str) -> None:
        with pytest.raises(InvalidAlgorithm, match="^" + message.replace("(", r"\(")):
            Algorithm.parse(text)

    def test_a_kernel_that_knows_no_pass_leaves_brs_to_the_reference(self) -> None:
        assert not kernel.adapter_named("tree").skips
        assert not kernel.adapter_named("tricks").skips
        assert not kernel.adapter_named("native").skips
        assert kernel.adapter_named("chinese_checkers").skips

    def test_brs_is_for_games_with_passes(self) -> None:
        with pytest.raises(GameError, match="a pass can be imagined, unlike spades"):
            solve(random_deal(1), "brs")
        assert not kibitz.prospect(random_deal(1), Algorithm.parse("brs")).prunes


class TestOffensive:
    @batches
    def test_it_is_what_plain_recursion_says(self, batch: int) -> None:
        for seed in range(batch * TREES, (batch + 1) * TREES):
            assert check.offensive_faults(random_tree(seed), seed) == []
        for seed in range(batch * DEALS, (batch + 1) * DEALS):
            assert check.offensive_faults(random_deal(seed, 3), seed) == []

    def test_a_table_does_not_take_one_root_for_a_node_below_another(self) -> None:
        """With `at=root` a position is worth something else as the root than further down."""
        tree = kibitz.game("tree").parse("0[0[(3,2,1) (1,0,2)] (2,1,1)]")
        below, table = tree.play(0), kibitz.TranspositionTable(1)
        for at, value in (("root", (2, 1, 1)), ("all", (1, 0, 2))):
            text = f"offensive(target=1,at={at},table=exact)"
            for engine in ("reference", "auto"):
                assert solve(below, text, engine=engine, table=table).value == (1, 0, 2)
                assert solve(tree, text, engine=engine, table=table).value == value

    def test_the_leader_is_who_the_leaf_says(self) -> None:
        board = kibitz.game("chinese_checkers").deal(5)
        ahead = board.estimate("distance")
        leader = max((side for side in range(3) if side != board.side), key=lambda at: ahead[at])
        result = solve(board, "offensive(leaf=distance,width=3)", limit=Limit(depth=2))
        assert result.algorithm.target == leader
        same = solve(
            board, f"offensive(target={leader},leaf=distance,width=3)", limit=Limit(depth=2)
        )
        assert (same.value, same.line) == (result.value, result.line)

    def test_where_nothing_says_who_is_ahead_it_is_the_next(self) -> None:
        assert solve(kibitz.game("tree").parse("1[(2,0,1) (0,2,1)]"), "offensive").move == 0

    @pytest.mark.parametrize("target", ["0", "3"])
    def test_a_target_must_be_another_side(self, target: str) -> None:
        with pytest.raises(InvalidAlgorithm):
            solve(kibitz.game("spades(players=3)").deal(1, cards=2), f"offensive(target={target})")


class TestLots:
    @batches
    def test_mixed_ties(self, batch: int) -> None:
        for seed in range(batch * TREES, (batch + 1) * TREES):
            assert check.mixed_faults(random_tree(seed)) == []
            assert check.tie_faults(random_tree(seed)) == []
        for seed in range(batch * DEALS, (batch + 1) * DEALS):
            assert check.mixed_faults(random_deal(seed, 3)) == []

    @batches
    def test_types(self, batch: int) -> None:
        for seed in range(batch * TREES // 2, (batch + 1) * TREES // 2):
            assert check.prob_faults(random_passing(seed), MODELS, seed) == []
        for seed in range(batch * DEALS, (batch + 1) * DEALS):
            assert check.prob_faults(random_deal(seed, 3), SPADES, seed) == []

    def test_both_are_often_more_than_one_vector(self) -> None:
        lots = [solve(random_tree(seed), "mixed").worth for seed in range(40)]
        assert sum(isinstance(lot, Mixture) for lot in lots) > 10
        assert sum(not check.has_ties(random_tree(seed)) for seed in range(200)) > 10

    def test_a_mixture_says_chances_averages_and_bounds(self) -> None:
        tree = kibitz.game("tree").parse("0[1[(4,2,0) (1,2,3)] (2,2,2)]")
        result = solve(tree, "mixed")
        assert str(result.worth) == "1/2 (4, 2, 0) or 1/2 (1, 2, 3)"
        said = result.as_dict()
        assert (said["chances"], said["average"]) == (["1/2", "1/2"], ["5/2", "2", "3/2"])
        assert said["bounds"] == ((1, 4), (2, 2), (0, 3))
        assert "on average" in str(
            Mixture.of({(at, 0): Fraction(1, 4) for at in range(4)}),
        )
        assert not result.worth.agrees(
            Mixture.of({(4, 2, 0): Fraction(1, 3), (1, 2, 3): Fraction(2, 3)})
        )

    @pytest.mark.parametrize(
        "text",
        [
            "prob(models=tricks/mot,weights=1)",
            "prob(models=tricks,weights=0)",
            "prob(weights=-1)",
            "prob(models=tricks/mot,weights=1/1/1/1)",
            "prob(models=tricks,observer=7)",
        ],
    )
    def test_types_that_cannot_be_are_refused(self, text: str) -> None:
        with pytest.raises(InvalidAlgorithm):
            solve(kibitz.game("spades(players=3)").deal(1, cards=2), text)


@pytest.mark.skipif(not kernel.BUILT, reason="installed without a compiler")
class TestKernel:
    @batches
    def test_it_visits_the_same_nodes(self, batch: int) -> None:
        for seed in range(batch * TREES, (batch + 1) * TREES):
            for backup in ("opps", "offensive"):
                assert check.kernel_faults(random_tree(seed), backup, seed, 3) == []
            assert seed % 8 or check.board_faults(seed) == []
        for seed in range(batch * DEALS, (batch + 1) * DEALS):
            make = random_hearts if seed % 2 else random_deal
            for backup in ("opps", "offensive"):
                assert check.kernel_faults(make(seed, 3), backup, seed, 3) == []

    @batches
    def test_soft_sets_are_what_plain_recursion_says(self, batch: int) -> None:
        for seed in range(batch * TREES, (batch + 1) * TREES):
            assert check.soft_faults(random_tree(seed), (), seed) == []
            assert check.soft_faults(random_passing(seed), MODELS, seed) == []
        for seed in range(batch * DEALS, (batch + 1) * DEALS):
            assert check.soft_faults(random_hearts(seed, 3), (), seed) == []
            assert check.soft_faults(random_deal(seed, 3), SPADES, seed) == []
