"""A position as lines of text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.games.chinese_checkers.board import (
    CENTRE,
    LETTERS,
    NAMES,
    NEIGHBOURS,
    PLACES,
    POINTS,
    TRIANGLES,
    Points,
    listed,
    opposite,
)

if TYPE_CHECKING:
    from kibitz.games.chinese_checkers.game import BoardPosition


def _owners(position: BoardPosition) -> dict[int, int]:
    """Who stands on each point that is occupied."""
    return {point: player for player, own in enumerate(position.pieces) for point in listed(own)}


def rows(position: BoardPosition) -> Iterator[str]:
    """The star in lines, with a number on each piece."""
    owners = _owners(position)
    for letter in LETTERS:
        row = [str(owners.get(p, ".")) for p in POINTS if NAMES[p][0] == letter]
        yield f"{letter}  {' '.join(row):^25}".rstrip()


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a0479b", "#e0a000", "#4d5358")
_TINTS = ("#c3dded", "#f6d9c6", "#c2e6dc", "#e9d3e8", "#f8e8c2", "#d6d8da")
_UNIT = 36
"""How far two points are apart in a drawing."""
_STYLE = """
.star polygon { stroke-width: 30; stroke-linejoin: round }
.star .hole { fill: #fffdf8; stroke: #cdbd9f; stroke-width: 1.5 }
.star .piece { stroke: #333; stroke-width: 1 }
.star text { font-family: sans-serif; text-anchor: middle }
.star .player { fill: white; font-size: 14px; font-weight: bold }
.star .row { fill: #8a7d66; font-size: 12px }
.star .remark { fill: #333; font-size: 15px }
"""


def _xy(point: int) -> tuple[float, float]:
    """Where a point is in a drawing."""
    across, other, down = PLACES[point]
    return round((across - other) / 2 * _UNIT, 1), round(down * 0.75**0.5 * _UNIT, 1)


def _polygon(points: Points, colour: str) -> str:
    """A triangle or hexagon of points; its corners have the fewest neighbours in it."""
    beside = {point: (NEIGHBOURS[point] & points).bit_count() for point in listed(points)}
    corners = [point for point in beside if beside[point] == min(beside.values())]
    if len(corners) > 3:  # down on the left, then up on the right
        corners = [*corners[::2], *corners[::-2]]
    outline = " ".join(f"{x},{y}" for x, y in map(_xy, corners))
    return f'<polygon fill="{colour}" stroke="{colour}" points="{outline}"/>'


def svg(position: BoardPosition) -> str:
    """The star as SVG; a triangle has the colour of who starts there, or wants to end there."""
    seats = position.game.seats
    tints = {opposite(tip): tint for tip, tint in zip(seats, _TINTS, strict=False)}
    tints |= dict(zip(seats, _TINTS, strict=False))
    parts = [
        '<svg class="star" xmlns="http://www.w3.org/2000/svg" '
        'viewBox="-260 -280 520 610" width="520">',
        f"<title>{position}</title>",
        f"<style>{_STYLE}</style>",
        _polygon(CENTRE, "#f4ecdd"),
        *(_polygon(camp, tints.get(tip, "#eadfca")) for tip, camp in enumerate(TRIANGLES)),
    ]
    owners = _owners(position)
    for point in POINTS:
        x, y = _xy(point)
        if NAMES[point][1:] == "1":
            parts.append(
                f'<text class="row" x="{x - 28:.1f}" y="{y + 4:.1f}">{NAMES[point][0]}</text>'
            )
        owner = owners.get(point)
        if owner is None:
            parts.append(f'<circle class="hole" cx="{x}" cy="{y}" r="9"/>')
        else:
            parts.append(
                f'<circle class="piece" cx="{x}" cy="{y}" r="14" fill="{_COLOURS[owner]}"/>'
                f'<text class="player" x="{x}" y="{y + 5:.1f}">{owner}</text>'
            )
    for line, remark in enumerate(position.remarks()):
        parts.append(f'<text class="remark" x="0" y="{298 + 20 * line}">{remark}</text>')
    return "\n".join([*parts, "</svg>"])
