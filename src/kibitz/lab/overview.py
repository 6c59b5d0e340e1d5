"""Pages about all experiments: which there are, every published number, and those not met."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kibitz import files
from kibitz.errors import KibitzError
from kibitz.lab import export
from kibitz.lab.experiment import Experiment, Line
from kibitz.lab.export import stem
from kibitz.lab.report import DATA, HEADS, cells_of, lines_by_group

CLOSE = 0.005
"""How far our number may be from one that was rounded for print, where there is no interval."""
MISSED = "not-reproduced"
OTHER_TASKS = "its numbers are left out: its data are of a quick run or of other tasks"


@dataclass(frozen=True)
class Beside:
    """A published number with ours, from the results so far."""

    experiment: Experiment
    line: Line
    whole: bool = True
    """Whether all of the experiment was measured."""

    @property
    def judged(self) -> bool:
        """Whether ours says something: it has an interval, or nothing is left to measure."""
        return self.whole or self.line.ours.low is not None

    @property
    def met(self) -> bool:
        """Whether the published number is in our interval, or as near as print can tell."""
        published, ours = self.line.published, self.line.ours
        assert published is not None
        if ours.low is not None and ours.high is not None and ours.low <= published <= ours.high:
            return True
        return abs(ours.value - published) <= CLOSE * abs(published)

    @property
    def cells(self) -> list[str]:
        """What it is, both numbers, and whether they agree."""
        what = ": ".join(part for part in (self.line.group, self.line.label) if part)
        verdict = "yes" if self.met else "no"
        return [what, *cells_of(self.line), verdict if self.judged else "too few"]


def write(folder: Path, known: Sequence[Experiment]) -> None:
    """Write the pages about all experiments that have one in the folder."""
    files.write(folder / "index.md", index(folder, known).encode())
    page = missed(folder, known)
    if page:
        files.write(folder / f"{MISSED}.md", page.encode())


def there(folder: Path, known: Sequence[Experiment]) -> list[Experiment]:
    """Those that have a page."""
    return [one for one in known if (folder / f"{stem(one)}.md").exists()]


def published(
    folder: Path, known: Sequence[Experiment]
) -> Iterator[tuple[Experiment, str, list[Beside]]]:
    """Each experiment with published numbers, what is missing of it, and the numbers."""
    for one in there(folder, known):
        data = folder / DATA / f"{stem(one)}.csv.gz"
        if not one.paper or not data.exists():
            continue
        try:
            results = export.from_csv(data, one)
        except KibitzError:
            yield one, OTHER_TASKS, []
            continue
        lines = [
            Beside(one, line, whole=not results.caveat)
            for _, found in lines_by_group(one, results)
            for line in found
            if line.published is not None
        ]
        if lines:
            yield one, results.caveat, lines


def index(folder: Path, known: Sequence[Experiment]) -> str:
    """The page that lists those that are there, and all their published numbers beside ours."""
    rows = {stem(one): [_link(one), one.title, one.paper] for one in there(folder, known)}
    before = folder / "index.md"
    if before.exists():  # own ones that were written before
        for row, name in re.findall(
            r"^\| (\[[^\]]*:[^\]]*\]\((.*)\.md\) .*)$", before.read_text(), re.M
        ):
            if (folder / f"{name}.md").exists():
                rows.setdefault(name, [*row.rstrip("| ").split(" | "), ""][:3])
    if not any(paper for _, _, paper in rows.values()):
        text = (
            "Each of these is one command, `kibitz reproduce NAME`. The measurements are in\n"
            f"`{DATA}/`, a row per task."
        )
        parts = [
            "# Experiments",
            text,
            _table(["experiment", "what it shows"], [row[:2] for row in rows.values()]),
        ]
        return "\n\n".join(parts) + "\n"
    text = (
        "Each of these is one command, `kibitz reproduce NAME`; `--all` runs them all, and\n"
        f"`--docs docs/reproduction` writes the pages. The measurements are in `{DATA}/`, a row\n"
        f"per task. `--from docs/reproduction/{DATA}` continues from them, with the rows that\n"
        "were made by the same search and the same way of measuring."
    )
    parts = ["# The papers, reproduced", text]
    parts.append(_table(["experiment", "what it shows", "paper"], list(rows.values())))
    found = list(published(folder, known))
    if found:
        parts += ["## Every published number beside ours", _counted(found)]
    for one, caveat, lines in found:
        missing = f" {caveat.capitalize()}." if caveat else ""
        parts.append(f"**{one.paper}**: {_link(one)}.{missing}")
        if lines:
            parts.append(_table(["", *HEADS[1:], "met"], [beside.cells for beside in lines]))
    return "\n\n".join(parts) + "\n"


def missed(folder: Path, known: Sequence[Experiment]) -> str:
    """The page of what could not be reproduced, and what was tried; nothing if all was."""
    parts = []
    for one, caveat, lines in published(folder, known):
        apart = [beside for beside in lines if beside.judged and not beside.met]
        if not apart:
            continue
        parts.append(f"## {one.paper}: {one.title}")
        parts.append(_table(["", *HEADS[1:]], [beside.cells[:-1] for beside in apart]))
        said = [f"* {choice}" for choice in (*one.tried, *one.choices)]
        missing = f" {caveat.capitalize()}." if caveat else ""
        parts.append(f"{_link(one)} has all numbers.{missing} What was tried or had to be chosen:")
        parts.append("\n".join(said))
    if not parts:
        return ""
    text = (
        "These published numbers are neither in our 95 % interval nor within half a percent of\n"
        "ours. Each comes with what the paper leaves open and what was tried. `kibitz\n"
        "reproduce` writes this page from the same data as the other pages."
    )
    return "\n\n".join(["# What we could not reproduce, and what we tried", text, *parts]) + "\n"


def _counted(found: Sequence[tuple[Experiment, str, list[Beside]]]) -> str:
    """How many of them are met."""
    lines = [beside for _, _, besides in found for beside in besides]
    judged = [beside for beside in lines if beside.judged]
    met = sum(beside.met for beside in judged)
    few = len(lines) - len(judged)
    return (
        f"{met} of {len(judged)} published numbers are met: they are in our 95 % interval, or\n"
        "within half a percent of ours. The others are on the page of\n"
        f"[what we could not reproduce]({MISSED}.md), with what was tried."
    ) + (f" For {few} more there are too few cases so far." if few else "")


def _link(experiment: Experiment) -> str:
    return f"[{experiment.name}]({stem(experiment)}.md)"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    marks = ["---"] * len(heads)
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, marks, *rows))
