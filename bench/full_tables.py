"""How fast a search is while its table has room, and when it is full, in one run.

python bench/full_tables.py [--nodes N] [--seconds N]

Millions of visited positions a second of processor time: deals with tables of several sizes, for at
most so many nodes, and Chinese Checkers for a second and for so many. It says `full` where the
search did not do the same as with the largest table, so that something was forgotten.
"""

from __future__ import annotations

import argparse
import time

import kibitz
from kibitz import Limit, Position, Result, solve

SPADES = kibitz.game("spades(players=3,breaking=false)")
SIZES = (1024, 256, 64, 8, 1)
BOARD = (
    "speculative(test=discrete,table=bounds,leaf=distance,combine=against,order=gain,width=10)",
    256,
)


def rate(position: Position, algorithm: str, limit: Limit) -> tuple[Result, str]:
    """A search, and its rate."""
    busy = time.process_time()
    result = solve(position, algorithm, engine="kernel", limit=limit)
    busy = time.process_time() - busy
    return result, f"{result.stats.visited / busy / 1e6:.1f}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--nodes", type=int, default=30_000_000)
    options.add_argument("--seconds", type=float, default=60)
    chosen = options.parse_args()
    print("| spades, 3 players |", " | ".join(f"{size} MB" for size in SIZES), "|")
    print("| --- |" + " --- |" * len(SIZES))
    for cards in (9, 10, 11):
        for probe in ("card", "trick"):
            algorithm = f"leaf-table(probe={probe})"
            cells, room = [], None
            for size in SIZES:
                limit = Limit(chosen.nodes, table_mb=size)
                result, text = rate(SPADES.deal(1, cards), algorithm, limit)
                room = room or result
                cells.append(text if result.stats == room.stats else f"{text} full")
            print(f"| {cards} cards, `probe={probe}` |", " | ".join(cells), "|", flush=True)
    algorithm, size = BOARD
    start = kibitz.game("chinese_checkers").deal(1)
    for seconds in (1.0, chosen.seconds):
        result, text = rate(start, algorithm, Limit(seconds=seconds, table_mb=size))
        print(
            f"Chinese Checkers, {size} MB, {seconds:.0f} s: {text}, {result.depth} plies",
            flush=True,
        )


if __name__ == "__main__":
    main()
