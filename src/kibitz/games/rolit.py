"""Rolit: Othello for two to four, where a player who cannot flip puts a disc beside any other.

A position is the board row by row from the top, and who moves. A digit is a disc of that
player or, where fewer play, of a colour that is nobody's.

    ......../......../......../...01.../...23.../......../......../........ 0

`start` is the usual start, and a move is the name of a square, `d3`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz import text
from kibitz.boards.position import SquaresPosition
from kibitz.boards.squares import DIGITS, EMPTY, Squares
from kibitz.boards.standing import StandingGame, ended
from kibitz.errors import GameError, TextError, check_kind
from kibitz.game import Move, stream_of
from kibitz.scoring import Utility

AXES = ((0, 1), (1, 0), (1, 1), (1, -1))
"""The four ways in which lines run: rows, columns and both diagonals."""
WAYS = tuple((sign * down, sign * right) for down, right in AXES for sign in (1, -1))
WORTH = ((5, 2, 4, 3), (2, 1, 3, 3), (4, 3, 4, 4), (3, 3, 4, 4))
"""How good a square is, from a corner to the middle; the other corners are alike."""
FOR_STABLE = 10
"""What a stable disc counts in the evaluation, where a move counts 1."""


@dataclass(frozen=True, repr=False)
class Rolit(StandingGame):
    """Rolit, 2 to 4 players."""

    name: ClassVar[str] = "rolit"
    examples: ClassVar = (
        "rolit(size=4)",
        "rolit(players=2,size=4,utility=share)",
        "rolit(players=4,size=4)",
    )

    players: int = 3
    size: int = 8
    """Rows and columns of the board."""
    utility: Utility = Utility.parse("victory")  # noqa: RUF009

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 4:
            raise TextError(f"expected 2 to 4 players: {self.players}")
        if self.size not in (4, 6, 8):
            raise TextError(f"expected a size of 4, 6 or 8: {self.size}")
        self.check_utility()

    @functools.cached_property
    def board(self) -> Squares:
        """The squares."""
        return Squares(self.size)

    @functools.cached_property
    def lines(self) -> dict[int, list[list[int]]]:
        """From each square, the squares in each of the eight directions, the nearest first."""
        return {at: [list(self._line(at, *way)) for way in WAYS] for at in self.board.all}

    def _line(self, square: int, down: int, right: int) -> Iterator[int]:
        at = self.board.step(square, down, right)
        while at is not None:
            yield at
            at = self.board.step(at, down, right)

    @functools.cached_property
    def worth(self) -> dict[int, int]:
        """How good each square is."""
        last = self.size - 1
        return {
            at: WORTH[min(row, last - row)][min(column, last - column)]
            for at in self.board.all
            for row, column in [divmod(at, self.size)]
        }

    def start(self) -> RolitPosition:
        squares, upper = [EMPTY] * self.size**2, (self.size // 2 - 1) * (self.size + 1)
        for colour, at in zip(DIGITS, (0, 1, self.size, self.size + 1), strict=True):
            squares[upper + at] = colour
        return RolitPosition(self, "".join(squares), 0)

    def deal(self, seed: int, cards: int | None = None) -> RolitPosition:
        """The start and two random moves of each player."""
        if cards is not None:
            raise TextError(f"expected no cards for {self}: {cards}")
        draw, position = stream_of(seed), self.start()
        for _ in range(2 * self.players):
            position = position.play(draw.choice(position.moves()))
        return position

    def parse(self, line: str) -> RolitPosition:
        """Read a position: `start`, or the rows of the board and who moves."""
        check_kind(line, str, "the text of a position")
        fields = line.split()
        if fields == ["start"]:
            return self.start()
        if len(fields) != 2:
            raise TextError(f"expected start, or the rows and the player to move: {line!r}")
        squares = self.board.read_rows(fields[0], line)
        if squares == EMPTY * len(squares):
            raise TextError(f"expected a disc on the board: {line!r}")
        turn = text.read_int(fields[1], "who moves")
        if turn not in range(self.players):
            raise TextError(f"expected a player of 0 to {self.players - 1} to move: {turn}")
        return RolitPosition(self, squares, turn)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RolitPosition(SquaresPosition):
    """The sign of each square, and who moves."""

    adapter: ClassVar[str] = "rolit"
    estimates: ClassVar = ("mobility",)
    orders: ClassVar = ("square",)

    game: Rolit
    squares: str
    turn: int

    @property
    def is_over(self) -> bool:
        return EMPTY not in self.squares

    @property
    def plies_left(self) -> int:
        return self.squares.count(EMPTY)

    @property
    def discs(self) -> tuple[int, ...]:
        """How many discs each player has."""
        return tuple(self.squares.count(DIGITS[player]) for player in range(self.game.players))

    @property
    def outcome(self) -> tuple[int, ...]:
        """The discs of each player; most of them win."""
        if not self.is_over:
            raise GameError(f"no outcome yet in {self}")
        discs = self.discs
        return ended(discs, [one for one, own in enumerate(discs) if own == max(discs)])

    def moves(self) -> Sequence[str]:
        """The squares where a disc can be put, as they are read."""
        return [self.game.board.names[at] for at in self._places(self.turn)]

    def _places(self, player: int) -> list[int]:
        """Where a player may put a disc: where it flips others, else beside any disc."""
        lines, squares = self.game.lines, self.squares
        empty = [at for at, sign in enumerate(squares) if sign == EMPTY]
        flipping = [at for at in empty if any(self._flipped(at, player))]
        if flipping:
            return flipping
        beside = ((at, line[:1]) for at in empty for line in lines[at])
        return sorted({at for at, next_to in beside for one in next_to if squares[one] != EMPTY})

    def _flipped(self, square: int, player: int) -> Iterator[int]:
        """The discs that a disc put on a square encloses with another of its colour."""
        own = DIGITS[player]
        for line in self.game.lines[square]:
            signs = "".join(self.squares[at] for at in line)
            enclosed = signs.find(own)
            if enclosed > 0 and EMPTY not in signs[:enclosed]:
                yield from line[:enclosed]

    def ordered(self, order: str) -> Sequence[str]:
        """By the worth of the `square`, most first, then as listed."""
        worth, at = self.game.worth, self.game.board.by_name
        return sorted(self.moves(), key=lambda move: -worth[at[move]])

    def after(self, move: Move) -> RolitPosition:
        square = self.game.board.by_name[move]
        squares = list(self.squares)
        for at in (square, *self._flipped(square, self.turn)):
            squares[at] = DIGITS[self.turn]
        return RolitPosition(self.game, "".join(squares), self._next)

    @property
    def _next(self) -> int:
        return (self.turn + 1) % self.game.players

    def skipped(self) -> RolitPosition:
        """The same board with the next player to move."""
        return RolitPosition(self.game, self.squares, self._next)

    def estimate(self, leaf: str) -> tuple[int, ...]:
        """By `mobility`: the moves that a player would have, and ten for each stable disc."""
        return tuple(
            len(self._places(player)) + FOR_STABLE * len(self.stable(player))
            for player in range(self.game.players)
        )

    def stable(self, player: int) -> set[int]:
        """Discs that can never be flipped any more, as far as edges and full lines tell.

        Along each of the four lines through such a disc, either the line is full, or on one side
        there is the edge or another stable disc of the same player.
        """
        lines, own = self.game.lines, DIGITS[player]
        left = {at for at, sign in enumerate(self.squares) if sign == own}
        stable: set[int] = set()

        def is_safe(one_way: list[int], other_way: list[int]) -> bool:
            if any(not line or line[0] in stable for line in (one_way, other_way)):
                return True
            return all(self.squares[at] != EMPTY for at in one_way + other_way)

        found = True
        while found:
            found = False
            for at in sorted(left):
                ways = lines[at]
                if all(is_safe(ways[axis], ways[axis + 1]) for axis in range(0, 8, 2)):
                    stable.add(at)
                    left.discard(at)
                    found = True
        return stable

    def key(self) -> tuple[object, ...]:
        return self.squares, self.turn

    def __str__(self) -> str:
        start = self.game.start()
        if (self.squares, self.turn) == (start.squares, start.turn):
            return "start"
        return f"{'/'.join(self.board.rows(self.squares))} {self.turn}"

    def show(self) -> str:
        """The board, who moves, and where."""
        last = "payoffs" if self.is_over else "moves"
        what = self.game.payoffs(self.outcome) if self.is_over else " ".join(self.moves())
        board = self.game.board.lines(self.squares.__getitem__)
        return "\n".join([*board, "", *self.remarks(), f"{last} {what}"])

    @property
    def board(self) -> Squares:
        return self.game.board

    def remarks(self) -> tuple[str, str]:
        """What the board does not say."""
        return self.standing, f"discs {self.discs}"

    def stack(self, square: int) -> list[int]:
        sign = self.squares[square]
        if sign == EMPTY:
            return []
        return [int(sign) if int(sign) < self.game.players else -1]
