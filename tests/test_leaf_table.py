"""Leaf-value tables as an object of their own; Table 1 and Figure 8 are in test_papers."""

from __future__ import annotations

import itertools

import pytest

import kibitz
from kibitz import KibitzError, LeafTable

SPADES = kibitz.game("spades(players=3,cards=3,bids=1/1/2,utility=mot)")


def test_it_prints_as_table_1() -> None:
    lines = str(LeafTable.of(SPADES)).splitlines()
    assert lines[0] == "tricks     P0 (1)  P1 (1)  P2 (2)  ranks"
    assert lines[1] == "(0, 0, 3)       0       0      25  (0, 0, 2)"
    assert len(lines) == 11


def test_prunes_is_the_loop_over_all_outcomes() -> None:
    table = LeafTable.of(SPADES)
    position = SPADES.parse("7..K. .2..K J...A 0 - 0,1,0")
    for feasible in (table.everything, table.feasible(position)):
        rows = [row for at, row in enumerate(table.ranks) if feasible >> at & 1]
        for bounds in itertools.product([None, 0, 1, 2, 3, 4], repeat=3):
            above = any(
                all(bound is None or own > bound for own, bound in zip(row, bounds, strict=True))
                for row in rows
            )
            assert table.prunes(bounds, feasible) == (not above)


def test_a_bound_vector_of_the_wrong_length_is_refused() -> None:
    with pytest.raises(KibitzError, match="expected 3 bounds"):
        LeafTable.of(SPADES).prunes([0, 0])


def test_whole_hands_have_as_many_outcomes_as_ways_to_share_the_tricks() -> None:
    assert len(LeafTable.of(kibitz.game("spades(players=3)")).outcomes) == 171
    assert len(LeafTable.of(kibitz.game("spades(players=3,cards=9)")).outcomes) == 55
    assert len(LeafTable.of(kibitz.game("spades")).outcomes) == 14
    assert len(LeafTable.of(kibitz.game("spades(teams=none)")).outcomes) == 560


def test_the_table_of_a_position_holds_what_is_still_feasible() -> None:
    position = SPADES.parse("7..K. .2..K J...A 0 - 0,1,0")
    assert LeafTable.of(position).outcomes == (
        (0, 1, 2), (0, 2, 1), (0, 3, 0), (1, 1, 1), (1, 2, 0), (2, 1, 0),
    )  # fmt: skip


def test_a_tree_has_its_outcomes_in_its_position() -> None:
    with pytest.raises(KibitzError, match="expected a position"):
        LeafTable.of(kibitz.game("tree"))


def test_it_shows_itself_in_a_notebook() -> None:
    assert LeafTable.of(SPADES)._repr_html_().count("<tr>") == 11
