"""Random own games against plain max^n that shares no code, on both engines, by all searches.

    python tests/verify_own.py [--positions N] [--graphs N] [--workers N] [--again] [--only TASK]

Each task is a position of a trick game of its own, drawn by its seed as a user would write it,
or a tree-like game in plain Python. It is solved by the default and by several algorithms, and
analysed, reviewed, searched with kept tables, with others, in threads and within limits. What is
wrong is made small and printed: the game as a module, the position, the algorithm. Finished
positions are noted in build/verify-own.txt as soon as they are; a run that was stopped goes on
where it was. `--again` starts anew; `--only "tricks 17"` asks one task.
"""

from __future__ import annotations

import faulthandler
import sys
from pathlib import Path

import long_run
import own_tasks

NOTES = Path("build/verify-own.txt")
LONGEST = 300
"""Seconds after which a task is taken to have no end."""


def check(task: str) -> tuple[str, list[str]]:
    """All that is wrong with one position."""
    faulthandler.dump_traceback_later(LONGEST, exit=True)
    found = own_tasks.faults(task)
    faulthandler.cancel_dump_traceback_later()
    return task, found


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--positions", type=int, default=30_000)
    options.add_argument("--graphs", type=int, default=5000)
    options.add_argument("--only")
    chosen = options.parse_args()
    if chosen.only:
        found = own_tasks.faults_in_children(chosen.only)
        print(*found, sep="\n")
        return int(bool(found))
    tasks = own_tasks.tasks(chosen.positions, chosen.graphs)
    ended = own_tasks.faults_in_children
    wrong = long_run.faults(tasks, check, NOTES, chosen, ended)
    print(
        f"{chosen.positions:,} positions of trick games and {chosen.graphs:,} other games "
        f"of one's own: {wrong} wrong"
    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
