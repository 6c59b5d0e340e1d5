"""solve, solve_many, compare and trace: choose an engine and wrap its answer.

Everything a user gets back is an object of `results.py`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from kibitz.algorithm import Algorithm
from kibitz.choosing import algorithm_for
from kibitz.engines.choice import engines_of, limited, search, search_many
from kibitz.engines.memory import TranspositionTable
from kibitz.engines.protocol import NEVER, Cancel, Problem, Watch
from kibitz.engines.reference import BACKUPS
from kibitz.engines.reference.engine import why_stop
from kibitz.engines.reference.ordering import order_for
from kibitz.engines.reference.steps import step_of
from kibitz.errors import KibitzError, TextError, blaming
from kibitz.game import Game, Position
from kibitz.results import Comparison, Limit, Progress, Result, Step, Trace
from kibitz.staged import Stages
from kibitz.workers import in_order

CHUNK = 64
"""How many positions of a list are handed to the kernel in one go."""

Told = Callable[[Progress], None]


def solve(
    position: Position,
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Told | None = None,
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
    `progress` is called now and then with the number of visited nodes, a `Progress`. A `table` is
    used and filled, for the next search.

    >>> game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
    >>> result = kibitz.solve(game.parse("7..K.4 .2..K7 J...A3"))
    >>> result.move, result.value, result.outcome
    (DK, (13, 0, 23), (1, 0, 2))
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
    progress: Told | None = None,
) -> Comparison:
    """Search a position with each algorithm; after Ctrl-C, with none of the rest.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> kibitz.compare(tree, ["maxn", "shallow", "leaf-table"]).verdict
    'all agree'
    """
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
    first position that has none. Positions in a list or tuple are handed to the kernel many at
    a time, which is faster where they are small; others are searched as they come.

    >>> game = kibitz.game("spades(players=3,breaking=false)")
    >>> deals = ["7..K.4 .2..K7 J...A3", "no deal", "A... K... Q..."]
    >>> for answer in kibitz.solve_many(game, deals, workers=2):
    ...     print(answer.value if isinstance(answer, kibitz.Result) else answer)
    (1, 0, 2)
    expected 3 hands separated by spaces: 'no deal'
    (1, 0, 0)
    """
    chosen = Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm
    engines, limit = engines_of(engine), limit or Limit()
    workers = os.cpu_count() or 1 if workers is None else workers
    if workers < 1:
        raise TextError(f"expected 1 worker or more: {workers}")
    stop = threading.Event()

    def prepared(position: Position | str) -> tuple[Position, Algorithm]:
        position = game.parse(position) if isinstance(position, str) else position
        _checked(position, limit)
        if position.game is not game and position.game != game:
            raise TextError(f"expected a position of {game}, not of {position.game}")
        return position, algorithm_for(chosen, position, limit)

    def answer(position: Position | str) -> Result | KibitzError:
        try:
            with blaming(game):
                return search(*prepared(position), engines, limit, Watch(cancel=stop))
        except KibitzError as error:
            return error

    def answers() -> Iterator[Result | KibitzError]:
        if not isinstance(positions, Sequence):  # the next one may be long in coming
            yield from in_order(answer, positions, workers, stop)
            return
        chunks = (positions[at : at + CHUNK] for at in range(0, len(positions), CHUNK))
        for chunk in in_order(answer_chunk, chunks, workers, stop):
            yield from chunk

    def answer_chunk(chunk: Sequence[Position | str]) -> list[Result | KibitzError]:
        """Answer for several positions, in one go for those that are alike."""
        found: dict[int, Result | KibitzError] = {}
        alike: dict[Hashable, list[int]] = {}
        read: dict[int, Position] = {}
        for at, position in enumerate(chunk):
            try:
                with blaming(game):
                    read[at], algorithm = prepared(position)
                    key = algorithm, read[at].outcomes_key or at
                alike.setdefault(key, []).append(at)
            except KibitzError as error:
                found[at] = error
        for (algorithm, _), places in alike.items():  # type: ignore[misc]
            together = [read[at] for at in places]
            try:
                with blaming(game):
                    results = search_many(together, algorithm, engines, limit, Watch(cancel=stop))
            except KibitzError:
                results = []  # one by one, since it may be the fault of one
            for at, result in zip(places, results, strict=False):
                found[at] = result
            if results and results[-1].stopped == "interrupt":
                stop.set()  # what has no answer yet gets none
        return [found[at] if at in found else answer(chunk[at]) for at in range(len(chunk))]

    for found in answers():
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
        chosen = algorithm_for(algorithm, position, limit)
        lists = None if chosen.window == "zero" else order_for(position, chosen)
    within = limited(limit, chosen)
    return Trace(position, chosen, lambda: _steps(position, chosen, within), lists)


def _steps(position: Position, algorithm: Algorithm, limit: Limit) -> Iterator[Step]:
    memory = TranspositionTable(limit.table_mb)
    with blaming(position.game):
        search = BACKUPS[algorithm.backup](Problem(position, algorithm, limit, memory))
        visited, watch = 0, Watch()
        for event in search.run():
            if event.kind == "visit":
                if why_stop(visited, limit, watch, search):
                    return
                visited += 1
            yield step_of(search, position, event)
