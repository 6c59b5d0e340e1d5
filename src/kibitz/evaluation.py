"""Evaluations: what a position that is not over is taken to be worth, where a search stops.

A game names its own estimates, see `Position.estimate`. Any function of a position will do
as well, `f(position) -> payoffs`: give it to an algorithm as `leaf=f`, or in a text as
`leaf=module:function`. Its payoffs are whole numbers, one a side, on the scale of the
game's own; where sums are to prune, within the bounds that the game declares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kibitz.errors import TextError
from kibitz.game import Payoffs, Position
from kibitz.loading import load
from kibitz.utility import name_of, one_a_side, whole_numbers


@dataclass(frozen=True, repr=False)
class Evaluation:
    """A function of the position, with the text that names it."""

    function: Callable[[Position], Sequence[int]]

    @classmethod
    def parse(cls, line: str) -> Evaluation:
        """The evaluation of a text `module:function`."""
        found = load(line, "leaf")
        if not callable(found):
            raise TextError(f"expected a function of the position: {line!r}")
        return cls(found)

    def payoffs(self, position: Position) -> Payoffs:
        """What the function gives for a position, one whole number a side."""
        payoffs = whole_numbers(lambda: self.function(position), "leaf", self, position)
        return one_a_side(payoffs, position.game.sides, "leaf", self, position)

    def __str__(self) -> str:
        return name_of(self.function)

    __repr__ = __str__
