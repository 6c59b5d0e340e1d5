"""A game that has rules only, and whose moves may take their time to list: for limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kibitz import Game, Position


@dataclass(frozen=True, repr=False)
class Pile(Game):
    """Players take 1 to 3 of a pile in turn; each gets what it took."""

    players: int = 3
    pile: int = 40

    def start(self) -> Take:
        return Take(self, 0, (0,) * self.players, self.pile)

    def deal(self, seed: int, cards: int | None = None) -> Take:
        return replace(self.start(), turn=seed % self.players, left=self.pile - seed % 7)

    def parse(self, line: str) -> Take:
        return self.start().with_fields(line)

    def payoffs(self, outcome: Sequence[int]) -> tuple[int, ...]:
        return tuple(outcome)

    def dawdle(self) -> None:
        """What takes time whenever moves are listed."""


@dataclass(frozen=True, repr=False)
class Slow(Pile):
    """The same, but its moves take a millisecond or two to list."""

    def dawdle(self) -> None:
        sum(range(20_000))


@dataclass(frozen=True, eq=False, repr=False)
class Take(Position):
    game: Pile
    turn: int
    taken: tuple[int, ...]
    left: int

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> tuple[int, ...]:
        return self.taken

    def moves(self) -> list[int]:
        self.game.dawdle()
        return list(range(1, min(3, self.left) + 1))

    def play(self, move: int) -> Take:
        taken = list(self.taken)
        taken[self.turn] += move
        after = (self.turn + 1) % self.game.players
        return replace(self, turn=after, taken=tuple(taken), left=self.left - move)
