"""Logs as records of PBN, or in its manner."""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.errors import TextError
from kibitz.games.bridge import pbn
from kibitz.matches import log
from kibitz.matches.export import records
from kibitz.matches.log import Choices
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players import player


def choices(game: str, seed: int = 3) -> Choices:
    start = begin(game, seed)
    return play_out(start, [player("rules")] * start.players, seed).choices


def test_a_hand_of_bridge_is_read_again_with_its_play() -> None:
    played = choices("bridge")
    text = pbn.write(records("bridge", 3, played))
    (record,) = pbn.read(text)
    assert record.position == begin("bridge", 3).position
    assert list(record.moves) == [str(card) for _, card in played]


def test_every_hand_of_a_whole_game_is_a_record_with_what_came_before() -> None:
    game = "whole-hearts(to=30)"
    played = choices(game)
    found = records(game, 3, played)
    end = log.replay(game, 3, played)
    assert [record.board for record in found] == [str(at + 1) for at in range(end.number)]
    assert len(found[0].lines("Choices")) == 4
    assert all(len(record.play) == 13 for record in found)
    taken = [record.tags["Taken"].split() for record in found]
    assert all(sum(map(int, points)) == 26 for points in taken)


def test_with_three_players_seats_are_numbers_and_an_unfinished_hand_ends_with_a_star() -> None:
    game = "whole-spades(players=3,to=50)"
    played = choices(game)[: 3 + 7]
    (record,) = records(game, 3, played)
    assert record.tags["Play"] == "0"
    assert record.tags["Deal"].startswith("0:")
    assert record.lines("Choices") == tuple(f"{player} {bid}" for player, bid in played[:3])
    assert record.play[-1] == "*"
    assert record.play[2].count("-") == 2


def test_the_command_writes_a_log_and_refuses_what_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.log"
    path.write_text(log.write("bridge", 3, choices("bridge")))
    assert main(["export", str(path)]) == 0
    assert capsys.readouterr().out.startswith('[Event "bridge"]\n[Board "1"]\n')
    assert main(["export", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith("kibitz: expected a log: ")
    with pytest.raises(TextError, match="expected a game of cards"):
        records("chinese_checkers", 1, ())
