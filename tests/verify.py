"""The long run behind test_definition: every composition on 3,000 trees and 300 deals.

    python tests/verify.py [--trees N] [--deals N] [--workers N] [--again]

Finished positions are noted in build/verify.txt in the moment they are finished; a run that
was stopped goes on where it was. `--again` starts anew.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from pathlib import Path

from definition import (
    differences,
    random_deal,
    random_tree,
    random_trump_deal,
    sound_compositions,
)
from tqdm import tqdm

NOTES = Path("build/verify.txt")
FIRST_SEED = 1_000_000
COMPOSITIONS = sound_compositions()
ON_TREES = [algorithm for algorithm in COMPOSITIONS if algorithm.keys == "absolute"]


def check(task: str) -> tuple[str, list[str]]:
    """Search one position with every composition; trees have no relative keys."""
    kind, seed = task.split()
    if kind == "tree":
        return task, differences(random_tree(FIRST_SEED + int(seed)), ON_TREES)
    deal = random_trump_deal if int(seed) % 2 else random_deal
    return task, differences(deal(FIRST_SEED + int(seed)), COMPOSITIONS)


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--trees", type=int, default=3000)
    options.add_argument("--deals", type=int, default=300)
    options.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    options.add_argument("--again", action="store_true")
    chosen = options.parse_args()
    NOTES.parent.mkdir(exist_ok=True)
    if chosen.again:
        NOTES.unlink(missing_ok=True)
    done = set(NOTES.read_text().splitlines()) if NOTES.exists() else set()
    tasks = [f"tree {seed}" for seed in range(chosen.trees)]
    tasks += [f"deal {seed}" for seed in range(chosen.deals)]
    left = [task for task in tasks if task not in done]
    wrong = 0
    with multiprocessing.Pool(chosen.workers) as pool, NOTES.open("a") as notes:
        bar = tqdm(total=len(tasks), initial=len(tasks) - len(left), disable=None, unit="position")
        for task, found in pool.imap_unordered(check, left):
            bar.update()
            wrong += len(found)
            print(*found, sep="\n", end="\n" * bool(found))
            if not found:
                notes.write(task + "\n")
                notes.flush()
        bar.close()
    searches = chosen.trees * len(ON_TREES) + chosen.deals * len(COMPOSITIONS)
    print(
        f"{len(COMPOSITIONS):,} compositions, {chosen.trees:,} trees, {chosen.deals:,} deals, "
        f"{searches:,} searches: {wrong} wrong"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
