"""Experiment: a table or figure of a paper as a list of independent tasks and what to say of them.

A task is one measurement, said in full by short texts; `measure` is a pure function of it
and gives numbers. So tasks can run in any order, anywhere, and the table is the same.
"""

from __future__ import annotations

import math
import random
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

import kibitz

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Number: TypeAlias = int | float
Numbers: TypeAlias = Mapping[str, Number]

RESAMPLES = 2000
"""How often a sample is drawn anew for an interval."""
FEWEST = 10
"""Fewer cases than these have no interval that means much."""

stop = threading.Event()
"""Set at Ctrl-C: searches in other threads come to an end."""


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


@dataclass(frozen=True)
class Outcome:
    """A task with what came out."""

    task: Task
    numbers: Numbers


class Results:
    """What came out of the tasks of one experiment, sorted by their ids."""

    def __init__(self, outcomes: Iterable[Outcome], tasks: int, quick: bool = False) -> None:
        self.outcomes = sorted(outcomes, key=lambda outcome: outcome.task.id)
        self.tasks = tasks
        """How many there are in all."""
        self.quick = quick

    @property
    def caveat(self) -> str:
        """Why these are not the numbers of the whole experiment; nothing if they are."""
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
        return {
            outcome.task.case: outcome.numbers[number]
            for outcome in self.outcomes
            if outcome.task.column == column
        }

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


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval, from so many cases; few cases, or a fact, have none."""

    value: float
    low: float | None = None
    high: float | None = None
    cases: int = 1


NOTHING = Estimate(math.nan, cases=0)
"""There is no result yet."""


def _average(sample: Sequence[Number]) -> float:
    return sum(sample) / len(sample)


def estimate(sample: Sequence[object], statistic: Callable[..., float] = _average) -> Estimate:
    """A statistic of a sample, with the interval that drawing the sample anew gives.

    The counts are far from normal, so this is the percentile bootstrap, with a fixed seed. Where
    there is no result yet, the estimate has no cases.
    """
    if not sample:
        return NOTHING
    value = statistic(sample)
    if len(sample) < FEWEST:
        return Estimate(value, cases=len(sample))
    draw = random.Random(len(sample))
    means = sorted(statistic(draw.choices(sample, k=len(sample))) for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return Estimate(value, means[tail], means[-1 - tail], len(sample))


@dataclass(frozen=True)
class Line:
    """A line of the table: our number, and the published one if there is one."""

    label: str
    ours: Estimate
    published: float | None = None
    group: str = ""
    """Lines of one group stand together, below its name."""

    @property
    def ratio(self) -> float | None:
        """Ours over the published number."""
        return self.ours.value / self.published if self.published else None


def side_by_side(
    results: Results, published: Mapping[str, float], ways: Sequence[str]
) -> list[Line]:
    """Nodes expanded in each column, one way after the other, beside the published ones."""
    return [
        Line(column, results.mean(f"{column}, {way}", "expanded"), value, way)
        for way in ways
        for column, value in published.items()
    ]


def reductions(
    results: Results, published: Mapping[str, float], whole: str, way: str
) -> list[Line]:
    """By which factor each column has fewer nodes than that of the whole tree."""
    return [
        Line(
            f"{whole} / {column}",
            results.factor(f"{whole}, {way}", f"{column}, {way}", "expanded"),
            published[whole] / value,
            f"reduction factors, {way}",
        )
        for column, value in published.items()
        if column != whole
    ]


class Experiment(ABC):
    """A table or figure of a paper. A file of `kibitz.experiments` holds one."""

    title: ClassVar[str]
    """What it shows, in a few words."""
    paper: ClassVar[str]
    """Where it is from."""
    setting: ClassVar[str]
    """What was measured, as the paper says it."""
    choices: ClassVar[Sequence[str]] = ()
    """What the paper leaves open, and what is done here."""
    workers: ClassVar[Literal["threads", "processes"]] = "threads"
    """Threads for what runs in the kernel, processes for what runs in Python."""

    @property
    def name(self) -> str:
        """The name of its file, or `module:name` for an experiment from elsewhere."""
        module, _, file = type(self).__module__.rpartition(".")
        if module != "kibitz.experiments":
            return f"{type(self).__module__}:{type(self).__qualname__}"
        return file.replace("_", "-")

    @abstractmethod
    def tasks(self, quick: bool) -> Sequence[Task]:
        """Everything to measure, or a small part of it."""

    def measure(self, task: Task) -> Numbers:
        """What comes out of a task; depends on nothing else."""
        return search(task)

    @abstractmethod
    def lines(self, results: Results) -> Sequence[Line]:
        """The table: our numbers beside the published ones."""

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        """Drawings by their captions."""
        return {}

    def remarks(self, results: Results) -> Sequence[str]:
        """What to say when all numbers are there, above all of any difference."""
        return ()


def search(task: Task) -> Numbers:
    """Search the deal of a task with its algorithm and count nodes."""
    game = kibitz.game(task.what["game"])
    deal = game.deal(int(task.what["deal"]))
    limit = kibitz.Limit(table_mb=int(task.what.get("table_mb", "256")))
    result = kibitz.solve(deal, task.what["algorithm"], limit=limit, progress=go_on)
    if not result.complete:
        raise KeyboardInterrupt
    stats = result.stats
    return {"visited": stats.visited, "expanded": stats.expanded, **stats.cuts}


def deals(column: str, game: str, algorithm: str, seeds: Iterable[int], **more: str) -> list[Task]:
    """A task for each deal of a game with one algorithm."""
    return [
        Task(column, seed, {"game": game, "deal": str(seed), "algorithm": algorithm, **more})
        for seed in seeds
    ]


def go_on(_: int) -> None:
    """Let a search know that it is to stop."""
    if stop.is_set():
        raise KeyboardInterrupt
