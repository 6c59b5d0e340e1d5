"""Getting ready in time: whatever takes long before a search begins asks here whether it may.

A search looks at the clock at its nodes. Before the first one there may be thousands of outcomes
to list, to value and to rank; within a limit that is given up when time is over, and the answer
is what can be said without.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from typing import TypeVar

Item = TypeVar("Item")

_ends: ContextVar[float] = ContextVar("ends", default=inf)


class TimeOver(BaseException):
    """A limit was reached before a search could begin; like Ctrl-C, it is not a fault."""


@contextmanager
def ready_by(ends: float) -> Iterator[None]:
    """Within this, getting ready raises `TimeOver` when `time.perf_counter()` says so."""
    before = _ends.set(min(ends, _ends.get()))
    try:
        yield
    finally:
        _ends.reset(before)


def check_time() -> None:
    """Go on only if there is time."""
    ends = _ends.get()
    if ends < inf and time.perf_counter() >= ends:
        raise TimeOver


def in_time(items: Iterable[Item]) -> Iterable[Item]:
    """Items one by one, as long as there is time.

    >>> from kibitz.in_time import in_time
    >>> list(in_time(range(3)))
    [0, 1, 2]
    """
    ends = _ends.get()
    return items if ends == inf else _until(ends, items)


def _until(ends: float, items: Iterable[Item]) -> Iterator[Item]:
    now = time.perf_counter
    for item in items:
        if now() >= ends:
            raise TimeOver
        yield item
