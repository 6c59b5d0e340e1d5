"""Searches of two sides: the root's side against all others.

`backup=minimax` is for games of two sides with opposite interests, such as bridge.
`backup=paranoid` makes such a game of any other: all opponents form a coalition and
care for nothing but to hurt the root's player (AAAI-2000). Only one number is searched,
the score of the root's side, which it maximises and everyone else minimises; so deep
pruning is sound and the window of alpha-beta says it all. The answer is what the root's
side gets at least, whatever the others do.

The contract: a search of a node within a window answers with a number. Between alpha and
beta it is the value; at or below alpha, no less than the value; at or above beta, no more.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator
from typing import Any, NamedTuple

from kibitz.algorithm import Algorithm
from kibitz.errors import GameError
from kibitz.game import Payoffs, Position
from kibitz.leaf_table import LeafTable
from kibitz.reference.bounds import NO_BOUNDS
from kibitz.reference.driver import Child, Node, drive
from kibitz.reference.events import Event, Rule
from kibitz.reference.ordering import ORDERS
from kibitz.reference.scores import Scores, scores_for
from kibitz.reference.table import Line, Store, Value, key_of

FAR = 1 << 62
"""Beyond any score."""


class Found(NamedTuple):
    """The answer for a node: a number, and the line behind it if it is the value."""

    score: int
    line: Line


class Known(NamedTuple):
    """What the table knows of a position: its value lies between, and the line if it is known."""

    least: int = -FAR
    most: int = FAR
    line: Line = None


class TwoSided:
    """A composition of two-sided parts at work on one position."""

    rules: tuple[Rule, ...] = ("immediate", "entry", "window")

    def __init__(self, root: Position, algorithm: Algorithm, table_mb: int) -> None:
        self.root, self.algorithm = root, algorithm
        self.side = 0 if root.is_over else root.side
        self.both: dict[int, Payoffs] = {}
        if algorithm.backup == "minimax":
            self.both = {payoffs[self.side]: payoffs for payoffs in opposed(root).payoffs}
        self.scores = scores_for(root, algorithm)
        self.order = ORDERS[algorithm.order]
        self.prunes = algorithm.prune == "alpha-beta"
        self.narrows = algorithm.heuristic == "taken"
        self.store: Store[Known] | None = None if algorithm.table == "none" else Store(table_mb)

    def run(self) -> Iterator[Event]:
        """Search the root and yield what happens; the last event holds the answer."""
        if self.algorithm.window == "zero" and not self.root.is_over:
            yield from self.questions()
        else:
            yield Event("visit", 0)
            yield from drive(self.node(self.root, -FAR, FAR, 0))

    def payoffs(self, value: Value) -> tuple[int | None, ...]:
        """What a value guarantees to the root's side; of others it says nothing.

        With opposite interests, what one side gets decides the other's payoff as well, once
        there is a line to it; before, it is only what the root's side gets at least.
        """
        own = self.scores.payoff(self.side, value.scores[0])
        if self.both and (value.line or self.root.is_over):
            return self.both[own]
        return tuple(own if side == self.side else None for side in range(self.root.game.sides))

    def node(self, position: Position, alpha: int, beta: int, depth: int) -> Node:
        """Search one node within a window."""
        # Step 1. The end, or a position that the table answers.
        if position.is_over:
            found = Found(self.scores.score(position.outcome)[self.side], None)
            yield Event("leaf", depth, answer=Value((found.score,), None))
            return found
        key = self.key(position)
        known = self.look(key)
        if known.line or known.least >= beta or known.most <= alpha:
            found = Found(known.least if known.least > alpha else known.most, known.line)
            yield Event("hit", depth, answer=self.exact(found, alpha, beta))
            return found

        # Step 2. Stop if what can still come about lies outside the window.
        least, most = self.reach(position)
        if most <= alpha or least >= beta:
            yield Event("cut", depth, rule="entry")
            return Found(most if most <= alpha else least, None)
        yield Event("expand", depth)
        maximises = position.side == self.side
        best: Found | None = None

        for number, move in enumerate(self.order(position)):
            # Step 3. The window of the child: the mover's best closes it from its side.
            low, high = alpha, beta
            if best is not None and self.prunes:
                low, high = (
                    (max(low, best.score), high) if maximises else (low, min(high, best.score))
                )

                # Step 4. Stop if no unseen leaf below here could still matter.
                if best.score == (most if maximises else least):
                    yield Event("cut", depth, rule="immediate")
                    break
                if low >= high:
                    yield Event("cut", depth, rule="window")
                    break

            # Step 5. Value it.
            bounds = {self.side: low} if low > -FAR else NO_BOUNDS
            below = self.node(position.play(move), low, high, depth + 1)
            answer: Found = yield Child(move, bounds, high if high < FAR else None, below)

            # Step 6. Keep it if the mover prefers it; the first of equals stays.
            if best is None or (
                answer.score > best.score if maximises else answer.score < best.score
            ):
                best = Found(answer.score, (number, answer.line))
                yield Event("keep", depth, move, answer=self.exact(best, alpha, beta))

        # Step 7. Remember what is known now.
        assert best is not None
        self.keep(key, best, alpha, beta, known)
        yield Event("leave", depth, answer=self.exact(best, alpha, beta))
        return best

    def exact(self, found: Found, alpha: int, beta: int) -> Value | None:
        """The value, if the number lies in the window."""
        return Value((found.score,), found.line) if alpha < found.score < beta else None

    def reach(self, position: Position) -> tuple[int, int]:
        """What the root's side can still get, by what was taken so far."""
        if not self.narrows:
            return -FAR, FAR
        feasible = self.scores.feasible(position)
        return feasible.lowest[self.side], feasible.highest[self.side]

    # The table: one entry a key, what is known of the value from both sides.

    def key(self, position: Position) -> Hashable:
        """The key of a position."""
        return key_of(position, self.algorithm) if self.store else None

    def look(self, key: Hashable) -> Known:
        """What is known of a position."""
        return (self.store and self.store.look(key)) or Known()

    def keep(self, key: Hashable, found: Found, alpha: int, beta: int, known: Known) -> None:
        """Remember an answer beside what was known."""
        if not self.store:
            return
        if alpha < found.score < beta:
            self.store.keep(key, Known(found.score, found.score, found.line))
        elif self.algorithm.table == "bounds":
            at_most = found.score <= alpha
            least = known.least if at_most else max(known.least, found.score)
            most = min(known.most, found.score) if at_most else known.most
            self.store.keep(key, Known(least, most))

    # The same answer by questions "is it at least this?", each with an empty window.

    def questions(self) -> Iterator[Event]:
        """Find the value by halving, then the first line that has it."""
        assert isinstance(self.scores, Scores)
        chances = sorted({row[self.side] for row in self.scores.rows})
        first, last = 0, len(chances) - 1
        while first < last:
            middle = (first + last + 1) // 2
            if (yield from self.at_least(self.root, chances[middle], None)):
                first = middle
                yield Event("keep", 0, answer=Value((chances[first],), None))
            else:
                last = middle - 1
        value, position = chances[first], self.root
        numbers: list[int] = []
        while not position.is_over:
            maximises = position.side == self.side
            for number, move in enumerate(self.order(position)):
                after = position.play(move)
                target = value if maximises else value + 1
                if (yield from self.at_least(after, target, move)) == maximises:
                    numbers.append(number)
                    break
            position = after
            if len(numbers) == 1:
                yield Event("keep", 0, move, answer=Value((value,), (numbers[0], None)))
        line: Line = None
        for number in reversed(numbers):
            line = (number, line)
        yield Event("leave", 0, answer=Value((value,), line))

    def at_least(self, position: Position, score: int, move: Any) -> Generator[Event, None, bool]:
        """Whether the value of a position is at least a score."""
        yield Event("visit", 1, move, {self.side: score - 1}, score)
        found = yield from drive(self.node(position, score - 1, score, 1), 1)
        return bool(found.score >= score)


def opposed(root: Position) -> LeafTable:
    """The leaf-value table of a position whose two sides want the opposite; others are refused."""
    name = root.game.text_name()
    if root.game.sides != 2:
        raise GameError(
            f"alpha-beta needs two sides, and {name} has {root.game.sides}; use paranoid or maxn"
        )
    table = LeafTable.of(root)
    if len(set(map(sum, table.ranks))) > 1:
        raise GameError(f"alpha-beta needs opposite interests in {name}; use paranoid or maxn")
    return table
