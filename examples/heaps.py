"""Heaps, a game of your own: `kibitz check heaps:Heaps`, `kibitz solve heaps:Heaps start`."""

from dataclasses import dataclass, replace
from itertools import product

from kibitz import Game, Position


@dataclass(frozen=True)
class Heaps(Game):
    """Heaps: take one or two stones of a heap; the last stone of a heap wins it."""

    heaps: tuple[int, ...] = (2, 3, 4, 5)

    # The rules. They are enough to solve it.
    def start(self) -> "HeapsPosition":
        return HeapsPosition(self, self.heaps, (0,) * self.players, 0)

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sum(other < own for other in outcome) for own in outcome)

    # How games can end: now leaf-value tables prune.
    def outcomes(self) -> list[tuple[int, ...]]:
        shares = product(range(len(self.heaps) + 1), repeat=self.players)
        return [won for won in shares if sum(won) == len(self.heaps)]


@dataclass(frozen=True)
class HeapsPosition(Position):
    game: Heaps
    heaps: tuple[int, ...]
    won: tuple[int, ...]
    turn: int

    @property
    def is_over(self) -> bool:
        return not any(self.heaps)

    @property
    def outcome(self) -> tuple[int, ...]:
        return self.won

    def moves(self) -> list[str]:  # "5-2" is to take 2 of a heap of 5, whichever it is
        return [f"{heap}-{n}" for heap in sorted({*self.heaps} - {0}) for n in (1, 2)[:heap]]

    def play(self, move: str) -> "HeapsPosition":
        heap, taken = map(int, self.legal_move(move).split("-"))
        heaps, won = list(self.heaps), list(self.won)
        heaps[heaps.index(heap)] -= taken
        won[self.turn] += heap == taken
        turn = (self.turn + 1) % self.game.players
        return replace(self, heaps=tuple(heaps), won=tuple(won), turn=turn)

    # What can still come about, and what the future depends on: now they prune more.
    def allows(self, outcome: tuple[int, ...]) -> bool:
        return all(now <= end for now, end in zip(self.won, outcome, strict=True))

    def key(self) -> tuple[object, ...]:
        return (*sorted(self.heaps), self.won, self.turn)
