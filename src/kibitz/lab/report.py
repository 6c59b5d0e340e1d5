"""Tables for a terminal, and pages for the docs, from results."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz import files
from kibitz.errors import writing
from kibitz.lab import export
from kibitz.lab.estimate import Estimate
from kibitz.lab.experiment import Experiment, Line
from kibitz.lab.export import stem
from kibitz.lab.work import Results, calling
from kibitz.showing.layout import columns

HEADS = ["", "published", "ours", "95 % interval", "ours / published", "cases"]
DATA = "data"
Groups = Sequence[tuple[str, list[Line]]]


def show(experiment: Experiment, results: Results) -> str:
    """An experiment for a terminal: our numbers beside the published ones."""
    paper = f" ({experiment.paper})" if experiment.paper else ""
    head = f"{experiment.name}: {experiment.title}{paper}"
    lines = [head, results.caveat] if results.caveat else [head]
    table = rows(experiment, results)
    if table[1:]:
        lines.append(columns(table, left=[0]))
    elif results:
        of = ", ".join(dict.fromkeys(outcome.task.column for outcome in results.outcomes))
        lines.append(f"no line of the table is about what was measured: {of}")
    return "\n".join(lines)


def rows(experiment: Experiment, results: Results) -> list[list[str]]:
    """The table as texts, headings first."""
    rows, groups = [HEADS], list(lines_by_group(experiment, results))
    for group, found in groups:
        if group:
            rows.append([group, *[""] * (len(HEADS) - 1)])
        rows += [["  " * bool(group) + line.label, *cells_of(line)] for line in found]
    return _filled(rows, groups)


def _filled(rows: list[list[str]], groups: Groups) -> list[list[str]]:
    """Rows without the columns that are empty for all of an experiment."""
    lines = [cells_of(line) for _, found in groups for line in found]
    kept = [0, *(at for at, cells in enumerate(zip(*lines, strict=True), 1) if any(cells))]
    return [[row[at] for at in kept] for row in rows] if lines else rows


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
            for _, found in lines_by_group(experiment, results)
            for line in found
        ],
    }


def lines_by_group(experiment: Experiment, results: Results) -> Iterator[tuple[str, list[Line]]]:
    """The lines that have a result, by group."""
    with calling(experiment, f"lines of {experiment.name}"):
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


def cells_of(line: Line) -> list[str]:
    """The numbers of a line as texts, under `HEADS`."""
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
    paper = f"*{experiment.paper}.* " if experiment.paper else ""
    parts = [f"# {experiment.title}", f"{paper}{experiment.setting}"]
    if results.caveat:
        parts.append(f"**{results.caveat.capitalize()}.**")
    if experiment.choices:
        choices = "\n".join(f"* {choice}" for choice in experiment.choices)
        parts += [f"## {'What the paper leaves open' if paper else 'Choices'}", choices]
    tables, published = _tables(experiment, results)
    heading = "Our numbers beside the published ones" if published else "Numbers"
    parts += [f"## {heading}", *tables]
    with calling(experiment, f"plots of {experiment.name}"):
        captions = list(experiment.plots(results))
    parts += [
        f"![{caption}]({_drawing(stem(experiment), at)})\n\n*{caption}.*"
        for at, caption in enumerate(captions, start=1)
    ]
    with calling(experiment, f"remarks of {experiment.name}"):
        said = not results.caveat or (experiment.fair_in_part and not results.quick)
        remarks = experiment.remarks(results) if said else ()
    if remarks:
        parts += ["## What to make of it", *remarks]
    command = f"kibitz reproduce {name}{' --quick' if results.quick else ''}"
    tasks = "1 task" if len(results) == 1 else f"{len(results):,} tasks"
    parts.append(
        f"Made by `{command}` from [the results of {tasks}]({DATA}/{stem(experiment)}.csv.gz)."
    )
    return "\n\n".join(parts) + "\n"


def _tables(experiment: Experiment, results: Results) -> tuple[list[str], bool]:
    """The tables of a page, and whether they have published numbers."""
    tables, groups = [], list(lines_by_group(experiment, results))
    for group, lines in groups:
        rows = [[line.label, *cells_of(line)] for line in lines]
        head = [group, *HEADS[1:]]
        marks = ["---", *["---:"] * (len(HEADS) - 1)]
        shown = _filled([head, marks, *rows], groups)
        tables.append("\n".join("| " + " | ".join(row) + " |" for row in shown))
    return tables, any(line.published is not None for _, lines in groups for line in lines)


def _drawing(name: str, number: int) -> str:
    return f"{name}-{number}.svg"


def write(
    folder: Path, found: Sequence[tuple[Experiment, Results]], known: Sequence[Experiment]
) -> None:
    """Write the pages of experiments, with their drawings and data.

    And the pages about all of the known ones that are there.
    """
    from kibitz.lab import overview
    from kibitz.showing import plot

    with writing(folder, "folder"):
        (folder / DATA).mkdir(parents=True, exist_ok=True)
    for experiment, results in found:
        name = stem(experiment)
        files.write(folder / f"{name}.md", page(experiment, results).encode())
        export.to_folder(folder / DATA, experiment, results)
        with calling(experiment, f"plots of {experiment.name}"):
            drawings = [plot.rendered(drawing) for drawing in experiment.plots(results).values()]
        for at, drawing in enumerate(drawings, start=1):
            files.write(folder / _drawing(name, at), drawing)
    own = [experiment for experiment, _ in found if ":" in experiment.name]
    overview.write(folder, [*known, *own])
