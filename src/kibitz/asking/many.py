"""solve_many and compare_many: the same search for many positions of one game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace

from kibitz.algorithm import Algorithm
from kibitz.asking.budget import Budget
from kibitz.asking.choosing import algorithm_for
from kibitz.asking.staged import Stages, has_stages, may_stop
from kibitz.comparison import Comparison, Refusal
from kibitz.engines.choice import engines_of, search_many
from kibitz.engines.elsewhere import Elsewhere
from kibitz.engines.problem.protocol import Engine, Watch, check_progress
from kibitz.engines.problem.sides import side_of_root
from kibitz.errors import KibitzError, TextError, blaming, check_kind
from kibitz.game import Game, Position
from kibitz.games import game as read_game
from kibitz.history import hand_at
from kibitz.results import Limit, Result
from kibitz.workers import at_once, in_order

CHUNK = 64
"""How many positions of a list are handed to the kernel in one go, at most."""
TURNS = 4
"""Into how many such parts a worker's share of a list is divided, at least if there are enough."""

Answered = Callable[[int], None]
"""Called with how many positions have an answer."""


def solve_many(
    game: Game | str,
    positions: Iterable[Position | str],
    algorithm: Algorithm | str | None = None,
    *,
    workers: int | None = None,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Answered | None = None,
) -> Iterator[Result | KibitzError]:
    """Search many positions, or texts of positions, of one game; answers come in their order.

    Each worker runs one search at a time; there is one worker per processor by default, and the
    answers do not depend on their number. The kernel searches in threads. The reference, which
    searches what the kernel cannot, such as a game of your own, uses processes. A position that
    cannot be read or searched, or belongs to another game, yields an error instead of a
    result. Limits are for each search, so each worker can have a table of `limit.table_mb`.
    Ctrl-C ends with the best answer so far to the first position that has none. Positions in a
    list or tuple are handed to the kernel many at a time, which is faster where they are small;
    others are searched as they come. `progress` is called with the number of answers so far.

    >>> game = kibitz.game("spades(players=3,breaking=false)")
    >>> deals = ["7..K.4 .2..K7 J...A3", "no deal", "A... K... Q..."]
    >>> for answer in kibitz.solve_many(game, deals, workers=2):
    ...     print(answer.value if isinstance(answer, kibitz.Result) else answer)
    (1, 0, 2)
    expected 3 hands separated by spaces: 'no deal'
    (1, 0, 0)
    """
    check_progress(progress)
    many = _Many(_game(game), [_read(algorithm)], engine, limit or Limit(), workers)
    for answered, (found,) in enumerate(many.answers(positions), start=1):
        yield found
        if progress is not None:
            progress(answered)


def compare_many(
    game: Game | str,
    positions: Iterable[Position | str],
    algorithms: Iterable[Algorithm | str] | str,
    *,
    workers: int | None = None,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Answered | None = None,
) -> Iterator[Comparison | KibitzError]:
    """Search many positions with each algorithm, as `solve_many` does; a comparison for each.

    An algorithm that does not fit is refused in the comparison, with the reason; if none fits,
    there is an error instead. Each comparison has a flat row per algorithm, `as_rows()`, ready for
    a data frame; `Study` sums up many of them:

    >>> game = kibitz.game("spades(players=3,breaking=false)")
    >>> deals = [game.deal(seed, cards=3) for seed in range(2)]
    >>> found = list(kibitz.compare_many(game, deals, ["maxn", "leaf-table"]))
    >>> [row["visited"] for comparison in found for row in comparison.as_rows()]
    [72, 56, 231, 103]
    """
    check_kind(algorithms, Iterable, "algorithms in a list")
    check_progress(progress)
    named = [algorithms] if isinstance(algorithms, str) else algorithms
    many = _Many(_game(game), list(map(_read, named)), engine, limit or Limit(), workers)
    for answered, found in enumerate(many.answers(positions), start=1):
        results = [answer for answer in found if isinstance(answer, Result)]
        if results:
            refused = tuple(
                Refusal.by(place, many.algorithms[place], answer)
                for place, answer in enumerate(found)
                if isinstance(answer, KibitzError)
            )
            yield Comparison(results[0].position, tuple(results), len(many.algorithms), refused)
        else:
            yield next(answer for answer in found if isinstance(answer, KibitzError))
        if progress is not None:
            progress(answered)


def _game(game: Game | str) -> Game:
    check_kind(game, Game | str, "a game or its text")
    return read_game(game) if isinstance(game, str) else game


def _read(algorithm: Algorithm | str | None) -> Algorithm | None:
    return Algorithm.parse(algorithm) if isinstance(algorithm, str) else algorithm


class _Many:
    """Searches of many positions of one game, each with one or more algorithms."""

    def __init__(
        self,
        game: Game,
        algorithms: Sequence[Algorithm | None],
        engine: str,
        limit: Limit,
        workers: int | None,
    ) -> None:
        self.game, self.algorithms, self.limit = game, algorithms, limit
        self.workers = at_once(workers)
        self.engines: tuple[Engine, ...] = engines_of(engine)
        self.elsewhere = Elsewhere()
        if self.workers > 1:
            self.engines = tuple(
                self.elsewhere if one.name == Elsewhere.name else one for one in self.engines
            )
        self.stop = threading.Event()

    def answers(self, positions: Iterable[Position | str]) -> Iterator[list[Result | KibitzError]]:
        """The answers by each algorithm, position after position; the last after Ctrl-C."""
        with closing(self.elsewhere):
            for chunk in in_order(self._answer, self._chunks(positions), self.workers, self.stop):
                for found in chunk:
                    last = found[-1]
                    if isinstance(last, Result) and last.stopped in ("interrupt", "cancel"):
                        yield [*found[:-1], replace(last, stopped="interrupt")]
                        return
                    yield found

    def _answer(self, chunk: Sequence[Position | str]) -> list[list[Result | KibitzError]]:
        """Answer for several positions, with each algorithm in one go."""
        by_algorithm = []
        for algorithm in self.algorithms:
            by_algorithm.append(self._by(algorithm, chunk))
            if self.stop.is_set():
                break
        return [list(found) for found in zip(*by_algorithm, strict=False)]

    def _by(
        self, algorithm: Algorithm | None, chunk: Sequence[Position | str]
    ) -> list[Result | KibitzError]:
        """Answer for several positions, in one go for those that are alike."""
        found: dict[int, Result | KibitzError] = {}
        alike: dict[tuple[Algorithm, Hashable], list[int]] = {}
        read: dict[int, Position] = {}
        for at, position in enumerate(chunk):
            try:
                with blaming(self.game):
                    read[at] = here = self._read(position)
                    chosen = algorithm_for(algorithm, here, self.limit)
                    minds = side_of_root(here) if chosen.search.one_side else None
                    key = chosen, (here.game, here.outcomes_key or at, minds)
                if algorithm is not None or not self._in_stages(read[at], chosen):
                    alike.setdefault(key, []).append(at)
            except KibitzError as error:
                found[at] = error
        for (chosen, _), places in alike.items():
            together = self._alike([read[at] for at in places], chosen)
            found.update(zip(places, together, strict=False))
        return [
            found[at] if at in found else self._one(chunk[at], algorithm)
            for at in range(len(chunk))
        ]

    def _alike(self, positions: Sequence[Position], algorithm: Algorithm) -> list[Result]:
        """Search positions in one go; none have results if one of them cannot be searched."""
        try:
            results = self._search(positions, algorithm)
        except KibitzError:
            return []  # one by one, since it may be the fault of one
        if results and results[-1].stopped == "interrupt":
            self.stop.set()  # what has no answer yet gets none
        return results

    def _one(self, position: Position | str, algorithm: Algorithm | None) -> Result | KibitzError:
        try:
            with blaming(self.game):
                position = self._read(position)
                chosen = algorithm_for(algorithm, position, self.limit)
                if algorithm is None and self._in_stages(position, chosen):
                    budget = Budget(self.limit, Watch(cancel=self.stop), self.engines)
                    return Stages(position, chosen, budget).run()
            return self._search([position], chosen)[0]
        except KibitzError as error:
            return error

    def _in_stages(self, position: Position, algorithm: Algorithm) -> bool:
        return may_stop(self.limit) and has_stages(position, algorithm)

    def _search(self, positions: Sequence[Position], algorithm: Algorithm) -> list[Result]:
        with blaming(self.game):
            watch = Watch(cancel=self.stop)
            return search_many(positions, algorithm, self.engines, self.limit, watch)

    def _read(self, position: Position | str) -> Position:
        """The position, if it is one of the game."""
        position = self.game.parse(position) if isinstance(position, str) else position
        position = hand_at(position).position
        if position.game is not self.game and not self.game.covers(position.game):
            raise TextError(f"expected a position of {self.game}, not of {position.game}")
        return position

    def _chunks(self, positions: Iterable[Position | str]) -> Iterator[Sequence[Position | str]]:
        """Many at a time of what is there; one by one of what may be long in coming."""
        if isinstance(positions, str | Position):
            raise TextError(f"expected a list of positions: {positions!r}")
        check_kind(positions, Iterable, "a list of positions")
        if not isinstance(positions, Sequence):
            for position in positions:
                yield [position]
            return
        size = min(CHUNK, 1 + len(positions) // (TURNS * self.workers))
        for at in range(0, len(positions), size):
            yield positions[at : at + size]
