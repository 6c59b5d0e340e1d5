"""The moon: players by rules that go for all points, and others that stop them, if they mind."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import kibitz
from kibitz import TrickPosition
from kibitz.cards.wanted import moons
from kibitz.engines import kernel
from kibitz.matches.check_player import check_player
from kibitz.players.judgement import card_in, minding
from kibitz.players.playing_out import outcomes

HEARTS = "hearts(players=3)"


def position(text: str, minds: bool = True) -> TrickPosition:
    read = kibitz.game(HEARTS).parse(text)
    assert isinstance(read, TrickPosition)
    return replace(read, game=minding(read.game)) if minds else read


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("hearts", (True,) * 4),
        ("hearts(teams=0/1/0/1)", (False,) * 2),  # no points are the other side's moon
        ("hearts(moon=false)", (False,) * 4),
        ("spades(players=3)", (False,) * 3),
        ("jass", (False,) * 2),
    ],
)
def test_payoffs_say_whether_all_points_are_as_good_as_none(
    text: str, found: tuple[bool, ...]
) -> None:
    game = kibitz.game(text)
    assert isinstance(game, kibitz.TrickGame)
    assert moons(game) == found
    assert game.wanted.moons == ()
    assert minding(game).wanted.moons == (found if any(found) else ())
    assert minding(game).wanted.rows == game.wanted.rows


RUN = "K.AK..A .54.43. .76.65. 0 - 20,0,0 broken,begun"
"""Player 0 has all points so far, and wins every trick from above."""


def test_who_has_all_points_and_no_loser_goes_on() -> None:
    assert card_in(position(RUN)).name == "HA"
    assert card_in(position(RUN, minds=False)).name == "SK"
    assert outcomes([position(RUN)]) == [(26, 0, 0)]


def test_not_once_another_has_a_point() -> None:
    late = RUN.replace("20,0,0", "19,1,0")
    assert card_in(position(late)) == card_in(position(late, minds=False))


def test_one_of_the_others_takes_a_few_points_for_sure() -> None:
    here = "A.3..A .AQ.43. .76.65. 0 HK 20,0,0 broken,begun"
    assert card_in(position(here)).name == "HA"
    assert card_in(position(here, minds=False)).name == "HQ"


@pytest.mark.parametrize(
    ("text", "minds", "plain"),
    [
        ("A.K3.. .AQ.43. .76.65. 0 CA 20,0,0 broken,begun", "D4", "HA"),
        ("A.K3.. .AQT9.. .76.65. 0 CA 18,0,0 broken,begun", "H9", "HA"),
    ],
)
def test_stoppers_are_not_thrown_on_who_may_shoot(text: str, minds: str, plain: str) -> None:
    assert card_in(position(text)).name == minds
    assert card_in(position(text, minds=False)).name == plain


def test_points_are_thrown_on_others_as_ever() -> None:
    here = ".K3..A2 .AQ..43 K.76.. 2 SA 20,0,0 broken,begun"  # player 2 wins with the ace
    after = position(here).play("CA")
    assert (after.turn, card_in(after).name) == (1, "HA")


@pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel here")
@pytest.mark.parametrize("text", ["hearts", HEARTS])
def test_the_kernel_shoots_and_stops_as_the_reference_does(text: str) -> None:
    """From deals with a strong hand, and somewhere on the way."""
    shot = 0
    for seed in range(12):
        start, stream = kibitz.game(text).deal(seed), random.Random(seed)
        assert isinstance(start, TrickPosition)
        here = replace(start, game=minding(start.game))
        for _ in range(stream.randrange(24)):
            here = here.play(stream.choice(here.legal_moves()))
        cards = here.legal_moves()
        found = outcomes([here], cards)
        assert found == outcomes([here], cards, engine="reference")
        shot += sum(26 in end for end in found)
    assert shot


def test_a_player_that_minds_keeps_the_rules_and_does_not_peek() -> None:
    assert check_player("sampling(worlds=5,moon=true)", "hearts(cards=6)", deals=1) == []
