"""Bids, cards to pass and trumps by sampling."""

from __future__ import annotations

import pytest

from kibitz import View
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import player

SAMPLING = "sampling(worlds=30)"
BID = (
    "asks=bid choices=0/1/2/3/4/5/6/7/8/9/10 bids=-/-/- whole=whole-spades(players=3) scores=0/0/0"
)


def test_a_hand_that_takes_all_is_bid_to_the_full() -> None:
    view = View.parse(
        f"spades(players=3,cards=4) seat=0 hand=AKQJ... {BID}".replace("/5/6/7/8/9/10", "")
    )
    assert player(SAMPLING).choose(view) == 4
    view = View.parse(
        f"spades(players=3,cards=4) seat=0 hand=.2.2.32 {BID}".replace("/5/6/7/8/9/10", "")
    )
    assert player(SAMPLING).choose(view) == 0


def test_the_queen_of_spades_is_passed_on_with_what_draws_it() -> None:
    line = "hearts seat=1 hand=AKQ.K32.765.6432 asks=pass choices=3 to=2 whole=whole-hearts"
    view = View.parse(f"{line} scores=0/0/0/0")
    assert {str(card) for card in player(SAMPLING).choose(view)} == {"SA", "SK", "SQ"}


def test_the_trump_is_the_suit_that_takes_most() -> None:
    line = "sergeant_major seat=2 hand=AKQJT9876.2.432.432 asks=trump choices=0/1/2/3"
    assert player(SAMPLING).choose(View.parse(line)) == "S"
    assert player("rules").choose(View.parse(line)) == "S"


@pytest.mark.parametrize("game", ["whole-hearts(players=3,to=10)", "whole-spades(to=20)"])
def test_what_comes_before_play_repeats_itself(game: str) -> None:
    who = [player("sampling(worlds=4)")] * begin(game, 1).players
    assert play_out(begin(game, 1), who, 1).choices == play_out(begin(game, 1), who, 1).choices
