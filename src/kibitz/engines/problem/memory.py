"""A transposition table that is kept from one search to the next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from kibitz.errors import KibitzError
from kibitz.results import check_megabytes

if TYPE_CHECKING:
    from kibitz.game import Position

Held = TypeVar("Held")

MEGABYTE = 2**20


class TranspositionTable:
    """Results of searches that the next one can use, for example between the moves of a game.

    It serves one game and one algorithm, and one search at a time. It is emptied by a search that
    its entries do not fit: of another game, by another algorithm or engine, for another
    player where the search is for one player, or with outcomes that the first search did not have;
    in the kernel also by a position that does not follow from the first, such as another deal. If
    `deal` is given, that is the first position, so that the positions after it can be searched in
    any order.

    >>> table = kibitz.TranspositionTable(megabytes=16)
    >>> deal = kibitz.game("spades(players=3)").deal(1, cards=5)
    >>> first = kibitz.solve(deal, table=table)
    >>> again = kibitz.solve(deal, table=table)
    >>> again.value == first.value, again.stats.visited
    (True, 1)
    """

    def __init__(self, megabytes: int = 256, deal: Position | None = None) -> None:
        check_megabytes(megabytes)
        self.bytes, self.deal = megabytes * MEGABYTE, deal
        self.emptied = 0
        """How often a search had to begin anew because the entries did not fit it."""
        self.mark = object()
        """Stands for the entries: others have another one."""
        self._busy = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self._owner: Hashable = None
        self._held: Any = None

    def begin(
        self, owner: Hashable, make: Callable[[], Held], goes_on: Callable[[Held], bool]
    ) -> Held:
        """The entries, if they are this owner's and still valid; otherwise new ones."""
        if self._held is None or owner != self._owner or not goes_on(self._held):
            self.emptied += self._held is not None
            self.clear()  # before memory for new ones is taken
            self._held, self._owner, self.mark = make(), owner, object()
        held: Held = self._held
        return held

    @property
    def busy(self) -> bool:
        """Whether a search runs."""
        return self._busy.locked()

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """While a search runs; another one meanwhile is refused."""
        if not self._busy.acquire(blocking=False):
            raise KibitzError("the table is in use by another search")
        try:
            yield
        finally:
            self._busy.release()
