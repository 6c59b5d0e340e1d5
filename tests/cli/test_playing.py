"""The verbs match and check-player."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kibitz.cli import main


def test_match_prints_a_table_and_the_same_from_the_store(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = str(tmp_path / "m.sqlite")
    words = ["match", "hearts(players=3,cards=4)", "rules", "random", "--store", store]
    assert main([*words, "--blocks", "3", "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[0] == "hearts(players=3,cards=4), 3 blocks"
    assert main([*words, "--blocks", "3", "--so-far"]) == 0
    assert capsys.readouterr().out == shown
    assert main([*words, "--blocks", "3", "--so-far", "--json"]) == 0
    assert [row["player"] for row in json.loads(capsys.readouterr().out)["players"]] == [
        "rules",
        "random",
    ]


def test_match_refuses_what_it_cannot_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "hearts", "rules", "lucky"]) == 2
    assert capsys.readouterr().err.startswith("kibitz: unknown player 'lucky'")


def test_check_player_has_the_exit_code_of_its_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-player", "hearts(cards=4)", "rules", "--deals", "1"]) == 0
    assert capsys.readouterr().out == "no faults in 1 games\n"
    assert main(["check-player", "hearts(cards=4)", "own_players:Outlaw", "--deals", "1"]) == 1
    assert capsys.readouterr().out.startswith("illegal play S1")


def test_play_saves_what_was_played_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = str(tmp_path / "game.log"), "spades(players=3,cards=4)"
    monkeypatch.setattr("sys.stdin", io.StringIO("HT\nquit\n"))
    assert main(["play", game, "rules", "--seed", "7", "--save", path]) == 0
    assert "player 0 plays HT" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("D9\nCA\nS4\n" * 3))
    assert main(["play", "-", "rules", "--go-on", path]) == 0
    shown = capsys.readouterr().out
    assert "player 0 plays HT" not in shown
    assert "the end: " in shown
    assert main(["play", "hearts", "--go-on", path]) == 2
    assert main(["play", "-", "--go-on", str(tmp_path)]) == 2


def test_a_log_that_is_not_there_is_said_so_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "none.log"]) == 2
    said = "kibitz: expected a log: 'none.log': No such file or directory\n"
    assert capsys.readouterr().err == said
