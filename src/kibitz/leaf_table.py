"""Leaf-value tables: every outcome of a game, its payoffs, and its ranks for the players.

IJCAI-2005: "the information stored in a leaf-value table is sufficient to make optimal
pruning decisions". Max^n only compares payoffs of one player with each other, so ranks
(equal payoff, equal rank, from 0) say all. For each player and rank the table keeps the
set of outcomes ranked above it, in the bits of an int; whether a bound vector prunes is
then one AND of such sets.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Hashable, Iterable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from kibitz.errors import GameError, TextError, TooManyOutcomes, check_kind
from kibitz.game import MOST_OUTCOMES, Game, Outcome, Payoffs, Position, outcomes_of
from kibitz.in_time import check_time, in_time
from kibitz.showing.layout import columns, escaped, html_table
from kibitz.values import Spans, spans_of

if TYPE_CHECKING:
    from matplotlib.axes import Axes

OutcomeSet = int
"""A set of outcomes in the bits of an int, by their place in the table."""


KEPT = 100
"""How many tables are kept for positions that have the same outcomes."""
_KEPT: dict[tuple[Game, Hashable], LeafTable] = {}
_last: ContextVar[tuple[Game | Position, LeafTable] | None] = ContextVar("last", default=None)
"""The table of the last source of which that is not known: it is asked for more than once."""


def check_source(source: Game | Position) -> None:
    """Refuse what is no game and no position."""
    check_kind(source, Game | Position, "a game or a position, not its text or another")


def payoffs_of(game: Game, outcome: Outcome) -> Payoffs:
    """What an outcome is worth, if a game says so with one whole number per side."""
    row = game.payoffs(outcome)
    try:
        payoffs = tuple(map(operator.index, row))
    except TypeError:
        payoffs = ()
    if len(payoffs) != game.sides:
        wanted = f"{game.sides} whole numbers as payoffs of {outcome} in {game}"
        raise GameError(f"expected {wanted}: {row!r}")
    return payoffs


@dataclass(frozen=True)
class LeafTable:
    """The outcomes of a game or of a position, with payoffs and ranks for each side.

    >>> table = kibitz.LeafTable.of(kibitz.game("spades(players=3,cards=1)"))
    >>> table.payoffs, table.prunes((0, 0, None))
    (((0, 0, 1), (0, 1, 0), (1, 0, 0)), True)
    """

    game: Game
    outcomes: tuple[Outcome, ...]
    payoffs: tuple[Payoffs, ...] = field(repr=False)
    ranks: tuple[Payoffs, ...] = field(repr=False)
    position: Position | None = field(default=None, repr=False, compare=False)
    """The position whose outcomes these are; none for those of a whole game."""

    @classmethod
    def of(cls, source: Game | Position) -> LeafTable:
        """The table of all the outcomes that a whole game, or a position, can have."""
        check_source(source)
        game = source if isinstance(source, Game) else source.game
        alike = None if isinstance(source, Game) else source.outcomes_key
        if alike is None:
            last = _last.get()
            if last is None or last[0] is not source:
                last = source, cls._made(source, game)
                _last.set(last)
            return last[1]
        table = _KEPT.get((game, alike))
        if table is None:
            if len(_KEPT) >= KEPT:
                _KEPT.clear()
            table = _KEPT[game, alike] = cls._made(source, game)
        return table

    @classmethod
    def _made(cls, source: Game | Position, game: Game) -> LeafTable:
        check_time()
        listed = tuple(in_time(islice(outcomes_of(source), MOST_OUTCOMES + 1)))
        if len(listed) > MOST_OUTCOMES:
            raise TooManyOutcomes(f"expected at most {MOST_OUTCOMES:,} outcomes: {source} has more")
        outcomes = tuple(sorted(set(listed)))
        if not outcomes:
            raise GameError(f"expected an outcome or more in {source}")
        payoffs = tuple(payoffs_of(game, outcome) for outcome in in_time(outcomes))
        position = source if isinstance(source, Position) else None
        return cls(game, outcomes, payoffs, rank(payoffs), position)

    @cached_property
    def place(self) -> dict[Outcome, int]:
        """The place of each outcome in the table."""
        return {outcome: at for at, outcome in enumerate(self.outcomes)}

    @cached_property
    def everything(self) -> OutcomeSet:
        """The set of all outcomes."""
        return (1 << len(self.outcomes)) - 1

    @cached_property
    def lowest(self) -> int:
        """The lowest payoff: as the game declares it, or the lowest in the table."""
        return min(self.game.lowest, *map(min, self.payoffs))

    @cached_property
    def max_sum(self) -> int:
        """The largest sum of ranks, which the linear test of Figure 8 compares with."""
        return max(map(sum, self.ranks))

    @cached_property
    def opposed(self) -> bool:
        """Whether there are two sides, and outcomes better for one are worse for the other."""
        return self.game.sides == 2 and len(set(map(sum, self.ranks))) == 1

    @cached_property
    def more_is_better(self) -> bool:
        """Whether more of an outcome is never worse for a side, whatever the others have."""
        rows = list(zip(self.outcomes, self.payoffs, strict=True))
        for side in range(self.game.sides):
            by_own = sorted((outcome[side], payoffs[side]) for outcome, payoffs in rows)
            if any(more < less for (_, less), (_, more) in itertools.pairwise(by_own)):
                return False
        return True

    def bounds(self, outcomes: Iterable[Outcome]) -> Spans:
        """For each side, the lowest and the highest of its payoffs from these outcomes."""
        return spans_of(self.payoffs[self.place[outcome]] for outcome in outcomes)

    def feasible(self, position: Position) -> OutcomeSet:
        """The outcomes that are still possible in a position, given what was taken so far."""
        allowed = map(position.allows, self.outcomes)
        return sum(1 << at for at, allow in enumerate(allowed) if allow)

    @cached_property
    def above(self) -> tuple[tuple[OutcomeSet, ...], ...]:
        """`above[player][rank]`: the outcomes that a player ranks above that rank."""
        return sets_above(self.ranks)

    def prunes(self, bounds: Sequence[int | None], feasible: OutcomeSet | None = None) -> bool:
        """Whether no feasible outcome is ranked above its bound for every bounded player.

        A bound is a rank, or None for a player without a bound.
        """
        if len(bounds) != self.game.sides:
            raise TextError(f"expected {self.game.sides} bounds, ranks or none: {bounds!r}")
        left = self.everything if feasible is None else feasible
        for above, bound in zip(self.above, bounds, strict=True):
            if bound is not None:
                left &= above[min(bound, len(above) - 1)] if bound >= 0 else self.everything
        return left == 0

    def verdict(self, bounds: Sequence[int | None]) -> Verdict:
        """The table with its answer about a bound vector."""
        return Verdict(self, tuple(bounds), self.prunes(bounds))

    def prunes_linear(self, bounds: Sequence[int | None]) -> bool:
        """The answer of a sum of ranks to the same question, for comparison."""
        given = [bound for bound in bounds if bound is not None]
        return bool(given) and sum(given) >= self.max_sum

    def open_bounds(self, *players: int) -> list[tuple[int, ...]]:
        """The bound vectors for some players, all others unbounded, that do not prune."""
        ranges = [range(len(self.above[player])) for player in players]
        found = []
        for bounds in itertools.product(*ranges):
            vector: list[int | None] = [None] * self.game.sides
            for player, bound in zip(players, bounds, strict=True):
                vector[player] = bound
            if not self.prunes(vector):
                found.append(bounds)
        return found

    def rows(self, feasible: OutcomeSet | None = None) -> list[list[str]]:
        """The table as texts, headings first; a dagger marks the feasible outcomes."""
        what, names = self.game.outcome_headings()
        rows = [[what, *names, "ranks"]]
        for at, outcome in enumerate(self.outcomes):
            dagger = "†" if feasible is not None and feasible >> at & 1 else ""
            payoffs = map(str, self.payoffs[at])
            rows.append([f"{outcome}{dagger}", *payoffs, str(self.ranks[at])])
        return rows

    def show(self, position: Position | None = None) -> str:
        """The table as Table 1 of IJCAI-2005; a dagger marks outcomes feasible in a position."""
        rows = self.rows(None if position is None else self.feasible(position))
        return columns(rows, left=(0, len(rows[0]) - 1))

    def as_dict(self) -> dict[str, Any]:
        """The table in plain types, ready for JSON."""
        rows = zip(self.outcomes, self.payoffs, self.ranks, strict=True)
        return {
            "game": str(self.game),
            **({} if self.position is None else {"position": str(self.position)}),
            "rows": [
                {"outcome": outcome, "payoffs": payoffs, "ranks": ranks}
                for outcome, payoffs, ranks in rows
            ],
        }

    def plot(
        self,
        players: Sequence[int] = (0, 1),
        scale: Literal["rank", "payoff"] = "rank",
        bounds: Sequence[int | None] | None = None,
        ax: Axes | None = None,
    ) -> Axes:
        """Draw which bounds of two or three players prune, as Figures 5, 7 and 8 of IJCAI-2005.

        `bounds` is a bound vector to draw as well, in ranks. Needs matplotlib; draws on `ax`,
        or on a new figure, and gives the axes.
        """
        from kibitz.showing import plot

        return plot.draw(self, players, scale, bounds, ax)

    def __str__(self) -> str:
        return self.show()

    def _repr_html_(self) -> str:
        return html_table(self.rows())


@dataclass(frozen=True)
class Verdict:
    """A leaf-value table, and whether a bound vector prunes by it.

    >>> table = kibitz.LeafTable.of(kibitz.game("spades(players=3,cards=2)"))
    >>> print(table.verdict((1, 0, None)))
    1,0,- prunes
    """

    table: LeafTable
    bounds: tuple[int | None, ...]
    prunes: bool

    def __str__(self) -> str:
        bounds = ",".join("-" if bound is None else str(bound) for bound in self.bounds)
        return f"{bounds} {'prunes' if self.prunes else 'does not prune'}"

    def show(self) -> str:
        """The table, and the verdict below it."""
        return f"{self.table.show()}\n{self}"

    def as_dict(self) -> dict[str, Any]:
        """The table and the verdict in plain types, ready for JSON."""
        return {**self.table.as_dict(), "bounds": self.bounds, "prunes": self.prunes}

    def _repr_html_(self) -> str:
        return f"{html_table(self.table.rows())}<p>{escaped(str(self))}</p>"


def rank(payoffs: Sequence[Sequence[object]]) -> tuple[Payoffs, ...]:
    """Replace the payoffs of each player by their ranks: equal payoff, equal rank, from 0."""
    columns = []
    for column in zip(*payoffs, strict=True):
        order = {value: at for at, value in enumerate(sorted(set(column)))}
        columns.append([order[value] for value in column])
    return tuple(zip(*columns, strict=True))


def sets_above(ranks: Sequence[Payoffs]) -> tuple[tuple[OutcomeSet, ...], ...]:
    """For each player and rank, the set of outcomes that the player ranks above it."""
    return tuple(map(_above, zip(*ranks, strict=True)))


def _above(column: Iterable[int]) -> tuple[OutcomeSet, ...]:
    sets: dict[int, OutcomeSet] = {}
    for at, value in enumerate(column):
        sets[value] = sets.get(value, 0) | 1 << at
    above, left = [], 0
    for value in reversed(range(len(sets))):
        above.append(left)
        left |= sets[value]
    return tuple(reversed(above))
