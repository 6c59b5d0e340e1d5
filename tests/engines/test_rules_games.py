"""Every search that takes a game of rules gives plain max^n over the plain rules.

A few searches for each small position here; all of them, for thousands: `make verify-rules`.
"""

from __future__ import annotations

import random

import pytest
from rules_checks import SEARCHES, faults, present

POSITIONS = 3
"""Of each contract."""


@pytest.mark.parametrize("text", present())
def test_searches_equal_plain_search(text: str) -> None:
    asked = 0
    for seed in range(POSITIONS):
        searches = random.Random(f"{text} {seed}").sample(SEARCHES, 5)
        found, count = faults(text, seed, searches, cards=3)
        assert not found, "\n".join(found)
        asked += count
    assert asked >= POSITIONS  # the default at least
