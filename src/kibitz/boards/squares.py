"""Boards of squares: names, lines of text, drawings, and what the page shows.

Columns go by letters from the left and rows by numbers from the bottom, as in chess: the lower
left square is `a1`. Squares are numbered row by row from the top left, as they are read.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.errors import TextError
from kibitz.showing.drawing import COLOURS
from kibitz.showing.layout import Drawing, escaped

LETTERS = "abcdefghijklmnopqrstuvwxyz"
EMPTY, DIGITS = ".", "0123"
"""The signs of squares, where players stand by themselves."""
NEUTRAL = "#8d8f92"
"""The colour of what belongs to nobody."""

Stack = Sequence[int]
"""What stands on a square, the lowest first: players, or -1 for what belongs to nobody."""


@dataclass(frozen=True)
class Squares:
    """A board with this many rows and columns, some squares of which may be missing."""

    size: int
    missing: frozenset[int] = frozenset()

    @functools.cached_property
    def all(self) -> tuple[int, ...]:
        """The squares by number."""
        return tuple(at for at in range(self.size**2) if at not in self.missing)

    @functools.cached_property
    def names(self) -> dict[int, str]:
        """The name of each square."""
        size = self.size
        return {at: f"{LETTERS[at % size]}{size - at // size}" for at in self.all}

    @functools.cached_property
    def by_name(self) -> dict[str, int]:
        """The square that has a name."""
        return {name: at for at, name in self.names.items()}

    def step(self, square: int, down: int, right: int) -> int | None:
        """The square this many rows down and columns to the right, if there is one."""
        row, column = square // self.size + down, square % self.size + right
        at = row * self.size + column
        inside = 0 <= row < self.size and 0 <= column < self.size
        return at if inside and at not in self.missing else None

    def read_rows(self, word: str, line: str) -> str:
        """The signs of the squares, from rows with strokes between; errors show the whole line."""
        rows = word.split("/")
        if len(rows) != self.size or any(len(row) != self.size for row in rows):
            raise TextError(f"expected {self.size} rows of {self.size} squares: {word!r}")
        for sign in "".join(rows):
            if sign not in EMPTY + DIGITS:
                raise TextError(f"expected squares of {EMPTY} and 0 to 3: {sign!r} in {line!r}")
        return "".join(rows)

    def rows(self, signs: str) -> list[str]:
        """The signs of the squares row by row."""
        return [signs[at : at + self.size] for at in range(0, self.size**2, self.size)]

    def lines(self, written: Callable[[int], str], width: int = 1) -> Iterator[str]:
        """The board in lines, with what is written for each square, between the names."""
        letters = " ".join(f"{letter:<{width}}" for letter in LETTERS[: self.size]).rstrip()
        yield f"    {letters}"
        for row in range(self.size):
            places = range(row * self.size, (row + 1) * self.size)
            cells = (" " if at in self.missing else written(at) for at in places)
            yield f"{self.size - row:>3} {' '.join(f'{cell:<{width}}' for cell in cells)}".rstrip()

    def as_dicts(self, stack: Callable[[int], Stack]) -> list[dict[str, Any]]:
        """Every square by its name: its row, its column, and what stands on it."""
        return [
            {
                "name": name,
                "row": at // self.size,
                "column": at % self.size,
                "stack": list(stack(at)),
            }
            for at, name in self.names.items()
        ]

    def svg(
        self,
        title: str,
        stack: Callable[[int], Stack],
        remarks: Sequence[str] = (),
        round: bool = True,
    ) -> Drawing:
        """The board as SVG: discs, the upper ones of a stack raised, or whole squares of colour."""
        edge, unit = self.size * _UNIT, _UNIT
        height = edge + unit + 20 * len(remarks)
        parts = [
            '<svg class="squares" xmlns="http://www.w3.org/2000/svg" '
            f'viewBox="{-unit} {-unit // 2} {edge + 2 * unit} {height}" width="{edge + 2 * unit}">',
            f"<title>{escaped(title)}</title>",
            f"<style>{_STYLE}</style>",
        ]
        for at, name in self.names.items():
            x, y = at % self.size * unit, at // self.size * unit
            parts.append(f'<rect class="cell" x="{x}" y="{y}" width="{unit}" height="{unit}">')
            parts.append(f"<title>{name}</title></rect>")
            draw = _disc if round else _cell
            parts += [draw(x, y, level, owner) for level, owner in enumerate(stack(at))]
        for at in range(self.size):
            middle = at * unit + unit // 2
            parts.append(_text("name", middle, edge + 14, LETTERS[at]))
            parts.append(_text("name", -12, middle + 4, self.size - at))
        for line, remark in enumerate(remarks):
            parts.append(_text("remark", edge // 2, edge + 34 + 20 * line, remark))
        return Drawing("\n".join([*parts, "</svg>"]))


_UNIT = 40
_STYLE = """
.squares .cell { fill: #f4ecdd; stroke: #cdbd9f }
.squares .piece { stroke: #333; stroke-width: 1 }
.squares text { font-family: sans-serif; text-anchor: middle }
.squares .player { fill: white; font-size: 12px; font-weight: bold }
.squares .name { fill: #6b5f4a; font-size: 11px }
.squares .remark { fill: #333; font-size: 14px }
"""


def _text(kind: str, x: float, y: float, words: object) -> str:
    return f'<text class="{kind}" x="{x}" y="{y}">{escaped(str(words))}</text>'


def _shown(owner: int) -> tuple[str, str]:
    """The colour of an owner, and its number."""
    return (NEUTRAL, "") if owner < 0 else (COLOURS[owner], str(owner))


def _disc(x: int, y: int, level: int, owner: int) -> str:
    colour, number = _shown(owner)
    middle, height = x + _UNIT // 2, y + _UNIT // 2 + 6 - 5 * level
    disc = f'<ellipse class="piece" cx="{middle}" cy="{height}" rx="15" ry="11" fill="{colour}"/>'
    return disc + _text("player", middle, height + 4, number)


def _cell(x: int, y: int, level: int, owner: int) -> str:
    colour, number = _shown(owner)
    sides = f'x="{x}" y="{y}" width="{_UNIT}" height="{_UNIT}"'
    cell = f'<rect class="piece" {sides} fill="{colour}"/>'
    return cell + _text("player", x + _UNIT // 2, y + _UNIT // 2 + 4, number)
