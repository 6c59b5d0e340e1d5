"""An experiment for the tests of the runner: it notes every task that it measures in a file."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path

from kibitz.lab.experiment import Cancel, Experiment, Line, Numbers, Results, Task

NOTES = "KIBITZ_TEST_NOTES"
PAUSE = "KIBITZ_TEST_PAUSE"
TASKS = 40
PARTS = 2


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
            with Path(os.environ[NOTES]).open("a") as notes:
                notes.write(f"{task.id}\n")
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
