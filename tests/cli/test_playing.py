"""The verbs match and check-player."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

import kibitz
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
    assert main(["match", "hearts", "rules", "random", "--worst", "-1"]) == 2
    assert capsys.readouterr().err == "kibitz: expected 0 or more of the worst blocks: -1\n"


def test_a_file_that_is_no_log_is_refused_by_how_it_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bot.py"
    path.write_text("import time" + "!" * 1000)
    assert main(["review", str(path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "expected a log that begins with a line 'game' and a line 'seed': 'import time!" in line
    assert len(line) < 150 + len(str(path))


def test_check_player_has_the_exit_code_of_its_faults(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-player", "hearts(cards=4)", "rules", "--deals", "1"]) == 0
    assert capsys.readouterr().out == "no faults in 1 game\n"
    assert main(["check-player", "hearts(cards=4)", "own_players:Outlaw", "--deals", "1"]) == 1
    assert capsys.readouterr().out.startswith("illegal play S1")


def test_play_saves_what_was_played_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, game = str(tmp_path / "game.log"), "spades(players=3,cards=4)"
    monkeypatch.setattr("sys.stdin", io.StringIO("HT\nquit\n"))
    assert main(["play", game, "rules", "--seed", "7", "--save", path]) == 0
    assert "you play HT" in capsys.readouterr().out
    monkeypatch.setattr("sys.stdin", io.StringIO("D9\nCA\nS4\n" * 3))
    assert main(["play", "-", "rules", "--go-on", path]) == 0
    shown = capsys.readouterr().out
    assert "you play HT" not in shown
    assert "the end: " in shown
    assert main(["play", "hearts", "--go-on", path]) == 2
    assert main(["play", "-", "--go-on", str(tmp_path)]) == 2


def test_a_log_that_is_not_there_is_said_so_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "none.log"]) == 2
    said = "kibitz: expected a log: 'none.log': No such file or directory\n"
    assert capsys.readouterr().err == said


def test_what_is_wrong_with_a_log_is_said_with_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.log"
    path.write_text("game hearts(cards=3)\nseed 1\n3 S1\n")
    assert main(["review", str(path)]) == 2
    assert capsys.readouterr().err.endswith(f" in {str(path)!r}\n")


GAME = "from kibitz.games.spades import Spades\n\nclass Mine(Spades):\n    pass\n"


@pytest.fixture
def own_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A log that names a module, which says so when it is loaded."""
    (tmp_path / "mine_in_log.py").write_text("open('ran', 'w')\n" + GAME)
    path = tmp_path / "own.log"
    path.write_text("game mine_in_log:Mine(players=3,cards=2)\nseed 1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "mine_in_log", raising=False)
    monkeypatch.setattr("kibitz.loading._LOADED", set())
    return str(path)


@pytest.mark.parametrize(
    ("words", "named", "how"),
    [
        (["export", "LOG"], ["--also", "mine_in_log:Mine"], "by --also"),
        (["serve", "LOG", "--export", "page.html"], ["--also", "mine_in_log:Mine"], "by --also"),
        (["play", "-", "--go-on", "LOG"], [], "as GAME"),
    ],
)
def test_a_file_runs_no_code_that_the_command_does_not_name(
    words: list[str], named: list[str], how: str, own_log: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [own_log if word == "LOG" else word for word in words]
    assert main(command) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert f"expected a game of Kibitz, or one that was named {how}: 'mine_in_log:Mine'" in err
    assert err.count(repr(own_log)) == 1
    assert not Path("ran").exists()
    if named:
        assert main([*command, *named]) == 0
        assert Path("ran").exists()


def test_a_log_of_an_own_game_goes_on_if_the_command_names_it(
    own_log: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("save again\nquit\n"))
    game = "mine_in_log:Mine(players=3,cards=2)"
    assert main(["play", game, "--go-on", own_log]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"go on with kibitz play '{game}' sampling --seat 0 --go-on again" in said


def test_what_players_print_is_not_among_the_answers(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, who = "spades(players=3,cards=4)", "own_players:talking"
    view = str(kibitz.view(kibitz.game(game).deal(1))).removeprefix(game)
    question = {"id": 1, "ask": "choose", "game": game, "view": view, "player": who}
    store = ["--store", str(tmp_path / "m.sqlite"), "--workers", "1"]
    for words in (
        ["match", game, who, "rules", "--blocks", "1", "--json", *store],
        ["advise", game, view, "--player", who, "--json"],
        ["check-player", game, who, "--json"],
        ["batch"],
    ):
        monkeypatch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(question).encode()))
        )
        assert main(words) == 0
        shown = capfd.readouterr()
        assert json.loads(shown.out) is not None
        assert "hm\n" in shown.err


def test_a_player_that_ends_the_program_is_not_without_faults(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["check-player", "spades(players=3,cards=4)", "own_players:leaving"]) == 1
    assert "own_players:leaving fails in leaving() at own_players.py" in capsys.readouterr().out
