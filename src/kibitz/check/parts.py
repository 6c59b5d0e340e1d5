"""check_part: try a part of a search of one's own against plain max^n, on small positions.

For the author of a decision test, an order, a pruning rule, a back-up rule or a whole search. Every
composition that fits is searched on random trees and on small deals of a game; the first answer
that is not that of the definition is made small.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.asking.solve import solve
from kibitz.check.definition import in_words, is_defined, right, said
from kibitz.check.shrinking import shrunk, simpler
from kibitz.check.small import positions, trees
from kibitz.engines.reference.bounds import PruningRule
from kibitz.engines.reference.searches import axes_of
from kibitz.errors import (
    GameError,
    InvalidAlgorithm,
    KibitzError,
    TextError,
    check_count,
    check_kind,
)
from kibitz.game import Game, Position
from kibitz.games import game as read_game
from kibitz.loading import name_of
from kibitz.showing.layout import in_full, quoted

GAME = "spades(players=3)"
"""Whose deals are tried if no game is named."""
Part = str | Callable[..., Any] | PruningRule
Progress = Callable[[int], None]


@dataclass(frozen=True)
class CounterExample:
    """Three texts that show a wrong answer: a game, a position, an algorithm.

    >>> class Eager(kibitz.DecisionTest):
    ...     needs = "nothing"
    ...     def possible(self, bounds, feasible):
    ...         return not bounds
    >>> found = kibitz.check_part("test", Eager, deals=50).counter_example
    >>> found.game, found.position
    ('tree(players=2)', '0[(0,0) (1,0)]')
    >>> found.says, found.right
    ('(0, 0) by 0', '(1, 0) by 1')
    """

    game: str
    position: str
    algorithm: str
    plain: str
    """The algorithm whose value it must have."""
    says: str
    right: str

    def show(self) -> str:
        """The three texts, what was said, and a command that shows it."""
        texts = dict.fromkeys((self.game, self.position, self.plain, self.algorithm))
        rows = [
            ("game", self.game),
            ("position", self.position),
            ("algorithm", self.algorithm),
            ("says", self.says),
            ("right is", self.right),
            ("see", "kibitz compare " + " ".join(map(quoted, texts))),
        ]
        return "\n".join(f"{name:10} {what}" for name, what in rows)

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, ready for JSON."""
        return dict(vars(self))


@dataclass(frozen=True)
class PartCheck:
    """What a check of a part found.

    >>> check = kibitz.check_part("rule", lambda first, last: last, deals=20)
    >>> bool(check), check.counter_example
    (True, None)
    """

    part: str
    algorithms: tuple[str, ...]
    """The compositions that were tried."""
    tried: int
    """On how many positions."""
    searches: int
    skipped: tuple[str, ...]
    """Compositions that fit nowhere, and why; and where there is no independent definition."""
    counter_example: CounterExample | None

    def __bool__(self) -> bool:
        """Whether no counter-example was found."""
        return self.counter_example is None

    def show(self) -> str:
        """The counter-example; or how much was tried without one."""
        many = f"{self.searches:,} searches of {self.tried:,} positions"
        how = f"by {len(self.algorithms)} algorithms" if len(self.algorithms) > 1 else ""
        lines = [f"not tried: {each}" for each in self.skipped]
        if self.counter_example is None:
            done = f"no counter-example in {many} {how}".rstrip()
            return "\n".join([*lines, f"{done}; that is no proof"])
        return "\n".join([*lines, self.counter_example.show()])

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, ready for JSON."""
        found = self.counter_example
        return {**vars(self), "counter_example": None if found is None else found.as_dict()}

    def _repr_html_(self) -> str:
        return in_full(self.show())


def check_part(
    kind: str,
    part: Part,
    game: Game | str | None = None,
    deals: int = 200,
    seed: int = 0,
    progress: Progress | None = None,
) -> PartCheck:
    """Try a part of one's own: a `test`, an `order`, a `rule` of pruning, or a whole `search`.

    Against plain max^n (or what else the search says it must equal) on as many random trees as
    `deals`, and as many small positions of a game; an order without a game on trees alone, and with
    one on that game alone. A counter-example is made as small as possible. The absence of a
    counter-example proves nothing, so values that rest on a test of one's own stay `unproved`.

    >>> def last(position):
    ...     return list(position.moves())[::-1]
    >>> kibitz.check_part("order", last, deals=20).show()
    'no counter-example in 80 searches of 20 positions by 4 algorithms; that is no proof'
    """
    if kind not in KINDS:
        raise TextError(f"expected one of {', '.join(KINDS)}: {kind!r}")
    check_kind(game, Game | str | None, "a game or its text")
    check_count(deals, "deal")
    named = read_game(game) if isinstance(game, str) else game
    algorithms, skipped = [], dict[str, None]()
    for make in KINDS[kind](part):
        try:
            algorithms.append(make())
        except InvalidAlgorithm as error:
            skipped[str(error)] = None
    if not algorithms:
        raise InvalidAlgorithm("; ".join(skipped))
    check = _Check(algorithms, progress)
    if kind != "order" or named is None:
        check.look_at(trees(deals, seed))
    if kind != "order" or named is not None:
        check.look_at(positions(named or read_game(GAME), deals, seed))
    return check.report(str(part) if isinstance(part, str | PruningRule) else name_of(part))


Makes = Iterator[Callable[[], Algorithm]]


def _with(**axes: Sequence[Any]) -> Makes:
    """Makers of every composition of these choices."""
    for chosen in itertools.product(*axes.values()):
        yield functools.partial(Algorithm, **dict(zip(axes, chosen, strict=True)))


def _tests(part: Part) -> Makes:
    test = Algorithm.parse(f"maxn(test={part})").test if isinstance(part, str) else part
    rules = ("none", "shallow", "last-branch", "speculative")
    for makes in (
        _with(prune=rules, test=[test]),
        _with(prune=["speculative"], test=[test], heuristic=["taken"], table=["none", "bounds"]),
    ):
        yield from makes


def _orders(part: Part) -> Makes:
    parsed = Algorithm.parse(f"maxn(order={part})").order if isinstance(part, str) else part
    yield from _with(order=[parsed], table=["none", "exact"])
    yield from _with(order=[parsed], prune=["speculative"], test=["leaf-table", "linear"])


def _rules(part: Part) -> Makes:
    rule = (
        Algorithm.parse(f"shallow(prune={part})").prune
        if isinstance(part, str)
        else Algorithm(prune=part, test="linear").prune
    )
    tests = ("linear", "discrete", "leaf-table")
    yield from _with(prune=[rule], test=tests, table=["none", "bounds"])
    yield from _with(prune=[rule], test=["leaf-table"], heuristic=["taken"])


def _searches(part: Part) -> Makes:
    algorithm = Algorithm.parse(part) if isinstance(part, str) else Algorithm(backup=part)
    yield lambda: algorithm
    if "table" in axes_of(type(algorithm.search)) and algorithm.search.table == "none":
        yield lambda: algorithm.with_parts(table="exact")


KINDS: dict[str, Callable[[Part], Makes]] = {
    "test": _tests,
    "order": _orders,
    "rule": _rules,
    "search": _searches,
}
"""What can be checked, and the compositions to check it in."""


class _Check:
    """Searches that are compared with the definition."""

    def __init__(self, algorithms: list[Algorithm], progress: Progress | None) -> None:
        self.algorithms, self.progress = algorithms, progress
        self.tried = self.searches = 0
        self.fits: set[Algorithm] = set()
        self.unfit: dict[Algorithm, str] = {}
        self.found: CounterExample | None = None

    def look_at(self, positions: Iterator[Position]) -> None:
        """Search each of them with all that fit, until something is wrong."""
        for position in positions:
            if self.found is not None:
                return
            self.tried += 1
            for algorithm in self.algorithms:
                wrong = self.wrong(position, algorithm)
                if wrong is not None:
                    self.found = self.smallest(position, algorithm, wrong)
                    return
            if self.progress is not None:
                self.progress(self.tried)

    def wrong(self, position: Position, algorithm: Algorithm) -> tuple[str, str] | None:
        """What it says and what is right, if these are not the same."""
        try:
            found = solve(position, algorithm, engine="reference")
        except GameError as error:
            if self.is_alien(position, algorithm, error):
                return None
            return f"fails: {error}", in_words(right(position, _plain(algorithm)))
        except KibitzError as error:
            self.unfit.setdefault(algorithm, str(error))
            return None
        self.fits.add(algorithm)
        self.searches += 1
        expected = right(position, algorithm)
        if said(found) != expected:
            return in_words(said(found)), in_words(expected)
        if not algorithm.search.guarantees and found.outcome is not None and found.line:
            payoffs = position.game.payoffs(found.outcome)
            if algorithm.combine == "own" and found.value not in (None, payoffs):
                return in_words(said(found)), f"its line ends in {payoffs}"
        return None

    def is_alien(self, position: Position, algorithm: Algorithm, error: GameError) -> bool:
        """Whether the search does not take such a position, or plain search fails on it too."""
        try:
            right(position, Algorithm())
        except KibitzError:
            return True
        alien = not _is_own(error)
        if alien:
            self.unfit.setdefault(algorithm, str(error))
        return alien

    def smallest(
        self, position: Position, algorithm: Algorithm, wrong: tuple[str, str]
    ) -> CounterExample:
        """The smallest position on which it is wrong in the same way: an answer, or a failure."""
        fails = wrong[0].startswith("fails")

        def shows(smaller: Position) -> tuple[str, str] | None:
            try:
                found = self.wrong(_read_again(smaller), algorithm)
            except KibitzError:
                return None
            return found if found and found[0].startswith("fails") == fails else None

        searched, tried = self.searches, self.tried
        position, wrong = shrunk(position, wrong, simpler, shows)
        self.searches, self.tried = searched, tried
        texts = str(position.game), str(position), str(algorithm), str(algorithm.plain())
        return CounterExample(*texts, *wrong)

    def report(self, part: str) -> PartCheck:
        """What was found."""
        never = [algorithm for algorithm in self.algorithms if algorithm not in self.fits]
        if not self.fits and self.found is None:
            raise InvalidAlgorithm(next(iter(self.unfit.values()), f"nothing to try {part} on"))
        skipped = [f"{each}: {self.unfit[each]}" for each in never if each in self.unfit]
        skipped += [
            f"{each} against plain recursion, which does not know it; its own plain() was asked"
            for each in self.algorithms
            if each in self.fits and not is_defined(each)
        ]
        fits = tuple(str(each) for each in self.algorithms if each in self.fits)
        return PartCheck(part, fits, self.tried, self.searches, tuple(skipped), self.found)


def _plain(algorithm: Algorithm) -> Algorithm:
    """Plain max^n, where an order of one's own may be what fails."""
    return Algorithm() if algorithm.order != "high" else algorithm


def _is_own(error: GameError) -> bool:
    """Whether an error came out of code of one's own, and not from what the game lacks."""
    return error.__cause__ is not None or "expected each move" in str(error)


def _read_again(position: Position) -> Position:
    """The position that its texts say, where they can be read, since these are what is shown."""
    try:
        return read_game(str(position.game)).parse(str(position))
    except KibitzError:
        return position
