"""Trees and searches as drawings and lists: what is drawn is what was searched."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import HAND, SPADES, Capture, run

import kibitz
from kibitz import TextError, Trace
from kibitz.showing.drawing import MOST_DRAWN, Drawn, searched
from kibitz.showing.layout import Drawing

SHALLOW = "0[(5,4,1) 1[(0,6,4) (9,1,0)]]"
BY_QUESTIONS = {"outcome-sets", "equilibrium-sets", "partition", "points", "paranoid-partition"}
SVG = "{http://www.w3.org/2000/svg}"


def trace(game: str, text: str, algorithm: str) -> Trace:
    return kibitz.trace(kibitz.game(game).parse(text), algorithm)


def nodes(found: Trace) -> list[Drawn]:
    trees, _ = searched(found, found.position, found.lists, 1000)
    return [node for tree in trees for node in tree]


def words_of(drawing: str) -> list[str]:
    tree = ElementTree.fromstring(drawing)
    return [text.text or "" for text in tree.iter(f"{SVG}text")]


class TestDrawn:
    @pytest.mark.parametrize("name", sorted({*kibitz.PRESETS} - BY_QUESTIONS - {"brs"}))
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

    def test_a_deep_search_is_drawn_and_listed(self) -> None:
        deep = "0[" * 250 + "(1,2,3)" + "]" * 250
        found = trace("tree", deep, "maxn")
        assert words_of(found.svg()).count("(1,2,3)") == 251
        assert found._repr_html_().count("<li>") == 251
        deeper = trace("tree", "0[" * 3000 + "(1,2,3)" + "]" * 3000, "maxn")
        assert deeper._repr_html_().endswith("<p>and so on</p>")

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


def test_a_film_says_where_each_step_is_and_which_outcomes_are_left() -> None:
    tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    film = kibitz.trace(tree, "shallow").film()
    (cut,) = (step for step in film["steps"] if step["kind"] == "cut")
    assert (cut["bounds"], cut["left"]) == ({0: 5, 1: 6}, [])
    assert film["nodes"][cut["node"]]["cut"].startswith("shallow")
    visit = next(step for step in film["steps"] if step["kind"] == "visit" and step["bounds"])
    assert [film["rows"][1 + row][0] for row in visit["left"]] == ["(9, 1, 0)"]
    assert [node["unseen"] for node in film["nodes"]].count(True) == 1
    assert len(film["steps"]) == len(list(kibitz.trace(tree, "shallow")))


def test_players_and_sides_go_by_their_names() -> None:
    found = trace("bridge", "AQ... 32... 54... K6...", "alpha-beta")
    assert {"N", "E", "S", "W"} <= set(words_of(found.svg()))
    assert "North-South" in found._repr_html_() and "  East  " in found._repr_html_()
    film = found.film()
    assert film["side_names"] == ["North-South", "East-West"]
    assert {node["who"] for node in film["nodes"]} == {"N", "E", "S", "W", None}


def test_a_film_says_whether_the_search_came_to_its_end() -> None:
    deal = kibitz.game("spades(players=3)").deal(1, cards=4)
    assert kibitz.trace(deal, "leaf-table").film()["whole"]
    cut_short = kibitz.trace(deal, "leaf-table", limit=kibitz.Limit(nodes=20))
    assert not cut_short.film()["whole"]


def test_a_film_leaves_out_outcomes_that_cannot_come_about_any_more() -> None:
    deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K. .2..K J...A")
    film = kibitz.trace(deal, "speculative(test=leaf-table,heuristic=taken)").film()
    assert min(len(step["left"]) for step in film["steps"] if not step["bounds"]) < 6
