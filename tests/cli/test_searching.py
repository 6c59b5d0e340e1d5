"""solve, compare, trace and bench."""

from __future__ import annotations

import io
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands import HAND, SPADES, Capture, command, data, run, shell, timeless
from waiting import wait_for, worked

import kibitz


def test_solve_prints_one_object(capsys: Capture) -> None:
    algorithm = "speculative(test=leaf-table,heuristic=taken,table=bounds)"
    found = data(capsys, "solve", SPADES, HAND, "--algorithm", algorithm)
    assert list(found) == [
        "game", "position", "algorithm", "engine", "value", "certainty", "words", "bounds",
        "outcome", "move", "line", "stats", "beside", "depth", "complete", "stopped", "seconds",
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
    assert {**first, "seconds": 0} == {**last, "seconds": 0}
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
    many = run(capsys, "solve", SPADES, "-", "--workers", "3")
    assert one[0] == many[0] == 2
    for each, other in zip(one[1].splitlines(), many[1].splitlines(), strict=True):
        assert {**json.loads(each), "seconds": 0} == {**json.loads(other), "seconds": 0}
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
    assert (code, out.splitlines()[-1]) == (0, "they differ in value")


def test_compare_takes_what_is_not_known_for_no_difference(capsys: Capture) -> None:
    deal = str(kibitz.game("bridge").deal(1, cards=3))
    code, out, _ = run(capsys, "compare", "bridge", deal, "alpha-beta", "paranoid")
    assert (code, out.splitlines()[-1]) == (0, "all agree")


def test_trace(capsys: Capture) -> None:
    tree = "0[(5,4,1) 1[(0,6,4) (3,3,4)]]"
    code, out, _ = run(capsys, "trace", "tree", tree, "--algorithm", "shallow")
    assert code == 0
    assert "    cut: shallow: P0 has 5 and P1 has 6, which is more than all there is, 10" in out
    assert data(capsys, "trace", "tree", tree)["steps"][0]["kind"] == "visit"


def test_the_play_of_a_file_is_reviewed_board_by_board(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(
        '[Board "1"]\n[Deal "N:A.2.. K.3.. Q.4.. J.5.."]\n[Declarer "W"]\n[Contract "1NT"]\n'
        '[Play "N"]\nH2 H3 H4 H5\nSA SK SQ SJ\n\n[Board "2"]\n[Deal "N:A... K... Q... J..."]\n'
    )
    code, out, _ = run(capsys, "analyse", "bridge", str(path), "--hand")
    first, second = out.split("\n\n")
    assert "no mistakes in 8 moves" in first
    assert code == 2
    assert "expected the moves that were played" in second


@pytest.mark.parametrize(
    "words",
    [("solve",), ("analyse",), ("compare", "maxn", "alpha-beta"), ("trick-table",), ("show",)],
)
def test_a_file_of_boards_needs_no_game_before_it(
    words: tuple[str, ...], capsys: Capture, tmp_path: Path
) -> None:
    verb, *others = words
    path = tmp_path / "boards.pbn"
    path.write_text('[Board "1"]\n[Deal "N:A.2.. K.3.. Q.4.. J.5.."]\n')
    alone = run(capsys, verb, str(path), *others)
    named = run(capsys, verb, "bridge", str(path), *others)
    assert alone[0] == named[0] and timeless(alone[1]) == timeless(named[1])


def test_without_a_file_a_position_is_needed(capsys: Capture) -> None:
    for words in (("solve", "bridge"), ("compare", "bridge", "maxn")):
        code, out, said = run(capsys, *words)
        assert (code, out) == (2, "")
        assert said.startswith("kibitz: the following arguments are required: POSITION; see ")
    assert run(capsys, "solve", "a.pbn", "bridge")[2] == (
        "kibitz: expected nothing after a file but options: 'bridge'\n"
    )


def has_worked(process: subprocess.Popen[str]) -> bool:
    """Whether it has used so much time of a processor that it must be searching."""
    return worked(process.pid) > 1


def test_ctrl_c_prints_the_best_answer_so_far(tmp_path: Path) -> None:
    position = str(kibitz.game("spades(players=3)").deal(1))
    process = command("solve", "spades(players=3)", position, "--json", cwd=tmp_path)
    wait_for(lambda: has_worked(process))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert json.loads(out)["complete"] is False
    assert err == ""


def interrupted(*words: str, lines: str) -> Any:
    """What a command prints that is given lines, and Ctrl-C while it searches."""
    process = command(*words, stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(lines)
    process.stdin.flush()
    wait_for(lambda: has_worked(process))
    process.send_signal(signal.SIGINT)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.wait(timeout=30) == 130
    assert process.stderr.read() == ""
    return json.loads(process.stdout.read())


@pytest.mark.parametrize("ask", ["solve", "analyse", "review"])
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_in_a_batch_answers_the_question_under_way(ask: str, workers: str) -> None:
    game = kibitz.game("spades(players=3)")
    question = {"id": 7, "ask": ask, "game": str(game), "position": str(game.deal(1))}
    if ask == "review":
        question["play"] = [str(game.deal(1).moves()[0])]
    lines = f"{json.dumps(question)}\n" * 2
    found = interrupted("batch", "--workers", workers, lines=lines)
    assert (found["id"], found["stopped"]) == (7, "interrupt")
    assert ask == "review" or "error" not in found  # it may have had no value yet


def test_ctrl_c_among_workers_prints_the_best_answer_so_far() -> None:
    position = str(kibitz.game("spades(players=3)").deal(1))
    words = ("solve", "spades(players=3)", "-", "--workers", "2", "--algorithm", "maxn")
    assert interrupted(*words, lines=f"{position}\n{position}\n")["complete"] is False


def test_half_a_character_in_a_batch_is_answered_like_everything_else() -> None:
    asked = [
        {"id": "\ud800", "game": "tree", "position": "0[(1,0,0) (2,0,0)]"},
        {"id": 1, "game": "tree", "position": "\udfff"},
        {"id": 2, "game": "tree", "position": "0[(1,0,0) (2,0,0)]", "play": "\ud800"},
        {"id": 3, "game": "tree", "position": "0[(1,0,0) (2,0,0)]"},
    ]
    code, out, err = shell("kibitz batch", input="\n".join(map(json.dumps, asked)))
    found = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (2, "")
    assert [one["id"] for one in found] == ["\ud800", 1, 2, 3]
    assert ["error" in one for one in found] == [False, True, True, False]
