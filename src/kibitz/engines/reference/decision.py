"""How a node decides that nothing below can matter: the axis `test`.

Every test answers one question: can an outcome that is still feasible be strictly better
than its bound for every bounded player? "No" must be true; "yes" may be wrong. Only the leaf-value
table is never wrong either way.

A test of your own is a subclass of `DecisionTest`, given as `test=module:name`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from kibitz.engines.reference.bounds import NO_BOUNDS, Bounds
from kibitz.leaf_table import sets_above
from kibitz.registry import Parts

if TYPE_CHECKING:
    from kibitz.engines.problem.scores import Feasible


Needs = Literal["nothing", "bounds", "sums", "outcomes"]
"""What a game must provide: its rules only, bounds on its payoffs (and whether sums of them are
compared), or its outcomes.
"""


class Reason(NamedTuple):
    """What a test compared when it found that nothing can beat the bounds, in scores."""

    needed: tuple[int, ...] = ()
    """What each side was counted with, where they are added up."""
    max_sum: int | None = None
    """All that there is for them to share."""
    most: Bounds = NO_BOUNDS
    """What a bounded side can still get at most, where that is too little."""
    outcomes: int | None = None
    """How many outcomes were looked at."""


class DecisionTest(ABC):
    """A decision test, made for the scores of one search.

    `scores` is what the search compares, see `kibitz.engines.problem.scores`: with
    `needs = "sums"` it has `max_sum` and `delta`, with `needs = "outcomes"` also `rows`, the
    scores of each outcome, and `leaves`, the leaf-value table.

    >>> class Alone(kibitz.DecisionTest):
    ...     needs = "bounds"
    ...     def possible(self, bounds, feasible):
    ...         return all(feasible.highest[side] > bound for side, bound in bounds.items())
    >>> tree = kibitz.game("tree").parse("0[(9,0,1) 1[(5,4,1) (4,5,1)]]")
    >>> kibitz.solve(tree, kibitz.Algorithm(prune="shallow", test=Alone)).stats.cuts["immediate"]
    1
    """

    needs: ClassVar[Needs] = "outcomes"
    """What a game must provide for it."""

    def __init__(self, scores: Any) -> None:  # noqa: B027
        pass

    @abstractmethod
    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        """Whether an outcome that beats the bounds is still possible."""

    def reason(self, bounds: Bounds, feasible: Feasible) -> Reason:
        """Why it cannot, for a trace; by default no reason."""
        return Reason()


TESTS: Parts[type[DecisionTest]] = Parts("test")


@TESTS.named("none")
class Never(DecisionTest):
    """Cut nothing: plain max^n."""

    needs = "nothing"

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        return True


class Sum(DecisionTest):
    """A test that adds up scores."""

    needs = "sums"

    def __init__(self, scores: Any) -> None:
        self.max_sum: int = scores.max_sum
        self.delta: int = scores.delta


@TESTS.named("linear")
class Linear(Sum):
    """All scores add up to at most max_sum; a bounded player needs its bound, others their lowest.

    Korf 1991; AAAI-2000, Lemma 1 and Figure 7; IJCAI-2003, Lemma 1. Valid for payoffs that
    are bounded from below. Equality already cuts: to matter, a bounded player must get more than
    its bound, and then the sum would exceed max_sum. So at least one bound must be at or above
    its player's lowest.
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

    def reason(self, bounds: Bounds, feasible: Feasible) -> Reason:
        needed = (max(bounds.get(side, low), low) for side, low in enumerate(feasible.lowest))
        return Reason(tuple(needed), self.max_sum)


@TESTS.named("discrete")
class Discrete(Sum):
    """As the linear test, but a bounded player needs the next score above its bound.

    IJCAI-2003, discrete cut-off evaluations: scores are multiples of delta.
    """

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        return sum(self._needed(bounds, feasible)) <= self.max_sum

    def _needed(self, bounds: Bounds, feasible: Feasible) -> Iterator[int]:
        delta = self.delta
        for side, low in enumerate(feasible.lowest):
            bound = bounds.get(side)
            yield low if bound is None else max((bound // delta + 1) * delta, low)

    def reason(self, bounds: Bounds, feasible: Feasible) -> Reason:
        return Reason(tuple(self._needed(bounds, feasible)), self.max_sum)


@TESTS.named("single")
class Single(DecisionTest):
    """Every bounded player alone must still be able to do better (AAAI-2000, Figure 6)."""

    needs = "bounds"

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        return all(feasible.highest[side] > bound for side, bound in bounds.items())

    def reason(self, bounds: Bounds, feasible: Feasible) -> Reason:
        highest = feasible.highest
        return Reason(
            most={side: highest[side] for side, bound in bounds.items() if highest[side] <= bound}
        )


@TESTS.named("leaf-table")
class LeafTableTest(DecisionTest):
    """Look at all feasible outcomes at once (IJCAI-2005, Figure 9 and the theorem above it)."""

    needs = "outcomes"

    def __init__(self, scores: Any) -> None:
        # One entry more in front, for the bound below every rank.
        self.above = [(scores.leaves.everything, *above) for above in sets_above(scores.rows)]

    def possible(self, bounds: Bounds, feasible: Feasible) -> bool:
        left = feasible.outcomes
        for side, bound in bounds.items():
            left &= self.above[side][bound + 1]
        return left != 0

    def reason(self, bounds: Bounds, feasible: Feasible) -> Reason:
        return Reason(outcomes=feasible.outcomes.bit_count())
