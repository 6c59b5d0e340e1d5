"""Chinese Checkers: ten pieces each, by steps and chains of jumps across a star of 121 points.

Rows go by letters from the top, `a` to `q`, and points by their place in the row from the
left, so `a1` is the upper tip and `e13` the right end of the fifth row. A move is where a
piece starts and where it ends, `d1-e5`; how it gets there does not matter. A position is

    the pieces of each player in seat order        | to move | moves made
    a1b1b2c1c2c3d1d2d3d4 n1n2n3n4o1o2o3p1p2q1        0         0

Only the pieces must be there, and `start` is the usual start. A set of points is the bits
of one int, by the number of the point, which counts row by row.
"""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from kibitz import text
from kibitz.errors import GameError, IllegalMove, TextError
from kibitz.game import Game, Move, Payoffs, Position
from kibitz.scoring import HOME, Utility, one_per_side

Points = int

# The board. A point has three coordinates that add up to 0, one for each direction in which
# rows can run. The star is two large triangles, one over the other.

_ROWS = "abcdefghijklmnopq"
_PLACES = [
    (across, -across - down, down)
    for down in range(-8, 9)
    for across in range(-8, 9)
    if max(across, -across - down, down) <= 4 or min(across, -across - down, down) >= -4
]
_AT = {place: point for point, place in enumerate(_PLACES)}
_DIRECTIONS = ((0, 1, -1), (1, 0, -1), (1, -1, 0), (0, -1, 1), (-1, 0, 1), (-1, 1, 0))

POINTS = range(len(_PLACES))


def _point_names() -> Iterator[str]:
    widths = [0] * len(_ROWS)
    for _, _, down in _PLACES:
        widths[down + 8] += 1
        yield f"{_ROWS[down + 8]}{widths[down + 8]}"


NAMES = tuple(_point_names())
"""The name of each point."""
_BY_NAME = {name: point for point, name in enumerate(NAMES)}


def _at(point: int, direction: tuple[int, int, int], steps: int) -> int | None:
    """The point so many steps away, if it is on the board."""
    a, b, c = _PLACES[point]
    x, y, z = direction
    return _AT.get((a + steps * x, b + steps * y, c + steps * z))


def points_of(found: Iterator[int] | Sequence[int]) -> Points:
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

# The six tips, clockwise from the top.


def _advanced(point: int, tip: int) -> int:
    """How many rows a point is away from the row of a tip, 0 to 16."""
    across, other, down = _PLACES[point]
    return 8 - (-down, across, -other, down, -across, other)[tip]


ROWS = tuple(tuple(_advanced(point, tip) for point in POINTS) for tip in range(6))
"""How many rows each point is away from each tip."""
CAMPS = tuple(points_of([p for p in POINTS if rows[p] < 4]) for rows in ROWS)
"""The triangle of ten points at each tip."""
_TIPS = tuple(rows.index(0) for rows in ROWS)
"""The outermost point of each."""


def _gained(point: int, tip: int) -> int:
    """How many steps nearer to the opposite tip a point is than this tip, 0 to 16."""
    goal = _PLACES[_TIPS[(tip + 3) % 6]]
    return 16 - max(abs(a - b) for a, b in zip(_PLACES[point], goal, strict=True))


STEPS = tuple(tuple(_gained(point, tip) for point in POINTS) for tip in range(6))
"""How many steps nearer to the opposite tip each point is than each tip.

Unlike rows, steps also count what is left to go sideways, so that nothing stands still at the
end of a game; in the camps they are the same.
"""
_WEIGHTS = tuple(
    tuple(points_of([p for p in POINTS if steps[p] >> bit & 1]) for bit in range(5))
    for steps in STEPS
)
"""The points whose number of steps has this bit, so that steps are added up by counting."""
_AT_START = 20
"""How many steps ten pieces have gained at the start, counted from their tip."""

_CENTRE = points_of([p for p in POINTS if all(4 <= rows[p] <= 12 for rows in ROWS)])

SEATS = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}
"""The tip that each player starts from; the goal is opposite."""
MOST_ABROAD = 119
"""The most progress of a player who is not home: one row short."""


class BoardMove(NamedTuple):
    """Where a piece starts and ends."""

    start: int
    target: int

    def __str__(self) -> str:
        if self == PASS:
            return "pass"
        return "-".join(NAMES[point] if point in POINTS else str(point) for point in self)

    def __repr__(self) -> str:
        return str(self)


PASS = BoardMove(-1, -1)
_MOVES = tuple(tuple(BoardMove(start, target) for target in POINTS) for start in POINTS)


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


@dataclass(frozen=True, repr=False)
class ChineseCheckers(Game):
    """Chinese Checkers on the star of 121 points, for 2, 3, 4 or 6 players."""

    name: ClassVar[str] = "chinese_checkers"
    readers: ClassVar = {"utility": Utility.parse}
    examples: ClassVar = (
        "chinese_checkers(move_limit=9)",
        "chinese_checkers(players=2,move_limit=7)",
        "chinese_checkers(players=4,move_limit=11,utility=win)",
        "chinese_checkers(players=6,move_limit=15,utility=place)",
    )

    players: int = 3
    move_limit: int | None = None
    """After how many moves of all players the game is over; none for 100 of each."""
    utility: Utility = Utility.parse("progress")  # noqa: RUF009

    def __post_init__(self) -> None:
        if self.players not in SEATS:
            raise TextError(f"expected 2, 3, 4 or 6 players: {self.players}")
        if not 1 <= self.longest <= 10**6:
            raise TextError(f"expected a move_limit of 1 to {10**6}: {self.move_limit}")
        if self.move_limit == 100 * self.players:
            object.__setattr__(self, "move_limit", None)
        if not isinstance(self.utility, Utility):
            object.__setattr__(self, "utility", Utility(self.utility))
        self.utility.check_rules(self)

    @functools.cached_property
    def longest(self) -> int:
        """After how many moves the game is over."""
        return 100 * self.players if self.move_limit is None else self.move_limit

    def arguments(self) -> dict[str, Any]:
        return {**super().arguments(), "move_limit": self.longest}

    @functools.cached_property
    def seats(self) -> tuple[int, ...]:
        """The tip that each player starts from, clockwise from the top."""
        return SEATS[self.players]

    @functools.cached_property
    def camps(self) -> tuple[Points, ...]:
        """The triangle that each player starts from."""
        return tuple(CAMPS[tip] for tip in self.seats)

    @functools.cached_property
    def goals(self) -> tuple[Points, ...]:
        """The triangle that each player wants to fill."""
        return tuple(CAMPS[(tip + 3) % 6] for tip in self.seats)

    @property
    def highest(self) -> int | None:
        return {"progress": HOME, "win": 1}.get(str(self.utility))

    @property
    def max_sum(self) -> int | None:
        """One is home and all others are one row short; nobody else can be home."""
        most = HOME + (self.players - 1) * MOST_ABROAD
        return {"progress": most, "win": 1}.get(str(self.utility))

    @functools.cached_property
    def _rules(self) -> dict[str, object]:
        arguments = self.arguments()
        return {rule: arguments[rule] for rule in self.utility.rules}

    def payoffs(self, outcome: tuple[int, ...]) -> Payoffs:
        payoffs = self.utility.payoffs(outcome, **self._rules)
        return one_per_side(payoffs, self.players, "utility", self.utility, outcome)

    def outcome_headings(self) -> tuple[str, Sequence[str]]:
        return "progress", [f"P{player}" for player in range(self.players)]

    def start(self) -> Star:
        return Star(self, self.camps, 0, 0)

    def deal(self, seed: int, cards: int | None = None) -> Star:
        """The start and two moves of each player, each any of the ten that gain most."""
        if cards is not None:
            raise TextError(f"expected no cards for {self}: {cards}")
        draw, position = random.Random(seed), self.start()
        for _ in range(min(2 * self.players, self.longest - 1)):
            position = position.play(draw.choice(position.ordered("gain")[:10]))
        return position

    def parse(self, line: str) -> Star:
        """Read a position: `start`, or the pieces of each, or then who moves and moves made."""
        fields = line.split()
        if fields == ["start"]:
            return self.start()
        players = self.players
        if len(fields) not in (players, players + 2):
            raise TextError(
                f"expected start, or the pieces of {players} players "
                f"and then who moves and moves made: {line!r}"
            )
        turn, made = fields[players:] or ("0", "0")
        position = Star(
            self,
            tuple(map(_read_points, fields[:players])),
            text.read_int(turn, "who moves"),
            text.read_int(made, "moves made"),
        )
        position.check()
        return position


def _read_points(word: str) -> Points:
    points = 0
    if not re.fullmatch(r"(?:[a-z][0-9]+)+", word, re.ASCII):
        raise TextError(f"expected points such as a1b1b2: {word!r}")
    for name in re.findall(r"[a-z][0-9]+", word):
        if name not in _BY_NAME:
            raise TextError(f"expected points of the board: {name!r} in {word!r}")
        if points >> _BY_NAME[name] & 1:
            raise TextError(f"expected each point once: {name!r} in {word!r}")
        points |= 1 << _BY_NAME[name]
    return points


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Star(Position):
    """The pieces of each player, who moves, and how many moves were made."""

    adapter: ClassVar[str] = "chinese_checkers"

    game: ChineseCheckers
    pieces: tuple[Points, ...]
    turn: int
    made: int

    occupied: Points = field(init=False)
    """Where pieces are."""
    home: int | None = field(init=False)
    """Who has filled its goal: every point is occupied, one or more by a piece of its own."""

    def __post_init__(self) -> None:
        occupied = 0
        for own in self.pieces:
            occupied |= own
        object.__setattr__(self, "occupied", occupied)
        object.__setattr__(self, "home", next(self._filled(), None))

    def _filled(self) -> Iterator[int]:
        """The players who are home; no move fills the goals of two."""
        for player, goal in enumerate(self.game.goals):
            if self.pieces[player] & goal and not goal & ~self.occupied:
                yield player

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
        steps = list(map(steps_gained, self.game.seats, self.pieces))
        if self.home is not None:
            steps[self.home] = HOME
        return tuple(steps)

    estimates: ClassVar = ("distance",)

    def estimate(self, leaf: str) -> tuple[int, ...]:
        """The `distance` that each has gone, as if the game ended here."""
        return self._distances()

    def moves(self) -> Sequence[BoardMove]:
        """By start, then by target, in the order of the points; `pass` if there is none."""
        occupied = self.occupied
        return [
            _MOVES[start][target]
            for start in listed(self.pieces[self.turn])
            for target in listed(targets(start, occupied))
        ] or [PASS]

    orders: ClassVar = ("gain",)

    def ordered(self, order: str) -> Sequence[BoardMove]:
        """By the `gain` in steps towards the goal, most first, then as listed."""
        steps = STEPS[self.game.seats[self.turn]]
        return sorted(self.moves(), key=lambda move: steps[move.start] - steps[move.target])

    def play(self, move: Move) -> Star:
        """The position after a move; `"d1-e5"` will do for it."""
        if type(move) is not BoardMove:
            move = self.legal_move(move)
        elif not self._is_legal(move):
            raise IllegalMove(f"illegal move {move} for player {self.turn} in {self}")
        pieces = self.pieces
        if move != PASS:
            moved = pieces[self.turn] ^ (1 << move.start | 1 << move.target)
            pieces = (*pieces[: self.turn], moved, *pieces[self.turn + 1 :])
        return Star(self.game, pieces, (self.turn + 1) % len(pieces), self.made + 1)

    def _is_legal(self, move: BoardMove) -> bool:
        """Whether this is among the moves, without listing them all."""
        start, target = move
        if self.is_over or move == PASS:
            return not self.is_over and self.moves() == [PASS]
        if start not in POINTS or target not in POINTS or not self.pieces[self.turn] >> start & 1:
            return False
        return bool(targets(start, self.occupied) >> target & 1)

    def key(self) -> tuple[object, ...]:
        return self.pieces, self.turn, self.made

    def check(self) -> None:
        """Refuse a position that cannot be."""
        game, seen = self.game, 0
        for player, pieces in enumerate(self.pieces):
            if pieces.bit_count() != 10:
                raise TextError(
                    f"expected 10 pieces of player {player}: {pieces.bit_count()} in {str(self)!r}"
                )
            for point in listed(pieces & seen):
                raise TextError(f"expected each point once: {NAMES[point]!r} in {str(self)!r}")
            seen |= pieces
        if self.turn not in range(game.players):
            raise TextError(f"expected a player of 0 to {game.players - 1} to move: {self.turn}")
        if not 0 <= self.made <= game.longest:
            raise TextError(f"expected 0 to {game.longest} moves made: {self.made}")
        if len(list(self._filled())) > 1:
            raise TextError(f"expected one player home at most: {str(self)!r}")

    def __str__(self) -> str:
        if self.made == self.turn == 0 and self.pieces == self.game.camps:
            return "start"
        pieces = ("".join(NAMES[point] for point in listed(own)) for own in self.pieces)
        return f"{' '.join(pieces)} {self.turn} {self.made}"

    def _owners(self) -> dict[int, int]:
        """Who stands on each point that is occupied."""
        return {point: player for player, own in enumerate(self.pieces) for point in listed(own)}

    def _remarks(self) -> tuple[str, str]:
        """What the board does not say."""
        made = f"{self.made} of {self.game.longest} moves made"
        what = f"player {self.turn} to move"
        if self.is_over:
            what = "the end" if self.home is None else f"the end, player {self.home} is home"
        return f"{what}, {made}", f"progress {self._distances()}"

    def show(self) -> str:
        """The star with a number on each piece, and the moves of each piece."""
        owners = self._owners()
        rows = []
        for letter in _ROWS:
            row = [str(owners.get(p, ".")) for p in POINTS if NAMES[p][0] == letter]
            rows.append(f"{letter}  {' '.join(row):^25}".rstrip())
        return "\n".join([*rows, "", *self._remarks(), *self._last_lines()])

    def _last_lines(self) -> Iterator[str]:
        """Where each piece can go, a line each; or what the end is worth."""
        if self.is_over:
            yield f"payoffs {self.game.payoffs(self.outcome)}"
            return
        occupied = self.occupied
        for start in listed(self.pieces[self.turn]):
            ends = " ".join(NAMES[end] for end in listed(targets(start, occupied)))
            if ends:
                yield f"{NAMES[start]} to {ends}"
        if self.moves() == [PASS]:
            yield str(PASS)

    def svg(self) -> str:
        """A drawing: the triangles in the colours of those who start or want to end there."""
        return _draw(self)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return self.svg()


_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#a0479b", "#e0a000", "#4d5358")
_TINTS = ("#c3dded", "#f6d9c6", "#c2e6dc", "#e9d3e8", "#f8e8c2", "#d6d8da")
_UNIT = 36
"""How far two points are apart in a drawing."""
_STYLE = """
.star polygon { stroke-width: 30; stroke-linejoin: round }
.star .hole { fill: #fffdf8; stroke: #cdbd9f; stroke-width: 1.5 }
.star .piece { stroke: #333; stroke-width: 1 }
.star text { font-family: sans-serif; text-anchor: middle }
.star .player { fill: white; font-size: 14px; font-weight: bold }
.star .row { fill: #8a7d66; font-size: 12px }
.star .remark { fill: #333; font-size: 15px }
"""


def _xy(point: int) -> tuple[float, float]:
    """Where a point is in a drawing."""
    across, other, down = _PLACES[point]
    return round((across - other) / 2 * _UNIT, 1), round(down * 0.75**0.5 * _UNIT, 1)


def _polygon(points: Points, colour: str) -> str:
    """A triangle or hexagon of points; its corners have the fewest neighbours in it."""
    beside = {point: (NEIGHBOURS[point] & points).bit_count() for point in listed(points)}
    corners = [point for point in beside if beside[point] == min(beside.values())]
    if len(corners) > 3:  # down on the left, then up on the right
        corners = [*corners[::2], *corners[::-2]]
    outline = " ".join(f"{x},{y}" for x, y in map(_xy, corners))
    return f'<polygon fill="{colour}" stroke="{colour}" points="{outline}"/>'


def _draw(position: Star) -> str:
    """The star as SVG; a triangle has the colour of who starts there, or wants to end there."""
    seats = position.game.seats
    tints = {(tip + 3) % 6: tint for tip, tint in zip(seats, _TINTS, strict=False)}
    tints |= dict(zip(seats, _TINTS, strict=False))
    parts = [
        '<svg class="star" xmlns="http://www.w3.org/2000/svg" '
        'viewBox="-260 -280 520 610" width="520">',
        f"<title>{position}</title>",
        f"<style>{_STYLE}</style>",
        _polygon(_CENTRE, "#f4ecdd"),
        *(_polygon(camp, tints.get(tip, "#eadfca")) for tip, camp in enumerate(CAMPS)),
    ]
    owners = position._owners()
    for point in POINTS:
        x, y = _xy(point)
        if NAMES[point][1:] == "1":
            parts.append(
                f'<text class="row" x="{x - 28:.1f}" y="{y + 4:.1f}">{NAMES[point][0]}</text>'
            )
        owner = owners.get(point)
        if owner is None:
            parts.append(f'<circle class="hole" cx="{x}" cy="{y}" r="9"/>')
        else:
            parts.append(
                f'<circle class="piece" cx="{x}" cy="{y}" r="14" fill="{_COLOURS[owner]}"/>'
                f'<text class="player" x="{x}" y="{y + 5:.1f}">{owner}</text>'
            )
    for line, remark in enumerate(position._remarks()):
        parts.append(f'<text class="remark" x="0" y="{298 + 20 * line}">{remark}</text>')
    return "\n".join([*parts, "</svg>"])
