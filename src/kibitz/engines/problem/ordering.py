"""The listed order of the moves: the axes `order` and `width`.

The first of equals stays, so the order is part of what a max^n value *is*. A search may
try moves in another order, but the listed one decides ties.

A game can have orders of its own, see `Position.ordered`. Any function of a position that
lists its moves will do as well: give it to an algorithm as `order=f`, or in a text as
`order=module:function`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kibitz.errors import GameError, UnknownName
from kibitz.game import Move, Position
from kibitz.loading import load_function, name_of
from kibitz.registry import Parts

if TYPE_CHECKING:
    from kibitz.engines.reference.searches import Search

Lister = Callable[[Position], Sequence[Move]]

ORDERS: Parts[Lister] = Parts("order")
"""The orders that every game has; others are its own."""


@ORDERS.named("high")
def high(position: Position) -> Sequence[Move]:
    """As the game lists them; cards S H D C and from high to low."""
    return position.moves()


@ORDERS.named("low")
def low(position: Position) -> Sequence[Move]:
    """The other way round; cards C D H S and from low to high."""
    moves = position.moves()
    return moves[::-1] if isinstance(moves, Sequence) else moves


@dataclass(frozen=True, repr=False)
class Order:
    """A function of the position that lists its moves, with the text that names it."""

    function: Lister

    @classmethod
    def parse(cls, line: str) -> Order:
        """The order of a text `module:function`."""
        return cls(load_function(line, "an order"))

    def moves(self, position: Position) -> Sequence[Move]:
        """What the function lists, if these are the moves of the position, each once."""
        try:
            listed = list(self.function(position))
        except Exception as error:
            raise GameError(f"order {self} failed for {position}: {error!r}") from error
        names = sorted(map(str, listed))
        if not any(
            names == sorted(map(str, moves())) for moves in (position.moves, position.legal_moves)
        ):
            raise GameError(f"expected each move of {position} once from order {self}: {listed!r}")
        return listed

    def __str__(self) -> str:
        return name_of(self.function)

    __repr__ = __str__


def order_for(root: Position, search: Search) -> Lister:
    """The moves of a position as a search lists them."""
    lists, width = _lister(root, search.order), search.width

    def listed(position: Position) -> Sequence[Move]:
        moves = lists(position)
        if type(moves) is not list and not isinstance(moves, Sequence):
            kind = type(moves).__name__
            raise GameError(f"expected a list from moves() of {position.game}, not a {kind}")
        if not moves:
            raise GameError(f"moves() of {position.game} is empty before the end: {position}")
        return moves if width is None else moves[:width]

    return listed


def _lister(root: Position, order: str | Order) -> Lister:
    if isinstance(order, Order):
        return order.moves
    if order in ORDERS:
        return ORDERS[order]
    if order not in root.orders:
        raise UnknownName(f"order of {root.game.text_name()}", order, (*ORDERS, *root.orders))
    return lambda position: position.ordered(order)
