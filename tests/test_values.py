"""A value that is not one vector shows itself wherever values are shown."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator

import pytest
from commands import Capture, data, run
from hypothesis import given, settings
from strategies import seeds

import kibitz
from kibitz import Limit, Several, Vector
from kibitz.values import NOTHING, Unknown
from kibitz.web import answers
from kibitz.web.visitors import Room

ANY_TIES = "own_values:AnyTies"
TEXT = "0[1[(1,2,0) (0,2,1)] (1,0,0)]"
TREE = kibitz.game("tree").parse(TEXT)
BOTH = Several.of([(1, 2, 0), (1, 0, 0)])


def values(position: kibitz.Position) -> Iterator[tuple[int, ...]]:
    """The value of max^n under every rule for ties, one after the other."""
    if position.is_over:
        yield position.game.payoffs(position.outcome)
        return
    below = [set(values(position.play(move))) for move in position.moves()]
    for chosen in itertools.product(*below):
        best = max(value[position.side] for value in chosen)
        yield from (value for value in chosen if value[position.side] == best)


@given(seeds)
@settings(max_examples=50, deadline=None)
def test_a_search_can_have_values_that_are_sets(seed: int) -> None:
    tree = kibitz.game("tree(players=3,depth=3,branching=2,payoff=2)").deal(seed)
    worth = kibitz.solve(tree, ANY_TIES).worth
    found = {worth.payoffs} if worth.possible is None else set(worth.possible)
    assert found == set(values(tree))


def test_solve_shows_a_set() -> None:
    result = kibitz.solve(TREE, ANY_TIES)
    assert (result.worth, result.value, result.certainty) == (BOTH, None, "exact")
    assert (result.move, result.line, result.outcome) == (0, (0, 0), (1, 2, 0))
    rows = dict(result.rows())
    assert (rows["move"], rows["value"]) == ("0", "(1, 2, 0) or (1, 0, 0)")
    assert rows["by"].endswith("(reference)")
    row = result.as_row()
    assert (row["possible"], row["value_1"]) == ("(1, 2, 0) or (1, 0, 0)", None)
    assert (row["lowest_1"], row["highest_1"]) == (0, 2)


@pytest.mark.parametrize("search", ["maxn(backup=equilibria,leaf=cards)", "mixed(leaf=cards)"])
def test_estimates_that_are_several_bound_nothing(search: str) -> None:
    hearts = kibitz.game("hearts(players=3)")
    deals = [hearts.deal(seed, cards=6) for seed in range(60)]
    results = [kibitz.solve(deal, search, limit=Limit(depth=3)) for deal in deals]
    several = [result for result in results if result.worth.possible is not None]
    assert len(several) > 1
    for result in several:
        assert (result.certainty, result.bounds) == ("estimate", None)
        assert "bounds" not in dict(result.rows())
        assert result.as_row()["lowest_0"] is None
    moves = kibitz.analyse(several[0].position, search, limit=Limit(depth=3)).moves
    assert any(row.worth.possible is not None for row in moves)
    assert [row.bounds for row in moves] == [None] * len(moves)


def test_analyse_shows_a_set() -> None:
    analysis = kibitz.analyse(TREE, ANY_TIES)
    assert analysis.complete
    assert [str(row.worth) for row in analysis.moves] == ["(1, 2, 0) or (0, 2, 1)", "(1, 0, 0)"]
    assert "(1, 2, 0) or (0, 2, 1)" in analysis.show()
    assert "all exact" in analysis.show()


def test_compare_and_review_show_a_set() -> None:
    comparison = kibitz.compare(TREE, ["maxn", ANY_TIES])
    assert "(1, 2, 0) or (1, 0, 0)" in comparison.show()
    assert (
        comparison.verdict
        == "they differ in value, since they assume different things of the players"
    )
    assert kibitz.compare(TREE, [ANY_TIES, ANY_TIES]).verdict == "all agree"
    review = kibitz.review(TREE, [0], ANY_TIES)
    assert "value before the first move (1, 2, 0) or (1, 0, 0)" in review.show()
    assert review.turns[0].as_dict()["words"]["value"] == ["0 or 1", "2", "0 or 1"]


def test_a_trace_shows_a_set() -> None:
    trace = kibitz.trace(TREE, ANY_TIES)
    assert trace.show().splitlines()[-1] == "= (1, 2, 0) or (1, 0, 0)"
    assert trace.as_dict()["steps"][-1]["possible"] == ((1, 2, 0), (1, 0, 0))
    assert "(1,2,0) or (1,0,0)" in trace.svg()


def test_the_command_and_json_show_a_set(capsys: Capture) -> None:
    code, out, _ = run(capsys, "solve", "tree", TEXT, "--algorithm", ANY_TIES)
    assert (code, "value    (1, 2, 0) or (1, 0, 0)" in out) == (0, True)
    found = data(capsys, "solve", "tree", TEXT, "--algorithm", ANY_TIES)
    assert (found["value"], found["possible"]) == (None, [[1, 2, 0], [1, 0, 0]])
    assert found["words"]["value"] == ["1", "0 or 2", "0"]


def test_the_page_is_told_in_words() -> None:
    hand, room = kibitz.History.of(TREE).as_dict(), Room(60)
    question = {**hand, "algorithms": [ANY_TIES], "algorithm": ANY_TIES}
    (solved,) = answers.solve(question, answers.Site(), room)
    *_, analysed = answers.analyse(question, answers.Site(), room)
    *_, reviewed = answers.review({**question, "play": ["0"]}, answers.Site(), room)
    assert solved["words"]["value"] == ["1", "0 or 2", "0"]
    assert analysed["moves"][0]["words"]["value"] == ["0 or 1", "2", "0 or 1"]
    assert reviewed["words"]["value"] == ["1", "0 or 2", "0"]
    json.dumps([solved, analysed, reviewed])


def test_it_travels_to_workers() -> None:
    found = list(kibitz.solve_many("tree", [TEXT] * 3, ANY_TIES, workers=2))
    assert [one.worth for one in found if isinstance(one, kibitz.Result)] == [BOTH] * 3


@pytest.mark.parametrize(
    ("one", "other", "agree"),
    [
        (Vector((1, 2)), Vector((1, None)), True),
        (Vector((1, 2)), Vector((2, None)), False),
        (Vector((1, 2)), NOTHING, True),
        (Vector((1, 2)), Several.of([(1, 2)]), True),
        (Vector((1, 2)), Several.of([(1, 2), (2, 1)]), False),
        (Several.of([(2, 1), (1, 2)]), Several.of([(1, 2), (2, 1)]), True),
        (Several.of([(2, 1), (1, 2)]), Unknown(bounds=((0, 0), (0, 0))), True),
    ],
)
def test_values_agree_if_both_can_be_true(
    one: kibitz.Value, other: kibitz.Value, agree: bool
) -> None:
    assert (one.agrees(other), other.agrees(one)) == (agree, agree)


def test_many_values_are_counted() -> None:
    many = Several.of([(n, 4 - n) for n in range(5)])
    assert (str(many), many.each_side()) == ("5 values", ["0 to 4", "0 to 4"])


def test_a_part_that_a_search_lacks_is_refused_with_those_that_have_it() -> None:
    owners = "maxn, equilibria, mixed, offensive, prob, minimax, paranoid, opps, brs and soft"
    message = f"'table=exact' is for {owners}, not for backup={ANY_TIES}"
    with pytest.raises(kibitz.InvalidAlgorithm, match=message):
        kibitz.Algorithm.parse(f"{ANY_TIES}(table=exact)")
