"""A long run of tasks in processes, which notes what is finished and goes on where it was."""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

Check = Callable[[str], tuple[str, list[str]]]
"""What is wrong with a task, which comes first."""

AHEAD = 16
"""How many tasks wait for each process."""


ALLOWED, PART = 0.005, 0.02
"""How many seconds late an answer may be, and which part of its limit."""


@dataclass(frozen=True)
class Lateness:
    """How late answers were by each of several clocks, noted in a file."""

    notes: Path
    clocks: tuple[str, ...]

    def begin(self, again: bool) -> None:
        """Forget what was noted, if a run starts anew."""
        if again:
            self.notes.unlink(missing_ok=True)

    def note(self, limit: float, late: Sequence[float], what: str, limits: int = 1) -> None:
        """An answer that had so many seconds, for so many limits one after the other."""
        with self.notes.open("a") as notes:
            notes.write("\t".join(map(str, (limit, limits, *late, what))) + "\n")

    def report(self) -> list[str]:
        """Print how late they were, and the latest by the first clock; what was asked."""
        rows = [line.split("\t") for line in self.notes.read_text().splitlines()]
        for at, name in enumerate(self.clocks, start=2):
            late = sorted(float(row[at]) for row in rows)
            parts = [(share, late[int(len(late) * share)]) for share in (0.5, 0.9, 0.99, 0.999)]
            said = ", ".join(f"{share:.1%} at most {each * 1000:.1f} ms" for share, each in parts)
            over = sum(
                float(row[at]) > ALLOWED * int(row[1]) + PART * float(row[0]) for row in rows
            )
            print(f"late {name}: {said}, the latest {late[-1] * 1000:.1f} ms")
            print(f"  {sum(each <= 0 for each in late):,} of {len(late):,} in time, ", end="")
            print(f"{over:,} late by more than 5 ms and 2 %")
        for row in sorted(rows, key=lambda row: -float(row[2]) / int(row[1]))[:5]:
            ms = float(row[2]) * 1000, float(row[0]) * 1000
            print(f"{ms[0]:.1f} ms late {self.clocks[0]}, after {ms[1]:.0f}: {row[-1]}")
        return [row[-1] for row in rows]


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
