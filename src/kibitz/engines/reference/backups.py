"""What a node makes of its children: the axis `backup`.

A back-up rule is a search of its own: a file of this folder with one class that implements
`Backup`, registered by `@BACKUPS.named(...)`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

from kibitz.engines.reference.parts import Parts

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.protocol import Problem
    from kibitz.engines.reference.decision import DecisionTest
    from kibitz.engines.reference.deepening import Horizon
    from kibitz.engines.reference.events import CutRule, Event
    from kibitz.engines.reference.scores import PlainScores
    from kibitz.engines.reference.table import Value
    from kibitz.game import Outcome, Position
    from kibitz.leaf_table import OutcomeSet
    from kibitz.results import Bounds


class Backup(ABC):
    """A search by one back-up rule, at work on one problem."""

    two_sided: ClassVar[bool] = False
    """Whether one number is searched, within a window, instead of a vector under bounds."""
    guarantees: ClassVar[bool] = False
    """Whether it finds what the player to move gets at least, and nothing of the others."""
    one_side: ClassVar[bool] = False
    """Whether what it finds, and its table keeps, is for the side of the root alone."""
    needs_opposed: ClassVar[bool] = False
    """Whether there must be two sides that want the opposite."""
    stops_early: ClassVar[bool] = True
    """Whether it can stop before the end, with a leaf."""
    by_sets: ClassVar[bool] = False
    """Whether sets of outcomes go up instead of values."""
    axes: ClassVar[frozenset[str]] = frozenset()
    """The axes that only this rule, and perhaps a few others, has a choice on."""
    tables: ClassVar[frozenset[str]] = frozenset()
    """What a table of this rule keeps that those of others do not."""
    rules: ClassVar[tuple[CutRule, ...]]
    """The rules by which it cuts."""

    scores: PlainScores
    test: DecisionTest | None = None
    """How it decides that nothing below can matter; none where a window says so."""
    horizon: Horizon

    @abstractmethod
    def __init__(self, problem: Problem) -> None:
        """Get ready; what the parts need and the game lacks is refused here."""

    @abstractmethod
    def run(self) -> Iterator[Event]:
        """Search the root and yield what happens; the last answer at depth 0 is the answer."""

    @abstractmethod
    def payoffs(self, value: Value) -> tuple[int | None, ...]:
        """What a value is worth to each side, None for a side that it says nothing of."""

    def payoff(self, side: int, score: int) -> int:
        """The payoff behind a score of one side."""
        return self.scores.payoff(side, score)

    def possible(self) -> tuple[Outcome, ...] | None:
        """With outcome sets, the outcomes that the root can have, as far as it is known."""
        return None

    def bounds(self) -> Bounds | None:
        """With outcome sets, what each side can still get."""
        return None

    def members(self, outcomes: OutcomeSet) -> tuple[Outcome, ...]:
        """The outcomes of a set in an event."""
        return ()

    @staticmethod
    def check(position: Position) -> None:
        """Refuse a position that is not for this rule."""
        return

    @staticmethod
    @abstractmethod
    def faults(algorithm: Algorithm) -> Iterator[str]:
        """Why the parts of an algorithm do not go with this rule."""


def unusual(algorithm: Algorithm, usual: Mapping[str, object]) -> Iterator[str]:
    """Which parts are not as usual, on axes that a rule has no choice on."""
    for axis, part in usual.items():
        if getattr(algorithm, axis) != part:
            yield f"'{axis}={algorithm.parts()[axis]}' is not for {algorithm.backup}; use {part}"


BACKUPS: Parts[type[Backup]] = Parts()
