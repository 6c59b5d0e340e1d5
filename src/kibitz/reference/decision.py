"""How a node decides that nothing below can matter: the axis `test`.

Every test answers one question: can an outcome that is still feasible be strictly better
than its bound for every bounded player? "No" must be true; "yes" may be a lack of insight.
The leaf-value table alone is never wrong in either way.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.leaf_table import sets_above
from kibitz.reference.bounds import Bounds
from kibitz.reference.scores import BoundedScores, Feasible, PlainScores, Scores


class Test(ABC):
    """A decision test, made for the scores of one search."""

    def __init__(self, scores: PlainScores) -> None:  # noqa: B027
        pass

    @abstractmethod
    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        """Whether an outcome that beats the bounds can still come about."""


class Never(Test):
    """Cut nothing: plain max^n."""

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        return True


class Sum(Test):
    """A test that adds up scores."""

    def __init__(self, scores: PlainScores) -> None:
        assert isinstance(scores, Scores | BoundedScores)
        self.max_sum, self.delta = scores.max_sum, scores.delta


class Linear(Sum):
    """All scores add up to at most max_sum; a bounded player needs its bound, others their lowest.

    Korf 1991; AAAI-2000, Lemma 1 and Figure 7; IJCAI-2003, Lemma 1. Valid for payoffs that
    are bounded from below. The sum is only reached, not exceeded, if at least one bounded
    player must really improve, which is why some bound must be at or above its lowest.
    """

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        needed, improves = 0, False
        for side, low in enumerate(feasible.lowest):
            bound = bounds.get(side)
            if bound is not None and bound >= low:
                improves = True
                needed += bound
            else:
                needed += low
        return needed < self.max_sum or not improves


class Discrete(Sum):
    """As the linear test, but a bounded player needs the next score above its bound.

    IJCAI-2003, discrete cut-off evaluations: scores are multiples of delta.
    """

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        needed, delta = 0, self.delta
        for side, low in enumerate(feasible.lowest):
            bound = bounds.get(side)
            needed += low if bound is None else max((bound // delta + 1) * delta, low)
        return needed <= self.max_sum


class Single(Test):
    """Every bounded player alone must still be able to do better (AAAI-2000, Figure 6)."""

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        return all(feasible.highest[side] > bound for side, bound in bounds.items())


class LeafTable(Test):
    """Look at all feasible outcomes at once (IJCAI-2005, Figure 9 and the theorem above it)."""

    def __init__(self, scores: PlainScores) -> None:
        assert isinstance(scores, Scores)
        # One entry more in front, for the bound below every rank.
        self.above = [(scores.leaves.everything, *above) for above in sets_above(scores.rows)]

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        left = feasible.outcomes
        for side, bound in bounds.items():
            left &= self.above[side][bound + 1]
        return left != 0


TESTS: dict[str, type[Test]] = {
    "none": Never,
    "linear": Linear,
    "discrete": Discrete,
    "single": Single,
    "leaf-table": LeafTable,
}
