"""Whatever is asked, the answer is an answer or one line of what was expected."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from definition import maxn

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
    "strain",
    "dealer",
    "vulnerable",
    "contract",
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
            found = answers.answering(KNOWN[name], question, site, room)
            for number, answer in enumerate(found):
                assert json.loads(json.dumps(answer, allow_nan=False)).keys() == answer.keys()
                if number == 3:
                    room.cancel.set()
        except KibitzError as error:
            assert "\n" not in str(error) or "\n" in str(question)


DEALT = "A2... KJ... 43... Q5..."
ASKED = {"game": GAME, "position": HAND}
PLAYED = {**ASKED, "play": ["S7", "C7"]}
RIGHT: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("about", {}, {"version": kibitz.__version__, "boards": []}),
    ("read", {"text": f"{GAME} {HAND} | DK"}, {"kind": "position", "play": ["DK"]}),
    ("deal", {"game": GAME, "seed": 3, "cards": 2}, {"position": ".A.Q. J.8.. ..AJ. 0 - 0,0,0"}),
    (
        "deal",
        {"game": f"{GAME} where P0: holds SA HA", "seed": 3, "cards": 2},
        {"position": "A.A.. ...43 ..5.A 0 - 0,0,0"},
    ),
    ("line", PLAYED, {"positions.2.position": "..K.4 .2..K J...A3 0 S7,C7 0,0,0"}),
    ("line", PLAYED, {"game.side_of": [0, 1, 2], "positions.0.turn": 0}),
    (
        "arrange",
        {"game": GAME, "hands": [["S7"], ["H2"], ["SJ"]], "leader": 2},
        {"position": "7... .2.. J... 2 - 0,0,0"},
    ),
    ("draw", ASKED, {"svg": kibitz.game(GAME).parse(HAND).svg()}),
    ("path", {"game": "chinese_checkers", "position": "start", "move": "d1-e5"}, {"path.1": "e5"}),
    ("export", PLAYED, {"text": f"{GAME} {HAND} 0 - 0,0,0 | S7 C7", "pbn": ""}),
    (
        "watch",
        {"game": "tree", "position": "0[(5,4,1) (6,4,0)]", "algorithm": "maxn"},
        {"nodes.0.value": "(6,4,0)", "nodes.0.children": [1, 2], "nodes.1.move": "0"},
    ),
    (
        "contract",
        {"game": "bridge", "position": DEALT, "play": ["SA"], "strain": "H", "leader": "W"},
        {"game": "bridge(trump=H)", "position": f"{DEALT} 3 - 0,0,0,0", "play": []},
    ),
    (
        "bridge",
        {"game": "bridge", "position": DEALT, "contract": "1NT by W", "vulnerable": "NS"},
        {"tricks.NT.S": 1, "tricks.NT.W": 1, "par": None, "words": ""},
    ),
    ("lab", {}, {"stores": []}),
    ("analyse", ASKED, {"best": "DK", "complete": True, "turn": 0, "moves.0.cost": 1}),
    ("solve", {**ASKED, "algorithms": ["maxn"]}, {"value": [1, 0, 2], "stats.visited": 175}),
    ("review", PLAYED, {"value": [1, 0, 2], "costs": [1, 1, 0], "turns.1.best": "H2"}),
    ("worlds", {"view": VIEW, "worlds": 5}, {"seat": 1, "number": "17123040", "chances.SK.1": 0}),
]


@pytest.mark.parametrize(("name", "question", "wanted"), RIGHT)
def test_an_answer_is_the_right_one(
    name: str, question: dict[str, Any], wanted: dict[str, Any]
) -> None:
    *_, last = answers.answering(KNOWN[name], question, Site(), Room(600))
    for path, value in wanted.items():
        found = json.loads(json.dumps(last))
        for key in path.split("."):
            found = found[int(key) if isinstance(found, list) else key]
        assert found == value, path


@pytest.mark.parametrize("seed", range(10))
def test_the_value_of_each_move_is_that_of_plain_maxn(seed: int) -> None:
    deal = kibitz.game("hearts(players=3)").deal(seed, cards=4)
    asked = {"game": str(deal.game), "position": str(deal)}
    *_, last = answers.answering(answers.analyse, asked, Site(), Room(600))
    plain = kibitz.Algorithm.parse("maxn")
    values = {str(move): maxn(deal.play(move), plain, deal.side)[0] for move in deal.moves()}
    assert {row["moves"][0]: row["value"] for row in last["moves"]} == values
    best = max(value[deal.side] for value in values.values())
    assert [row["cost"] for row in last["moves"]] == [
        best - row["value"][deal.side] for row in last["moves"]
    ]
    (solved,) = answers.answering(
        answers.solve, {**asked, "algorithms": ["maxn"]}, Site(), Room(600)
    )
    assert solved["value"] == values[solved["move"]]
    assert solved["value"][deal.side] == best


def test_a_view_of_one_who_is_not_to_move_has_chances_only() -> None:
    view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1), ["D3"], seat=2)
    found = list(answers.answering(answers.worlds, {"view": str(view)}, Site(), Room()))
    assert [sorted(one) for one in found] == [["chances", "number", "seat"]]


def test_what_there_is_to_choose_from() -> None:
    (found,) = answers.answering(answers.about, {}, Site(), Room())
    assert [one["name"] for one in found["games"]] == kibitz.games.names()
    assert {"external", "human"}.isdisjoint(found["players"])
    assert [one["name"] for one in found["algorithms"]] == list(kibitz.PRESETS)


def test_no_page_is_made_of_a_hand_of_more_than_150_moves() -> None:
    position, moves = kibitz.game("focus(move_limit=200)").start(), list[str]()
    for _ in range(151):
        moves.append(str(position.moves()[0]))
        position = position.play(moves[-1])
    question = {"game": "focus(move_limit=200)", "position": "start", "play": moves}
    with pytest.raises(KibitzError, match="expected a hand of 150 moves at most for a page: 151"):
        next(iter(answers.page(question, Site(), Room())))
