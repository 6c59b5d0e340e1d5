"""What puts a game into numbers for the kernel: one adapter per kind of position.

A position names its adapter: `Position.adapter = "tricks"` is the object `ADAPTER` of that file
here, `"module:name"` one of your own. An adapter must give the kernel all that the rules say;
where a class says more, `reason_against` sends its searches to the reference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kibitz.engines.kernel import LARGEST_INT, Entries, _kernel
from kibitz.engines.problem.protocol import ONE_AT_A_TIME, Answer, CutRule, Problem, Unfit, Watch
from kibitz.engines.problem.scores import PlainScores, Scores
from kibitz.engines.problem.sides import guaranteeing, side_of_root
from kibitz.errors import GameError
from kibitz.results import Stats, Stopped
from kibitz.values import NOTHING, Several, Value, Vector

if TYPE_CHECKING:
    from kibitz._kernel import Record
    from kibitz.algorithm import Algorithm
    from kibitz.game import Move, Outcome, Payoffs, Position

CUTS: tuple[CutRule, ...] = ("immediate", "entry", "shallow", "distant", "window")
"""The rules by which the kernel counts cuts."""
STOPPED: tuple[Stopped, ...] = ("", "nodes", "seconds", "interrupt", "depth", "cancel")

FOREVER = 2**64 - 1
SHORTEST = 1e-6
"""Seconds for a search whose time is over before it begins."""
LARGEST_SCORE = 2**26
"""Sums of sixteen of these fit into the kernel's numbers."""

Numbers = dict[str, Any]


class Adapter(ABC):
    """Positions of one kind as numbers, and the kernel's records as answers."""

    @abstractmethod
    def reason_against(self, position: Position) -> str:
        """Why the kernel cannot search this; nothing if it can."""

    @abstractmethod
    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        """The record of the kernel's search."""

    def search_sets(self, problem: Problem, entries: Entries, watch: Watch) -> Answer:
        """A search by outcome sets, where the kernel can do that."""
        raise Unfit(f"it has no outcome sets for {problem.position.game.text_name()}")

    def search_many(
        self, problems: Sequence[Problem], scores: PlainScores, watch: Watch
    ) -> list[tuple[Record, float]]:
        """The records of several searches in one go, where the kernel can, with their seconds."""
        raise Unfit(ONE_AT_A_TIME)

    def count(self, position: Position, depth: int, watch: Watch) -> list[tuple[int, int]] | None:
        """The positions after each number of moves, where the kernel can count them: high and
        low halves; none if it was stopped.
        """
        raise Unfit(f"it does not count the moves of {position.game.text_name()}")

    def scores(self, position: Position, algorithm: Algorithm) -> PlainScores:
        """The scores that the kernel compares."""
        try:
            return Scores(position, algorithm)
        except GameError as error:
            if algorithm.search.needs != "outcomes":
                raise Unfit(str(error)) from None  # plain max^n asks only for what it meets
            raise

    def goes_on(self, first: Position, position: Position) -> bool:
        """Whether keys mean the same in a position as in the first one of a kept table."""
        return True

    def scores_of(self, answer: int, scores: PlainScores, position: Position) -> Payoffs:
        """The scores of an answer, which is the number of an outcome."""
        assert isinstance(scores, Scores)
        return scores.rows[answer]

    def line(
        self, record: Record, scores: PlainScores, position: Position
    ) -> tuple[tuple[int, ...], tuple[Move, ...] | None, Outcome | None]:
        """The line as move numbers; or as moves, with the outcome that they lead to."""
        return tuple(record[1]), None, None

    def answer(self, record: Record, problem: Problem, scores: PlainScores) -> Answer:
        """What a record says."""
        position, search = problem.position, problem.algorithm.search
        found, _, _, depth, stopped, nodes, counted, hits, others = record
        line, moves, outcome = self.line(record, scores, position)
        value: Value = NOTHING
        if found >= 0 and search.two_sided:
            own = scores.payoff(side_of_root(position), found)
            value = Vector(guaranteeing(position, search)(own), line=line)
        elif found >= 0:
            vectors = (
                scores.payoffs(self.scores_of(one, scores, position)) for one in (found, *others)
            )
            value = Several.with_first(vectors, line)
        by_rule = dict(zip(CUTS, counted, strict=True))
        cuts = {str(rule): by_rule[rule] for rule in search.rules}
        stats = Stats(*nodes, cuts, *hits)
        return problem.answer(value, stats, STOPPED[stopped], depth, moves=moves, outcome=outcome)


def _free(search: Any, position: Position) -> int:
    """In a search for all equilibria, the sides that break ties freely, a bit each."""
    if search.backup != "equilibria":
        return 0
    return sum(1 << side for side in search.part("free") or range(position.game.sides))


def rows_of(scores: PlainScores) -> tuple[Scores, Numbers]:
    """The leaf-value table: a row of scores per outcome."""
    assert isinstance(scores, Scores)
    if scores.highest > LARGEST_SCORE:
        raise Unfit(f"its scores are larger than {LARGEST_SCORE}")
    return scores, {"rows": scores.rows, "max_sum": scores.max_sum, "delta": scores.delta}


def limits_of(problem: Problem, watch: Watch) -> tuple[int, float, int]:
    """Nodes, seconds, plies."""
    limit = problem.limit
    nodes = FOREVER if limit.nodes is None else min(limit.nodes, FOREVER)
    seconds = 0.0 if limit.seconds is None else max(limit.seconds - watch.seconds, SHORTEST)
    return nodes, seconds, limit.depth or 0


def parts_of(problem: Problem) -> Numbers:
    """An algorithm as the kernel reads it: parts by their names, and what follows from them."""
    search = problem.algorithm.search
    return {
        **{axis: search.shown(axis) for axis in _kernel.PARTS},
        "first_too": search.part("first") == "given",
        "life": min(search.life_for(problem.position.game.sides), LARGEST_INT),
        "waits": search.rule.sound,
        "narrows": search.narrows,
        "width": min(search.width or 0, LARGEST_INT),
        "iterative": search.deepening == "iterative",
        "two_sided": search.two_sided,
        "prunes": search.rule.prunes,
        "zero_window": search.by_questions,
        "partition": search.backup == "partition",
        "points": search.backup == "points",
        "free": _free(search, problem.position),
        **{axis: search.part(axis) == "used" for axis in ("sure", "quick", "later")},
        "weights": search.part("inner") == "weights",
        "table_bytes": problem.memory.bytes,
    }
