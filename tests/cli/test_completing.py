"""Completion in a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from commands import Capture, run

import kibitz


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_a_shell_asks_kibitz(capsys: Capture, shell: str) -> None:
    code, out, err = run(capsys, "completion", shell)
    assert (code, err) == (0, "")
    assert "_ARGCOMPLETE" in out
    assert "kibitz" in out


def test_without_argcomplete_it_says_what_it_needs(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    code, _, err = run(capsys, "completion", "bash")
    assert code == 2
    assert err.startswith("kibitz: completion needs argcomplete; use pip install")


def proposed(line: str, folder: Path) -> list[str]:
    """What is proposed after these words."""
    file = folder / "proposed"
    asking = {
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "COMP_TYPE": "9",
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\n",
        "_ARGCOMPLETE_STDOUT_FILENAME": str(file),
    }
    words = [sys.executable, "-m", "kibitz"]
    subprocess.run(words, env={**os.environ, **asking}, capture_output=True)
    return [word.strip() for word in file.read_text().splitlines()]


def test_games_algorithms_and_experiments_are_proposed(tmp_path: Path) -> None:
    names = [name for name in kibitz.games.names() if name.startswith("s")]
    assert proposed("kibitz solve s", tmp_path) == names
    assert proposed("kibitz compare tree x ", tmp_path) == list(kibitz.PRESETS)
    assert proposed("kibitz reproduce ijcai-2005-figure-8", tmp_path) == ["ijcai-2005-figure-8"]
