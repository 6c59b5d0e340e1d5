"""Estimates: averages with the intervals in which another sample would put them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

Number: TypeAlias = int | float

RESAMPLES = 2000
"""How often a sample is drawn anew for an interval."""
FEWEST = 10
"""Fewer cases than these have no interval that means much."""


@dataclass(frozen=True)
class Estimate:
    """A number with its 95 % interval, from so many cases; few cases, or a fact, have none."""

    value: float
    low: float | None = None
    high: float | None = None
    cases: int = 1


NOTHING = Estimate(math.nan, cases=0)
"""There is no result yet."""


def _average(sample: Sequence[Number]) -> float:
    return sum(sample) / len(sample)


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
