"""Back-up rules, written once more and plainly, and a game in which passes can be imagined."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, ClassVar

from definition import FAR, listed, worth

from kibitz import Algorithm, Position, Utility
from kibitz.scoring import ScoredGame

Payoffs = tuple[int, ...]
Lot = dict[Any, Fraction]


def opps(
    position: Position, algorithm: Algorithm, root: int, used: int = 0, plies: int = FAR
) -> tuple[int, list[Any]]:
    """OPPS(n1, l1, l2): what the root's side gets, and the line."""
    if position.is_over or plies == 0:
        return worth(position, algorithm)[root], []
    moves, mine = listed(position, algorithm), position.side == root
    all_of_them = len(moves)
    first = algorithm.moves or all_of_them
    others = algorithm.others or all_of_them
    allowed = all_of_them if mine else first if used < algorithm.opponents else others
    found = []
    for number, move in enumerate(moves[:allowed]):
        then = 0 if mine else used + 1 if number >= others else used
        payoff, line = opps(position.play(move), algorithm, root, then, plies - 1)
        found.append((payoff, [move, *line]))
    return (max if mine else min)(found, key=lambda each: each[0])


def brs(
    position: Position, algorithm: Algorithm, root: int, plies: int = FAR
) -> tuple[int, list[Any]]:
    """One opponent moves and the others pass; the line ends where the first pass would be."""
    if position.is_over or plies == 0:
        return worth(position, algorithm)[root], []
    found = []
    if position.side == root:
        for move in listed(position, algorithm):
            payoff, line = brs(position.play(move), algorithm, root, plies - 1)
            found.append((payoff, [move, *line]))
        return max(found, key=lambda each: each[0])
    here, waiting = position, position.game.players - 1
    while True:
        waiting -= 1
        for move in listed(here, algorithm):
            after, left = here.play(move), waiting
            next_is_root = after.is_over or after.side == root
            while left and not after.is_over and after.side != root:
                after, left = after.skipped(), left - 1
            payoff, line = brs(after, algorithm, root, plies - 1)
            if here is not position:
                found.append((payoff, []))
            else:
                found.append((payoff, [move, *(line if next_is_root else [])]))
        if not waiting:
            break
        here = here.skipped()
        if here.is_over or here.side == root:
            break
    return min(found, key=lambda each: each[0])


def offensive(
    position: Position, algorithm: Algorithm, root: int, plies: int = FAR, first: bool = True
) -> tuple[Payoffs, list[Any]]:
    """I keep the target low, at all my nodes or at the first; the others play max^n."""
    if position.is_over or plies == 0:
        return worth(position, algorithm), []
    found = []
    for move in listed(position, algorithm):
        payoffs, line = offensive(position.play(move), algorithm, root, plies - 1, first=False)
        found.append((payoffs, [move, *line]))
    aims = first if algorithm.at == "root" else position.side == root
    if aims:
        return min(found, key=lambda each: each[0][algorithm.target])
    return max(found, key=lambda each: each[0][position.side])


def mean(lot: Lot, side: int) -> Fraction:
    """What a side gets on average."""
    return sum((chance * payoffs[side] for payoffs, chance in lot.items()), start=Fraction(0))


def mixed(position: Position, algorithm: Algorithm, plies: int = FAR) -> Lot:
    """How likely each vector of payoffs is if the indifferent choose by lot."""
    if position.is_over or plies == 0:
        return {worth(position, algorithm): Fraction(1)}
    below = [
        mixed(position.play(move), algorithm, plies - 1) for move in listed(position, algorithm)
    ]
    most = max(mean(lot, position.side) for lot in below)
    best = [lot for lot in below if mean(lot, position.side) == most]
    found: Counter[Payoffs] = Counter()
    for lot in best:
        for payoffs, chance in lot.items():
            found[payoffs] += chance / len(best)  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


def prob(position: Position, algorithm: Algorithm, root: int, plies: int = FAR) -> Lot:
    """How likely each outcome is, if the others are of types."""
    if position.is_over:
        return {position.outcome: Fraction(1)}
    if plies == 0:
        return {position.estimate(str(algorithm.leaf)): Fraction(1)}
    game: Any = position.game
    below = [
        prob(position.play(move), algorithm, root, plies - 1)
        for move in listed(position, algorithm)
    ]

    def gets(lot: Lot, of: Any) -> Fraction:
        return sum(
            (chance * of.payoffs(end)[position.side] for end, chance in lot.items()),
            start=Fraction(0),
        )

    def best(of: Any) -> Lot:
        return max(below, key=lambda lot: gets(lot, of))

    if position.side == root or not algorithm.models:
        return best(game)
    types = len(algorithm.models)
    weights = algorithm.weights or (1,) * types
    if len(weights) > types:
        weights = weights[types * position.side : types * (position.side + 1)]
    found: Counter[Any] = Counter()
    for model, weight in zip(algorithm.models, weights, strict=True):
        wants = replace(game, utility=Utility.parse(model))
        for end, chance in best(wants).items():
            found[end] += chance * Fraction(weight, sum(weights))  # type: ignore[assignment]
    return {end: chance for end, chance in found.items() if chance}  # type: ignore[misc]


def soft(
    position: Position, algorithm: Algorithm, root: int, plies: int = FAR
) -> set[tuple[Payoffs, ...]]:
    """All that is left if only moves are dropped that are sure to be worse than another: the
    payoffs of each end, by the game's own utility and by each model.
    """
    game: Any = position.game
    if position.is_over or plies == 0:
        end = position.outcome if position.is_over else position.estimate(str(algorithm.leaf))
        models = [replace(game, utility=Utility.parse(model)) for model in algorithm.models]
        return {(worth(position, algorithm), *(model.payoffs(end) for model in models))}
    below = [
        soft(position.play(move), algorithm, root, plies - 1)
        for move in listed(position, algorithm)
    ]
    known = position.side == root or not algorithm.models
    views = [0] if known else range(1, 1 + len(algorithm.models))

    def is_worse(one: set[tuple[Payoffs, ...]], other: set[tuple[Payoffs, ...]]) -> bool:
        side, margin = position.side, algorithm.margin
        return all(
            mine[view][side] + margin <= theirs[view][side]
            for view in views
            for mine in one
            for theirs in other
        )

    left = [one for one in below if not any(is_worse(one, other) for other in below)]
    return set().union(*left)


# A game in which passes can be imagined: who does not move leaves a gap on the path.


def drawn(outcome: Payoffs) -> Payoffs:
    """As it was drawn."""
    return outcome


def next_ones(outcome: Payoffs) -> Payoffs:
    """Each wants what was drawn for the next."""
    return (*outcome[1:], outcome[0])


def little(outcome: Payoffs) -> Payoffs:
    """Each wants little."""
    return tuple(-own for own in outcome)


MODELS = ("plain_backups:drawn", "plain_backups:next_ones", "plain_backups:little")


@dataclass(frozen=True, repr=False)
class Passing(ScoredGame):
    """Moves without a meaning; the payoffs of a path are drawn by its text."""

    readers: ClassVar[Any] = {"utility": Utility.parse}

    players: int = 3
    plies: int = 6
    branching: int = 3
    most: int = 6
    draw: int = 0
    utility: Utility = Utility(drawn)  # noqa: RUF009

    def start(self) -> PassingPosition:
        return PassingPosition(self)

    def outcomes(self) -> list[Payoffs]:
        everything: list[Payoffs] = [()]
        for _ in range(self.players):
            everything = [(*one, own) for one in everything for own in range(self.most + 1)]
        return everything


@dataclass(frozen=True, repr=False)
class PassingPosition(Position):
    """The moves so far; a pass is -1."""

    game: Passing
    path: tuple[int, ...] = ()

    can_skip: ClassVar[bool] = True
    estimates: ClassVar[Sequence[str]] = ("drawn",)

    def _drawn(self, what: str) -> random.Random:
        return random.Random(f"{self.game.draw} {what} {self.path}")

    @property
    def turn(self) -> int:
        return len(self.path) % self.game.players

    @property
    def is_over(self) -> bool:
        if len(self.path) >= self.game.plies:
            return True
        return len(self.path) > 1 and self._drawn("end").random() < 0.05

    @property
    def outcome(self) -> Payoffs:
        return self.estimate("drawn")

    def estimate(self, leaf: str) -> Payoffs:
        drawn = self._drawn(leaf)
        return tuple(drawn.randint(0, self.game.most) for _ in range(self.game.players))

    def moves(self) -> list[int]:
        return list(range(self._drawn("moves").randint(1, self.game.branching)))

    def play(self, move: Any) -> PassingPosition:
        return replace(self, path=(*self.path, int(move)))

    def skipped(self) -> PassingPosition:
        return replace(self, path=(*self.path, -1))


def random_passing(seed: int) -> Position:
    """A small game in which passes can be imagined, for 2 to 5 players."""
    draw = random.Random(seed)
    players = draw.randint(2, 5)
    branching = draw.randint(2, 3)
    plies = draw.randint(1, {2: 5, 3: 6, 4: 7, 5: 6}[players] + (branching == 2))
    return Passing(players, plies, branching, draw.randint(1, 5), seed).start()
