"""What the way to write a position costs the reference engine, as ratios in one run.

python bench/own_games.py
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

from heaps import Heaps, HeapsPosition, Numbers

import kibitz
from kibitz import Position

ROUNDS = 5
HEAPS = (3, 4, 5, 6, 7)


@dataclass(frozen=True)
class ReplacedPosition(Position):
    """The same rules in a frozen dataclass, with `replace` and a check of each move."""

    game: Heaps
    heaps: Numbers
    won: Numbers
    turn: int

    is_over, outcome = HeapsPosition.is_over, HeapsPosition.outcome
    allows, key = HeapsPosition.allows, HeapsPosition.key

    def moves(self) -> list[str]:
        return [f"{heap}-{n}" for heap in sorted({*self.heaps} - {0}) for n in (1, 2)[:heap]]

    def play(self, move: str) -> ReplacedPosition:
        heap, taken = map(int, self.legal_move(move).split("-"))
        heaps, won = list(self.heaps), list(self.won)
        heaps[heaps.index(heap)] -= taken
        won[self.turn] += heap == taken
        turn = (self.turn + 1) % self.game.players
        return replace(self, heaps=tuple(heaps), won=tuple(won), turn=turn)


def rate(position: Position, algorithm: str) -> tuple[int, float]:
    """Visited nodes, and how many a second of this process, the best of some rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        start = time.process_time()
        visited = kibitz.solve(position, algorithm, engine="reference").stats.visited
        best = max(best, visited / (time.process_time() - start))
    return visited, best


game = Heaps(heaps=HEAPS)
for algorithm in ("leaf-table", "maxn(table=exact)"):
    nodes, fast = rate(game.start(), algorithm)
    same, slow = rate(ReplacedPosition(game, HEAPS, (0, 0, 0), 0), algorithm)
    assert nodes == same
    print(
        f"{algorithm:20} as in the tutorial / by replace  {fast / slow:.2f}x"
        f"   ({fast:,.0f} and {slow:,.0f} nodes/s, {nodes:,} nodes)"
    )
