"""The reader of Skat positions from elsewhere, on lines of our own."""

from __future__ import annotations

import pytest
from verify_skat import differences, position_of

JACK_AGAINST_ACE = "2147483648,134217728,2097152,0,0,0"


def test_bits_become_cards_and_the_contract_a_game() -> None:
    position, taken = position_of(f"{JACK_AGAINST_ACE},13")
    assert str(position.game) == "skat(contract=grand)"
    assert str(position).split()[:4] == ["J...", "A...", "7...", "0"]
    assert taken == 13


@pytest.mark.parametrize(("taken", "differ"), [(13, 0), (12, 1)])
def test_a_value_that_differs_is_told(taken: int, differ: int) -> None:
    assert len(differences([f"{JACK_AGAINST_ACE},{taken}"])) == differ
