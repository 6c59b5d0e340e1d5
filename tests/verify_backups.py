"""The long run behind test_backups: back-up rules against plain recursion, on 10,000 trees each.

    python tests/verify_backups.py [--trees N] [--deals N] [--workers N] [--again]

Few replies and one, the directed offensive, mixed ties, types and soft sets; how they compare with
paranoid, max^n and all equilibria; trees that grow, which are plain max^n in the end; and the
kernel against the reference, also on boards. Finished positions are noted in
build/verify-backups.txt as soon as they are; a run that was stopped goes on where it was. `--again`
starts anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

import backup_checks as check
import long_run
from generators import random_deal, random_hearts, random_tree
from plain_backups import MODELS, random_passing

NOTES = Path("build/verify-backups.txt")
FIRST_SEED = 3_000_000
BOARDS = 10
"""There is a board for one tree of so many."""
SPADES = ("tricks", "mot", "wl")


def of_tree(seed: int) -> list[str]:
    """All that is checked of a tree, and of a game with passes."""
    tree, passing = random_tree(seed), random_passing(seed)
    return [
        *check.replies_faults(tree, "opps", seed, 3),
        *check.reply_properties(tree, seed),
        *check.replies_faults(passing, "brs", seed, 2),
        *check.offensive_faults(tree, seed),
        *check.mixed_faults(tree),
        *check.tie_faults(tree),
        *check.soft_faults(tree, (), seed),
        *check.soft_faults(passing, MODELS, seed),
        *check.prob_faults(passing, MODELS, seed),
        *check.kernel_faults(tree, "opps", seed, 3),
        *check.kernel_faults(tree, "offensive", seed, 3),
        *check.growing_faults(tree, seed),
        *(check.board_faults(seed) if seed % BOARDS == 0 else []),
    ]


def of_deal(seed: int) -> list[str]:
    """All that is checked of a deal."""
    spades, deal = random_deal(seed, 3), (random_hearts if seed % 2 else random_deal)(seed, 3)
    return [
        *check.replies_faults(deal, "opps", seed, 3),
        *check.reply_properties(deal, seed),
        *check.offensive_faults(deal, seed),
        *check.mixed_faults(deal),
        *check.prob_faults(spades, SPADES, seed),
        *check.soft_faults(deal, (), seed),
        *check.soft_faults(spades, SPADES, seed),
        *check.kernel_faults(deal, "opps", seed, 3),
        *check.kernel_faults(deal, "offensive", seed, 3),
        *check.growing_faults(deal, seed),
    ]


def check_task(task: str) -> tuple[str, list[str]]:
    """What is wrong with a tree or a deal."""
    kind, seed = task.split()
    return task, (of_tree if kind == "tree" else of_deal)(FIRST_SEED + int(seed))


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--trees", type=int, default=10_000)
    options.add_argument("--deals", type=int, default=1000)
    chosen = options.parse_args()
    tasks = [f"tree {seed}" for seed in range(chosen.trees)]
    tasks += [f"deal {seed}" for seed in range(chosen.deals)]
    wrong = long_run.faults(tasks, check_task, NOTES, chosen)
    print(f"{chosen.trees:,} trees, {chosen.deals:,} deals: {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
