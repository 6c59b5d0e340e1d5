"""The board: a star of 121 points, what is beside what, and how far it is to the tips.

Rows go by letters from the top, `a` to `q`, and points by their place in the row from the
left, so `a1` is the upper tip and `e13` the right end of the fifth row. A set of points is
the bits of one int, by the number of the point, which counts row by row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kibitz.errors import TextError

Points = int

# A point has three coordinates that add up to 0, one for each direction in which rows can
# run. The star is two large triangles, one over the other.

LETTERS = "abcdefghijklmnopq"
"""The names of the rows."""
PLACES = tuple(
    (across, -across - down, down)
    for down in range(-8, 9)
    for across in range(-8, 9)
    if max(across, -across - down, down) <= 4 or min(across, -across - down, down) >= -4
)
"""The coordinates of each point."""
_AT = {place: point for point, place in enumerate(PLACES)}
_DIRECTIONS = ((0, 1, -1), (1, 0, -1), (1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0))

POINTS = range(len(PLACES))


def _point_names() -> Iterator[str]:
    widths = [0] * len(LETTERS)
    for _, _, down in PLACES:
        widths[down + 8] += 1
        yield f"{LETTERS[down + 8]}{widths[down + 8]}"


NAMES = tuple(_point_names())
"""The name of each point."""
BY_NAME = {name: point for point, name in enumerate(NAMES)}


def _at(point: int, direction: tuple[int, int, int], steps: int) -> int | None:
    """The point so many steps away, if it is on the board."""
    a, b, c = PLACES[point]
    x, y, z = direction
    return _AT.get((a + steps * x, b + steps * y, c + steps * z))


def points_of(found: Iterable[int]) -> Points:
    """The set of these points."""
    points = 0
    for point in found:
        points |= 1 << point
    return points


def listed(points: Points) -> Iterator[int]:
    """The points of a set by number."""
    while points:
        lowest_bit = points & -points
        yield lowest_bit.bit_length() - 1
        points ^= lowest_bit


def read_points(word: str) -> Points:
    """The set that names such as `a1b1b2` say."""
    points = 0
    if not re.fullmatch(r"(?:[a-z][0-9]+)+", word, re.ASCII):
        raise TextError(f"expected points such as a1b1b2: {word!r}")
    for name in re.findall(r"[a-z][0-9]+", word):
        if name not in BY_NAME:
            raise TextError(f"expected points of the board: {name!r} in {word!r}")
        if points >> BY_NAME[name] & 1:
            raise TextError(f"expected each point once: {name!r} in {word!r}")
        points |= 1 << BY_NAME[name]
    return points


def write_points(points: Points) -> str:
    """The names of a set of points."""
    return "".join(NAMES[point] for point in listed(points))


# Steps and jumps.


def _around(point: int) -> Iterator[int]:
    for direction in _DIRECTIONS:
        beside = _at(point, direction, 1)
        if beside is not None:
            yield beside


def _jumps(point: int) -> Iterator[tuple[Points, Points, int]]:
    for direction in _DIRECTIONS:
        over, landing = _at(point, direction, 1), _at(point, direction, 2)
        if over is not None and landing is not None:
            yield 1 << over, 1 << landing, landing


NEIGHBOURS = tuple(points_of(_around(point)) for point in POINTS)
JUMPS = tuple(tuple(_jumps(point)) for point in POINTS)
"""From each point: what is jumped over, where that leads as a set, and as a point."""


def targets(start: int, occupied: Points) -> Points:
    """Where a piece can go in one move: a step, or any chain of jumps."""
    others = occupied ^ 1 << start
    closed = occupied
    waiting = [start]
    while waiting:
        for over, landing, point in JUMPS[waiting.pop()]:
            if others & over and not closed & landing:
                closed |= landing
                waiting.append(point)
    return closed ^ occupied | NEIGHBOURS[start] & ~occupied


def path(start: int, target: int, occupied: Points) -> tuple[int, ...]:
    """The points that a piece touches on its way: a step, else one of the shortest chains."""
    if NEIGHBOURS[start] >> target & 1:
        return start, target
    others = occupied ^ 1 << start
    seen: dict[int, tuple[int, ...]] = {start: (start,)}
    for here in (waiting := [start]):
        for over, landing, point in JUMPS[here]:
            if others & over and not others & landing and point not in seen:
                seen[point] = (*seen[here], point)
                waiting.append(point)
    return seen[target]


# The six tips, clockwise from the top.


def _advanced(point: int, tip: int) -> int:
    """How many rows a point is away from the row of a tip, 0 to 16."""
    across, other, down = PLACES[point]
    return 8 - (-down, across, -other, down, -across, other)[tip]


_ROWS = tuple(tuple(_advanced(point, tip) for point in POINTS) for tip in range(6))
"""How many rows each point is away from each tip."""
TRIANGLES = tuple(points_of(p for p in POINTS if rows[p] < 4) for rows in _ROWS)
"""The ten points at each tip."""
CENTRE = points_of(p for p in POINTS if all(4 <= rows[p] <= 12 for rows in _ROWS))
"""The hexagon between them."""
_TIPS = tuple(rows.index(0) for rows in _ROWS)
"""The outermost point of each."""


def opposite(tip: int) -> int:
    """The tip across the board."""
    return (tip + 3) % 6


def _gained(point: int, tip: int) -> int:
    """How many steps nearer to the opposite tip a point is than this tip, 0 to 16."""
    goal = PLACES[_TIPS[opposite(tip)]]
    return 16 - max(abs(a - b) for a, b in zip(PLACES[point], goal, strict=True))


STEPS = tuple(tuple(_gained(point, tip) for point in POINTS) for tip in range(6))
"""How many steps nearer to the opposite tip each point is than each tip.

Unlike rows, steps also count what is left to go sideways, so that nothing stands still at the
end of a game; in the triangles of the two tips they are the same.
"""
_WEIGHTS = tuple(
    tuple(points_of(p for p in POINTS if steps[p] >> bit & 1) for bit in range(5))
    for steps in STEPS
)
"""The points whose number of steps has this bit, so that steps are added up by counting."""
_AT_START = 20
"""How many steps ten pieces have gained at the start, counted from their tip."""


def steps_gained(tip: int, pieces: Points) -> int:
    """How many steps ten pieces have gained since the start at this tip, 0 to 120."""
    one, two, four, eight, sixteen = _WEIGHTS[tip]
    return (
        (pieces & one).bit_count()
        + 2 * (pieces & two).bit_count()
        + 4 * (pieces & four).bit_count()
        + 8 * (pieces & eight).bit_count()
        + 16 * (pieces & sixteen).bit_count()
        - _AT_START
    )
