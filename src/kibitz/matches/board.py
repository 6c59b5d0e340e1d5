"""A game with nothing hidden on its way, such as Chinese Checkers: its position says all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.game import Move, Position
from kibitz.whole.hand import OnePosition


@dataclass(frozen=True)
class Board(OnePosition):
    """One game: the position that it has come to."""

    position: Position
    number: int = 0

    def after(self, move: Move) -> Board:
        """The game after a move."""
        return replace(self, position=self.position.play(self.move(move)))
