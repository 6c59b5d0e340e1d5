"""Which engine takes a search: the kernel where it can, else the reference; and its answer as
users get it, a `Result`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter as time

from kibitz.algorithm import Algorithm
from kibitz.engines.kernel import Kernel
from kibitz.engines.memory import TranspositionTable
from kibitz.engines.protocol import Answer, Engine, Problem, Unfit, Watch
from kibitz.engines.reference import BACKUPS, Reference
from kibitz.engines.reference.deepening import horizons
from kibitz.engines.reference.ordering import Lister, order_for
from kibitz.engines.reference.scores import check_leaf
from kibitz.errors import UnknownName
from kibitz.game import Move, Outcome, Position
from kibitz.leaf_table import LeafTable
from kibitz.results import Bounds, Limit, Result, settled

KERNEL, REFERENCE = Kernel(), Reference()
ENGINES: dict[str, tuple[Engine, ...]] = {
    "auto": (KERNEL, REFERENCE),
    "kernel": (KERNEL,),
    "reference": (REFERENCE,),
}
"""The engines to try, the first one that can take a search takes it."""
DEFAULT_NODES = 250_000
"""Where a search stops that need not come to an end and has no other limit."""


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
    """Search with the first engine that can."""
    limit = limited(limit, algorithm)
    memory = TranspositionTable(limit.table_mb) if table is None else table
    problem = Problem(position, algorithm, limit, memory)
    lists = _check(problem)
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
    return _result(problem, lists, engine, answer, watch.seconds)


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
    start = watch.seconds
    if engines[0] is KERNEL and len(problems) > 1:
        try:
            _check(problems[0])
            answers = KERNEL.search_many(problems, watch)
        except Unfit:
            pass
        else:
            seconds = (watch.seconds - start) / len(problems)
            lists = order_for(positions[0], algorithm)
            return [
                _result(problem, lists, KERNEL, answer, seconds)
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
    BACKUPS[problem.algorithm.backup].check(problem.position)
    check_leaf(problem.position, problem.algorithm)
    horizons(problem.algorithm, problem.limit.depth)
    return order_for(problem.position, problem.algorithm)


def limited(limit: Limit, algorithm: Algorithm) -> Limit:
    """A limit for a search that need not come to an end, if it has none."""
    endless = algorithm.leaf != "none" and limit.nodes is limit.seconds is limit.depth is None
    return replace(limit, nodes=DEFAULT_NODES) if endless else limit


def _result(
    problem: Problem, lists: Lister, engine: Engine, answer: Answer, seconds: float
) -> Result:
    """An answer as users get it, with moves for move numbers."""
    position, algorithm = problem.position, problem.algorithm
    line, outcome = _play_out(position, lists, answer)
    if algorithm.guarantees:
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
        line[0] if line else None,
        line,
        answer.stats,
        answer.stopped,
        answer.depth,
        seconds,
        _bounds(position, answer),
    )
    return settled(result)


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
    moves = []
    for number in answer.line:
        moves.append(lists(position)[number])
        position = position.play(moves[-1])
    known = position.is_over and answer.value is not None
    return tuple(moves), position.outcome if known else None
