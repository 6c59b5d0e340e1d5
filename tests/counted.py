"""An experiment for the tests of the lab, which notes what it measures, and ways to run it."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from kibitz.algorithm import Algorithm
from kibitz.lab import export
from kibitz.lab.experiment import (
    Cancel,
    DealExperiment,
    Experiment,
    Line,
    Numbers,
    Results,
    Task,
    deals,
)
from kibitz.lab.fingerprint import hand_in
from kibitz.lab.pools import Pools
from kibitz.lab.runner import run
from kibitz.lab.store import Store
from kibitz.lab.work import Work
from kibitz.matches import probes

hand_in(probes.counts)

NOTES = "KIBITZ_TEST_NOTES"
PAUSE = "KIBITZ_TEST_PAUSE"
TASKS = 40
PARTS = 2
TESTS = str(Path(__file__).parent)


def square(number: int) -> int:
    return number * number


class Counted(Experiment):
    """Squares, slowly."""

    title = "Squares"
    paper = "none"
    setting = "Whole numbers."
    word = "of"

    def tasks(self, quick: bool) -> Sequence[Task]:
        cases = range(4 if quick else TASKS)
        return [Task("square", case, {self.word: str(case)}) for case in cases]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        if NOTES in os.environ:
            with Path(os.environ[NOTES]).open("a") as file:
                file.write(f"{task.id}\n")
            time.sleep(float(os.environ.get(PAUSE, "0.05")))
        return {"square": square(task.case), "half": self.half(task.case)}

    def half(self, number: int) -> float:
        return number / PARTS

    def lines(self, results: Results) -> Sequence[Line]:
        return [Line("square", results.mean("square", "square"), 500)]


class InProcesses(Counted):
    """The same in processes."""

    name = Counted().name
    workers = "processes"


class Seated(Counted):
    """With players, or without."""


class Searching(Counted):
    """With a search, or nobody knows with which."""

    used: str | None = None

    def searches(self, task: Task) -> Sequence[Algorithm] | None:
        return None if self.used is None else [Algorithm.parse(self.used)]


class Reworded(Counted):
    """The same tasks, said otherwise."""

    name = Counted().name
    word = "number"


class Remeasured(Counted):
    """The same tasks, measured otherwise."""

    name = Counted().name

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        return {"square": task.case**2, "half": task.case / 2}


class Failing(Counted):
    """One task ends badly."""

    error: BaseException = ValueError("no such\nnumber")

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        if task.case == 3:
            raise self.error
        return super().measure(task, cancel)


class Exiting(Failing):
    """One task wants to end the program, in a process."""

    workers = "processes"
    error = SystemExit(3)


class Endless(Counted):
    """Tasks that end when they are told to, and note that they did."""

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        super().measure(task, cancel)
        if cancel.wait(30):
            with Path(os.environ[NOTES]).open("a") as file:
                file.write("told\n")
        return {"square": 0}


class Studied(DealExperiment):
    """Deals with long spades, of no paper."""

    title = "Long spades"
    setting = "Spades, five cards each."

    def tasks(self, quick: bool) -> Sequence[Task]:
        game, where = "spades(players=3,cards=5)", "P0: spades>=3"
        return deals("leaf-table", game, "leaf-table", range(3 if quick else 12), where=where)

    def lines(self, results: Results) -> Sequence[Line]:
        return [Line("leaf-table", results.mean("leaf-table", "expanded"))]


def measured(
    work: Work,
    path: Path,
    ready: Pools,
    progress: Callable[[int, int], None] = lambda done, tasks: None,
) -> tuple[Results, list[str]]:
    """Run a work on a store; the results and what it warned of."""
    warnings: list[str] = []
    with Store(path, warn=warnings.append) as kept:
        return run(work, kept, ready, progress=progress, warn=warnings.append), warnings


def table(results: Results, path: Path) -> bytes:
    """The bytes of a table of results, as a file."""
    export.to_csv(path, [(Counted(), results)])
    return path.read_bytes()


def start(
    folder: Path, *words: str, name: str = "counted:Counted", **more: str
) -> subprocess.Popen[str]:
    """The command at work on the slow experiment, as the head of a group of processes."""
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", "reproduce", name, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": TESTS, NOTES: str(folder / "notes"), **more},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def notes(folder: Path) -> list[str]:
    """The tasks that were begun, in their order."""
    path = folder / "notes"
    return path.read_text().splitlines() if path.exists() else []


def kept_in(path: Path) -> set[str]:
    """The tasks that have a result in a store."""
    file = sqlite3.connect(path)
    found = {task for (task,) in file.execute("select task from results")}
    file.close()
    return found


def change(path: Path, words: str, *values: str) -> None:
    """Change a file as another program would."""
    file = sqlite3.connect(path)
    file.execute(words, values)
    file.commit()
    file.close()
