"""What each side can force: bounds on a value that are there long before the value.

In max^n nobody gets less than it can force, whatever the others do: at its own nodes a side takes
what is best for it, and elsewhere the value is that of some child. Whether a side can force one
trick more is a question of two camps, itself and all others, which a partition search answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kibitz.algorithm import Algorithm
from kibitz.cards.game import TrickGame
from kibitz.cards.position import TrickPosition
from kibitz.engines.kernel import PARTITION_PLAYERS
from kibitz.engines.reference.tricks.paranoid_partition import (
    OwnTricks,
    reason_against_all,
    two_camps,
)
from kibitz.engines.reference.tricks.partition import want_tricks
from kibitz.game import Position
from kibitz.leaf_table import LeafTable
from kibitz.presets import TWO_CAMPS
from kibitz.results import Result
from kibitz.scoring import Utility
from kibitz.values import Spans

Ask = Callable[[Position, Algorithm], Result]
"""Searches a position."""


def has_bounds(position: Position) -> bool:
    """Whether there are tricks that more than two sides want, and may force."""
    if not isinstance(position, TrickPosition) or not position.game.counts_tricks:
        return False
    if position.game.sides <= 2 or position.game.players > PARTITION_PLAYERS:
        return False
    plain = replace(position, game=_for_tricks(position.game))
    return not reason_against_all(plain) and want_tricks(LeafTable.of(position))


def forced_bounds(position: Position, ask: Ask) -> Spans:
    """What each side can still get, by what each can force as far as that is answered."""
    assert isinstance(position, TrickPosition)
    leaves = LeafTable.of(position)
    forced = list(position.game.by_side(position.taken))
    open_sides = list(range(position.game.sides))
    while open_sides:
        for side in tuple(open_sides):
            if _can_force(position, side, forced[side] + 1, ask):
                forced[side] += 1
            else:
                open_sides.remove(side)
    rows = list(zip(leaves.outcomes, leaves.ranks, strict=True))
    possible = set(leaves.outcomes)
    for side, tricks in enumerate(forced):
        least = min(ranks[side] for outcome, ranks in rows if outcome[side] >= tricks)
        possible &= {outcome for outcome, ranks in rows if ranks[side] >= least}
    return leaves.bounds(possible)


def _can_force(position: TrickPosition, side: int, tricks: int, ask: Ask) -> bool:
    """Whether a side is sure of this many tricks, if that was answered."""
    if tricks > position.to_share:
        return False
    game = two_camps(_for_tricks(position.game), side, position.to_share)
    assert isinstance(game.utility.function, OwnTricks)
    camp = game.utility.function.camp
    enough = tuple(int(own >= tricks) for own in range(position.to_share + 1))
    game = replace(game, utility=Utility(OwnTricks(camp, enough)))
    found = ask(replace(position, game=game), Algorithm.parse(TWO_CAMPS))
    return found.complete and found.value is not None and found.value[camp] == 1


def _for_tricks(game: TrickGame) -> TrickGame:
    """The same game where everybody wants tricks."""
    return replace(game, utility=Utility.parse("tricks"))
