"""Perft: the number of positions after each number of moves, counted by every path.

The size of a game tree, and the test that rules and move lists are right. The kernel
counts positions with the same moves below once; the answers are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kibitz.engines import kernel
from kibitz.engines.problem.protocol import NEVER, Cancel, Unfit, Watch
from kibitz.engines.reference.engine import CHECK_EVERY
from kibitz.errors import TextError, blaming
from kibitz.game import Position
from kibitz.history import History, hand_at
from kibitz.showing.layout import html_table


class Counts(list[int]):
    """How many positions there are after 1, 2, ... moves from a position.

    >>> counts = kibitz.perft(kibitz.game("tree").parse("0[(1,0,0) 1[(0,1,0) (0,0,1)]]"), depth=2)
    >>> print(counts.show())
      1               2
      2               2
    """

    def __init__(self, position: Position, counts: Iterable[int]) -> None:
        super().__init__(counts)
        self.position = position

    def rows(self) -> list[tuple[str, str]]:
        """Plies and counts as texts."""
        return [(str(ply), f"{count:,}") for ply, count in enumerate(self, start=1)]

    def show(self) -> str:
        """A line for each ply."""
        return "\n".join(f"{ply:>3} {count:>15}" for ply, count in self.rows())

    def as_dict(self) -> dict[str, Any]:
        """The counts in plain types, ready for JSON."""
        position = self.position
        return {"game": str(position.game), "position": str(position), "counts": list(self)}

    def _repr_html_(self) -> str:
        return html_table([("ply", "positions"), *self.rows()])


def perft(
    position: Position | History,
    depth: int,
    legal: bool = False,
    *,
    progress: Callable[[int], None] | None = None,
    cancel: Cancel = NEVER,
) -> Counts:
    """How many positions there are after 1, 2, ... `depth` moves, by every path.

    Counts `moves()`, or with `legal` each of the `legal_moves()`. It ends with the game: there
    are no counts beyond the longest line, however large `depth` is.
    `progress` is called now and then with the number of positions that were looked at, and
    `cancel` ends it by KeyboardInterrupt.

    >>> kibitz.perft(kibitz.game("chinese_checkers").start(), depth=2)
    [14, 196]
    """
    position = hand_at(position).position
    if type(depth) is not int or depth < 1:
        raise TextError(f"expected a depth of 1 or more: {depth!r}")
    watch = Watch(progress, cancel)
    with blaming(position.game):
        if not legal:
            try:
                return Counts(position, kernel.perft(position, depth, watch))
            except Unfit:
                pass
        return Counts(position, by_reference(position, depth, legal, watch))


def by_reference(
    position: Position, depth: int, legal: bool = False, watch: Watch | None = None
) -> list[int]:
    """The definition: go everywhere and count."""
    counts: list[int] = []
    waiting, seen = [(position, 0)], 0
    while waiting:
        here, plies = waiting.pop()
        if watch is not None and seen % CHECK_EVERY == 0 and watch(seen):
            raise KeyboardInterrupt
        seen += 1
        if here.is_over:
            continue
        moves = here.legal_moves() if legal else here.moves()
        if plies == len(counts):
            counts.append(0)
        counts[plies] += len(moves)
        if plies + 1 < depth:
            waiting.extend((here.play(move), plies + 1) for move in moves)
    return counts
