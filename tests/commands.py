"""A command as it is typed: its exit code, and what it prints."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import pytest

from kibitz.cli import main

SPADES = "spades(players=3,bids=1/1/2,utility=mot,breaking=false)"
HAND = "7..K.4 .2..K7 J...A3"

ENGINE = re.compile(r"\((?:kernel|reference)\)")
TIMES = re.compile(r"^(.*?) +ms(?: +slowest)? +nodes/s$")
"""The headings of a table with times, which are its last columns."""

Capture = pytest.CaptureFixture[str]


def run(capsys: Capture, *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def data(capsys: Capture, *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def shell(line: str, **options: Any) -> tuple[int, str, str]:
    """A line in a shell, with `kibitz` in it, and options of `subprocess.run`."""
    kibitz = f'"{sys.executable}" -P -m kibitz'
    done = subprocess.run(
        ["sh", "-c", line.replace("kibitz", kibitz)], capture_output=True, text=True, **options
    )
    return done.returncode, done.stdout, done.stderr


def command(*words: str, **options: Any) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "kibitz", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def timeless(printed: str) -> str:
    """What a command prints, without the engine and the times, which differ from run to run."""
    lines, end = [], None
    for line in ENGINE.sub("(kernel)", printed).rstrip().splitlines():
        heading = TIMES.match(line)
        end = len(heading[1]) if heading else end
        timed = end is not None and re.fullmatch(r"[ \d.,-]*", line[end:])
        shown = line[:end].rstrip() if heading or timed else line
        lines.append(f"{shown}  times" if heading else shown)
    return "\n".join(lines)
