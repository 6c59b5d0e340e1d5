"""Clocks: how long a choice may take, by itself or as a part of the time for a whole game.

A player that searches asks here, whatever its own `seconds` say: the time of a choice goes by
the context that it is made in, so that players stay what their texts say.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf

from kibitz.errors import TextError

LAG = 0.05
"""How many seconds a clock may be overrun: a busy machine is not the fault of a player."""
KEPT = 0.05
"""The part of what is left that no choice may take, for those that come after it."""
RESERVE = 0.002, 0.02
"""How many seconds before its time is over a player stops, to say what it has found: a twentieth
of it, within these, and never more than a fifth."""
ON_BOARD = 30
"""How many moves on a board are taken to be still to come."""
SOON = 1e-6
"""Seconds for who has none left."""
EXPECTED = "expected seconds for a game, and seconds that each choice adds, as 60+1"


@dataclass(frozen=True)
class Clock:
    """The time of one player for a whole game: what is left, and what every choice adds.

    >>> clock = kibitz.Clock.parse("60+1")
    >>> clock, round(clock.share(30), 2), clock.share(1)
    (60+1, 3.95, 57.0)
    """

    left: float
    """Seconds for all choices to come."""
    increment: float = 0.0
    """Seconds added after each choice."""

    def __post_init__(self) -> None:
        for value in (self.left, self.increment):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not -inf < value < inf:
                raise TextError(f"{EXPECTED}: {value!r}")
        if self.increment < 0:
            raise TextError(f"{EXPECTED}: {self}")

    @classmethod
    def parse(cls, line: str) -> Clock:
        """The clock of a text: seconds, and after a plus those that every choice adds."""
        left, _, increment = line.partition("+")
        try:
            found = cls(float(left), float(increment or 0))
        except (ValueError, TextError):
            raise TextError(f"{EXPECTED}: {line!r}") from None
        if found.left <= 0:
            raise TextError(f"{EXPECTED}: {line!r}")
        return found

    def __str__(self) -> str:
        added = f"+{self.increment:g}" if self.increment else ""
        return f"{self.left:g}{added}"

    __repr__ = __str__

    def share(self, choices: int) -> float:
        """The time for the next choice, if this many are left, that one included.

        It may take half as long again as an equal share, since the last ones often leave nothing
        to choose, and never all that is left.
        """
        part = 1.5 * self.left / (max(1, choices) + 0.5) + self.increment
        return max(0.0, min(part, self.left * (1 - KEPT)))

    def after(self, seconds: float) -> Clock:
        """The clock after a choice that took this long."""
        return Clock(self.left - seconds + self.increment, self.increment)


@dataclass(frozen=True)
class Thinking:
    """What a choice may take, since when, and the clock of the game if there is one."""

    seconds: float
    clock: Clock | None
    start: float

    @property
    def left(self) -> float:
        """Seconds until the answer is due."""
        return self.start + self.seconds - time.perf_counter()


_thinking: ContextVar[Thinking | None] = ContextVar("thinking", default=None)


@contextmanager
def timed(seconds: float | None, clock: Clock | None = None) -> Iterator[None]:
    """Within this, a choice has so many seconds; none for as many as it likes."""
    found = None if seconds is None else Thinking(seconds, clock, time.perf_counter())
    before = _thinking.set(found)
    try:
        yield
    finally:
        _thinking.reset(before)


def thinking() -> Thinking | None:
    """What the choice that is being made may take; none if it has no clock."""
    return _thinking.get()


def seconds_for(own: float | None) -> float | None:
    """How long a player with such `seconds` of its own may think now; none if nothing is said.

    A little less than it has, so that its answer is there in time.
    """
    now = _thinking.get()
    left = inf if now is None else now.left
    if own is None and now is None:
        return None
    whole = min(left, inf if own is None else own)
    least, most = RESERVE
    return max(whole - min(max(whole / 20, least), most, whole / 5), SOON)
