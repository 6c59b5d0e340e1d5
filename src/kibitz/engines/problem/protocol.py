"""The one interface between problems and engines: a problem in, an answer out.

The reference and the kernel are engines, and so is whatever searches next. What an answer
knows is said in one way for all of them, a `Value`, also where it is not one vector.
"""

from __future__ import annotations

import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from math import inf
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol

from kibitz.engines.problem.memory import TranspositionTable
from kibitz.errors import KibitzError, TextError
from kibitz.in_time import check_time
from kibitz.results import Certainty, Limit, Progress, Stats, Stopped
from kibitz.values import Spans, Value, narrowed

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.game import Move, Outcome, Position


class Cancel(Protocol):
    """Whether a search should stop: a `threading.Event`, or anything else with `is_set()`.

    It is asked now and then, in the thread that searches.

    >>> import threading
    >>> cancel: kibitz.Cancel = threading.Event()
    >>> cancel.set()
    >>> deal = kibitz.game("spades(players=3)").deal(1)
    >>> kibitz.solve(deal, cancel=cancel).stopped
    'cancel'
    """

    def is_set(self) -> bool:
        """Whether to stop."""


NEVER: Cancel = threading.Event()
_awaited: ContextVar[Cancel] = ContextVar("awaited", default=NEVER)


@contextmanager
def until(cancel: Cancel) -> Iterator[None]:
    """Within this, whatever takes long is stopped when `cancel` is set, as Ctrl-C would stop it:
    searches, and choices of players who are asked nothing but what to choose.
    """
    before = _awaited.set(cancel)
    try:
        yield
    finally:
        _awaited.reset(before)


def checkpoint() -> None:
    """Called often by long work, so that the caller or a clock can stop it."""
    if _awaited.get().is_set():
        raise KeyboardInterrupt
    check_time()


def check_progress(progress: Callable[..., None] | None) -> None:
    """Refuse what cannot be called to tell how far a search is."""
    if progress is not None and not callable(progress):
        raise TextError(f"expected a function as progress: {progress!r}")


def check_cancel(cancel: Cancel) -> None:
    """Refuse what cannot be asked whether to stop."""
    if isinstance(cancel, type) or not callable(getattr(cancel, "is_set", None)):
        raise TextError(
            f"expected a threading.Event, or an object with is_set(), as cancel: {cancel!r}"
        )


@dataclass(frozen=True)
class Watch:
    """Whom a search tells how far it is, and who can stop it."""

    progress: Callable[[Progress], None] | None = None
    """Called now and then."""
    cancel: Cancel = NEVER
    start: float = field(default_factory=time.perf_counter)
    """Since when seconds count."""
    before: int = 0
    """Nodes that were visited by earlier searches for the same answer."""
    known: Spans | None = None
    """What these have found of the value."""
    ready: float = inf
    """When a search that is not ready by then is over, as `time.perf_counter()` counts."""
    until: Cancel = field(default_factory=_awaited.get)
    """When nobody waits for an answer any more."""

    def __post_init__(self) -> None:
        check_progress(self.progress)
        check_cancel(self.cancel)

    @property
    def idle(self) -> bool:
        """Whether there is nobody to tell, and nobody who could stop it."""
        return self.progress is None and self.cancel is NEVER

    @property
    def seconds(self) -> float:
        """How long it has been."""
        return time.perf_counter() - self.start

    def ends(self, limit: Limit) -> float:
        """When the seconds of a limit are over, as `time.perf_counter()` counts."""
        return inf if limit.seconds is None else self.start + limit.seconds

    def __call__(
        self, visited: int, table: float | None = None, bounds: Spans | None = None
    ) -> bool:
        """Tell how far the search is; the answer is whether to stop."""
        if self.until.is_set():
            raise KeyboardInterrupt
        if self.progress is not None:
            self.tell(Progress(self.before + visited, table, narrowed(bounds, self.known)))
        return self.cancel.is_set()

    def is_over(self) -> bool:
        """Whether to stop, where there is nothing to tell."""
        return self.cancel.is_set()

    def tell(self, so_far: Progress) -> None:
        """Tell how far the search is; what goes wrong there is no fault of the game."""
        assert self.progress is not None
        self.progress(so_far)


CutRule = Literal["", "immediate", "entry", "shallow", "distant", "window", "question"]
"""Why a node was cut: the mover has the best it can still get; nothing below can beat the
bounds (seen on entry); nor together with the mover's best, the bounds being the parent's
alone, or with some from further up; in a two-sided search, the window is closed; in a search by
outcome sets, the question is answered."""


@dataclass(frozen=True)
class Problem:
    """A position, how to search it, when to stop, and what earlier searches left."""

    position: Position
    algorithm: Algorithm
    limit: Limit
    memory: TranspositionTable
    line: bool = True
    """Whether the line is wanted now, beyond its first move; else the search may end before."""

    @property
    def owner(self) -> tuple[Hashable, ...]:
        """Whose entries of a table can be used: of the same game, algorithm and, where the
        search is for one side, side.
        """
        position, algorithm = self.position, self.algorithm
        side = position.side if algorithm.search.one_side and not position.is_over else None
        return position.game, algorithm, side

    @property
    def first(self) -> Problem:
        """The problem of the deal that the table is for, if its entries would be the same."""
        deal = self.memory.deal
        if deal is None or type(deal) is not type(self.position):
            return self
        first = replace(self, position=deal)
        return first if first.owner == self.owner else self

    def answer(
        self, value: Value, stats: Stats, stopped: Stopped, depth: int, **known: Any
    ) -> Answer:
        """The answer of an engine: what it found, and how certain that makes the search."""
        search = self.algorithm.search
        plies = depth if search.deepens else None
        return Answer(value, search.certainty(value, stopped), stats, stopped, plies, **known)


@dataclass(frozen=True)
class Answer:
    """What an engine knows at the end of a search, or when it was stopped."""

    value: Value
    """What it knows of the value, with the line that leads there."""
    certainty: Certainty
    stats: Stats
    stopped: Stopped
    depth: int | None = None
    """With a leaf, how many plies were searched in full."""
    moves: tuple[Move, ...] | None = None
    """The line as moves, if the engine knows them, instead of the numbers of the value."""
    outcome: Outcome | None = None
    """The outcome that these moves lead to."""
    seconds: float = 0.0
    """How long the search took, where it is one of many in one go, or was done elsewhere."""
    for_line: Stats | None = None
    """What the line took beyond its first move, where that is counted apart from the search."""


class Engine(ABC):
    """Searches."""

    name: ClassVar[str]
    """What `engine=` and results call it."""

    @abstractmethod
    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search a position; `Unfit` if this engine cannot."""

    def search_many(self, problems: Sequence[Problem], watch: Watch) -> list[Answer]:
        """Search positions of one game with the same outcomes, by one algorithm, in one go.

        Each has a table of its own. There are fewer answers if it was stopped; `Unfit` if this
        engine takes them one at a time.
        """
        raise Unfit(ONE_AT_A_TIME)

    def knows(self, position: Position) -> bool:
        """Whether there are searches of such positions that it can take."""
        return True


ONE_AT_A_TIME = "it takes such positions one at a time"


class Unfit(KibitzError):
    """A search that an engine cannot take: the reason."""
