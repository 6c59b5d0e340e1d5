"""Estimates: averages with the intervals in which another sample would put them."""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Number: TypeAlias = int | float

RESAMPLES = 2000
"""How often a sample is drawn anew for an interval."""
FEWEST = 10
"""Fewer cases than these have no interval that means much."""
STUDENT = {5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306}
"""How many standard errors around the mean of normally distributed cases hold 95 %."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval, from a number of cases; few cases, or a fact, have none."""

    value: float
    low: float | None = None
    high: float | None = None
    cases: int = 1

    def as_dict(self) -> dict[str, float | None]:
        """The number and its interval in plain types."""
        return {"value": self.value, "low": self.low, "high": self.high}


NOTHING = Estimate(math.nan, cases=0)
"""There is no result yet."""


def _average(sample: Sequence[Number]) -> float:
    """The mean; thirds and sixths that come to nothing are exactly nothing."""
    return round(math.fsum(sample) / len(sample), 12) + 0.0  # never -0


def estimate(sample: Sequence[object], statistic: Callable[..., float] = _average) -> Estimate:
    """A statistic of a sample, with the interval that drawing the sample anew gives.

    The counts are far from normal, so this is the percentile bootstrap, with a fixed seed. Where
    there is no result yet, the estimate has no cases.
    """
    if not sample:
        return NOTHING
    value = statistic(sample)
    if len(sample) < FEWEST:
        return Estimate(value, cases=len(sample))
    draw = random.Random(len(sample))
    means = sorted(statistic(draw.choices(sample, k=len(sample))) for _ in range(RESAMPLES))
    tail = RESAMPLES // 40
    return Estimate(value, means[tail], means[-1 - tail], len(sample))


def estimate_by_blocks(sample: Sequence[Number]) -> Estimate:
    """The mean of numbers that are averages of several games, so about normal.

    Few of them have an interval too, Student's.
    """
    found, cases = estimate(sample), len(sample)
    if cases not in STUDENT:
        return found
    reach = STUDENT[cases] * statistics.stdev(sample) / math.sqrt(cases)
    return Estimate(found.value, found.value - reach, found.value + reach, cases)
