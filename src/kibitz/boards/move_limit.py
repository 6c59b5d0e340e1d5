"""Games that end after a number of moves."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from kibitz.errors import TextError
from kibitz.game import Game

LONGEST = 10**6
OF_EACH = 100
"""How many moves each player has, if a game says no limit."""


class MoveLimited(Game):
    """A game with a field `move_limit`: after how many moves of all players it is over."""

    if TYPE_CHECKING:
        move_limit: int | None

    def check_move_limit(self) -> None:
        """Refuse a limit that is no use; the usual one is the same as none."""
        if not 1 <= self.longest <= LONGEST:
            raise TextError(f"expected a move_limit of 1 to {LONGEST}: {self.move_limit}")
        if self.move_limit == OF_EACH * self.players:
            object.__setattr__(self, "move_limit", None)

    @functools.cached_property
    def longest(self) -> int:
        """After how many moves the game is over."""
        return OF_EACH * self.players if self.move_limit is None else self.move_limit

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "move_limit": self.longest}
