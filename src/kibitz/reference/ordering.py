"""The listed order of the moves: the axis `order`.

The first of equals stays, so the order is part of what a max^n value *is*; a search may
not try moves in another order than the one that decides ties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.game import Move, Position


def high(position: Position) -> Sequence[Move]:
    """As the game lists them; cards S H D C and from high to low."""
    return position.moves()


def low(position: Position) -> Sequence[Move]:
    """The other way round; cards C D H S and from low to high."""
    return position.moves()[::-1]


ORDERS: dict[str, Callable[[Position], Sequence[Move]]] = {"high": high, "low": low}
