"""Chinese Checkers in numbers: pieces as sets of places, payoffs within bounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import Numbers
from kibitz.engines.kernel.standing import BoardAdapter
from kibitz.games.chinese_checkers import BoardPosition, way_home

if TYPE_CHECKING:
    from kibitz._kernel import Record


class Star(BoardAdapter):
    """Positions of `chinese_checkers`."""

    positions = BoardPosition
    utilities = ("progress", "win", "home", "part")
    """As in `checkers_utility`."""
    bits = 8

    @property
    def native(self) -> Callable[..., Record]:
        return _kernel.search_board

    def numbers(self, position: BoardPosition, search: Any) -> Numbers:
        game, low = position.game, (1 << 64) - 1
        return {
            "rows": game.rows,
            "seats": game.seats,
            "limit": game.longest,
            "leave": game.leave,
            "pieces": [word for own in position.pieces for word in (own & low, own >> 64)],
            "made": position.made,
            "utility": self.utilities.index(str(game.utility)),
            "way_home": way_home.table(game.rows) if search.leaf == way_home.NAME else None,
        }


ADAPTER = Star()
