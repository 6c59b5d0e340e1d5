"""The long run behind test_tables: searches whose table overflows change no answer.

    python tests/verify_tables.py [--searches N] [--tiny N]

Large deals with tables of 1 to 8 MB, each against the same search with room, of which the counts
must differ, and against another composition with room, which must agree in value and line: plain
max^n would take hours. Small deals, trees and boards with tables of 1 to 8 KB, each against plain
max^n. A third of the large searches is made again with half of the time that it took, and must
end no more than 100 milliseconds after that, by processor time, since the machine may be busy.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

from generators import (
    random_deal,
    random_hearts,
    random_tree,
    random_trump_deal,
    sound_compositions,
    two_sided_compositions,
)
from tqdm import tqdm

import kibitz
from kibitz import Algorithm, Limit, Position, Result, solve
from kibitz.engines.problem import memory as table

LARGE = (
    ("spades(players=3,breaking=false)", 8),
    ("spades(players=2)", 12),
    ("sergeant_major(trump=S,utility=target)", 8),
    ("bridge(trump=H)", 6),
    ("oh_hell(players=4,trump=H,bids=1/2/1/2)", 6),
    ("hearts(players=3)", 10),
)
CHOICES = (
    "leaf-table(probe=card)",
    "leaf-table(probe=card,keys=relative)",
    "leaf-table(probe=card,table=exact)",
    "speculative(probe=card,table=bounds)",
    "leaf-table",
)
ANOTHER = "leaf-table(keys=relative,probe=trick)"
MOST_NODES = 1_000_000
"""Deals that take more with room are left out."""
LATE = 0.1
"""Seconds."""
WITH_TABLES = [
    algorithm
    for algorithm in sound_compositions() + two_sided_compositions("paranoid")
    if algorithm.table != "none"
]
BOARD = kibitz.game("chinese_checkers")
ON_THE_BOARD = [
    algorithm.with_parts(order="gain", width=4, leaf="distance", combine=combine)
    for algorithm in WITH_TABLES
    for combine in ("own", "against")
    if algorithm.window == "full"
    and (algorithm.order, algorithm.heuristic, algorithm.keys, algorithm.probe, algorithm.ties)
    == ("high", "none", "absolute", "card", "first")
    and algorithm.test in ("none", "linear", "discrete")
    and algorithm.scale == "payoff"
]


def answer(result: Result) -> tuple[object, ...]:
    """What a table may not change."""
    return result.value, result.outcome, result.move, result.line


def small(seed: int) -> tuple[Position, Algorithm, int | None]:
    """A position to be searched by plain max^n, how, and how deep."""
    draw = random.Random(f"small {seed}")
    if seed % 5 == 4:
        return BOARD.deal(seed), draw.choice(ON_THE_BOARD), draw.randint(4, 5)
    make = (random_deal, random_hearts, random_trump_deal, random_tree)[seed % 5]
    position = make(seed) if make is random_tree else make(seed, cards=6)  # type: ignore[call-arg]
    return position, draw.choice(WITH_TABLES), None


def against_plain(seed: int, engine: str, size: int) -> tuple[Result, Result]:
    """The answer with a table of so many bytes, and that of plain max^n."""
    position, algorithm, depth = small(seed)
    plain = solve(position, algorithm.plain(), limit=Limit(depth=depth))
    table.MEGABYTE, before = size, table.MEGABYTE
    try:
        limit = Limit(table_mb=1, depth=depth)
        return solve(position, algorithm, engine=engine, limit=limit), plain
    finally:
        table.MEGABYTE = before


def large(seed: int) -> Iterator[tuple[str, float]]:
    """What happened in the searches of a large deal, and how late one of them was."""
    text, cards = LARGE[seed % len(LARGE)]
    algorithm = CHOICES[seed % len(CHOICES)]
    position = kibitz.game(text).deal(seed, cards)
    room = solve(position, algorithm, engine="kernel", limit=Limit(MOST_NODES, table_mb=1024))
    if not room.complete:
        return
    right = answer(solve(position, ANOTHER, limit=Limit(table_mb=1024)))
    if answer(room) != right:
        yield f"{text} | {position} | {algorithm} with room: {answer(room)}, not {right}", 0
    for megabytes in (1, 2, 4, 8):
        full = solve(position, algorithm, engine="kernel", limit=Limit(table_mb=megabytes))
        if full.stats == room.stats:
            return  # it did not overflow, nor will a larger one
        where = f"{text} | {position} | {algorithm} in {megabytes} MB"
        right_too = full.complete and answer(full) == right
        yield "overflows" if right_too else f"{where}: {answer(full)}, not {right}", 0
        if (seed + megabytes) % 3 == 0:
            limit = Limit(table_mb=megabytes, seconds=full.seconds / 2)
            start, busy = time.perf_counter(), time.process_time()
            stopped = solve(position, algorithm, engine="kernel", limit=limit)
            busy, passed = time.process_time() - busy, time.perf_counter() - start
            late = passed - full.seconds / 2
            if busy - full.seconds / 2 > LATE:
                yield f"{where}: {busy:.3f} s instead of {full.seconds / 2:.3f} s", late
            elif stopped.complete and answer(stopped) != right:
                yield f"{where}: {answer(stopped)}, not {right}", late
            else:
                yield "limited", late


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--searches", type=int, default=10_000)
    options.add_argument("--tiny", type=int, default=10_000)
    chosen = options.parse_args()
    counts: Counter[str] = Counter()
    latest, seed = 0.0, 0
    with tqdm(total=chosen.searches, disable=None, unit="search") as bar:
        while counts["overflows"] < chosen.searches:
            for what, late in large(seed):
                known = what in ("overflows", "limited")
                counts[what if known else "wrong"] += 1
                latest = max(latest, late)
                if not known:
                    print(what)
            bar.update(counts["overflows"] - bar.n)
            seed += 1
    print(
        f"{counts['overflows']:,} searches with tables of 1 to 8 MB that overflow, "
        f"{counts['limited']:,} of them again within a time limit, the latest {latest:.3f} s late"
    )
    for seed in tqdm(range(chosen.tiny), disable=None, unit="search"):
        got, plain = against_plain(seed, "kernel", 2**10 << seed % 4)
        if answer(got) != answer(plain):
            counts["wrong"] += 1
            print(f"{got.position.game} | {got.position} | {got.algorithm}: {answer(got)}")
    print(f"{chosen.tiny:,} searches with tables of 1 to 8 KB against plain max^n")
    print(f"{counts['wrong']} wrong")
    return int(counts["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())
