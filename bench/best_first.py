"""How fast best-first searches are: play-outs and moves a second of one processor.

python bench/best_first.py
python bench/best_first.py --iterations 20000 --runs 5

The first table is UCT in card games with random play-outs, from the first lead of a whole deal. An
iteration plays the hand to its end, so it makes as many moves as there are cards; those in
the tree, a few, are counted too. The second is UCT on boards, set as in Nijssen 2013, beside the
play-outs of a second in the thesis (Java, 2.2 GHz): from the start, and on average over a game, at
its start and after a quarter, a half and three quarters of its moves. Seconds are those of the
processor, in the median of some runs.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence

import kibitz
from kibitz.experiments.shared.boards import ROWS, Row
from kibitz.showing.layout import columns

CARDS = ("hearts", "spades", "skat(contract=ramsch)", "doppelkopf")
MOVES = 1_000_000
"""The moves a second that are promised for Hearts,"""
TIMES = 20
"""and how many times the play-outs of the thesis on boards."""


def along(row: Row) -> list[kibitz.Position]:
    """Positions of one game by the order with a random move in twenty: at 0, 25, 50 and 75 %."""
    draw, position = random.Random(1), kibitz.game(row.game).start()
    seen = []
    while not position.is_over:
        seen.append(position)
        moves = position.ordered(row.order)
        position = position.play(draw.choice(moves) if draw.random() < 0.05 else moves[0])
    return [seen[len(seen) * part // 4] for part in range(4)]


def a_second(
    positions: Sequence[kibitz.Position], search: str, iterations: int, runs: int
) -> float:
    """The iterations of a second of the processor, each position with as many of them."""
    seconds, limit = [], kibitz.Limit(nodes=iterations)
    for _ in range(runs):
        before = time.process_time()
        found = [kibitz.solve(position, search, limit=limit) for position in positions]
        seconds.append(time.process_time() - before)
        assert all(one.engine == "kernel" for one in found)
    return sum(one.stats.visited for one in found) / statistics.median(seconds)


def main() -> None:
    """Print both tables."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--iterations", type=int, default=50_000)
    asked.add_argument("--runs", type=int, default=3)
    options = asked.parse_args()
    measured = options.iterations, options.runs
    rows = [["cards", "play-outs a second", "moves a second"]]
    for name in CARDS:
        deal = kibitz.game(name).deal(1)
        found = a_second([deal], "uct", *measured)
        rows.append([name, f"{found:,.0f}", f"{found * (deal.plies_left or 0):,.0f}"])
    print(columns(rows))
    print(f"promised for hearts: {MOVES:,} moves\n")
    rows = [["board", "from the start", "over a game", "in the thesis", "times"]]
    for row in ROWS:
        search = f"uct(solver=none,playouts=order,order={row.order})"
        game = along(row)
        start, whole = a_second(game[:1], search, *measured), a_second(game, search, *measured)
        times = f"{start / row.playouts:.1f} to {whole / row.playouts:.1f}"
        rows.append([row.label, f"{start:,.0f}", f"{whole:,.0f}", f"{row.playouts:,}", times])
    print(columns(rows))
    print(f"promised: {TIMES} times")


if __name__ == "__main__":
    main()
