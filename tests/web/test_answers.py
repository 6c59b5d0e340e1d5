"""Whatever is asked, the answer is an answer or one line of what was expected."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import KibitzError
from kibitz.web import answers
from kibitz.web.answers import Site
from kibitz.web.visitors import Room

GAME, HAND = "spades(players=3,breaking=false)", "7..K.4 .2..K7 J...A3"
KEYS = [
    "game",
    "position",
    "play",
    "algorithm",
    "algorithms",
    "ties",
    "text",
    "seed",
    "cards",
    "hands",
    "leader",
    "move",
    "view",
    "worlds",
    "log",
    "seat",
    "players",
    "forced",
    "how",
    "store",
    "name",
]
LOG = "game spades(players=3,cards=2)\nseed 1\n"
VIEW = "spades(players=3,cards=3) seat=1 hand=A.2..K plays=C7"
VALUES: list[Any] = [
    *(None, 0, -1, 3, 10**12, 1.5, True, "", "x", "start", "SA", GAME, HAND, LOG, VIEW, "open"),
    *([], [1], ["SA"], [[]], {}, {"a": 1}, ["rules"], ["", "maxn"], [["S7"], ["H2"], ["SJ"]]),
    *("tree", "0[(5,4,1) (6,4,0)]", "maxn", "whole-hearts", "chinese_checkers", "/etc/passwd"),
    *("\0", "\u00e9" * 50, "leaf-table(ties=against-root)", '{"seat": 1}', '{"game": 3}', "|"),
    *('[Deal "x"]', "[[", "spades(", "tree(players=99)", "spades | SA", "0[" * 500),
]
KNOWN = {**answers.ANSWERS, **answers.STREAMS}


@pytest.mark.parametrize("name", KNOWN)
def test_no_question_makes_it_stumble(name: str) -> None:
    draw, site = random.Random(name), Site(stores=(Path("nothing.sqlite"),))
    for _ in range(40):
        question = {key: draw.choice(VALUES) for key in draw.sample(KEYS, draw.randrange(8))}
        if draw.random() < 0.6:
            question |= {"game": GAME, "position": HAND}
        room = Room(0.1, 4)
        try:
            for number, _ in enumerate(answers.answering(KNOWN[name], question, site, room)):
                if number == 3:
                    room.cancel.set()
        except KibitzError as error:
            assert "\n" not in str(error) or "\n" in str(question)


def test_a_view_of_one_who_is_not_to_move_has_chances_only() -> None:
    view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1), ["D3"], seat=2)
    found = list(answers.answering(answers.worlds, {"view": str(view)}, Site(), Room()))
    assert [sorted(one) for one in found] == [["chances", "number", "seat"]]


def test_what_there_is_to_choose_from() -> None:
    (found,) = answers.answering(answers.about, {}, Site(), Room())
    assert [one["name"] for one in found["games"]] == kibitz.games.names()
    assert {"external", "human"}.isdisjoint(found["players"])
    assert [one["name"] for one in found["algorithms"]] == list(kibitz.PRESETS)
