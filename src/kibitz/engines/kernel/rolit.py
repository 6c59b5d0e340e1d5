"""Rolit in numbers: the discs of each colour as sets of squares of 8 by 8."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kibitz.boards.squares import DIGITS
from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import Numbers
from kibitz.engines.kernel.standing import Standing
from kibitz.games.rolit import RolitPosition

if TYPE_CHECKING:
    from kibitz._kernel import Record


class RolitBoard(Standing):
    """Positions of `rolit`."""

    positions = RolitPosition

    @property
    def native(self) -> Callable[..., Record]:
        return _kernel.search_rolit

    def board(self, position: RolitPosition) -> Numbers:
        size = position.game.size
        discs = dict.fromkeys(DIGITS, 0)
        for at, sign in enumerate(position.squares):
            if sign in discs:
                discs[sign] |= 1 << 8 * (at // size) + at % size
        return {"size": size, "discs": list(discs.values())}


ADAPTER = RolitBoard()
