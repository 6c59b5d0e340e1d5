"""A player that plays worlds out by simple rules, instead of searching them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.algorithm import Algorithm
from kibitz.errors import TextError
from kibitz.game import Move
from kibitz.players.appraisal import Appraisal
from kibitz.players.player import Player
from kibitz.players.worlds import worlds
from kibitz.whole.view import View


@dataclass(frozen=True, repr=False)
class Playouts(Player):
    """Plays each card out by rules in worlds that agree with its view; the best mean wins."""

    name: ClassVar[str] = "playouts"
    first: ClassVar[str] = "worlds"

    worlds: int = 20

    def __post_init__(self) -> None:
        if self.worlds < 1:
            raise TextError(f"expected 1 world or more: {self}")

    def searches(self, on_board: bool) -> Sequence[Algorithm]:
        return ()

    def play(self, view: View) -> Move:
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        drawn = worlds(view).sample(self.worlds, self.stream(view), "auto")
        return Appraisal.of(drawn, exact=0).best()
