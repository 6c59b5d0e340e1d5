"""Both languages have the same steps, in the same words, each with its reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "src" / "kibitz" / "engines" / "reference"
STEP = re.compile(r"^ *(?:#|//) (Step \d\. .*)\n *(?:#|//) (.*)$", re.MULTILINE)
TITLE = re.compile(r"(?:#|//) (Step \d\. .*)")


@pytest.mark.parametrize("name", ["search", "two_sided"])
def test_the_steps_say_the_same_and_why(name: str) -> None:
    here = STEP.findall((REFERENCE / f"{name}.py").read_text())
    there = STEP.findall((ROOT / "kernel" / f"{name}.hpp").read_text())
    assert [step.split(".")[0] for step, _ in here] == [f"Step {at}" for at in range(1, 8)]
    assert here == there
    assert all(why.endswith(".") for _, why in here)


@pytest.mark.parametrize("name", ["outcome_sets", "partition"])
def test_searches_by_questions_have_the_same_steps(name: str) -> None:
    here = TITLE.findall((REFERENCE / "tricks" / f"{name}.py").read_text())
    there = TITLE.findall((ROOT / "kernel" / f"{name}.hpp").read_text())
    assert [step.split(".")[0] for step in here] == [f"Step {at}" for at in range(1, 6)]
    assert here == sorted(there)  # in the kernel in two functions
