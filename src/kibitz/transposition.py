"""A transposition table that is kept from one search to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.errors import TextError
from kibitz.game import Position
from kibitz.reference.scores import Bounded, BoundedScores, PlainScores, Scores
from kibitz.reference.table import Store


class TranspositionTable:
    """What searches found, for the next one to use, as between the moves of a game.

    It is for one game and one algorithm. A search that its entries do not fit empties it:
    of another game, by another algorithm or engine, for another player where the search is
    for one, or with outcomes that were not among those of the first.
    """

    def __init__(self, megabytes: int = 256) -> None:
        if not 1 <= megabytes <= 2**20:
            raise TextError(f"expected a table of 1 to {2**20} megabytes: {megabytes}")
        self.megabytes = megabytes
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.fits: object = None
        self.scores: PlainScores | None = None
        self.store: Store[Any] = Store(self.megabytes)
        self.kernel: Any = None
        """The entries of the kernel."""

    def begin(
        self,
        root: Position,
        algorithm: Algorithm,
        make: Callable[[Position, Algorithm], PlainScores],
    ) -> PlainScores:
        """The scores for a search of this position: those of the entries, if they fit."""
        side = None if root.is_over else root.side
        fits = (
            make,
            root.game,
            algorithm,
            side if algorithm.backup != "maxn" or algorithm.ties != "first" else None,
            root if algorithm.keys == "relative" else None,
        )
        if self.scores is None or fits != self.fits or not _covers(self.scores, root, algorithm):
            self.clear()
            self.fits, self.scores = fits, make(root, algorithm)
        return self.scores


def _covers(scores: PlainScores, root: Position, algorithm: Algorithm) -> bool:
    """Whether scores made for an earlier position say all of this one."""
    if isinstance(scores, Scores):
        return scores.leaves.place.keys() >= set(root.outcomes())
    if isinstance(scores, BoundedScores):
        return scores.bounds == Bounded.of(root, algorithm)
    return True
