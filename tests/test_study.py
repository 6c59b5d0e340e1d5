"""Many deals: rows that do not depend on workers, what does not fit, and where they differ."""

from __future__ import annotations

from typing import Any

import pytest

import kibitz
from kibitz import KibitzError, Study, compare_deals

GAME = "spades(players=3)"
OWN = ("maxn", "shallow", "alpha-beta")


class Eager(kibitz.DecisionTest):
    """Cuts whatever has a bound, which is wrong."""

    needs = "nothing"

    def possible(self, bounds: Any, feasible: Any) -> bool:
        return not bounds


def without_times(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: cell for name, cell in row.items() if name != "seconds"} for row in rows]


@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_rows_are_the_same_for_any_number_of_workers(engine: str) -> None:
    one, two = (
        Study(list(compare_deals(GAME, OWN, 8, 3, cards=3, workers=workers, engine=engine)))
        for workers in (1, 2)
    )
    assert without_times(one.as_rows()) == without_times(two.as_rows())
    assert [row["seed"] for row in one.as_rows()] == [seed for seed in range(3, 11) for _ in OWN]
    assert all(row["seconds"] > 0 for row in one.as_rows() if not row["error"])


def test_a_row_is_that_of_its_deal_alone() -> None:
    (*_, last) = compare_deals(GAME, ["maxn", "leaf-table"], 5, cards=4)
    game = kibitz.game(GAME)
    alone = kibitz.solve(game.deal(4, cards=4), "leaf-table")
    row = last.as_rows()[1]
    assert (row["id"], row["seed"], row["position"]) == ("5", 4, str(alone.position))
    assert (row["move"], row["visited"]) == (str(alone.move), alone.stats.visited)
    assert tuple(row[f"value_{side}"] for side in range(3)) == alone.value


def test_an_algorithm_that_does_not_fit_is_a_row_that_says_so() -> None:
    cases = list(compare_deals(GAME, OWN, 2, cards=2))
    for case in cases:
        rows = case.as_rows()
        assert [row["algorithm"] for row in rows] == list(OWN)
        assert [bool(row["error"]) for row in rows] == [False, False, True]
        assert rows[2]["visited"] is None
        assert [*rows[0]] == [*rows[2]]
    assert Study(cases).verdict == "all agree on 2 deals"


def test_where_none_fits_the_answer_is_the_error() -> None:
    (case,) = compare_deals(GAME, ["alpha-beta"], 1, cards=2)
    assert isinstance(case.answer, KibitzError)
    assert case.as_rows()[0]["error"] == str(case.answer)


def test_searches_that_must_agree_and_do_not_contradict() -> None:
    wrong = kibitz.Algorithm(prune="shallow", test=Eager)
    study = Study(list(compare_deals("tree", ["maxn", wrong], 10)))
    assert study.contradicts
    assert "where they must agree" in study.verdict
    assert not Study(list(compare_deals("tree", ["maxn", "paranoid"], 10))).contradicts


def test_an_analysis_has_a_row_per_move() -> None:
    (case,) = kibitz.analyse_deals(GAME, deals=1, seed=7, cards=4)
    alone = kibitz.analyse(kibitz.game(GAME).deal(7, cards=4))
    rows = case.as_rows()
    assert [row["cost"] for row in rows] == [row.cost for row in alone.ranked()]
    assert {row["visited"] for row in rows} == {alone.stats.visited}


def test_deals_of_a_game_that_each_deal_decides_can_be_compared() -> None:
    cases = list(compare_deals("doppelkopf", ["leaf-table(keys=relative)"], 2, cards=2))
    assert not any(isinstance(case.answer, KibitzError) for case in cases)


def test_no_deals_are_refused() -> None:
    with pytest.raises(KibitzError, match="expected 1 deal or more: 0"):
        list(compare_deals(GAME, ["maxn"], 0))


def test_an_analysis_that_does_not_fit_has_the_columns_of_others() -> None:
    (bad,) = kibitz.analyse_deals(GAME, "alpha-beta", deals=1, cards=3)
    (good,) = kibitz.analyse_deals(GAME, deals=1, cards=3)
    (row,) = bad.as_rows()
    assert row["algorithm"] == "alpha-beta"
    assert "needs two sides" in row["error"]
    assert row.keys() == good.as_rows()[0].keys()
    assert Study([bad]).show().splitlines()[-2].startswith("alpha-beta: ")
