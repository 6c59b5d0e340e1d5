"""Worlds valued by play-outs for one part, and by experience for another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz.cards import TrickPosition
from kibitz.game import Move
from kibitz.players.appraisal import Values


class Experienced:
    """Values worlds by play-outs for one part, and for another by experience.

    Experience is of the view, so that it is the same in every world, and says nothing of what
    others get.
    """

    def __init__(
        self,
        side: int,
        worths: Mapping[Any, float],
        share: float,
        played_out: Callable[[Sequence[TrickPosition]], Sequence[Mapping[Any, Values]]],
    ) -> None:
        self._side, self._worths, self._share, self._played_out = side, worths, share, played_out
        self._known: dict[tuple[Move, Values], Values] = {}

    def __call__(self, worlds: Sequence[TrickPosition]) -> list[dict[Any, Values]]:
        return [
            {choice: self._mixed(choice, payoffs) for choice, payoffs in row.items()}
            for row in self._played_out(worlds)
        ]

    def _mixed(self, choice: Move, payoffs: Values) -> Values:
        found = self._known.get((choice, payoffs))
        if found is None:
            side = self._side
            own = (1 - self._share) * payoffs[side] + self._share * self._worths[choice]
            found = (*payoffs[:side], own, *payoffs[side + 1 :])
            self._known[choice, payoffs] = found
        return found
