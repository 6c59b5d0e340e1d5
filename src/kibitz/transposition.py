"""A transposition table that is kept from one search to the next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.errors import KibitzError, TextError
from kibitz.game import Position
from kibitz.reference.scores import Bounded, BoundedScores, PlainScores, Scores
from kibitz.reference.table import Store


def check_megabytes(megabytes: int) -> None:
    """Refuse what is no size of a table."""
    if type(megabytes) is not int or not 1 <= megabytes <= 2**20:
        raise TextError(f"expected a table of 1 to {2**20} megabytes: {megabytes!r}")


class TranspositionTable:
    """What searches found, for the next one to use, as between the moves of a game.

    It is for one game and one algorithm, and for one search at a time. A search that its
    entries do not fit empties it: of another game, by another algorithm or engine, for another
    player where the search is for one, with outcomes that were not among those of the first;
    in the kernel, also one that does not follow from the first position, as another deal.
    """

    def __init__(self, megabytes: int = 256) -> None:
        check_megabytes(megabytes)
        self.megabytes = megabytes
        self.busy = threading.Lock()
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.fits: object = None
        self.first: Position | None = None
        """The position that the entries began with."""
        self.scores: PlainScores | None = None
        self.store: Store[Any] = Store(self.megabytes)
        self.kernel: Any = None
        """The entries of the kernel."""

    def begin(
        self,
        root: Position,
        algorithm: Algorithm,
        make: Callable[[Position, Algorithm], PlainScores],
        follows: Callable[[Position, Position], bool] = lambda first, root: True,
    ) -> PlainScores:
        """The scores for a search of this position: those of the entries, if they fit.

        `follows` says whether keys mean the same in this position as in the first.
        """
        side = None if root.is_over else root.side
        fits = (
            make,
            root.game,
            algorithm,
            side if algorithm.backup != "maxn" or algorithm.ties != "first" else None,
        )
        if (
            self.scores is None
            or self.first is None
            or fits != self.fits
            or not follows(self.first, root)
            or not _covers(self.scores, root, algorithm)
        ):
            self.clear()
            self.fits, self.first, self.scores = fits, root, make(root, algorithm)
        return self.scores

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """While a search runs; another one meanwhile is refused."""
        if not self.busy.acquire(blocking=False):
            raise KibitzError("expected a table that no other search is using")
        try:
            yield
        finally:
            self.busy.release()


def _covers(scores: PlainScores, root: Position, algorithm: Algorithm) -> bool:
    """Whether scores made for an earlier position say all of this one."""
    if isinstance(scores, Scores):
        return scores.leaves.place.keys() >= set(root.outcomes())
    if isinstance(scores, BoundedScores):
        return scores.bounds == Bounded.of(root, algorithm)
    return True
