"""What the kernel gains over the reference, and two workers over one, as ratios in one run.

python bench/ratios.py
"""

from __future__ import annotations

import time

import kibitz

ROUNDS = 3
GAME = kibitz.game("spades(players=3,bids=3/3/3,utility=smot,breaking=false)")
BATCH = [GAME.deal(seed, cards=9) for seed in range(400)]
ALGORITHM = "leaf-table(probe=trick,keys=relative)"


def rate(engine: str) -> float:
    """Visited nodes a second in the small rows, best of some rounds, by the longest searches."""
    rows = [list(kibitz.bench(engine, small=True)) for _ in range(ROUNDS)]
    long = [at for at, row in enumerate(rows[0]) if row.result.stats.visited > 20_000]
    nodes = sum(rows[0][at].result.stats.visited for at in long)
    return nodes / sum(min(run[at].result.seconds for run in rows) for at in long)


def batch_seconds(workers: int) -> float:
    """How long a batch takes."""
    start = time.perf_counter()
    answers = kibitz.solve_many(GAME, BATCH, ALGORITHM, workers=workers)
    assert all(isinstance(found, kibitz.Result) for found in answers)
    return time.perf_counter() - start


kernel, reference = rate("kernel"), rate("reference")
print(
    f"kernel / reference   {kernel / reference:.0f}x   ({kernel:,.0f} and {reference:,.0f} nodes/s)"
)
seconds = [(batch_seconds(1), batch_seconds(2)) for _ in range(ROUNDS)]
one, two = map(min, zip(*seconds, strict=True))
print(
    f"2 workers / 1        {one / two:.2f}x   ({len(BATCH)} deals in {one:.2f} s and {two:.2f} s)"
)
