"""The long run behind test_engines: kernel and reference on 20,000 deals and 5,000 trees.

    python tests/verify_engines.py [--deals N] [--trees N] [--each N] [--workers N] [--again]

On each position `--each` compositions, drawn by its seed, must agree in answer and in every
count. Finished positions are noted in build/verify-engines.txt in the moment they are
finished; a run that was stopped goes on where it was. `--again` starts anew.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
from functools import partial
from pathlib import Path

from definition import (
    engine_differences,
    random_deal,
    random_hearts,
    random_tree,
    random_trump_deal,
    sound_compositions,
)
from tqdm import tqdm

from kibitz import Algorithm

NOTES = Path("build/verify-engines.txt")
FIRST_SEED = 2_000_000
COMPOSITIONS = sound_compositions()
DEEP = [
    Algorithm(prune="deep", test="linear"),
    Algorithm(prune="deep", test="leaf-table", heuristic="taken"),
]
MAKE = {
    "tree": random_tree,
    "spades": random_deal,
    "hearts": random_hearts,
    "trump": random_trump_deal,
}
DEALS = ("spades", "hearts", "trump")


def check(task: str, each: int) -> tuple[str, list[str]]:
    """Search one position with some compositions on both engines."""
    kind, seed = task.split()
    sample = random.Random(task).sample(COMPOSITIONS, each)
    return task, engine_differences(MAKE[kind](FIRST_SEED + int(seed)), [*sample, *DEEP])


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=20_000)
    options.add_argument("--trees", type=int, default=5000)
    options.add_argument("--each", type=int, default=8)
    options.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    options.add_argument("--again", action="store_true")
    chosen = options.parse_args()
    NOTES.parent.mkdir(exist_ok=True)
    if chosen.again:
        NOTES.unlink(missing_ok=True)
    done = set(NOTES.read_text().splitlines()) if NOTES.exists() else set()
    tasks = [f"{DEALS[seed % len(DEALS)]} {seed}" for seed in range(chosen.deals)]
    tasks += [f"tree {seed}" for seed in range(chosen.trees)]
    left = [task for task in tasks if task not in done]
    wrong = 0
    with multiprocessing.Pool(chosen.workers) as pool, NOTES.open("a") as notes:
        bar = tqdm(total=len(tasks), initial=len(tasks) - len(left), disable=None, unit="position")
        for task, found in pool.imap_unordered(partial(check, each=chosen.each), left, chunksize=8):
            bar.update()
            wrong += len(found)
            print(*found, sep="\n", end="\n" * bool(found))
            if not found:
                notes.write(task + "\n")
                notes.flush()
        bar.close()
    searches = len(tasks) * (chosen.each + len(DEEP))
    print(
        f"{chosen.deals:,} deals, {chosen.trees:,} trees, {searches:,} searches "
        f"on both engines: {wrong} differ"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
