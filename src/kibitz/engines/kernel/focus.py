"""Focus in numbers: stacks of pieces of two bits each, with their heights."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import Numbers
from kibitz.engines.kernel.standing import Standing
from kibitz.games.focus import TALLEST, FocusPosition

if TYPE_CHECKING:
    from kibitz._kernel import Record


class FocusBoard(Standing):
    """Positions of `focus`."""

    positions = FocusPosition

    @property
    def native(self) -> Callable[..., Record]:
        return _kernel.search_focus

    def board(self, position: FocusPosition) -> Numbers:
        return {
            "limit": position.game.longest,
            "made": position.made,
            "stacks": list(map(_stack, position.stacks)),
            "in_hand": position.in_hand,
            "captured": [count for taken in position.captured for count in taken],
        }


def _stack(pieces: str) -> int:
    """The pieces from the bottom up, and over them how many they are."""
    found = sum(int(piece) << 2 * at for at, piece in enumerate(pieces))
    return found | len(pieces) << 2 * TALLEST


ADAPTER = FocusBoard()
