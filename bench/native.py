"""How fast games of one's own are: in C, and around the search against the same game built in.

python bench/native.py
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "examples"))

from fast_heaps import BuiltHeaps, FastHeaps  # noqa: E402

import kibitz  # noqa: E402
from kibitz.games.chinese_checkers import BoardPosition  # noqa: E402

ROUNDS = 5
NODES = 3_000_000
WORD = 1 << 64


class Checkers(BoardPosition):
    """A position of Chinese Checkers whose game is built from a header."""

    adapter = "native"
    native = kibitz.BuiltGame(HERE / "checkers.hpp")

    def as_numbers(self) -> list[int]:
        game = self.game
        words = [word for own in self.pieces for word in (own % WORD, own // WORD)]
        signed = [word - WORD if word >= WORD // 2 else word for word in words]
        return [game.longest, game.leave, self.made, self.turn, *game.seats, *signed]


def rate(position: kibitz.Position, algorithm: str) -> tuple[float, kibitz.Result]:
    """Visited positions a second of processor time, and what was found."""
    start = time.process_time()
    found = kibitz.solve(position, algorithm, limit=kibitz.Limit(nodes=NODES), engine="kernel")
    return found.stats.visited / (time.process_time() - start), found


def compare(title: str, own: kibitz.Position, other: kibitz.Position, algorithm: str) -> None:
    """The best rate of each in alternating rounds, and their ratio."""
    rates = []
    for _ in range(ROUNDS):
        (fast, found), (usual, right) = rate(own, algorithm), rate(other, algorithm)
        assert (found.value, found.line, found.stats) == (right.value, right.line, right.stats)
        rates.append((fast, usual))
    fast, usual = (max(each) for each in zip(*rates, strict=True))
    print(f"{title:26} {algorithm:40} {fast / usual:.2f}x  ({fast:,.0f} and {usual:,.0f} nodes/s)")


heaps = (4, 5, 6, 7)
for algorithm in ("maxn", "speculative", "leaf-table"):
    native, built = FastHeaps(heaps=heaps).start(), BuiltHeaps(heaps=heaps).start()
    compare("heaps, built / in C", built, native, algorithm)
start = kibitz.game("chinese_checkers").start()
assert isinstance(start, BoardPosition)
same = Checkers(start.game, start.pieces, start.turn, start.made)
for algorithm in ("maxn(leaf=distance)", "maxn(width=10,order=gain,leaf=distance)"):
    compare("checkers, built / built in", same, start, algorithm)
