"""The default: the algorithm to search a position with if none is named."""

from __future__ import annotations

import functools
from math import comb

from kibitz.algorithm import Algorithm
from kibitz.cards import TrickPosition
from kibitz.engines.kernel import PARTITION_PLAYERS, SET_OUTCOMES
from kibitz.engines.kernel.lanes import has_partition, has_sets
from kibitz.engines.reference.searches import axes_of
from kibitz.engines.reference.tricks import points
from kibitz.engines.reference.tricks.partition import reason_against, want_tricks
from kibitz.errors import blaming, check_kind
from kibitz.game import Position
from kibitz.history import hand_at
from kibitz.in_time import TimeOver
from kibitz.leaf_table import LeafTable
from kibitz.presets import DEFAULT, FOR_POINTS, TWO_CAMPS, TWO_SIDES, WHOLE_DEALS
from kibitz.results import Limit

RULES_ONLY = "maxn(table=exact)"
"""For a game that only has rules, or if there is no time to look at its outcomes."""
SUMS = "speculative(test=discrete,table=bounds)"
"""For a game that bounds the sum of its payoffs."""
SOME = 6
"""From how many cards in a hand on a partition search is faster than alpha-beta."""
LONG, MANY = 7, 25
"""From how many tricks on, or cards of all players in them, outcome sets are fastest."""
LONG_FOR_POINTS = 10
"""The same where points are counted, for three sides; with four, sets are too large."""
SOME_FOR_POINTS, MANY_POINTS = 5, 40
"""The number of tricks from which there are many outcomes if points count, as in Ramsch."""


def checked(limit: Limit | None) -> Limit:
    """The limit, if this is one."""
    check_kind(limit, Limit | None, "a limit such as Limit(nodes=1000)")
    return limit or Limit()


def algorithm_for(
    algorithm: Algorithm | str | None, position: Position, limit: Limit | None
) -> Algorithm:
    """The algorithm that was asked for, or the default."""
    if algorithm is None:
        return strongest(position, limit)
    check_kind(algorithm, str | Algorithm, "an algorithm or its text")
    return _parsed(algorithm) if isinstance(algorithm, str) else algorithm


def strongest(position: Position, limit: Limit | None = None) -> Algorithm:
    """The strongest algorithm that a game supports, given what it provides.

    If it lists its outcomes and they are not too many, that is partition search if two sides
    want tricks and hands are not short, a search for points if they want points, alpha-beta for
    other opposed sides, outcome sets for long hands, and otherwise leaf-value tables. If it
    bounds its payoffs, the algorithm prunes by sums; if it has only rules, it is plain max^n.
    All have a table if positions can be keys. A game with an estimate is not searched to its
    end if there is a limit on depth, or if it does not list its outcomes.

    >>> kibitz.strongest(kibitz.game("spades(players=3)").deal(1, cards=5))
    leaf-table(keys=relative)
    """
    position = hand_at(position).position
    limit = checked(limit)
    with blaming(position.game):
        try:
            algorithm = _parsed(_strongest(position))
        except TimeOver:
            algorithm = _parsed(RULES_ONLY)
        if limit.depth is not None and position.estimates:
            algorithm = estimating(algorithm, position)
        return fitted(algorithm, position)


def fitted(algorithm: Algorithm, position: Position) -> Algorithm:
    """The same algorithm, with no more of a table than the keys of a position allow."""
    if type(position).relative_key is Position.relative_key:
        algorithm = algorithm.with_parts(keys="absolute")
    try:
        hash(position.key())
    except TypeError:
        without = {"table": "none", "probe": "card", "keys": "absolute", "window": "full"}
        axes = axes_of(type(algorithm.search))
        return algorithm.with_parts(
            **{axis: part for axis, part in without.items() if axis in axes}
        )
    return algorithm


def _strongest(position: Position) -> str:
    """The same as a text, whatever keys and limits say."""
    first = next(iter(position.orders), "high")
    if position.lists_outcomes:
        if not position.has_few_outcomes:
            return RULES_ONLY
        if position.game.sides == 2 and LeafTable.of(position).opposed:
            if suits_partition(position):
                return TWO_CAMPS
            return FOR_POINTS if suits_points(position) else two_sides(position)
        return whole_deals(position) if suits_sets(position) else DEFAULT
    if position.estimates:
        stops = f"leaf={position.estimates[0]},order={first}"
        if position.game.highest is not None:
            return f"speculative(test=discrete,table=bounds,combine=against,{stops})"
        return f"maxn(table=exact,{stops})"
    return SUMS if position.game.max_sum is not None else RULES_ONLY


def suits_sets(position: Position) -> bool:
    """Whether there are many tricks, or cards in them; for points with at most three sides.

    Nor where the kernel has no room for the deal in such a search.
    """
    if not isinstance(position, TrickPosition) or position.game.wins_by_code:
        return False
    if not (position.trump_stays and position.all_in_hands and has_sets(position)):
        return False
    tricks, game = position.tricks_left, position.game
    if not game.counts_tricks:
        long = SOME_FOR_POINTS if position.to_share >= MANY_POINTS else LONG_FOR_POINTS
        if tricks < long or game.sides > 3 or game.takes_points_away:
            return False
        return comb(position.to_share + game.sides - 1, game.sides - 1) <= SET_OUTCOMES
    return tricks >= LONG or tricks * game.players >= MANY


def whole_deals(position: Position) -> str:
    """Outcome sets; where everybody just wants tricks, questions that live for two rounds."""
    if want_tricks(LeafTable.of(position)):
        return f"{WHOLE_DEALS}(life={2 * position.game.sides})"
    return WHOLE_DEALS


def two_sides(position: Position) -> str:
    """Alpha-beta with all that helps it."""
    return f"{TWO_SIDES[:-1]},order={next(iter(position.orders), 'high')})"


def suits_points(position: Position) -> bool:
    """Whether two sides want points, or tricks that a partition search is not for."""
    if points.reason_against(position) or not want_tricks(LeafTable.of(position)):
        return False
    assert isinstance(position, TrickPosition)
    if not position.game.counts_tricks:
        return True
    return bool(reason_against(position)) or not has_partition(position)


def suits_partition(position: Position) -> bool:
    """Whether two sides want the tricks, of which there are some to come; and no more players
    take them than the kernel knows, of no more cards.
    """
    if position.game.players > PARTITION_PLAYERS or reason_against(position):
        return False
    assert isinstance(position, TrickPosition)
    if not has_partition(position):
        return False
    long = max(map(int.bit_count, position.hands)) >= SOME
    return long and want_tricks(LeafTable.of(position))


def _parsed(line: str) -> Algorithm:
    """The algorithm of a text; own parts are looked up anew, since they may be loaded again."""
    return Algorithm.parse(line) if ":" in line else _known(line)


_known = functools.lru_cache(64)(Algorithm.parse)


@functools.lru_cache(64)
def _stopping(algorithm: Algorithm, leaf: str, order: str) -> Algorithm:
    return algorithm.with_parts(leaf=leaf, order=order, window="full")


def estimating(algorithm: Algorithm, position: Position) -> Algorithm:
    """The same algorithm, but with an estimate where it stops, deeper and deeper."""
    if algorithm.search.deepens:
        return algorithm
    if algorithm.search.anytime or "leaf" not in axes_of(type(algorithm.search)):
        opposed = algorithm.search.needs_opposed
        algorithm = _parsed(two_sides(position) if opposed else DEFAULT)
    order = next(iter(position.orders), algorithm.search.order)
    return _stopping(algorithm, position.estimates[0], str(order))
