"""A long run of tasks in processes, which notes what is finished and goes on where it was."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from tqdm import tqdm

Check = Callable[[str], tuple[str, list[str]]]
"""What is wrong with a task, which comes first."""

AHEAD = 16
"""How many tasks wait for each process."""


def options(about: str | None) -> argparse.ArgumentParser:
    """What every long run can be told."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--again", action="store_true")
    return parser


def faults(
    tasks: Sequence[str],
    check: Check,
    notes: Path,
    chosen: argparse.Namespace,
    ended: Callable[[str], list[str]] = lambda task: [f"{task}: ended its process"],
) -> int:
    """Check all tasks that are not noted as finished, print what is wrong and count it.

    What is wrong with a task that ends its process, `ended` says.
    """
    notes.parent.mkdir(exist_ok=True)
    if chosen.again:
        notes.unlink(missing_ok=True)
    done = set(notes.read_text().splitlines()) if notes.exists() else set()
    left = [task for task in tasks if task not in done]
    wrong = 0
    with notes.open("a") as finished:
        bar = tqdm(total=len(tasks), initial=len(tasks) - len(left), disable=None, unit="position")
        for task, found in _checked(left, check, chosen.workers, ended):
            bar.update()
            wrong += len(found)
            print(*found, sep="\n", end="\n" * bool(found), flush=True)
            if not found:
                finished.write(task + "\n")
                finished.flush()
        bar.close()
    return wrong


def _checked(
    tasks: Sequence[str], check: Check, workers: int, ended: Callable[[str], list[str]]
) -> Iterator[tuple[str, list[str]]]:
    """The tasks as they are finished; those at work when a process ends are asked one by one."""
    left = list(tasks)[::-1]
    while left:
        running: dict[Future[tuple[str, list[str]]], str] = {}
        with ProcessPoolExecutor(workers) as pool:
            try:
                while left or running:
                    while left and len(running) < AHEAD * workers:
                        running[pool.submit(check, left[-1])] = left[-1]
                        left.pop()
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        found = future.result()
                        del running[future]
                        yield found
            except BrokenProcessPool:
                pass
        for suspect in running.values():
            with ProcessPoolExecutor(1) as alone:
                try:
                    yield alone.submit(check, suspect).result()
                except BrokenProcessPool:
                    yield suspect, ended(suspect)
