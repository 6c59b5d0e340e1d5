"""Both languages have the same steps, in the same words, each with its reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
REFERENCE = ROOT / "src" / "kibitz" / "engines" / "reference"
STEP = re.compile(r"^ *(?:#|//) (Step \d\. .*)\n *(?:#|//) (.*)$", re.MULTILINE)


@pytest.mark.parametrize("name", ["search", "two_sided"])
def test_the_steps_say_the_same_and_why(name: str) -> None:
    here = STEP.findall((REFERENCE / f"{name}.py").read_text())
    there = STEP.findall((ROOT / "kernel" / f"{name}.hpp").read_text())
    assert [step.split(".")[0] for step, _ in here] == [f"Step {at}" for at in range(1, 8)]
    assert here == there
    assert all(why.endswith(".") for _, why in here)
