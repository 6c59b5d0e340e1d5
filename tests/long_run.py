"""A long run of tasks in processes, which notes what is finished and goes on where it was."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable, Sequence
from pathlib import Path

from tqdm import tqdm


def options(about: str | None) -> argparse.ArgumentParser:
    """What every long run can be told."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--again", action="store_true")
    return parser


def faults(
    tasks: Sequence[str],
    check: Callable[[str], tuple[str, list[str]]],
    notes: Path,
    chosen: argparse.Namespace,
) -> int:
    """Check all tasks that are not noted as finished, print what is wrong and count it."""
    notes.parent.mkdir(exist_ok=True)
    if chosen.again:
        notes.unlink(missing_ok=True)
    done = set(notes.read_text().splitlines()) if notes.exists() else set()
    left = [task for task in tasks if task not in done]
    wrong = 0
    with multiprocessing.Pool(chosen.workers) as pool, notes.open("a") as finished:
        bar = tqdm(total=len(tasks), initial=len(tasks) - len(left), disable=None, unit="position")
        for task, found in pool.imap_unordered(check, left, chunksize=8):
            bar.update()
            wrong += len(found)
            print(*found, sep="\n", end="\n" * bool(found))
            if not found:
                finished.write(task + "\n")
                finished.flush()
        bar.close()
    return wrong
