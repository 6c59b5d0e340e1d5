"""Experiment: a table or figure of a paper as work, and what to say of its results."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Literal

from kibitz.algorithm import Algorithm
from kibitz.lab.estimate import NOTHING, Estimate, estimate
from kibitz.lab.searching import deals, perft, search, solve, study
from kibitz.lab.work import Cancel, Measured, Numbers, Results, Task, Work

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "NOTHING",
    "Cancel",
    "DealExperiment",
    "Estimate",
    "Experiment",
    "Line",
    "Measured",
    "Numbers",
    "Results",
    "Task",
    "deals",
    "estimate",
    "perft",
    "reductions",
    "search",
    "side_by_side",
    "solve",
    "study",
]
"""All that a file with an experiment needs."""

REGISTRY = "kibitz.experiments"
"""The package whose files are known by their names."""


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


class Experiment(Work):
    """A table or figure of a paper. A file of `kibitz.experiments` holds one."""

    title: ClassVar[str]
    """What it shows, in a few words."""
    paper: ClassVar[str] = ""
    """Where it is from; nothing if it is no table of a paper."""
    cost: ClassVar[Literal["", "seconds", "minutes", "hours"]] = ""
    """How long all of it takes on one processor, in the order of magnitude; nothing if not said."""
    setting: ClassVar[str]
    """What was measured, as the paper says it."""
    choices: ClassVar[Sequence[str]] = ()
    """What the paper leaves open, and what is done here."""
    tried: ClassVar[Sequence[str]] = ()
    """What was tried where our numbers differ, with its result."""
    fair_in_part: ClassVar[bool] = False
    """Whether what is done so far is a fair sample, of which `remarks` can speak."""

    @property
    def name(self) -> str:
        """The name of its file, or `module:name` for an experiment from elsewhere."""
        module, _, file = type(self).__module__.rpartition(".")
        return file.replace("_", "-") if module == REGISTRY else super().name

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Nodes of a search, unless something else is measured."""
        return search(task, cancel)

    def searches(self, task: Task) -> Sequence[Algorithm] | None:
        return [Algorithm.parse(task.what["algorithm"])]

    @abstractmethod
    def lines(self, results: Results) -> Sequence[Line]:
        """The table: our numbers beside the published ones."""

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        """Drawings by their captions."""
        return {}

    def remarks(self, results: Results) -> Sequence[str]:
        """What to say when the numbers are there, above all of any difference."""
        return ()


class DealExperiment(Experiment):
    """Searches of deals that meet conditions, which tasks name as `where`."""

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Nodes of a search."""
        return study(task, cancel)

    def searches(self, task: Task) -> Sequence[Algorithm] | None:
        return [Algorithm.parse(task.what["algorithm"])]
