"""Traces: every cut says why, in words and numbers; what is drawn is what was searched."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import HAND, SPADES, Capture, run

import kibitz
from kibitz import DecisionTest, Step, TextError, Trace
from kibitz.drawing import MOST_DRAWN, Drawn, searched
from kibitz.layout import Drawing

SHALLOW = "0[(5,4,1) 1[(0,6,4) (9,1,0)]]"
SVG = "{http://www.w3.org/2000/svg}"


def trace(game: str, text: str, algorithm: str, limit: kibitz.Limit | None = None) -> Trace:
    return kibitz.trace(kibitz.game(game).parse(text), algorithm, limit=limit)


def cuts(steps: Iterable[Step]) -> list[Step]:
    return [step for step in steps if step.kind == "cut"]


WORDS = {
    "shallow: P0 has 5 and P1 has 6, which is more than all there is, 10": (
        "tree", SHALLOW, "shallow", {0: 5, 1: 6}, {"sum": 11, "max_sum": 10},
    ),
    "shallow: P0 has 5 and P1 has 5, which is all there is, 10": (
        "tree", "0[(5,4,1) 1[(0,5,5) (9,1,0)]]", "shallow",
        {0: 5, 1: 5}, {"sum": 10, "max_sum": 10},
    ),
    "shallow: P0 needs 6 and P1 needs 5, which is more than all there is, 10": (
        "tree", "0[(5,4,1) 1[(0,4,6) (9,1,0)]]", "shallow(test=discrete)",
        {0: 5, 1: 4}, {"sum": 11, "max_sum": 10},
    ),
    "shallow: P0 has 6, P1 has 3 and P2 gets 2 at least, which is more than all there is, 10": (
        "tree", "0[(6,4,0) 1{2>=2}[(5,3,2) (4,4,2)] (7,0,3)]", "abbnb",
        {0: 6, 1: 3}, {"sum": 11, "max_sum": 10},
    ),
    "shallow: P0 has 2, P1 has 3 and P2 gets -3 at least, which is more than all there is, 1": (
        "tree(low=-3)", "0[(2,1,-2) 1[(-3,3,1) (6,-2,-3)]]", "shallow",
        {0: 2, 1: 3}, {"sum": 2, "max_sum": 1},
    ),
    "shallow: in ranks P0 has 1 and P1 has 2, which is all there is, 3": (
        "tree", "0[(5,4,0) 1[(0,6,0) (9,1,0)] (0,9,0)]", "shallow(scale=rank)",
        {0: 5, 1: 6}, {"sum": 3, "max_sum": 3},
    ),
    "entry: P0 gets 5 at most, and has 7": (
        "tree", "0[(7,9,0) 1{0<=5}[(5,6,5) (4,7,5)] (8,0,0)]", "branch-and-bound",
        {0: 7}, {"most": 5},
    ),
    "immediate: P1 has the best it can get, 10": (
        "tree", "0[1[(0,10,0) (10,0,0)] (1,1,1)]", "immediate", {1: 10}, {},
    ),
    "shallow: none of 4 outcomes left has P0 > 3 and P1 > 1": (
        "tree", "0[(3,2,2) 1[(0,1,0) (4,0,0)] (2,1,3)]", "leaf-table", {0: 3, 1: 1},
        {"outcomes": 4},
    ),
    "entry: the one outcome left does not have P0 > 3": (
        "tree", "0[(3,2,2) 1{0<=0}[(0,1,0)] (4,0,0)]", "leaf-table", {0: 3}, {"outcomes": 1},
    ),
    "window: P0 gets 4 at most, and has 5": (
        "tree(players=2)", "0[(5,4) 1[(4,5) (9,0)]]", "alpha-beta", {0: 5}, {"reached": 4},
    ),
    "window: P0 gets 6 at least, and must stay below 4 to matter": (
        "tree(players=2)", "0[1[(4,5) 0[(6,3) (9,0)]]]", "alpha-beta", {}, {"reached": 6},
    ),
    "immediate: P0 gets 9, which nothing left here changes": (
        "tree(players=2)", "0[(9,0) (5,4)]", "alpha-beta(heuristic=taken)", {}, {"reached": 9},
    ),
}  # fmt: skip


class TestWhy:
    @pytest.mark.parametrize(("words", "case"), WORDS.items())
    def test_a_cut_has_its_reason_in_words_and_numbers(
        self, words: str, case: tuple[str, str, str, dict[int, int], dict[str, int]]
    ) -> None:
        game, text, algorithm, bounds, compared = case
        cut = cuts(trace(game, text, algorithm))[0]
        assert str(cut).strip() == f"cut: {words}"
        assert (cut.bounds, cut.compared) == (bounds, compared)
        assert json.loads(json.dumps(cut.as_dict()))["why"] == words.partition(": ")[2]

    def test_a_test_of_ones_own_need_not_have_a_reason(self) -> None:
        cut = cuts(trace("tree", SHALLOW, f"shallow(test={__name__}:Timid)"))[0]
        assert str(cut).strip() == "cut: shallow: nothing left has P0 > 5 and P1 > 6"

    def test_every_cut_of_every_preset_says_why(self) -> None:
        for name in kibitz.PRESETS:
            game = "tree(players=2)" if name == "alpha-beta" else "tree"
            for seed in range(20):
                position = kibitz.game(game).deal(seed)
                try:
                    found = cuts(kibitz.trace(position, name))
                except kibitz.GameError:
                    continue  # interests that are not opposite
                assert all(cut.why for cut in found), (name, position)

    def test_who_is_to_move_stands_where_moves_are_made(self) -> None:
        turns = [step.turn for step in trace("tree", SHALLOW, "maxn") if step.kind == "expand"]
        assert turns == [0, 1]
        assert "    player 1 to move" in trace("tree", SHALLOW, "maxn").show().splitlines()


class Timid(DecisionTest):
    """Cuts as soon as two players are bounded."""

    needs = "nothing"

    def possible(self, bounds: object, feasible: object) -> bool:
        return len(bounds) < 2  # type: ignore[arg-type]


def nodes(found: Trace) -> list[Drawn]:
    trees, _ = searched(found, found.position, found.lists, 1000)
    return [node for tree in trees for node in tree]


def words_of(drawing: str) -> list[str]:
    tree = ElementTree.fromstring(drawing)
    return [text.text or "" for text in tree.iter(f"{SVG}text")]


class TestDrawn:
    @pytest.mark.parametrize("name", kibitz.PRESETS)
    def test_there_is_a_node_for_each_visit(self, name: str) -> None:
        game = "tree(players=2,total=7)" if name == "alpha-beta" else "tree"
        for seed in range(10):
            position = kibitz.game(game).deal(seed)
            drawn = nodes(kibitz.trace(position, name))
            visited = kibitz.solve(position, name, engine="reference").stats.visited
            assert sum(not node.unseen for node in drawn) == visited

    def test_without_a_table_seen_and_unseen_are_the_whole_tree(self) -> None:
        for seed in range(30):
            position = kibitz.game("tree(depth=3)").deal(seed)
            every = len(nodes(kibitz.trace(position, "maxn")))
            assert len(nodes(kibitz.trace(position, "shallow"))) == every

    def test_a_branch_that_is_cut_off_is_grey_and_the_best_is_known(self) -> None:
        root, first, second, seen, unseen = nodes(trace("tree", SHALLOW, "shallow"))
        assert (root.best, second.best) == (first, seen)
        assert (root.value, second.value, unseen.value) == ("(5,4,1)", "NIL", "(9,1,0)")
        assert (seen.unseen, unseen.unseen, second.mover) == (False, True, 1)
        assert second.cut.startswith("shallow: P0 has 5")

    def test_a_large_branch_that_is_cut_off_is_its_first_node_only(self) -> None:
        wide = " ".join(["(1,1,1)"] * 20)
        drawn = nodes(trace("tree", f"0[(5,4,1) 1[(0,6,4) 2[{wide}]]]", "shallow"))
        assert (drawn[-1].unseen, drawn[-1].value, drawn[-1].children) == (True, "…", [])

    def test_what_is_searched_again_stands_there_twice(self) -> None:
        text = "0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (0,5,5)] (6,4,0)]]"
        moves = [node.move for node in nodes(trace("tree", text, "speculative"))]
        assert "again 1" in moves

    def test_a_search_by_questions_has_a_root_for_them(self) -> None:
        algorithm = "alpha-beta(window=zero,heuristic=taken,table=bounds)"
        found = kibitz.trace(kibitz.game("bridge").deal(1, 2), algorithm)
        trees, whole = searched(found, found.position, found.lists, 1000)
        assert (len(trees), whole) == (1, True)
        assert len(trees[0].children) > 1

    def test_deepening_has_a_tree_for_each_depth(self) -> None:
        position = kibitz.game(SPADES).parse(HAND)
        found = kibitz.trace(position, "maxn(leaf=taken)", limit=kibitz.Limit(depth=3))
        trees, _ = searched(found, position, found.lists, 1000)
        assert len(trees) == 3

    def test_a_drawing_has_values_bounds_and_reasons(self) -> None:
        words = words_of(trace("tree", SHALLOW, "shallow").svg())
        for text in ("(5,4,1)", "NIL", "[P0 > 5]", "shallow = (5,4,1)"):
            assert text in words
        assert words[-1].startswith("1  cut: shallow: P0 has 5 and P1 has 6")

    def test_cards_are_drawn_as_well(self) -> None:
        words = words_of(trace(SPADES, HAND, "leaf-table").svg())
        assert {"DK", "(13,0,23)"} <= set(words)

    def test_too_large_a_search_is_refused_and_listed_in_part(self) -> None:
        found = kibitz.trace(kibitz.game("spades(players=3)").deal(1, 5), "maxn")
        with pytest.raises(TextError, match=f"expected at most {MOST_DRAWN} nodes to draw"):
            found.svg()
        assert found._repr_html_().endswith("<p>and so on</p>")

    def test_a_list_for_notebooks_has_what_is_cut_off_in_grey(self) -> None:
        html = trace("tree", SHALLOW, "shallow")._repr_html_()
        assert '<li style="color:#999">1  = (9,1,0)</li>' in html
        assert '<li style="color:#c22">cut: shallow: P0 has 5' in html
        ElementTree.fromstring(f"<div>{html}</div>")


class TestTrees:
    def test_a_tree_is_drawn_with_the_values_of_max_n(self) -> None:
        tree = kibitz.game("tree").parse("0[(5,4,1) 1{2>=0}[(0,6,4) (9,6,0)]]")
        words = words_of(tree.svg())
        assert words.count("(0,6,4)") == 2
        assert words.count("(5,4,1)") == 2
        assert "{2>=0}" in words

    def test_the_position_has_a_ring(self) -> None:
        tree = kibitz.game("tree").parse(SHALLOW)
        assert 'class="marked"' not in tree.svg()
        assert 'class="marked"' in tree.play(1).svg()

    def test_in_a_notebook_it_is_drawn_if_it_is_small(self) -> None:
        tree = kibitz.game("tree").parse(SHALLOW)
        assert tree._repr_html_() == tree.svg()
        large = kibitz.game("tree(branching=4,depth=6)").uniform((1, 1, 1))  # type: ignore[attr-defined]
        assert large._repr_html_().startswith("<pre>")
        with pytest.raises(TextError, match="expected a tree of at most 300 nodes to draw"):
            large.svg()

    def test_values_are_those_of_the_search(self) -> None:
        for seed in range(20):
            tree = kibitz.game("tree(depth=3)").deal(seed)
            value = kibitz.solve(tree, "maxn").value
            assert words_of(tree.svg()).count(f"({','.join(map(str, value or ()))})") >= 2


def test_a_drawing_shows_itself_in_a_notebook() -> None:
    drawing = trace("tree", SHALLOW, "shallow").svg()
    assert isinstance(drawing, Drawing)
    assert drawing._repr_svg_() == drawing


class TestTheCommand:
    def test_trace_draws_to_a_file(self, capsys: Capture, tmp_path: Path) -> None:
        path = tmp_path / "tree.svg"
        words = ("trace", "tree", SHALLOW, "--algorithm", "shallow", "--svg", str(path))
        assert run(capsys, *words)[0] == 0
        assert path.read_text() == trace("tree", SHALLOW, "shallow").svg()

    def test_show_draws_a_tree(self, capsys: Capture, tmp_path: Path) -> None:
        path = tmp_path / "tree.svg"
        assert run(capsys, "show", "tree", SHALLOW, "--svg", str(path))[0] == 0
        assert path.read_text() == kibitz.game("tree").parse(SHALLOW).svg()

    def test_a_file_that_cannot_be_written_is_named(self, capsys: Capture, tmp_path: Path) -> None:
        path = tmp_path / "none" / "tree.svg"
        code, _, err = run(capsys, "trace", "tree", SHALLOW, "--svg", str(path))
        assert (code, "expected a file to write to" in err) == (2, True)
