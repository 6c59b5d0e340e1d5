"""What users get: limits to set, and results that show themselves.

Each has `show()` for a terminal, `as_dict()` for programs and `_repr_html_` for notebooks.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from kibitz.errors import TextError
from kibitz.showing.layout import escaped, plies
from kibitz.values import Known, Spans, Unknown, Value, Vector

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.asking.ties import Ties
    from kibitz.game import Move, Outcome, Position

Stopped = Literal["", "nodes", "seconds", "interrupt", "depth", "cancel", "forced"]
"""What stopped a search before its end: a limit, Ctrl-C, the caller, that only one move
is legal, or nothing.
"""

Certainty = Literal[
    "exact", "so far", "estimate", "at least", "bound", "unknown", "unproved", "unsound"
]
"""How sure a value is: exact; exact for its move, but other moves were not searched; resting on
estimates where the search stopped, or on the first moves of each position if it has a `width`;
what the player to move gets at least; not there yet, but bounded for each side; not there yet;
resting on a decision test of one's own; or by an algorithm that can be wrong.
"""


SHORTEST = 1e-7
"""Seconds that no search falls below, to divide by."""


def in_words(certainty: Certainty, depth: int | None = None) -> str:
    """How sure a value is, in a word or two; of an estimate how many plies were searched."""
    if certainty == "estimate" and depth is not None:
        return plies(depth)
    words = {"unknown": "not yet", "bound": "bounds", "estimate": "estimated"}
    return words.get(certainty, certainty)


def wording(certainty: Certainty, worth: Value, depth: int | None = None) -> dict[str, Any]:
    """A value, how sure it is and how to say it, ready for JSON: no page needs words of its own."""
    about, shown = "" if certainty == "exact" else "about ", worth.each_side()
    words = {"sure": in_words(certainty, depth), "about": about, "value": shown}
    return {**worth.as_dict(), "certainty": certainty, "words": words}


def sure_bounds(worth: Value, certainty: Certainty) -> Spans | None:
    """What each side can still get, if that is known: those of several values are, if these are
    all there are, and not estimates.
    """
    return None if worth.possible is not None and certainty != "exact" else worth.bounds


def check_megabytes(megabytes: int) -> None:
    """Refuse what is no size of a table."""
    if type(megabytes) is not int or not 1 <= megabytes <= 2**20:
        raise TextError(f"expected a table of 1 to {2**20} megabytes: {megabytes!r}")


def check_seconds(seconds: object) -> None:
    """Refuse what is no time to search for; none is as long as it takes."""
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    if seconds is not None and not (number and 0 < seconds < math.inf):  # type: ignore[operator]
        raise TextError(f"expected a limit of more than 0 seconds: {seconds!r}")


class Progress(int):
    """How far a search has come: the number of visited nodes, and other knowledge.

    >>> told, limit = [], kibitz.Limit(nodes=1500)
    >>> deal = kibitz.game("spades(players=3,breaking=false)").deal(4, cards=8)
    >>> options = {"limit": limit, "engine": "reference", "progress": told.append}
    >>> result = kibitz.solve(deal, "outcome-sets", **options)
    >>> told[-1], told[-1].bounds
    (1280, ((2, 7), (0, 4), (1, 5)))
    """

    table: float | None
    """The fraction of its table that is in use, if the search tells."""
    bounds: Spans | None
    """The payoffs that each side can still get, if the search tells."""

    def __new__(
        cls, visited: int, table: float | None = None, bounds: Spans | None = None
    ) -> Progress:
        made = super().__new__(cls, visited)
        made.table, made.bounds = table, bounds
        return made

    def known(self) -> str:
        """The other knowledge, in words."""
        table = [] if self.table is None else [f"table {self.table:.0%}"]
        bounds = [] if self.bounds is None else [f"value {Unknown(bounds=self.bounds)}"]
        return ", ".join([*table, *bounds])


@dataclass(frozen=True)
class Limit:
    """When to stop with the best answer so far, and how much memory a table may take.

    >>> deal = kibitz.game("spades(players=3)").deal(1, cards=5)
    >>> result = kibitz.solve(deal, "maxn", limit=kibitz.Limit(nodes=1000))
    >>> result.stopped, result.stats.visited, result.complete
    ('nodes', 1000, False)
    """

    nodes: int | None = None
    """Visited nodes, leaves included."""
    seconds: float | None = None
    table_mb: int = 256
    """Megabytes for a table. One that is full forgets: in the kernel, which never takes more, an
    entry for each new one; in the reference, which takes about as much, its older half.
    """
    depth: int | None = None
    """Plies, for an algorithm with a leaf."""
    threads: int = 1
    """For searches that can use several, as outcome sets can; the answer is the same."""

    def __post_init__(self) -> None:
        for name in ("nodes", "depth"):
            number = getattr(self, name)
            if number is not None and type(number) is not int:
                raise TextError(f"expected a whole number of {name}: {number!r}")
        if self.depth is not None and not 1 <= self.depth <= 10_000:
            raise TextError(f"expected a depth of 1 to 10000 plies: {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise TextError(f"expected a limit of 1 node or more: {self.nodes}")
        check_seconds(self.seconds)
        if type(self.threads) is not int or not 1 <= self.threads <= 256:
            raise TextError(f"expected 1 to 256 threads: {self.threads!r}")
        check_megabytes(self.table_mb)


@dataclass
class Stats:
    """What a search did. Nodes that are searched again count again.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> stats = kibitz.solve(tree, "shallow").stats
    >>> stats.visited, stats.expanded, stats.leaves, stats.cuts["shallow"]
    (4, 2, 2, 1)
    """

    visited: int = 0
    """Nodes entered, leaves included."""
    expanded: int = 0
    """Nodes whose moves were generated."""
    leaves: int = 0
    cuts: dict[str, int] = field(default_factory=dict)
    """Nodes cut by each rule that the search has, such as `immediate` or `shallow`."""
    table_hits: int = 0
    re_searches: int = 0

    def since(self, before: Stats) -> Stats:
        """The counts since then."""
        return Stats(
            self.visited - before.visited,
            self.expanded - before.expanded,
            self.leaves - before.leaves,
            {rule: count - before.cuts[rule] for rule, count in self.cuts.items()},
            self.table_hits - before.table_hits,
            self.re_searches - before.re_searches,
        )


def added_up(found: list[Stats]) -> Stats:
    """What several searches did."""
    rules = dict.fromkeys(rule for stats in found for rule in stats.cuts)
    return Stats(
        visited=sum(stats.visited for stats in found),
        expanded=sum(stats.expanded for stats in found),
        leaves=sum(stats.leaves for stats in found),
        cuts={rule: sum(stats.cuts.get(rule, 0) for stats in found) for rule in rules},
        table_hits=sum(stats.table_hits for stats in found),
        re_searches=sum(stats.re_searches for stats in found),
    )


class Line:
    """The moves that lead from a position to its value, perhaps found only when they are looked at.

    Some searches know value and move before the rest of the line. What is missing is then
    searched for once, when it is first looked at; a copy, also in another process, has it too.
    """

    def __init__(
        self,
        moves: Iterable[Move] = (),
        stats: Stats | None = None,
        find: Callable[[], tuple[tuple[Move, ...], Stats]] | None = None,
    ) -> None:
        self._moves, self._find, self._lock = tuple(moves), find, threading.Lock()
        self.stats = stats
        """What it took, where that is counted apart from the search; None if it is not, or if
        nobody has looked at it yet.
        """

    @property
    def moves(self) -> tuple[Move, ...]:
        """All of them, found now if they are not known yet."""
        if self._find is not None:
            with self._lock:
                if self._find is not None:  # nobody else has found it meanwhile
                    self._moves, self.stats = self._find()
                    self._find = None
        return self._moves

    def __bool__(self) -> bool:
        return bool(self._moves)  # its first move is always known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.moves == other.moves

    def __hash__(self) -> int:
        return hash(self.moves)

    def __repr__(self) -> str:
        return repr(self.moves)

    def __reduce__(self) -> tuple[Any, ...]:
        return Line, (self.moves, self.stats)


Beside = tuple[tuple[str, Stats], ...]
"""What was searched beside the named search, by the texts of the algorithms."""
LINES = "lines"
"""In place of an algorithm, what lines took that are counted apart."""


@dataclass(frozen=True)
class Result:
    """The answer of a search. If it is not complete, the best answer when it was stopped.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> result = kibitz.solve(tree)
    >>> result.value, result.move, result.line, result.certainty
    ((5, 4, 1), 0, (0,), 'exact')
    """

    position: Position
    algorithm: Algorithm
    engine: str
    worth: Value
    """What is known of the value, with its payoffs, bounds and words."""
    certainty: Certainty
    """Whether the value is exact, and if not what it is."""
    outcome: Outcome | None
    move: Move | None
    """The best move, or the first in the list if none has a value yet; None if the game is over."""
    way: Line
    """What is known of the line."""
    stats: Stats
    stopped: Stopped
    """What stopped the search before its end: a limit, Ctrl-C, or nothing."""
    depth: int | None
    """With a leaf, how many plies were searched in full; 0 if it was stopped before."""
    seconds: float = field(compare=False)
    beside: Beside = ()
    """What else was searched for it, which a limit counts too."""
    ties: Ties | None = None
    """Whether the value depends on how players break ties, if that was asked."""

    @property
    def value(self) -> Known | None:
        """The payoffs of all sides; None if it was stopped before that was known of any move, or
        if it is not one vector.

        A paranoid search knows what the player to move gets at least, and None of the others.
        """
        return self.worth.payoffs

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that lead from here to the value; a beginning of them, or none, if a search was
        stopped that knew its value already (see `whole_line`).

        A search by yes and no without a limit looks for them only now, by the table of the search
        if that is still there: it is kept until the next such search.

        >>> result = kibitz.solve(kibitz.game("bridge(cards=6)").deal(1))
        >>> result.way.stats is None, len(result.line), result.way.stats is None
        (True, 24, False)
        """
        return self.way.moves

    @property
    def bounds(self) -> Spans | None:
        """What each side can still get, if a search by outcome sets was stopped, or found several
        values.
        """
        return sure_bounds(self.worth, self.certainty)

    @property
    def visited(self) -> int:
        """All nodes that were visited for it so far, and for its line."""
        others = [*(stats for _, stats in self.beside), *filter(None, [self.way.stats])]
        return self.stats.visited + sum(stats.visited for stats in others)

    @property
    def rate(self) -> float:
        """Nodes of the named search that were visited in a second."""
        return self.stats.visited / max(self.seconds, SHORTEST)

    @property
    def complete(self) -> bool:
        """Whether the search came to its end, so that the answer is exact."""
        return self.stopped == ""

    @property
    def whole_line(self) -> bool:
        """Whether the line is all that leads to the value, and not a beginning of it."""
        return self.complete or self.outcome is not None

    def as_dict(self, *, line: bool = True) -> dict[str, Any]:
        """The result in plain types, moves by their names, ready for JSON.

        Without `line` there is none in it, and none is searched for.
        """
        shown = {"line": [str(move) for move in self.line]} if line else {}
        for_line = {} if self.way.stats is None else {"line": dict(vars(self.way.stats))}
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            "engine": self.engine,
            **wording(self.certainty, self.worth, self.depth),
            "bounds": self.bounds,
            "outcome": self.outcome,
            "move": None if self.move is None else str(self.move),
            **shown,
            "stats": dict(vars(self.stats)),
            "beside": {**{by: dict(vars(stats)) for by, stats in self.beside}, **for_line},
            "depth": self.depth,
            "complete": self.complete,
            "stopped": self.stopped,
            "seconds": self.seconds,
            **({} if self.ties is None else {"ties": self.ties.remark()}),
        }

    def as_row(self) -> dict[str, Any]:
        """The result as one flat row, ready for a data frame: a number or text per column.

        >>> row = kibitz.solve(kibitz.game("tree").parse("0[(5,4) (3,6)]")).as_row()
        >>> row["value_0"], row["move"], row["visited"]
        (5, '0', 3)
        """
        row = self.as_dict()
        stats = row.pop("stats")
        del row["words"]
        if "possible" in row:
            row["possible"] = str(self.worth)
        row["beside"] = self.visited - self.stats.visited
        row["line"] = " ".join(row["line"])
        if self.ties is not None:
            row["ties"] = self.ties.words
        sides = range(self.position.game.sides)
        for name in ("value", "outcome"):
            numbers = row.pop(name)
            if numbers is None:
                numbers = [None] * len(sides)
            if isinstance(numbers, list | tuple) and len(numbers) == len(sides):
                row |= {f"{name}_{side}": number for side, number in enumerate(numbers)}
            else:  # of a game whose outcomes do not go by sides
                row[name] = str(numbers)
        unknown = [(None, None)] * len(sides)
        for side, bounds in zip(sides, row.pop("bounds") or unknown, strict=True):
            row[f"lowest_{side}"], row[f"highest_{side}"] = bounds
        cuts = stats.pop("cuts")
        return {**row, **stats, **{f"cuts_{rule}": count for rule, count in cuts.items()}}

    def rows(self) -> list[tuple[str, str]]:
        """The result for people."""
        stats = self.stats
        cuts = ", ".join(f"{count:,} {rule}" for rule, count in stats.cuts.items() if count)
        hits = "table hit" if stats.table_hits == 1 else "table hits"
        extra = f", {stats.table_hits:,} {hits}" if stats.table_hits else ""
        extra += f", {stats.re_searches:,} searched again" if stats.re_searches else ""
        unknown = "not known yet"
        outcome = unknown if self.outcome is None else str(self.outcome)
        line = " ".join(map(str, self.line)) or "-"
        guaranteed = self.algorithm.search.guarantees or (self.depth and self.outcome is None)
        beside = ", ".join(filter(None, [write_beside(self.beside), self._for_line()]))
        words = "" if self.outcome is None else self.position.game.in_words(self.outcome)
        return [
            ("move", self._move()),
            ("value", self._value()),
            *([] if self.bounds is None else [("bounds", str(Unknown(bounds=self.bounds)))]),
            *([] if self.ties is None else [("ties", self.ties.words)]),
            *([] if guaranteed else [("outcome", outcome)]),
            *([("in words", words)] if words else []),
            ("line", line),
            ("nodes", f"{stats.visited:,} visited, {stats.expanded:,} expanded{extra}"),
            ("cuts", cuts or "none"),
            *([("beside", beside)] if beside else []),
            ("by", f"{self.algorithm} ({self.engine}){self._warning()}"),
        ]

    def _for_line(self) -> str:
        visited = 0 if self.way.stats is None else self.way.stats.visited
        return f"{visited:,} nodes for the line" if visited else ""

    def _move(self) -> str:
        if self.move is None:
            return "none, the game is over"
        unknown = "not known to be the best" if self.worth.known else "none has a value yet"
        unknown = "the only legal one" if self.stopped == "forced" else unknown
        return str(self.move) if self.way else f"{self.move}, {unknown}"

    def _value(self) -> str:
        shown = str(self.worth) if self.worth.known else "not known yet"
        shown += ", estimated" if self.certainty == "estimate" else ""
        return f"at least {shown}" if self.certainty == "at least" else shown

    def _warning(self) -> str:
        stopped = "" if self.complete else "; STOPPED EARLY: the best answer so far"
        if not self.worth.known:
            stopped = "; STOPPED EARLY, with no answer yet"
        if self.certainty == "bound":
            stopped = "; STOPPED EARLY, with bounds only"
        elif self.stopped == "forced":
            stopped = "; no other move is legal, so it was not searched further"
        elif self.depth is not None and not self.complete:
            stopped = f"; searched {plies(self.depth)} deep: the best answer so far"
        if self.algorithm.unproved:
            return f"{stopped}; UNPROVED: the value rests on {self.algorithm.unproved}"
        return stopped if self.algorithm.sound else f"{stopped}; UNSOUND: the value may be wrong"

    def show(self) -> str:
        """The result as lines of text."""
        return "\n".join(f"{name:8} {what}" for name, what in self.rows())

    def _repr_html_(self) -> str:
        cells = (f"<tr><th>{name}</th><td>{escaped(what)}</td></tr>" for name, what in self.rows())
        return f"<table>{''.join(cells)}</table>"


def settled(result: Result) -> Result:
    """If bounds leave one vector, that is the value, though no move or line to it is known."""
    if result.bounds is None or any(least != most for least, most in result.bounds):
        return result
    worth = Vector(tuple(least for least, _ in result.bounds), result.bounds)
    return replace(result, worth=worth, certainty="exact", outcome=None, way=Line())


def write_beside(beside: Beside) -> str:
    """What else was searched."""
    return ", ".join(
        f"{stats.visited:,} nodes {'for' if by == LINES else 'by'} {by}" for by, stats in beside
    )
