"""The way home: how many moves the pieces of one player need with nobody else on the board.

A table has this number for every placement of the pieces, by the number of the placement, and then
the most of them. Placements are numbered for the player who starts from the upper tip; for the
others the board is turned. That of the points p0 < p1 < ... is C(p0, 1) + C(p1, 2) + ...

With triangles of two rows there are 7,770 placements and the table is made here. With three rows
there are 170,230,452: `kibitz build way-home` makes the table in the kernel, once, and keeps it in
a file, which both engines read. With four rows there are too many.
"""

from __future__ import annotations

import functools
import mmap
import os
from collections.abc import Iterable, Sequence
from math import comb
from pathlib import Path

from kibitz.errors import GameError, NotMadeYet, reading
from kibitz.games.chinese_checkers.board import Points, listed, opposite, points_of, star

HERE, IN_A_FILE = 2, 3
"""How many rows the triangles have for a table that is made here, and for one in a file."""
NAME = "way-home"


def number(points: Iterable[int]) -> int:
    """The number of the placement on these points, the lowest first."""
    return sum(comb(point, some) for some, point in enumerate(points, 1))


@functools.cache
def size(rows: int) -> int:
    """How many placements there are."""
    board = star(rows)
    return comb(len(board.points), board.pieces)


def made(rows: int) -> bytes:
    """The table. Every move can be taken back, so it is found by moves out of the goal."""
    board = star(rows)
    goal = board.triangles[opposite(0)]
    found, last = {goal: 0}, [goal]
    for here in last:
        for start in listed(here):
            for target in listed(board.targets(start, here)):
                placed = here ^ (1 << start | 1 << target)
                if placed not in found:
                    found[placed] = found[here] + 1
                    last.append(placed)
    moves = bytearray(size(rows) + 1)
    for placed, away in found.items():
        moves[number(listed(placed))] = away
    moves[-1] = found[last[-1]]
    return bytes(moves)


def path() -> Path:
    """Where the table in a file is."""
    cache = os.environ.get("XDG_CACHE_HOME", "")
    place = Path(cache) if Path(cache).is_absolute() else Path.home() / ".cache"
    return place / "kibitz" / f"{NAME}-{IN_A_FILE}.bin"


@functools.cache
def table(rows: int) -> bytes | mmap.mmap:
    """The table of a board, made or read the first time."""
    if rows == HERE:
        return made(rows)
    file = path()
    if not file.exists():
        raise NotMadeYet(f"expected a table of the way home; make it by: kibitz build {NAME}")
    with reading(file, "a table"), file.open("rb") as opened:
        found = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    if len(found) != size(rows) + 1:
        raise GameError(f"expected a table of {size(rows) + 1:,} bytes: {str(file)!r}")
    return found


@functools.cache
def _turned(rows: int, tip: int) -> Sequence[int]:
    """Where each point is when the board is turned so that a tip is the upper one."""
    board = star(rows)
    return [
        board.at((away[(tip + 1) % 6], -away[(tip + 2) % 6], -away[tip]))
        for across, other, down in board.places
        for away in [(-down, across, -other, down, -across, other)]
    ]


def saved(rows: int, tip: int, pieces: Points) -> int:
    """How many moves fewer than the most these pieces need, which started at a tip."""
    moves, turned = table(rows), _turned(rows, tip)
    placed = points_of(turned[point] for point in listed(pieces))
    return moves[-1] - moves[number(listed(placed))]
