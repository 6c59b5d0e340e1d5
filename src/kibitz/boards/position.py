"""Positions on boards of squares: what is said and drawn of them, and which moves are legal."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self

from kibitz.boards.squares import Squares, Stack
from kibitz.errors import IllegalMove
from kibitz.game import Move, Position
from kibitz.showing.layout import Drawing

if TYPE_CHECKING:
    from kibitz.boards.standing import StandingGame


class SquaresPosition(Position):
    """A position on squares; a game says what stands on them, and what else is to be said."""

    __slots__ = ()

    can_skip: ClassVar[bool] = True
    round: ClassVar[bool] = True
    """Whether its pieces are drawn as discs, and not as whole squares."""

    game: StandingGame

    @property
    @abstractmethod
    def board(self) -> Squares:
        """The squares."""

    @abstractmethod
    def stack(self, square: int) -> Stack:
        """What stands on a square."""

    @abstractmethod
    def remarks(self) -> Sequence[str]:
        """What the board does not say."""

    @property
    def standing(self) -> str:
        """Who moves or, at the end, who has won."""
        return self.game.in_words(self.outcome) if self.is_over else f"player {self.turn} to move"

    def play(self, move: Move) -> Self:
        """The position after a move, which must be legal."""
        return self.after(self.legal_move(move))

    def legal_move(self, move: Move) -> str:
        if not self.is_over and move in self.moves():
            return str(move)
        raise IllegalMove(f"illegal move {move} for player {self.turn} in {self}")

    def as_dict(self) -> dict[str, Any]:
        """The position in plain types: also every square with what stands on it."""
        squares = self.board.as_dicts(self.stack)
        return {**super().as_dict(), "squares": squares, "round": self.round}

    def svg(self) -> Drawing:
        """A drawing of the board."""
        return self.board.svg(str(self), self.stack, self.remarks(), self.round)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg()
