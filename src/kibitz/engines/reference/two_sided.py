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

from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import CutRule, Problem
from kibitz.engines.problem.scores import Scores
from kibitz.engines.problem.sides import guaranteeing, side_of_root
from kibitz.engines.reference.bounds import NO_BOUNDS, Bounds
from kibitz.engines.reference.decision import Needs
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.entries import entries_for
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.searches import SEARCHES, Run, TreeSearch
from kibitz.engines.reference.table import Found, Line, Store, keys_for, nested
from kibitz.game import Move, Position
from kibitz.leaf_table import LeafTable
from kibitz.values import Known, Value, Vector

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm

FAR = 1 << 4096
"""Beyond any score."""


class Scored(NamedTuple):
    """The answer for a node: a number, and the line behind it if it is the value."""

    score: int
    line: Line


class Interval(NamedTuple):
    """What the table knows of a position: its value lies between, and the line if it is known."""

    least: int = -FAR
    most: int = FAR
    line: Line = None
    guessed: bool = False
    """Whether it rests on estimates."""


class Path(NamedTuple):
    """A position, and what the path to it leaves of the replies to the root: a number."""

    position: Position
    spent: int = 0

    @property
    def is_over(self) -> bool:
        return self.position.is_over

    @property
    def side(self) -> int:
        """The side to move."""
        return self.position.side


@dataclass(frozen=True)
class TwoSided(TreeSearch):
    """One side against all others: a number within a window instead of a vector."""

    two_sided = True
    rules = ("immediate", "entry", "window")

    prune: str = "none"
    heuristic: Literal["none", "taken"] = "none"
    """Whether what was taken narrows the window."""
    window: Literal["full", "zero"] = "full"
    """One search, or many questions that are answered by yes or no."""
    table: Literal["none", "exact", "bounds"] = "none"

    def faults(self) -> Iterator[str]:
        """Why parts do not go together in a search of two sides."""
        if self.prune not in ("none", "alpha-beta"):
            use = "use prune=alpha-beta or backup=maxn"
            yield f"'{self.prune}' prunes maxn, not {self.backup}; {use}"
        if not self.prunes and (self.narrows or self.window != "full"):
            yield "'heuristic' and 'window' need prune=alpha-beta"
        if self.by_questions and self.table != "bounds":
            yield "'window=zero' asks about the same positions again; use table=bounds"
        if self.table == "bounds" and not self.prunes:
            yield "'table=bounds' keeps what pruning left open; without pruning use table=exact"
        yield from super().faults()
        if self.anytime and self.by_questions:
            yield "'window=zero' searches to the end; use window=full with a leaf"

    def begin(self, problem: Problem) -> TwoSidedRun:
        return TwoSidedRun(self, problem)

    def plain(self) -> TwoSided:
        return type(self)(
            order=self.order,
            width=self.width,
            combine=self.combine,
            leaf=self.leaf,
            deepening=self.deepening,
        )

    @property
    def needs(self) -> Needs:
        return "outcomes" if self.narrows or self.by_questions else "nothing"

    @property
    def one_side(self) -> bool:
        return True

    @property
    def narrows(self) -> bool:
        return self.heuristic == "taken"

    @property
    def by_questions(self) -> bool:
        return self.window == "zero"


class TwoSidedRun(Run):
    """A composition of two-sided parts at work on one position."""

    def __init__(self, search: TwoSided, problem: Problem) -> None:
        root = problem.position
        self.root, self.search = root, search
        self.side = side_of_root(root)
        self.guaranteed = guaranteeing(root, search)
        entries = entries_for(problem)
        self.scores = entries.scores
        self.order = order_for(root, search)
        self.prunes, self.narrows = search.prunes, search.narrows
        self.store: Store[Interval] | None = None if search.table == "none" else entries.store
        self.keys = keys_for(search)
        self.horizon = Horizon(problem.algorithm, problem.limit.depth)

    def events(self) -> Iterator[Event]:
        """Search the root and yield what happens; the last answer is the answer."""
        if self.search.by_questions and not self.root.is_over:
            yield from self.questions()
            return
        line: Line = None
        for plies in self.horizon:
            yield Event("visit", 0)
            found = yield from drive(self.node(Path(self.root), -FAR, FAR, 0, line))
            if self.horizon.stops_early:
                yield Event("deepened", plies)
            line = found.line

    def value(self, answer: Found) -> Value:
        """What is guaranteed, and the line as far as it can be played."""
        line = self.search.played(self.root, answer.numbers)
        return Vector(self.payoffs(answer), line=line)

    def payoffs(self, found: Found) -> Known:
        """What is guaranteed to the root's side."""
        return self.guaranteed(self.payoff(self.side, found.scores[0]))

    def moves(self, path: Path) -> Sequence[Move]:
        """The moves of a position that are searched."""
        return self.order(path.position)

    def after(self, path: Path, moves: Sequence[Move], child: int) -> Path:
        """Where the move of that number leads."""
        return Path(path.position.after(moves[child]))

    def node(self, path: Path, alpha: int, beta: int, depth: int, line: Line) -> NodeSearch:
        """Search one node within a window, and a line to try first."""
        position = path.position
        # Step 1. The end, the horizon, or a position that the table answers.
        # Nothing is left to choose here, or it was searched before.
        if position.is_over:
            found = Scored(self.scores.score(position.outcome)[self.side], None)
            yield Event("leaf", depth, answer=Found((found.score,), None))
            return found
        horizon = self.horizon
        if depth == horizon.plies:
            horizon.guesses += 1
            found = Scored(self.scores.estimate(position)[self.side], None)
            yield Event("leaf", depth, answer=Found((found.score,), None))
            return found
        key = self.key(path, horizon.plies - depth)
        known = self.look(key)
        if known.line or known.least >= beta or known.most <= alpha:
            horizon.guesses += known.guessed
            found = Scored(known.least if known.least > alpha else known.most, known.line)
            yield Event("hit", depth, answer=self.exact(found, alpha, beta))
            return found

        # Step 2. Stop if what can still come about lies outside the window.
        # One of the two sides has as much further up, and does not let it come to this.
        least, most = self.reach(position)
        if most <= alpha or least >= beta:
            found = Scored(most if most <= alpha else least, None)
            yield self.cut("entry", depth, alpha, beta, found)
            return found
        yield Event("expand", depth, turn=position.turn)
        maximises, moves = position.side == self.side, self.moves(path)
        best: Scored | None = None
        at, guesses = 0, horizon.guesses
        first, rest = line or (0, None)

        for child in [first, *(child for child in range(len(moves)) if child != first)]:
            # Step 3. The window of the child: the mover's best closes it from its side.
            # The mover leaves its best only for more, or for as much further to the left.
            low, high = alpha, beta
            if best is not None and self.prunes:
                left = child < at  # left of the best wins ties
                if maximises:
                    low = max(low, best.score - left)
                else:
                    high = min(high, best.score + left)

                # Step 4. Stop if no unseen leaf below here could still matter.
                # The mover has all there is, or the other side does not let it come to this.
                if not left and best.score == (most if maximises else least):
                    yield self.cut("immediate", depth, alpha, beta, best)
                    break
                if best.score >= beta if maximises else best.score <= alpha:
                    yield self.cut("window", depth, alpha, beta, best)
                    break

            # Step 5. Value it.
            # Outside the window its value does not matter, so a bound on it will do.
            tried = rest if child == first else None
            below = self.node(self.after(path, moves, child), low, high, depth + 1, tried)
            answer: Scored = yield Child(moves[child], *self.window(low, high), below)

            # Step 6. Keep it if the mover prefers it; the first of equals stays.
            # So it is the line of plain minimax, in whichever order the children came.
            sign = 1 if maximises else -1
            if best is None or (sign * answer.score, -child) > (sign * best.score, -at):
                best, at = Scored(answer.score, (child, answer.line)), child
                yield Event("keep", depth, moves[child], answer=self.exact(best, alpha, beta))

        # Step 7. Remember what is known now.
        # In the window the number is the value; at its edges the value is at most or at least that.
        assert best is not None
        self.keep(key, best, alpha, beta, known, horizon.guesses > guesses)
        yield Event("leave", depth, answer=self.exact(best, alpha, beta))
        return best

    def window(self, alpha: int, beta: int) -> tuple[Bounds, int | None]:
        """A window as a bound of the root's side and what it must stay below, if anything."""
        bounds = {self.side: alpha} if alpha > -FAR else NO_BOUNDS
        return bounds, beta if beta < FAR else None

    def cut(self, rule: CutRule, depth: int, alpha: int, beta: int, found: Scored) -> Event:
        """The rest of a node does not matter within this window, since this is found."""
        bounds, ceiling = self.window(alpha, beta)
        return Event("cut", depth, None, bounds, ceiling, rule=rule, reached=found.score)

    def exact(self, found: Scored, alpha: int, beta: int) -> Found | None:
        """The value, if the number lies in the window."""
        return Found((found.score,), found.line) if alpha < found.score < beta else None

    def reach(self, position: Position) -> tuple[int, int]:
        """What the root's side can still get, by what was taken so far."""
        if not self.narrows:
            return -FAR, FAR
        feasible = self.scores.feasible(position)
        return feasible.lowest[self.side], feasible.highest[self.side]

    # The table: one entry per key, what is known of the value from both sides.

    def key(self, path: Path, plies: int) -> Hashable:
        """The key of a position with this many plies to go."""
        return self.keys(path.position, plies) if self.store else None

    def look(self, key: Hashable) -> Interval:
        """What is known of a position."""
        return (self.store and self.store.look(key)) or Interval()

    def keep(
        self, key: Hashable, found: Scored, alpha: int, beta: int, known: Interval, guessed: bool
    ) -> None:
        """Remember an answer beside what was known."""
        if not self.store:
            return
        if alpha < found.score < beta:
            self.store.keep(key, Interval(found.score, found.score, found.line, guessed))
        elif self.search.table == "bounds":
            at_most = found.score <= alpha
            least = known.least if at_most else max(known.least, found.score)
            most = min(known.most, found.score) if at_most else known.most
            self.store.keep(key, Interval(least, most, None, guessed or known.guessed))

    # The same answer by questions "is it at least this?", each with an empty window.

    def questions(self) -> Iterator[Event]:
        """Find the value by halving, then the first line that has it."""
        assert isinstance(self.scores, Scores)
        chances = sorted({row[self.side] for row in self.scores.rows})
        return halving(Path(self.root), self.side, chances, self.children, self.at_least)

    def children(self, path: Path) -> Iterator[tuple[Move, Path]]:
        """The moves of a position that are searched, and where they lead."""
        moves = self.moves(path)
        for child, move in enumerate(moves):
            yield move, self.after(path, moves, child)

    def at_least(
        self, path: Path, score: int, move: Move
    ) -> Generator[Event, None, tuple[bool, Line]]:
        """Whether the value of a position is at least a score, and by which move."""
        yield Event("visit", 1, move, {self.side: score - 1}, score)
        found = yield from drive(self.node(path, score - 1, score, 1, None), 1)
        return found.score >= score, found.line and (found.line[0], None)


@SEARCHES.named("minimax")
@dataclass(frozen=True)
class Minimax(TwoSided):
    """Two sides that want the opposite."""

    backup = "minimax"
    needs_opposed = True
    known_as, against_all = "alpha-beta", "paranoid"

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        opposed = self.combine == "against" or LeafTable.of(position).opposed
        return opposed, f"{'' if opposed else 'needs '}two sides that want the opposite"


@SEARCHES.named("paranoid")
@dataclass(frozen=True)
class Paranoid(TwoSided):
    """The player to move against all others, as if they wanted the opposite."""

    backup = "paranoid"
    guarantees = True

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        return True, "by assumption all others want the opposite"


def halving(
    root: Any,
    side: int,
    chances: Sequence[int],
    children: Callable[[Any], Iterable[tuple[Move, Any]]],
    at_least: Callable[[Any, int, Move], Generator[Event, None, tuple[bool, Line]]],
    line_apart: bool = False,
) -> Iterator[Event]:
    """Find the value among all scores that a side can have, then the first line that has it.

    With `line_apart` it is said where value and move are known.
    """
    first, last = 0, len(chances) - 1
    while first < last:
        middle = (first + last + 1) // 2
        # The move that says yes gets as much; which one that is, a table does not know.
        yes, sure = yield from at_least(root, chances[middle], None)
        if yes:
            first = middle
            yield Event("keep", 0, answer=Found((chances[first],), sure))
        else:
            last = middle - 1
    value, position = chances[first], root
    numbers: list[int] = []
    while not position.is_over:
        maximises = position.side == side
        for number, (move, after) in enumerate(children(position)):
            yes, _ = yield from at_least(after, value if maximises else value + 1, move)
            if yes == maximises:
                numbers.append(number)
                break
        position = after
        if len(numbers) == 1:
            yield Event("keep", 0, move, answer=Found((value,), (numbers[0], None)))
            if line_apart:
                yield Event("line", 0)
    yield Event("leave", 0, answer=Found((value,), nested(numbers)))
