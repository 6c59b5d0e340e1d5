"""Boards in the kernel: searches in which opponents reply once, and play-outs by the orders."""

from __future__ import annotations

from typing import Any

import pytest
from boards import agree_with_the_kernel
from test_same_iterations import differences

import kibitz
from kibitz import Algorithm, Limit, TranspositionTable
from kibitz.engines import kernel
from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import parts_of
from kibitz.engines.kernel.blokus import BlokusBoard
from kibitz.engines.kernel.focus import FocusBoard
from kibitz.engines.kernel.rolit import RolitBoard
from kibitz.engines.kernel.standing import Standing
from kibitz.engines.problem.protocol import Problem, Watch

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
        f"offensive(leaf={leaf},order={order},at=root,table=exact)",
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


ROLIT = RolitBoard(), "rolit(players=4,size=6)"
FOCUS = FocusBoard(), "focus"
BLOKUS = BlokusBoard(), "blokus(size=7,largest=3)"
STACKS = [5 << 10 if at in range(16, 20) else 0 for at in range(64)]
"""Twenty pieces of the first player."""
NO_MORE = {"rows": [], "max_sum": 1, "delta": 1}


@pytest.mark.parametrize(
    ("board", "changed", "message"),
    [
        (ROLIT, {"size": 5}, "expected a size of 4, 6 or 8: 5"),
        (ROLIT, {"discs": [1, 2, 4]}, "expected discs of four colours: 3"),
        (ROLIT, {"discs": [1, 1, 0, 0]}, "expected one disc on a square: 1"),
        (ROLIT, {"discs": [1 << 6, 0, 0, 0]}, "expected discs on the board: 64"),
        (ROLIT, {"discs": [0, 0, 0, 0]}, "expected a disc on the board: 0"),
        (ROLIT, {"players": 5}, "expected 2 to 4 players: 5"),
        (ROLIT, {"turn": 4}, "expected a player to move: 4"),
        (ROLIT, {"highest": 1 << 27}, "expected scores below 2\\^26: 134217728"),
        (ROLIT, {"lowest": -1 << 27}, "expected scores below 2\\^26: -134217728"),
        (FOCUS, {"stacks": [0] * 63}, "expected stacks of 64 squares: 63"),
        (FOCUS, {"stacks": [6 << 10] * 64}, "expected stacks of up to five on the board: 6"),
        (FOCUS, {"stacks": STACKS}, "expected at most 18 pieces of a player: 2."),
        (FOCUS, {"in_hand": [19, 0, 0]}, "expected counts of 0 to 18 pieces: 19"),
        (FOCUS, {"in_hand": [0, 0, 9]}, "expected at most 18 pieces of a player: 2."),
        (FOCUS, {"captured": [0, 9, 0] * 3}, "expected at most 18 pieces of a player: .."),
        (BLOKUS, {"size": 21}, "expected a size of 3 to 20: 21"),
        (BLOKUS, {"players": 3}, "expected 4 players: 3"),
        (BLOKUS, {"cells": [], "piece_of": []}, "expected 1 to 91 ways to lay pieces: 0"),
        (BLOKUS, {"cells": [[0]] * 92}, "expected 1 to 91 ways to lay pieces: 92"),
        (
            BLOKUS,
            {"cells": [[0]], "piece_of": [0, 1]},
            "expected a piece for each way to lay it: 2",
        ),
        (BLOKUS, {"cells": [[0]], "piece_of": [21]}, "expected pieces of 0 to 20: 21"),
        (BLOKUS, {"cells": [[1]], "piece_of": [0]}, "expected ways from the first column on: 0"),
        (BLOKUS, {"cells": [[8]], "piece_of": [0]}, "expected ways from the first row on: 0"),
        (BLOKUS, {"cells": [[0, 5]], "piece_of": [0]}, "expected pieces of up to 5 columns: 5"),
        (BLOKUS, {"cells": [[0, 40]], "piece_of": [0]}, "expected pieces of up to 5 rows: 5"),
        (BLOKUS, {"cells": [[0] * 6], "piece_of": [0]}, "expected pieces of 1 to 5 squares: 6"),
        (BLOKUS, {"rows": [1 << 7, *[0] * 27]}, "expected squares of the board: 128"),
        (BLOKUS, {"rows": [0] * 27}, "expected the rows of each player: 27"),
        (BLOKUS, {"last": [0] * 3}, "expected the last piece of each player: 3"),
    ],
)
def test_boards_that_cannot_be_are_refused(
    board: tuple[Standing, str], changed: dict[str, Any], message: str
) -> None:
    adapter, text = board
    position = kibitz.game(text).start()
    rules = {
        **adapter.board(position),
        "players": position.game.players,
        "turn": 0,
        "share": False,
        "against": False,
        "lowest": 0,
        "highest": 9,
        "target": -1,
    }
    order = Algorithm.parse("maxn(leaf=none)")
    parts = parts_of(Problem(position, order, Limit(), TranspositionTable(megabytes=1)))

    def search(rules: dict[str, Any], rows: dict[str, Any]) -> object:
        return adapter.native(rules, rows, parts, (9, 0.0, 1, True), Watch(), _kernel.KeptTable())

    search(rules, NO_MORE)
    with pytest.raises(_kernel.Refused, match=message):
        search(rules | changed, NO_MORE)
    with pytest.raises(_kernel.Refused, match="expected scores of each outcome: 1"):
        search(rules, NO_MORE | {"rows": [(1,)]})
