"""Focus by Sid Sackson, the short game: stacks of up to five on a board without corners.

A position is the board row by row from the top, the pieces of a stack from the bottom to the
top; what each has in hand; what each has captured of each; who moves; and moves made.

    .,.,.,./.,0,0,1,1,0,0,./...  0,0  0,0/0,0  0  0

`start` is the usual start. A move is where the upper pieces of a stack start and end, `c3-c5`:
they go as far as there are pieces, two here. `+c3` puts a piece from the hand there.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from kibitz import text
from kibitz.boards.move_limit import MoveLimited
from kibitz.boards.position import SquaresPosition
from kibitz.boards.squares import Squares
from kibitz.boards.standing import StandingGame, ended
from kibitz.errors import GameError, TextError, check_kind
from kibitz.game import Move, stream_of
from kibitz.scoring import Utility

SIZE = 8
TALLEST = 5
"""How many pieces a stack has at most."""
WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))
PASS = "pass"
IN_ALL = 10
"""How many captured pieces win with three or four players, whatever their colour."""
OF_EACH = {2: 6, 3: 3, 4: 2}
"""How many pieces of each opponent win."""
MOST_LEFT = 6
"""How many pieces are left to be captured at the start, whatever the number of players."""
_EDGE = ("  ....  ",)
SETUPS = {
    2: (*_EDGE, " 001100 ", *(".110011.", ".001100.") * 2, " 110011 ", *_EDGE),
    3: (*_EDGE, " 001122 ", ".112200.", ".220011.", ".001122.", ".112200.", " 220011 ", *_EDGE),
    4: (
        *("  0021  ", " 111212 ", "00002121", "11112121"),
        *("30303333", "30302222", " 030333 ", "  3022  "),
    ),
}
"""The board at the start."""

Stacks = tuple[str, ...]
"""On each of 64 squares the pieces from the bottom to the top; nothing on those of the corners."""


@dataclass(frozen=True, repr=False)
class Focus(MoveLimited, StandingGame):
    """Focus, the short game, 2 to 4 players."""

    name: ClassVar[str] = "focus"
    examples: ClassVar = (
        "focus(move_limit=8)",
        "focus(players=2,move_limit=6,utility=share)",
        "focus(players=4,move_limit=10)",
    )

    players: int = 3
    move_limit: int | None = None
    """After how many moves of all players the game is over; none for 100 of each."""
    utility: Utility = Utility.parse("victory")  # noqa: RUF009

    def __post_init__(self) -> None:
        if self.players not in SETUPS:
            raise TextError(f"expected 2 to 4 players: {self.players}")
        self.check_move_limit()
        self.check_utility()

    @functools.cached_property
    def board(self) -> Squares:
        """The squares."""
        signs = "".join(SETUPS[self.players])
        return Squares(SIZE, frozenset(at for at, sign in enumerate(signs) if sign == " "))

    @functools.cached_property
    def ways(self) -> dict[int, list[list[int]]]:
        """From each square, where one, two, ... pieces can go."""
        reached = {
            at: [
                [self.board.step(at, pieces * down, pieces * right) for down, right in WAYS]
                for pieces in range(1, TALLEST + 1)
            ]
            for at in self.board.all
        }
        return {
            at: [[end for end in ends if end is not None] for ends in by_pieces]
            for at, by_pieces in reached.items()
        }

    def start(self) -> FocusPosition:
        stacks = tuple(sign.strip(" .") for row in SETUPS[self.players] for sign in row)
        in_hand, nothing = int(self.players == 3), (0,) * self.players
        return FocusPosition(
            self, stacks, (in_hand,) * self.players, (nothing,) * self.players, 0, 0
        )

    def deal(self, seed: int, cards: int | None = None) -> FocusPosition:
        """The start and two random moves of each player."""
        if cards is not None:
            raise TextError(f"expected no cards for {self}: {cards}")
        draw, position = stream_of(seed), self.start()
        for _ in range(min(2 * self.players, self.longest - 1)):
            position = position.play(draw.choice(position.moves()))
        return position

    def parse(self, line: str) -> FocusPosition:
        """Read a position: `start`, or all of it."""
        check_kind(line, str, "the text of a position")
        fields = line.split()
        if fields == ["start"]:
            return self.start()
        if len(fields) != 5:
            raise TextError(
                "expected start, or the rows of the board, pieces in hand, pieces captured, "
                f"the player to move and moves made: {line!r}"
            )
        rows = [row.split(",") for row in fields[0].split("/")]
        widths = [len(row.strip()) for row in SETUPS[self.players]]
        if list(map(len, rows)) != widths:
            raise TextError(f"expected rows of {text.write_value(tuple(widths))} squares: {line!r}")
        stacks = [""] * SIZE**2
        for at, pieces in zip(self.board.all, (one for row in rows for one in row), strict=True):
            stacks[at] = "" if pieces == "." else pieces
        counts = [_read_counts(one, self.players) for one in fields[2].split("/")]
        position = FocusPosition(
            self,
            tuple(stacks),
            _read_counts(fields[1], self.players),
            tuple(counts),
            text.read_int(fields[3], "who moves"),
            text.read_int(fields[4], "moves made"),
        )
        position.check()
        return position


def _read_counts(word: str, players: int) -> tuple[int, ...]:
    """Whole numbers, one for each player."""
    found = tuple(text.read_int(one, "a count of pieces") for one in word.split(","))
    if len(found) != players or min(found) < 0:
        raise TextError(f"expected {players} counts of pieces: {word!r}")
    return found


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FocusPosition(SquaresPosition):
    """The stacks, what is in hand and captured, who moves, and how many moves were made."""

    adapter: ClassVar[str] = "focus"
    estimates: ClassVar = ("captures",)
    orders: ClassVar = ("stack",)

    game: Focus
    stacks: Stacks
    in_hand: tuple[int, ...]
    captured: tuple[tuple[int, ...], ...]
    """By whom, then of whom; of a player's own it is always 0: these are in its hand."""
    turn: int
    made: int

    def left(self, player: int) -> int:
        """How many pieces a player has still to capture."""
        of_each, taken = OF_EACH[self.game.players], self.captured[player]
        others = [number for other, number in enumerate(taken) if other != player]
        missing = sum(max(0, of_each - number) for number in others)
        return missing if len(others) == 1 else max(0, min(missing, IN_ALL - sum(others)))

    def controlled(self, player: int) -> int:
        """How many stacks have a piece of this player on top."""
        return sum(stack.endswith(str(player)) for stack in self.stacks)

    @property
    def winner(self) -> int | None:
        """A player who has captured enough, or is the only one who can move; it moved last."""
        players = range(self.game.players)
        found = [player for player in players if self.left(player) == 0]
        able = [player for player in players if self.in_hand[player] or self.controlled(player)]
        return next(iter(found or (able if len(able) == 1 else [])), None)

    @property
    def is_over(self) -> bool:
        return self.made >= self.game.longest or self.winner is not None

    @property
    def outcome(self) -> tuple[int, ...]:
        """The points of each player; nobody has won if the moves are used up."""
        if not self.is_over:
            raise GameError(f"no outcome yet in {self}")
        winner = self.winner
        return ended(self.estimate("captures"), [] if winner is None else [winner])

    def estimate(self, leaf: str) -> tuple[int, ...]:
        """By `captures`: 600, less 100 for each piece still to capture, and stacks controlled."""
        return tuple(
            100 * (MOST_LEFT - self.left(player)) + self.controlled(player)
            for player in range(self.game.players)
        )

    @property
    def is_placing(self) -> bool:
        """Whether this is the first round of three players, in which each places its last piece."""
        return self.game.players == 3 and self.made < 3

    def moves(self) -> Sequence[str]:
        """By start, pieces and target; then those that put a piece; `pass` if there is none."""
        return [self._name(*move) for move in self._moves()] or [PASS]

    def _moves(self) -> Iterator[tuple[int, int, int]]:
        """Start, target and pieces of each move; a piece from the hand has no start, -1."""
        board, own = self.game.board, str(self.turn)
        if not self.is_placing:
            for start in board.all:
                stack = self.stacks[start]
                if stack.endswith(own):
                    for pieces, ends in enumerate(self.game.ways[start][: len(stack)], 1):
                        yield from ((start, target, pieces) for target in ends)
        if self.in_hand[self.turn]:
            free = (at for at in board.all if not self.is_placing or not self.stacks[at])
            yield from ((-1, target, 1) for target in free)

    def _name(self, start: int, target: int, pieces: int) -> str:
        names = self.game.board.names
        return f"+{names[target]}" if start < 0 else f"{names[start]}-{names[target]}"

    def ordered(self, order: str) -> Sequence[str]:
        """By `stack`: pieces moved and those they land on, then stacks gained; then as listed."""
        ranked = sorted(self._moves(), key=lambda move: -self._worth(*move))
        return [self._name(*move) for move in ranked] or [PASS]

    def _worth(self, start: int, target: int, pieces: int) -> int:
        """Ten for each piece that is moved or on the target, one for each stack more."""
        own, gained = str(self.turn), 0
        if not self.stacks[target].endswith(own):
            gained += 1
        if start >= 0 and not self.stacks[start][:-pieces].endswith(own):
            gained -= 1
        return 10 * (pieces + len(self.stacks[target])) + gained

    def after(self, move: Move) -> FocusPosition:
        if move == PASS:
            return self.skipped()
        at, mover = self.game.board.by_name, self.turn
        stacks, in_hand = list(self.stacks), list(self.in_hand)
        captured = [list(taken) for taken in self.captured]
        if move.startswith("+"):
            target, moved = at[move[1:]], str(mover)
            in_hand[mover] -= 1
        else:
            start, target = map(at.__getitem__, move.split("-"))
            pieces = max(abs(start // SIZE - target // SIZE), abs(start % SIZE - target % SIZE))
            moved = stacks[start][-pieces:]
            stacks[start] = stacks[start][:-pieces]
        merged = stacks[target] + moved
        stacks[target] = merged[-TALLEST:]
        for piece in merged[:-TALLEST]:
            owner = int(piece)
            if owner == mover:
                in_hand[mover] += 1
            else:
                captured[mover][owner] += 1
        return replace(
            self.skipped(),
            stacks=tuple(stacks),
            in_hand=tuple(in_hand),
            captured=tuple(map(tuple, captured)),
        )

    def skipped(self) -> FocusPosition:
        """After a pass, which counts as a move whether or not it is legal."""
        turn = (self.turn + 1) % self.game.players
        return replace(self, turn=turn, made=self.made + 1)

    def key(self) -> tuple[object, ...]:
        return self.stacks, self.in_hand, self.captured, self.turn, self.made

    def check(self) -> None:
        """Refuse an impossible position."""
        players = range(self.game.players)
        start = "".join(self.game.start().stacks)
        for stack in self.stacks:
            if len(stack) > TALLEST or set(stack) - set(map(str, players)):
                most = f"{TALLEST} pieces of players 0 to {len(players) - 1}"
                raise TextError(f"expected stacks of up to {most}: {stack!r} in {str(self)!r}")
        if len(self.captured) != len(players):
            raise TextError(f"expected captured pieces of {len(players)} players: {str(self)!r}")
        for player in players:
            if self.captured[player][player]:
                raise TextError(
                    f"expected no player to have captured its own pieces: {str(self)!r}"
                )
            there = "".join(self.stacks).count(str(player)) + self.in_hand[player]
            there += sum(taken[player] for taken in self.captured)
            has = start.count(str(player)) + int(len(players) == 3)
            if there != has:
                raise TextError(
                    f"expected {has} pieces of player {player}: {there} in {str(self)!r}"
                )
        if self.turn not in players:
            raise TextError(f"expected a player of 0 to {len(players) - 1} to move: {self.turn}")
        if not 0 <= self.made <= self.game.longest:
            raise TextError(f"expected 0 to {self.game.longest} moves made: {self.made}")
        if len(players) == 3 and self.made < 3 and self.in_hand[self.turn] != 1:
            raise TextError(
                f"expected a piece in hand of player {self.turn} in the first round: {str(self)!r}"
            )

    def __str__(self) -> str:
        start = self.game.start()
        if self.key() == start.key():
            return "start"
        rows = []
        for row in range(SIZE):
            places = range(row * SIZE, (row + 1) * SIZE)
            rows.append(",".join(self.stacks[at] or "." for at in places if at in self.game.ways))
        captured = "/".join(",".join(map(str, taken)) for taken in self.captured)
        in_hand = ",".join(map(str, self.in_hand))
        return f"{'/'.join(rows)} {in_hand} {captured} {self.turn} {self.made}"

    def show(self) -> str:
        """The board with each stack from the bottom to the top, and the moves of each stack."""
        lines = self.game.board.lines(lambda at: self.stacks[at] or ".", TALLEST)
        return "\n".join([*lines, "", *self.remarks(), *self._last_lines()])

    def _last_lines(self) -> Iterator[str]:
        if self.is_over:
            yield f"payoffs {self.game.payoffs(self.outcome)}"
            return
        ends: dict[str, list[str]] = {}
        for move in self.moves():
            start, _, target = move.partition("-")
            ends.setdefault(start if target else "moves", []).append(target or move)
        for start, targets in ends.items():
            yield (
                f"{start} {' '.join(targets)}"
                if start == "moves"
                else f"{start} to {' '.join(targets)}"
            )

    @property
    def board(self) -> Squares:
        return self.game.board

    def remarks(self) -> tuple[str, str, str]:
        """What the board does not say."""
        made = f"{self.made} of {self.game.longest} moves made"
        return f"{self.standing}, {made}", f"in hand {self.in_hand}", f"captured {self.captured}"

    def stack(self, square: int) -> list[int]:
        return list(map(int, self.stacks[square]))
