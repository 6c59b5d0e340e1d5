"""What each side can force bounds the value, whoever asks and however far it is answered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

import kibitz
from kibitz import Algorithm, Limit, Position, Result
from kibitz.asking.forced import forced_bounds, has_bounds
from kibitz.leaf_table import LeafTable
from kibitz.results import Progress

GAMES = (
    "spades(players=3,cards=4)",
    "spades(players=3,cards=4,breaking=false,bids=2/1/1,utility=wl)",
    "spades(players=4,teams=none,cards=3)",
    "sergeant_major(cards=4)",
    "sergeant_major(cards=5,tricks=3)",
    "oh_hell(cards=4)",
)
WHOLE = kibitz.game("sergeant_major")


@settings(deadline=None)
@given(
    game=st.sampled_from(GAMES),
    seed=seeds,
    plies=st.integers(0, 5),
    order=st.sampled_from(["high", "low", "suits"]),
)
def test_the_value_lies_within_what_is_forced(game: str, seed: int, plies: int, order: str) -> None:
    position: Position = kibitz.game(game).deal(seed)
    for _ in range(plies):
        position = position.play(position.legal_moves()[0])
    if not has_bounds(position):
        return
    bounds = forced_bounds(position, kibitz.solve)
    value = kibitz.solve(position, f"maxn(order={order},table=exact)").value
    assert value is not None
    for payoff, (least, most) in zip(value, bounds, strict=True):
        assert payoff is not None
        assert least <= payoff <= most


def test_the_side_to_move_is_sure_of_what_paranoid_finds() -> None:
    for seed in range(20):
        deal = kibitz.game("spades(players=3,cards=5)").deal(seed)
        paranoid = kibitz.solve(deal, "paranoid").value
        assert paranoid is not None
        assert forced_bounds(deal, kibitz.solve)[0][0] == paranoid[0]


def test_who_is_not_answered_forces_nothing() -> None:
    deal = kibitz.game("sergeant_major(cards=5)").deal(3)

    def ask(position: Position, algorithm: Algorithm) -> Result:
        return replace(kibitz.solve(position, algorithm), stopped="nodes")

    leaves = LeafTable.of(deal)
    assert forced_bounds(deal, ask) == leaves.bounds(leaves.outcomes)
    assert forced_bounds(deal, kibitz.solve) != leaves.bounds(leaves.outcomes)


@pytest.mark.parametrize(
    "game",
    [
        "bridge",
        "hearts(players=3)",
        "chinese_checkers",
        "spades(players=3,bids=5/5/5,utility=smot)",
        "oh_hell(players=5)",
    ],
)
def test_there_are_none_where_tricks_are_not_what_all_want(game: str) -> None:
    assert not has_bounds(kibitz.game(game).deal(1))


def test_a_whole_deal_that_is_stopped_says_what_is_forced() -> None:
    deal, limit = kibitz.game("sergeant_major(cards=14)").deal(1), Limit(nodes=2_500_000)
    stopped, alone = (
        kibitz.solve(deal, limit=limit),
        kibitz.solve(deal, "outcome-sets", limit=limit),
    )
    assert stopped.certainty == "estimate"
    assert stopped.visited == limit.nodes
    assert stopped.bounds == forced_bounds(deal, kibitz.solve)
    assert stopped.bounds is not None
    assert alone.bounds is not None
    for (least, most), (lowest, highest) in zip(stopped.bounds, alone.bounds, strict=True):
        assert lowest <= least <= most < highest


def test_what_is_forced_is_told_while_the_search_goes_on() -> None:
    told: list[Progress] = []
    deal = kibitz.game("sergeant_major(cards=14)").deal(1)
    found = kibitz.solve(deal, limit=Limit(nodes=2_500_000), progress=told.append)
    assert told[0].bounds != found.bounds
    assert any(each.bounds == found.bounds for each in told)


def test_a_search_that_is_cancelled_while_it_asks_stops(monkeypatch: Any) -> None:
    calls: list[Position] = []

    class Once:
        """Somebody who stops the search as soon as a question is asked."""

        def is_set(self) -> bool:
            return bool(calls)

    def bounds(position: Position, ask: Any) -> None:
        calls.append(position)
        ask(position, Algorithm.parse("outcome-sets"))

    monkeypatch.setattr("kibitz.asking.staged.forced_bounds", bounds)
    found = kibitz.solve(WHOLE.deal(0), cancel=Once())
    assert len(calls) == 1
    assert (found.stopped, found.certainty) == ("cancel", "estimate")
