"""solve, solve_many, compare and trace: search a position and say what came out.

Everything a user gets back is a `Result`. The engine is chosen here: the kernel where it
applies, else the reference, which is the definition and always there.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz import kernel
from kibitz.algorithm import DEFAULT, Algorithm
from kibitz.errors import KibitzError, TextError, UnknownName
from kibitz.game import Game, Move, Outcome, Position
from kibitz.kernel import Stopped
from kibitz.layout import escaped
from kibitz.reference.events import Event, Kind
from kibitz.reference.ordering import order_for
from kibitz.reference.search import Search
from kibitz.reference.table import Answer
from kibitz.reference.two_sided import TwoSided
from kibitz.transposition import TranspositionTable, check_megabytes
from kibitz.workers import in_order

ENGINES = ("auto", "kernel", "reference")
DEFAULT_NODES = 250_000
"""Where a search stops that need not come to an end and has no other limit."""
CHECK_EVERY = 256
"""How many nodes go by between two looks at the clock."""


@dataclass(frozen=True)
class Limit:
    """When to stop with the best answer so far, and how much memory a table may take."""

    nodes: int | None = None
    """Visited nodes, leaves included."""
    seconds: float | None = None
    table_mb: int = 256
    """Megabytes for a table. One that is full forgets: in the kernel, which never takes more, an
    entry for each new one; in the reference, which takes about as much, its older half.
    """
    depth: int | None = None
    """Plies, for an algorithm with a leaf."""

    def __post_init__(self) -> None:
        for name in ("nodes", "depth"):
            number = getattr(self, name)
            if number is not None and type(number) is not int:
                raise TextError(f"expected a whole number of {name}: {number!r}")
        if self.depth is not None and not 1 <= self.depth <= 10_000:
            raise TextError(f"expected a depth of 1 to 10000 plies: {self.depth}")
        if self.nodes is not None and self.nodes < 1:
            raise TextError(f"expected a limit of 1 node or more: {self.nodes}")
        if self.seconds is not None and not 0 < self.seconds < math.inf:
            raise TextError(f"expected a limit of more than 0 seconds: {self.seconds}")
        check_megabytes(self.table_mb)


@dataclass
class Stats:
    """What a search did. Nodes that are searched again count again."""

    visited: int = 0
    """Nodes entered, leaves included."""
    expanded: int = 0
    """Nodes whose moves were generated."""
    leaves: int = 0
    cuts: dict[str, int] = field(default_factory=dict)
    """Nodes cut by each rule that the search has, such as `immediate` or `shallow`."""
    table_hits: int = 0
    re_searches: int = 0

    def count(self, event: Event) -> None:
        """Take note of an event."""
        kind = event.kind
        if kind == "visit":
            self.visited += 1
        elif kind == "expand":
            self.expanded += 1
        elif kind == "leaf":
            self.leaves += 1
        elif kind == "cut":
            self.cuts[event.rule] += 1
        elif kind == "hit":
            self.table_hits += 1
        elif kind == "again":
            self.re_searches += 1


@dataclass(frozen=True)
class Result:
    """The answer of a search. If it is not complete, the best answer when it was stopped."""

    position: Position
    algorithm: Algorithm
    engine: str
    value: tuple[int | None, ...] | None
    """The payoffs of all sides; None if it was stopped before any move had a value.

    A paranoid search knows what the player to move gets at least, and None of the others.
    """
    outcome: Outcome | None
    move: Move | None
    """The best move; None if the game is over."""
    line: tuple[Move, ...]
    """The moves that lead from here to the value."""
    stats: Stats
    stopped: Stopped
    """What stopped the search before its end: a limit, Ctrl-C, or nothing."""
    depth: int | None
    """With a leaf, how many plies were searched in full; 0 if it was stopped before."""
    seconds: float = field(compare=False)

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
            "outcome": self.outcome,
            "move": None if self.move is None else str(self.move),
            "line": [str(move) for move in self.line],
            "stats": dict(vars(self.stats)),
            "depth": self.depth,
            "complete": self.complete,
        }

    def rows(self) -> list[tuple[str, str]]:
        """The result for people."""
        stats = self.stats
        cuts = ", ".join(f"{count:,} {rule}" for rule, count in stats.cuts.items() if count)
        extra = f", {stats.table_hits:,} table hits" if stats.table_hits else ""
        extra += f", {stats.re_searches:,} searched again" if stats.re_searches else ""
        unknown = "not known yet"
        outcome = unknown if self.outcome is None else str(self.outcome)
        guaranteed = self.algorithm.backup == "paranoid" or (self.depth and self.outcome is None)
        return [
            ("move", "none, the game is over" if self.move is None else str(self.move)),
            ("value", unknown if self.value is None else write_payoffs(self.value)),
            *([] if guaranteed else [("outcome", outcome)]),
            ("line", " ".join(map(str, self.line)) or "-"),
            ("nodes", f"{stats.visited:,} visited, {stats.expanded:,} expanded{extra}"),
            ("cuts", cuts or "none"),
            ("by", f"{self.algorithm} ({self.engine}){self._warning()}"),
        ]

    def _warning(self) -> str:
        stopped = "" if self.complete else "; STOPPED EARLY: the best answer so far"
        if self.depth is not None and not self.complete:
            plies = "1 ply" if self.depth == 1 else f"{self.depth} plies"
            stopped = f"; searched {plies} deep: the best answer so far"
        return stopped if self.algorithm.sound else f"{stopped}; UNSOUND: the value may be wrong"

    def show(self) -> str:
        """The result as lines of text."""
        return "\n".join(f"{name:8} {what}" for name, what in self.rows())

    def _repr_html_(self) -> str:
        cells = (f"<tr><th>{name}</th><td>{escaped(what)}</td></tr>" for name, what in self.rows())
        return f"<table>{''.join(cells)}</table>"


def write_payoffs(value: tuple[int | None, ...]) -> str:
    """The payoffs; of players that nothing is known of, a dash."""
    return f"({', '.join('-' if payoff is None else str(payoff) for payoff in value)})"


def solve(
    position: Position,
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Callable[[int], None] | None = None,
    table: TranspositionTable | None = None,
) -> Result:
    """Search a position to the end of the game, or with a leaf as deep as a limit allows.

    With no algorithm given it is the strongest that the game supports, see `strongest`.
    Stops at a limit, or at Ctrl-C, with the best answer so far, which is marked as not
    complete; a search with a leaf and no limit stops after `DEFAULT_NODES`. `progress` is
    called now and then with the number of visited nodes. A `table` is used and filled, for
    the next search.
    """
    chosen = _algorithm(algorithm, position, limit)
    if table is not None and chosen.table == "none":
        raise TextError(f"expected an algorithm with a table: {chosen}")
    return _solve(position, chosen, _engine(engine), limit or Limit(), progress, table)


def _solve(
    position: Position,
    algorithm: Algorithm,
    engine: str,
    limit: Limit,
    progress: Callable[[int], None] | None,
    table: TranspositionTable | None = None,
    tables: kernel.LeafTables | None = None,
) -> Result:
    """Search with the kernel, or where it does not apply with the reference."""
    limit = _limited(limit, algorithm)
    table = TranspositionTable(limit.table_mb) if table is None else table
    with table.in_use():
        if engine != "reference":
            try:
                return _by_kernel(position, algorithm, limit, progress, table, tables)
            except kernel.Unfit:
                if engine == "kernel":
                    raise
        return _by_reference(position, algorithm, limit, progress, table)


def _limited(limit: Limit, algorithm: Algorithm) -> Limit:
    """A limit for a search that need not come to an end, if it has none."""
    endless = algorithm.leaf != "none" and limit.nodes is limit.seconds is limit.depth is None
    return replace(limit, nodes=DEFAULT_NODES) if endless else limit


def _by_kernel(
    position: Position,
    algorithm: Algorithm,
    limit: Limit,
    progress: Callable[[int], None] | None,
    table: TranspositionTable,
    tables: kernel.LeafTables | None,
) -> Result:
    start = time.perf_counter()
    found = kernel.search(
        position,
        algorithm,
        nodes=limit.nodes,
        seconds=limit.seconds,
        depth=limit.depth,
        progress=progress,
        table=table,
        tables=tables,
    )
    seconds = time.perf_counter() - start
    stats = Stats(*found.nodes, found.cuts, *found.table)
    answer = _answer(position, algorithm, found.best, found.payoffs)
    return Result(
        position, algorithm, "kernel", *answer, stats, found.stopped, found.depth, seconds
    )


def _by_reference(
    position: Position,
    algorithm: Algorithm,
    limit: Limit,
    progress: Callable[[int], None] | None,
    table: TranspositionTable,
) -> Result:
    start = time.perf_counter()
    search = _search(position, algorithm, limit, table)
    stats, best = Stats(cuts=dict.fromkeys(search.rules, 0)), None
    depth = None if algorithm.leaf == "none" else 0
    stopped: Stopped = ""
    try:
        for event in search.run():
            if event.kind == "visit":
                stopped = _stop(stats.visited, start, limit, progress)
                if stopped:
                    break
            stats.count(event)
            if event.depth == 0 and event.answer is not None:
                best = event.answer
            if event.kind == "deepened":
                depth = event.depth
        else:
            stopped = "depth" if search.frontier.guesses else ""
    except KeyboardInterrupt:
        stopped = "interrupt"
    seconds = time.perf_counter() - start
    payoffs = None if best is None else search.payoffs(best)
    answer = _answer(position, algorithm, best, payoffs)
    return Result(position, algorithm, "reference", *answer, stats, stopped, depth, seconds)


def _search(
    position: Position, algorithm: Algorithm, limit: Limit, table: TranspositionTable
) -> Search | TwoSided:
    kind = Search if algorithm.backup == "maxn" else TwoSided
    return kind(position, algorithm, limit.depth, table)


def strongest(position: Position, limit: Limit | None = None) -> Algorithm:
    """The strongest algorithm that a game supports by what it tells.

    That is `leaf-table` if it lists its outcomes, sums if it bounds its payoffs, and plain
    max^n if it has rules only; all with a table if its positions can be keys. A game that
    has an estimate is not searched to its end if there is a limit on depth, or if it does not
    list its outcomes.
    """
    if position.lists_outcomes:
        name = DEFAULT
    elif position.estimates:
        order = next(iter(position.orders), "high")
        stops = f"leaf={position.estimates[0]},order={order}"
        name = f"maxn(table=exact,{stops})"
        if position.game.highest is not None:
            name = f"speculative(test=discrete,table=bounds,combine=against,{stops})"
    elif position.game.max_sum is not None:
        name = "speculative(test=discrete,table=bounds)"
    else:
        name = "maxn(table=exact)"
    algorithm = Algorithm.parse(name)
    if limit is not None and limit.depth is not None and position.estimates:
        algorithm = replace(algorithm, leaf=position.estimates[0])
    try:
        hash(position.key())
    except TypeError:
        return replace(algorithm, table="none")
    return algorithm


def _algorithm(
    algorithm: Algorithm | str | None, position: Position, limit: Limit | None
) -> Algorithm:
    if algorithm is None:
        return strongest(position, limit)
    return Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm


def _engine(engine: str) -> str:
    if engine not in ENGINES:
        raise UnknownName("engine", engine, ENGINES)
    return engine


def _stop(
    visited: int, start: float, limit: Limit, progress: Callable[[int], None] | None = None
) -> Stopped:
    """What forbids one more node."""
    if visited == limit.nodes:
        return "nodes"
    if visited % CHECK_EVERY == 0:
        if progress:
            progress(visited)
        if limit.seconds is not None and time.perf_counter() - start >= limit.seconds:
            return "seconds"
    return ""


def _answer(
    position: Position, algorithm: Algorithm, best: Answer, payoffs: tuple[int | None, ...] | None
) -> tuple[tuple[int | None, ...] | None, Outcome | None, Move | None, tuple[Move, ...]]:
    """Value, outcome, move and line of a result.

    Before there is a line, a value is only what the player to move gets at least.
    """
    line, outcome = _play_out(position, algorithm, best)
    if best is not None and best.line is None and not position.is_over and payoffs is not None:
        payoffs = tuple(own if side == position.side else None for side, own in enumerate(payoffs))
    return payoffs, outcome, line[0] if line else None, line


def _play_out(
    position: Position, algorithm: Algorithm, best: Answer
) -> tuple[tuple[Move, ...], Outcome | None]:
    """The moves of a line of move numbers, and the outcome that they lead to.

    Two outcomes can have the same payoffs, so the outcome is read from the line. With no
    line yet, the line is the first move in order. How a paranoid line would end says
    nothing of how the game will.
    """
    order = order_for(position, algorithm)
    moves = []
    if best is None or (best.line is None and not position.is_over):
        return tuple(order(position)[:1]), None
    rest = best.line
    while rest:
        number, rest = rest
        moves.append(order(position)[number])
        position = position.play(moves[-1])
    known = position.is_over and algorithm.backup != "paranoid"
    return tuple(moves), position.outcome if known else None


def compare(
    position: Position,
    algorithms: Iterable[Algorithm | str],
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Result]:
    """Search a position with each algorithm; after Ctrl-C, with none of the rest."""
    results: list[Result] = []
    for algorithm in [_algorithm(algorithm, position, limit) for algorithm in algorithms]:
        results.append(solve(position, algorithm, engine=engine, limit=limit, progress=progress))
        if results[-1].stopped == "interrupt":
            break
    return results


def agree(results: Iterable[Result]) -> bool:
    """Whether results have one line and one value, as far as they know it.

    What a paranoid search does not know of the others is no difference.
    """
    found = list(results)
    lines = {(result.value is None, result.line) for result in found}
    sides = zip(*(result.value for result in found if result.value), strict=True)
    return len(lines) <= 1 and all(len(set(payoffs) - {None}) <= 1 for payoffs in sides)


def solve_many(
    game: Game,
    positions: Iterable[Position | str],
    algorithm: Algorithm | str | None = None,
    *,
    workers: int | None = None,
    engine: str = "auto",
    limit: Limit | None = None,
) -> Iterator[Result | KibitzError]:
    """Search many positions, or texts of positions, of one game; answers come in their order.

    Searches run in as many threads as there are workers, as many as processors if it is not
    said; the answers do not depend on it. A position that cannot be read or searched has its
    error in the place of a result. Limits are for each search, so each worker can have a
    table of `limit.table_mb`. Ctrl-C ends with the best answer so far to the first position
    that has none.
    """
    chosen = Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm
    engine, limit = _engine(engine), limit or Limit()
    workers = os.cpu_count() or 1 if workers is None else workers
    if workers < 1:
        raise TextError(f"expected 1 worker or more: {workers}")
    stop, tables = threading.Event(), kernel.LeafTables()

    def go_on(visited: int) -> None:
        if stop.is_set():
            raise KeyboardInterrupt

    def answer(position: Position | str) -> Result | KibitzError:
        try:
            position = game.parse(position) if isinstance(position, str) else position
            found = _algorithm(chosen, position, limit)
            return _solve(position, found, engine, limit, go_on, tables=tables)
        except KibitzError as error:
            return error

    for found in in_order(answer, positions, workers, stop):
        yield found
        if isinstance(found, Result) and found.stopped == "interrupt":
            return


@dataclass(frozen=True)
class Step:
    """One step of a trace, `depth` plies below the root, in words that the game uses.

    `kind` is that of `kibitz.reference.events.Event`. `bounds` are the payoffs that players
    must exceed, `ceiling` what the first of them must stay below in a two-sided search,
    `value` the payoffs of an answer; None with a "hit" or "leave" is NIL.
    """

    depth: int
    kind: Kind
    move: Move | None = None
    bounds: Mapping[int, int] = field(default_factory=dict)
    ceiling: int | None = None
    value: tuple[int | None, ...] | None = None
    rule: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The step in plain types, ready for JSON."""
        return {**vars(self), "move": None if self.move is None else str(self.move)}

    def __str__(self) -> str:
        indent = 0 if self.kind == "deepened" else self.depth
        return "    " * indent + self._words()

    def _words(self) -> str:
        value = "NIL" if self.value is None else write_payoffs(self.value)
        match self.kind:
            case "visit":
                needs = [f"P{side} > {bound}" for side, bound in self.bounds.items()]
                needs += [] if self.ceiling is None else [f"< {self.ceiling}"]
                name = "root" if self.move is None else str(self.move)
                return f"{name}  [{', '.join(needs)}]" if needs else name
            case "leaf":
                return f"= {value}"
            case "hit":
                return f"= {value} from the table"
            case "expand":
                return "expand"
            case "cut":
                return f"cut: {self.rule}"
            case "again":
                return f"search {self.move} again"
            case "keep":
                return f"best is {self.move} with {value}"
            case "wait":
                return f"{self.move} waits"
            case "leave":
                return f"= {value}"
            case "deepened":
                return f"searched {self.depth} plies deep"


def trace(
    position: Position, algorithm: Algorithm | str | None = None, *, limit: Limit | None = None
) -> Iterator[Step]:
    """What a search does, step by step, until it ends or has visited `limit.nodes` nodes."""
    algorithm = _algorithm(algorithm, position, limit)
    limit = _limited(limit or Limit(), algorithm)
    search = _search(position, algorithm, limit, TranspositionTable(limit.table_mb))
    visited, start = 0, time.perf_counter()
    for kind, depth, move, bounds, ceiling, answer, rule in search.run():
        if kind == "visit":
            if _stop(visited, start, limit):
                return
            visited += 1
        needs = {side: search.scores.payoff(side, bound) for side, bound in bounds.items()}
        below = None if ceiling is None else search.scores.payoff(position.side, ceiling)
        value = None if answer is None else search.payoffs(answer)
        yield Step(depth, kind, move, needs, below, value, rule)
