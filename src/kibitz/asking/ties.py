"""Ties: whether a value depends on how players break them, what else it can be, who decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.asking.budget import Budget
from kibitz.asking.choosing import checked, fitted
from kibitz.engines.choice import engines_of
from kibitz.engines.problem.protocol import NEVER, Cancel, Watch
from kibitz.errors import blaming
from kibitz.game import Payoffs, Position
from kibitz.history import History, hand_at
from kibitz.results import Limit, Result, Stopped
from kibitz.showing.layout import columns, write_payoffs
from kibitz.text import and_list

PRUNED = "equilibria(keys=relative)"
"""For a game that lists its outcomes; for any other, plain."""
PLAIN = "maxn(backup=equilibria,table=exact)"


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
    """Of the search for all of them."""
    alone: tuple[tuple[Payoffs, ...], ...] = ()
    """For each side, the values if it alone breaks ties freely; nothing where there is one value,
    or if the search was stopped.
    """
    stopped: Stopped = ""

    @property
    def possible(self) -> tuple[Payoffs, ...]:
        """All values, that of plain max^n in the listed order first; nothing if not known."""
        return () if self.stopped else _values(self.result)

    @property
    def value(self) -> Payoffs | None:
        """The value of plain max^n in the listed order of moves."""
        return self.possible[0] if self.possible else None

    @property
    def others(self) -> tuple[Payoffs, ...]:
        """What else the value can be, if players break ties otherwise."""
        return self.possible[1:]

    @property
    def depends(self) -> bool | None:
        """Whether the value depends on ties; none if that is not known."""
        return None if self.stopped else len(self.possible) > 1

    @property
    def deciders(self) -> tuple[int, ...]:
        """The sides that can change the value alone, while all others take the first of equals."""
        return tuple(side for side, values in enumerate(self.alone) if len(values) > 1)

    @property
    def words(self) -> str:
        """Whether it depends on ties, in a sentence."""
        if self.depends is None:
            return f"not known whether it depends on ties (stopped: {self.stopped})"
        if not self.depends:
            return "does not depend on ties"
        others = ", ".join(map(write_payoffs, self.others))
        names = [self._name(side) for side in self.deciders]
        if not names:
            return f"depends on ties: also {others}, as several players decide together"
        verb = "decides" if len(names) == 1 else "decide"
        return f"depends on ties: also {others}, as {and_list(names)} {verb}"

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
            "depends_on_ties": self.depends,
            "possible": self.possible,
            "alone": self.alone,
            "deciders": self.deciders,
            "words": self.words,
            "nodes": self.result.stats.visited,
            "stopped": self.stopped,
        }


def ties(
    position: Position | History,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    cancel: Cancel = NEVER,
) -> Ties:
    """Whether the value of a position depends on ties, what else can happen, and who decides.

    The values are those that max^n can have if every player, at each of its moves, may choose any
    of those that are best for it. They do not depend on the order of moves.

    >>> game = kibitz.game("spades(players=3,bids=1/1/2,utility=mot,breaking=false)")
    >>> kibitz.ties(game.parse("7..K.4 .2..K7 J...A3")).words
    'does not depend on ties'
    """
    hand, limit = hand_at(position), checked(limit)
    here = hand.position
    budget = Budget(limit, Watch(None, cancel), engines_of(engine))
    with blaming(here.game):
        listed = here.lists_outcomes and here.has_few_outcomes
        algorithm = fitted(Algorithm.parse(PRUNED if listed else PLAIN), here)
        found = budget.search(here, algorithm, budget.share())
        if found.stopped or len(_values(found)) == 1:
            return _checked(Ties(here, found, stopped=found.stopped))
        alone = []
        for side in range(here.game.sides):
            free = budget.search(here, algorithm.with_parts(free=(side,)), budget.share())
            if free.stopped:
                return _checked(Ties(here, found, stopped=free.stopped))
            alone.append(_values(free))
    return Ties(here, found, tuple(alone))


def _values(found: Result) -> tuple[Payoffs, ...]:
    """The values that a search found, be it one or several."""
    worth: Any = found.worth
    if worth.possible is not None:
        return tuple(worth.possible)
    return () if worth.payoffs is None else (worth.payoffs,)


def _checked(found: Ties) -> Ties:
    if found.stopped == "interrupt":
        raise KeyboardInterrupt
    return found
