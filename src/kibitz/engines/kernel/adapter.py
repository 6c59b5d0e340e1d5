"""What puts a game into numbers for the kernel: one adapter per kind of position.

A position names its adapter: `Position.adapter = "tricks"` is the object `ADAPTER` of that file
here, `"module:name"` one of your own. An adapter must give the kernel all that the rules say;
where a class says more, `reason_against` sends its searches to the reference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.engines.kernel import LARGEST_INT, Entries, _kernel
from kibitz.engines.problem.protocol import ONE_AT_A_TIME, Answer, CutRule, Problem, Unfit, Watch
from kibitz.engines.problem.scores import (
    Bounded,
    BoundedScores,
    PlainScores,
    Scores,
    scores_for,
)
from kibitz.engines.problem.sides import guaranteed, guaranteeing, side_of_root
from kibitz.errors import GameError
from kibitz.results import Stats, Stopped
from kibitz.values import NOTHING, Means, Several, Value, Vector

if TYPE_CHECKING:
    from kibitz._kernel import Counted, Record
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

GROWING_SIDES = 16
GROWING_RULES = ("none", "uct", "best-first")
GROWING_CHOICES = {
    "policy": ("maxn", "paranoid", "brs"),
    "solver": ("none", "standard", "sets"),
    "playouts": ("random", "order", "one-ply", "two-ply", "rules"),
}
"""Choices by their place in growing_parts.hpp."""

Numbers = dict[str, Any]


@dataclass(frozen=True)
class Facts:
    """What a native game says of a position."""

    over: bool
    side: int
    plies_left: int
    outcome: Outcome | None
    """At the end, or to expect by an estimate; none if the game does not say it in numbers."""
    allowed: list[bool]
    """Of each listed outcome, whether it can still come about."""
    key: tuple[int, ...]
    state: bytes
    after: list[bytes]
    """The states after each move."""
    text: str


class Adapter(ABC):
    """Positions of one kind as numbers, and the kernel's records as answers."""

    aims: ClassVar[bool] = False
    """Whether the kernel can keep a side low in these positions."""
    skips: ClassVar[bool] = True
    """Whether its game in the kernel has `skip`, if positions know what a pass leads to."""

    @abstractmethod
    def reason_against(self, position: Position) -> str:
        """Why the kernel cannot search this; nothing if it can."""

    def own_parts(self, position: Position) -> frozenset[tuple[str, str]]:
        """Parts that only such positions have, as axis and name: orders, estimates."""
        return frozenset()

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

    def look(self, position: Position, order: str = "high", leaf: str = "none") -> Facts | None:
        """What rules of its own, if it has any, say of a position, for checks."""
        return None

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
        found, _, _, depth, stopped, counted, for_line, others = record
        line, moves, outcome = self.line(record, scores, position)
        value: Value = NOTHING
        if search.samples and found < 0 and others:
            value = means_of(others, scores, line)
        elif found >= 0 and search.grows and search.one_side:
            own = scores.payoffs(self.scores_of(found, scores, position))[side_of_root(position)]
            value = Vector(guaranteed(position, own), line=line)
        elif found >= 0 and search.two_sided:
            own = scores.payoff(side_of_root(position), found)
            line = search.played(position, line)
            value = Vector(guaranteeing(position, search)(own), line=line)
        elif found >= 0:
            vectors = (
                scores.payoffs(self.scores_of(one, scores, position)) for one in (found, *others)
            )
            value = Several.with_first(vectors, line)
        known: dict[str, Any] = {"moves": moves, "outcome": outcome}
        if search.line_apart:
            known["for_line"] = stats_of(for_line, search.rules)
        stats = stats_of(counted, search.rules)
        return problem.answer(value, stats, STOPPED[stopped], depth, **known)


class Bounding(Adapter):
    """Positions of games that bound their payoffs, and mostly do not list outcomes."""

    def scores(self, position: Position, algorithm: Algorithm) -> PlainScores:
        bounds = Bounded.of(position, algorithm)
        if algorithm.search.needs == "outcomes" or bounds is None:
            return scores_for(position, algorithm)
        return BoundedScores(position, algorithm, bounds)


def stats_of(counted: Counted, rules: Iterable[CutRule]) -> Stats:
    """What the kernel counted, cuts by some of its rules."""
    nodes, cuts, hits = counted
    by_rule = dict(zip(CUTS, cuts, strict=True))
    return Stats(*nodes, {str(rule): by_rule[rule] for rule in rules}, *hits)


def means_of(numbers: Sequence[int], scores: PlainScores, line: tuple[int, ...]) -> Means:
    """The means of a move: its visits, those of all moves, and what each side had in all."""
    visits, of, *sums = numbers
    lowest = scores.lowest or 0
    return Means(
        means=tuple(total / visits + lowest for total in sums), visits=visits, of=of, line=line
    )


def _growing(problem: Problem, scores: PlainScores | None) -> Numbers:
    """The axes of searches that grow a tree, choices by their place in the list of them."""
    search = problem.algorithm.search
    if not search.grows:
        return {}
    low, high = (scores or scores_for(problem.position, problem.algorithm)).range
    if len(low) > GROWING_SIDES or max(high, default=0) > LARGEST_SCORE:
        raise Unfit(
            f"it grows trees for up to {GROWING_SIDES} sides, and scores of up to {LARGEST_SCORE}"
        )
    places = {axis: names.index(search.part(axis)) for axis, names in GROWING_CHOICES.items()}
    numbers = {axis: search.part(axis) for axis in ("c", "history", "epsilon")}
    floats = {axis: float(number) for axis, number in numbers.items()}
    return {
        "growing": {
            "rule": GROWING_RULES.index(search.backup),
            **places,
            **floats,
            "guesses": search.leaf != "none",
            "seed": search.part("seed"),
            "low": low,
            "high": high,
        }
    }


def free_of(search: Any, position: Position) -> int:
    """In a search for all equilibria, the sides that break ties freely, a bit each."""
    free = getattr(search, "free", None)
    if free is None:
        return 0
    return sum(1 << side for side in free or range(position.game.sides))


def aim_of(search: Any, position: Position, at: str) -> int:
    """In a directed offensive, the side to keep low at these nodes; -1 in other searches."""
    if not search.aims or search.part("at") != at or position.is_over:
        return -1
    return int(search.aims_at(position))


def _replies(search: Any, position: Position) -> Numbers:
    """In a search of two sides, how the opponents of the root may reply; 0 moves are all."""
    kind = {"opps": "few", "brs": "one"}.get(search.backup, "all")
    many = search.part("opponents") if kind == "few" else position.game.players - 1
    numbers = {"opponents": many, "moves": search.part("moves"), "others": search.part("others")}
    return {
        "replies": kind,
        **{name: min(number or 0, LARGEST_INT) for name, number in numbers.items()},
    }


def rows_of(scores: PlainScores) -> tuple[Scores, Numbers]:
    """The leaf-value table: a row of scores per outcome."""
    assert isinstance(scores, Scores)
    if scores.highest > LARGEST_SCORE:
        raise Unfit(f"its scores are larger than {LARGEST_SCORE}")
    return scores, {"rows": scores.rows, "max_sum": scores.max_sum, "delta": scores.delta}


def limits_of(problem: Problem, watch: Watch) -> tuple[int, float, int, bool]:
    """Nodes, seconds, plies, and whether the whole line is wanted."""
    limit = problem.limit
    nodes = FOREVER if limit.nodes is None else min(limit.nodes, FOREVER)
    seconds = 0.0 if limit.seconds is None else max(limit.seconds - watch.seconds, SHORTEST)
    return nodes, seconds, limit.depth or 0, problem.line


def parts_of(problem: Problem, scores: PlainScores | None = None) -> Numbers:
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
        **_replies(search, problem.position),
        "prunes": search.rule.prunes,
        "zero_window": search.by_questions,
        "partition": search.backup == "partition",
        "target": aim_of(search, problem.position, "all"),
        "root_target": aim_of(search, problem.position, "root"),
        "points": search.backup == "points",
        "free": free_of(search, problem.position),
        "margin": min(getattr(search, "margin", 0), LARGEST_INT),
        **{axis: search.part(axis) == "used" for axis in ("sure", "near", "quick", "later")},
        "weights": search.part("inner") == "weights",
        "table_bytes": problem.memory.bytes,
        **_growing(problem, scores),
    }
