"""solve, solve_many, compare and trace: choose an engine and wrap its answer.

Everything a user gets back is an object of `results.py`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kibitz.algorithm import Algorithm
from kibitz.choosing import algorithm_for
from kibitz.engines.choice import engines_of, limited, search
from kibitz.engines.memory import TranspositionTable
from kibitz.engines.protocol import NEVER, Cancel, Problem, Watch
from kibitz.engines.reference import BACKUPS
from kibitz.engines.reference.engine import why_stop
from kibitz.errors import KibitzError, TextError, blaming
from kibitz.game import Game, Position
from kibitz.results import Comparison, Limit, Result, Step, Trace
from kibitz.staged import Stages
from kibitz.workers import in_order

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
    so_far: Callable[[Result], None] | None = None,
) -> Result:
    """Search a position to the end of the game, or with a leaf as deep as a limit allows.

    With no algorithm given it is the strongest that the game supports, see `strongest`; if that
    may not come to its end, because there is a limit on nodes or time, it is also searched to
    less and less near horizons, so that there is a move with a reason (`so_far` is called with
    such an answer as soon as it is there).

    Stops at a limit, or when `cancel` is set, with the best answer so far, which is marked as
    not complete; a search with a leaf and no limit stops after 250,000 nodes. Ctrl-C raises
    KeyboardInterrupt, or with `keep_interrupted` stops with the best answer so far too.
    `progress` is called now and then with the number of visited nodes. A `table` is used and
    filled, for the next search.
    """
    watch, limit = Watch(progress, cancel), _checked(position, limit)
    with blaming(position.game):
        chosen = algorithm_for(algorithm, position, limit)
        if table is not None and chosen.table == "none":
            raise TextError(f"expected an algorithm with a table: {chosen}")
        stops = limit.nodes or limit.seconds or keep_interrupted
        if algorithm is None and chosen.leaf == "none" and position.estimates and stops:
            result = Stages(position, chosen, engines_of(engine), limit, watch, table).run(so_far)
        else:
            result = search(position, chosen, engines_of(engine), limit, watch, table)
    if result.stopped == "interrupt" and not keep_interrupted:
        raise KeyboardInterrupt
    return result


def _checked(position: Position, limit: Limit | None) -> Limit:
    """The limit, if these are a position and a limit."""
    if not isinstance(position, Position):
        raise TextError(f"expected a position, as game.parse reads it from a text: {position!r}")
    if not isinstance(limit, Limit | None):
        raise TextError(f"expected a limit such as Limit(nodes=1000): {limit!r}")
    return limit or Limit()


def compare(
    position: Position,
    algorithms: Iterable[Algorithm | str],
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Search a position with each algorithm; after Ctrl-C, with none of the rest."""
    results: list[Result] = []
    chosen = [algorithm_for(algorithm, position, limit) for algorithm in algorithms]
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
    """
    chosen = Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm
    engines, limit = engines_of(engine), limit or Limit()
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
                found = algorithm_for(chosen, position, limit)
                return search(position, found, engines, limit, Watch(cancel=stop))
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
    """What a search does, step by step, until it ends or has visited `limit.nodes` nodes."""
    limit = _checked(position, limit)
    with blaming(position.game):
        chosen = algorithm_for(algorithm, position, limit)
    within = limited(limit, chosen)
    return Trace(position, chosen, lambda: _steps(position, chosen, within))


def _steps(position: Position, algorithm: Algorithm, limit: Limit) -> Iterator[Step]:
    memory = TranspositionTable(limit.table_mb)
    with blaming(position.game):
        search = BACKUPS[algorithm.backup](Problem(position, algorithm, limit, memory))
        visited, watch = 0, Watch()
        for kind, depth, move, bounds, ceiling, answer, rule in search.run():
            if kind == "visit":
                if why_stop(visited, limit, watch):
                    return
                visited += 1
            needs = {side: search.scores.payoff(side, bound) for side, bound in bounds.items()}
            below = None if ceiling is None else search.scores.payoff(position.side, ceiling)
            value = None if answer is None else search.payoffs(answer)
            yield Step(depth, kind, move, needs, below, value, rule)
