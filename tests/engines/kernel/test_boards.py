"""Boards in the kernel: searches in which opponents reply once, and play-outs by the orders."""

from __future__ import annotations

import pytest
from boards import agree_with_the_kernel
from test_same_iterations import differences

import kibitz
from kibitz.engines import kernel

pytestmark = pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel here")

BOARDS = {
    "rolit(size=4)": ("mobility", "square"),
    "rolit(players=4,size=6,utility=share)": ("mobility", "square"),
    "focus(move_limit=24)": ("captures", "stack"),
    "focus(players=2,move_limit=24,utility=share)": ("captures", "stack"),
    "blokus(size=7,largest=3)": ("squares", "large"),
    "chinese_checkers(rows=3,leave=0,move_limit=24)": ("distance", "gain"),
    "chinese_checkers(players=6,rows=2,leave=0,move_limit=30)": ("distance", "gain"),
    "chinese_checkers(players=4,rows=2,leave=0,move_limit=30,utility=home)": (
        "way-home",
        "gain",
    ),
    "chinese_checkers(players=3,rows=2,leave=0,move_limit=30,utility=part)": ("way-home", "gain"),
}


@pytest.mark.parametrize("text", BOARDS)
def test_replies_of_one_or_few_opponents_visit_the_same_nodes(text: str) -> None:
    leaf, order = BOARDS[text]
    searches = (
        f"brs(leaf={leaf},order={order},table=bounds)",
        f"brs+(leaf={leaf},order={order})",
        f"offensive(leaf={leaf},order={order})",
    )
    agree_with_the_kernel(text, list(searches), 2, 6, order, most=1)


@pytest.mark.parametrize("policy", ["maxn", "paranoid", "brs"])
@pytest.mark.parametrize("text", BOARDS)
def test_the_engines_make_the_same_iterations(text: str, policy: str) -> None:
    position = kibitz.game(text).deal(2)
    leaf, order = BOARDS[text]
    for playouts in ("random", f"order,order={order}", f"order,order={order},epsilon=0.5"):
        words = f"uct(policy={policy},playouts={playouts},history=5)"
        assert differences(position, words, 25) == []
    words = f"uct(leaf={leaf},policy={policy},playouts=one-ply,order={order})"
    assert differences(position, words, 3) == []


def test_best_replies_go_on_where_the_turn_of_the_root_does_not_come_again() -> None:
    """In small Blokus the root's player is soon out, and the others play on."""
    position = kibitz.game("blokus(size=5,largest=2)").start()
    assert differences(position, "uct(policy=brs)", 200) == []
