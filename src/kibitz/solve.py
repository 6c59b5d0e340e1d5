"""solve, solve_many, compare and trace: choose an engine and wrap its answer.

Everything a user gets back is an object of `results.py`.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kibitz.algorithm import DEFAULT, Algorithm
from kibitz.engines.kernel import Kernel
from kibitz.engines.memory import TranspositionTable
from kibitz.engines.protocol import NEVER, Answer, Cancel, Engine, Problem, Unfit, Watch
from kibitz.engines.reference import BACKUPS, Reference
from kibitz.engines.reference.deepening import horizons
from kibitz.engines.reference.engine import why_stop
from kibitz.engines.reference.ordering import Lister, order_for
from kibitz.engines.reference.scores import check_leaf
from kibitz.errors import KibitzError, TextError, UnknownName, blaming
from kibitz.game import Game, Move, Outcome, Position
from kibitz.results import Comparison, Limit, Result, Step, Trace
from kibitz.workers import in_order

ENGINES: dict[str, tuple[Engine, ...]] = {
    "auto": (Kernel(), Reference()),
    "kernel": (Kernel(),),
    "reference": (Reference(),),
}
"""The engines to try, the first one that can take a search takes it."""
DEFAULT_NODES = 250_000
"""Where a search stops that need not come to an end and has no other limit."""

Progress = Callable[[int], None]


def solve(
    position: Position,
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Progress | None = None,
    cancel: Cancel = NEVER,
    table: TranspositionTable | None = None,
    keep_interrupted: bool = False,
) -> Result:
    """Search a position to the end of the game, or with a leaf as deep as a limit allows.

    With no algorithm given it is the strongest that the game supports, see `strongest`.
    Stops at a limit, or when `cancel` is set, with the best answer so far, which is marked as
    not complete; a search with a leaf and no limit stops after `DEFAULT_NODES`. Ctrl-C raises
    KeyboardInterrupt, or with `keep_interrupted` stops with the best answer so far too.
    `progress` is called now and then with the number of visited nodes. A `table` is used and
    filled, for the next search.

    >>> game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
    >>> result = kibitz.solve(game.parse("7..K.4 .2..K7 J...A3"))
    >>> result.move, result.value, result.outcome
    (DK, (13, 0, 23), (1, 0, 2))
    """
    watch, limit = Watch(progress, cancel), _checked(position, limit)
    with blaming(position.game):
        chosen = _algorithm(algorithm, position, limit)
        if table is not None and chosen.table == "none":
            raise TextError(f"expected an algorithm with a table: {chosen}")
        return _solve(position, chosen, _engines(engine), limit, watch, table, keep_interrupted)


def _solve(
    position: Position,
    algorithm: Algorithm,
    engines: tuple[Engine, ...],
    limit: Limit,
    watch: Watch,
    table: TranspositionTable | None = None,
    keep_interrupted: bool = True,
) -> Result:
    """Search with the first engine that can."""
    limit = _limited(limit, algorithm)
    memory = TranspositionTable(limit.table_mb) if table is None else table
    problem = Problem(position, algorithm, limit, memory)
    lists = order_for(position, algorithm)
    check_leaf(position, algorithm)
    horizons(algorithm, limit.depth)
    with memory.in_use():
        for engine in engines:
            try:
                answer = engine.search(problem, watch)
            except Unfit as unfit:
                refused = unfit
            else:
                break
        else:
            raise refused
    if answer.stopped == "interrupt" and not keep_interrupted:
        raise KeyboardInterrupt
    return _result(problem, lists, engine, answer, watch.seconds)


def _checked(position: Position, limit: Limit | None) -> Limit:
    """The limit, if these are a position and a limit."""
    if not isinstance(position, Position):
        raise TextError(f"expected a position, as game.parse reads it from a text: {position!r}")
    if not isinstance(limit, Limit | None):
        raise TextError(f"expected a limit such as Limit(nodes=1000): {limit!r}")
    return limit or Limit()


def _limited(limit: Limit, algorithm: Algorithm) -> Limit:
    """A limit for a search that need not come to an end, if it has none."""
    endless = algorithm.leaf != "none" and limit.nodes is limit.seconds is limit.depth is None
    return replace(limit, nodes=DEFAULT_NODES) if endless else limit


def _result(
    problem: Problem, lists: Lister, engine: Engine, answer: Answer, seconds: float
) -> Result:
    """An answer as users get it, with moves for move numbers."""
    position, algorithm = problem.position, problem.algorithm
    line, outcome = _play_out(position, lists, answer)
    if algorithm.backup == "paranoid":
        outcome = None  # how its line would end says nothing of how the game will
    value = answer.value
    if answer.certainty == "at least" and value is not None and not position.is_over:
        value = tuple(own if side == position.side else None for side, own in enumerate(value))
    return Result(
        position,
        algorithm,
        engine.name,
        value,
        answer.certainty,
        outcome,
        line[0] if line else None,
        line,
        answer.stats,
        answer.stopped,
        answer.depth,
        seconds,
    )


def _play_out(
    position: Position, lists: Lister, answer: Answer
) -> tuple[tuple[Move, ...], Outcome | None]:
    """The moves of a line, and the outcome that they lead to.

    Two outcomes can have the same payoffs, so the outcome is read from the line.
    """
    moves = []
    for number in answer.line:
        moves.append(lists(position)[number])
        position = position.play(moves[-1])
    known = position.is_over and answer.value is not None
    return tuple(moves), position.outcome if known else None


def strongest(position: Position, limit: Limit | None = None) -> Algorithm:
    """The strongest algorithm that a game supports by what it provides.

    That is `leaf-table` if it lists its outcomes and they are not too many, sums if it bounds
    its payoffs, and plain max^n if it has rules only; all with a table if its positions can be
    keys. A game that has an estimate is not searched to its end if there is a limit on depth, or
    if it does not list its outcomes.

    >>> kibitz.strongest(kibitz.game("spades(players=3)").deal(1, cards=5))
    leaf-table
    """
    if position.lists_outcomes:
        name = DEFAULT if position.has_few_outcomes else "maxn(table=exact)"
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
        return replace(algorithm, table="none", probe="card")
    return algorithm


def _algorithm(
    algorithm: Algorithm | str | None, position: Position, limit: Limit | None
) -> Algorithm:
    if algorithm is None:
        return strongest(position, limit)
    return Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm


def _engines(name: str) -> tuple[Engine, ...]:
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    return ENGINES[name]


def compare(
    position: Position,
    algorithms: Iterable[Algorithm | str],
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Search a position with each algorithm; after Ctrl-C, with none of the rest.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> kibitz.compare(tree, ["maxn", "shallow", "leaf-table"]).verdict
    'all agree'
    """
    results: list[Result] = []
    chosen = [_algorithm(algorithm, position, limit) for algorithm in algorithms]
    for algorithm in chosen:
        results.append(
            solve(
                position,
                algorithm,
                engine=engine,
                limit=limit,
                progress=progress,
                keep_interrupted=True,
            )
        )
        if results[-1].stopped == "interrupt":
            break
    return Comparison(position, tuple(results), len(chosen))


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
    said; the answers do not depend on it. A position that cannot be read or searched, or is one
    of another game, has its error in the place of a result. Limits are for each search, so each
    worker can have a table of `limit.table_mb`. Ctrl-C ends with the best answer so far to the
    first position that has none.

    >>> game = kibitz.game("spades(players=3,breaking=false)")
    >>> deals = ["7..K.4 .2..K7 J...A3", "no deal", "A... K... Q..."]
    >>> for answer in kibitz.solve_many(game, deals, workers=2):
    ...     print(answer.value if isinstance(answer, kibitz.Result) else answer)
    (1, 0, 2)
    expected 3 hands separated by spaces: 'no deal'
    (1, 0, 0)
    """
    chosen = Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm
    engines, limit = _engines(engine), limit or Limit()
    workers = os.cpu_count() or 1 if workers is None else workers
    if workers < 1:
        raise TextError(f"expected 1 worker or more: {workers}")
    stop = threading.Event()

    def answer(position: Position | str) -> Result | KibitzError:
        try:
            with blaming(game):
                position = game.parse(position) if isinstance(position, str) else position
                _checked(position, limit)
                if position.game != game:
                    raise TextError(f"expected a position of {game}, not of {position.game}")
                found = _algorithm(chosen, position, limit)
                return _solve(position, found, engines, limit, Watch(cancel=stop))
        except KibitzError as error:
            return error

    for found in in_order(answer, positions, workers, stop):
        if isinstance(found, Result) and found.stopped in ("interrupt", "cancel"):
            yield replace(found, stopped="interrupt")
            return
        yield found


def trace(
    position: Position, algorithm: Algorithm | str | None = None, *, limit: Limit | None = None
) -> Trace:
    """What a search does, step by step, until it ends or has visited `limit.nodes` nodes.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> [step.kind for step in kibitz.trace(tree, "shallow")].count("visit")
    4
    """
    limit = _checked(position, limit)
    with blaming(position.game):
        chosen = _algorithm(algorithm, position, limit)
    limited = _limited(limit, chosen)
    return Trace(position, chosen, lambda: _steps(position, chosen, limited))


def _steps(position: Position, algorithm: Algorithm, limit: Limit) -> Iterator[Step]:
    memory = TranspositionTable(limit.table_mb)
    with blaming(position.game):
        search = BACKUPS[algorithm.backup](Problem(position, algorithm, limit, memory))
        visited, watch = 0, Watch(start=time.perf_counter())
        for kind, depth, move, bounds, ceiling, answer, rule in search.run():
            if kind == "visit":
                if why_stop(visited, limit, watch):
                    return
                visited += 1
            needs = {side: search.scores.payoff(side, bound) for side, bound in bounds.items()}
            below = None if ceiling is None else search.scores.payoff(position.side, ceiling)
            value = None if answer is None else search.payoffs(answer)
            yield Step(depth, kind, move, needs, below, value, rule)
