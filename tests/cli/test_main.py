"""What all verbs have in common: refusals, streams, own modules."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import HAND, SPADES, Capture, command, run, shell

import kibitz

BAD = [
    ([], "VERB; see kibitz --help"),
    (["sovle"], "unknown verb 'sovle'; did you mean 'solve'?"),
    (["solve", SPADES], "POSITION; see kibitz solve --help"),
    (["solve", "spades", HAND], "expected 4 hands separated by spaces, or players=3 for 3"),
    (["solve", "spades(players=2)", HAND], "expected 2 hands separated by spaces, or players=3"),
    (["solve", "tree", "0[(5,4) (1,2)]"], "expected 3 payoffs, or players=2 for 2: (5,4)"),
    (["solve", "spads", HAND], "did you mean 'spades'?"),
    (["solve", SPADES, "7..K.4 .2..K7"], "expected 3 hands"),
    (["solve", SPADES, HAND, "--algorithm", "shalow"], "did you mean 'shallow'?"),
    (["solve", SPADES, HAND, "--algorithm", "maxn(heuristic=taken)"], "test=none has none"),
    (["solve", SPADES, HAND, "--nodes", "0"], "expected a limit of 1 node or more"),
    (["solve", SPADES, HAND, "--nodes", "many"], "expected a whole number: 'many'"),
    (["solve", SPADES, HAND, "--nodes", "9" * 30], "a whole number of 18 digits at most"),
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
    (["leaf-table", SPADES, "--bounds", "-,x,1"], "expected a whole number: 'x'"),
    (
        ["solve", f"spades(players={'9' * 20})", HAND],
        "expected a whole number of 18 digits at most",
    ),
    (["completion", "csh"], "invalid choice: 'csh'"),
    (
        ["solve", "spades(players=3,utility=no_such:thing)", HAND],
        "expected a utility 'module:name'",
    ),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_gets_one_clear_line_and_code_2(
    capsys: Capture, words: list[str], message: str
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_closed_pipe_is_no_error(tmp_path: Path) -> None:
    process = command("trace", SPADES, HAND, "--algorithm", "maxn", cwd=tmp_path)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == ""
    process.wait(timeout=30)


@pytest.mark.parametrize("words", ["deal hearts --seed 1 --count 500", "--help", "solve --help"])
def test_with_a_reader_who_leaves_or_a_disk_that_is_full_the_code_is_right(words: str) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    assert shell(f"(kibitz {words}; echo $? >&2) | true", env=env)[2] == "0\n"
    code, _, err = shell(f"kibitz {words} >/dev/full", env=env)
    assert (code, err.count("\n")) == (2, 1)


def test_an_own_utility_in_the_working_directory_is_found(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def few(outcome):\n    return [-t for t in outcome]\n")
    game = "spades(players=3,utility=mine:few)"
    process = command("solve", game, HAND, "--json", cwd=tmp_path, env={**os.environ})
    out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (0, "")
    assert json.loads(out)["game"] == game


def test_the_version_names_the_engine(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        run(capsys, "--version")
    engine = kibitz.solve(kibitz.game(SPADES).parse(HAND)).engine
    assert capsys.readouterr().out == f"kibitz {kibitz.__version__} ({engine})\n"


def test_a_closed_stderr_does_not_keep_the_answer_back() -> None:
    asked = shell(f"kibitz solve '{SPADES}' '{HAND}'")
    assert shell(f"kibitz solve '{SPADES}' '{HAND}' 2>&-") == asked
    assert shell(f"kibitz solve '{SPADES}' nonsense 2>&-") == (2, "", "")


@pytest.mark.parametrize("more", ["", "--workers 2"])
def test_a_closed_stdin_is_refused_only_where_it_is_read(more: str) -> None:
    code, out, err = shell(f"kibitz solve '{SPADES}' - {more} <&-")
    assert (code, out) == (2, "")
    assert err == "kibitz: stdin is closed, so there are no positions\n"
    assert shell(f"kibitz solve '{SPADES}' '{HAND}' {more} <&-")[0] == 0
    assert shell("kibitz play hearts rules <&-")[::2] == (
        2,
        "kibitz: stdin is closed, and play needs it\n",
    )


def test_a_closed_stdout_is_refused() -> None:
    code, _, err = shell(f"kibitz solve '{SPADES}' '{HAND}' >&-")
    assert (code, err) == (2, "kibitz: stdout is closed\n")


def test_a_working_directory_that_is_gone_matters_only_where_it_is_needed(tmp_path: Path) -> None:
    gone = f"mkdir gone && cd gone && rmdir ../gone && kibitz solve '{SPADES}' '{HAND}' --json"
    code, out, err = shell(gone, cwd=tmp_path)
    assert (code, err) == (0, "")
    assert json.loads(out)["move"] == "DK"
    own = gone.replace("utility=mot", "utility=mine:few")
    code, out, err = shell(own, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.endswith("'mine:few': ModuleNotFoundError: No module named 'mine'\n")


def test_a_file_of_the_working_directory_stands_in_for_no_package(tmp_path: Path) -> None:
    """Without matplotlib, a file of that name is not run, whatever is loaded as module:name."""
    (tmp_path / "mine.py").write_text("def few(outcome):\n    return [-t for t in outcome]\n")
    (tmp_path / "absent.py").write_text("print('run')\n")
    (tmp_path / "try.py").write_text(
        "import sys\n"
        "from kibitz.cli import main\n"
        "before = list(sys.path)\n"
        f"assert main(['solve', 'spades(players=3,utility=mine:few)', '{HAND}']) == 0\n"
        "assert sys.path == before\n"
        "try:\n"
        "    import absent\n"
        "except ImportError:\n"
        "    print('not found')\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "try.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1] == "not found"


def test_a_bad_line_is_not_echoed_at_length(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 10**6))
    code, out, _ = run(capsys, "solve", SPADES, "-")
    answer = json.loads(out)
    assert code == 2
    assert answer["error"].startswith("expected 3 hands separated by spaces: 'xxx")
    assert (len(answer["error"]), len(answer["position"])) == (600, 600)


INTERRUPTED = """
import os, signal, sys

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "kibitz.algorithm":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder())
"""


def test_ctrl_c_while_it_is_imported_ends_it_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "kibitz", "--version"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_sigterm_has_an_exit_code_of_its_own() -> None:
    running = command("solve", "spades(players=3)", "-", stdin=subprocess.PIPE)
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write("7..K.4 .2..K7 J...A3\n")
    running.stdin.flush()
    running.stdout.readline()
    running.terminate()
    _, err = running.communicate()
    assert (running.returncode, err) == (143, "")


OWN = """import kibitz
from heaps import Heaps, HeapsPosition


class NoStart(Heaps):
    def start(self):
        return 1 / 0


class OneMore(Heaps):
    def start(self, more):
        return 1


class Round(Heaps):
    def start(self):
        return self.start()


class Shy(HeapsPosition):
    def show(self):
        raise ValueError("not\\nnow")

    def play(self, move):
        raise OSError("gone")


class Hidden(Heaps):
    def start(self):
        return Shy(self, self.heaps, (0,) * self.players, 0)
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve failing:NoStart start", "start() at failing.py:7: ZeroDivisionError: division by"),
        (
            "deal failing:NoStart --seed 1",
            "start() at failing.py:7: ZeroDivisionError: division by",
        ),
        ("compare failing:NoStart --deals 2 maxn", "start() at failing.py:7: ZeroDivisionError"),
        (
            "solve failing:OneMore start",
            "OneMore.start() at failing.py:11: TypeError: OneMore.start",
        ),
        ("show failing:Hidden start", "show() at failing.py:22: ValueError: not\\nnow"),
        ("deal failing:Round --seed 1", "start() at failing.py:17: RecursionError: maximum"),
        ("perft failing:Hidden start", "play() at failing.py:25: OSError: gone"),
    ],
)
def test_code_of_ones_own_that_fails_is_blamed_in_one_line(
    words: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    (tmp_path / "failing.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "failing", raising=False)
    code, out, err = run(capsys, *words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"kibitz: {words.split()[1]} fails in {said}")


def test_an_error_of_kibitz_is_nobody_elses(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr("kibitz.cli.looking.kibitz.perft", lambda *_: json.loads(5))  # type: ignore[arg-type]
    monkeypatch.setattr("kibitz.errors.PACKAGE", str(Path(__file__).parent.parent.parent))
    with pytest.raises(TypeError):
        run(capsys, "perft", "tree", "(1,2,3)")
