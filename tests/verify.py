"""The long run behind test_definition: every composition on 3,000 trees and 300 deals.

    python tests/verify.py [--trees N] [--deals N] [--workers N] [--again]

Finished positions are noted in build/verify.txt as soon as they are; a run that
was stopped goes on where it was. `--again` starts anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

import long_run
from definition import differences
from generators import random_deal, random_tree, random_trump_deal, sound_compositions

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
    options = long_run.options(__doc__)
    options.add_argument("--trees", type=int, default=3000)
    options.add_argument("--deals", type=int, default=300)
    chosen = options.parse_args()
    tasks = [f"tree {seed}" for seed in range(chosen.trees)]
    tasks += [f"deal {seed}" for seed in range(chosen.deals)]
    wrong = long_run.faults(tasks, check, NOTES, chosen)
    searches = chosen.trees * len(ON_TREES) + chosen.deals * len(COMPOSITIONS)
    print(
        f"{len(COMPOSITIONS):,} compositions, {chosen.trees:,} trees, {chosen.deals:,} deals, "
        f"{searches:,} searches: {wrong} wrong"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
