"""Each figure and worked example of the papers, by number. Players count from 0 here.

Leaves that the texts do not give are chosen so that all sums fit the figure.
"""

from __future__ import annotations

import pytest

import kibitz
from kibitz import LeafTable, Result, solve

TREE = kibitz.game("tree")


def search(tree: str, algorithm: str) -> Result:
    return solve(TREE.parse(tree), algorithm)


class TestAaai2000:
    figure_1 = "0[1[(7,3,0) (3,2,5)] 1[(0,10,0) (4,2,4)] 1[(1,4,5) (10,0,0)]]"

    @pytest.mark.parametrize("algorithm", ["maxn", "immediate", "shallow", "speculative"])
    def test_figure_1_player_1_gets_7(self, algorithm: str) -> None:
        assert search(self.figure_1, algorithm).value == (7, 3, 0)

    def test_figure_1_immediate_pruning_stops_once_player_2_has_all_10(self) -> None:
        result = search(self.figure_1, "immediate")
        assert result.stats.cuts["immediate"] == 1
        assert result.stats.visited == search(self.figure_1, "maxn").stats.visited - 1

    def test_figure_2_shallow_pruning_skips_the_rest_of_b(self) -> None:
        steps = list(kibitz.trace(TREE.parse("0[(6,3,1) 1[(1,5,4) (9,0,1)]]"), "shallow"))
        assert [step.rule for step in steps if step.kind == "cut"] == ["shallow"]
        assert [str(step.move) for step in steps if step.kind == "visit"] == ["None", "0", "1", "0"]
        assert steps[-1].value == (6, 3, 1)

    # Root (a): player 1 has 6. At (e), player 2 to move: (c), player 3 to move, then (7,3,0).
    figure_2_deep = "0[(6,3,1) 1[2[(3,2,5) {d}] (7,3,0)]]"

    @pytest.mark.parametrize(("d", "value"), [("(2,2,6)", (7, 3, 0)), ("(0,4,6)", (6, 3, 1))])
    def test_figure_2_the_root_depends_on_d(self, d: str, value: tuple[int, ...]) -> None:
        tree = self.figure_2_deep.format(d=d)
        for algorithm in ("maxn", "shallow", "last-branch", "speculative", "leaf-table"):
            assert search(tree, algorithm).value == value

    def test_figure_2_deep_pruning_is_wrong_where_d_matters(self) -> None:
        result = search(self.figure_2_deep.format(d="(0,4,6)"), "deep")
        assert result.stats.cuts["distant"] == 1
        assert result.value == (7, 3, 0)
        assert not result.algorithm.sound
        assert "UNSOUND" in result.show()

    # Root: player 1 has 7 from (a), where player 2 took 9. (b) promises player 1 at most 5.
    figure_6 = "0[1{1<=9}[(7,9,0) (8,8,0)] 1{0<=5}[(5,6,5) (4,7,5)]]"

    def test_figure_6_branch_and_bound_cuts_at_once_and_from_the_parent(self) -> None:
        result = search(self.figure_6, "branch-and-bound")
        assert result.value == (7, 9, 0)
        assert result.stats.cuts == {"immediate": 1, "entry": 1, "shallow": 0, "distant": 0}
        assert result.stats.visited == 4

    # (d), player 2 to move: (c) promises player 1 at most 5, then (10,5,1).
    figure_6_deep = "0[(7,9,0) 1[2{{0<=5}}[{c}] (10,5,1)]]"

    @pytest.mark.parametrize(("c", "value"), [("(5,8,3)", (7, 9, 0)), ("(5,3,8)", (10, 5, 1))])
    def test_figure_6_the_root_depends_on_c(self, c: str, value: tuple[int, ...]) -> None:
        tree = self.figure_6_deep.format(c=c)
        for algorithm in ("maxn", "branch-and-bound", "leaf-table"):
            assert search(tree, algorithm).value == value

    def test_figure_6_deep_branch_and_bound_is_wrong_where_c_matters(self) -> None:
        tree = self.figure_6_deep.format(c="(5,8,3)")
        result = search(tree, "deep(test=single,heuristic=taken)")
        assert result.value == (10, 5, 1)

    # Player 1 has 6 at the root; at (a) player 2 has 3 and h(3) >= 2, so player 1 gets at most 5.
    figure_7 = "0[(6,4,0) 1{2>=2}[(5,3,2) (4,4,2)] 1[(7,0,3) (2,4,4)]]"

    def test_figure_7_only_both_bounds_together_prune(self) -> None:
        assert search(self.figure_7, "abbnb").stats.cuts["shallow"] == 1
        for weaker in ("shallow", "branch-and-bound"):
            assert sum(search(self.figure_7, weaker).stats.cuts.values()) == 0

    def test_figure_7_integers_alone_prune_too(self) -> None:
        """The aside: player 2 wants 4 or more, so player 1 gets at most 6 = its bound."""
        tree = "0[(6,4,0) 1[(5,3,2) (4,4,2)]]"
        assert search(tree, "shallow(test=discrete)").stats.cuts["shallow"] == 1
        assert search(tree, "shallow").stats.cuts["shallow"] == 0


class TestIjcai2003:
    def test_figure_2_shallow_pruning(self) -> None:
        result = search("0[(5,4,1) 1[(0,6,4) (9,1,0)] (3,4,3)]", "shallow")
        assert result.stats.cuts["shallow"] == 1
        assert result.value == (5, 4, 1)

    # (a), player 2 to move, has three children of player 3; (b) is the second of them.
    figure_3 = "0[1[(5,4,1)] 1[2[(3,3,4)] 2[(4,1,5) {last}] 2[(6,4,0)]] 1[(3,1,6)]]"

    @pytest.mark.parametrize(("last", "value"), [("(4,0,6)", (6, 4, 0)), ("(0,4,6)", (5, 4, 1))])
    def test_figure_3_the_root_depends_on_what_deep_pruning_skips(
        self, last: str, value: tuple[int, ...]
    ) -> None:
        tree = self.figure_3.format(last=last)
        for algorithm in ("maxn", "shallow", "last-branch", "speculative", "leaf-table"):
            assert search(tree, algorithm).value == value
        deep = search(tree, "deep")
        assert deep.stats.cuts["distant"] > 0
        assert deep.value == (6, 4, 0)

    def test_figure_4_the_last_branch_is_cut_at_10(self) -> None:
        """Player 1 has 5, player 2 has 3, player 3 has 2; (b) is the last child of (a)."""
        result = search("0[(5,4,1) 1[(3,3,4) 2[(3,5,2) (9,0,1)]]]", "last-branch")
        assert result.stats.cuts["distant"] == 1
        assert result.value == (5, 4, 1)

    @pytest.mark.parametrize(("after", "again"), [("(4,4,2)", 0), ("(6,4,0)", 1)])
    @pytest.mark.parametrize("skipped", ["(9,0,1)", "(0,0,10)"])
    def test_figure_6_a_better_child_after_b_has_it_searched_again(
        self, after: str, again: int, skipped: str
    ) -> None:
        tree = f"0[(5,4,1) 1[(3,3,4) 2[(3,5,2) {skipped}] {after}]]"
        result = search(tree, "speculative")
        assert result.stats.cuts["distant"] == 1
        assert result.stats.re_searches == again
        assert result.value == search(tree, "maxn").value

    @pytest.mark.parametrize("first", ["(5,4,1)", "(7,3,0)"])
    def test_figure_9_whole_numbers_cut_below_10(self, first: str) -> None:
        """Bounds 5 and 3, and 1 or 0 for player 3: whole numbers above them add up to more."""
        tree = f"0[(5,4,1) 1[(3,3,4) 2[{first} (9,0,1)]]]"
        assert search(tree, "speculative").stats.cuts["distant"] == 0
        assert search(tree, "speculative(test=discrete)").stats.cuts["distant"] == 1

    @pytest.mark.parametrize(
        ("players", "branching", "depth", "visited"),
        [(2, 5, 6, 731), (3, 3, 7, 1240), (3, 10, 6, 67183), (4, 4, 7, 10343), (5, 3, 8, 7473)],
    )
    def test_visited_nodes_on_uniform_trees_with_equal_leaves(
        self, players: int, branching: int, depth: int, visited: int
    ) -> None:
        game = kibitz.game(f"tree(players={players},depth={depth},branching={branching})")
        position = game.uniform((1,) * players)  # type: ignore[attr-defined]
        assert solve(position, "speculative").stats.visited == visited

    def test_with_all_leaves_equal_last_branch_cuts_and_shallow_does_not(self) -> None:
        position = kibitz.game("tree(depth=6,branching=2)").uniform((1, 1, 1))  # type: ignore[attr-defined]
        assert solve(position, "last-branch").stats.cuts["distant"] > 0
        assert sum(solve(position, "shallow").stats.cuts.values()) == 0

    def test_last_branch_is_a_special_case_of_speculative_pruning(self) -> None:
        """What last-branch pruning cuts in a binary tree, speculative pruning cuts as well."""
        tree = "0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (9,0,1)]]]"
        for algorithm in ("last-branch", "speculative"):
            assert search(tree, algorithm).stats.cuts["distant"] == 1

    def test_a_speculative_prune_is_searched_again_when_the_best_beats_the_bounds(self) -> None:
        """As the text below the figure: first (3,3,4), then a prune, then a better last child."""
        tree = "0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (0,5,5)] (6,4,0)]]"
        result = search(tree, "speculative")
        assert result.stats.re_searches == 1
        assert result.value == search(tree, "maxn").value == (5, 4, 1)


class TestIjcai2005:
    figure_3 = "0[1[(1,3,5) (6,1,3)] 1[(6,4,0) (3,5,2)] 1[(6,4,0) (1,4,5)]]"

    def test_figure_3_values(self) -> None:
        position = TREE.parse(self.figure_3)
        below = [solve(position.play(move), "maxn").value for move in position.moves()]
        assert below == [(1, 3, 5), (3, 5, 2), (6, 4, 0)]
        assert solve(position, "maxn").value == (6, 4, 0)

    def test_figure_3_at_c_the_tie_goes_left(self) -> None:
        assert solve(TREE.parse(self.figure_3), "maxn").line == (2, 0)

    def test_figure_4_shallow_pruning(self) -> None:
        result = search("0[(5,4,1) 1[(0,6,4) (9,1,0)]]", "shallow")
        assert result.stats.cuts["shallow"] == 1
        assert result.value == (5, 4, 1)

    def test_figure_6_speculative_pruning(self) -> None:
        tree = TREE.parse("0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (9,0,1)]]]")
        steps = list(kibitz.trace(tree, "speculative"))
        assert [(step.rule, step.depth) for step in steps if step.kind == "cut"] == [("distant", 2)]
        entered = next(step for step in steps if step.depth == 2 and step.bounds)
        assert entered.bounds == {0: 5, 1: 3}

    spades = kibitz.game("spades(players=3,cards=3,bids=1/1/2,utility=mot)")

    def test_table_1(self) -> None:
        table = LeafTable.of(self.spades)
        rows = zip(table.outcomes, table.payoffs, table.ranks, strict=True)
        assert {outcome: (payoffs, ranks) for outcome, payoffs, ranks in rows} == {
            (0, 0, 3): ((0, 0, 25), (0, 0, 2)),
            (0, 1, 2): ((0, 13, 23), (0, 2, 1)),
            (0, 2, 1): ((0, 15, 0), (0, 4, 0)),
            (0, 3, 0): ((0, 14, 0), (0, 3, 0)),
            (1, 0, 2): ((13, 0, 23), (2, 0, 1)),
            (1, 1, 1): ((13, 13, 0), (2, 2, 0)),
            (1, 2, 0): ((13, 12, 0), (2, 1, 0)),
            (2, 0, 1): ((15, 0, 0), (4, 0, 0)),
            (2, 1, 0): ((12, 13, 0), (1, 2, 0)),
            (3, 0, 0): ((14, 0, 0), (3, 0, 0)),
        }  # fmt: skip

    def test_table_1_dagger_leaves_six_outcomes_and_caps_the_others(self) -> None:
        table = LeafTable.of(self.spades)
        position = self.spades.parse("7..K. .2..K J...A 0 - 0,1,0")
        feasible = table.feasible(position)
        ranks = [row for at, row in enumerate(table.ranks) if feasible >> at & 1]
        assert len(ranks) == 6
        assert max(row[0] for row in ranks) == 2
        assert max(row[2] for row in ranks) == 1
        assert table.show(position).count("†") == 6

    def test_figure_8_all_bounds_of_the_first_two_prune_but_four(self) -> None:
        table = LeafTable.of(self.spades)
        assert table.open_bounds(0, 1) == [(0, 0), (0, 1), (1, 0), (1, 1)]

    def test_figure_8_the_linear_test_prunes_only_on_or_above_the_diagonal(self) -> None:
        table = LeafTable.of(self.spades)
        assert table.max_sum == 4
        for first in range(5):
            for second in range(5):
                assert table.prunes_linear((first, second, None)) == (first + second >= 4)

    def test_appendix_a_affine_changes_and_dummy_players_change_nothing(self) -> None:
        plain = kibitz.game("tree(players=3,depth=5,branching=3)")
        more = kibitz.game("tree(players=4,depth=5,branching=3)")
        for seed in range(20):
            tree = str(plain.deal(seed))
            moved = _map_leaves(tree, lambda a, b, c: (3 * a + 1, b, c, (7 * a + b) % 5))
            first = solve(plain.parse(tree), "speculative(test=leaf-table)")
            second = solve(more.parse(moved), "speculative(test=leaf-table,life=2)")
            assert first.line == second.line
            assert first.stats == second.stats


def _map_leaves(tree: str, change) -> str:  # type: ignore[no-untyped-def]
    """The tree without limits and with other leaves."""
    import re

    bare = re.sub(r"\{[^}]*\}", "", tree)
    return re.sub(
        r"\(([^)]*)\)",
        lambda leaf: "(" + ",".join(map(str, change(*map(int, leaf[1].split(","))))) + ")",
        bare,
    )
