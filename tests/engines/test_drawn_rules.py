"""Random files of rules: what they say is what is played, searched, hidden and chosen.

A few here; thousands: `make verify-rules`.
"""

from __future__ import annotations

import pytest
from drawn_checks import faults


@pytest.mark.parametrize("seed", range(40))
def test_a_random_game_is_as_its_file_says(seed: int) -> None:
    assert faults(seed) == []
