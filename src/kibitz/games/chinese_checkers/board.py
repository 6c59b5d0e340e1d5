"""The board: a star, what is beside what, and how far it is to the tips.

The star of the usual board has triangles of four rows, 121 points; that of three rows has 73.
Rows go by letters from the top, `a` to `q`, and points by their place in the row from the
left, so `a1` is the upper tip and `e13` the right end of the fifth row. A set of points is
the bits of one int, by the number of the point, which counts row by row.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator

from kibitz.errors import TextError

Points = int
Place = tuple[int, int, int]
"""Three coordinates that add up to 0, one for each direction in which rows can run."""

LETTERS = "abcdefghijklmnopq"
"""The names of the rows."""
_DIRECTIONS = ((0, 1, -1), (1, 0, -1), (1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0))


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


def opposite(tip: int) -> int:
    """The tip across the board."""
    return (tip + 3) % 6


class Star:
    """A board whose six triangles, clockwise from the top, have these numbers of rows."""

    def __init__(self, rows: int) -> None:
        self.rows, self.last = rows, 4 * rows
        """How many rows a triangle has, and how many the star has after the first."""
        self.letters = LETTERS[: self.last + 1]
        """The names of the rows."""
        far = range(-2 * rows, 2 * rows + 1)
        self.places: tuple[Place, ...] = tuple(
            place
            for down in far
            for across in far
            for place in [(across, -across - down, down)]
            if max(place) <= rows or min(place) >= -rows  # one large triangle over the other
        )
        """The coordinates of each point."""
        self.points = range(len(self.places))
        self._at = {place: point for point, place in enumerate(self.places)}
        self.names = tuple(self._point_names())
        """The name of each point."""
        self.by_name = {name: point for point, name in enumerate(self.names)}
        self.neighbours = tuple(points_of(self._around(point)) for point in self.points)
        self.jumps = tuple(tuple(self._jumps(point)) for point in self.points)
        """From each point: what is jumped over, where that leads as a set, and as a point."""
        away = [[self._advanced(point, tip) for point in self.points] for tip in range(6)]
        self.triangles = tuple(points_of(p for p in self.points if far[p] < rows) for far in away)
        """The points at each tip."""
        self.centre = points_of(
            p for p in self.points if all(rows <= far[p] <= 3 * rows for far in away)
        )
        """The hexagon between them."""
        self.pieces = self.triangles[0].bit_count()
        """How many pieces a player has."""
        tips = [far.index(0) for far in away]
        self.steps = tuple(
            tuple(self._gained(point, tips[opposite(tip)]) for point in self.points)
            for tip in range(6)
        )
        """How many steps nearer to the opposite tip each point is than each tip.

        Unlike rows, steps also count what is left to go sideways, so that nothing stands still at
        the end of a game; in the triangles of the two tips they are the same.
        """
        self._weights = tuple(
            tuple(points_of(p for p in self.points if steps[p] >> bit & 1) for bit in range(5))
            for steps in self.steps
        )
        """The points whose number of steps has this bit, so that steps are added up by counting."""
        self._at_start = sum(self.steps[0][point] for point in listed(self.triangles[0]))
        """How many steps the pieces have gained at the start, counted from their tip."""

    def _point_names(self) -> Iterator[str]:
        widths = [0] * len(self.letters)
        for _, _, down in self.places:
            row = down + 2 * self.rows
            widths[row] += 1
            yield f"{self.letters[row]}{widths[row]}"

    def at(self, place: Place) -> int:
        """The point with these coordinates."""
        return self._at[place]

    def _beside(self, point: int, direction: Place, steps: int) -> int | None:
        """The point this many steps away, if it is on the board."""
        a, b, c = self.places[point]
        x, y, z = direction
        return self._at.get((a + steps * x, b + steps * y, c + steps * z))

    def _around(self, point: int) -> Iterator[int]:
        for direction in _DIRECTIONS:
            beside = self._beside(point, direction, 1)
            if beside is not None:
                yield beside

    def _jumps(self, point: int) -> Iterator[tuple[Points, Points, int]]:
        for direction in _DIRECTIONS:
            over, landing = self._beside(point, direction, 1), self._beside(point, direction, 2)
            if over is not None and landing is not None:
                yield 1 << over, 1 << landing, landing

    def _advanced(self, point: int, tip: int) -> int:
        """How many rows a point is away from the row of a tip."""
        across, other, down = self.places[point]
        return 2 * self.rows - (-down, across, -other, down, -across, other)[tip]

    def _gained(self, point: int, goal: int) -> int:
        """How many steps nearer to a tip a point is than the tip across the board."""
        apart = zip(self.places[point], self.places[goal], strict=True)
        return self.last - max(abs(a - b) for a, b in apart)

    def steps_gained(self, tip: int, pieces: Points) -> int:
        """How many steps the pieces of a player have gained since the start at this tip."""
        one, two, four, eight, sixteen = self._weights[tip]
        return (
            (pieces & one).bit_count()
            + 2 * (pieces & two).bit_count()
            + 4 * (pieces & four).bit_count()
            + 8 * (pieces & eight).bit_count()
            + 16 * (pieces & sixteen).bit_count()
            - self._at_start
        )

    def read_points(self, word: str) -> Points:
        """The set that names such as `a1b1b2` say."""
        points = 0
        if not re.fullmatch(r"(?:[a-z][0-9]+)+", word, re.ASCII):
            raise TextError(f"expected points such as a1b1b2: {word!r}")
        for name in re.findall(r"[a-z][0-9]+", word):
            if name not in self.by_name:
                raise TextError(f"expected points of the board: {name!r} in {word!r}")
            if points >> self.by_name[name] & 1:
                raise TextError(f"expected each point once: {name!r} in {word!r}")
            points |= 1 << self.by_name[name]
        return points

    def write_points(self, points: Points, between: str = "") -> str:
        """The names of a set of points."""
        return between.join(self.names[point] for point in listed(points))

    def targets(self, start: int, occupied: Points) -> Points:
        """Where a piece can go in one move: a step, or any chain of jumps."""
        others = occupied ^ 1 << start
        closed = occupied
        waiting = [start]
        while waiting:
            for over, landing, point in self.jumps[waiting.pop()]:
                if others & over and not closed & landing:
                    closed |= landing
                    waiting.append(point)
        return closed ^ occupied | self.neighbours[start] & ~occupied

    def path(self, start: int, target: int, occupied: Points) -> tuple[int, ...]:
        """The points that a piece touches on its way: a step, else one of the shortest chains."""
        if self.neighbours[start] >> target & 1:
            return start, target
        others = occupied ^ 1 << start
        seen: dict[int, tuple[int, ...]] = {start: (start,)}
        for here in (waiting := [start]):
            for over, landing, point in self.jumps[here]:
                if others & over and not others & landing and point not in seen:
                    seen[point] = (*seen[here], point)
                    waiting.append(point)
        return seen[target]


@functools.cache
def star(rows: int) -> Star:
    """The board with triangles of this many rows."""
    return Star(rows)


NAMES = star(4).names
"""The name of each point of the usual board."""
