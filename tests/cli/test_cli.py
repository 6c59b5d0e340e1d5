"""The command, as it is typed: what it prints, and how it refuses."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.cli import main

SPADES = "spades(players=3,bids=1/1/2,utility=mot,breaking=false)"
HAND = "7..K.4 .2..K7 J...A3"

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def data(capsys: Capture, *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_solve_prints_one_object(capsys: Capture) -> None:
    algorithm = "speculative(test=leaf-table,heuristic=taken,table=bounds)"
    found = data(capsys, "solve", SPADES, HAND, "--algorithm", algorithm)
    assert list(found) == [
        "game", "position", "algorithm", "engine", "value",
        "outcome", "move", "line", "stats", "depth", "complete",
    ]  # fmt: skip
    assert (found["game"], found["algorithm"]) == (SPADES, algorithm)
    assert (found["value"], found["move"], found["complete"]) == ([13, 0, 23], "DK", True)


def test_solve_for_people(capsys: Capture) -> None:
    code, out, _ = run(capsys, "solve", SPADES, HAND)
    assert code == 0
    assert out.splitlines()[:2] == ["move     DK", "value    (13, 0, 23)"]


def test_solve_reads_positions_from_stdin_and_goes_on_after_a_bad_one(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{HAND}\nnonsense\n\n{HAND} 0 - 0,0,0\n"))
    code, out, err = run(capsys, "solve", SPADES, "-")
    first, bad, last = map(json.loads, out.splitlines())
    assert first == last
    assert bad == {
        "game": SPADES,
        "position": "nonsense",
        "error": "expected 3 hands separated by spaces: 'nonsense'",
    }
    assert (code, err) == (2, "")


def test_solve_with_workers_keeps_the_order_and_goes_on_after_a_bad_line(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = [str(kibitz.game(SPADES).deal(seed, cards=3)) for seed in range(12)]
    lines = [*deals[:5], "nonsense", *deals[5:]]
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n\n".join(lines)))
    one = run(capsys, "solve", SPADES, "-")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines)))
    assert run(capsys, "solve", SPADES, "-", "--workers", "3") == one
    assert one[0] == 2
    assert [json.loads(line)["position"] for line in one[1].splitlines()] == lines


def test_compare(capsys: Capture) -> None:
    found = data(capsys, "compare", SPADES, HAND, "maxn", "shallow", "leaf-table")
    assert found["agree"] is True
    visited = [result["stats"]["visited"] for result in found["results"]]
    assert visited == sorted(visited, reverse=True)
    code, out, _ = run(capsys, "compare", SPADES, HAND, "maxn", "shallow")
    assert (code, out.splitlines()[-1]) == (0, "all agree")


def test_compare_says_when_they_differ(capsys: Capture) -> None:
    wrong = "0[(6,3,1) 1[2[(3,2,5) (0,4,6)] (7,3,0)]]"
    code, out, _ = run(capsys, "compare", "tree", wrong, "maxn", "deep")
    assert (code, out.splitlines()[-1]) == (0, "they differ in value or line")


def test_compare_takes_what_is_not_known_for_no_difference(capsys: Capture) -> None:
    deal = str(kibitz.game("bridge").deal(1, cards=3))
    code, out, _ = run(capsys, "compare", "bridge", deal, "alpha-beta", "paranoid")
    assert (code, out.splitlines()[-1]) == (0, "all agree")


def test_trace(capsys: Capture) -> None:
    tree = "0[(5,4,1) 1[(0,6,4) (3,3,4)]]"
    code, out, _ = run(capsys, "trace", "tree", tree, "--algorithm", "shallow")
    assert code == 0
    assert "    cut: shallow" in out.splitlines()
    assert data(capsys, "trace", "tree", tree)["steps"][0]["kind"] == "visit"


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


BAD = [
    ([], "VERB"),
    (["sovle"], "invalid choice: 'sovle'"),
    (["solve", SPADES], "POSITION"),
    (["solve", "spads", HAND], "did you mean 'spades'?"),
    (["solve", SPADES, "7..K.4 .2..K7"], "expected 3 hands"),
    (["solve", SPADES, HAND, "--algorithm", "shalow"], "did you mean 'shallow'?"),
    (["solve", SPADES, HAND, "--algorithm", "maxn(heuristic=taken)"], "test=none has none"),
    (["solve", SPADES, HAND, "--nodes", "0"], "expected a limit of 1 node or more"),
    (["solve", SPADES, HAND, "--nodes", "many"], "expected a whole number: 'many'"),
    (["solve", SPADES, HAND, "--nodes", "9" * 30], "expected a whole number"),
    (["solve", SPADES, HAND, "--seconds", "-1"], "expected a limit of more than 0 seconds"),
    (["solve", SPADES, HAND, "--seconds", "soon"], "expected a number: 'soon'"),
    (["solve", SPADES, HAND, "--table-mb", "0"], "expected a table of 1"),
    (["solve", SPADES, HAND, "--engine", "steam"], "unknown engine 'steam'"),
    (["solve", SPADES, "-", "--workers", "0"], "expected 1 worker or more: 0"),
    (["solve", SPADES, HAND, "--workers", "0"], "expected 1 worker or more: 0"),
    (["solve", SPADES, HAND, "--workers", "-2"], "expected 1 worker or more: -2"),
    (["deal", SPADES, "--seed", "3", "--cards", "18"], "expected 1 to 17 cards each: 18"),
    (["perft", SPADES, HAND, "--depth", "0"], "expected a depth of 1 or more"),
    (["leaf-table", "tree"], "expected a position"),
    (["leaf-table", "hearts(cards=4)"], "expected a position: hearts(cards=4) has no start()"),
    (["leaf-table", SPADES, "--bounds", "1,1"], "expected 3 bounds"),
    (["solve", "spades(players=3,utility=no_such:thing)", HAND], "expected utility 'module:name'"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_gets_one_clear_line_and_code_2(
    capsys: Capture, words: list[str], message: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def command(*words: str, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def test_ctrl_c_prints_the_best_answer_so_far(tmp_path: Path) -> None:
    position = str(kibitz.game("spades(players=3)").deal(1))
    process = command("solve", "spades(players=3)", position, "--json", cwd=tmp_path)
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(out)["complete"] is False
    assert err == ""


def test_ctrl_c_among_workers_prints_the_best_answer_so_far(tmp_path: Path) -> None:
    position = str(kibitz.game("spades(players=3)").deal(1))
    words = ("solve", "spades(players=3)", "-", "--workers", "2", "--algorithm", "maxn")
    process = command(*words, cwd=tmp_path, stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(f"{position}\n{position}\n")
    process.stdin.flush()
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.wait(timeout=30) == 130
    assert json.loads(process.stdout.read())["complete"] is False
    assert process.stderr.read() == ""


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    process = command("trace", SPADES, HAND, "--algorithm", "maxn", cwd=tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.wait(timeout=30)


def test_an_own_utility_in_the_working_directory_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def few(outcome):\n    return [-t for t in outcome]\n")
    game = "spades(players=3,utility=mine:few)"
    process = command("solve", game, HAND, "--json", cwd=tmp_path, env={**os.environ})
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert json.loads(out)["game"] == game
