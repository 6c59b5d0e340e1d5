"""The long run behind test_kernel: kernel and reference on 20,000 deals and 5,000 trees.

    python tests/verify_engines.py [--deals N] [--trees N] [--each N] [--workers N] [--again]

On each position `--each` compositions, drawn by its seed, must agree in answer and in every
count; of the searches of whole deals, those are drawn that the kernel has room for. Finished
positions are noted in build/verify-engines.txt as soon as they are; a run that was stopped goes
on where it was. `--again` starts anew.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from pathlib import Path

import long_run
from definition import engine_differences
from generators import (
    random_deal,
    random_hearts,
    random_tree,
    random_trump_deal,
    sound_compositions,
)

from kibitz import Algorithm, Limit, Position, prospect, solve
from kibitz.engines.kernel import PARTITION_PLAYERS
from kibitz.engines.problem.protocol import Unfit

NOTES = Path("build/verify-engines.txt")
FIRST_SEED = 2_000_000
COMPOSITIONS = sound_compositions()
DEEP = [
    Algorithm(prune="deep", test="linear"),
    Algorithm(prune="deep", test="leaf-table", heuristic="taken"),
]
WHOLE_DEALS = [
    Algorithm.parse(f"{preset}({left_out})")
    for preset, parts in (
        ("outcome-sets", ("", "classes=none", "sure=none", "quick=none", "out=none", "ahead=none")),
        ("outcome-sets", ("life=1", "order=high", "keys=absolute")),
        ("equilibrium-sets", ("", "classes=none", "sure=none", "quick=none", "life=1", "free=0")),
        ("partition", ("", "sure=none", "quick=none", "later=none", "inner=listed")),
        ("paranoid-partition", ("", "sure=none", "quick=none", "later=none", "inner=listed")),
    )
    for left_out in parts
]
"""Searches of whole deals, with each of their parts left out."""
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
    position = MAKE[kind](FIRST_SEED + int(seed))
    sample = random.Random(task).sample(COMPOSITIONS, each) + DEEP
    few = position.game.players <= PARTITION_PLAYERS
    known = [one for one in WHOLE_DEALS if kind != "tree" and (few or one.by_sets)]
    fit = [one for one in known if prospect(position, one).prunes and _has_room(position, one)]
    sample += random.Random(task).sample(fit, min(2, len(fit)))
    return task, engine_differences(position, sample)


def _has_room(position: Position, algorithm: Algorithm) -> bool:
    """Whether the kernel has room for the sets of this search; it says so before it begins."""
    try:
        solve(position, algorithm, limit=Limit(nodes=1), engine="kernel")
    except Unfit:
        return False
    return True


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--deals", type=int, default=20_000)
    options.add_argument("--trees", type=int, default=5000)
    options.add_argument("--each", type=int, default=8)
    chosen = options.parse_args()
    tasks = [f"{DEALS[seed % len(DEALS)]} {seed}" for seed in range(chosen.deals)]
    tasks += [f"tree {seed}" for seed in range(chosen.trees)]
    wrong = long_run.faults(tasks, partial(check, each=chosen.each), NOTES, chosen)
    searches = len(tasks) * (chosen.each + len(DEEP)) + 2 * chosen.deals
    print(
        f"{chosen.deals:,} deals, {chosen.trees:,} trees, some {searches:,} searches "
        f"on both engines: {wrong} differ"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
