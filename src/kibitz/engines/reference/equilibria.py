"""All equilibria: every value that max^n can have, however players break ties.

`backup=equilibria` finds the exact set. At a node of player p, a value of one child can be
the node's if p need not do better elsewhere: if it gives p at least as much as the least that
each other child can be worth to p. What players prefer is certain; only what they do between
moves that are worth the same to them is left open, at every node anew. With `free=0/2` only
these sides break ties freely; the others take the first of equals.

The contract is that of `search.py`, for sets. A search of a node under bounds answers with the
exact set of the node, or with NIL, which says only: each of its values is no better than its
bound for at least one bounded player. A free player's bound is one below the least that it has
secured, since a value that is only as good still counts.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.engines.problem.protocol import CutRule, Problem
from kibitz.engines.problem.scores import Feasible, Scores
from kibitz.engines.reference.bounds import Bounds
from kibitz.engines.reference.decision import LeafTableTest
from kibitz.engines.reference.driver import Child, NodeSearch
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.search import UnderBounds, UnderBoundsRun
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import NIL, Found, Line
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Payoffs, Position
from kibitz.text import write_value
from kibitz.values import Several, Value


class Equilibrium(NamedTuple):
    """What a node can be worth: the value of plain max^n, and all values with their lines."""

    plain: Found
    lines: Mapping[Payoffs, Line]

    def least(self, side: int) -> int:
        """The least that a side gets in any of them."""
        return min(scores[side] for scores in self.lines)


def check_free(free: tuple[int, ...], position: Position) -> None:
    """Refuse free sides that the game does not have."""
    most = position.game.sides - 1
    if any(not 0 <= side <= most for side in free):
        raise InvalidAlgorithm(f"expected free sides from 0 to {most}: free={write_value(free)}")


def free_faults(free: tuple[int, ...]) -> Iterator[str]:
    """Why these cannot be the sides that break ties freely."""
    if list(free) != sorted(set(free)):
        yield f"expected each free side once, in order: free={write_value(free)}"


@SEARCHES.named("equilibria")
@dataclass(frozen=True)
class Equilibria(UnderBounds):
    """Every value that max^n can have, however players break ties."""

    backup = "equilibria"

    free: tuple[int, ...] = ()
    """The sides that break ties freely; none said, all of them."""

    def check(self, position: Position) -> None:
        """Refuse free sides that the game does not have."""
        check_free(self.free, position)

    def begin(self, problem: Problem) -> EquilibriaRun:
        return EquilibriaRun(self, problem)

    def plain(self) -> Equilibria:
        return Equilibria(
            order=self.order,
            width=self.width,
            combine=self.combine,
            leaf=self.leaf,
            deepening=self.deepening,
            free=self.free,
        )

    def faults(self) -> Iterator[str]:
        """Why parts do not go together: only bounds that may be searched again are sound."""
        yield from super().faults()
        yield from free_faults(self.free)
        if not self.rule.sound:
            yield f"'{self.prune}' gives wrong values; use prune=speculative"


class EquilibriaRun(UnderBoundsRun):
    """A search for all equilibria at work on one position."""

    def __init__(self, search: Equilibria, problem: Problem) -> None:
        super().__init__(search, problem)
        self.free = frozenset(search.free or range(problem.position.game.sides))

    def plain(self, answer: Equilibrium) -> Found:
        return answer.plain

    def value(self, answer: Equilibrium) -> Value:
        """All of them, the one of plain max^n first, and its line."""
        vectors = (answer.plain.scores, *answer.lines)
        return Several.with_first(map(self.scores.payoffs, vectors), answer.plain.numbers)

    def node(
        self, position: Position, bounds: Bounds, ages: Bounds, depth: int, line: Line
    ) -> NodeSearch:
        # Step 1. The end, the horizon, or a position that the table answers.
        # Nothing is left to choose here, or it was searched before.
        horizon = self.horizon
        if position.is_over or depth == horizon.plies:
            horizon.guesses += not position.is_over
            leaf = self.leaf(position)
            yield Event("leaf", depth, answer=leaf)
            return leaf
        key = self.table.key(position, horizon.plies - depth)
        known = self.table.look(key, bounds)
        if known is not None:
            horizon.guesses += known.guessed
            yield Event("hit", depth, answer=known.answer)
            return known.answer

        # Step 2. Stop if no leaf below here can matter.
        # An ancestor keeps what it has secured unless some outcome beats every bound.
        possible, feasible = self.test.possible, self.scores.feasible(position)
        if bounds and not possible(bounds, feasible):
            yield Event("cut", depth, bounds=bounds, rule="entry", feasible=feasible)
            return NIL
        yield Event("expand", depth, turn=position.turn)
        moves = self.order(position)
        children = Children(position.side, position.side in self.free)
        guesses, cut = horizon.guesses, False
        first, rest = line or (0, None)
        unseen = [first, *(child for child in range(len(moves)) if child != first)]
        waiting: list[int] = []

        while True:
            # Step 3. Once a value beats every bound, a waiting child; else the next unseen.
            # Then this node may be chosen, and what failed on older bounds may be part of it.
            kept = children.kept()
            beats = any(all(scores[p] > b for p, b in bounds.items()) for scores in kept)
            again = beats and bool(waiting)
            given: dict[int, int] = {}
            if again:
                child = waiting.pop(0)
            elif unseen:
                child = unseen.pop(0)
                if not beats:
                    given = self.handed_on.older(bounds, ages, not children.found, not unseen)
            else:
                break
            given_ages = {player: ages[player] + 1 for player in given}

            # Step 4. Stop if no unseen leaf below here could still matter.
            # The mover gives up what it has only for as much, and ancestors theirs likewise.
            own = children.bound(child)
            if own is not None:
                has: Bounds = {children.mover: own}
                if self.settled(children, own, kept, feasible):
                    yield Event("cut", depth, bounds=has, rule="immediate", feasible=feasible)
                    waiting = [] if beats else waiting
                    break
                has = {**bounds, children.mover: max(own, bounds.get(children.mover, own))}
                if not beats and not possible(has, feasible):
                    older = any(age > 1 for age in ages.values())
                    rule: CutRule = "distant" if older else "shallow"
                    yield Event("cut", depth, bounds=has, rule=rule, feasible=feasible)
                    cut = True
                    break
                if self.handed_on.life and own >= given.get(children.mover, own):
                    given[children.mover], given_ages[children.mover] = own, 1

            # Step 5. Value it. A failure is settled if nothing but the mover's bound caused it.
            # Then each of its values is too little for the mover; older bounds are ancestors'.
            if again:
                yield Event("again", depth, moves[child])
            tried = rest if child == first else None
            below = self.node(position.after(moves[child]), given, given_ages, depth + 1, tried)
            answer: Equilibrium | None = yield Child(moves[child], given, None, below)
            if answer is NIL:
                if own is None or given != {children.mover: own}:
                    insort(waiting, child)
                    yield Event("wait", depth, moves[child])

            # Step 6. Keep its values; those that the mover need not accept drop out.
            else:
                children.found[child] = answer
                yield Event("keep", depth, moves[child], answer=children.answer())

        # Step 7. With children unseen or waiting, only "does not beat the bounds" is known.
        # Each value of theirs fails a bound, or the mover need not accept it.
        result: Any = NIL if cut or waiting else children.answer()
        self.table.keep(key, result, bounds, horizon.guesses > guesses)
        yield Event("leave", depth, answer=result)
        return result

    def leaf(self, position: Position) -> Equilibrium:
        """The one value of an end, or of the estimate at the horizon."""
        scores, over = self.scores, position.is_over
        value = scores.score(position.outcome) if over else scores.estimate(position)
        return Equilibrium(Found(value, None), {value: None})

    def settled(
        self, children: Children, own: int, kept: Mapping[Payoffs, Line], feasible: Feasible
    ) -> bool:
        """Whether no further child can add a value, or make the mover drop one."""
        if not children.free:
            return not self.test.possible({children.mover: own}, feasible)
        if self.test.possible({children.mover: own + 1}, feasible):
            return False
        if not isinstance(self.test, LeafTableTest):
            return False
        assert isinstance(self.scores, Scores)
        rows = self.scores.rows
        left = (row for at, row in enumerate(rows) if feasible.outcomes >> at & 1)
        return all(row[children.mover] <= own or row in kept for row in left)


class Children:
    """The children of a node that have values, and which of these the mover can come to."""

    def __init__(self, mover: int, free: bool) -> None:
        self.mover, self.free = mover, free
        self.found: dict[int, Equilibrium] = {}

    def bound(self, child: int) -> int | None:
        """What a value of a child must exceed for the mover, by the least of the others."""
        mover, free = self.mover, self.free
        return max(
            (
                each.least(mover) - (free or child < other)  # left of another wins ties
                for other, each in self.found.items()
                if other != child
            ),
            default=None,
        )

    def kept(self) -> dict[Payoffs, Line]:
        """The values that the node can have, with the first move that leads to each."""
        kept: dict[Payoffs, Line] = {}
        for child in sorted(self.found):
            bound = self.bound(child)
            for scores, line in self.found[child].lines.items():
                if bound is None or scores[self.mover] > bound:
                    kept.setdefault(scores, (child, line))
        return kept

    def answer(self) -> Equilibrium:
        """The same, with the value of plain max^n: the first of equals stays."""
        child = max(self.found, key=lambda each: (self._plain(each), -each))
        plain = self.found[child].plain
        return Equilibrium(Found(plain.scores, (child, plain.line)), self.kept())

    def _plain(self, child: int) -> int:
        return self.found[child].plain.scores[self.mover]
