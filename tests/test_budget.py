"""One budget for searches in steps, and statistics under the name of the search that has them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from commands import Capture, run

import kibitz
from kibitz import Algorithm, Limit
from kibitz.asking.budget import Budget
from kibitz.engines.problem.protocol import Watch
from kibitz.results import Stats, added_up

SHALLOW = Algorithm.parse("shallow")
SETS = Algorithm.parse("outcome-sets")
LONG = [
    ("spades(players=3,cards=11)", 3),
    ("hearts(players=4,cards=9)", 2),
    ("sergeant_major(cards=11)", 2),
    ("oh_hell(players=4,cards=8,bids=2/2/2/1)", 1),
]
"""Deals whose search to the end takes more than one stage."""


def deal_of(game: str, seed: int) -> kibitz.Position:
    return kibitz.game(game).deal(seed)


@pytest.mark.parametrize(("game", "seed"), LONG)
def test_the_command_counts_what_the_search_it_names_takes(
    capsys: Capture, game: str, seed: int
) -> None:
    deal = deal_of(game, seed)
    code, out, _ = run(capsys, "solve", game, str(deal), "--json")
    found = json.loads(out)
    alone = kibitz.solve(deal, found["algorithm"])
    assert code == 0
    assert found["stats"] == vars(alone.stats)
    assert found["line"] == [str(move) for move in alone.line]
    assert sum(stats["visited"] for stats in found["beside"].values()) > 50_000


@pytest.mark.parametrize(("game", "seed"), LONG[:2])
def test_what_was_searched_beside_has_a_line_of_its_own(
    capsys: Capture, game: str, seed: int
) -> None:
    deal = deal_of(game, seed)
    shown = run(capsys, "solve", game, str(deal))[1]
    alone = kibitz.solve(deal)
    (nodes,) = (line for line in shown.splitlines() if line.startswith("nodes"))
    (beside,) = (line for line in shown.splitlines() if line.startswith("beside"))
    assert f" {alone.stats.visited:,} visited" in nodes
    assert "50,000 nodes by leaf-table(keys=relative,order=trick,leaf=cards)" in beside
    assert "beside" not in alone.show()


@pytest.mark.parametrize("nodes", [1, 10, 1000, 30_000, 100_000])
@pytest.mark.parametrize("ask", [kibitz.solve, kibitz.analyse])
def test_a_limit_counts_what_was_searched_beside(ask, nodes: int) -> None:  # type: ignore[no-untyped-def]
    found = ask(kibitz.game("spades(players=3)").deal(1), limit=Limit(nodes=nodes))
    assert found.visited == nodes
    assert found.visited == found.stats.visited + sum(stats.visited for _, stats in found.beside)
    assert str(found.algorithm) not in dict(found.beside)


def test_an_analysis_counts_estimates_beside_the_search_it_names() -> None:
    found = kibitz.analyse(kibitz.game("spades(players=3,cards=8)").deal(1))
    (other,) = found.beside
    assert found.complete
    assert other[0] == "leaf-table(keys=relative,order=trick,leaf=cards)"
    assert found.as_dict()["beside"] == {other[0]: vars(other[1])}
    assert f"; beside {other[1].visited:,} nodes by {other[0]}" in found.show()


class At(Watch):
    """A watch that stands still."""

    @property
    def seconds(self) -> float:
        return 4.0


def spend(budget: Budget, nodes: int, by: Algorithm = SHALLOW) -> None:
    budget.spent.append((str(by), Stats(visited=nodes)))


def test_a_share_ends_with_a_part_of_the_whole_or_is_a_part_more() -> None:
    budget = Budget(Limit(nodes=1000, seconds=10), At())
    spend(budget, 400)
    until, more = budget.share(0.75), budget.share(0.25, more=True)
    assert (until.nodes, until.seconds) == (350, 7.5)
    assert (more.nodes, more.seconds) == (250, 6.5)
    assert (budget.share(0.75, 20).nodes, budget.share(0.9, among=5).nodes) == (20, 100)
    assert budget.share(among=2).seconds == 7.0
    assert (budget.share(0.8, more=True).nodes, budget.share(0.8, more=True).seconds) == (600, 10)


def test_a_share_of_what_is_spent_is_one_node() -> None:
    budget = Budget(Limit(nodes=10))
    spend(budget, 10)
    assert budget.share().nodes == 1
    assert Budget(Limit()).share(0.1).nodes is None


def test_it_says_why_it_ended() -> None:
    budget = Budget(Limit(nodes=1000, seconds=10), At())
    assert (budget.ended, budget.past(0.4), budget.past(0.41)) == ("", "seconds", "")
    spend(budget, 1000)
    assert budget.ended == "nodes"
    assert Budget(budget.limit, spent=budget.spent, interrupted="cancel").ended == "cancel"


def test_what_is_forgotten_still_counts_but_under_no_name() -> None:
    budget = Budget(Limit(nodes=1000))
    spend(budget, 100)
    budget.forget()
    spend(budget, 30)
    spend(budget, 5, SETS)
    spend(budget, 3)
    assert budget.visited == 138
    assert budget.stats(SHALLOW).visited == 33
    assert [(by, stats.visited) for by, stats in budget.beside(SHALLOW)] == [
        (str(SETS), 5),
        (str(SHALLOW), 100),
    ]


def test_statistics_add_up_rule_by_rule() -> None:
    one, other = Stats(5, 4, 3, {"shallow": 2}, 1, 1), Stats(1, 1, 1, {"entry": 7, "shallow": 1})
    assert added_up([one, other]) == Stats(6, 5, 4, {"shallow": 3, "entry": 7}, 1, 1)


@pytest.mark.parametrize(
    "algorithm", ["leaf-table(width=1)", "deep", "leaf-table(leaf=cards)", "maxn", "outcome-sets"]
)
def test_a_move_is_as_sure_as_the_search_after_it(algorithm: str) -> None:
    for deal in deals():
        found = kibitz.analyse(deal, algorithm)
        sure = {row.certainty for row in found.moves}
        assert sure == {
            kibitz.solve(deal.play(row.move), algorithm).certainty for row in found.moves
        }
        assert found.complete == (sure == {"exact"})
        assert (found.stopped, found.finished) == ("", True)
        assert ("all exact" in found.show()) == found.complete


@pytest.mark.parametrize("algorithm", ["leaf-table(width=1)", "deep", "maxn"])
def test_a_turn_is_as_sure_as_the_values_around_it(algorithm: str) -> None:
    for deal in deals():
        line = kibitz.solve(deal).line
        found = kibitz.review(deal, line[:3], algorithm)
        first = kibitz.solve(deal, algorithm).certainty
        assert {found.certainty, *(turn.certainty for turn in found.turns)} == {first}


def deals() -> Iterator[kibitz.Position]:
    for seed in range(3):
        yield kibitz.game("spades(players=3,cards=5)").deal(seed)


def test_data_of_values_have_their_words() -> None:
    game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
    deal = game.deal(3, 7)
    found = kibitz.analyse(deal, "outcome-sets", limit=Limit(nodes=5000)).as_dict()
    words = {row["certainty"]: row["words"] for row in found["moves"]}
    assert words["exact"]["sure"] == "exact"
    assert words["bound"]["sure"] == "bounds"
    assert any(" to " in side for side in words["bound"]["value"])
    assert found["words"] == {"sure": "4 of 5 exact, 1 not known yet", "ended": "stopped: nodes"}
    first = next(kibitz.analysing(deal)).as_dict()
    assert (first["finished"], first["words"]["ended"]) == (False, None)
