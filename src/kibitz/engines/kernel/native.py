"""Native and built games in numbers: what `as_numbers()` says, and outcomes with their scores.

Which outcomes there are need not be known: an outcome that comes up is valued here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kibitz.engines.kernel import Entries, _kernel
from kibitz.engines.kernel.adapter import (
    LARGEST_SCORE,
    Adapter,
    Facts,
    Numbers,
    limits_of,
    parts_of,
    rows_of,
)
from kibitz.engines.problem.protocol import Problem, Unfit, Watch
from kibitz.engines.problem.scores import Bounded, BoundedScores, PlainScores, Scores, scores_for
from kibitz.errors import GameError
from kibitz.game import Outcome, Payoffs, Position
from kibitz.native import NativeGame

if TYPE_CHECKING:
    from kibitz._kernel import Record
    from kibitz.algorithm import Algorithm

MOST_PLAYERS = 1000
FAR = 2**21
"""Payoffs are between this and its negative where a game declares no bounds."""
BITS = 32
"""For the score of a side in an answer."""
STOPS_EARLY = "distance"
"""What the kernel is told for any estimate."""


class Unbounded(BoundedScores):
    """Payoffs that nothing is known of, counted from far below."""

    def __init__(self, root: Position, algorithm: Algorithm) -> None:
        super().__init__(root, algorithm, Bounded(-FAR, FAR, None))

    def from_payoffs(self, payoffs: Payoffs) -> Payoffs:
        if not self.bounds.hold(payoffs):
            raise Unfit(f"it has no room for payoffs beyond {FAR:,}: {payoffs}")
        return super().from_payoffs(payoffs)

    def covers(self, root: Position, algorithm: Algorithm) -> bool:
        return True


class Native(Adapter):
    """Positions whose class has a `NativeGame`."""

    skips = False

    def reason_against(self, position: Position) -> str:
        game = position.game
        if not isinstance(position.native, NativeGame):
            name = type(position).__name__
            raise GameError(f"expected a NativeGame as native of {name}: {position.native!r}")
        reason = position.native.reason_against()
        if reason:
            return reason
        if not 1 <= game.sides <= position.native.most_sides or game.players > MOST_PLAYERS:
            return f"its native game has no room for {game.sides} sides"
        return ""

    def own_parts(self, position: Position) -> frozenset[tuple[str, str]]:
        orders, leaves = position.orders, position.estimates
        return frozenset({*(("order", one) for one in orders), *(("leaf", one) for one in leaves)})

    def scores(self, position: Position, algorithm: Algorithm) -> PlainScores:
        found = scores_for(position, algorithm)
        return Unbounded(position, algorithm) if type(found) is PlainScores else found

    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        position, scores, search = problem.position, entries.scores, problem.algorithm.search
        if search.keys == "relative" and _overrides(position, "relative_key"):
            raise Unfit("it has no relative keys of native games")
        if search.probe == "trick" and _overrides(position, "settled"):
            raise Unfit("it does not know where a native game is settled")
        if search.grows and search.part("policy") == "brs":
            raise Unfit("it does not know what a pass leads to in a native game")
        rules = _rules(position, str(search.order), str(search.leaf))
        rules["against"] = search.combine == "against"
        rows: Numbers
        if isinstance(scores, Scores):
            table, rows = rows_of(scores)
            rules["outcomes"] = [numbers_of(outcome) for outcome in table.leaves.outcomes]
        else:
            assert isinstance(scores, BoundedScores)
            rows = {"rows": [], "max_sum": scores.max_sum, "delta": scores.delta}
            rules["lowest"] = scores.lowest
            rules["highest"] = scores.everything.highest[0]
            rules["score"] = lambda numbers: scores.score(tuple(numbers))
            plain = isinstance(scores, Unbounded)
            if not plain and max(scores.max_sum, rules["highest"]) > LARGEST_SCORE:
                raise Unfit(f"its scores are larger than {LARGEST_SCORE}")
            if plain:
                rows["max_sum"] = 0
        parts = parts_of(problem, scores)
        if rules["own_order"] >= 0:
            parts["order"] = "high"
        if rules["own_leaf"] >= 0:
            parts["leaf"] = STOPS_EARLY
        limits = limits_of(problem, watch)
        record, found = _kernel.search_own(rules, rows, parts, limits, watch, entries.table)
        sides = position.game.sides
        answers = [_packed(found[at : at + sides]) for at in range(0, len(found), sides)]
        return (answers[0], *record[1:-1], answers[1:]) if found else record

    def scores_of(self, answer: int, scores: PlainScores, position: Position) -> Payoffs:
        """The score of each side, some bits each."""
        low = (1 << BITS) - 1
        return tuple(answer >> BITS * side & low for side in range(position.game.sides))

    def count(self, position: Position, depth: int, watch: Watch) -> list[tuple[int, int]] | None:
        return _kernel.count_own(_rules(position), NO_ROWS, depth, watch)

    def look(self, position: Position, order: str = "high", leaf: str = "none") -> Facts:
        """What the native game says of a position, for checks."""
        seen: list[Outcome] = []

        def score(numbers: Sequence[int]) -> list[int]:
            seen.append(tuple(numbers))
            return [0] * position.game.sides

        try:
            facts = _kernel.look_own(_rules(position, order, leaf, score), NO_ROWS)
            listed = _allowed(position)
        except _kernel.Refused as error:
            raise GameError(f"{error} in {position.game} {position}") from None
        return Facts(
            facts["over"],
            facts["side"],
            facts["plies_left"],
            seen[-1] if seen else None,
            listed,
            tuple(facts["key"]),
            facts["state"],
            facts["after"],
            facts["text"],
        )


def _packed(scores: Sequence[int]) -> int:
    return sum(score << BITS * side for side, score in enumerate(scores))


NO_ROWS: Numbers = {"rows": [], "max_sum": 0, "delta": 1}


def _rules(
    position: Position,
    order: str = "high",
    leaf: str = "none",
    score: Callable[..., Any] = tuple,
) -> Numbers:
    """A position and its game as the kernel reads them."""
    game, native = position.game, position.native
    assert native is not None
    places = native.places()
    own_order = position.orders.index(order) if order in position.orders else -1
    own_leaf = position.estimates.index(leaf) if leaf in position.estimates else -1
    if own_order >= 0 and not native.has("order"):
        raise Unfit(f"its native game has no order for {order}")
    if own_leaf >= 0 and not native.has("estimate"):
        raise Unfit(f"its native game has no estimate for {leaf}")
    return {
        "native": places[0],
        "entry": places[1],
        "numbers": _numbers(position),
        "side_of": [game.side(player) for player in range(game.players)],
        "sides": game.sides,
        "outcomes": [],
        "lowest": 0,
        "highest": 0,
        "against": False,
        "own_order": own_order,
        "own_leaf": own_leaf,
        "score": score,
    }


def _numbers(position: Position) -> list[int]:
    """All of a position in numbers, as it gives them."""
    given = position.as_numbers()
    numbers = list(given) if isinstance(given, Iterable) else [None]
    if any(not isinstance(number, int) for number in numbers):
        where = f"{position.game} {position}"
        raise GameError(f"expected whole numbers in a list from as_numbers(): {given!r} in {where}")
    return numbers


def _allowed(position: Position) -> list[bool]:
    """Of each outcome that a position lists, whether the native game allows it."""
    if not position.lists_outcomes or not position.has_few_outcomes:
        return []
    outcomes = sorted(set(position.outcomes()))
    rules = _rules(position)
    rules["outcomes"] = [numbers_of(outcome) for outcome in outcomes]
    rows = {**NO_ROWS, "rows": [[0] * position.game.sides for _ in outcomes]}
    return [bool(allowed) for allowed in _kernel.look_own(rules, rows)["allowed"]]


def numbers_of(outcome: Outcome) -> list[int]:
    """An outcome as a native game gives it."""
    if not isinstance(outcome, tuple) or any(type(number) is not int for number in outcome):
        raise Unfit(f"its native game needs outcomes that are tuples of whole numbers: {outcome!r}")
    return list(outcome)


def _overrides(position: Position, name: str) -> bool:
    return getattr(type(position), name) is not getattr(Position, name)


ADAPTER = Native()
