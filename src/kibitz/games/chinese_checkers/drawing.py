"""A position as lines of text and as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from kibitz.games.chinese_checkers.board import Points, Star, listed, opposite
from kibitz.showing.drawing import COLOURS
from kibitz.showing.layout import Drawing, escaped

if TYPE_CHECKING:
    from kibitz.games.chinese_checkers.game import BoardPosition


def _owners(position: BoardPosition) -> dict[int, int]:
    """Who stands on each point that is occupied."""
    return {point: player for player, own in enumerate(position.pieces) for point in listed(own)}


def rows(position: BoardPosition) -> Iterator[str]:
    """The star in lines, with a number on each piece, and names to read a point off.

    At both ends of a row are the names of its outermost points. The numbers over row `e` and
    under row `m`, of which those over 9 have lost their 1, also hold for the rows beyond,
    slanting to the right, as far as the middle row `i`. (On a smaller star these are other rows.)
    """
    owners, star = _owners(position), position.game.star
    widest = 3 * star.rows + 1
    numbers = f"    {' '.join(str(number % 10) for number in range(1, widest + 1))}"
    for letter in star.letters:
        row = _row(star, letter)
        if letter == star.letters[star.rows]:
            yield numbers
        shown = " ".join(str(owners.get(point, ".")) for point in row)
        yield f"{star.names[row[0]]}  {shown:^{2 * widest - 1}}  {star.names[row[-1]]}"
        if letter == star.letters[-1 - star.rows]:
            yield numbers


def _row(star: Star, letter: str) -> list[int]:
    """The points of a row from the left."""
    return [point for point in star.points if star.names[point][0] == letter]


_TINTS = ("#c3dded", "#f6d9c6", "#c2e6dc", "#e9d3e8", "#f8e8c2", "#d6d8da")
_UNIT = 36
"""How far two points are apart in a drawing."""
_STYLE = """
.star polygon { stroke-width: 30; stroke-linejoin: round }
.star .hole { fill: #fffdf8; stroke: #cdbd9f; stroke-width: 1.5 }
.star .piece { stroke: #333; stroke-width: 1 }
.star text { font-family: sans-serif; text-anchor: middle }
.star .player { fill: white; font-size: 13px; font-weight: bold }
.star .row { fill: #6b5f4a; font-size: 13px; font-weight: bold }
.star .number { fill: #8a7d66; font-size: 9px }
.star .piece + .player + .number { fill: white; font-size: 8px }
.star .path { fill: none; stroke: #222; stroke-width: 5; stroke-linejoin: round }
.star .remark { fill: #333; font-size: 15px }
"""


def _xy(star: Star, point: int) -> tuple[float, float]:
    """Where a point is in a drawing."""
    across, other, down = star.places[point]
    return round((across - other) / 2 * _UNIT, 1), round(down * 0.75**0.5 * _UNIT, 1)


def points(position: BoardPosition) -> list[dict[str, Any]]:
    """Every point by its name: where it is drawn, who stands on it, and who wants to end there."""
    owners, goals, star = _owners(position), position.game.goals, position.game.star
    return [
        {
            "name": star.names[point],
            "x": _xy(star, point)[0],
            "y": _xy(star, point)[1],
            "owner": owners.get(point),
            "goal": next((at for at, goal in enumerate(goals) if goal >> point & 1), None),
        }
        for point in star.points
    ]


def _polygon(star: Star, points: Points, colour: str) -> str:
    """A triangle or hexagon of points; its corners have the fewest neighbours in it."""
    beside = {point: (star.neighbours[point] & points).bit_count() for point in listed(points)}
    corners = [point for point in beside if beside[point] == min(beside.values())]
    if len(corners) > 3:  # down on the left, then up on the right
        corners = [*corners[::2], *corners[::-2]]
    outline = " ".join(f"{x},{y}" for x, y in (_xy(star, one) for one in corners))
    return f'<polygon fill="{colour}" stroke="{colour}" points="{outline}"/>'


def svg(position: BoardPosition, path: Sequence[int] = ()) -> Drawing:
    """The star as SVG; a triangle has the colour of who starts there, or wants to end there.

    A row has its letter at both ends and every point its number, so that its name can be read;
    a path is a line under the points that it touches or jumps over.
    """
    seats, star = position.game.seats, position.game.star
    half = 65 * star.rows  # of the height and width
    tints = {opposite(tip): tint for tip, tint in zip(seats, _TINTS, strict=False)}
    tints |= dict(zip(seats, _TINTS, strict=False))
    owners = _owners(position)
    parts = [
        '<svg class="star" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="-{half} -{half + 20} {2 * half} {2 * half + 90}" width="{2 * half}">',
        f"<title>{escaped(str(position))}</title>",
        f"<style>{_STYLE}</style>",
        _polygon(star, star.centre, "#f4ecdd"),
        *(
            _polygon(star, camp, tints.get(tip, "#eadfca"))
            for tip, camp in enumerate(star.triangles)
        ),
        *([_path(star, path)] if path else []),
        *(_point(star, point, owners.get(point)) for point in star.points),
        *(_letters(star, letter) for letter in star.letters),
    ]
    for line, remark in enumerate(position.remarks()):
        parts.append(_text("remark", 0, half + 38 + 20 * line, remark))
    return Drawing("\n".join([*parts, "</svg>"]))


def _text(kind: str, x: float, y: float, words: object) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escaped(str(words))}</text>'


def _point(star: Star, point: int, owner: int | None) -> str:
    """A hole with its number, or a piece with that of its player over it."""
    (x, y), number = _xy(star, point), star.names[point][1:]
    name = f"<title>{star.names[point]}</title>"
    if owner is None:
        hole = f'<circle class="hole" cx="{x}" cy="{y}" r="9">{name}</circle>'
        return hole + _text("number", x, y + 3, number)
    piece = f'<circle class="piece" cx="{x}" cy="{y}" r="14" fill="{COLOURS[owner]}">'
    return (
        f"{piece}{name}</circle>"
        + _text("player", x, y + 2.5, owner)
        + _text("number", x, y + 11, number)
    )


def _letters(star: Star, letter: str) -> str:
    """The name of a row at both of its ends."""
    row = _row(star, letter)
    (left, y), (right, _) = _xy(star, row[0]), _xy(star, row[-1])
    return _text("row", left - 25, y + 4, letter) + _text("row", right + 25, y + 4, letter)


def _path(star: Star, path: Sequence[int]) -> str:
    """A line from point to point, and a ring where it ends."""
    corners = [_xy(star, point) for point in path]
    line = " ".join(f"{x},{y}" for x, y in corners)
    x, y = corners[-1]
    return (
        f'<polyline class="path" points="{line}"/><circle class="path" cx="{x}" cy="{y}" r="13"/>'
    )
