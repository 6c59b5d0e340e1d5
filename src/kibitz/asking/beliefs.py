"""What past moves tell about what their players want, by Bayes' rule and the types of `prob`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.asking.choosing import checked
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.mixed import Mixed
from kibitz.engines.reference.prob import Prob
from kibitz.errors import InvalidAlgorithm, blaming, check_kind
from kibitz.game import Move, Position
from kibitz.history import History, hand_at
from kibitz.results import Limit
from kibitz.showing.layout import columns

SOON = 20_000
"""Nodes visited to learn from a move, if no limit is given."""


@dataclass(frozen=True)
class Beliefs:
    """How likely each type of each side is, after the moves that were made.

    >>> deal = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)").deal(2, cards=4)
    >>> hand = kibitz.History.of(deal, "HQ ST")
    >>> print(kibitz.beliefs(hand, "prob(models=tricks/mot)").show())
    side  tricks  mot
    P0       1/2  1/2
    P1       1/2  1/2
    P2       1/2  1/2
    """

    hand: History
    algorithm: Algorithm
    """The search with these weights, for the side to move."""

    @property
    def chances(self) -> tuple[tuple[Fraction, ...], ...]:
        """For each side, the probability of each type."""
        search: Any = self.algorithm.search
        return tuple(tuple(search.chances(side)) for side in range(self.hand.game.sides))

    def show(self) -> str:
        """A table: a row for each side, a column for each type."""
        search: Any = self.algorithm.search
        names = self.hand.game.side_names
        rows = [["side", *(search.models or ["own"])]]
        for name, row in zip(names, self.chances, strict=True):
            rows.append([name, *map(str, row)])
        return columns(rows, left=[0])

    def as_dict(self) -> dict[str, Any]:
        """It in plain types, chances as texts such as 1/3, ready for JSON."""
        return {
            **self.hand.as_dict(),
            "algorithm": str(self.algorithm),
            "chances": [list(map(str, row)) for row in self.chances],
        }


def beliefs(
    hand: Position | History, algorithm: Algorithm | str, *, limit: Limit | None = None
) -> Beliefs:
    """What the moves of a hand tell about their players, by a search by types, `prob(models=...)`.

    A type makes each of the moves that are best for it on average equally often. A move that
    every type is equally likely to make tells nothing; nor does a move that none of them would
    make, or one whose alternatives take more nodes than the limit. The side to move is the one
    that learns.

    >>> deal = kibitz.game("spades(players=3,bids=1/1/2,utility=mot)").deal(3, cards=4)
    >>> hand = kibitz.History.of(deal, str(kibitz.solve(deal).move))
    >>> kibitz.beliefs(hand, "prob(models=mot/least)").chances[0]
    (Fraction(1, 2), Fraction(1, 2))
    """
    hand = hand_at(hand)
    chosen = Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm
    check_kind(chosen, Algorithm, "an algorithm or its text")
    if not isinstance(chosen.search, Prob):
        raise InvalidAlgorithm(f"expected a search by types, as prob(models=...): {chosen}")
    limit = checked(limit)
    with blaming(hand.game):
        chosen.search.check(hand.start)
        if hand.position.is_over:
            return Beliefs(hand, chosen)
        own = hand.position.side
        rows = [chosen.search.chances(side) for side in range(hand.game.sides)]
        memory = TranspositionTable(limit.table_mb)
        for position, move in zip(hand.line, hand.moves, strict=False):
            if position.side != own and len(chosen.search.models) > 1:
                now = _weighted(chosen, rows, own)
                found = _likely(position, move, now, limit, memory)
                learned = [old * new for old, new in zip(rows[position.side], found, strict=True)]
                if sum(learned):
                    rows[position.side] = [one / sum(learned) for one in learned]
    return Beliefs(hand, _weighted(chosen, rows, None))


def _weighted(algorithm: Algorithm, rows: list[list[Fraction]], observer: int | None) -> Algorithm:
    """The search with these chances, in whole numbers."""
    weights: list[int] = []
    for row in rows:
        together = lcm(*(one.denominator for one in row))
        weights += [int(one * together) for one in row]
    return algorithm.with_parts(weights=tuple(weights), observer=observer)


def _likely(
    position: Position, move: Move, algorithm: Algorithm, limit: Limit, memory: TranspositionTable
) -> list[Fraction]:
    """How likely each type is to make a move; all alike if that takes too long."""
    search: Any = algorithm.search
    types = len(search.models)
    groups = {group[0]: group for group in position.groups()}
    moves = [one for one in order_for(position, search)(position) if one in groups]
    left = limit.nodes or SOON
    lots = []
    for one in moves:
        lot, visited = _lot(position.play(one), algorithm, limit, left, memory)
        left -= visited
        if lot is None:
            return [Fraction(1)] * types
        lots.append(lot)
    found = []
    for view in range(1, types + 1):
        averages = [lot.average(position.side, view) for lot in lots]
        best = [one for one, own in zip(moves, averages, strict=True) if own == max(averages)]
        all_best = [each for one in best for each in groups[one]]
        found.append(Fraction(move in all_best, len(all_best)))
    return found


def _lot(
    position: Position, algorithm: Algorithm, limit: Limit, left: int, memory: TranspositionTable
) -> tuple[Mixed | None, int]:
    """Every value of a position, within a limit on nodes; and how many nodes it took."""
    problem = Problem(position, algorithm, limit, memory)
    found, visited = None, 0
    with memory.in_use():
        for event in algorithm.search.begin(problem).events():
            if event.kind == "visit":
                if visited == left:
                    return None, visited
                visited += 1
            if event.depth == 0 and event.answer is not None:
                found = event.answer
    return found, visited
