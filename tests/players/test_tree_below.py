"""A tree below each card of `sampling`: what it values, and where there is none."""

from __future__ import annotations

import pytest

import kibitz
from kibitz import View
from kibitz.engines import kernel
from kibitz.matches.start import begin
from kibitz.players.appraisal import Appraisal
from kibitz.players.player import player
from kibitz.players.searching import Sampling
from kibitz.whole.game import Whole


def appraised(view: View, **arguments: object) -> Appraisal:
    arguments = {"experience": 0, **arguments}
    given = ",".join(f"{name}={value}" for name, value in arguments.items())
    who = player(f"sampling({given})", 3)
    assert isinstance(who, Sampling)
    return who.appraisal(view)


def to_play(game: str) -> View:
    """The first view of a whole game from which a card is played; all bid by rules."""
    here = begin(game, 1)
    while isinstance(here, Whole) and here.view().asks != "play":
        here = here.after(player("rules").choose(here.view()))
    assert isinstance(here, Whole)
    return here.view()


@pytest.mark.parametrize("aim", ["hand", "game"])
def test_the_first_world_is_played_out_by_rules(aim: str) -> None:
    view = to_play("whole-spades(players=3,to=300)")
    tree, plain = (appraised(view, worlds=1, tree=size, aim=aim) for size in (4, 0))
    assert tree.means == plain.means


def test_later_worlds_profit_from_what_was_seen_before() -> None:
    if not kernel.BUILT:
        pytest.skip("there is no kernel here")
    view = kibitz.view(kibitz.game("spades(players=3)").deal(4))
    tree, plain = (appraised(view, worlds=60, tree=size) for size in (1, 0))
    assert (tree.worlds, tree.number) == (plain.worlds, plain.number)
    assert tree.means != plain.means
    assert tree.means == appraised(view, worlds=60, tree=1).means


@pytest.mark.parametrize("game", ["hearts(players=3,cards=5)", "hearts(cards=4)"])
def test_worlds_that_a_tree_is_not_for_are_played_out(game: str) -> None:
    view = kibitz.view(kibitz.game(game).deal(2))
    tree, plain = (appraised(view, worlds=12, tree=size) for size in (4, 0))
    assert tree.means == plain.means
