"""Checks the table of the way home on the board of 73 points at random placements.

    python tests/verify_way_home.py [NUMBER]

Each must be one move further than the nearest placement that a move leads to, and the most is 28.
The table is made by `kibitz build way-home`.
"""

from __future__ import annotations

import random
import sys

from kibitz.games.chinese_checkers import listed, points_of, way_home
from kibitz.games.chinese_checkers.board import star


def main(number: int) -> int:
    """How many placements are wrong."""
    draw, board, moves, wrong = random.Random(1), star(3), way_home.table(3), 0
    for _ in range(number):
        here = points_of(draw.sample(board.points, board.pieces))
        nearest = min(
            moves[way_home.number(listed(here ^ (1 << start | 1 << target)))]
            for start in listed(here)
            for target in listed(board.targets(start, here))
        )
        found = moves[way_home.number(listed(here))]
        home = here == board.triangles[3]
        wrong += found != (0 if home else 1 + nearest)
    print(f"{number:,} placements, {wrong} wrong; the most is {moves[-1]}")
    return wrong + (moves[-1] != 28)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 10_000) > 0)
