"""A whole game of Sergeant Major, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import kibitz
from kibitz.cards import hand_of, read_card, read_hand
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import player
from kibitz.whole.game import Sheet, whole_game
from kibitz.whole.hand import Sitting
from kibitz.whole.sergeant_major import (
    Exchanging,
    Transfer,
    WholeSergeantMajor,
    given_back,
)

GAME = "whole-sergeant-major(hands=5)"


def rules(line: str = GAME) -> WholeSergeantMajor:
    found = whole_game(line)
    assert isinstance(found, WholeSergeantMajor)
    return found


def started(seed: int) -> Exchanging:
    game = begin(GAME, seed)
    assert isinstance(game, Exchanging)
    return game


def after_one_hand(seed: int) -> Exchanging:
    """The game when the second hand is dealt."""
    here, who = started(seed), player("rules")
    while here.number == 0:
        here = here.after(who.choose(here.view()))
    return here


def cards(*names: str) -> tuple[kibitz.Card, ...]:
    return tuple(map(read_card, names))


def test_the_dealer_should_take_8_the_next_5_and_leads_the_last_3() -> None:
    game = rules()
    assert [game.target(0, seat) for seat in range(3)] == [5, 3, 8]
    assert [game.target(1, seat) for seat in range(3)] == [8, 5, 3]
    here = started(1)
    assert (here.turn, here.deal.leader) == (2, 0)
    assert here.deal.game.arguments()["targets"] == (5, 3, 8)


def test_the_dealer_names_the_trump_lays_away_four_and_takes_the_kitty() -> None:
    here = started(1)
    assert here.view().asks == "trump"
    assert list(here.view().moves()) == ["S", "H", "D", "C"]
    here = here.after("D")
    assert (here.view().asks, here.view().choices, here.view().to) == ("pass", (4,), None)
    away = tuple(here.view().moves()[:4])
    kitty = here.kitty
    here = here.after(away)
    assert here.position is not None
    assert here.position.trump == 2
    assert here.position.hands[2] & kitty == kitty
    assert not here.position.hands[2] & hand_of(away)
    assert here.turn == 0
    assert here.view(2).out == hand_of(away)
    assert here.view(0).out == 0


def test_who_was_up_gives_to_who_was_down_who_was_up_most_first() -> None:
    game = rules()
    assert game.transfers(Sheet(1, (2, -2, 0), (2, -2, 0))) == (Transfer(0, 1, 2),)
    assert game.transfers(Sheet(1, (1, -3, 2), (1, -3, 2))) == (
        Transfer(2, 1, 2),
        Transfer(0, 1, 1),
    )
    assert game.transfers(Sheet(1, (-1, 3, -2), (-1, 3, -2))) == (
        Transfer(1, 2, 2),
        Transfer(1, 0, 1),
    )
    assert game.transfers(Sheet(0, (0, 0, 0), (0, 0, 0))) == ()


def test_the_highest_cards_of_the_suits_come_back() -> None:
    hand = read_hand("AK2.Q3.7.")  # with the gift in it
    assert given_back(hand, cards("S2", "H3")) == hand_of(cards("SA", "HQ"))
    assert given_back(hand, cards("SA", "S2")) == hand_of(cards("SA", "SK"))
    assert given_back(hand, cards("D7")) == hand_of(cards("D7"))


def test_cards_change_hands_and_both_know_which() -> None:
    here = next(game for game in map(after_one_hand, range(20)) if game.view().asks == "pass")
    view = here.view()
    giver, receiver = view.seat, view.to
    assert receiver is not None
    gift = tuple(view.moves()[-view.choices[0] :])
    there = here.after(gift)
    assert there.view(giver).got[receiver] == there.done[0][2] & ~there.done[0][1]
    assert there.view(receiver).got[giver] == there.done[0][1] & ~there.done[0][2]
    assert sum(map(int.bit_count, there.deal.hands)) == 48
    assert all(hand.bit_count() == 16 for hand in there.deal.hands)


def test_who_takes_12_tricks_has_won_whatever_the_points() -> None:
    game = rules()
    sheet = game.added(Sheet(2, (9, -4, -5), (1, 1, -2)), *game.score((), (2, 2, 12), range(3), 2))
    assert game.is_over(sheet)
    assert max(range(3), key=lambda seat: game.scores(sheet)[seat]) == 2
    other = game.added(Sheet(2, (9, -4, -5), (1, 1, -2)), *game.score((), (3, 2, 11), range(3), 2))
    assert not game.is_over(other)
    assert game.is_over(other._replace(number=5))
    assert max(range(3), key=lambda seat: game.scores(other)[seat]) == 0


@pytest.mark.parametrize("seed", range(6))
def test_nobody_is_said_to_hold_what_it_does_not_hold(seed: int) -> None:
    def watch(game: Sitting) -> None:
        assert isinstance(game, Exchanging)
        for seat in range(3):
            view = game.view(seat)
            hands = game.deal.hands if game.position is None else game.position.hands
            if game.position is not None:
                assert all(
                    known & ~hand == 0 for known, hand in zip(view.known, hands, strict=True)
                )
            if game.turn == seat:
                assert kibitz.View.parse(str(view)) == view

    end = play_out(begin(GAME, seed), [player("random"), *[player("rules")] * 2], seed, watch).end
    assert end.is_over


@pytest.mark.parametrize("words", [["hands=0"], ["players=4"]])
def test_what_cannot_be_played_is_refused(words: Sequence[str]) -> None:
    with pytest.raises(kibitz.TextError, match="expected"):
        whole_game(f"whole-sergeant-major({','.join(words)})")
