"""A game in a file of rules, wherever a game can be named: workers, matches, logs, the page."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import TextError
from kibitz.games.bridge import pbn
from kibitz.loading import closed
from kibitz.matches import log
from kibitz.matches.export import records
from kibitz.matches.match import match
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players.player import player
from kibitz.web import answers
from kibitz.web.answers import Site
from kibitz.web.visitors import Room

TWICE = """
title = "Two of each card, suits of Germany, and bells above all"
players = 4
suits = "E G H S"
symbols = "EGHS"
ranks = "10 A O U"
copies = 2
top = ["all O"]
trump = ["E", "S"]
colours = ["E G", "H S"]
points = { 10 = 10, A = 11, O = 3, U = 2 }
sides = [0, 1, 0, 1]
head = "trumps"
"""
BOT = """
import json, sys
for line in sys.stdin:
    view = json.loads(line)
    print(view["moves"][-1], flush=True)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("twice.toml").write_text(TWICE)


def test_two_workers_solve_what_one_solves() -> None:
    game = kibitz.game("twice.toml(cards=3)")
    deals = [game.deal(seed) for seed in range(6)]
    found = [
        [
            getattr(answer, "value", answer)
            for answer in kibitz.solve_many(game, deals, workers=workers)
        ]
        for workers in (1, 2)
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 6


def test_a_match_has_the_same_scores_with_two_workers() -> None:
    found = [
        match("twice.toml(trump=S)", "rules", "random", blocks=6, workers=workers)
        for workers in (1, 2)
    ]
    assert found[0].values("score 0") == found[1].values("score 0")


def test_a_log_and_its_export_name_cards_that_are_read_again() -> None:
    name = "twice.toml(trump=S)"
    who = [player("rules"), player("random")] * 2
    played = play_out(begin(name, 3), who, 3)
    text = log.write(name, 3, played.choices)
    game, seed, choices = log.read(text.splitlines())
    assert (game, seed) == (name, 3)
    assert log.replay(game, seed, choices).scores == played.end.scores
    (record,) = records(game, seed, choices)
    written = pbn.write([record])
    deal = next(line for line in written.splitlines() if line.startswith("[Deal "))
    hands = deal.partition(":")[2].rstrip('"]')
    start = begin(name, 3).position
    assert start is not None
    assert str(kibitz.game(name).parse(hands)) == str(start)
    cards = [word for line in written.splitlines() for word in line.split() if word[0] in "EGHS"]
    assert sorted(cards) == sorted(str(move) for _, move in choices)


def test_a_program_reads_and_answers_names_of_cards() -> None:
    Path("bot.py").write_text(BOT)
    found = match(
        "twice.toml(cards=3)", f"external({sys.executable} bot.py)", "random", blocks=1, workers=1
    )
    assert found.failures(0) == 0


def ask(name: str, **question: object) -> dict[str, Any]:
    answer = answers.ANSWERS.get(name) or answers.STREAMS[name]
    found = list(answers.answering(answer, question, Site(), Room(2.0, 16)))
    return found[-1]


def test_strangers_name_only_files_that_were_named_before() -> None:
    Path("other.toml").write_text(TWICE)
    kibitz.game("twice.toml")
    assert ask("deal", game="twice.toml", seed=1)["game"] == "twice.toml"
    with pytest.raises(TextError, match=r"or one that was named at the start: 'other\.toml'"):
        ask("deal", game="other.toml", seed=1)
    with closed(), pytest.raises(TextError, match="or one that was named"):
        log.read(["game other.toml", "seed 1"])


def test_the_page_knows_what_is_printed_on_the_cards() -> None:
    game = kibitz.game("twice.toml(trump=S)")
    assert isinstance(game, kibitz.TrickGame)
    start = game.deal(2)
    line = ask("line", game=str(game), position=str(start), play=[])
    about = line["game"]
    assert [suit["sign"] for suit in about["suits"]] == list("EGHS")
    assert about["deck"].count("E10") == 2
    state = ask("table", game=str(game), seed=2, seat=0, players=["rules"])
    assert state["trump"] == "S"
    assert state["suits"] == about["suits"]
    hands = [[str(card) for card in game.pack.listed(hand)] for hand in start.hands]
    arranged = ask("arrange", game=str(game), hands=hands, leader=1)
    assert str(arranged["position"]).split()[:5] == [*str(start).split()[:4], "1"]
    hands[0].append("E10")
    hands[0].append("E10")
    hands[0].append("E10")
    with pytest.raises(TextError, match="expected each card twice at most: E10"):
        ask("arrange", game=str(game), hands=hands, leader=1)
    texts = ask("export", game=str(game), position=str(start), play=[])
    assert texts["pbn"] == ""
    worlds = ask("worlds", game=str(game), position=str(start), play=[], worlds=8)
    assert set(worlds["chances"]) <= {card.name for card in game.pack.cards}


def test_what_is_pasted_may_be_of_a_file() -> None:
    game = kibitz.game("twice.toml")
    start = game.deal(2)
    for text in (f"twice.toml {start}", str(start)):
        found = ask("read", text=text, game="twice.toml")
        assert (found["game"], found["position"]) == ("twice.toml", str(start))
    view = kibitz.view(start)
    found = ask("read", text=json.dumps(view.as_dict()), game="")
    assert found["view"] == str(view)


def test_a_file_is_played_at_the_terminal() -> None:
    words = [sys.executable, "-m", "kibitz", "play", "twice.toml(trump=E)", "rules", "--seed", "4"]
    moves = "\n".join(["why", "hint", "e10", "save own.log", "quit"])
    said = subprocess.run(words, input=moves, capture_output=True, text=True, check=True).stdout
    said = " ".join(said.split())  # lines are short
    assert "trumps" in said
    assert "deals agree with what you saw" in said
    assert "kibitz play 'twice.toml(trump=E)' rules" in said
    again = [*words[:4], "twice.toml(trump=E)", "rules", "--go-on", "own.log"]
    assert subprocess.run(again, input="quit\n", capture_output=True, text=True).returncode == 0
    refused = [*words[:4], "-", "rules", "--go-on", "own.log"]
    found = subprocess.run(refused, input="quit\n", capture_output=True, text=True)
    assert found.returncode == 2
    assert "expected the rules of a game of Kibitz, or one that was named as GAME" in found.stderr
