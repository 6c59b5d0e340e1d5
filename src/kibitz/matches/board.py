"""A game with nothing hidden on its way, such as Chinese Checkers: its position says all."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz.game import Move, Position


@dataclass(frozen=True)
class Board:
    """One game: the position that it has come to."""

    position: Position
    number: int = 0

    @property
    def players(self) -> int:
        """How many sit there."""
        return self.position.game.players

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.position.is_over

    @property
    def turn(self) -> int:
        """Who is to move."""
        return self.position.turn

    def move(self, choice: object) -> Move:
        """The move that this is, or that goes by this name."""
        return self.position.legal_move(choice)

    def after(self, move: Move) -> Board:
        """The game after a move."""
        return replace(self, position=self.position.play(self.move(move)))

    def side(self, seat: int) -> int:
        """Whose payoff is this player's."""
        return self.position.game.side(seat)

    @property
    def scores(self) -> tuple[int, ...]:
        """The payoffs of the end."""
        return self.position.game.payoffs(self.position.outcome)

    points = scores
