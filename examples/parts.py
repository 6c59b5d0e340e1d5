"""Parts of a search of your own: `shallow(test=parts:Both)`, `maxn(order=parts:short_suits)`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kibitz import Card, DecisionTest, TrickPosition


class Both(DecisionTest):
    """Each bounded player alone can do better, and there is enough for all of them to do so."""

    needs = "sums"

    def __init__(self, scores: Any) -> None:
        self.max_sum = scores.max_sum

    def possible(self, bounds: Mapping[int, int], feasible: Any) -> bool:
        """Whether an outcome that beats the bounds can still come about."""
        alone = all(feasible.highest[side] > bound for side, bound in bounds.items())
        needed = [max(low, bounds.get(side, -1) + 1) for side, low in enumerate(feasible.lowest)]
        return alone and sum(needed) <= self.max_sum


class Hasty(DecisionTest):
    """Wrong on purpose: everybody must get more than its bound, also players who have none."""

    needs = "sums"

    def __init__(self, scores: Any) -> None:
        self.max_sum = scores.max_sum

    def possible(self, bounds: Mapping[int, int], feasible: Any) -> bool:
        """Whether there is enough for that."""
        return bool(sum(bounds.values()) + len(feasible.lowest) <= self.max_sum)


def short_suits(position: TrickPosition) -> Sequence[Card]:
    """Cards of the shortest suit first, to get rid of it."""
    suits = [card.suit for card in position.hand(position.turn)]
    return sorted(position.moves(), key=lambda card: suits.count(card.suit))
