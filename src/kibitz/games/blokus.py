"""Blokus: pieces of one to five squares, which touch their own colour at corners only.

A position is the board row by row from the top, who moves, and the players whose last piece was
that of one square, or `-`. A digit is a square of that player.

    0......1/00....11/.../3......2 0 -

`start` is the usual start. A move is the squares that a piece covers as they are read, `a8a7b7`.
A player who cannot move never can again: its turns are left out.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from kibitz import text
from kibitz.boards.position import SquaresPosition
from kibitz.boards.squares import DIGITS, EMPTY, Squares
from kibitz.boards.standing import StandingGame, ended
from kibitz.errors import GameError, TextError, check_kind
from kibitz.game import Move, stream_of
from kibitz.scoring import Utility

BESIDE = ((-1, 0), (0, -1), (0, 1), (1, 0))
LARGEST = 5

Cells = tuple[tuple[int, int], ...]
"""Rows and columns, sorted; the least of both is 0."""


def _pushed(cells: Sequence[tuple[int, int]]) -> Cells:
    """The same shape in the upper left corner."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def _turned(cells: Cells) -> list[Cells]:
    """All that a shape becomes when it is turned and flipped, sorted."""
    found = set()
    for _ in range(4):
        cells = _pushed([(column, -row) for row, column in cells])
        found |= {cells, _pushed([(row, -column) for row, column in cells])}
    return sorted(found)


@functools.cache
def pieces(largest: int) -> tuple[tuple[Cells, ...], ...]:
    """Every piece of up to this many squares in all ways to lay it, the largest pieces first."""
    of_size: list[set[Cells]] = [{((0, 0),)}]
    for _ in range(1, largest):
        grown = {
            _turned(_pushed([*cells, (row + down, column + right)]))[0]
            for cells in of_size[-1]
            for row, column in cells
            for down, right in BESIDE
            if (row + down, column + right) not in cells
        }
        of_size.append(grown)
    return tuple(tuple(_turned(cells)) for some in reversed(of_size) for cells in sorted(some))


@functools.cache
def _room(size: int, cells: Cells) -> int:
    """Where the upper left corner of a shape can be, for it to be on the board."""
    high, wide = max(row for row, _ in cells), max(column for _, column in cells)
    row = "1" * (size - wide) + "0" * wide
    return int(row * (size - high) + "0" * size * high or "0", 2)


class Placement(NamedTuple):
    """A piece, and the squares that it would cover."""

    piece: int
    squares: tuple[int, ...]


@dataclass(frozen=True, repr=False)
class Blokus(StandingGame):
    """Blokus, 4 players."""

    name: ClassVar[str] = "blokus"
    examples: ClassVar = (
        "blokus(size=5,largest=2)",
        "blokus(size=6,largest=3,utility=share)",
    )

    players: int = 4
    size: int = 20
    """Rows and columns of the board."""
    largest: int = LARGEST
    """Of how many squares the largest pieces are."""
    utility: Utility = Utility.parse("victory")  # noqa: RUF009

    def __post_init__(self) -> None:
        if self.players != len(DIGITS):
            raise TextError(f"expected 4 players: {self.players}")
        if not 3 <= self.size <= 20:
            raise TextError(f"expected a size of 3 to 20: {self.size}")
        if not 1 <= self.largest <= LARGEST:
            raise TextError(f"expected largest pieces of 1 to {LARGEST} squares: {self.largest}")
        self.check_utility()

    @functools.cached_property
    def board(self) -> Squares:
        """The squares."""
        return Squares(self.size)

    @functools.cached_property
    def pieces(self) -> tuple[tuple[Cells, ...], ...]:
        """Every piece in all ways to lay it, the largest first."""
        return pieces(self.largest)

    @functools.cached_property
    def corners(self) -> tuple[int, ...]:
        """The square that the first piece of each player covers, clockwise from the upper left."""
        last = self.size - 1
        return 0, last, self.size * self.size - 1, self.size * last

    def seen_by(self, squares: str, player: str) -> tuple[int, int]:
        """Where a player may lay a piece, and what is at a corner of its own squares."""
        size = self.size
        mine = int("".join("1" if sign == player else "0" for sign in squares), 2)
        free = int("".join("1" if sign == EMPTY else "0" for sign in squares), 2)
        first = int(("1" + "0" * (size - 1)) * size, 2)
        last, everything = first >> size - 1, (1 << size**2) - 1
        wide = (mine & ~first) << 1 | (mine & ~last) >> 1
        free &= ~(wide | mine << size | mine >> size)
        return free, (wide << size | wide >> size) & everything

    def start(self) -> BlokusPosition:
        everything = tuple(range(len(self.pieces)))
        squares = EMPTY * self.size**2
        return BlokusPosition(self, squares, 0, (False,) * 4, (everything,) * 4)

    def deal(self, seed: int, cards: int | None = None) -> BlokusPosition:
        """The start and a random move of each player, with one of its largest pieces."""
        if cards is not None:
            raise TextError(f"expected no cards for {self}: {cards}")
        draw, position = stream_of(seed), self.start()
        for _ in range(self.players):
            moves = position.moves()
            most = max(map(len, moves))
            position = position.play(draw.choice([move for move in moves if len(move) == most]))
        return position

    def parse(self, line: str) -> BlokusPosition:
        """Read a position: `start`, or the rows of the board, who moves, and monominoes last."""
        check_kind(line, str, "the text of a position")
        fields = line.split()
        if fields == ["start"]:
            return self.start()
        if len(fields) != 3:
            raise TextError(
                "expected start, or the rows of the board, the player to move, "
                f"and the players whose last piece was the smallest, or -: {line!r}"
            )
        squares = self.board.read_rows(fields[0], line)
        turn = text.read_int(fields[1], "who moves")
        if turn not in range(self.players):
            raise TextError(f"expected a player of 0 to 3 to move: {turn}")
        if not re.fullmatch("-|0?1?2?3?", fields[2]):
            raise TextError(f"expected players such as 03, or -: {fields[2]!r}")
        last = tuple(player in fields[2] for player in DIGITS)
        left = tuple(self._left(squares, player) for player in DIGITS)
        position = BlokusPosition(self, squares, turn, last, left)
        monomino = len(self.pieces) - 1
        for player in range(self.players):
            if last[player] and monomino in left[player]:
                raise TextError(f"expected the smallest piece of player {player} in {line!r}")
        if position.is_over and any(replace(position, turn=one).moves() for one in range(4)):
            raise TextError(f"expected a player to move that has a move: {turn} in {line!r}")
        return position

    def _left(self, squares: str, player: str) -> tuple[int, ...]:
        """The pieces that a player still has, by what it has on the board."""
        left, seen = list(range(len(self.pieces))), set()
        for at in self.board.all:
            if squares[at] != player or at in seen:
                continue
            piece = [at]
            for one in piece:
                beside = (self.board.step(one, *way) for way in BESIDE)
                piece += [
                    to
                    for to in beside
                    if to is not None and squares[to] == player and to not in piece
                ]
            seen |= set(piece)
            shape = _pushed([divmod(one, self.size) for one in piece])
            known = (number for number in left if shape in self.pieces[number])
            number = next(known, None)
            if number is None:
                name = self.board.names[at]
                raise TextError(f"expected each piece once, player {player} has another at {name}")
            left.remove(number)
        return tuple(left)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BlokusPosition(SquaresPosition):
    """The sign of each square, who moves, whose last piece was the smallest, and pieces left."""

    adapter: ClassVar[str] = "blokus"
    estimates: ClassVar = ("squares",)
    orders: ClassVar = ("large",)
    round: ClassVar = False

    game: Blokus
    squares: str
    turn: int
    last: tuple[bool, ...]
    left: tuple[tuple[int, ...], ...]

    @property
    def is_over(self) -> bool:
        return next(self._placements(), None) is None

    @property
    def covered(self) -> tuple[int, ...]:
        """How many squares each player has covered."""
        return tuple(map(self.squares.count, DIGITS))

    @property
    def outcome(self) -> tuple[int, ...]:
        """The squares of each; most win, of equals those whose last piece was the smallest."""
        if not self.is_over:
            raise GameError(f"no outcome yet in {self}")
        covered = self.covered
        best = [player for player, own in enumerate(covered) if own == max(covered)]
        return ended(covered, [player for player in best if self.last[player]] or best)

    def estimate(self, leaf: str) -> tuple[int, ...]:
        """By `squares`: those that each has covered."""
        return self.covered

    def _placements(self) -> Iterator[Placement]:
        """What the player to move can do: by piece, way to lay it, and square, as they are read.

        A set of squares is the bits of an int, the first square the highest. Moved to the left
        by the place of one of its squares, what is free says where that square of a piece fits.
        """
        game, size = self.game, self.game.size
        free, corners = game.seen_by(self.squares, DIGITS[self.turn])
        corners = corners or 1 << size**2 - 1 - game.corners[self.turn]
        for piece in self.left[self.turn]:
            for cells in game.pieces[piece]:
                fits, touches = _room(size, cells), 0
                for row, column in cells:
                    place = row * size + column
                    fits &= free << place
                    touches |= corners << place
                fits &= touches
                while fits:
                    at = size**2 - fits.bit_length()
                    fits ^= 1 << fits.bit_length() - 1
                    yield Placement(piece, tuple(at + row * size + column for row, column in cells))

    def moves(self) -> Sequence[str]:
        """By piece, the largest first, then by the way to lay it, then by square."""
        return [self._name(placement) for placement in self._placements()]

    def _name(self, placement: Placement) -> str:
        return "".join(self.game.board.names[at] for at in placement.squares)

    def ordered(self, order: str) -> Sequence[str]:
        """By `large`: pieces of more squares first, then as listed."""
        placements = sorted(self._placements(), key=lambda one: -len(one.squares))
        return list(map(self._name, placements))

    def after(self, move: Move) -> BlokusPosition:
        own, by_name = self.turn, self.game.board.by_name
        squares, places = list(self.squares), re.findall(r"[a-z][0-9]+", move)
        for name in places:
            squares[by_name[name]] = DIGITS[own]
        shape = _pushed([divmod(by_name[name], self.game.size) for name in places])
        left, last = list(self.left), list(self.last)
        left[own] = tuple(one for one in left[own] if shape not in self.game.pieces[one])
        last[own] = len(places) == 1
        laid = replace(self, squares="".join(squares), left=tuple(left), last=tuple(last))
        return laid.skipped()

    def skipped(self) -> BlokusPosition:
        """The same board with the next player to move who can, if there is any."""
        players = self.game.players
        for further in range(1, players + 1):
            found = replace(self, turn=(self.turn + further) % players)
            if not found.is_over:
                return found
        return found

    def key(self) -> tuple[object, ...]:
        return self.squares, self.turn, self.last

    def __str__(self) -> str:
        if self.squares == EMPTY * len(self.squares) and self.turn == 0:
            return "start"
        last = "".join(player for player, own in zip(DIGITS, self.last, strict=True) if own)
        return f"{'/'.join(self.board.rows(self.squares))} {self.turn} {last or '-'}"

    def show(self) -> str:
        """The board, and how many moves there are."""
        board = self.game.board.lines(self.squares.__getitem__)
        last = f"{len(self.moves())} moves"
        if self.is_over:
            last = f"payoffs {self.game.payoffs(self.outcome)}"
        return "\n".join([*board, "", *self.remarks(), last])

    @property
    def board(self) -> Squares:
        return self.game.board

    def remarks(self) -> tuple[str, str]:
        """What the board does not say."""
        return self.standing, f"squares {self.covered}"

    def stack(self, square: int) -> list[int]:
        sign = self.squares[square]
        return [] if sign == EMPTY else [int(sign)]
