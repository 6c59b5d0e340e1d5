"""Blokus in numbers: pieces as data, and what each player has covered as rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kibitz.boards.squares import DIGITS
from kibitz.engines.kernel import _kernel
from kibitz.engines.kernel.adapter import Numbers
from kibitz.engines.kernel.standing import Standing
from kibitz.games.blokus import BlokusPosition

if TYPE_CHECKING:
    from kibitz._kernel import Record


class BlokusBoard(Standing):
    """Positions of `blokus`."""

    positions = BlokusPosition

    @property
    def native(self) -> Callable[..., Record]:
        return _kernel.search_blokus

    def board(self, position: BlokusPosition) -> Numbers:
        game, rows = position.game, position.board.rows(position.squares)
        ways = [(number, cells) for number, laid in enumerate(game.pieces) for cells in laid]
        return {
            "size": game.size,
            "piece_of": [number for number, _ in ways],
            "cells": [[row << 3 | column for row, column in cells] for _, cells in ways],
            "rows": [_row(row, player) for player in DIGITS for row in rows],
            "left": [sum(1 << number for number in left) for left in position.left],
            "last": list(map(int, position.last)),
        }


def _row(row: str, player: str) -> int:
    """The squares of a player in a row, the first column first."""
    return sum(1 << at for at, sign in enumerate(row) if sign == player)


ADAPTER = BlokusBoard()
