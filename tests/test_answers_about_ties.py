"""Answers of `solve` and `analyse` say whether they depend on ties, within their limit."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from all_values import exact, to_depth, values
from generators import random_deal, random_tree

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, Limit, Position, analyse, analysing, solve
from kibitz.cli import main

TREE = "0[1[(4,2,0) (1,2,3)] (2,2,2)]"
DECIDED = "depends on ties: also (2, 2, 2), as player 1 decides"
DEAL = kibitz.game("spades(players=3,bids=3/3/3,utility=smot)").deal(1, cards=9)


def tree(text: str = TREE) -> Position:
    return kibitz.game("tree").parse(text)


def test_an_answer_says_what_else_can_happen_and_who_decides() -> None:
    result = solve(tree(), ties=True)
    assert result.ties is not None
    assert (result.value, result.ties.words) == ((4, 2, 0), DECIDED)
    assert ("ties", DECIDED) in result.rows()
    assert result.as_dict()["ties"]["possible"] == ((4, 2, 0), (2, 2, 2))
    assert result.as_row()["ties"] == DECIDED
    assert replace(result, ties=None, beside=()) == solve(tree())


def test_other_values_are_other_than_that_of_the_answer() -> None:
    for algorithm in ("maxn(ties=against-root)", "leaf-table(order=low)"):
        result = solve(tree(), algorithm, ties=True)
        assert result.ties is not None
        assert (result.value, result.ties.others) == ((2, 2, 2), ((4, 2, 0),))


def test_all_values_are_those_of_the_definition_whatever_the_search() -> None:
    several = 0
    for seed in range(60):
        for position in (random_tree(seed), random_deal(seed, 3)):
            result = solve(position, ties=True)
            assert result.ties is not None
            possible = result.ties.possible
            assert (set(possible), possible[0]) == (exact(position), result.value)
            several += len(possible) > 1
    assert several > 10


@pytest.mark.parametrize("nodes", [1, 100, 1000, 3000, 8000, 100_000, 150_000, 10**6])
def test_ties_take_what_the_limit_leaves_and_no_more(nodes: int) -> None:
    limit, whole = Limit(nodes=nodes), values(DEAL, "equilibrium-sets", "auto")
    result, alone = solve(DEAL, limit=limit, ties=True), solve(DEAL, limit=limit)
    assert result.visited <= nodes
    assert result.ties is not None
    assert (result.value, result.move, result.certainty) == (
        alone.value,
        alone.move,
        alone.certainty,
    )
    if result.ties.depends is None:
        assert result.ties.words == "not known whether it depends on ties (stopped: nodes)"
    else:
        assert result.complete
        assert set(result.ties.possible) == whole
    if result.ties.stopped and result.ties.depends:
        assert result.ties.words.endswith("; not known who decides (stopped: nodes)")


def test_without_a_limit_a_hard_deal_is_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.asking.ties.MOST", 10_000)
    monkeypatch.setattr("kibitz.asking.ties.MOST_BY_REFERENCE", 10_000)
    result = solve(DEAL, ties=True)
    assert result.complete
    assert result.ties is not None
    assert result.ties.depends is None


@pytest.mark.parametrize(
    "game",
    [
        "rolit",
        "focus",
        "chinese_checkers(rows=2)",
        "blokus(size=7,largest=3)",
        "spades(players=3,cards=9,bids=3/3/3,utility=smot)",
    ],
)
def test_an_estimate_says_it_of_the_values_to_its_depth(game: str) -> None:
    several = 0
    for seed in range(4):
        position = kibitz.game(game).deal(seed)
        algorithm = Algorithm.parse("shallow(width=6,order=low,table=bounds)").with_parts(
            leaf=position.estimates[0]
        )
        for depth in (2, 3):
            limit, right = Limit(depth=depth), to_depth(position, algorithm, depth)
            result = solve(position, algorithm, limit=limit, ties=True)
            assert result.ties is not None
            assert (result.certainty, result.ties.depth) == ("estimate", depth)
            assert set(result.ties.possible) == right
            assert result.value == result.ties.possible[0]
            assert f", {depth} plies deep" in result.ties.words
            several += len(right) > 1
    assert several


def test_so_does_an_analysis_whose_moves_are_all_as_deep() -> None:
    position = kibitz.game("focus").start()
    told = solve(position, limit=Limit(depth=3), ties=True).ties
    found = analyse(position, limit=Limit(depth=2), ties=True)
    assert told is not None
    assert found.ties is not None
    assert (found.ties.depth, set(found.ties.possible)) == (3, set(told.possible))
    assert found.as_dict()["ties"]["depth"] == 3


@pytest.mark.parametrize("limit", [Limit(nodes=1000), Limit(nodes=1000, depth=8)])
def test_an_estimate_that_was_stopped_leaves_it_open(limit: Limit) -> None:
    result = solve(kibitz.game("rolit").start(), limit=limit, ties=True)
    assert result.ties is not None
    assert result.ties.depends is None
    assert result.visited <= 1000


def test_opposed_sides_need_no_search() -> None:
    result = solve(kibitz.game("bridge").deal(1, cards=6), ties=True)
    assert result.ties is not None
    assert result.ties.words == "does not depend on ties"
    assert result.beside == ()


def test_other_values_than_those_of_maxn_are_refused() -> None:
    for ask in (solve, analyse):
        with pytest.raises(InvalidAlgorithm, match=r"expected a search for the value of max\^n"):
            ask(tree(), "soft", ties=True)
    with pytest.raises(InvalidAlgorithm, match=r"to ask for ties: offensive$"):
        solve(tree(), "offensive", ties=True)


@pytest.mark.parametrize("algorithm", ["uct", "best-first", "uct(solver=sets)"])
def test_a_tree_that_is_proven_says_it_too(algorithm: str) -> None:
    for ask in (solve, analyse):
        found = ask(tree(), algorithm, ties=True)
        assert found.ties is not None
        assert found.ties.words == DECIDED
    several = 0
    for seed in range(30):
        position = random_tree(seed)
        result = solve(position, algorithm, ties=True)
        assert result.ties is not None
        assert (set(result.ties.possible), result.certainty) == (exact(position), "exact")
        several += len(result.ties.possible) > 1
    assert several > 5
    early = solve(DEAL, algorithm, limit=Limit(nodes=50), ties=True).ties
    assert early is not None
    assert early.words == "not known whether it depends on ties (stopped: nodes)"


def test_a_tree_that_is_not_proven_has_no_depth() -> None:
    board = kibitz.game("rolit").start()
    guessed = analyse(board, "best-first(leaf=mobility)", ties=True).ties
    assert guessed is not None
    assert guessed.words == "not known whether it depends on ties (the value is not exact)"


@pytest.mark.parametrize(
    "algorithm", ["paranoid", "brs+", "opps(moves=2,others=2)", "uct(policy=paranoid)"]
)
def test_what_one_side_is_sure_of_does_not_depend_on_ties(algorithm: str) -> None:
    result = solve(tree(), algorithm, ties=True)
    assert result.ties is not None
    assert (result.ties.words, result.ties.possible) == (
        "does not depend on ties",
        (result.value,),
    )
    assert result.beside == ()


def test_nor_does_it_where_the_search_stops() -> None:
    board = kibitz.game("rolit").start()
    for text in ("paranoid", "opps", "brs+", "brs"):
        algorithm = f"{text}(leaf=mobility)"
        result = solve(board, algorithm, limit=Limit(depth=3), ties=True)
        assert result.ties is not None
        assert result.ties.words == "does not depend on ties, 3 plies deep"
        assert solve(board, algorithm, limit=Limit(nodes=30), ties=True).ties.depends is None  # type: ignore[union-attr]


def test_the_last_analysis_says_it_and_the_others_do_not_wait() -> None:
    every = list(analysing(DEAL, ties=True))
    assert [one.ties is None for one in every[:-1]] == [True] * (len(every) - 1)
    assert [one.finished for one in every] == [*[False] * (len(every) - 1), True]
    assert every[-2].complete
    assert every[-1].ties is not None
    told = solve(DEAL, ties=True).ties
    assert told is not None
    assert every[-1].ties.possible == told.possible
    assert every[-1].show().endswith(f"\n(33, 0, 33) {told.words}")
    assert every[-1].as_dict()["ties"]["words"] == told.words
    assert f"<p>(33, 0, 33) {told.words}</p>" in every[-1]._repr_html_()


def test_a_stopped_analysis_leaves_it_open() -> None:
    found = analyse(DEAL, limit=Limit(nodes=3000), ties=True)
    assert found.visited <= 3000
    assert found.ties is not None
    assert found.ties.depends is None


def test_verbs_and_questions_say_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "tree", TREE, "--ties"]) == 0
    assert f"ties     {DECIDED}" in capsys.readouterr().out
    assert main(["analyse", "tree", TREE, "--ties"]) == 0
    assert capsys.readouterr().out.endswith(f"\n(4, 2, 0) {DECIDED}\n")
    assert main(["solve", "tree", TREE, "--ties", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["ties"]["deciders"] == [1]
    asked: dict[str, Any] = {"game": "tree", "position": TREE, "ties": True}
    for ask in ("solve", "analyse"):
        assert kibitz.answer({**asked, "ask": ask})["ties"]["words"] == DECIDED
    assert "ties" not in kibitz.answer({**asked, "ties": False})


@pytest.mark.parametrize(
    "options",
    [
        ["solve", "tree", "-", "--ties", "--workers", "2"],
        ["analyse", "tree", TREE, "--ties", "--hand", "--play", "0"],
        ["analyse", "tree", "--deals", "2", "--ties"],
    ],
)
def test_where_it_is_not_said_it_is_refused(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(options) == 2
    assert "--ties" in capsys.readouterr().err
    wrong = {"game": "tree", "position": TREE, "ties": 1}
    assert kibitz.answer(wrong)["error"].startswith("expected ties as true or false")
