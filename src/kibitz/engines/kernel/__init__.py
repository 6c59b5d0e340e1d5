"""The kernel: the same searches in C++, made by `pip install` where there is a compiler.

Here a problem becomes plain numbers for `kibitz._kernel`, and its record becomes an answer.
The kernel visits the same nodes as the reference. What puts a game into numbers is its
adapter, a file of this folder that its positions name; `Unfit` says why the kernel cannot
take a search, which is then for the reference.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from kibitz.engines.problem.protocol import Answer, Problem, Unfit, Watch
from kibitz.engines.problem.sides import guaranteed, side_of_root
from kibitz.engines.reference.searches import shown
from kibitz.engines.reference.tricks.paranoid_partition import against_all
from kibitz.errors import GameError

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
LOOPS = ("maxn", "minimax", "paranoid", "outcome-sets", "partition")
"""The back-up rules that the kernel has a loop for."""
AGAINST_ALL = "paranoid-partition"
"""The one that becomes another: a partition search of two camps."""
TOO_DEEP = "it is too deep for the stack of this thread"
MOST = 1 << 30
SCORES_KEPT = 100
"""How many leaf-value tables are kept for the next search of the same kind."""


class Entries(NamedTuple):
    """Entries of the kernel, the scores that they are written in, and where they began."""

    scores: PlainScores
    first: Position
    table: Any


class Kernel:
    """The fast engine."""

    name: ClassVar[str] = "kernel"

    def __init__(self) -> None:
        self._scores: dict[Hashable, PlainScores] = {}

    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search a position, or say why not."""
        position, algorithm = problem.position, problem.algorithm
        if algorithm.search.backup == AGAINST_ALL:
            camps = against_all(problem)
            return for_one_side(self.search(camps, watch), camps, problem)
        adapter = adapter_of(position, algorithm)
        entries = self._entries(problem, adapter)
        try:
            if algorithm.search.by_sets:
                return adapter.search_sets(problem, entries, watch)
            record = adapter.search(problem, entries, watch)
        except _kernel.TooDeep:
            raise Unfit(TOO_DEEP) from None
        except _kernel.Refused as error:
            raise GameError(f"{error} in {position.game} {position}") from None
        return adapter.answer(record, problem, entries.scores)

    def search_many(self, problems: Sequence[Problem], watch: Watch) -> list[Answer]:
        """Search positions of one game with the same outcomes, by one algorithm, in one go.

        Each has a table of its own. There are fewer answers if it was stopped.
        """
        first = problems[0]
        if first.algorithm.search.backup == AGAINST_ALL:
            return self._many_against_all(problems, watch)
        adapter = adapter_of(first.position, first.algorithm)
        for problem in problems:
            reason = adapter.reason_against(problem.position)
            if reason:
                raise Unfit(reason)
        scores = self._scores_of(first, adapter)
        try:
            records = adapter.search_many(problems, scores, watch)
        except _kernel.TooDeep:
            raise Unfit(TOO_DEEP) from None
        except _kernel.Refused as error:
            raise GameError(f"{error} in {first.position.game}") from None
        return [
            replace(adapter.answer(record, problem, scores), seconds=seconds)
            for (record, seconds), problem in zip(records, problems, strict=False)
        ]

    def _many_against_all(self, problems: Sequence[Problem], watch: Watch) -> list[Answer]:
        """The same for one side against all others, if it is the same side in all of them."""
        camps = [against_all(problem) for problem in problems]
        if len({each.position.game for each in camps}) > 1:
            raise Unfit("it takes such positions one at a time")
        answers = self.search_many(camps, watch)
        return list(map(for_one_side, answers, camps, problems))

    def _entries(self, problem: Problem, adapter: Adapter) -> Entries:
        """Those of the table that was given, if they fit; else new ones."""
        position = problem.position

        def make() -> Entries:
            first = problem.first
            if not adapter.goes_on(first.position, position):
                first = problem
            scores = self._scores_of(first, adapter)
            if not adapter.covers(scores, problem):
                scores = self._scores_of(problem, adapter)
            return Entries(scores, first.position, _kernel.KeptTable())

        def goes_on(held: Entries) -> bool:
            return adapter.goes_on(held.first, position) and adapter.covers(held.scores, problem)

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
    value = None
    if answer.value is not None:
        own = answer.value[side_of_root(camps.position)]
        value = guaranteed(problem.position, own)
    return replace(answer, value=value, outcome=None)


def adapter_of(position: Position, algorithm: Algorithm) -> Adapter:
    """What puts this game into numbers; `Unfit` if the kernel cannot take the search."""
    if _kernel is None:
        raise Unfit("it was not built when kibitz was installed, for want of a C++ compiler")
    unknown = _unknown_part(algorithm)
    if unknown:
        raise Unfit(f"it does not know {unknown}")
    if not position.adapter:
        raise Unfit(f"it does not know the game {position.game.text_name()}")
    adapter: Adapter = importlib.import_module(f"{__name__}.{position.adapter}").ADAPTER
    reason = adapter.reason_against(position)
    if reason:
        raise Unfit(reason)
    return adapter


@functools.lru_cache(256)
def _unknown_part(algorithm: Algorithm) -> str:
    search = algorithm.search
    if algorithm.search.by_sets:
        return ""
    known = {"backup": LOOPS, **_kernel.PARTS}
    wrong = (axis for axis, names in known.items() if shown(search, axis) not in names)
    return next((f"{axis}={shown(search, axis)}" for axis in wrong), "")


def perft(position: Position, depth: int, watch: Watch = QUIET) -> list[int]:
    """Count the positions after each number of moves, or say why not."""
    from kibitz.engines.kernel import tricks

    if _kernel is None or position.adapter != "tricks":
        raise Unfit("it counts the moves of trick games")
    reason = tricks.ADAPTER.reason_against(position)
    if reason:
        raise Unfit(reason)
    try:
        halves = _kernel.count_tricks(*tricks.ADAPTER.to_count(position), min(depth, MOST), watch)
    except _kernel.TooDeep:
        raise Unfit(TOO_DEEP) from None
    except _kernel.Refused as error:
        raise GameError(f"{error} in {position.game} {position}") from None
    if halves is None:
        raise KeyboardInterrupt
    return [(high << 64) + low for high, low in halves]
