"""Players that look at who is ahead, or at what others seem to want, before they search.

`mp-mix` is MP-Mix of Zuckerman, Felner and Kraus (2009): the estimates of a position are sorted,
and the edge is how far the first is ahead of the second. Who leads by enough plays against all
others, who is led by enough against the leader, and all else is max^n. `believing` searches by
types (`prob`) and learns from the moves that were made how likely each is.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar, Literal

from kibitz.algorithm import Algorithm
from kibitz.asking.beliefs import beliefs
from kibitz.asking.choosing import RULES_ONLY, SUMS, fitted
from kibitz.engines.problem.sides import estimated
from kibitz.errors import InvalidAlgorithm, TextError
from kibitz.game import Move, Position
from kibitz.history import History, hand_at
from kibitz.players.player import OpenPlayer
from kibitz.players.searching import Search, Searcher
from kibitz.results import Limit, Result

Strategy = Literal["paranoid", "offensive", "maxn"]
TYPES = Algorithm.parse("prob")


@dataclass(frozen=True, repr=False)
class MpMix(Searcher):
    """Searches against all others if it leads, against the leader if it is led, else max^n.

    >>> player = kibitz.player("mp-mix(defensive=5,offensive=5,depth=3)")
    >>> board = kibitz.game("chinese_checkers").deal(1)
    >>> player.strategy(board), str(player.play_open(board))
    ('maxn', 'a1-e5')
    """

    name: ClassVar[str] = "mp-mix"

    defensive: int | None = 1
    """By how much it must lead to play against all others, Td; none for never."""
    offensive: int | None = 1
    """By how much another must lead to play against that one, To; none for never."""
    leaf: str | None = None
    """The estimate to sort and to search by; none for the game's first."""
    order: str | None = None
    """The order of moves; none for the game's first."""
    width: int | None = None
    at: Literal["all", "root"] = "all"
    """Whether it plays against the leader at all its nodes, or at the root only."""
    nodes: int = 250_000
    """Nodes visited for a move at most."""
    depth: int | None = None
    """Plies searched at most."""
    seconds: float | None = None
    """How long a choice may take; with a clock the same seed need not play the same game."""

    _depths: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def result(self, position: Position) -> Result:
        """What the search that it picks finds."""
        search = Search(self.algorithm(position), self.nodes, self.depth, self.seconds)
        result = search.result(position)
        self._depths.extend(search.depths)
        return result

    def strategy(self, position: Position) -> Strategy:
        """What it does here: paranoid, offensive or max^n."""
        payoffs, own = estimated(position, self._leaf(position)), position.side
        ranked = sorted(payoffs, reverse=True)
        edge = ranked[0] - ranked[1] if len(ranked) > 1 else 0
        if payoffs[own] == ranked[0]:
            return "paranoid" if self.defensive is not None and edge >= self.defensive else "maxn"
        return "offensive" if self.offensive is not None and edge >= self.offensive else "maxn"

    def algorithm(self, position: Position) -> Algorithm:
        """The search that goes with it."""
        leaf, order = self._leaf(position), self.order or next(iter(position.orders), "high")
        stops = {"leaf": leaf, "order": order, "width": self.width}
        kind: str = self.strategy(position)
        if kind == "maxn":
            few = position.lists_outcomes and position.has_few_outcomes
            sums = SUMS if position.game.max_sum is not None else RULES_ONLY
            kind = "leaf-table" if few else sums
        algorithm = _parsed(kind).with_parts(**stops)
        if algorithm.backup == "offensive":
            algorithm = algorithm.with_parts(at=self.at)
        return fitted(algorithm, position)

    def _leaf(self, position: Position) -> str:
        leaf = self.leaf or next(iter(position.estimates), "")
        if not leaf:
            raise TextError(f"expected a game that estimates who is ahead: {position.game}")
        return leaf


_parsed = lru_cache(8)(Algorithm.parse)


@dataclass(frozen=True, repr=False)
class Believing(OpenPlayer):
    """Searches by types, and learns from the moves of the others how likely each type is."""

    name: ClassVar[str] = "believing"
    first: ClassVar[str] = "algorithm"
    readers: ClassVar = {"algorithm": Algorithm.parse}

    algorithm: Algorithm = TYPES
    """A search by types, such as prob(models=tricks/mot)."""
    nodes: int = 20_000
    """Nodes visited for a move at most, and as many to learn from one."""
    depth: int | None = None
    """Plies searched at most."""

    def __post_init__(self) -> None:
        if self.algorithm.backup != "prob":
            raise InvalidAlgorithm(f"expected a search by types, as prob(models=...): {self}")

    def play_open(self, position: Position) -> Move:
        return self.play_after(hand_at(position))

    def play_after(self, hand: History) -> Move:
        """The move after all that was played: what it told of the others is part of the search."""
        known = beliefs(hand, self.algorithm, limit=Limit(self.nodes, depth=self.depth))
        return Search(known.algorithm, self.nodes, self.depth).play_open(hand.position)

    def result(self, position: Position) -> Result:
        """What the search finds, before anything was learned."""
        return Search(self.algorithm, self.nodes, self.depth).result(position)
