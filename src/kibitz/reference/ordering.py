"""The listed order of the moves: the axes `order` and `width`.

The first of equals stays, so the order is part of what a max^n value *is*. A search may
try moves in another order, but the listed one decides ties.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.algorithm import Algorithm
from kibitz.errors import UnknownName
from kibitz.game import Move, Position


def high(position: Position) -> Sequence[Move]:
    """As the game lists them; cards S H D C and from high to low."""
    return position.moves()


def low(position: Position) -> Sequence[Move]:
    """The other way round; cards C D H S and from low to high."""
    return position.moves()[::-1]


ORDERS: dict[str, Callable[[Position], Sequence[Move]]] = {"high": high, "low": low}
"""The orders that every game has; others are its own, see `Position.ordered`."""


def order_for(root: Position, algorithm: Algorithm) -> Callable[[Position], Sequence[Move]]:
    """The moves of a position as an algorithm lists them."""
    name, width = algorithm.order, algorithm.width
    if name not in ORDERS and name not in root.orders:
        raise UnknownName(f"order of {root.game.text_name()}", name, (*ORDERS, *root.orders))

    def listed(position: Position) -> Sequence[Move]:
        return position.ordered(name)[:width]

    rule = ORDERS.get(name)
    if rule is None:
        return listed
    return rule if width is None else lambda position: rule(position)[:width]
