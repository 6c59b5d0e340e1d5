"""Small deals of every game of rules against plain max^n over plain rules, by all searches.

    python tests/verify_rules.py [--positions N] [--drawn N] [--workers N] [--again] [--only TASK]

Each task is a position of a contract, drawn by its seed. It is solved by every search that takes
it, on both engines. Or it is a random file of rules, of which more is asked: see drawn_checks.py.
Finished positions are noted in build/verify-rules.txt as soon as they are; a
run that was stopped goes on where it was. `--again` starts anew; `--only "17 skat"` or
`--only "drawn 17"` asks one task.
"""

from __future__ import annotations

import sys
from pathlib import Path

import drawn_checks
import long_run
import rules_checks

NOTES = Path("build/verify-rules.txt")
DRAWN = "drawn"
"""How a task begins that is a random file."""


def check(task: str) -> tuple[str, list[str]]:
    """All that is wrong with one position."""
    seed, _, text = task.partition(" ")
    if seed == DRAWN:
        return task, drawn_checks.faults(int(text))
    return task, rules_checks.faults(text, int(seed))[0]


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--positions", type=int, default=100, help="of each contract")
    options.add_argument("--drawn", type=int, default=5000, help="random files of rules")
    options.add_argument("--only")
    chosen = options.parse_args()
    if chosen.only:
        _, found = check(chosen.only)
        print(*found, sep="\n")
        return int(bool(found))
    texts = rules_checks.present()
    tasks = [f"{seed} {text}" for seed in range(chosen.positions) for text in texts]
    tasks += [f"{DRAWN} {seed}" for seed in range(chosen.drawn)]
    wrong = long_run.faults(tasks, check, NOTES, chosen)
    print(
        f"{len(tasks) - chosen.drawn:,} positions of {len(texts)} contracts "
        f"and {chosen.drawn:,} random files of rules: {wrong} wrong"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
