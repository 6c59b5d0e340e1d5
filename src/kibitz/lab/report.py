"""Tables for a terminal, and pages for the docs, from results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz import files
from kibitz.errors import KibitzError, writing
from kibitz.lab import export
from kibitz.lab.estimate import Estimate
from kibitz.lab.experiment import Experiment, Line
from kibitz.lab.work import Results, calling
from kibitz.showing.layout import columns

HEADS = ["", "published", "ours", "95 % interval", "ours / published", "cases"]
DATA = "data"


def show(experiment: Experiment, results: Results) -> str:
    """An experiment for a terminal: our numbers beside the published ones."""
    head = f"{experiment.name}: {experiment.title} ({experiment.paper})"
    lines = [head, results.caveat] if results.caveat else [head]
    return "\n".join([*lines, columns(rows(experiment, results), left=[0])])


def rows(experiment: Experiment, results: Results) -> list[list[str]]:
    """The table as texts, headings first."""
    rows = [HEADS]
    for group, found in _groups(experiment, results):
        if group:
            rows.append([group, *[""] * (len(HEADS) - 1)])
        rows += [["  " * bool(group) + line.label, *_cells(line)] for line in found]
    return rows


def as_dict(experiment: Experiment, results: Results) -> dict[str, Any]:
    """An experiment in plain types."""
    return {
        "experiment": experiment.name,
        "title": experiment.title,
        "paper": experiment.paper,
        "quick": results.quick,
        "tasks": results.tasks,
        "done": len(results),
        "lines": [
            {
                "group": line.group,
                "label": line.label,
                "published": line.published,
                "ours": line.ours.value,
                "low": line.ours.low,
                "high": line.ours.high,
                "ratio": line.ratio,
                "cases": line.ours.cases,
            }
            for _, found in _groups(experiment, results)
            for line in found
        ],
    }


def _groups(experiment: Experiment, results: Results) -> Iterator[tuple[str, list[Line]]]:
    """The lines that have a result, by group."""
    with calling(experiment, "lines"):
        lines = [line for line in experiment.lines(results) if line.ours.cases]
    for group, found in itertools.groupby(lines, lambda line: line.group):
        yield group, list(found)


def write_number(value: float) -> str:
    """A number for people: whole if it is or if it is large, else four figures."""
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.4g}"


def _interval(ours: Estimate) -> str:
    if ours.low is None or ours.high is None:
        return ""
    return f"{write_number(ours.low)} to {write_number(ours.high)}"


def _cells(line: Line) -> list[str]:
    return [
        "" if line.published is None else write_number(line.published),
        write_number(line.ours.value),
        _interval(line.ours),
        "" if line.ratio is None else f"{line.ratio:.3g}",
        str(line.ours.cases),
    ]


def page(experiment: Experiment, results: Results) -> str:
    """The page of an experiment."""
    name = experiment.name
    parts = [f"# {experiment.title}", f"*{experiment.paper}.* {experiment.setting}"]
    if results.caveat:
        parts.append(f"**{results.caveat.capitalize()}.**")
    if experiment.choices:
        choices = "\n".join(f"* {choice}" for choice in experiment.choices)
        parts += ["## What the paper leaves open", choices]
    parts += ["## Our numbers beside the published ones", *_tables(experiment, results)]
    with calling(experiment, "plots"):
        captions = list(experiment.plots(results))
    parts += [
        f"![{caption}]({_drawing(name, at)})\n\n*{caption}.*"
        for at, caption in enumerate(captions, start=1)
    ]
    with calling(experiment, "remarks"):
        said = not results.caveat or (experiment.fair_in_part and not results.quick)
        remarks = experiment.remarks(results) if said else ()
    if remarks:
        parts += ["## What to make of it", *remarks]
    command = f"kibitz reproduce {name}{' --quick' if results.quick else ''}"
    tasks = "1 task" if len(results) == 1 else f"{len(results):,} tasks"
    parts.append(f"Made by `{command}` from [the results of {tasks}]({DATA}/{name}.csv.gz).")
    return "\n\n".join(parts) + "\n"


def _tables(experiment: Experiment, results: Results) -> Iterator[str]:
    for group, lines in _groups(experiment, results):
        rows = [[line.label, *_cells(line)] for line in lines]
        head = [group, *HEADS[1:]]
        marks = ["---", *["---:"] * (len(HEADS) - 1)]
        yield "\n".join("| " + " | ".join(row) + " |" for row in [head, marks, *rows])


def _drawing(name: str, number: int) -> str:
    return f"{name}-{number}.svg"


def write(
    folder: Path, found: Sequence[tuple[Experiment, Results]], known: Sequence[Experiment]
) -> None:
    """Write the pages of experiments, with their drawings and data.

    And the page that lists all of the known ones that are there.
    """
    from kibitz.showing import plot

    for experiment, _ in found:
        if ":" in experiment.name:
            raise KibitzError(f"expected an experiment of Kibitz to write about: {experiment.name}")
    with writing(folder, "folder"):
        (folder / DATA).mkdir(parents=True, exist_ok=True)
    for experiment, results in found:
        name = experiment.name
        files.write(folder / f"{name}.md", page(experiment, results).encode())
        export.to_csv(folder / DATA / f"{name}.csv.gz", [(experiment, results)])
        with calling(experiment, "plots"):
            drawings = [plot.rendered(drawing) for drawing in experiment.plots(results).values()]
        for at, drawing in enumerate(drawings, start=1):
            files.write(folder / _drawing(name, at), drawing)
    files.write(folder / "index.md", index(folder, known).encode())


def index(folder: Path, known: Sequence[Experiment]) -> str:
    """The page that lists those that are there."""
    rows = [
        f"| [{one.name}]({one.name}.md) | {one.title} | {one.paper} |"
        for one in known
        if (folder / f"{one.name}.md").exists()
    ]
    return "\n".join(
        [
            "# The papers, reproduced",
            "",
            "Each of these is one command, `kibitz reproduce NAME`, or all with `--all`;",
            f"`--docs docs/reproduction` writes the pages. What was measured is in `{DATA}/`,",
            "a row per task.",
            "",
            "| experiment | what it shows | paper |",
            "| --- | --- | --- |",
            *rows,
            "",
        ]
    )
