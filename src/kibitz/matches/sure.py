"""When to stop: a sequential test of which of two players is better.

Watching an interval until it excludes zero gives many false alarms. This is the test of Wald
in the form that engine testers use: with x the difference of a block and s its deviation, it
asks whether the mean of x / s is `by` or `-by`, and stops when one is 19 times likelier than
the other, so either error has about 5 %. Two equal players end as one or the other only by
chance, each half of the time; if one player is better, the test says which.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

LIMIT = math.log(19)
"""5 % for either error."""
FEWEST = 20
"""Blocks before which the deviation is not known well enough."""


@dataclass(frozen=True)
class Standing:
    """How far the test has come."""

    blocks: int
    ratio: float
    """The logarithm of how much likelier it is that the first player is better."""

    @property
    def sure(self) -> bool:
        """Whether it can stop."""
        return abs(self.ratio) >= LIMIT

    @property
    def better(self) -> int | None:
        """Which of the two is better, 0 or 1, once it is sure."""
        return (0 if self.ratio > 0 else 1) if self.sure else None


def standing(differences: Iterable[float], by: float = 0.1) -> Standing:
    """Where the test stands after these blocks, or where it stopped."""
    found, total, squares = Standing(0, 0.0), 0.0, 0.0
    for number, difference in enumerate(differences, start=1):
        total, squares = total + difference, squares + difference**2
        variance = (squares - total * total / number) / (number - 1) if number > 1 else 0.0
        found = Standing(number, 2 * by * total / math.sqrt(variance) if variance > 0 else 0.0)
        if found.sure and number >= FEWEST:
            break
    return found
