"""A game with nothing hidden on its way, such as Chinese Checkers: its position says all."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz.game import Move, Position
from kibitz.history import History
from kibitz.whole.hand import OnePosition


@dataclass(frozen=True)
class Board(OnePosition):
    """One game: the position that it has come to."""

    position: Position
    number: int = 0
    past: History | None = field(default=None, compare=False)
    """The moves so far, if any."""

    @property
    def history(self) -> History:
        """The start and the moves made since."""
        return self.past or History(self.position)

    def after(self, move: Move) -> Board:
        """The game after a move."""
        made = self.move(move)
        position, hand = self.position.play(made), self.history
        return replace(self, position=position, past=hand.reaching((*hand.moves, made), position))
