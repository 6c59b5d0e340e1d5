"""What users get: limits to set, results, comparisons and traces that show themselves.

Each has `show()` for a terminal, `as_dict()` for programs and `_repr_html_` for notebooks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, overload

from kibitz import drawing
from kibitz.engines.memory import check_megabytes
from kibitz.errors import TextError
from kibitz.layout import Drawing, columns, escaped, plies, table, write_payoffs

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.reference.events import Kind
    from kibitz.game import Move, Outcome, Position

Stopped = Literal["", "nodes", "seconds", "interrupt", "depth", "cancel"]
"""What stopped a search before its end: a limit, Ctrl-C, whoever asked for it, or nothing."""

Certainty = Literal["exact", "so far", "estimate", "at least", "bound", "unknown", "unsound"]
"""How sure a value is: exact; exact for its move, but other moves were not searched; resting on
estimates where the search stopped, or on the first moves of each position if it has a `width`;
what the player to move gets at least; not there yet, but bounded for each side; not there yet;
or by an algorithm that can be wrong.
"""

MOST_WRITTEN = 3
"""How many outcomes of a set are written out in a trace."""

Bounds = tuple[tuple[int, int], ...]
"""For each side, the lowest and the highest payoff that it can still get."""


class Progress(int):
    """How far a search is: the number of visited nodes, and what else it knows.

    >>> told, limit = [], kibitz.Limit(nodes=1500)
    >>> deal = kibitz.game("spades(players=3,breaking=false)").deal(4, cards=8)
    >>> options = {"limit": limit, "engine": "reference", "progress": told.append}
    >>> result = kibitz.solve(deal, "outcome-sets", **options)
    >>> told[-1], told[-1].bounds
    (1280, ((2, 7), (0, 4), (1, 5)))
    """

    table: float | None
    """Which part of its table is in use, if the search tells."""
    bounds: Bounds | None
    """What each side can still get, if the search tells."""

    def __new__(
        cls, visited: int, table: float | None = None, bounds: Bounds | None = None
    ) -> Progress:
        made = super().__new__(cls, visited)
        made.table, made.bounds = table, bounds
        return made

    def known(self) -> str:
        """What else it knows, in words."""
        table = [] if self.table is None else [f"table {self.table:.0%}"]
        bounds = [] if self.bounds is None else [f"value {write_bounds(self.bounds)}"]
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
    """For a search that can use several, which is that by outcome sets; the answer is the same."""

    def __post_init__(self) -> None:
        for name in ("nodes", "depth"):
            number = getattr(self, name)
            if number is not None and type(number) is not int:
                raise TextError(f"expected a whole number of {name}: {number!r}")
        if self.depth is not None and not 1 <= self.depth <= 10_000:
            raise TextError(f"expected a depth of 1 to 10000 plies: {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise TextError(f"expected a limit of 1 node or more: {self.nodes}")
        if self.seconds is not None and not _is_time(self.seconds):
            raise TextError(f"expected a limit of more than 0 seconds: {self.seconds!r}")
        if type(self.threads) is not int or not 1 <= self.threads <= 256:
            raise TextError(f"expected 1 to 256 threads: {self.threads!r}")
        check_megabytes(self.table_mb)


def _is_time(seconds: object) -> bool:
    number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    return number and 0 < seconds < math.inf  # type: ignore[operator]


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


def certainty(
    algorithm: Algorithm, value: tuple[int | None, ...] | None, stopped: Stopped
) -> Certainty:
    """How sure the value of a search is, by what stopped it."""
    if value is None:
        return "bound" if algorithm.by_sets else "unknown"
    if not algorithm.sound:
        return "unsound"
    if not stopped:
        return "exact" if algorithm.width is None else "estimate"
    if algorithm.leaf != "none":
        return "estimate"
    return "at least" if algorithm.window == "zero" else "so far"


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
    value: tuple[int | None, ...] | None
    """The payoffs of all sides; None if it was stopped before any move had a value.

    A paranoid search knows what the player to move gets at least, and None of the others.
    """
    certainty: Certainty
    """Whether the value is exact, and if not what it is."""
    outcome: Outcome | None
    move: Move | None
    """The best move; None if the game is over, or if no move has a value yet."""
    line: tuple[Move, ...]
    """The moves that lead from here to the value."""
    stats: Stats
    stopped: Stopped
    """What stopped the search before its end: a limit, Ctrl-C, or nothing."""
    depth: int | None
    """With a leaf, how many plies were searched in full; 0 if it was stopped before."""
    seconds: float = field(compare=False)
    bounds: Bounds | None = None
    """What each side can still get, if a search by outcome sets was stopped."""

    @property
    def complete(self) -> bool:
        """Whether the search came to its end, so that the answer is exact."""
        return self.stopped == ""

    def as_dict(self) -> dict[str, Any]:
        """The result in plain types, moves by their names, ready for JSON."""
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            "engine": self.engine,
            "value": self.value,
            "certainty": self.certainty,
            "bounds": self.bounds,
            "outcome": self.outcome,
            "move": None if self.move is None else str(self.move),
            "line": [str(move) for move in self.line],
            "stats": dict(vars(self.stats)),
            "depth": self.depth,
            "complete": self.complete,
            "stopped": self.stopped,
            "seconds": self.seconds,
        }

    def as_row(self) -> dict[str, Any]:
        """The result as one flat row, ready for a data frame: a number or text per column.

        >>> row = kibitz.solve(kibitz.game("tree").parse("0[(5,4) (3,6)]")).as_row()
        >>> row["value_0"], row["move"], row["visited"]
        (5, '0', 3)
        """
        row = self.as_dict()
        stats = row.pop("stats")
        row["line"] = " ".join(row["line"])
        for name in ("value", "outcome"):
            for side, number in enumerate(row.pop(name) or ()):
                row[f"{name}_{side}"] = number
        cuts = stats.pop("cuts")
        return {**row, **stats, **{f"cuts_{rule}": count for rule, count in cuts.items()}}

    def rows(self) -> list[tuple[str, str]]:
        """The result for people."""
        stats = self.stats
        cuts = ", ".join(f"{count:,} {rule}" for rule, count in stats.cuts.items() if count)
        extra = f", {stats.table_hits:,} table hits" if stats.table_hits else ""
        extra += f", {stats.re_searches:,} searched again" if stats.re_searches else ""
        unknown = "not known yet"
        outcome = unknown if self.outcome is None else str(self.outcome)
        guaranteed = self.algorithm.guarantees or (self.depth and self.outcome is None)
        words = "" if self.outcome is None else self.position.game.in_words(self.outcome)
        return [
            ("move", self._move()),
            ("value", self._value()),
            *([] if self.bounds is None else [("bounds", write_bounds(self.bounds))]),
            *([] if guaranteed else [("outcome", outcome)]),
            *([("in words", words)] if words else []),
            ("line", " ".join(map(str, self.line)) or "-"),
            ("nodes", f"{stats.visited:,} visited, {stats.expanded:,} expanded{extra}"),
            ("cuts", cuts or "none"),
            ("by", f"{self.algorithm} ({self.engine}){self._warning()}"),
        ]

    def _move(self) -> str:
        if self.move is not None:
            return str(self.move)
        return "none, the game is over" if self.position.is_over else "none has a value yet"

    def _value(self) -> str:
        shown = "not known yet" if self.value is None else write_payoffs(self.value)
        return f"at least {shown}" if self.certainty == "at least" else shown

    def _warning(self) -> str:
        stopped = "" if self.complete else "; STOPPED EARLY: the best answer so far"
        if self.value is None:
            stopped = "; STOPPED EARLY, with no answer yet"
        if self.certainty == "bound":
            stopped = "; STOPPED EARLY, with bounds only"
        elif self.depth is not None and not self.complete:
            stopped = f"; searched {plies(self.depth)} deep: the best answer so far"
        return stopped if self.algorithm.sound else f"{stopped}; UNSOUND: the value may be wrong"

    def show(self) -> str:
        """The result as lines of text."""
        return "\n".join(f"{name:8} {what}" for name, what in self.rows())

    def _repr_html_(self) -> str:
        cells = (f"<tr><th>{name}</th><td>{escaped(what)}</td></tr>" for name, what in self.rows())
        return f"<table>{''.join(cells)}</table>"


def write_outcomes(outcomes: Sequence[Outcome]) -> str:
    """Outcomes, or how many they are if they are many."""
    if len(outcomes) > MOST_WRITTEN:
        return f"{len(outcomes)} outcomes"
    return " or ".join(str(outcome).replace(" ", "") for outcome in outcomes)


def write_bounds(bounds: Bounds) -> str:
    """What each side can still get."""
    sides = (str(least) if least == most else f"{least} to {most}" for least, most in bounds)
    return f"({', '.join(sides)})"


def agree(results: Iterable[Result]) -> bool:
    """Whether results have one line and one value, as far as they know it.

    What a paranoid search does not know of the others is no difference.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> kibitz.agree([kibitz.solve(tree, "maxn"), kibitz.solve(tree, "paranoid")])
    True
    """
    found = list(results)
    lines = {(result.value is None, result.line) for result in found}
    return len(lines) <= 1 and _same_value(found)


def _same_value(results: Sequence[Result]) -> bool:
    sides = zip(*(result.value for result in results if result.value), strict=True)
    return all(len(set(payoffs) - {None}) <= 1 for payoffs in sides)


@dataclass(frozen=True)
class Comparison(Sequence[Result]):
    """The results of several algorithms for one position, side by side.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> comparison = kibitz.compare(tree, ["maxn", "shallow"])
    >>> comparison.verdict, [result.stats.visited for result in comparison]
    ('all agree', [5, 4])
    """

    position: Position
    results: tuple[Result, ...]
    asked: int
    """How many algorithms there were to compare; fewer have results after Ctrl-C."""

    @overload
    def __getitem__(self, at: int) -> Result: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Result, ...]: ...
    def __getitem__(self, at: int | slice) -> Result | tuple[Result, ...]:
        return self.results[at]

    def __len__(self) -> int:
        return len(self.results)

    @property
    def agree(self) -> bool:
        """Whether all results have one line and one value, as far as they know it."""
        return agree(self.results)

    @property
    def finished(self) -> bool:
        """Whether every search came to its end, or as deep as it was asked to."""
        done = all(result.stopped in ("", "depth") for result in self.results)
        return done and len(self.results) == self.asked

    @property
    def verdict(self) -> str:
        """Whether they agree, in words; of what is not finished, only that."""
        if not self.finished:
            done = sum(result.stopped in ("", "depth") for result in self.results)
            return f"not finished: {done} of {self.asked} came to their end"
        if self.agree:
            return "all agree"
        why = ""
        if len({result.depth for result in self.results}) > 1:
            why = ", being searched to different depths"
        elif len({(result.algorithm.order, result.algorithm.ties) for result in self.results}) > 1:
            why = ", with other rules or orders for ties"
        if _same_value(self.results):
            return f"same value, other line{why}"
        return f"they differ in value{why}"

    @property
    def stopped(self) -> Stopped:
        """What stopped the last search."""
        return self.results[-1].stopped if self.results else ""

    def as_dict(self) -> dict[str, Any]:
        """The comparison in plain types, ready for JSON."""
        shared = ("game", "position")
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "agree": self.agree,
            "finished": self.finished,
            "verdict": self.verdict,
            "results": [
                {key: what for key, what in result.as_dict().items() if key not in shared}
                for result in self.results
            ],
        }

    def as_rows(self) -> list[dict[str, Any]]:
        """A flat row per result, ready for a data frame."""
        return [result.as_row() for result in self.results]

    def rows(self) -> list[list[str]]:
        """The comparison as texts, headings first."""
        heads = ["algorithm", "move", "value", "visited", "expanded", "cuts", "hits", "again"]
        rows = [[*heads, *([] if self.finished and not self._deep() else ["searched"])]]
        for result in self.results:
            stats = result.stats
            counts = (
                stats.visited,
                stats.expanded,
                sum(stats.cuts.values()),
                stats.table_hits,
                stats.re_searches,
            )
            deep = plies(result.depth) if result.depth is not None else "stopped early"
            rows.append(
                [
                    str(result.algorithm),
                    "-" if result.move is None else str(result.move),
                    "-" if result.value is None else write_payoffs(result.value),
                    *(f"{count:,}" for count in counts),
                    *([("to the end" if result.complete else deep)] if len(rows[0]) > 8 else []),
                ]
            )
        return rows

    def _deep(self) -> bool:
        return any(result.depth is not None and not result.complete for result in self.results)

    def show(self) -> str:
        """The comparison as a table, and whether they agree."""
        return f"{columns(self.rows(), left=range(3))}\n{self.verdict}"

    def _repr_html_(self) -> str:
        return f"{table(self.rows())}<p>{escaped(self.verdict)}</p>"


@dataclass(frozen=True)
class Step:
    """One step of a trace, `depth` plies below the root, in words that the game uses.

    `kind` is that of `kibitz.engines.reference.events.Event`. `bounds` are the payoffs that
    players must exceed, or in a "cut" cannot; `ceiling` what the first of them must stay below in
    a two-sided search; `value` the payoffs of an answer, None with a "hit" or "leave" for NIL.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> cut = next(step for step in kibitz.trace(tree, "shallow") if step.kind == "cut")
    >>> print(str(cut).strip())
    cut: shallow: P0 has 5 and P1 has 6, which is more than all there is, 10
    """

    depth: int
    kind: Kind
    move: Move | None = None
    bounds: Mapping[int, int] = field(default_factory=dict)
    ceiling: int | None = None
    value: tuple[int | None, ...] | None = None
    rule: str = ""
    turn: int | None = None
    """Who is to move, where a node is expanded."""
    why: str = ""
    """Why a node was cut, in words."""
    compared: Mapping[str, int] = field(default_factory=dict)
    """The numbers behind that: `sum` and `max_sum`, `most`, `outcomes` left, or `reached`."""
    asked: tuple[Outcome, ...] | None = None
    """In a search by outcome sets, what would still matter above;"""
    possible: tuple[Outcome, ...] | None = None
    """and what the node can have."""

    def as_dict(self) -> dict[str, Any]:
        """The step in plain types, ready for JSON."""
        return {**vars(self), "move": None if self.move is None else str(self.move)}

    def needs(self) -> str:
        """What must be exceeded, and stayed below, to matter: `[P0 > 5, < 8]`; or one of what."""
        if self.asked is not None:
            return f"[{write_outcomes(self.asked)}?]"
        needs = [f"P{side} > {bound}" for side, bound in self.bounds.items()]
        needs += [] if self.ceiling is None else [f"< {self.ceiling}"]
        return f"[{', '.join(needs)}]" if needs else ""

    def __str__(self) -> str:
        indent = 0 if self.kind == "deepened" else self.depth
        return "    " * indent + self._words()

    def answer(self) -> str:
        """What the node has: payoffs, or outcomes that it can have."""
        if self.possible is not None:
            return write_outcomes(self.possible)
        return "NIL" if self.value is None else write_payoffs(self.value)

    def _words(self) -> str:
        value = self.answer()
        match self.kind:
            case "visit":
                name = "root" if self.move is None else str(self.move)
                return f"{name}  {self.needs()}".rstrip()
            case "leaf":
                return f"= {value}"
            case "hit" if self.possible is not None:
                return f"= {value} without a search"
            case "hit":
                return f"= {value} from the table"
            case "expand":
                return f"player {self.turn} to move"
            case "cut":
                return f"cut: {self.rule}: {self.why}"
            case "again":
                return f"search {self.move} again"
            case "keep" if self.value is None:
                return f"best is {self.move}, outside the window"
            case "keep":
                return f"best is {self.move} with {value}"
            case "wait":
                return f"{self.move} waits"
            case "leave":
                return f"= {value}"
            case "line":
                return "the line to it:"
            case "deepened":
                return f"searched {self.depth} plies deep"


@dataclass(frozen=True)
class Trace(Iterable[Step]):
    """What a search does, step by step; each iteration searches anew.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) (6,4,0)]")
    >>> print(kibitz.trace(tree, "maxn").show())
    root
    player 0 to move
        0
        = (5, 4, 1)
    best is 0 with (5, 4, 1)
        1
        = (6, 4, 0)
    best is 1 with (6, 4, 0)
    = (6, 4, 0)
    """

    position: Position
    algorithm: Algorithm
    steps: Callable[[], Iterator[Step]] = field(repr=False)
    lists: Callable[[Position], Sequence[Move]] | None = field(default=None, repr=False)
    """The moves of a position in the order of the search; none if it does not go down from the
    root, as with `window=zero`.
    """

    def __iter__(self) -> Iterator[Step]:
        return self.steps()

    def as_dict(self) -> dict[str, Any]:
        """The trace in plain types, ready for JSON."""
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            "steps": [step.as_dict() for step in self],
        }

    def show(self) -> str:
        """The trace, a line per step."""
        return "\n".join(map(str, self))

    def svg(self) -> Drawing:
        """The tree that a small search visits, with the cuts and what they cut off."""
        trees, whole = drawing.searched(self, self.position, self.lists, drawing.MOST_DRAWN)
        drawing.check_size(trees, whole)
        value = f" = {trees[-1].value}" if trees else ""
        return drawing.svg(trees, str(self.position), f"{self.algorithm}{value}")

    def film(self, most_outcomes: int = 200) -> dict[str, Any]:
        """A small search as data to be watched: its tree, its steps, and the leaf-value table.

        Each step says in which node it is and which outcomes still exceed the bounds there. A
        table of more outcomes is left out.
        """
        from kibitz.leaf_table import LeafTable

        steps = list(self)
        trees, whole = drawing.searched(steps, self.position, self.lists, drawing.MOST_DRAWN)
        table = None
        if self.position.lists_outcomes and self.position.has_few_outcomes:
            table = LeafTable.of(self.position)
        outcomes: list[tuple[Any, Any]] = []
        if table is not None and len(table.outcomes) <= most_outcomes:
            outcomes = list(zip(table.outcomes, table.payoffs, strict=True))
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            **drawing.film(steps, trees, outcomes),
            "whole": whole,
            "rows": table.rows() if table is not None and outcomes else [],
        }

    def _repr_html_(self) -> str:
        found = drawing.searched(self, self.position, self.lists, drawing.MOST_LISTED)
        return f"<p>{escaped(str(self.algorithm))}</p>{drawing.nested(*found)}"
