"""Which engine takes a search: the kernel where it can, else the reference; and its answer as
users get it, a `Result`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter as time

from kibitz.algorithm import Algorithm
from kibitz.engines.kernel import Kernel
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.ordering import Lister, order_for
from kibitz.engines.problem.protocol import Answer, Engine, Problem, Unfit, Watch
from kibitz.engines.problem.scores import check_leaf
from kibitz.engines.reference import Reference
from kibitz.engines.reference.deepening import horizons
from kibitz.errors import UnknownName
from kibitz.game import Move, Outcome, Position
from kibitz.leaf_table import LeafTable
from kibitz.results import Bounds, Limit, Result, Stats, Stopped, settled

KERNEL, REFERENCE = Kernel(), Reference()
ENGINES: dict[str, tuple[Engine, ...]] = {
    "auto": (KERNEL, REFERENCE),
    "kernel": (KERNEL,),
    "reference": (REFERENCE,),
}
"""The engines to try, the first one that can take a search takes it."""
LINE = 0.002
"""Seconds for the line of a search whose time was over: in a slow game it ends early."""


def engines_of(name: str) -> tuple[Engine, ...]:
    """The engines that a name stands for."""
    if name not in ENGINES:
        raise UnknownName("engine", name, ENGINES)
    return ENGINES[name]


def search(
    position: Position,
    algorithm: Algorithm,
    engines: tuple[Engine, ...],
    limit: Limit,
    watch: Watch,
    table: TranspositionTable | None = None,
) -> Result:
    """Search with the first engine that can; if time is over before it begins, nothing is known."""
    limit = limited(limit, algorithm)
    memory = TranspositionTable(limit.table_mb) if table is None else table
    problem = Problem(position, algorithm, limit, memory)
    lists = _check(problem)
    with memory.in_use():
        for engine in engines:
            over = limit.seconds is not None and watch.seconds >= limit.seconds
            if over and (position.adapter or engine is not KERNEL):
                answer = _nothing("seconds")
                break
            try:
                answer = engine.search(problem, watch)
            except Unfit as unfit:
                refused = unfit
            except KeyboardInterrupt:  # while it got ready; later it would know something
                answer = _nothing("interrupt")
                break
            else:
                break
        else:
            raise refused
    return _result(problem, lists, engine, answer, watch.seconds)


def _nothing(stopped: Stopped) -> Answer:
    """The answer of a search that was stopped before its first node."""
    return Answer(None, (), "unknown", Stats(), stopped)


def search_many(
    positions: Sequence[Position],
    algorithm: Algorithm,
    engines: tuple[Engine, ...],
    limit: Limit,
    watch: Watch,
) -> list[Result]:
    """Search positions of one game with the same outcomes, in one go if the kernel can do that.

    There are fewer results if it was stopped.
    """
    limit = limited(limit, algorithm)
    memory = TranspositionTable(limit.table_mb)
    problems = [Problem(position, algorithm, limit, memory) for position in positions]
    if engines[0] is KERNEL and len(problems) > 1:
        try:
            _check(problems[0])
            answers = KERNEL.search_many(problems, watch)
        except Unfit:
            pass
        else:
            lists = order_for(positions[0], algorithm.search)
            return [
                _result(problem, lists, KERNEL, answer, answer.seconds)
                for problem, answer in zip(problems, answers, strict=False)
            ]
    found = []
    for position in positions:
        found.append(search(position, algorithm, engines, limit, replace(watch, start=time())))
        if found[-1].stopped in ("interrupt", "cancel"):
            break
    return found


def _check(problem: Problem) -> Lister:
    """Refuse what no engine can search; the moves as the algorithm lists them."""
    problem.algorithm.search.check(problem.position)
    check_leaf(problem.position, problem.algorithm)
    horizons(problem.algorithm, problem.limit.depth)
    return order_for(problem.position, problem.algorithm.search)


def limited(limit: Limit, algorithm: Algorithm) -> Limit:
    """A limit for a search that need not come to an end, if it has none."""
    endless = limit.nodes is limit.seconds is limit.depth is None
    return replace(limit, nodes=algorithm.search.default_nodes) if endless else limit


def _result(
    problem: Problem, lists: Lister, engine: Engine, answer: Answer, seconds: float
) -> Result:
    """An answer as users get it, with moves for move numbers; always with a legal move."""
    position, algorithm = problem.position, problem.algorithm
    line, outcome = _play_out(position, lists, answer)
    if not line and not position.is_over:
        answer = _without_a_move(problem, answer)
        move = next(iter(lists(position)), None)
    else:
        move = line[0] if line else None
    if algorithm.search.guarantees:
        outcome = None  # how its line would end says nothing of how the game will
    value = answer.value
    if answer.certainty == "at least" and value is not None and not position.is_over:
        value = tuple(own if side == position.side else None for side, own in enumerate(value))
    result = Result(
        position,
        algorithm,
        engine.name,
        value,
        answer.certainty,
        outcome,
        move,
        line,
        answer.stats,
        answer.stopped,
        answer.depth,
        seconds,
        _bounds(position, answer),
    )
    return settled(result)


def _without_a_move(problem: Problem, answer: Answer) -> Answer:
    """Which move has a value is not known, so no move can be named with one.

    What a search by questions knows by then of the side to move are bounds.
    """
    side = problem.position.side
    own = None if answer.value is None else answer.value[side]
    if own is None:
        return answer
    if problem.algorithm.combine != "own":
        return replace(answer, value=None, certainty="unknown")
    leaves = LeafTable.of(problem.position)
    rows = zip(leaves.outcomes, leaves.payoffs, strict=True)
    possible = tuple(outcome for outcome, payoffs in rows if payoffs[side] >= own)
    return replace(answer, value=None, certainty="bound", possible=possible)


def _bounds(position: Position, answer: Answer) -> Bounds | None:
    """What each side can still get, where that is all that is known."""
    if answer.possible is None or answer.value is not None:
        return None
    return LeafTable.of(position).bounds(answer.possible)


def _play_out(
    position: Position, lists: Lister, answer: Answer
) -> tuple[tuple[Move, ...], Outcome | None]:
    """The moves of a line, and the outcome that they lead to.

    Two outcomes can have the same payoffs, so the outcome is read from the line.
    """
    if answer.moves is not None:
        return answer.moves, answer.outcome
    moves: list[Move] = []
    start = time()
    for number in answer.line:
        if moves and answer.stopped == "seconds" and time() - start > LINE:
            break
        moves.append(lists(position)[number])
        position = position.play(moves[-1])
    known = position.is_over and answer.value is not None
    return tuple(moves), position.outcome if known else None
