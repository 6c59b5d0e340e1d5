"""Perft: how many positions there are after each number of moves, by every path.

The size of a game tree, and the test that rules and move lists are right. The kernel
counts positions with the same moves below once; the answers are the same.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz import kernel
from kibitz.errors import TextError
from kibitz.game import Position


def perft(
    position: Position,
    depth: int,
    legal: bool = False,
    *,
    progress: Callable[[int], None] | None = None,
) -> list[int]:
    """How many positions there are after 1, 2, ... `depth` moves, by every path.

    Counts `moves()`, or with `legal` each of the `legal_moves()`. It ends with the game: there
    is no count for a number of moves that no line has, however large `depth` is.
    `progress` is called now and then with the number of positions that were looked at.
    """
    if depth < 1:
        raise TextError(f"expected a depth of 1 or more: {depth}")
    if not legal:
        try:
            return kernel.perft(position, depth, progress)
        except kernel.Unfit:
            pass
    return by_reference(position, depth, legal)


def by_reference(position: Position, depth: int, legal: bool = False) -> list[int]:
    """The definition: go everywhere and count."""
    counts: list[int] = []
    waiting = [(position, 0)]
    while waiting:
        here, plies = waiting.pop()
        if here.is_over:
            continue
        moves = here.legal_moves() if legal else here.moves()
        if plies == len(counts):
            counts.append(0)
        counts[plies] += len(moves)
        if plies + 1 < depth:
            waiting.extend((here.play(move), plies + 1) for move in moves)
    return counts
