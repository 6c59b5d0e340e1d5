"""Work: a list of independent tasks, each measured by itself, and what came out of them.

A task is one measurement, said in full by short texts; `measure` is a pure function of it
and gives numbers. So tasks can run in any order, anywhere, and the table is the same. An
experiment is such work, and so is anything else that takes long.
"""

from __future__ import annotations

import inspect
import threading
import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

from kibitz.algorithm import Algorithm
from kibitz.errors import KibitzError, UnknownName
from kibitz.lab.estimate import NOTHING, Estimate, Number, estimate

Numbers: TypeAlias = Mapping[str, Number]
"""What is measured, by name; a text there is a note, which is kept beside the numbers."""


class Cancel(threading.Event):
    """Set when a run is to end: whatever measures then stops as soon as it can.

    A copy in another process is never set; that process is ended instead.
    """

    def __reduce__(self) -> tuple[type[Cancel], tuple[()]]:
        return Cancel, ()


class Cancelled(Exception):
    """A measurement was stopped by its `Cancel`, so there are no numbers."""


@dataclass(frozen=True)
class Task:
    """One measurement: which column of the table it is for, which case, and all that it is of."""

    column: str
    case: int
    what: Mapping[str, str] = field(compare=False)

    @property
    def id(self) -> str:
        """A short text, the same in every run; tasks are sorted by it."""
        return f"{self.column} #{self.case:04}"

    @property
    def definition(self) -> str:
        """All that the result depends on, in one line."""
        return " | ".join(f"{key} {value}" for key, value in self.what.items())

    @classmethod
    def read(cls, name: str, definition: str) -> Task:
        """The task of an id and a definition."""
        column, _, case = name.rpartition(" #")
        words = (part.partition(" ") for part in definition.split(" | "))
        return cls(column, int(case), {key: value for key, _, value in words})


@dataclass(frozen=True)
class Measured:
    """A task with what came out."""

    task: Task
    numbers: Numbers
    notes: Mapping[str, str] = field(default_factory=dict)
    """What `measure` gave that are texts."""
    fingerprint: str = field(default="", compare=False)
    """What the measuring was, and below the search that was there; nothing if it is not known."""
    signature: str = field(default="", compare=False)


class Results:
    """What came out of the tasks of one work, sorted by their ids."""

    def __init__(
        self,
        outcomes: Iterable[Measured],
        tasks: int,
        quick: bool = False,
        searches: Mapping[str, str] | None = None,
    ) -> None:
        self.outcomes = sorted(outcomes, key=lambda outcome: outcome.task.id)
        self.tasks = tasks
        """How many there are in all."""
        self.quick = quick
        self.searches = searches or {}
        """What each search counted that a result is of, by its signature."""

    @property
    def caveat(self) -> str:
        """Why these are not the numbers of the whole work; nothing if they are."""
        caveats = []
        if self.quick:
            caveats.append(
                "quick: a few small cases, to see it work; not the averages of the whole"
            )
        if len(self) < self.tasks:
            caveats.append(f"so far: {len(self):,} of {self.tasks:,} tasks are done")
        return "; ".join(caveats)

    def values(self, column: str, number: str) -> dict[int, Number]:
        """A number of every case of a column."""
        of_column = [each for each in self.outcomes if each.task.column == column]
        for outcome in of_column:
            if number not in outcome.numbers:
                raise UnknownName(f"number of {column!r}", number, outcome.numbers)
        return {outcome.task.case: outcome.numbers[number] for outcome in of_column}

    def mean(self, column: str, number: str) -> Estimate:
        """The average over the cases of a column."""
        return estimate(list(self.values(column, number).values()))

    def fact(self, column: str, number: str) -> Estimate:
        """The number of a column that has one case and no chance in it."""
        return estimate(list(self.values(column, number).values())[:1])

    def factor(self, above: str, below: str, number: str, of_below: str = "") -> Estimate:
        """The average of a column over that of another, on the cases that both have."""
        one, two = self.values(above, number), self.values(below, of_below or number)
        pairs = [(one[case], two[case]) for case in sorted(one.keys() & two.keys())]
        return estimate(pairs, lambda rows: sum(a for a, _ in rows) / sum(b for _, b in rows))

    def growth(self, column: str, number: str) -> Estimate:
        """How fast a number grows with the cases of a column, from the first to the last."""
        values = self.values(column, number)
        if len(values) < 2:
            return NOTHING
        first, last = min(values), max(values)
        return Estimate((values[last] / values[first]) ** (1 / (last - first)))

    def __len__(self) -> int:
        return len(self.outcomes)


class Work(ABC):
    """Tasks, and how one of them is measured. All that the runner needs to know."""

    workers: ClassVar[Literal["threads", "processes"]] = "threads"
    """Threads for what runs in the kernel, processes for what runs in Python."""
    unit: ClassVar[str] = "task"
    """What people call a task."""
    plays: ClassVar[bool] = False
    """Whether players of the package play in it: results are of what they choose, too."""

    @property
    def name(self) -> str:
        """Under which name results are kept: `module:name`, by which others can load it too."""
        return f"{type(self).__module__}:{type(self).__qualname__}"

    def named(self, task: Task) -> str:
        """A task where something is said of it."""
        return f"{self.unit} {task.id} of {self.name}"

    def searches(self, task: Task) -> Sequence[Algorithm] | None:
        """The algorithms that measuring a task searches with; none if it can be any.

        Who names them keeps results where only searches of other kinds have changed. A class
        that writes its own `measure` says it anew.
        """
        return None

    def files(self) -> set[str]:
        """Whose lines are named where something goes wrong: the file in which it is written."""
        with suppress(OSError, TypeError):
            return {inspect.getfile(type(self))}
        return set()

    @abstractmethod
    def tasks(self, quick: bool) -> Sequence[Task]:
        """Everything to measure, or a small part of it."""

    @abstractmethod
    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """What comes out of a task, and depends on nothing else; ends early once cancelled."""


@contextmanager
def calling(work: Work, what: str, ours: tuple[type[BaseException], ...] = ()) -> Iterator[None]:
    """What goes wrong in a part of somebody's work, in one line that says where; ours goes by."""
    try:
        yield
    except ours:
        raise
    except (Exception, SystemExit) as error:
        said = " ".join(str(error).split())
        why = f"{type(error).__name__}: {said}{_place(work, error)}"
        raise KibitzError(f"{what} failed: {why}") from error


def _place(work: Work, error: BaseException) -> str:
    """The last line of the files of the work that an error came through."""
    files = work.files()
    places = [at for at in traceback.extract_tb(error.__traceback__) if at.filename in files]
    return f" ({Path(places[-1].filename).name}:{places[-1].lineno})" if places else ""


def tasks_of(work: Work, quick: bool) -> Sequence[Task]:
    """The tasks of a work, if they are tasks and differ."""
    with calling(work, f"tasks of {work.name}"):
        tasks: Any = work.tasks(quick)
    if not isinstance(tasks, Sequence) or not all(isinstance(task, Task) for task in tasks):
        raise KibitzError(f"expected a list of tasks of {work.name}: {tasks!r:.60}")
    if len({task.id for task in tasks}) < len(tasks):
        raise KibitzError(f"expected tasks of {work.name} with different ids")
    return tasks
