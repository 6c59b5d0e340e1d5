"""The tables of Nijssen 2013: searches that play each other on four boards.

A case is one start and one way to seat the kinds of players, played once for each turn of the
kinds: with ABC also BCA and CAB. So in every case each kind has as many seats as every other, and
the cases go through all seatings that have each kind at least once.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import kibitz
from kibitz.lab import plots
from kibitz.lab.estimate import estimate_by_blocks
from kibitz.lab.experiment import (
    Cancel,
    Estimate,
    Experiment,
    Line,
    Numbers,
    Results,
    Task,
    solve,
)
from kibitz.scoring import Utility

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NODES = 30
"""Nodes of a search for each play-out: about as many as take as long here."""
TABLE_MB = 64
PLAYOUTS, CLOCK = "play-outs", "the clock"
Seating = tuple[int, ...]
"""For each player which kind it is."""


@dataclass(frozen=True)
class Row:
    """A game of the thesis with this many players."""

    label: str
    game: str
    players: int
    leaf: str
    order: str
    playouts: int
    """For a move in one second, in the thesis; for two players those for three."""
    part: str
    """The utility that divides a whole among the players, for max^n."""

    @property
    def without_files(self) -> Row:
        """The same with an evaluation that needs no table of its own."""
        return replace(self, leaf="distance") if self.leaf == "way-home" else self


def _star(players: int, playouts: int) -> Row:
    game = f"chinese_checkers(players={players},rows=3,leave=0,utility=home)"
    return Row(f"Chinese Checkers {players}", game, players, "way-home", "gain", playouts, "part")


def _square(name: str, players: int, leaf: str, order: str, playouts: int) -> Row:
    game = "blokus" if name == "blokus" else f"{name}(players={players})"
    return Row(f"{name.capitalize()} {players}", game, players, leaf, order, playouts, "share")


STAR_2, FOCUS_2, ROLIT_2 = (
    _star(2, 4_318),
    _square("focus", 2, "captures", "stack", 6_474),
    _square("rolit", 2, "mobility", "square", 5_933),
)
FOCUS_3 = _square("focus", 3, "captures", "stack", 6_474)
FOCUS_4 = _square("focus", 4, "captures", "stack", 6_310)
ROWS = (
    _star(3, 4_318),
    _star(4, 3_520),
    _star(6, 2_792),
    FOCUS_3,
    FOCUS_4,
    _square("rolit", 3, "mobility", "square", 5_933),
    _square("rolit", 4, "mobility", "square", 6_064),
    _square("blokus", 4, "squares", "large", 1_406),
)
"""The rows of most tables: games with 3, 4 or 6 players."""


@dataclass(frozen=True)
class Kind:
    """A kind of player: a search, in which `LEAF` and `ORDER` are those of the game."""

    name: str
    search: str
    parts: bool = False
    """Whether it divides a whole among the players, instead of counting only wins at the end."""

    @property
    def plays_out(self) -> bool:
        """Whether its limit counts play-outs."""
        return self.search.startswith("uct")

    def text(self, row: Row) -> str:
        """The search in a game."""
        return self.search.replace("LEAF", row.leaf).replace("ORDER", row.order)


SEARCH = "leaf=LEAF,order=ORDER,table=bounds"
PARANOID = Kind("paranoid", f"paranoid({SEARCH})")
BRS = Kind("BRS", f"brs({SEARCH})")


def uct(name: str, words: str) -> Kind:
    """MCTS as in the thesis, with some parts that differ."""
    return Kind(name, f"uct({words},playouts=order,order=ORDER)")


@functools.cache
def turns(kinds: int, players: int) -> tuple[tuple[Seating, ...], ...]:
    """The seatings that have each kind, in groups: one and what it becomes by turning the kinds.

    The groups come in an order that mixes them, so that a few of them are no special ones.
    """
    groups = [
        tuple(tuple((kind + turn) % kinds for kind in seating) for turn in range(kinds))
        for seating in itertools.product(range(kinds), repeat=players)
        if seating[0] == 0 and len(set(seating)) == kinds
    ]
    step = next(
        step for step in range(len(groups) * 5 // 8, len(groups) + 1) if _apart(step, groups)
    )
    return tuple(groups[at * step % len(groups)] for at in range(len(groups)))


def _apart(step: int, groups: Sequence[object]) -> bool:
    """Whether steps of this length come by all of them."""
    return len({at * step % len(groups) for at in range(len(groups))}) == len(groups)


class Boards(Experiment):
    """Kinds of players in some games, with one limit or several."""

    cost = "hours"
    fair_in_part = True

    kinds: ClassVar[Sequence[Kind]]
    rows: ClassVar[Sequence[Row]] = ROWS
    seconds: ClassVar[Sequence[float]] = (1,)
    """Times for a move in the thesis: what they are here is that part of its play-outs."""
    published: ClassVar[Mapping[str, Sequence[Sequence[float]]]]
    """Wins in per cent by row: for each of the last times, of each kind."""
    depths: ClassVar[Mapping[str, Sequence[float | None]]] = {}
    """Plies that each kind searches, by row."""
    games: ClassVar[int] = 1_000
    """Of each row at least, with each limit; half as many by the clock."""
    shared: ClassVar[Sequence[str]] = (
        "**Limits.** The thesis gives each player so many seconds, in Java at 2.2 GHz. Here a move "
        f"of MCTS has the play-outs of the thesis for that time, and one of a search {NODES} nodes "
        "for each of them, about what takes as long here. So games are the same on every machine. "
        "*By the clock* both have the seconds themselves.",
        "**Start.** Games begin after two moves of each player drawn at random (one in Blokus, "
        "among the ten that gain most in Chinese Checkers), since nothing else here is left to "
        "chance: there is no random term in evaluations.",
        "**Seatings.** Every seating with each kind at least once, as in the thesis. A case is one "
        "start with two or three of them, in which each kind sits equally often.",
        "**Chinese Checkers.** After 100 moves of each the game is over, and the player with "
        "the most progress has won; pieces in their own triangle may fill it from the start on.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        if quick:
            rows = (self.rows[0], self.rows[-1])
            return [
                self._task(row.without_files, self.seconds[0], PLAYOUTS, 0, 0.01) for row in rows
            ]
        ways = [(PLAYOUTS, self.games), (CLOCK, self.games // 2)]
        return [
            self._task(row, seconds, way, case)
            for way, games in ways
            for seconds in self.seconds
            for case in range(-(-games // len(self.kinds)))
            for row in self.rows
        ]

    def _task(self, row: Row, seconds: float, way: str, case: int, share: float = 1) -> Task:
        groups = turns(len(self.kinds), row.players)
        what = {"game": row.game, "deal": str(case)}
        what["seats"] = "/".join(map(str, groups[case % len(groups)][0]))
        for at, kind in enumerate(self.kinds):
            what[f"kind{at}"] = kind.text(row)
            what[f"payoffs{at}"] = row.part if kind.parts else ""
            playouts = max(10, round(seconds * share * row.playouts))
            what[f"nodes{at}"] = str(playouts * (1 if kind.plays_out else NODES))
        if way == CLOCK:
            what["seconds"] = f"{seconds:g}"
        return Task(self._column(row, seconds, way), case, what)

    @staticmethod
    def _column(row: Row, seconds: float, way: str) -> str:
        return f"{row.label}, {seconds:g} s by {way}"

    def searches(self, task: Task) -> Sequence[kibitz.Algorithm]:
        return [kibitz.Algorithm.parse(task.what[f"kind{at}"]) for at in range(len(self.kinds))]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Play the games of a case: wins of each kind, all wins being 1, and plies searched."""
        kinds = len(self.kinds)
        wins, plies, searches, moves = [0.0] * kinds, [0] * kinds, [0] * kinds, 0
        first = [int(kind) for kind in task.what["seats"].split("/")]
        players = [_Player(task.what, kind) for kind in range(kinds)]
        for turn in range(kinds):
            position = kibitz.game(task.what["game"]).deal(int(task.what["deal"]))
            while not position.is_over:
                kind = (first[position.turn] + turn) % kinds
                move, depth = players[kind].chosen(position, moves, cancel)
                if depth is not None:
                    plies[kind] += depth
                    searches[kind] += 1
                position = position.play(move)
                moves += 1
            ends = position.game.payoffs(position.outcome)
            best = max(ends)
            for seat, own in enumerate(ends):
                kind = (first[seat] + turn) % kinds
                wins[kind] += (own == best) / ends.count(best) / kinds
        numbers: dict[str, float] = {"games": kinds, "moves": moves / kinds}
        for kind in range(kinds):
            numbers[f"wins {kind}"] = 100 * wins[kind]
            numbers[f"plies {kind}"] = plies[kind] / searches[kind] if searches[kind] else 0
        return numbers

    def lines(self, results: Results) -> Sequence[Line]:
        return [
            line
            for way in (PLAYOUTS, CLOCK)
            for at, seconds in enumerate(self.seconds)
            for row in self.rows
            for line in self._of(row, at, seconds, way, results)
        ]

    def _of(self, row: Row, at: int, seconds: float, way: str, results: Results) -> Iterator[Line]:
        column = self._column(row, seconds, way)
        before = len(self.seconds) - len(self.published.get(row.label, self.seconds))
        known = self.published.get(row.label) if at >= before else None
        for number, kind in enumerate(self.kinds):
            theirs = None if known is None or results.quick else known[at - before][number]
            values = list(results.values(column, f"wins {number}").values())
            yield Line(f"wins %, {kind.name}", estimate_by_blocks(values), theirs, column)
        for number, kind in enumerate(self.kinds):
            if row.label in self.depths and not kind.plays_out:
                values = list(results.values(column, f"plies {number}").values())
                theirs = None if results.quick or at < before else self.depths[row.label][number]
                yield Line(f"plies, {kind.name}", estimate_by_blocks(values), theirs, column)

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        seconds = self.seconds[0 if results.quick else len(self.seconds) // 2]

        def wins(figure: Figure) -> None:
            series: dict[str, list[Estimate | float | None]] = {
                kind.name: [
                    results.mean(self._column(row, seconds, PLAYOUTS), f"wins {number}")
                    for row in self.rows
                ]
                for number, kind in enumerate(self.kinds)
            }
            plots.bars(figure, [row.label for row in self.rows], series, "wins in %", log=False)

        return {f"Wins with the play-outs of {seconds:g} s, with 95 % intervals": wins}

    def remarks(self, results: Results) -> Sequence[str]:
        played = [int(outcome.numbers["games"]) for outcome in results.outcomes]
        least = [
            len(results.values(self._column(row, seconds, PLAYOUTS), "games")) * len(self.kinds)
            for seconds in self.seconds
            for row in self.rows
        ]
        return (
            f"{sum(played):,} games were played in all, {min(least)} to {max(least)} of a row by "
            f"play-outs; the thesis has at least {self.games:,} of each. Where a line has no "
            "interval there are too few games to say anything.",
            *self.findings(results),
        )

    def findings(self, results: Results) -> Sequence[str]:
        """What else there is to say."""
        return ()


class _Player:
    """One kind of player in the games of a case."""

    def __init__(self, what: Mapping[str, str], kind: int) -> None:
        self.algorithm = kibitz.Algorithm.parse(what[f"kind{kind}"])
        payoffs = what[f"payoffs{kind}"]
        self.utility = Utility.parse(payoffs) if payoffs else None
        self.limits: dict[str, Any] = {"nodes": int(what[f"nodes{kind}"]), "table_mb": TABLE_MB}
        if "seconds" in what:
            self.limits = {"seconds": float(what["seconds"]), "table_mb": TABLE_MB}
        self.deal = int(what["deal"])

    def chosen(
        self, position: kibitz.Position, made: int, cancel: Cancel
    ) -> tuple[kibitz.Move, int | None]:
        """The move, and how deep the search was if it did not come to the end."""
        moves = position.moves()
        if len(moves) == 1:
            return moves[0], None
        if self.utility is not None:
            game: Any = position.game
            position = replace(position, game=replace(game, utility=self.utility))  # type: ignore[type-var]
        algorithm = self.algorithm
        if algorithm.backup == "uct":
            algorithm = algorithm.with_parts(seed=1 + 1_000 * self.deal + made)
        found = solve(position, algorithm, cancel, **self.limits)
        move = moves[0] if found.move is None else found.move
        return move, None if found.complete else found.depth
