"""The kernel: the same searches in C++, made by `pip install` where there is a compiler.

Here a problem becomes plain numbers for `kibitz._kernel`, and its record becomes an answer.
The kernel visits the same nodes as the reference. What puts a game into numbers is its
adapter, which its positions name: a file of this folder, or `module:name`. `Unfit` says why
the kernel cannot take a search.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from kibitz.engines.problem.memory import MEGABYTE
from kibitz.engines.problem.protocol import ONE_AT_A_TIME, Answer, Engine, Problem, Unfit, Watch
from kibitz.engines.problem.sides import guaranteed, side_of_root
from kibitz.errors import GameError, NoRoom
from kibitz.in_time import ready_by
from kibitz.loading import load

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.kernel.adapter import Adapter
    from kibitz.engines.problem.scores import PlainScores
    from kibitz.game import Position

try:
    from kibitz import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

__all__ = ["BUILT", "Kernel", "_kernel", "perft"]

BUILT = _kernel is not None

QUIET = Watch()
LOOPS = (
    *("maxn", "equilibria", "soft", "offensive", "minimax", "paranoid", "opps", "brs"),
    *("outcome-sets", "equilibrium-sets", "partition", "points"),
    *("uct", "best-first"),
)
"""The back-up rules that the kernel has a loop for."""
PARTITION_PLAYERS = 4
"""Up to how many players it has partition search."""
SET_OUTCOMES = 7_400
"""Up to how many outcomes it has outcome sets for points."""
EQUILIBRIA_OUTCOMES = 768
"""Up to how many outcomes it has outcome sets without a rule for ties."""
TOO_DEEP = "it is too deep for the stack of this thread"
NO_LANES = "it has no room for such a deal in this search"
NO_ROOM = "expected more room for {} than a table of {} megabytes"
LARGEST_INT = 1 << 30
SCORES_KEPT = 100
"""How many leaf-value tables are kept for the next search of the same kind."""


class Entries(NamedTuple):
    """Entries of the kernel, the scores that they are written in, and where they began."""

    scores: PlainScores
    first: Position
    table: Any


@contextmanager
def _refusing(*where: object) -> Iterator[None]:
    """Say in words of Python why the kernel does not search, and where."""
    try:
        yield
    except _kernel.TooDeep:
        raise Unfit(TOO_DEEP) from None
    except _kernel.NoLanes:
        raise Unfit(NO_LANES) from None
    except _kernel.Refused as error:
        raise GameError(f"{error} in {' '.join(map(str, where))}") from None


class Kernel(Engine):
    """The fast engine."""

    name = "kernel"

    def __init__(self) -> None:
        self._scores: dict[Hashable, PlainScores] = {}

    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search a position, or say why not."""
        position, algorithm = problem.position, problem.algorithm
        camps = algorithm.search.instead(problem)
        if camps is not None:
            return for_one_side(self.search(camps, watch), camps, problem)
        adapter = adapter_of(position, algorithm)
        with ready_by(watch.ready):
            entries = self._entries(problem, adapter)
        try:
            with _refusing(position.game, position):
                if algorithm.search.by_sets:
                    return adapter.search_sets(problem, entries, watch)
                record = adapter.search(problem, entries, watch)
        except MemoryError:
            problem.memory.clear()  # what it holds may be half made
            raise NoRoom(NO_ROOM.format(algorithm, problem.memory.bytes // MEGABYTE)) from None
        return adapter.answer(record, problem, entries.scores)

    def search_many(self, problems: Sequence[Problem], watch: Watch) -> list[Answer]:
        """Search positions in one go, where the adapter can; all against the same side, if any."""
        first = problems[0]
        camps = [each for each in (one.algorithm.search.instead(one) for one in problems) if each]
        if camps:
            if len({each.position.game for each in camps}) > 1:
                raise Unfit(ONE_AT_A_TIME)
            return list(map(for_one_side, self.search_many(camps, watch), camps, problems))
        adapter = adapter_of(first.position, first.algorithm)
        for problem in problems:
            reason = adapter.reason_against(problem.position)
            if reason:
                raise Unfit(reason)
        scores = self._scores_of(first, adapter)
        with _refusing(first.position.game):
            records = adapter.search_many(problems, scores, watch)
        return [
            replace(adapter.answer(record, problem, scores), seconds=seconds)
            for (record, seconds), problem in zip(records, problems, strict=False)
        ]

    def knows(self, position: Position) -> bool:
        return BUILT and bool(position.adapter)

    def _entries(self, problem: Problem, adapter: Adapter) -> Entries:
        """Those of the table that was given, if they fit; else new ones."""
        position, algorithm = problem.position, problem.algorithm

        def make() -> Entries:
            first = problem.first
            if not adapter.goes_on(first.position, position):
                first = problem
            scores = self._scores_of(first, adapter)
            if not scores.covers(position, algorithm):
                scores = self._scores_of(problem, adapter)
            return Entries(scores, first.position, _kernel.KeptTable())

        def goes_on(held: Entries) -> bool:
            follows = adapter.goes_on(held.first, position)
            return follows and held.scores.covers(position, algorithm)

        return problem.memory.begin(("kernel", *problem.owner), make, goes_on)

    def _scores_of(self, problem: Problem, adapter: Adapter) -> PlainScores:
        """The scores of a position, made once for all that have the same outcomes."""
        position, algorithm = problem.position, problem.algorithm
        alike = position.outcomes_key
        if alike is None:
            return adapter.scores(position, algorithm)
        key = *problem.owner, alike
        found = self._scores.get(key)
        if found is None:
            found = adapter.scores(position, algorithm)
            if len(self._scores) >= SCORES_KEPT:
                self._scores.clear()
            self._scores[key] = found
        return found


def for_one_side(answer: Answer, camps: Problem, problem: Problem) -> Answer:
    """What the answer to the problem of two camps says of the side to move."""
    value = answer.value
    if value.payoffs is not None:
        own = value.payoffs[side_of_root(camps.position)]
        value = replace(value, payoffs=guaranteed(problem.position, own))
    return replace(answer, value=value, outcome=None)


def adapter_of(position: Position, algorithm: Algorithm | None = None) -> Adapter:
    """What puts this game into numbers; `Unfit` if the kernel cannot take the search."""
    if _kernel is None:
        raise Unfit("it was not built when kibitz was installed, for want of a C++ compiler")
    adapter = adapter_named(position.adapter) if position.adapter else None
    own = frozenset() if adapter is None else adapter.own_parts(position)
    unknown = "" if algorithm is None else _unknown_part(algorithm, own)
    if unknown:
        raise Unfit(f"it does not know {unknown}")
    if adapter is None:
        raise Unfit(f"it does not know the game {position.game.text_name()}")
    if algorithm is not None and algorithm.search.imagines and not adapter.skips:
        raise Unfit(f"it cannot imagine a pass in {position.game.text_name()}")
    if algorithm is not None and algorithm.search.aims and not adapter.aims:
        raise Unfit(f"it cannot keep a side low in {position.game.text_name()}")
    reason = adapter.reason_against(position)
    if reason:
        raise Unfit(reason)
    return adapter


def adapter_named(name: str) -> Adapter:
    """The adapter that positions name: `ADAPTER` of a file of this folder, or `module:name`."""
    from kibitz.engines.kernel.adapter import Adapter

    if ":" in name:
        found = load(name, "an adapter", by_code=True)
    else:
        found = importlib.import_module(f"{__name__}.{name}").ADAPTER
    if not isinstance(found, Adapter):
        raise GameError(f"expected an object of a class that extends Adapter: {name!r}")
    return found


@functools.lru_cache(256)
def _unknown_part(algorithm: Algorithm, own: frozenset[tuple[str, str]]) -> str:
    search = algorithm.search
    if search.by_sets:
        return ""
    without = dict.fromkeys(search.reference_only, ("none",))
    known = {"backup": LOOPS, **without, **_kernel.PARTS}
    wrong = (
        axis
        for axis, names in known.items()
        if search.shown(axis) not in names and (axis, search.shown(axis)) not in own
    )
    return next((f"{axis}={search.shown(axis)}" for axis in wrong), "")


def perft(position: Position, depth: int, watch: Watch = QUIET) -> list[int]:
    """Count the positions after each number of moves, or say why not."""
    adapter = adapter_of(position)
    with _refusing(position.game, position):
        halves = adapter.count(position, min(depth, LARGEST_INT), watch)
    if halves is None:
        raise KeyboardInterrupt
    return [(high << 64) + low for high, low in halves]
