"""compare and analyse over many deals, parts that are checked, and find."""

from __future__ import annotations

import csv
import json
import os
import signal
from pathlib import Path

import pytest
from commands import Capture, command, run, shell
from waiting import wait_for

GAME = "spades(players=3)"
WRONG = """import kibitz


class Eager(kibitz.DecisionTest):
    needs = "nothing"

    def possible(self, bounds, feasible):
        return not bounds


class Broken(Eager):
    def possible(self, bounds, feasible):
        return bounds[99]
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module of one's own, in which commands are typed."""
    (tmp_path / "wrong_test.py").write_text(WRONG)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_deals_are_compared_and_a_row_is_written_for_each(here: Path, capsys: Capture) -> None:
    words = ("compare", GAME, "--deals", "4", "--seed", "2", "--cards", "3", "--csv", "a.csv")
    code, out, _ = run(capsys, *words, "--workers", "2", "maxn", "shallow", "alpha-beta")
    assert (code, out.splitlines()[-1]) == (0, "all agree on 4 deals")
    found = rows(here / "a.csv")
    assert [row["seed"] for row in found[::3]] == ["2", "3", "4", "5"]
    assert {row["error"] for row in found[2::3]} == {
        "alpha-beta needs two sides, and spades has 3; use paranoid or maxn"
    }
    run(capsys, *words, "--append", "maxn")
    assert len(rows(here / "a.csv")) == 16


def test_the_words_may_stand_in_any_order(capsys: Capture) -> None:
    tail = ("--deals", "2", "--cards", "2")
    shown = [
        run(capsys, "compare", *words)[1].splitlines()[-1]
        for words in (
            (GAME, *tail, "maxn", "shallow"),
            (*tail, GAME, "maxn", "shallow"),
            (GAME, "maxn", "shallow", *tail),
        )
    ]
    assert shown == ["all agree on 2 deals"] * 3


def test_searches_that_must_agree_and_do_not_end_with_code_1(here: Path, capsys: Capture) -> None:
    words = ("compare", "tree", "--deals", "5", "maxn", "shallow(test=wrong_test:Eager)")
    code, out, _ = run(capsys, *words)
    assert code == 1
    assert "where they must agree" in out
    code, out, _ = run(capsys, *words, "--json")
    assert code == 1
    assert len(list(map(json.loads, out.splitlines()))) == 5


def test_analyse_has_a_row_per_move(here: Path, capsys: Capture) -> None:
    words = ("analyse", GAME, "--deals", "2", "--cards", "3", "--csv", "b.csv")
    assert run(capsys, *words)[0] == 0
    assert {row["cost"] for row in rows(here / "b.csv")} >= {"0"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("compare", GAME, "--deals", "0", "maxn"), "expected 1 deal or more: 0"),
        (("compare", GAME, "--deals", "2", "--cards", "99", "maxn"), "expected 1 to 17 cards"),
        (("compare", "tree", "0[(1,0,0)]", "maxn", "--csv", "x"), "expected --deals with --csv"),
        (("compare", "tree", "--deals", "2", "--append", "maxn"), "expected --csv with --append"),
        (("analyse", GAME, "7... K... J...", "--deals", "2"), "expected nothing with --deals"),
        (("analyse", GAME, "--deals", "2", "--hand"), "expected no --hand, --play, --board"),
        (("compare", "tree", "--deals", "2", "--csv", "/nowhere/x", "maxn"), "expected a file to"),
        (("check-test", "no_such:Test"), "expected a test 'module:name'"),
        (("check-order", "wrong_test:Eager", "--deals", "2"), "order wrong_test:Eager"),
        (("find", "nothing"), "expected re-search, distant-cut"),
        (("trace", "tree", "0[(1,0,0)]", "--only", "cots"), "unknown kind of step"),
    ],
)
def test_bad_words_are_refused_in_one_line(
    words: tuple[str, ...], said: str, here: Path, capsys: Capture
) -> None:
    code, out, err = run(capsys, *words)
    shown = err or out
    assert code in (1, 2)
    assert said in shown
    assert code == 2 or words[0] == "check-order"


def test_ctrl_c_keeps_the_rows_so_far_and_says_how_to_go_on(here: Path) -> None:
    words = ("compare", GAME, "--deals", "500", "--cards", "6", "--csv", "c.csv")
    with command(*words, "maxn", "--engine", "reference", cwd=here) as process:
        path = here / "c.csv"
        wait_for(lambda: path.exists() and len(path.read_text().splitlines()) > 2)
        os.kill(process.pid, signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    found = rows(path)
    assert found and {row["stopped"] for row in found} == {""}
    left = f"--seed {len(found)} --deals {500 - len(found)} --append"
    assert err.strip() == f"stopped after {len(found)} of 500 deals; to go on: {left}"


def test_a_wrong_test_is_shown_by_three_texts(here: Path, capsys: Capture) -> None:
    code, out, _ = run(capsys, "check-test", "wrong_test:Eager", "--deals", "20")
    assert code == 1
    assert out.splitlines()[:3] == [
        "game       tree(players=2)",
        "position   0[(0,0) (1,0)]",
        "algorithm  maxn(test=wrong_test:Eager)",
    ]


def test_what_is_not_found_has_code_1(capsys: Capture) -> None:
    code, out, err = run(capsys, "find", "counts", "maxn", "maxn", "--tries", "3")
    assert (code, out, err) == (1, "", "kibitz: not found in 3 positions: counts\n")


def test_bad_words_leave_the_rows_of_before(here: Path, capsys: Capture) -> None:
    words = ["compare", GAME, "maxn", "--csv", "rows.csv", "--deals", "2", "--cards"]
    assert run(capsys, *words, "3")[0] == 0
    before = (here / "rows.csv").read_text()
    assert run(capsys, *words, "40")[0] == 2
    assert (here / "rows.csv").read_text() == before
    assert run(capsys, *words, "4")[0] == 0
    assert len(rows(here / "rows.csv")) == 2


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "spades(players=4)", "maxn"],
        ["analyse", GAME],
    ],
)
def test_rows_of_other_columns_are_not_added(here: Path, capsys: Capture, words: list[str]) -> None:
    usual = ["--csv", "rows.csv", "--deals", "2", "--cards", "3"]
    assert run(capsys, "compare", GAME, "maxn", *usual)[0] == 0
    before = (here / "rows.csv").read_text()
    code, _, err = run(capsys, *words, *usual, "--append")
    assert code == 2
    assert err.startswith("kibitz: expected a file that begins with seed,id,game,")
    assert (here / "rows.csv").read_text() == before


def test_rows_may_go_into_a_pipe(here: Path) -> None:
    words = "compare tree maxn --csv /dev/stdout --deals 2"
    code, out, _ = shell(f"kibitz {words} | cat")
    assert (code, out.count("\n0,1,tree,")) == (0, 1)
    assert out.startswith("seed,id,game,")


@pytest.mark.parametrize("what", [["0[(1,0,0) (0,1,0)]"], ["--deals", "3", "--workers", "2"]])
def test_a_part_that_fails_has_code_2_and_the_others_their_answers(
    here: Path, capsys: Capture, what: list[str]
) -> None:
    named = "shallow(test=wrong_test:Broken)"
    code, out, _ = run(capsys, "compare", "tree", *what, "maxn", named)
    assert code == 2
    assert f"{named}: tree fails in possible() at wrong_test.py:" in out
    assert "all agree" in out.splitlines()[-1]
