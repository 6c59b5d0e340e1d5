"""Drawings of decision spaces: which bound vectors prune, as Figures 5, 7 and 8 of IJCAI-2005.

Every outcome is a hollow point. A bound vector does not prune if an outcome is better for
every player of the drawing, so if it lies in the grey region. Where that ends on the side of
higher bounds, the edge itself prunes. The linear test only sees the line, or the plane, on
which the bounds add up to max_sum.

Needs matplotlib, which comes with `pip install "kibitz[plot]"`.
"""

from __future__ import annotations

import io
import itertools
import math
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from kibitz import files
from kibitz.errors import KibitzError, TextError

try:
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
    from mpl_toolkits.mplot3d.art3d import Poly3DCollection  # type: ignore[import-untyped]
except ImportError as error:
    raise KibitzError(f"plots need matplotlib; use pip install 'kibitz[plot]' ({error})") from None

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from kibitz.leaf_table import LeafTable

Scale = Literal["rank", "payoff"]
Point = tuple[float, ...]

SUFFIXES = (".svg", ".png", ".pdf")
GREY, LINE, BOUND = "0.82", "tab:blue", "tab:red"


def draw(
    table: LeafTable,
    players: Sequence[int],
    scale: Scale,
    bounds: Sequence[int | None] | None,
    ax: Axes | None,
) -> Axes:
    """Draw the decision space of two or three players and give the axes that it is on."""
    space = _Space(table, players, scale)
    if ax is None:
        from matplotlib import pyplot

        ax = _axes(pyplot.figure(), players)
    if len(players) == 3 and ax.name != "3d":
        raise TextError("expected axes with projection='3d' for three players")
    space.draw(ax)
    if bounds is not None:
        space.draw_bounds(ax, bounds)
    space.finish(ax)
    return ax


def save(
    path: Path,
    table: LeafTable,
    players: Sequence[int],
    scale: Scale,
    bounds: Sequence[int | None] | None,
) -> None:
    """Draw into a file, of the kind that its suffix says; the same every time."""
    if path.suffix not in SUFFIXES:
        raise TextError(f"expected a file that ends in {', '.join(SUFFIXES)}: {str(path)!r}")
    write(path, lambda figure: draw(table, players, scale, bounds, _axes(figure, players)))


def write(path: Path, drawing: Callable[[Figure], object]) -> None:
    """Write what is drawn on a figure into a file, the same every time."""
    files.write(path, rendered(drawing, path.suffix))


def rendered(drawing: Callable[[Figure], object], suffix: str = ".svg") -> bytes:
    """What is drawn on a figure, as the bytes of a file."""
    figure, file = Figure(), io.BytesIO()
    drawing(figure)
    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
    with matplotlib.rc_context({"svg.hashsalt": "kibitz"}):
        kind = suffix.removeprefix(".")
        figure.savefig(file, format=kind, metadata=undated, dpi=150, bbox_inches="tight")
    return file.getvalue()


def _axes(figure: Figure, players: Sequence[int]) -> Axes:
    return figure.add_subplot(projection="3d" if len(players) == 3 else None)


class _Space:
    """The decision space of some players: their outcomes, and the sum that a linear test sees."""

    def __init__(self, table: LeafTable, players: Sequence[int], scale: Scale) -> None:
        sides = range(table.game.sides)
        if len(set(players)) != len(players) or not set(players) <= set(sides):
            raise TextError(f"expected different players of 0 to {sides[-1]}: {_listed(players)}")
        if len(players) not in (2, 3):
            raise TextError(f"expected two or three players to draw: {_listed(players)}")
        if scale not in ("rank", "payoff"):
            raise TextError(f"expected a scale of rank or payoff: {scale!r}")
        self.table, self.players, self.scale = table, tuple(players), scale
        ranked = scale == "rank"
        rows = table.ranks if ranked else table.payoffs
        self.lowest = 0 if ranked else table.lowest
        self.max_sum = max(sum(row) - len(row) * self.lowest for row in rows)
        self.points: list[Point] = sorted(
            {tuple(row[player] for player in players) for row in rows}
        )
        columns = list(zip(*self.points, strict=True))
        self.ranges = [(min(column), max(column)) for column in columns]
        self.margins = [(high - low or 1) / 20 for low, high in self.ranges]
        self.steps = max(len(set(column)) for column in columns)
        self.total = len(players) * self.lowest + self.max_sum
        """What the bounds must add up to for the linear test."""

    def draw(self, ax: Axes) -> None:
        """The exact region, what the linear test sees of it, and the outcomes."""
        if len(self.players) == 3:
            self._draw_in_three(ax)
        else:
            self._draw_in_two(ax)

    def _draw_outcomes(self, ax: Axes, points: list[Point], **style: Any) -> None:
        if points:
            size = min(6, (100 if len(self.players) == 3 else 160) / self.steps)
            style |= {"markersize": size, "markeredgewidth": size / 6}
            columns = zip(*points, strict=True)
            ax.plot(*columns, "o", color="black", markerfacecolor="white", **style)

    def _draw_in_two(self, ax: Axes) -> None:
        corners = self._corners()
        if corners:
            ax.fill(*zip(*corners, strict=True), color=GREY, label="bounds that do not prune")
        ends = zip(*self._section(), strict=True) if self._section() else ([], [])
        ax.plot(*ends, color=LINE, linewidth=2, label=self._linear("x + y"))
        self._draw_outcomes(ax, self.points, label="outcome")
        spans = [high - low for low, high in self.ranges]
        ax.set_aspect("equal" if max(spans) <= 3 * min(spans) else "auto")

    def _linear(self, sum_of: str) -> str:
        reached = "" if self._section() else ", out of reach"
        return f"linear test: {sum_of} = {self.total}{reached}"

    def _section(self) -> list[Point]:
        """The ends of the line, or corners of the plane, of the linear test in the drawing."""
        ranges: list[Point] = list(self.ranges)
        if len(ranges) == 2:  # a line goes on to the frame
            ranges = [
                (low, high + margin)
                for (low, high), margin in zip(self.ranges, self.margins, strict=True)
            ]
        found = set()
        for axis, (low, high) in enumerate(ranges):
            for others in itertools.product(*ranges[:axis], *ranges[axis + 1 :]):
                at = self.total - sum(others)
                if low <= at <= high:
                    found.add((*others[:axis], at, *others[axis:]))
        return sorted(found, key=lambda point: _angle(point, found))

    def _corners(self) -> list[Point]:
        """The border of the points that some outcome exceeds in both coordinates: a staircase."""
        (left, _), (low, _) = self.ranges
        steps: list[Point] = []
        for x, y in sorted(self.points, reverse=True):
            if x > left and y > (steps[-1][1] if steps else low):
                steps += [(x, steps[-1][1] if steps else low), (x, y)]
        return [(left, low), *steps, (left, steps[-1][1])] if steps else []

    def _draw_in_three(self, ax: Any) -> None:
        corners, label = self._section(), self._linear("x + y + z")
        style = {"facecolor": LINE, "edgecolor": LINE, "alpha": 0.25, "zorder": 2}
        ax.add_collection3d(Poly3DCollection([corners], label=label, **style))
        on = [point for point in self.points if sum(point) == self.total]
        below = [point for point in self.points if point not in on]
        ax.computed_zorder = False  # what lies below the plane is seen through it
        self._draw_outcomes(ax, below, zorder=1, label="" if on else "outcome")
        self._draw_outcomes(ax, on, zorder=3, label="outcome")
        ax.view_init(elev=25, azim=45)

    def draw_bounds(self, ax: Axes, bounds: Sequence[int | None]) -> None:
        """A bound vector as a solid point."""
        prunes = self.table.prunes(bounds)
        point = [self._at(player, bounds[player]) for player in self.players]
        shown = ", ".join("-" if bound is None else str(bound) for bound in bounds)
        label = f"bounds ({shown}): {'prune' if prunes else 'do not prune'}"
        ax.plot(*([at] for at in point), "o", color=BOUND, label=label, zorder=4)

    def _at(self, player: int, bound: int | None) -> int:
        """Where a bound, which is a rank, lies on the axis of its player."""
        column = sorted({row[player] for row in self.table.payoffs})
        if bound is None or not 0 <= bound < len(column):
            raise TextError(
                f"expected a bound of 0 to {len(column) - 1} to draw for player {player}: {bound}"
            )
        return bound if self.scale == "rank" else column[bound]

    def finish(self, ax: Any) -> None:
        """Axes, whole numbers on them, a legend below."""
        names = self.table.game.outcome_headings()[1]
        axes = zip("xyz", self.players, self.ranges, self.margins, strict=False)
        for axis, player, (low, high), margin in axes:
            getattr(ax, f"set_{axis}lim")(low - margin, high + margin)
            getattr(ax, f"set_{axis}label")(f"{self.scale} of {names[player]}")
            whole = MaxNLocator(integer=True, steps=(1, 2, 5, 10))
            getattr(ax, f"{axis}axis").set_major_locator(whole)
        ax.set_title("\n".join(textwrap.wrap(str(self.table.game), 60)), fontsize="medium")
        below = -0.15 if len(self.players) == 2 else -0.02
        ax.legend(loc="upper center", bbox_to_anchor=(0.5, below), ncols=2, frameon=False)


def _angle(point: Point, points: set[Point]) -> float:
    """From which side a point on a line or plane of a constant sum is seen from the middle."""
    x, y, *z = (at - sum(column) / len(points) for at, *column in zip(point, *points, strict=True))
    return math.atan2(math.sqrt(3) * (y - sum(z)), 2 * x - y - sum(z))


def _listed(players: Sequence[int]) -> str:
    return ",".join(map(str, players))
