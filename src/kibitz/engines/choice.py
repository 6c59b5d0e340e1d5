"""Which engine takes a search: the kernel where it can, else the reference; and its answer as
users get it, a `Result`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter as time
from weakref import ref

from kibitz.algorithm import Algorithm
from kibitz.engines.kernel import Kernel
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.ordering import Lister, order_for
from kibitz.engines.problem.protocol import Answer, Engine, Problem, Unfit, Watch
from kibitz.engines.problem.scores import check_leaf
from kibitz.engines.reference import Reference
from kibitz.engines.reference.deepening import horizons
from kibitz.errors import GameError, UnknownName, blaming
from kibitz.game import Move, Outcome, Position
from kibitz.in_time import TimeOver
from kibitz.leaf_table import LeafTable
from kibitz.results import Limit, Line, Result, Stats, Stopped, added_up, settled
from kibitz.values import NOTHING, Means, Unknown, only, spans_of

KERNEL, REFERENCE = Kernel(), Reference()
ENGINES: dict[str, tuple[Engine, ...]] = {
    "auto": (KERNEL, REFERENCE),
    "kernel": (KERNEL,),
    "reference": (REFERENCE,),
}
"""The engines to try, the first one that can take a search takes it; the last of `auto` can."""
LINE = 0.002
"""Seconds for the line of a search whose time was over: in a slow game it ends early."""


def engines_of(name: str) -> tuple[Engine, ...]:
    """The engines that a name stands for."""
    if not isinstance(name, str) or name not in ENGINES:
        raise UnknownName("engine", str(name), ENGINES)
    return ENGINES[name]


def search(
    position: Position,
    algorithm: Algorithm,
    engines: tuple[Engine, ...],
    limit: Limit,
    watch: Watch,
    table: TranspositionTable | None = None,
    line_later: bool = False,
) -> Result:
    """Search with the first engine that can; if time is over before it begins, nothing is known.

    With `line_later` the line may be searched for when it is looked at.
    """
    algorithm = algorithm.by(algorithm.search.for_root(position))
    limit = limited(limit, algorithm)
    memory = TranspositionTable(limit.table_mb) if table is None else table
    problem = Problem(position, algorithm, limit, memory)
    lists = _check(problem)
    if line_later and _says_outcome(problem):
        problem = replace(problem, line=False)
    with memory.in_use():
        for engine in engines:
            over = limit.seconds is not None and watch.seconds >= limit.seconds
            if over and engine.knows(position):
                answer = _nothing("seconds")
                break
            try:
                answer = engine.search(problem, watch)
            except Unfit as unfit:
                reason = unfit
            except TimeOver:
                answer = _nothing("seconds")
                break
            except KeyboardInterrupt:  # while it got ready; later it would know something
                answer = _nothing("interrupt")
                break
            else:
                break
        else:
            always = ENGINES["auto"][-1].name
            raise Unfit(
                f"engine '{engine.name}' cannot search this: {reason}; use engine '{always}'"
            )
    return _result(problem, lists, engine, answer, answer.seconds or watch.seconds)


def _nothing(stopped: Stopped) -> Answer:
    """The answer of a search that was stopped before its first node."""
    return Answer(NOTHING, "unknown", Stats(), stopped)


def search_many(
    positions: Sequence[Position],
    algorithm: Algorithm,
    engines: tuple[Engine, ...],
    limit: Limit,
    watch: Watch,
) -> list[Result]:
    """Search positions of one game with the same outcomes, in one go if an engine can do that.

    There are fewer results if it was stopped.
    """
    limit = limited(limit, algorithm)
    memory = TranspositionTable(limit.table_mb)
    problems = [Problem(position, algorithm, limit, memory) for position in positions]
    alike = all(algorithm.search.for_root(one) is algorithm.search for one in positions)
    for engine in engines if alike and len(problems) > 1 else ():
        lists = _check(problems[0])
        try:
            answers = engine.search_many(problems, watch)
        except Unfit:
            continue
        return [
            _result(problem, lists, engine, answer, answer.seconds)
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
    moves, outcome = _play_out(position, lists, answer)
    line, stats = Line(moves, answer.for_line), answer.stats
    if answer.stopped and answer.for_line is not None:  # all that it did was for the answer
        line, stats = Line(moves), added_up([stats, answer.for_line])
    elif not problem.line and moves and not answer.stopped:
        line = later(problem, lists, engine, moves)
        outcome = _outcome_of(problem, answer)
    if not line and not position.is_over:
        answer = _without_a_move(problem, answer)
        move = next(iter(lists(position)), None)
    else:
        move = moves[0] if moves else None
    if algorithm.search.guarantees or isinstance(answer.value, Means):
        outcome = None  # how its line would end says nothing of how the game will
    worth = answer.value
    if worth.payoffs is not None:
        payoffs = worth.payoffs
        if answer.certainty == "at least" and not position.is_over:
            payoffs = only(position.side, payoffs)
        worth = replace(worth, payoffs=payoffs, bounds=None)
    result = Result(
        position,
        algorithm,
        engine.name,
        worth,
        answer.certainty,
        outcome,
        move,
        line,
        stats,
        answer.stopped,
        answer.depth,
        seconds,
    )
    return settled(result)


class _Latest:
    """The table of the last search that left its line for later.

    A line is found in no time where the table still has the answers; so the last one is kept, and
    no more than that, since a table can be large.
    """

    table: TranspositionTable | None = None


def later(problem: Problem, lists: Lister, engine: Engine, moves: tuple[Move, ...]) -> Line:
    """A line of which the first move is known: the rest is searched for when it is looked at.

    By the table of the search if that is still there, with the same entries; else anew.
    """
    _Latest.table = problem.memory
    mark, kept = problem.memory.mark, ref(problem.memory)
    problem = replace(problem, memory=_NOWHERE, line=True)

    def find() -> tuple[tuple[Move, ...], Stats]:
        memory = kept()
        if memory is None or memory.mark is not mark or memory.busy:
            memory = TranspositionTable(problem.limit.table_mb)
        with blaming(problem.position.game), memory.in_use():
            answer = engine.search(replace(problem, memory=memory), Watch())
        if answer.stopped:
            raise KeyboardInterrupt
        found, _ = _play_out(problem.position, lists, answer)
        return found, added_up([answer.stats, *filter(None, [answer.for_line])])

    return Line(moves, find=find)


_NOWHERE = TranspositionTable(1)
"""In place of a table that is not to be held on to."""


def _says_outcome(problem: Problem) -> bool:
    """Whether the line takes questions of its own, and the value alone says how the game ends."""
    search = problem.algorithm.search
    if not search.line_apart or search.guarantees:
        return search.line_apart
    payoffs = LeafTable.of(problem.position).payoffs
    return len(set(payoffs)) == len(payoffs)


def _outcome_of(problem: Problem, answer: Answer) -> Outcome | None:
    """The outcome that has the value, which is the only one."""
    table = LeafTable.of(problem.position)
    rows = zip(table.outcomes, table.payoffs, strict=True)
    return next((outcome for outcome, row in rows if row == answer.value.payoffs), None)


def _without_a_move(problem: Problem, answer: Answer) -> Answer:
    """Which move has a value is not known, so no move can be named with one.

    What a search by questions knows by then of the side to move are bounds.
    """
    side = problem.position.side
    own = None if answer.value.payoffs is None else answer.value.payoffs[side]
    if own is None:
        return answer
    if problem.algorithm.combine != "own":
        return replace(answer, value=NOTHING, certainty="unknown")
    possible = [row for row in LeafTable.of(problem.position).payoffs if row[side] >= own]
    return replace(answer, value=Unknown(bounds=spans_of(possible)), certainty="bound")


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
    for number in answer.value.line:
        if moves and answer.stopped == "seconds" and time() - start > LINE:
            break
        listed = lists(position)
        if number >= len(listed):  # a native game of one's own went elsewhere
            expected = f"expected {number + 1:,} moves or more, as the kernel has found"
            raise GameError(f"{expected}: {len(listed)} in {position.game} {position}")
        moves.append(listed[number])
        position = position.play(moves[-1])
    known = position.is_over and answer.value.known
    return tuple(moves), position.outcome if known else None
