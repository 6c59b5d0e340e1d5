"""Small parts of the tree: keys that positions share, moves that are one, pruned searches."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

from kibitz.algorithm import Algorithm
from kibitz.asking.choosing import strongest
from kibitz.asking.solve import compare, solve
from kibitz.cards import TrickPosition
from kibitz.check.asking import Asking, place_of
from kibitz.check.position import answer_of
from kibitz.game import Move, Position
from kibitz.results import Result

LONGEST = 10_000
"""After how many moves a game is taken to have no end."""
SMALL = 200
"""How many positions a part of the tree has at most in which keys are compared."""
PAIRS = 30
"""How many pairs of positions with one key are compared in such a part."""
WALKS = 3
"""How often such a pair is played on side by side."""


class TreeCheck(Asking):
    """Compare positions, and searches of them."""

    def small_part(self, path: list[Position]) -> list[Position]:
        """A position near the end, and all below it, as many as are not too many."""
        part = path[-1:]
        for position in reversed(path[:-1]):
            larger = list(self.below(position, SMALL + 1))
            if len(larger) > SMALL:
                break
            part = larger
        return part

    def below(self, position: Position, most: int) -> Iterator[Position]:
        """A position and those below it, deep ones first, as many as that."""
        waiting = [position]
        while waiting and most:
            here = waiting.pop()
            yield here
            most -= 1
            if not self.is_over(here):
                waiting += [self.play(here, move) for move in self.moves(here)]

    def look_at_keys(self, part: Sequence[Position], name: str, draw: random.Random) -> None:
        """Positions that share a key have the same future."""
        if name == "relative_key" and type(part[0]).relative_key is Position.relative_key:
            return
        what = "the text" if name == "text" else f"{name}()"
        sharing: dict[Hashable, list[Position]] = defaultdict(list)
        for position in part:
            sharing[str(position) if name == "text" else answer_of(position, what)].append(position)
        pairs = [
            (first, other)
            for first, *others in sharing.values()
            for other in others
            if name == "text" or str(first) != str(other)
        ]
        for first, other in draw.sample(pairs, min(PAIRS, len(pairs))):
            for _ in range(WALKS):
                apart = self.walk_apart(first, other, draw, names=name != "relative_key")
                if apart:
                    case = f"{place_of(first)} and {place_of(other)}, {apart}"
                    self.fault(f"{what} is the same for different futures", case)
                    return

    def look_at_groups(self, part: Sequence[Position], draw: random.Random) -> None:
        """Legal moves that are one move have the same future."""
        pairs = [
            (position, group[0], draw.choice(group[1:]))
            for position in part
            if not self.is_over(position)
            for group in self.ask("groups()", position, position.groups)
            if len(group) > 1
        ]
        for position, first, other in draw.sample(pairs, min(PAIRS, len(pairs))):
            one, two = self.play(position, first), self.play(position, other)
            for _ in range(WALKS):
                apart = self.walk_apart(one, two, draw, names=False, ask=self.every_move)
                if apart:
                    case = f"{first} and {other}, {apart}"
                    self.fault("moves() takes two moves for one", case, position)
                    return

    def every_move(self, position: Position) -> Sequence[Move]:
        """Every legal move; of equal cards in a hand, which are listed once, each."""
        moves = self.legal_moves(position)
        if not isinstance(position, TrickPosition):
            return moves
        held = Counter(card.name for card in position.hand(position.turn))
        return [move for move in moves for _ in range(held[str(move)])]

    def walk_apart(
        self,
        one: Position,
        two: Position,
        draw: random.Random,
        names: bool,
        ask: Callable[[Position], Sequence[Move]] | None = None,
    ) -> str:
        """Play two positions on by the same move numbers; how they differ, if they do."""
        ask = ask or self.moves
        played: list[str] = []
        while len(played) < LONGEST:
            after = f"after {' '.join(played)}" if played else "at once"
            if self.is_over(one) or self.is_over(two):
                if not (self.is_over(one) and self.is_over(two)):
                    return f"of which one is over {after}"
                ends = self.payoffs(one.outcome), self.payoffs(two.outcome)
                return "" if ends[0] == ends[1] else f"which end in {ends[0]} and {ends[1]} {after}"
            if one.side != two.side:
                return f"where {one.turn} and {two.turn} are to move {after}"
            moves, others = ask(one), ask(two)
            if len(moves) != len(others) or (names and list(moves) != list(others)):
                listed = " and ".join(" ".join(map(str, each)) for each in (moves, others))
                return f"where the moves are {listed} {after}"
            at = draw.randrange(len(moves))
            played.append(str(moves[at]))
            one, two = self.play(one, moves[at]), self.play(two, others[at])
        return ""

    def look_at_progress(self, part: Sequence[Position]) -> None:
        """Positions of the same progress allow the same outcomes."""
        outcomes = self.outcomes(part[0])
        if outcomes is None:
            return
        allowed: dict[Hashable, list[bool]] = {}
        for position in part:
            if position.progress is not None:
                answers = [bool(position.allows(outcome)) for outcome in outcomes]
                if allowed.setdefault(position.progress, answers) != answers:
                    what = "allows() depends on more than progress"
                    self.fault(what, repr(position.progress), position)

    def search(self, position: Position) -> None:
        """What the game provides does not lead the pruned searches astray."""
        algorithm = strongest(position)
        pruned = [algorithm]
        if algorithm.search.table != "none":
            pruned.append(algorithm.with_parts(keys="relative"))
        like = {part: getattr(algorithm, part) for part in ("order", "combine", "leaf")}
        unpruned = Algorithm(**like)
        plain, *results = self.ask("solve()", position, compare, position, [unpruned, *pruned])
        for result in results:
            self.compare_engines(position, result)
            if (result.value, result.line) != (plain.value, plain.line):
                found, right = (
                    f"{each.value} with {' '.join(map(str, each.line))}" for each in (result, plain)
                )
                what = "a pruned search is led astray by outcomes, allows, bounds or keys"
                self.fault(what, f"{found} by {result.algorithm}, not {right}", position)

    def compare_engines(self, position: Position, result: Result) -> None:
        """The kernel, where it takes the game, does what the reference does."""
        if result.engine == "reference":
            return
        slow = self.ask("solve()", position, _by_reference, position, result.algorithm)
        if (result.value, result.line, result.stats) != (slow.value, slow.line, slow.stats):
            found, right = (
                f"{each.value} in {each.stats.visited} nodes" for each in (result, slow)
            )
            what = "kernel and reference differ, which is a fault of Kibitz"
            self.fault(what, f"{found} and {right} by {result.algorithm}", position)

    def look_at_what_is_left_out(self, position: Position) -> None:
        """A legal move that is not searched has the value of one that is."""
        if self.is_over(position):
            return
        moves, legal = self.moves(position), self.legal_moves(position)
        left_out = [move for move in legal if move not in moves]
        if left_out:
            values = [solve(self.play(position, move), "maxn").value for move in moves]
            for move in left_out:
                value = solve(self.play(position, move), "maxn").value
                if value not in values:
                    what = "moves() leaves out a legal move that is like no other"
                    self.fault(what, f"{move} with {value}", position)


def _by_reference(position: Position, algorithm: Algorithm) -> Result:
    return solve(position, algorithm, engine="reference")
