"""What a user gets shows itself: in a terminal, to programs, in a notebook."""

from __future__ import annotations

import json
from typing import Any

import pytest

import kibitz

GAME = kibitz.game("spades(players=3,cards=3,bids=1/1/2,utility=mot)")
POSITION = GAME.deal(1)

ONES = {
    "game": GAME,
    "position": POSITION,
    "algorithm": kibitz.Algorithm.parse("shallow(order=low)"),
    "result": kibitz.solve(POSITION),
    "prospects": kibitz.prospects(POSITION),
    "counts": kibitz.perft(POSITION, 2),
    "faults": kibitz.check_game(GAME, deals=1),
    "table": kibitz.LeafTable.of(POSITION),
    "view": kibitz.view(POSITION),
    "verdict": kibitz.LeafTable.of(GAME).verdict((1, None, 1)),
}


@pytest.mark.parametrize("name", ONES)
def test_each_shows_itself(name: str) -> None:
    one: Any = ONES[name]
    assert one.show()
    assert one.show() == one.show().rstrip()
    data = one.as_dict()
    assert json.loads(json.dumps(data)).keys() == data.keys()
    assert one._repr_html_().startswith("<")


@pytest.mark.parametrize("listing", [kibitz.all_games(), kibitz.all_algorithms()])
def test_lists_show_each_of_theirs(listing: Any) -> None:
    assert listing.show().split("\n\n") == [one.show() for one in listing]
    assert json.loads(json.dumps(listing.as_dicts())) == [one.as_dict() for one in listing]
    assert listing._repr_html_().startswith("<pre>")


def test_counts_and_faults_are_lists() -> None:
    assert kibitz.perft(POSITION, 2) == ONES["counts"].as_dict()["counts"]  # type: ignore[attr-defined]
    assert ONES["faults"] == []
