"""Ties: whether a value depends on how players break them, what else it can be, and who decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, cast

from kibitz.algorithm import Algorithm
from kibitz.asking.budget import Budget
from kibitz.asking.choosing import checked, fitted, strongest, suits_sets
from kibitz.engines.choice import engines_of
from kibitz.engines.kernel import EQUILIBRIA_OUTCOMES
from kibitz.engines.problem.protocol import NEVER, Cancel, Watch
from kibitz.errors import InvalidAlgorithm, NoRoom, blaming
from kibitz.game import Payoffs, Position
from kibitz.history import History, hand_at
from kibitz.in_time import ready_by
from kibitz.leaf_table import LeafTable
from kibitz.results import Limit, Result, Stopped
from kibitz.showing.layout import columns, plies, write_payoffs
from kibitz.text import and_list

PRUNED = "equilibria(keys=relative)"
"""For a game that lists its outcomes."""
PLAIN = "maxn(backup=equilibria,table=exact)"
"""For a game that does not, and to a horizon."""
BY_SETS = "equilibrium-sets"
"""For long hands."""
MOST, MOST_BY_REFERENCE = 20_000_000, 100_000
"""After how many nodes an answer without a limit leaves it open whether ties matter."""


@dataclass(frozen=True)
class Ties:
    """All values that max^n can have at a position, and who can decide between them.

    >>> tree = kibitz.game("tree").parse("0[1[(4,2,0) (1,2,3)] (2,2,2)]")
    >>> found = kibitz.ties(tree)
    >>> found.value, found.others, found.deciders
    ((4, 2, 0), ((2, 2, 2),), (1,))
    >>> print(found.words)
    depends on ties: also (2, 2, 2), as player 1 decides
    """

    position: Position
    result: Result
    """The result of the search for all values; that of the answer itself, if it is not exact."""
    alone: tuple[tuple[Payoffs, ...], ...] = ()
    """For each side, the values if it alone breaks ties freely; nothing where there is one value,
    or if the search was stopped.
    """
    stopped: Stopped | Literal["memory"] = ""
    told: Payoffs | None = None
    """The value of the answer that this is about, if there is one."""
    depth: int | None = None
    """The number of plies searched, if this is about an estimate."""

    @property
    def possible(self) -> tuple[Payoffs, ...]:
        """All values, that of the answer first, or that of plain max^n; nothing if not known."""
        if not self._known:
            return ()
        values = _values(self.result)
        return values if self.told is None else tuple(dict.fromkeys((self.told, *values)))

    @property
    def _known(self) -> bool:
        ended = self.depth is not None and self.result.stopped == "depth"
        return ended or (self.result.complete and self.result.certainty in ("exact", "estimate"))

    @property
    def value(self) -> Payoffs | None:
        """The value of the answer, or that of plain max^n in the listed order of moves."""
        return self.possible[0] if self.possible else None

    @property
    def others(self) -> tuple[Payoffs, ...]:
        """What else the value can be, if players break ties otherwise."""
        return self.possible[1:]

    @property
    def depends(self) -> bool | None:
        """Whether the value depends on ties; none if that is not known."""
        return len(self.possible) > 1 if self._known else None

    @property
    def deciders(self) -> tuple[int, ...]:
        """The sides that can change the value alone, while all others take the first of equals."""
        return tuple(side for side, values in enumerate(self.alone) if len(values) > 1)

    @property
    def words(self) -> str:
        """Whether it depends on ties, in a sentence."""
        why = f"stopped: {self.stopped}" if self.stopped else "the value is not exact"
        if self.depends is None:
            return f"not known whether it depends on ties ({why})"
        deep = "" if self.depth is None else f", {plies(self.depth)} deep"
        if not self.depends:
            return f"does not depend on ties{deep}"
        others = ", ".join(map(write_payoffs, self.others))
        if self.stopped:
            return f"depends on ties{deep}: also {others}; not known who decides ({why})"
        names = [self._name(side) for side in self.deciders]
        if not names:
            return f"depends on ties{deep}: also {others}, as several players decide together"
        verb = "decides" if len(names) == 1 else "decide"
        return f"depends on ties{deep}: also {others}, as {and_list(names)} {verb}"

    def _name(self, side: int) -> str:
        game = self.position.game
        if game.sides == game.players:
            return game.who(side)
        return game.side_names[side]

    def show(self) -> str:
        """For people: all values, and for each which sides can bring it about alone."""
        rows = [["value", "if ties are broken by"]]
        for vector in self.possible:
            by = [self._name(side) for side, values in enumerate(self.alone) if vector in values]
            said = and_list(by) if by else "several players together"
            if self.stopped:
                said = "not known"
            if vector == self.value:
                said = "all in the listed order"
            rows.append([write_payoffs(vector), said])
        table = columns(rows, left=(0, 1)) + "\n" if self.depends else ""
        value = "" if self.depends or self.value is None else f"{write_payoffs(self.value)} "
        stats = self.result.stats
        nodes = f"{stats.visited:,} nodes by {self.result.algorithm} ({self.result.engine})"
        return f"{table}{value}{self.words}; {nodes}"

    def as_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "value": self.value,
            **self.remark(),
        }

    def remark(self) -> dict[str, Any]:
        """The same as part of another answer."""
        return {
            "depends_on_ties": self.depends,
            "possible": self.possible,
            "alone": self.alone,
            "deciders": self.deciders,
            "words": self.words,
            "nodes": self.result.stats.visited,
            "depth": self.depth,
            "stopped": self.stopped,
        }


def ties(
    position: Position | History,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    cancel: Cancel = NEVER,
) -> Ties:
    """Whether the value of a position depends on ties, what other values are possible, and who
    decides.

    The values are those that max^n can have if every player, at each of its moves, may choose any
    of those that are best for it. They do not depend on the order of moves. With a limit on depth
    they are those of the estimate that many plies away. The first of them is the value that `solve`
    finds; for a hand, at its last position, by the algorithm of its start.

    >>> game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
    >>> kibitz.ties(game.parse("7..K.4 .2..K7 J...A3")).words
    'does not depend on ties'
    """
    hand, limit = hand_at(position), checked(limit)
    here = hand.position
    budget = Budget(limit, Watch(None, cancel), engines_of(engine))
    deep = limit.depth is not None
    try:
        with blaming(here.game):
            with ready_by(budget.watch.ends(limit)):
                like = strongest(hand.start, limit)
            algorithm = _to_horizon(like) if deep else search_for_ties(here, like)
            found = _all(here, algorithm, budget, depth=limit.depth)
    except NoRoom as error:
        if deep or not here.estimates:
            raise
        raise NoRoom(f"{error}; with a limit on depth it is about an estimate") from None
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    return found


def check_ties(algorithm: Algorithm) -> None:
    """Refuse to ask for ties of a value that is not that of max^n, nor what one side is sure of."""
    if algorithm.search.plain().backup != "maxn" and not _is_of_one_side(algorithm):
        raise InvalidAlgorithm(
            "expected a search for the value of max^n, or for what one side is sure of, "
            f"to ask for ties: {algorithm}"
        )


def _is_of_one_side(algorithm: Algorithm) -> bool:
    """Whether a value is the most or the least of numbers, which is one, whichever is taken."""
    return algorithm.search.plain().two_sided


def ties_of(result: Result, budget: Budget) -> Ties:
    """What a result says of ties: searched with what its budget has left, if it is exact, or an
    estimate to some depth in full. What one side is sure of does not depend on them.

    Where the budget has no limit on nodes and time, `MOST` nodes.
    """
    position, limit, like = result.position, budget.limit, result.algorithm
    depth = result.depth if result.certainty == "estimate" and result.stopped == "depth" else None
    stopped = budget.ended or ("" if depth else result.stopped)
    known, of_one = cast("Payoffs | None", result.value), _is_of_one_side(like)
    sure = depth or result.certainty == "exact" or of_one
    if stopped or known is None or not sure:
        return Ties(position, replace(result, certainty="so far"), stopped=stopped)
    if of_one or _is_opposed(position):
        return Ties(position, result, depth=depth)
    nodes = limit.nodes
    if not budget.limited:
        nodes = budget.visited + (MOST_BY_REFERENCE if result.engine == "reference" else MOST)
    within = replace(budget, limit=replace(limit, nodes=nodes, depth=depth))
    algorithm = _to_horizon(like) if depth else search_for_ties(position, like)
    try:
        with blaming(position.game):
            return _all(position, algorithm, within, known, depth)
    except NoRoom:
        return Ties(position, replace(result, certainty="so far"), stopped="memory")


def _to_horizon(like: Algorithm) -> Algorithm:
    """The search for all values that another one can have to its horizon."""
    parts = {axis: getattr(like.search, axis) for axis in ("order", "width", "combine", "leaf")}
    table = "none" if like.search.table == "none" else "exact"
    return Algorithm.parse(PLAIN).with_parts(table=table, deepening="none", **parts)


def _all(
    position: Position,
    algorithm: Algorithm,
    budget: Budget,
    told: Payoffs | None = None,
    depth: int | None = None,
) -> Ties:
    """Search for all values; and where there are several, for those that each side decides."""

    def ended(one: Result) -> Stopped:
        return "" if depth and one.stopped == "depth" else one.stopped

    found = budget.search(position, algorithm, budget.share())
    depth = depth if found.stopped == "depth" else None
    if ended(found) or len(_values(found)) == 1:
        return Ties(position, found, stopped=ended(found), told=told, depth=depth)
    alone = []
    for side in range(position.game.sides):
        free = budget.search(position, algorithm.with_parts(free=(side,)), budget.share())
        if ended(free):
            return Ties(position, found, stopped=ended(free), told=told, depth=depth)
        alone.append(_values(free))
    return Ties(position, found, tuple(alone), told=told, depth=depth)


def _is_opposed(position: Position) -> bool:
    """Whether two sides want the opposite: what is the same to one is the same to the other, so
    that there is one value.
    """
    listed = position.lists_outcomes and position.has_few_outcomes
    return listed and position.game.sides == 2 and LeafTable.of(position).opposed


def search_for_ties(position: Position, like: Algorithm) -> Algorithm:
    """The search for all values of a position, with moves in the order of another search."""
    listed = position.lists_outcomes and position.has_few_outcomes
    if _is_opposed(position):
        return strongest(position)
    few = listed and len(LeafTable.of(position).outcomes) <= EQUILIBRIA_OUTCOMES
    order = like.search.order
    by_sets = order == "suits" or (suits_sets(position) and order in ("high", "low"))
    found = BY_SETS if few and by_sets else PRUNED if listed else PLAIN
    algorithm = Algorithm.parse(found).with_parts(order=order, combine=like.search.combine)
    return fitted(algorithm, position)


def _values(found: Result) -> tuple[Payoffs, ...]:
    """The values that a search found, be it one or several."""
    worth: Any = found.worth
    if worth.possible is not None:
        return tuple(worth.possible)
    return () if worth.payoffs is None else (worth.payoffs,)
