"""The rules of Chinese Checkers and its positions.

A move is where a piece starts and where it ends, `d1-e5`; how it gets there does not matter.
A position is

    the pieces of each player in seat order        | to move | moves made
    a1b1b2c1c2c3d1d2d3d4 n1n2n3n4o1o2o3p1p2q1        0         0

Only the pieces must be there, and `start` is the usual start.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from kibitz import text
from kibitz.boards.move_limit import MoveLimited
from kibitz.boards.standing import WHOLE
from kibitz.errors import GameError, IllegalMove, TextError, check_kind
from kibitz.game import Move, Payoffs, Position, stream_of
from kibitz.games.chinese_checkers import drawing, way_home
from kibitz.games.chinese_checkers.board import Points, Star, listed, opposite, star
from kibitz.scoring import ScoredGame, Utility, built_in

SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The tip that each player starts from; the goal is opposite."""
MOST_ABROAD = 119
"""The most progress of a player who is not home: one step short."""
HOME = 240
"""What `progress` counts for a player who is home.

All others have at most MOST_ABROAD, so HOME is more than they have, and more by itself than what
anybody can lead the n - 1 others by: (n-1) 240 - (n-1) 119 > (n-1) 119.
"""


@built_in
def progress(progress: Sequence[int]) -> Payoffs:
    """Steps that the pieces have gained across the board; 240 for the player who is home."""
    return tuple(progress)


@built_in
def win(progress: Sequence[int]) -> Payoffs:
    """1 for the player who is home, else 0: win or lose."""
    return tuple(int(own == HOME) for own in progress)


@built_in
def home(progress: Sequence[int]) -> Payoffs:
    """240 for the player who is home and nothing for the others; before the end, progress."""
    return tuple(own if own == HOME or HOME not in progress else 0 for own in progress)


@built_in
def part(progress: Sequence[int]) -> Payoffs:
    """960 for the player who is home and nothing for the others; before the end, the part of all
    progress.
    """
    if HOME in progress:
        return tuple(WHOLE * (own == HOME) for own in progress)
    together = sum(progress)
    return tuple(WHOLE * own // together if together else 0 for own in progress)


class _Ends(NamedTuple):
    start: int
    target: int


class BoardMove(_Ends):
    """Where a piece starts and ends."""

    __slots__ = ()
    rows: ClassVar[int] = 4
    """Of the triangles of the star, for the names of its points."""

    @classmethod
    def named(cls, name: str) -> BoardMove | None:
        """The move that goes by a name such as `d1-e5`, legal or not."""
        at = star(cls.rows).by_name
        start, _, target = name.partition("-")
        if start in at and target in at:
            return cls(at[start], at[target])
        return PASS if name == "pass" else None

    def __str__(self) -> str:
        if self == PASS:
            return "pass"
        names = dict(enumerate(star(self.rows).names))
        return "-".join(names.get(point, str(point)) for point in self)

    def __repr__(self) -> str:
        return str(self)


class MoveOn73(BoardMove):
    """The same on the star of 73 points."""

    __slots__ = ()
    rows: ClassVar[int] = 3


class MoveOn37(BoardMove):
    """The same on the star of 37 points."""

    __slots__ = ()
    rows: ClassVar[int] = 2


MOVES = {kind.rows: kind for kind in (BoardMove, MoveOn73, MoveOn37)}
PASS = BoardMove(-1, -1)


@functools.cache
def _all_moves(rows: int) -> tuple[tuple[BoardMove, ...], ...]:
    """A move from each point to each, so that they need not be made again."""
    points, move = star(rows).points, MOVES[rows]
    return tuple(tuple(move(start, target) for target in points) for start in points)


@dataclass(frozen=True, repr=False)
class ChineseCheckers(MoveLimited, ScoredGame):
    """Chinese Checkers on a star of 121 points or fewer, for 2, 3, 4 or 6 players."""

    name: ClassVar[str] = "chinese_checkers"
    readers: ClassVar = {"utility": Utility.parse}
    examples: ClassVar = (
        "chinese_checkers(move_limit=9)",
        "chinese_checkers(players=2,move_limit=7)",
        "chinese_checkers(players=4,move_limit=11,utility=win)",
        "chinese_checkers(players=6,move_limit=15,utility=place)",
        "chinese_checkers(players=2,leave=0,move_limit=7)",
        "chinese_checkers(rows=3,leave=0,move_limit=9)",
        "chinese_checkers(players=2,rows=2,move_limit=8)",
    )

    players: int = 3
    move_limit: int | None = None
    """After how many moves of all players the game is over; none for 100 of each."""
    leave: int = 30
    """After how many own moves the pieces that are still in the own triangle help to fill it."""
    rows: int = 4
    """How many rows a triangle has: 4 on the usual board of 121 points, 3 on one of 73, 2 of 37."""
    utility: Utility = Utility.parse("progress")  # noqa: RUF009

    def __post_init__(self) -> None:
        if self.players not in SEATS:
            raise TextError(f"expected 2, 3, 4 or 6 players: {self.players}")
        self.check_move_limit()
        if not 0 <= self.leave <= 10**6:
            raise TextError(f"expected leave of 0 to {10**6} moves: {self.leave}")
        if not 2 <= self.rows <= 4:
            raise TextError(f"expected triangles of 2 to 4 rows: {self.rows}")
        self.check_utility()

    @functools.cached_property
    def star(self) -> Star:
        """The board."""
        return star(self.rows)

    @functools.cached_property
    def seats(self) -> tuple[int, ...]:
        """The tip that each player starts from, clockwise from the top."""
        return SEATS[self.players]

    @functools.cached_property
    def camps(self) -> tuple[Points, ...]:
        """The triangle that each player starts from."""
        return tuple(self.star.triangles[tip] for tip in self.seats)

    @functools.cached_property
    def goals(self) -> tuple[Points, ...]:
        """The triangle that each player wants to fill."""
        return tuple(self.star.triangles[opposite(tip)] for tip in self.seats)

    @functools.cached_property
    def hosts(self) -> tuple[int | None, ...]:
        """Who starts from the goal of each player; none where the goal is empty at the start."""
        at = {tip: player for player, tip in enumerate(self.seats)}
        return tuple(at.get(opposite(tip)) for tip in self.seats)

    @property
    def highest(self) -> int | None:
        highest = {"progress": HOME, "win": 1, "home": HOME, "part": WHOLE}
        return highest.get(str(self.utility))

    @property
    def max_sum(self) -> int | None:
        """One is home and all others are one step short, or all are if only one can gain."""
        others = (self.players - 1) * MOST_ABROAD
        most = {"progress": HOME + others, "win": 1, "part": WHOLE}
        most["home"] = max(HOME, MOST_ABROAD + others)
        return most.get(str(self.utility))

    def outcome_headings(self) -> tuple[str, Sequence[str]]:
        return "progress", self.player_names

    def start(self) -> BoardPosition:
        return BoardPosition(self, self.camps, 0, 0)

    def deal(self, seed: int, cards: int | None = None) -> BoardPosition:
        """The start and two moves of each player, each any of the ten that gain most."""
        if cards is not None:
            raise TextError(f"expected no cards for {self}: {cards}")
        draw, position = stream_of(seed), self.start()
        for _ in range(min(2 * self.players, self.longest - 1)):
            position = position.play(draw.choice(position.ordered("gain")[:10]))
        return position

    def parse(self, line: str) -> BoardPosition:
        """Read a position: `start`, or the pieces of each, or then who moves and moves made."""
        check_kind(line, str, "the text of a position")
        fields = line.split()
        if fields == ["start"]:
            return self.start()
        players = self.players
        if len(fields) not in (players, players + 2):
            raise TextError(
                f"expected start, or the pieces of {players} players "
                f"and then the player to move and moves made: {line!r}"
            )
        turn, made = fields[players:] or ("0", "0")
        position = BoardPosition(
            self,
            tuple(map(self.star.read_points, fields[:players])),
            text.read_int(turn, "who moves"),
            text.read_int(made, "moves made"),
        )
        position.check()
        return position


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BoardPosition(Position):
    """The pieces of each player, who moves, and how many moves were made."""

    adapter: ClassVar[str] = "chinese_checkers"

    game: ChineseCheckers
    pieces: tuple[Points, ...]
    turn: int
    made: int

    occupied: Points = field(init=False)
    """Where pieces are."""
    home: int | None = field(init=False)
    """The player who is home: its goal is filled, with at least one piece of its own."""

    def __post_init__(self) -> None:
        occupied = 0
        for own in self.pieces:
            occupied |= own
        object.__setattr__(self, "occupied", occupied)
        object.__setattr__(self, "home", next(self._filled(), None))

    def _filled(self) -> Iterator[int]:
        """The players whose goals are filled; the first of them is home.

        The pieces of the host, who started there, fill it only when it is time to have left.
        """
        game, pieces = self.game, self.pieces
        for player, (goal, host) in enumerate(zip(game.goals, game.hosts, strict=True)):
            if goal & ~self.occupied or not goal & pieces[player]:
                continue
            if host is None or not goal & pieces[host] or self._moves_of(host) >= game.leave:
                yield player

    def _moves_of(self, player: int) -> int:
        """How many moves a player has made, passes included."""
        return (self.made + self.game.players - 1 - player) // self.game.players

    @property
    def is_over(self) -> bool:
        return self.made >= self.game.longest or self.home is not None

    @property
    def outcome(self) -> tuple[int, ...]:
        """The progress of each player; HOME for the one whose goal is filled."""
        if not self.is_over:
            raise GameError(f"no outcome yet in {self}")
        return self._distances()

    def _distances(self) -> tuple[int, ...]:
        """How many steps the pieces of each player have gained, 0 to 120; HOME if home."""
        steps = list(map(self.game.star.steps_gained, self.game.seats, self.pieces))
        if self.home is not None:
            steps[self.home] = HOME
        return tuple(steps)

    @property
    def estimates(self) -> Sequence[str]:  # type: ignore[override]
        return ("distance", way_home.NAME) if self.game.rows <= 3 else ("distance",)

    def estimate(self, leaf: str) -> tuple[int, ...]:
        """The `distance` that each has gone, or how many moves it has saved on its `way-home`.

        That is 28 less the moves that it needs with nobody else on the board, or 14 on the
        smallest board: the most is what a placement of its pieces can need.
        """
        if leaf != way_home.NAME or self.home is not None:
            return self._distances()
        seats, rows = self.game.seats, self.game.rows
        return tuple(way_home.saved(rows, *own) for own in zip(seats, self.pieces, strict=True))

    def moves(self) -> Sequence[BoardMove]:
        """By start, then by target, in the order of the points; `pass` if there is none."""
        occupied, star = self.occupied, self.game.star
        moves = _all_moves(star.rows)
        return [
            moves[start][target]
            for start in listed(self.pieces[self.turn])
            for target in listed(star.targets(start, occupied))
        ] or [PASS]

    orders: ClassVar = ("gain",)

    def ordered(self, order: str) -> Sequence[BoardMove]:
        """By the `gain` in steps towards the goal, most first, then as listed."""
        steps = self.game.star.steps[self.game.seats[self.turn]]
        return sorted(self.moves(), key=lambda move: steps[move.start] - steps[move.target])

    def play(self, move: Move) -> BoardPosition:
        """The position after a move; `"d1-e5"` will do for it."""
        move = self.legal_move(move)
        if move == PASS:
            return self.skipped()
        moved = self.pieces[self.turn] ^ (1 << move.start | 1 << move.target)
        return self._next((*self.pieces[: self.turn], moved, *self.pieces[self.turn + 1 :]))

    can_skip: ClassVar = True

    def skipped(self) -> BoardPosition:
        """After a pass, which counts as a move whether or not it is legal."""
        return self._next(self.pieces)

    def _next(self, pieces: tuple[Points, ...]) -> BoardPosition:
        return BoardPosition(self.game, pieces, (self.turn + 1) % len(pieces), self.made + 1)

    def legal_move(self, move: Move) -> BoardMove:
        kind = MOVES[self.game.rows]
        named = kind.named(move) if isinstance(move, str) else move
        if type(named) is tuple and list(map(type, named)) == [int, int]:
            named = kind(*named)
        if (type(named) is kind or named == PASS) and self._is_legal(named):
            return named
        raise IllegalMove(f"illegal move {move} for player {self.turn} in {self}")

    def _is_legal(self, move: BoardMove) -> bool:
        """Whether this is among the moves, without listing them all."""
        start, target = move
        if self.is_over or move == PASS:
            return not self.is_over and self.moves() == [PASS]
        star = self.game.star
        if start not in star.points or target not in star.points:
            return False
        if not self.pieces[self.turn] >> start & 1:
            return False
        return bool(star.targets(start, self.occupied) >> target & 1)

    def path(self, move: Move) -> list[str]:
        """The names of the points that a move touches, by one of the shortest ways; `pass` none."""
        return [self.game.star.names[point] for point in self._path(self.legal_move(move))]

    def _path(self, move: BoardMove) -> tuple[int, ...]:
        if move == PASS:
            return ()
        return self.game.star.path(move.start, move.target, self.occupied)

    def key(self) -> tuple[object, ...]:
        return self.pieces, self.turn, self.made

    def check(self) -> None:
        """Refuse an impossible position."""
        game, seen, star = self.game, 0, self.game.star
        for player, pieces in enumerate(self.pieces):
            if pieces.bit_count() != star.pieces:
                raise TextError(
                    f"expected {star.pieces} pieces of player {player}: "
                    f"{pieces.bit_count()} in {str(self)!r}"
                )
            for point in listed(pieces & seen):
                name = star.names[point]
                raise TextError(f"expected each point once: {name!r} in {str(self)!r}")
            seen |= pieces
        if self.turn not in range(game.players):
            raise TextError(f"expected a player of 0 to {game.players - 1} to move: {self.turn}")
        if not 0 <= self.made <= game.longest:
            raise TextError(f"expected 0 to {game.longest} moves made: {self.made}")
        if sum(map(int.__eq__, self.pieces, game.goals)) > 1:
            raise TextError(f"expected one player home at most: {str(self)!r}")

    def __str__(self) -> str:
        if self.made == self.turn == 0 and self.pieces == self.game.camps:
            return "start"
        pieces = " ".join(map(self.game.star.write_points, self.pieces))
        return f"{pieces} {self.turn} {self.made}"

    def show(self) -> str:
        """The star with a number on each piece, and the moves of each piece."""
        return "\n".join([*drawing.rows(self), "", *self.remarks(), *self._last_lines()])

    def remarks(self) -> tuple[str, str]:
        """What the board does not say."""
        made = f"{self.made} of {self.game.longest} moves made"
        what = f"player {self.turn} to move"
        if self.is_over:
            what = "the end" if self.home is None else f"the end, player {self.home} is home"
        return f"{what}, {made}", f"progress {self._distances()}"

    def _last_lines(self) -> Iterator[str]:
        """Where each piece can go, a line each; or what the end is worth."""
        if self.is_over:
            yield f"payoffs {self.game.payoffs(self.outcome)}"
            return
        occupied, star = self.occupied, self.game.star
        for start in listed(self.pieces[self.turn]):
            ends = star.write_points(star.targets(start, occupied), " ")
            if ends:
                yield f"{star.names[start]} to {ends}"
        if self.moves() == [PASS]:
            yield str(PASS)

    def as_dict(self) -> dict[str, Any]:
        """The position in plain types: also every point with its place and who stands there."""
        return {**Position.as_dict(self), "points": drawing.points(self)}

    def svg(self, move: Move | None = None) -> str:
        """A drawing: the triangles in the colours of those who start or want to end there.

        With a move also the path that a piece takes.
        """
        return drawing.svg(self, () if move is None else self._path(self.legal_move(move)))

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg()
