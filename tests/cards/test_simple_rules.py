"""Simple rules: in a position as the player sees it, and in play-outs of UCT."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kibitz
from kibitz import InvalidAlgorithm, solve
from kibitz.players import judgement
from kibitz.whole.view import changed, seen

GAMES = (
    *("hearts", "spades(players=3)", "bridge(trump=H)", "oh_hell(players=4,cards=8)"),
    *("skat", "skat(contract=null)", "doppelkopf", "euchre", "jass", "belote", "briscola"),
)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_plays_what_its_player_would_play_who_sees_its_own_cards(game: str) -> None:
    draw = random.Random(game)
    for seed in range(3):
        start: Any = kibitz.game(game).deal(seed)
        hand = kibitz.History(start)
        while not hand.position.is_over:
            position: Any = hand.position
            out = position.game.deck & ~sum(1 << card for card in start.in_play())
            view = changed(seen(hand, position.turn), out=out)
            if view.asks == "play":
                assert position.by_rules() == judgement.card(view), position
            hand = hand.after(draw.choice(position.legal_moves()))


def test_cards_are_laid_away_too() -> None:
    skat: Any = kibitz.game("skat(kitty=taken)").deal(1)
    while skat.to_lay:
        card = skat.by_rules()
        assert card in skat.legal_moves()
        assert card.suit != skat.trump
        skat = skat.play(card)


def test_others_see_their_own_cards_only() -> None:
    """Who of the others holds what does not change a lead."""
    game = kibitz.game("spades(players=3,breaking=false)")
    one, two = (game.parse(f"A3..2. {hands}") for hands in ("K4..3. 52..4.", "52..4. K4..3."))
    assert one.by_rules() == two.by_rules()


def test_play_outs_by_rules_are_for_games_that_have_some() -> None:
    with pytest.raises(InvalidAlgorithm, match="which rolit does not have; use playouts=order"):
        solve(kibitz.game("rolit").start(), "uct(playouts=rules)")


def test_play_outs_by_rules_end_as_if_everybody_played_by_them() -> None:
    """With epsilon=0 and one iteration, the outcome is that of the first move played out."""
    for seed in range(10):
        deal: Any = kibitz.game("hearts(players=3)").deal(seed, cards=6)
        found = solve(
            deal, "uct(playouts=rules,epsilon=0,solver=none)", limit=kibitz.Limit(nodes=1)
        )
        ends = judgement.played_out(deal.play(deal.moves()[0]))
        assert isinstance(found.worth, kibitz.Means)
        assert found.worth.means == tuple(map(float, deal.game.payoffs(ends)))
