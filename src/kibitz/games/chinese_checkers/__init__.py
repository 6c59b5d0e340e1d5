"""Chinese Checkers: ten pieces each, by steps and chains of jumps across a star of 121 points.

board      the points: names, neighbours, jumps, triangles, how far it is to a tip
game       the rules and the positions
way_home   a table of how many moves home it is with nobody else on the board
drawing    a position in a terminal and as SVG
"""

from __future__ import annotations

from kibitz.games.chinese_checkers.board import NAMES, Points, listed, points_of
from kibitz.games.chinese_checkers.game import PASS, BoardMove, BoardPosition, ChineseCheckers

__all__ = [
    "NAMES",
    "PASS",
    "BoardMove",
    "BoardPosition",
    "ChineseCheckers",
    "Points",
    "listed",
    "points_of",
]
