"""The paranoid reduction of trick games by partition search, `backup=paranoid-partition`.

If the payoff of the side to move depends only on its own tricks, and more tricks are never worse,
then the paranoid game has two camps that share out the tricks: that side, and all others together.
This search builds that game, and a partition search finds its value, move and line.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kibitz.cards.estimates import share_out
from kibitz.cards.game import TrickGame
from kibitz.cards.position import TrickPosition
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.sides import guaranteed, side_of_root
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import SEARCHES, axes_of
from kibitz.engines.reference.table import Found
from kibitz.engines.reference.tricks.partition import Partition, PartitionRun, reason_against
from kibitz.engines.reference.two_sided import Paranoid, TwoSided
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Move, Payoffs, Position
from kibitz.leaf_table import payoffs_of
from kibitz.scoring import Utility
from kibitz.values import Known

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm

CODE = ("side", "sides", "side_of", "by_side", "payoffs")
"""Methods a game must not override, because this search gives it other teams and payoffs."""


@SEARCHES.named("paranoid-partition")
@dataclass(frozen=True)
class ParanoidPartition(Partition):
    """The side to move against all others, in tricks, searched by yes-or-no questions."""

    backup = "paranoid-partition"
    guarantees = True
    needs_opposed = False

    def check(self, position: Position) -> None:
        """Refuse positions that this search cannot handle."""
        lacks = reason_against_all(position)
        if lacks:
            game = position.game
            raise InvalidAlgorithm(f"'paranoid-partition' needs {lacks}, not {game}; use paranoid")

    def instead(self, problem: Problem) -> Problem:
        """The problem of two camps: the side to move, and all others."""
        self.check(problem.position)
        position = problem.position
        assert isinstance(position, TrickPosition)
        game = two_camps(position.game, side_of_root(position), position.to_share)
        position = replace(position, game=game)
        return replace(problem, position=position, algorithm=_of_two_camps(problem.algorithm))

    def begin(self, problem: Problem) -> ParanoidPartitionRun:
        return ParanoidPartitionRun(self, problem)

    def plain(self) -> TwoSided:
        return Paranoid(order=self.order)

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        lacks = reason_against_all(position)
        return not lacks, f"needs {lacks}" if lacks else "one side and all others share out tricks"

    @property
    def one_side(self) -> bool:
        return True

    def of_two_camps(self) -> Partition:
        """The same search, for a game that already has two camps."""
        return Partition(**{axis: getattr(self, axis) for axis in axes_of(Partition)})


class ParanoidPartitionRun(PartitionRun):
    """A partition search of the side to move against all others."""

    def __init__(self, search: ParanoidPartition, problem: Problem) -> None:
        super().__init__(search.of_two_camps(), search.instead(problem))
        self.asking = problem.position
        self.lists = order_for(problem.position, search)
        self.order = self.as_listed

    def as_listed(self, position: Position) -> Sequence[Move]:
        """The moves in the order of the original game."""
        assert isinstance(position, TrickPosition)
        assert isinstance(self.asking, TrickPosition)
        return self.lists(replace(position, game=self.asking.game))

    def payoff(self, side: int, score: int) -> int:
        """The payoff of a score to the side that moves at the root, by whatever number."""
        return super().payoff(self.side, score)

    def payoffs(self, found: Found) -> Known:
        """The payoff that the side to move at the root is guaranteed."""
        return guaranteed(self.asking, self.payoff(self.side, found.scores[0]))

    def events(self) -> Iterator[Event]:
        """The search between the two camps, with windows for the side to move at the root."""
        side = side_of_root(self.asking)
        for event in super().events():
            bounds = {side: event.bounds[self.side]} if event.bounds else event.bounds
            yield event._replace(bounds=bounds)


@functools.lru_cache(64)
def _of_two_camps(algorithm: Algorithm) -> Algorithm:
    search = algorithm.search
    assert isinstance(search, ParanoidPartition)
    return type(algorithm)(search.of_two_camps(), preset="partition")


@functools.lru_cache(256)
def two_camps(game: TrickGame, side: int, tricks: int) -> TrickGame:
    """The game of one side against all others, whose only aim is to stop it from taking tricks."""
    by_tricks = payoffs_by_tricks(game, side, tricks)
    assert by_tricks is not None
    camp = int(game.side(0) != side)
    camps = [camp if game.side(player) == side else 1 - camp for player in range(game.players)]
    return replace(game, teams=tuple(camps), utility=Utility(OwnTricks(camp, by_tricks)))


@dataclass(frozen=True)
class OwnTricks:
    """A utility: one camp's payoff depends on its own tricks, and the other gets the opposite."""

    camp: int
    by_tricks: Payoffs

    def __call__(self, tricks: Sequence[int]) -> Payoffs:
        own = self.by_tricks[tricks[self.camp]]
        return (own, -own) if self.camp == 0 else (-own, own)


def reason_against_all(position: Position) -> str:
    """Something this search needs that the position lacks; empty if nothing is missing."""
    lacks = reason_against(position)
    if lacks:
        return lacks
    assert isinstance(position, TrickPosition)
    game = position.game
    if any(getattr(type(game), part) is not getattr(TrickGame, part) for part in CODE):
        return "teams and payoffs said by data"
    if payoffs_by_tricks(game, side_of_root(position), position.to_share) is None:
        return "payoffs that go by one's own tricks, the more the better"
    return ""


@functools.lru_cache(256)
def payoffs_by_tricks(game: TrickGame, side: int, tricks: int) -> Payoffs | None:
    """A side's payoffs for taking 0, 1, 2, ... of the given number of tricks.

    None if they depend on how the others share the rest, or if fewer tricks can be better.
    """
    found: dict[int, int] = {}
    for outcome in share_out((0,) * game.sides, [1] * tricks):
        own = payoffs_of(game, outcome)[side]
        if found.setdefault(outcome[side], own) != own:
            return None
    payoffs = [found[taken] for taken in range(tricks + 1)]
    return tuple(payoffs) if payoffs == sorted(payoffs) else None
