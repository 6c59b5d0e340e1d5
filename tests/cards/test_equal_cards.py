"""Where there are two of each card, it does not matter which of them a player holds."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Duties, GameError, Restrictions, View
from kibitz.cards import Pack, TrickGame, TrickPosition
from kibitz.players.player import player

GAMES = ("pinochle(cards=4,trump=S)", "doppelkopf(cards=4)", "twice.toml(cards=4)")
TWICE = """
players = 3
suits = "S H"
ranks = "A K Q J T 9"
copies = 2
trump = "H"
low = ["SJ", "ST"]
"""
MERGED = """
suits = "E G H S"
ranks = "8 J 9 7 T"
written = "9 8 T J 7"
copies = 2
cards = 10
trump = ["E", "G", "H", "S"]
low = ["SJ", "ET"]
follow = "free"
undertrump = false
points = { 8 = 11 }
leader = "H9"
kitty = "last"
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("twice.toml").write_text(TWICE)


def positions(name: str) -> list[TrickPosition]:
    found = []
    for seed in range(12):
        draw, position = random.Random(seed), kibitz.game(name).deal(seed)
        for _ in range(draw.randrange(5)):
            position = position.play(draw.choice(position.legal_moves()))
        assert isinstance(position, TrickPosition)
        found.append(position)
    return found


@pytest.mark.parametrize("name", GAMES)
def test_a_position_and_its_text_list_moves_alike(name: str) -> None:
    for position in positions(name):
        again = position.game.parse(str(position))
        for order in position.orders:
            listed = [list(map(str, at.ordered(order))) for at in (again, position)]
            assert listed[0] == listed[1], (order, position)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("algorithm", ["leaf-table(order=trick)", "outcome-sets"])
def test_a_position_and_its_text_have_one_answer(name: str, algorithm: str) -> None:
    for position in positions(name):
        asked = position, position.game.parse(str(position))
        one, other = (kibitz.solve(at, algorithm) for at in asked)
        assert (one.value, one.stats) == (other.value, other.stats), position
        assert list(map(str, one.line)) == list(map(str, other.line)), position


def test_a_card_beside_its_equal_is_one_move_and_no_fault() -> None:
    Path("merged.toml").write_text(MERGED)
    assert kibitz.check_game("merged.toml(trump=H)", deals=1, seed=8) == []


@pytest.mark.parametrize("name", ["doppelkopf", "pinochle(trump=S)"])
def test_a_player_chooses_alike_by_a_view_and_by_its_text(name: str) -> None:
    chooses = player("rules").choose
    for seed in range(25):
        draw, position, plays = random.Random(seed), kibitz.game(name).deal(seed), list[str]()
        start = position
        for _ in range(draw.randrange(20)):
            plays.append(str(draw.choice(position.legal_moves())))
            position = position.play(plays[-1])
        view = kibitz.view(start, plays)
        assert str(chooses(view)) == str(chooses(View.parse(str(view)))), view


RANKS = "AKQJ"
PAIRS = Pack(tuple(tuple(s + r for r in RANKS) for s in "SH"), (("S", *RANKS), ("H", *RANKS)), 2)


@dataclass(frozen=True)
class Pairs(TrickGame):
    """Two of each card, with rules on some of them."""

    restricted: Restrictions = Restrictions()  # noqa: RUF009
    obliged: Duties = Duties()  # noqa: RUF009

    @property
    def pack(self) -> Pack:
        return PAIRS

    @property
    def restrictions(self) -> Restrictions:
        return self.restricted

    @property
    def duties(self) -> Duties:
        return self.obliged


def test_the_lowest_of_two_equal_cards_is_played_by_its_name() -> None:
    first = Restrictions(first_lead=PAIRS.hand(["SJ", "SJ"]), first_lowest=True)
    game = Pairs(players=2, cards=3, restricted=first)
    position = game.parse("JJ.A K.QQ")
    assert str(position.play("SJ")) == "J.A K.QQ 0 SJ 0,0"


@pytest.mark.parametrize("name", ["closed", "breakers", "alone", "first_lead", "first_not"])
def test_restrictions_name_both_of_two_equal_cards_or_neither(name: str) -> None:
    one: dict[str, Any] = {name: PAIRS.hand(["SJ"])}
    game = Pairs(players=2, cards=3, restricted=Restrictions(**one))
    with pytest.raises(GameError, match=f"expected both copies of SJ or neither: {name}"):
        kibitz.solve(game.parse("JJ.A K.QQ"))


@pytest.mark.parametrize("name", ["kept", "wild", "high", "low"])
def test_duties_name_both_of_two_equal_cards_or_neither(name: str) -> None:
    one: dict[str, Any] = {name: PAIRS.hand(["SJ"])}
    game = Pairs(players=2, cards=3, obliged=Duties(**one))
    with pytest.raises(GameError, match=f"expected both copies of SJ or neither: {name}"):
        kibitz.solve(game.parse("JJ.A K.QQ"))
