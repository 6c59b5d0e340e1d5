"""solve, compare and trace: one search, several side by side, and one step by step."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kibitz.algorithm import Algorithm
from kibitz.asking.budget import Budget
from kibitz.asking.choosing import algorithm_for, checked
from kibitz.asking.staged import Stages, at_a_glance, has_stages, may_stop, moment_of, only_one
from kibitz.asking.steps import step_of
from kibitz.asking.ties import check_ties, ties_of
from kibitz.asking.trace import Step, Trace
from kibitz.comparison import Comparison, Refusal
from kibitz.engines.choice import engines_of, limited
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import NEVER, Cancel, Problem, Watch
from kibitz.engines.reference.engine import why_stop
from kibitz.errors import KibitzError, TextError, blaming, check_kind
from kibitz.game import Position
from kibitz.history import History, hand_at
from kibitz.in_time import ready_by
from kibitz.results import Limit, Progress, Result

Told = Callable[[Progress], None]


def solve(
    position: Position | History,
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Told | None = None,
    cancel: Cancel = NEVER,
    table: TranspositionTable | None = None,
    keep_interrupted: bool = False,
    so_far: Callable[[Result], None] | None = None,
    ties: bool = False,
) -> Result:
    """Search a position to the end of the game, or with a leaf as deep as a limit allows.

    A hand is searched at its last position, by the algorithm of its start.

    The default algorithm is the strongest that the game supports, see `strongest`; if that
    may not finish, because there is a limit on nodes or time or a `cancel`, it is also
    searched deeper and deeper with an estimate, so a stopped search still returns a reasoned move
    (`so_far` is called with such an answer as soon as there is one).

    Stops at a limit, or when `cancel` is set, with the best answer so far, which is marked as
    not complete; there is a legal move within any limit. If there is only one
    legal move, a limit, and no named algorithm, it is returned at once; its value is an estimate
    where an exact one would take long. A search with a leaf and no limit stops after 250,000
    nodes. Ctrl-C raises
    KeyboardInterrupt, or with `keep_interrupted` stops with the best answer so far too.
    `progress` is called now and then with the number of visited nodes, a `Progress`. A `table` is
    used, and filled for the next search.

    With `ties` an exact answer also says whether it depends on how players break ties, what else
    the value can be and who decides, as far as the rest of the limit allows (see `ties`).

    >>> game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
    >>> result = kibitz.solve(game.parse("7..K.4 .2..K7 J...A3"))
    >>> result.move, result.value, result.outcome
    (DK, (13, 0, 23), (1, 0, 2))
    """
    watch, hand, limit = Watch(progress, cancel), hand_at(position), checked(limit)
    with blaming(hand.game), ready_by(watch.ends(limit)):
        chosen = algorithm_for(algorithm, hand.start, limit)
    if ties:
        check_ties(chosen)
    return search_by(
        hand.position,
        chosen,
        limit,
        watch,
        estimates=algorithm is None,
        for_a_move=algorithm is None,
        engine=engine,
        table=table,
        keep_interrupted=keep_interrupted,
        so_far=so_far,
        ties=ties,
    )


def search_by(
    position: Position,
    algorithm: Algorithm,
    limit: Limit,
    watch: Watch,
    *,
    estimates: bool,
    for_a_move: bool = False,
    engine: str = "auto",
    table: TranspositionTable | None = None,
    keep_interrupted: bool = False,
    so_far: Callable[[Result], None] | None = None,
    ties: bool = False,
) -> Result:
    """Search by one algorithm; with `estimates` beside it, where it may not come to its end.

    If it is `for_a_move`, a move that is the only one is answered at once within a limit.
    """
    with blaming(position.game):
        check_kind(table, TranspositionTable | None, "a TranspositionTable")
        if table is not None and algorithm.search.table == "none":
            raise TextError(f"expected an algorithm with a table: {algorithm}")
        stops = may_stop(limit, watch.cancel, keep_interrupted)
        forced = for_a_move and only_one(position, limit)
        budget = Budget(moment_of(limit) if forced else limit, watch, engines_of(engine))
        if estimates and stops and has_stages(position, algorithm):
            result = Stages(position, algorithm, budget, table).run(so_far)
        else:
            result = budget.search(position, algorithm, budget.limit, table, line_later=not stops)
        if estimates or algorithm.search.anytime:
            try:
                result = at_a_glance(result, algorithm, budget)
            except KeyboardInterrupt:
                result = replace(result, stopped="interrupt")
        if forced and result.stopped in ("nodes", "seconds"):
            result = replace(result, stopped="forced")
    if ties:
        result = with_ties(result, budget)
    interrupted = "interrupt" in (result.stopped, result.ties and result.ties.stopped)
    if interrupted and not keep_interrupted:
        raise KeyboardInterrupt
    return result


def with_ties(result: Result, budget: Budget) -> Result:
    """The result, and what it says of ties."""
    found = ties_of(result, budget)
    return replace(result, ties=found, beside=budget.beside(result.algorithm))


def compare(
    position: Position | History,
    algorithms: Iterable[Algorithm | str] | str,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Told | None = None,
) -> Comparison:
    """Search a position with each algorithm; after Ctrl-C the remaining ones are skipped.

    An algorithm that does not fit the position is refused with the reason, and the others are
    compared; if none of them fits, that is an error.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> kibitz.compare(tree, ["maxn", "shallow", "leaf-table"]).verdict
    'all agree'
    """
    results: list[Result] = []
    check_kind(algorithms, Iterable, "algorithms in a list")
    algorithms = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    if not algorithms:
        raise TextError("expected one algorithm or more to compare")
    hand = hand_at(position)
    chosen = [algorithm_for(algorithm, hand.start, checked(limit)) for algorithm in algorithms]
    search = functools.partial(
        solve, engine=engine, limit=limit, progress=progress, keep_interrupted=True
    )
    refused: list[Refusal] = []
    for place, algorithm in enumerate(chosen):
        try:
            results.append(search(hand.position, algorithm))
        except KibitzError as error:
            if len(chosen) == 1 + len(refused):
                raise  # none of them fits
            refused.append(Refusal.by(place, algorithm, error))
            continue
        if results[-1].stopped == "interrupt":
            break
    return Comparison(hand.position, tuple(results), len(chosen), tuple(refused))


def trace(
    position: Position | History,
    algorithm: Algorithm | str | None = None,
    *,
    limit: Limit | None = None,
) -> Trace:
    """The steps of a search, until it ends or has visited `limit.nodes` nodes.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> [step.kind for step in kibitz.trace(tree, "shallow")].count("visit")
    4
    """
    hand, limit = hand_at(position), checked(limit)
    position = hand.position
    with blaming(position.game):
        chosen = algorithm_for(algorithm, hand.start, limit)
        chosen.search.check(position)
        lists = None if chosen.search.by_questions else order_for(position, chosen.search)
    within = limited(limit, chosen)
    return Trace(position, chosen, lambda: _steps(position, chosen, within), lists)


def _steps(position: Position, algorithm: Algorithm, limit: Limit) -> Iterator[Step]:
    memory = TranspositionTable(limit.table_mb)
    with blaming(position.game):
        run = algorithm.search.begin(Problem(position, algorithm, limit, memory))
        visited, watch = 0, Watch()
        for event in run.events():
            if event.kind == "visit":
                if limited_by := why_stop(visited, limit, watch, run):
                    why = f"{visited:,} nodes, by the limit of {limited_by}"
                    yield Step(0, "stopped", position.game, why=why)
                    return
                visited += 1
            yield step_of(run, position, event)
