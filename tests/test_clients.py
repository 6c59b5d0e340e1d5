"""The clients in other languages ask a process of Kibitz, and show what it answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
PLAY = "C8 has the best mean payoff, 13.73, in 100 of 9,633,467,324,098,800 worlds that agree with"
SURE = "an estimate: 0.29 more than CA (95 %: -0.21 to 0.79); too close to tell"


@pytest.fixture
def kibitz(tmp_path: Path) -> str:
    """A command that is the Kibitz of these tests."""
    command = tmp_path / "kibitz"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m kibitz "$@"\n')
    command.chmod(0o755)
    return str(command)


def said(*words: str, code: int = 0) -> list[str]:
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == code, done.stderr
    return done.stdout.splitlines()


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")
def test_the_client_in_node_asks_several_things_at_once_and_cancels(kibitz: str) -> None:
    about, play, sure, bid, refused, stopped = said("node", str(EXAMPLES / "client.mjs"), kibitz)
    assert about == "protocol 1, with sampling"
    assert play.startswith(f"play C8: {PLAY}")
    assert sure == SURE
    assert bid == "bid 5"
    assert refused == "refused: expected each card once: SQ twice in a hand"
    assert stopped == "stopped: cancel"


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node on this machine")
def test_the_client_in_node_says_that_there_is_no_kibitz() -> None:
    words = ["node", str(EXAMPLES / "client.mjs"), "no-such-program-at-all"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert "no-such-program-at-all cannot be started" in done.stderr


COMPILER = os.environ.get("CC") or next(filter(shutil.which, ("cc", "gcc", "clang")), None)


@pytest.mark.skipif(COMPILER is None, reason="there is no C compiler on this machine")
def test_the_client_in_c_is_compiled_without_warnings_and_asks(kibitz: str, tmp_path: Path) -> None:
    client = str(tmp_path / "client")
    flags = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
    said(str(COMPILER), *flags, "-o", client, str(EXAMPLES / "client.c"))
    move, why, sure, bid, refused = said(client, kibitz)
    assert (move, sure, bid) == ("C8", SURE, "5")
    assert why.startswith(PLAY)
    assert refused == "expected a view as a text or an object: 7"
    assert said(client, "no-such-program-at-all", code=1) == []
