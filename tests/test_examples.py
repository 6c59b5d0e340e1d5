"""The examples: short, without faults, and at home in every command as `module:name`."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import notebook
import pytest
from commands import ENGINE
from parts import short_suits
from scoring import ahead

import kibitz
from kibitz import LeafTable, TrickPosition, check_game, compare, solve
from kibitz.cli import main
from kibitz.matches.check_player import check_player
from kibitz.matches.match import match

EXAMPLES = Path(__file__).parent.parent / "examples"
HEAPS = "heaps:Heaps(heaps=2/2/3)"
POLIGNAC = "polignac:Polignac(cards=3)"
AHEAD = "spades(players=3,utility=scoring:ahead)"
HAND = "7..K.4 .2..K7 J...A3"

Capture = pytest.CaptureFixture[str]


def lines(name: str) -> list[str]:
    return (EXAMPLES / name).read_text().splitlines()


def test_they_are_as_short_as_they_claim() -> None:
    assert len(lines("heaps.py")) < 80
    rules = lines("polignac.py")[lines("polignac.py").index("class Polignac(TrickGame):") :]
    assert len(rules) <= 15
    assert sum(bool(line) for line in lines("scoring.py")) <= 5


def test_the_notebook_runs_and_shows_what_is_stored() -> None:
    stored = notebook.read(EXAMPLES / "first-steps.ipynb")
    fresh = notebook.run(stored)
    for old, new in zip(stored["cells"], fresh["cells"], strict=True):
        source = "".join(new["source"])
        shown, expected = (json.dumps(cell.get("outputs")) for cell in (new, old))
        assert ENGINE.sub("", shown) == ENGINE.sub("", expected), f"run make docs: {source}"


@pytest.mark.parametrize("game", ["spades(players=3,cards=5)", "hearts(cards=4)"])
def test_the_player_keeps_the_rules_and_does_not_peek(game: str) -> None:
    assert check_player("player:careful", game, deals=2) == []


def test_the_player_bids_and_passes_too() -> None:
    for game in ("whole-hearts(to=10)", "whole-spades(players=3,to=20)"):
        found = match(game, "player:careful", "random", blocks=1, workers=1)
        assert "gave up" not in found.show()


def test_every_example_is_tested_here() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == {
        "boards.pbn",
        "client.c",  # this and the next in test_clients.py
        "client.mjs",
        "fast_heaps.py",
        "first-steps.ipynb",
        "heaps.c",
        "heaps.hpp",
        "heaps.py",
        "parts.py",
        "player.py",
        "polignac.py",
        "scoring.py",
        "stones.py",
        "sueca.toml",
    }


@pytest.mark.parametrize(
    "text",
    [
        HEAPS,
        "heaps:Heaps(players=2,heaps=3/3)",
        "heaps:Heaps(players=5,heaps=1/2/2)",
        POLIGNAC,
        "polignac:Polignac(players=3,cards=3)",
        "polignac:Polignac(players=6,cards=2)",
        "spades(players=3,cards=3,utility=scoring:ahead)",
    ],
)
class TestEveryExample:
    def test_it_has_no_faults(self, text: str) -> None:
        assert check_game(text, deals=8) == []

    def test_all_algorithms_agree(self, text: str) -> None:
        position = kibitz.game(text).deal(1)
        while not position.is_over and sum(kibitz.perft(position, 9)) > 500:
            position = position.play(position.moves()[0])
        presets = map(kibitz.Algorithm.parse, kibitz.PRESETS)
        sound = [preset for preset in presets if preset.sound and preset.backup == "maxn"]
        results = compare(position, [*sound, "leaf-table(keys=relative)"])
        assert len({(result.value, result.line) for result in results}) == 1


class TestStones:
    def test_the_native_rules_are_as_short_as_they_claim_and_stand_in_the_docs(self) -> None:
        source = (EXAMPLES / "stones.py").read_text()
        rules = source[source.index("State, Moves, Numbers") : source.index("# The same in Python")]
        page = EXAMPLES.parent / "docs" / "native-games.md"
        assert sum(bool(line) for line in rules.splitlines()) <= 40
        assert rules.strip() in page.read_text()

    @pytest.mark.parametrize(
        "text", ["stones:Stones(stones=7)", "stones:Stones(players=5,stones=6)"]
    )
    def test_numba_and_python_agree(self, text: str) -> None:
        pytest.importorskip("numba", reason="Numba makes the rules of stones.py native")
        assert check_game(text, deals=2) == []
        assert (
            solve(kibitz.game(text).start()).value == solve(kibitz.game(text).start(), "maxn").value
        )
        assert kibitz.game(text).start().play("3").moves() == [1, 2, 3]

    def test_numbers_without_room_are_refused(self) -> None:
        pytest.importorskip("numba", reason="Numba makes the rules of stones.py native")
        message = "expected numbers of a position that the native game reads"
        with pytest.raises(kibitz.GameError, match=message):
            solve(kibitz.game("stones:Stones(stones=128)").start(), engine="kernel")


class TestHeaps:
    game = kibitz.game("heaps:Heaps(heaps=1/2/3)")

    def test_one_or_two_stones_of_a_heap(self) -> None:
        assert self.game.start().moves() == ["1-1", "2-1", "2-2", "3-1", "3-2"]
        assert self.game.parse("heaps=3/0/3").moves() == ["3-1", "3-2"]

    def test_the_last_stone_wins_the_heap(self) -> None:
        after = self.game.start().play("3-2").play("2-2")
        assert str(after) == "heaps=1/0/1 won=0/1/0 turn=2"
        assert after.play("1-1").play("1-1").outcome == (1, 1, 1)

    def test_a_payoff_is_how_many_have_won_less(self) -> None:
        assert self.game.payoffs((2, 1, 0)) == (2, 1, 0)
        assert self.game.payoffs((3, 0, 0)) == (2, 0, 0)


class TestPolignac:
    game = kibitz.game("polignac:Polignac")

    def test_all_32_cards_are_dealt(self) -> None:
        dealt = str(self.game.deal(1)).split()
        assert [len(hand.replace(".", "")) for hand in dealt[:4]] == [8] * 4
        assert not set("".join(dealt[:4])) & set("65432")

    def test_jacks_cost_and_there_are_no_trumps(self) -> None:
        position = self.game.parse("J.A.. Q.7.. .K8.. ..J.J")
        for card in ("SJ", "SQ", "HK", "DJ"):
            position = position.play(card)
        assert str(position) == ".A.. .7.. .8.. ...J 1 - 0,3,0,0"
        for card in ("H7", "H8", "CJ", "HA"):
            position = position.play(card)
        assert position.outcome == (1, 3, 0, 0)
        assert self.game.payoffs((1, 3, 0, 0)) == (-1, -3, 0, 0)


class TestScoring:
    def test_it_is_the_lead_over_the_best_other(self) -> None:
        assert ahead((2, 1, 0)) == [1, -1, -2]

    def test_it_is_a_utility_of_any_trick_taking_game(self) -> None:
        table = LeafTable.of(kibitz.game("spades(players=3,cards=3,utility=scoring:ahead)"))
        assert table.lowest == -3
        position = kibitz.game(AHEAD).parse(HAND)
        assert solve(position).value == solve(position, "maxn").value == (-1, -2, 1)


class TestParts:
    @pytest.mark.parametrize("preset", ["shallow", "last-branch", "speculative"])
    def test_the_decision_test_cuts_and_changes_no_answer(self, preset: str) -> None:
        for seed in range(10):
            position = kibitz.game("spades(players=3,cards=4)").deal(seed)
            plain, own = solve(position, "maxn"), solve(position, f"{preset}(test=parts:Both)")
            assert (own.value, own.line) == (plain.value, plain.line)
            assert own.stats.visited < plain.stats.visited

    def test_the_order_lists_the_shortest_suit_first(self) -> None:
        position = kibitz.game("spades(players=3,breaking=false)").parse("A7..K. .2.5.K J...A3")
        assert isinstance(position, TrickPosition)
        assert list(map(str, position.moves())) == ["SA", "S7", "DK"]
        assert list(map(str, short_suits(position))) == ["DK", "SA", "S7"]


def data(capsys: Capture, *words: str) -> Any:
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


class TestCommands:
    """An own game in every command that takes a game."""

    def test_deal_and_show(self, capsys: Capture) -> None:
        dealt = data(capsys, "deal", HEAPS, "--seed", "1")
        assert dealt == {"game": HEAPS, "seed": 1, "position": "heaps=2/2/3 won=0/0/0 turn=0"}
        shown = data(capsys, "show", HEAPS, "start")
        assert (shown["position"], shown["turn"]) == (dealt["position"], 0)
        assert shown["moves"] == ["2-1", "2-2", "3-1", "3-2"]
        assert main(["show", HEAPS, "heaps=0/0/0 won=3/0/0"]) == 0
        assert capsys.readouterr().out == "heaps=0/0/0 won=3/0/0 turn=0\n"

    def test_solve(self, capsys: Capture) -> None:
        found = data(capsys, "solve", HEAPS, "heaps=2/2/3 won=0/0/0 turn=0")
        assert (found["game"], found["algorithm"], found["complete"]) == (HEAPS, "leaf-table", True)
        assert (
            found["value"] == data(capsys, "solve", HEAPS, "start", "--algorithm", "maxn")["value"]
        )
        found = data(capsys, "solve", AHEAD, HAND)
        assert (found["move"], found["value"]) == ("DK", [-1, -2, 1])

    def test_solve_a_position_a_line(
        self, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO("start\nheaps=0/1/1 won=0/0/1\nturn=5\n"))
        assert main(["solve", HEAPS, "-"]) == 2
        start, other, bad = map(json.loads, capsys.readouterr().out.splitlines())
        assert start["position"] == "heaps=2/2/3 won=0/0/0 turn=0"
        assert other["position"] == "heaps=0/1/1 won=0/0/1 turn=0"
        assert bad["error"] == "expected a player of 0 to 2 to move: 5 in 'turn=5'"

    def test_compare_and_trace(self, capsys: Capture) -> None:
        assert data(capsys, "compare", HEAPS, "start", "maxn", "shallow", "leaf-table")["agree"]
        traced = data(capsys, "trace", HEAPS, "heaps=0/1/1 won=1/0/0 turn=2")
        assert (traced["algorithm"], traced["steps"][0]["kind"]) == ("leaf-table", "visit")

    def test_leaf_table_of_the_game_and_of_a_position(self, capsys: Capture) -> None:
        assert len(data(capsys, "leaf-table", HEAPS)["rows"]) == 10
        assert len(data(capsys, "leaf-table", HEAPS, "heaps=0/0/3 won=1/1/0")["rows"]) == 3
        assert main(["leaf-table", POLIGNAC]) == 2
        assert "expected a position" in capsys.readouterr().err

    def test_perft(self, capsys: Capture) -> None:
        assert data(capsys, "perft", HEAPS, "start", "--depth", "2")["counts"] == [4, 14]

    def test_check(self, capsys: Capture) -> None:
        assert data(capsys, "check", HEAPS, "--deals", "2") == {
            "game": HEAPS,
            "deals": 2,
            "faults": [],
        }
        assert main(["check", POLIGNAC, "--deals", "1", "--seed", "4"]) == 0
        assert capsys.readouterr().out == "no faults in 1 game\n"

    def test_check_tells_faults_with_code_1(self, tmp_path: Path) -> None:
        shutil.copy(EXAMPLES / "heaps.py", tmp_path)
        (tmp_path / "mine.py").write_text(
            "from heaps import Heaps\n\n\nclass Mine(Heaps):\n    max_sum = 1\n"
        )
        for extra in ([], ["--json"]):
            words = [sys.executable, "-m", "kibitz", "check", "mine:Mine(heaps=1/2)", *extra]
            run = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
            assert (run.returncode, run.stderr) == (1, "")
            faults = json.loads(run.stdout)["faults"] if extra else run.stdout.splitlines()
            assert len(faults) == 1
            assert faults[0].startswith("payoffs add up to more than max_sum=1: (")
