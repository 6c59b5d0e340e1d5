"""Trees as texts: the grammar, limits, paths, and what is refused."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import TextError, solve
from kibitz.games.tree import TreePosition

TREE = kibitz.game("tree")


def parse(text: str) -> TreePosition:
    found = TREE.parse(text)
    assert isinstance(found, TreePosition)
    return found


def test_spaces_do_not_matter() -> None:
    tight = parse("0[(5,4,1)1[(0,6,4)(3,3,4)]]")
    assert parse(" 0 [ ( 5, 4,1 )  1[(0,6,4) (3,3,4) ] ] ") == tight
    assert str(tight) == "0[(5,4,1) 1[(0,6,4) (3,3,4)]]"


def test_a_leaf_alone_is_a_tree() -> None:
    result = solve(parse("(1,2,3)"))
    assert (result.value, result.move, result.line) == ((1, 2, 3), None, ())


def test_a_path_says_which_node() -> None:
    start = parse("0[(5,4,1) 1[(0,6,4) (3,3,4)]]")
    assert str(start.play(1).play(0)) == "0[(5,4,1) 1[(0,6,4) (3,3,4)]] @1,0"
    assert parse("0[(5,4,1) 1[(0,6,4) (3,3,4)]] @1") == start.play("1")


def test_equal_subtrees_are_one_node() -> None:
    root = parse("0[1[(0,6,4) (3,3,4)] 1[(0,6,4) (3,3,4)]]").node
    assert root.children[0] is root.children[1]
    hits = solve(parse("0[1[(0,6,4) (3,3,4)] 1[(0,6,4) (3,3,4)]]"), "maxn(table=exact)")
    assert hits.stats.table_hits == 1


def test_limits_hold_from_a_node_down_and_narrow_the_outcomes() -> None:
    start = parse("0[(7,9,0) 1{0<=5,2>=1}[(5,8,3) 2{1<=3}[(4,3,8)]]]")
    assert str(parse(str(start))) == str(start)
    below = start.play(1)
    assert list(below.outcomes()) == [(4, 3, 8), (5, 8, 3)]
    assert list(below.play(1).outcomes()) == [(4, 3, 8)]


def test_a_tree_as_deep_as_you_like_is_read_searched_and_written() -> None:
    depth = 30_000
    text = "0[" * depth + "(1,2,3)" + "]" * depth
    position = parse(text)
    assert str(position) == text
    assert solve(position, "speculative").stats.visited == depth + 1


def test_a_uniform_tree_has_players_in_turn() -> None:
    position = kibitz.game("tree(players=2,depth=3,branching=2)").uniform((1, 1))  # type: ignore[attr-defined]
    assert str(position) == ("0[1[0[(1,1) (1,1)] 0[(1,1) (1,1)]] 1[0[(1,1) (1,1)] 0[(1,1) (1,1)]]]")


def test_a_payoff_below_low_needs_another_low() -> None:
    with pytest.raises(TextError, match="expected payoffs of at least low=0"):
        TREE.parse("0[(-1,0,0)]")
    assert solve(kibitz.game("tree(low=-1)").parse("0[(-1,0,0)]")).value == (-1, 0, 0)


BAD = {
    "expected 3 payoffs": "0[(1,2)]",
    "expected one tree": "0[(1,2,3)",
    "expected one tree such": "(1,2,3) (1,2,3)",
    "expected one tree such as": "",
    "expected one tree such as 0": "(1,2,3)]",
    "expected a child or more": "0[]",
    "expected a player of 0 to 2 to move": "3[(1,2,3)]",
    "expected a whole number": "0[(1,x,3)]",
    "expected payoffs within 0<=4": "0{0<=4}[(5,0,0)]",
    "expected payoffs within 0>=6": "0{0>=6}[(5,0,0)]",
    "expected limits such as": "0{0=6}[(5,0,0)]",
    "expected limits": "0{3<=6}[(5,0,0)]",
    "expected each limit once": "0{0<=6,0<=9}[(5,0,0)]",
    "expected one tree such as 0[": "0" * 5000 + "[(1,2,3)]",
    "expected one tree such as 0[(": "\u0660[(1,2,3)]",
    "expected one": "0" + " " * 100_000 + "x",
    "illegal move 2": "0[(1,2,3)] @2",
}


@pytest.mark.parametrize(("message", "text"), BAD.items())
def test_a_bad_tree_is_refused(message: str, text: str) -> None:
    with pytest.raises(kibitz.KibitzError) as error:
        TREE.parse(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "text", ["tree(players=1)", "tree(depth=65)", "tree(step=0)", "tree(total=-1)"]
)
def test_a_bad_game_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="expected"):
        kibitz.game(text)


def test_a_random_tree_is_not_too_large_to_draw() -> None:
    with pytest.raises(TextError, match="expected branching"):
        kibitz.game("tree(depth=40)").deal(1)


def test_a_tree_is_dealt_without_cards() -> None:
    with pytest.raises(TextError, match="expected no cards"):
        TREE.deal(1, cards=3)
