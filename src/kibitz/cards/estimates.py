"""What is still to come in a trick-taking game: every outcome, and the one to expect."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb
from typing import TYPE_CHECKING

from kibitz.errors import TooManyOutcomes
from kibitz.game import MOST_OUTCOMES
from kibitz.in_time import in_time

if TYPE_CHECKING:
    from kibitz.cards.position import TrickPosition

SHARED = 100
"""How many lists of outcomes are kept."""
TOO_MANY = f"expected at most {MOST_OUTCOMES:,} outcomes; use maxn"


def share_out(taken: tuple[int, ...], units: Iterable[int]) -> Iterable[tuple[int, ...]]:
    """Every way in which units still to come can be added to what the sides have taken."""
    return _shared_out(taken, tuple(sorted(units)))


@functools.lru_cache(SHARED)
def _shared_out(taken: tuple[int, ...], units: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The same, kept for the next position; those units at once of which there are most."""
    most, times = Counter(units).most_common(1)[0] if units else (0, 0)
    sides, others = len(taken), [unit for unit in units if unit != most]
    last = times + sides - 1  # where a bar would be after the last of these units, with one a side
    if most and comb(last, sides - 1) > MOST_OUTCOMES:
        raise TooManyOutcomes(TOO_MANY)
    outcomes = {
        tuple(
            had + most * (end - begin - 1)
            for had, begin, end in zip(taken, (-1, *bars), (*bars, last), strict=True)
        )
        for bars in in_time(itertools.combinations(range(last), sides - 1))
    }
    for unit in others:
        outcomes = {
            (*taken[:side], taken[side] + unit, *taken[side + 1 :])
            for taken in in_time(outcomes)
            for side in range(sides)
        }
        if len(outcomes) > MOST_OUTCOMES:
            raise TooManyOutcomes(TOO_MANY)
    return tuple(sorted(outcomes))


def share_by(
    taken: tuple[int, ...], units: Sequence[int], strengths: Sequence[int]
) -> tuple[int, ...]:
    """Add units, each as a whole, to what the sides have taken, about in proportion to strength.

    Each goes to the side that is then furthest behind its share of all units, the first of
    equals.
    """
    together, whole = sum(units), sum(strengths)
    behind = [strength * together for strength in strengths]
    ends = list(taken)
    for unit in units:
        side = behind.index(max(behind))
        behind[side] -= unit * whole
        ends[side] += unit
    return tuple(ends)


def expected(position: TrickPosition, by_strength: bool) -> tuple[int, ...]:
    """The outcome if the trick ends as it stands and the rest is shared, alike or by strength."""
    game, taken, hands = position.game, list(position.taken), position.hands
    if position.table:
        _, leads = position.winning
        taken[leads] += position.worth(position.table)
    if game.counts_tricks:
        units = [1] * (position.tricks_left - bool(position.table))
    else:
        ends = position.tricks_left > bool(position.table)
        left = [*game.pack.listed(sum(hands)), *position.stock]
        units = sorted(game.points_in(left, ends) + position.staying, reverse=True)
    strengths = _strengths(position) if by_strength else [1] * game.sides
    return share_by(game.by_side(taken), units, strengths)


def _strengths(position: TrickPosition) -> list[int]:
    """For each side 1, and for each card that it holds the cards of others that it beats.

    A card beats lower ones of its suit, and a trump all other suits.
    """
    held, strengths, pack = sum(position.hands), [1] * position.game.sides, position.game.pack
    for player, hand in enumerate(position.hands):
        others = held & ~hand
        for card in pack.listed(hand):
            beaten = pack.suit_cards[card.suit] & -(1 << card)
            if card.suit == position.trump:
                beaten |= ~pack.suit_cards[card.suit]
            strengths[position.game.side(player)] += (others & beaten).bit_count()
    return strengths
