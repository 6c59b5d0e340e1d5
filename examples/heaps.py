"""Heaps, a game of your own: `kibitz check heaps:Heaps`, `kibitz solve heaps:Heaps start`."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from kibitz import Game, Position

Numbers = tuple[int, ...]


@dataclass(frozen=True)
class Heaps(Game):
    """Heaps: take one or two stones of a heap; the last stone of a heap wins it."""

    heaps: Numbers = (2, 3, 4, 5)

    # The rules. They are enough to solve it.
    def start(self) -> "HeapsPosition":
        return HeapsPosition(self, self.heaps, (0,) * self.players, 0)

    def payoffs(self, outcome: Numbers) -> Numbers:
        return tuple(sum(other < own for other in outcome) for own in outcome)

    # How games can end: now leaf-value tables prune.
    def outcomes(self) -> list[Numbers]:
        shares = product(range(len(self.heaps) + 1), repeat=self.players)
        return [won for won in shares if sum(won) == len(self.heaps)]


@lru_cache(100_000)
def takes(heaps: Numbers) -> dict[str, Numbers]:
    """Every move with the heaps after it: "5-2" is to take 2 of a heap of 5, whichever it is."""
    found = {}
    for heap in sorted({*heaps} - {0}):
        at = heaps.index(heap)
        for n in (1, 2)[:heap]:
            found[f"{heap}-{n}"] = (*heaps[:at], heap - n, *heaps[at + 1 :])
    return found


@dataclass(frozen=True, slots=True)
class HeapsPosition(Position):
    game: Heaps
    heaps: Numbers
    won: Numbers
    turn: int

    @property
    def is_over(self) -> bool:
        return not any(self.heaps)

    @property
    def outcome(self) -> Numbers:
        return self.won

    def moves(self) -> list[str]:
        return list(takes(self.heaps))

    def play(self, move: str) -> "HeapsPosition":
        return self.after(self.legal_move(move))

    def after(self, move: str) -> "HeapsPosition":  # of a legal move, which searches ask
        heaps, won, turn = takes(self.heaps)[move], self.won, self.turn
        if heaps.count(0) > self.heaps.count(0):
            won = (*won[:turn], won[turn] + 1, *won[turn + 1 :])
        return type(self)(self.game, heaps, won, (turn + 1) % len(won))

    # What can still come about, and what the future depends on: now they prune more.
    def allows(self, outcome: Numbers) -> bool:
        return all(now <= end for now, end in zip(self.won, outcome, strict=True))

    @property
    def progress(self) -> Numbers:
        return self.won

    def key(self) -> tuple[object, ...]:
        return (*sorted(self.heaps), self.won, self.turn)
