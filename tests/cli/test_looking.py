"""games, algorithms, deal, show, leaf-table, check and perft."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from commands import HAND, SPADES, Capture, data, run

import kibitz


def test_deal_show_and_perft(capsys: Capture) -> None:
    dealt = data(capsys, "deal", SPADES, "--seed", "3", "--cards", "4")
    assert dealt["position"] == "J.A8.Q. .5.AJ.2 84..84. 0 - 0,0,0"
    shown = data(capsys, "show", SPADES, dealt["position"])
    assert shown["moves"] == ["SJ", "HA", "DQ"]
    counted = data(capsys, "perft", SPADES, HAND, "--depth", "2")
    assert counted["counts"] == [3, 5]


def test_games_and_algorithms_are_listed(capsys: Capture) -> None:
    assert {row["game"] for row in data(capsys, "games")} >= {"spades", "tree"}
    assert [row["algorithm"] for row in data(capsys, "algorithms")] == list(kibitz.PRESETS)
    assert run(capsys, "games")[0] == run(capsys, "algorithms")[0] == 0


def test_algorithms_of_a_game_a_position_and_positions_from_stdin(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_game = data(capsys, "algorithms", "hearts(cards=4)")
    assert of_game["game"] == "hearts(cards=4)"
    assert [row["algorithm"] for row in of_game["prospects"]] == list(kibitz.PRESETS)
    of_position = data(capsys, "algorithms", SPADES, HAND)
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{HAND}\nnonsense\n"))
    code, out, err = run(capsys, "algorithms", SPADES, "-")
    first, bad = map(json.loads, out.splitlines())
    assert (code, err, first) == (2, "", of_position)
    assert "expected 3 hands" in bad["error"]
    shown = run(capsys, "algorithms", SPADES, HAND)[1].splitlines()
    assert [line.split()[0] for line in shown] == list(kibitz.PRESETS)


def test_leaf_table(capsys: Capture) -> None:
    game = "spades(players=3,cards=3,bids=1/1/2,utility=mot)"
    found = data(capsys, "leaf-table", game, "--bounds", "2,0,-")
    assert len(found["rows"]) == 10
    assert found["rows"][0] == {"outcome": [0, 0, 3], "payoffs": [0, 0, 25], "ranks": [0, 0, 2]}
    assert (found["bounds"], found["prunes"]) == ([2, 0, None], True)
    _, out, _ = run(capsys, "leaf-table", game, "--bounds", "1,1,-")
    assert out.splitlines()[-1] == "1,1,- does not prune"


@pytest.mark.parametrize("words", [("--bounds", "-,1,1"), ("--bounds=-,1,1",)])
def test_bounds_may_start_with_a_dash(capsys: Capture, words: tuple[str, ...]) -> None:
    game = "spades(players=3,cards=3,bids=1/1/2,utility=mot)"
    assert data(capsys, "leaf-table", game, *words)["bounds"] == [None, 1, 1]
    assert run(capsys, "leaf-table", game, *words)[1].splitlines()[-1] == "-,1,1 prunes"


def test_check_has_a_code_of_its_own_for_faults(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "unfair.py").write_text(
        "from kibitz.games.tree import Tree\n\n\n"
        "class Unfair(Tree):\n"
        "    def payoffs(self, outcome):\n"
        "        return outcome[:-1]\n"
    )
    monkeypatch.chdir(tmp_path)
    code, out, _ = run(capsys, "check", "unfair:Unfair", "--deals", "1", "--json")
    assert code == 1
    assert json.loads(out)["faults"]
    assert run(capsys, "check", "tree", "--deals", "2")[:2] == (0, "no faults in 2 games\n")
