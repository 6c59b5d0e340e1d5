"""A process that answers lines of JSON for as long as somebody asks."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from commands import command

import kibitz
from kibitz import answer
from kibitz.advising.batch import PROTOCOL
from kibitz.advising.conversation import converse

VIEW = "seat=2 hand=Q5.A.AT943.A8653 leader=0 plays=C2/CJ"
CHOOSE = {"ask": "choose", "game": "hearts", "view": VIEW, "player": "rules"}
LONG = {
    "ask": "solve",
    "game": "spades(players=3)",
    "position": str(kibitz.game("spades(players=3)").deal(1)),
    "algorithm": "maxn",
}


class Talk:
    """A process of `kibitz batch`, asked and answering line by line."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def say(self, **question: Any) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())  # type: ignore[no-any-return]


@contextmanager
def talking(*options: str) -> Iterator[Talk]:
    process = command("batch", *options, stdin=subprocess.PIPE)
    try:
        yield Talk(process)
    finally:
        process.communicate()


def test_each_line_is_answered_before_the_next_is_asked() -> None:
    with talking() as talk:
        for number in range(3):
            talk.say(id=number, **CHOOSE)
            found = talk.hear()
            assert (found["id"], found["move"]) == (number, "C8")
            assert found["waited"] >= 0
        talk.say(id="x", ask="about")
        about = talk.hear()
        assert about["protocol"] == PROTOCOL
        assert {"hearts", "skat"} <= set(about["games"])
        assert {"choose", "cancel", "about"} <= set(about["asks"])
        assert "human" not in about["players"]
    assert talk.process.returncode == 0


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_question_under_way_is_cancelled_by_a_later_line(workers: str) -> None:
    with talking("--workers", workers) as talk:
        talk.say(id=1, **LONG)
        talk.say(id=2, **CHOOSE)
        talk.say(id=3, ask="cancel", cancel=1)
        first, second, third = talk.hear(), talk.hear(), talk.hear()
        assert (first["id"], first["stopped"]) == (1, "cancel")
        assert (second["id"], second["move"], second["stopped"]) == (2, "C8", "")
        assert third == {"id": 3, "cancelled": 1}
        talk.say(id=4, ask="cancel", cancel=1)
        assert talk.hear() == {"id": 4, "cancelled": 0}
    assert talk.process.returncode == 0


def test_as_they_come_a_quick_answer_does_not_wait_for_a_slow_one() -> None:
    with talking("--workers", "2", "--as-they-come") as talk:
        talk.say(id="slow", **LONG)
        talk.say(id="quick", **CHOOSE)
        assert talk.hear()["id"] == "quick"
        talk.say(ask="cancel", cancel="slow")
        assert {talk.hear().get("id"), talk.hear().get("id")} == {"slow", None}


def test_a_limit_for_all_lines_is_for_those_that_say_none() -> None:
    lines = [
        {"id": 1, **LONG},
        {"id": 2, **LONG, "limit": {"nodes": 100}},
        {"id": 3, **LONG, "limit": {"nodes": 100, "seconds": 60}},
        {"id": 4, **CHOOSE},
        {"id": 5, **CHOOSE, "seconds": 7},
        {"id": 6, **CHOOSE, "time_left": 26},
    ]
    found = list(converse(map(json.dumps, lines), seconds=0.05))
    assert [one.get("stopped") for one in found[:3]] == ["seconds", "nodes", "nodes"]
    assert [one["allowed"] for one in found[3:5]] == [0.05, 7]
    assert found[5]["allowed"] > 1


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"ask": "chose"}, "expected ask to be one of solve, analyse, review, trick-table, choose, "),
    ({**CHOOSE, "view": VIEW + " seat=1"}, "expected 'seat' once"),
    ({**CHOOSE, "view": [1]}, "expected a view as a text or an object: [1]"),
    ({**CHOOSE, "view": "{"}, "expected a view in JSON: '{'"),
    ({**CHOOSE, "view": {"seat": {}, "hand": "A..."}}, "expected a text, a number or a list as "),
    ({**CHOOSE, "player": 3}, "expected a text as player: 3"),
    ({**CHOOSE, "player": "human"}, "expected a player that needs no terminal: human"),
    ({**CHOOSE, "seconds": "1"}, "expected a limit of more than 0 seconds: '1'"),
    ({**CHOOSE, "limit": {"nodes": 3}}, "unknown limit of a choice 'nodes'"),
    ({**CHOOSE, "time_left": "x"}, "expected a number of seconds as time_left: 'x'"),
    ({**CHOOSE, "seed": 0.5}, "expected a whole number as seed: 0.5"),
    ({**CHOOSE, "position": "start"}, "expected a view or a position to choose in, not both"),
    ({"ask": "choose", "game": "hearts"}, "expected a view, or a game and a position"),
    ({"ask": "choose", "view": {"seat": 1, "hand": "A..."}}, "expected the game of a view"),
    ({"ask": "choose", "view": ""}, "expected the game of a view"),
    ({"ask": "choose", "view": "hearts"}, "expected seat=... in a view of hearts"),
    (
        {**CHOOSE, "view": {"game": "spades", "seat": 0, "hand": "A..."}},
        "expected one game, not 'hearts' and in the view 'spades'",
    ),
    (
        {**CHOOSE, "view": VIEW + " asks=bid"},
        "expected choices that go with asks=bid, such as choices=0/1/2, ",
    ),
    ({**CHOOSE, "view": VIEW + " asks=pass"}, "expected choices that go with asks=pass, such as"),
    ({"ask": "about", "game": "hearts"}, "unknown key of a question 'game'"),
    ({"ask": "cancel"}, "expected the id of a question to cancel"),
]


@pytest.mark.parametrize(("question", "message"), WRONG)
def test_what_makes_no_sense_is_an_error_in_one_line_with_its_id(
    question: dict[str, Any], message: str
) -> None:
    (found,) = converse([json.dumps({"id": 7, **question})])
    assert found["id"] == 7
    assert found["error"].startswith(message)
    assert "\n" not in found["error"]


def test_what_is_no_json_is_answered_too_and_the_next_line_as_ever() -> None:
    first, second = converse(["{nonsense", json.dumps({"id": 1, **CHOOSE})])
    assert first["error"].startswith("expected an object in JSON")
    assert second["move"] == "C8"


@pytest.mark.parametrize("number", ["NaN", "1e999", "[-Infinity]"])
def test_an_id_that_no_client_could_read_is_not_sent_back(number: str) -> None:
    (found,) = converse([f'{{"id": {number}, "ask": "about"}}'])
    assert found["error"].startswith("expected an id in JSON, no NaN or Infinity: ")
    assert "id" not in found


def test_a_view_may_name_the_hand_of_the_whole_game_beside_it() -> None:
    view = kibitz.View.parse("whole-hearts seat=1 hand=AQ4.K32.A765.432 asks=pass").as_dict()
    assert view["game"] == "hearts"
    question = {"ask": "choose", "game": "whole-hearts(to=100)", "player": "rules", "view": view}
    assert "move" in kibitz.answer(question)


def test_bids_and_cards_to_lay_away_are_chosen_without_a_whole_game_too() -> None:
    for view, number in (
        ("wizard(cards=4,trump=H) seat=1 hand=K.Q.3...4 asks=bid choices=0/1/2/3/4", 1),
        ("skat(kitty=taken) seat=0 hand=ATQ7.JA87..TQ87 asks=pass choices=2", 2),
    ):
        found = kibitz.answer({"ask": "choose", "view": view})
        assert len(found["move"].split("/")) == number
        assert found["why"] == "worlds are not looked at for it: by simple rules"


def test_a_fault_in_one_question_is_not_the_end_of_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise LookupError("one\ntwo")

    monkeypatch.setattr("kibitz.advising.batch.advise", fails)
    found = answer({"id": 3, **CHOOSE})
    assert (found["id"], found["error"]) == (3, "failed by a fault of kibitz: LookupError: one two")


def test_views_are_said_in_every_form() -> None:
    view = kibitz.View.parse(f"hearts {VIEW}")
    hand = ["SQ", "S5", "HA", "DA", "DT", "D9", "D4", "D3", "CA", "C8", "C6", "C5", "C3"]
    forms: list[dict[str, Any]] = [
        {"game": "hearts", "view": VIEW},
        {"view": f"hearts {VIEW}"},
        {"view": view.as_dict()},
        {"view": view.json()},
        {"game": "hearts", "view": {"seat": 2, "hand": hand, "plays": ["C2", "CJ"]}},
    ]
    for form in forms:
        assert answer({"ask": "choose", "player": "rules", **form})["move"] == "C8"


def test_bids_passes_and_trumps_of_whole_games_are_chosen() -> None:
    asked = [
        ("whole-spades", "seat=0 hand=AKQ4.A3.K652.872 asks=bid", "5"),
        ("whole-hearts", "seat=1 hand=AQ4.K32.A765.432 asks=pass", "SA/SQ/HK"),
        ("whole-sergeant-major", "seat=2 hand=AKQJT9876.2.432.432 asks=trump", "S"),
    ]
    for game, view, move in asked:
        found = answer({"ask": "choose", "game": game, "view": view, "player": "rules"})
        assert found["move"] == move
