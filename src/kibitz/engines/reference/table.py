"""What a transposition table keeps, and when it is asked: the axes `table`, `keys`, `probe`.

One entry per key: an exact value, else the last NIL with the bounds that it was found
under. Lines are kept as move numbers, which mean the same in all positions of a key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from kibitz.engines.problem.ordering import ORDERS, Order
from kibitz.engines.reference.bounds import Bounds
from kibitz.game import Position

if TYPE_CHECKING:
    from kibitz.engines.reference.searches import Search

BYTES_PER_ENTRY = 1000
"""About what an entry takes, key, value and line together."""


Line: TypeAlias = tuple[int, "Line"] | None
"""The number of a move and the line after it; None at the end."""


def nested(numbers: Sequence[int]) -> Line:
    """The line of these move numbers."""
    line: Line = None
    for number in reversed(numbers):
        line = (number, line)
    return line


class Found(NamedTuple):
    """What is found of a node: its scores, and the line that leads to them."""

    scores: tuple[int, ...]
    line: Line

    @property
    def numbers(self) -> tuple[int, ...]:
        """The move numbers of the line."""
        numbers: list[int] = []
        rest = self.line
        while rest:
            number, rest = rest
            numbers.append(number)
        return tuple(numbers)


NIL = None
"""The answer "for at least one bounded player, this node is no better than its bound"."""

FoundOrNil = Found | None


class Kept(NamedTuple):
    """A value in the table, or what it says instead: an answer, and whether it rests on
    estimates.
    """

    answer: FoundOrNil
    guessed: bool


class Failed(NamedTuple):
    """A NIL in the table, with the bounds that it was found under."""

    bounds: Bounds
    guessed: bool


Stored = TypeVar("Stored")

NOT_ASKED = object()
"""Instead of a key, where the table is left alone."""
TO_THE_END = "end"
"""Instead of plies to go, where they lead to the end of the game."""


class Store(Generic[Stored]):
    """Entries by key, of about as many bytes, in two generations.

    When the young half is full it becomes the old one, and the old one is forgotten. The
    kernel forgets one entry at a time instead, see `kernel/table.hpp`; as long as the memory
    is enough, neither forgets anything.
    """

    def __init__(self, size: int) -> None:
        self.half = max(1, size // BYTES_PER_ENTRY // 2)
        self.young: dict[Hashable, Stored] = {}
        self.old: dict[Hashable, Stored] = {}

    def look(self, key: Hashable) -> Stored | None:
        """The entry of a key."""
        found = self.young.get(key)
        return self.old.get(key) if found is None else found

    def keep(self, key: Hashable, entry: Stored) -> None:
        """Put an entry in the place of the one that was there."""
        if key is NOT_ASKED:
            return
        if len(self.young) >= self.half and key not in self.young:
            self.old, self.young = self.young, {}
        self.young[key] = entry


Keys = Callable[[Position, int], Hashable]
"""The key of a position with this many plies to go; `NOT_ASKED` if the table is not used."""


def keys_for(search: Search) -> Keys:
    """The keys of positions, by the axis `keys`; where `probe` leaves the table alone, none.

    A search that stops at a horizon finds another value with other plies to go, unless they
    lead to the end of the game anyway. What is found depends on the listed order, too.
    """
    name = "relative_key" if search.keys == "relative" else "key"
    tricks_only, stops = search.probe == "trick", search.anytime
    key_of = _with_order(methodcaller(name), search.order)

    def key(position: Position, plies: int) -> Hashable:
        if tricks_only and not position.settled:
            return NOT_ASKED
        if not stops:
            return key_of(position)
        left = position.plies_left
        return key_of(position), (TO_THE_END if left is not None and plies >= left else plies)

    return key


def _with_order(
    key_of: Callable[[Position], Hashable], order: str | Order
) -> Callable[[Position], Hashable]:
    """Keys of positions that list their moves alike: an order of the game says what it goes by
    besides, a function of one's own may go by everything.
    """
    if isinstance(order, Order):
        return lambda position: position
    if order in ORDERS:
        return key_of
    return lambda position: (key_of(position), position.order_key(order))


class Memory(Protocol):
    """What the search asks of a table."""

    @property
    def key(self) -> Keys:
        """What makes the keys."""

    def look(self, key: Hashable, bounds: Bounds) -> Kept | None:
        """What is known that answers a search with these bounds."""

    def keep(self, key: Hashable, answer: FoundOrNil, bounds: Bounds, guessed: bool) -> None:
        """Remember the answer of a search with these bounds."""


class NoTable:
    """Keep nothing."""

    @staticmethod
    def key(position: Position, plies: int) -> Hashable:
        return NOT_ASKED

    def look(self, key: Hashable, bounds: Bounds) -> Kept | None:
        return None

    def keep(self, key: Hashable, answer: FoundOrNil, bounds: Bounds, guessed: bool) -> None:
        pass


class Table:
    """Keep exact values, and with `table=bounds` failures too."""

    def __init__(self, search: Search, store: Store[Kept | Failed]) -> None:
        self.search, self.store = search, store
        self.key = keys_for(search)

    def look(self, key: Hashable, bounds: Bounds) -> Kept | None:
        """An exact value always answers; a failure only bounds at least as high.

        Every player of the stored bounds must be bounded now: an absent bound is not 0.
        """
        found = self.store.look(key)
        if found is None:
            return None
        if not isinstance(found, Failed):
            return found
        for player, bound in found.bounds.items():
            if player not in bounds or bounds[player] < bound:
                return None
        return Kept(NIL, found.guessed)

    def keep(self, key: Hashable, answer: FoundOrNil, bounds: Bounds, guessed: bool) -> None:
        if answer is not NIL:
            self.store.keep(key, Kept(answer, guessed))
        elif self.search.table == "bounds":
            self.store.keep(key, Failed(dict(bounds), guessed))


def table_for(search: Search, store: Store[Any]) -> Memory:
    """The table of a search, in a store."""
    return NoTable() if search.table == "none" else Table(search, store)
