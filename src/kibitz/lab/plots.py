"""The drawings of the reports: counts on log scales, by algorithm, by deal, by cards."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from kibitz.lab.estimate import Estimate
    from kibitz.lab.work import Results

COLOURS = ("0.35", "tab:blue", "tab:orange", "tab:green", "tab:red", "tab:purple")


def bars(
    figure: Figure,
    labels: Sequence[str],
    series: Mapping[str, Sequence[Estimate | float | None]],
    what: str = "nodes expanded, average",
    log: bool = True,
) -> None:
    """Numbers of several kinds side by side, with their intervals."""
    figure.set_size_inches(8, 4.5)
    ax = figure.add_subplot()
    width = 0.8 / len(series)
    for at, (name, values) in enumerate(series.items()):
        there = [(place, value) for place, value in enumerate(values) if value is not None]
        shown = [(place, value) for place, value in there if _value(value) > 0]
        places = [place + (at - (len(series) - 1) / 2) * width for place, _ in shown]
        heights = [_value(value) for _, value in shown]
        ax.bar(places, heights, width, color=COLOURS[at], label=name)
        for place, (_, value) in zip(places, shown, strict=True):
            if not isinstance(value, int | float) and value.low is not None and value.high:
                ax.plot([place, place], [value.low, value.high], color="black", linewidth=1)
    wide = 84 // len(labels)  # what fits below a group of bars
    ax.set_xticks(range(len(labels)), [textwrap.fill(label, wide) for label in labels])
    if log and ax.patches:
        ax.set_yscale("log")
    ax.set_ylabel(what)
    ax.legend(frameon=False)


def published_and_ours(
    figure: Figure, results: Results, published: Mapping[str, float], ways: Sequence[str]
) -> None:
    """Nodes expanded in each column: the published ones, and ours in several ways."""
    ours = {
        way: [results.mean(f"{column}, {way}", "expanded") for column in published] for way in ways
    }
    bars(figure, list(published), {"published": list(published.values()), **ours})


def _value(value: Estimate | float) -> float:
    return value if isinstance(value, int | float) else value.value


def scatter(
    figure: Figure,
    across: Mapping[int, float],
    up: Mapping[int, float],
    names: tuple[str, str],
) -> None:
    """Nodes of one search against those of another, a point per case; below the line, fewer."""
    figure.set_size_inches(5.5, 5.5)
    ax = figure.add_subplot()
    cases = sorted(across.keys() & up.keys())
    ax.loglog([across[case] for case in cases], [up[case] for case in cases], ".", color=COLOURS[1])
    low = min(*ax.get_xlim(), *ax.get_ylim())
    high = max(*ax.get_xlim(), *ax.get_ylim())
    ax.plot([low, high], [low, high], color="0.6", linewidth=1)
    ax.set_aspect("equal")
    ax.set_xlabel(f"nodes expanded, {names[0]}")
    ax.set_ylabel(f"nodes expanded, {names[1]}")


def curves(
    figure: Figure,
    series: Mapping[str, Mapping[float, float]],
    across: str,
    what: str = "nodes expanded, average",
    log_across: bool = False,
) -> None:
    """Numbers that grow, on a log scale."""
    figure.set_size_inches(8, 4.5)
    ax = figure.add_subplot()
    for at, (name, points) in enumerate(series.items()):
        style = {"color": COLOURS[at % len(COLOURS)], "marker": "o", "markersize": 4}
        ax.plot(list(points), list(points.values()), label=name, **style)  # type: ignore[arg-type]
    ax.set_yscale("log")
    if log_across:
        ax.set_xscale("log")
    ax.set_xlabel(across)
    ax.set_ylabel(what)
    ax.legend(frameon=False)
