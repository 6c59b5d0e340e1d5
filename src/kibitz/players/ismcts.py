"""A player that searches all worlds in one tree: single-observer information-set MCTS.

Cowling, Powley and Whitehouse 2012, as in the code of the authors. There is one tree over the
moves that the player sees. Each iteration draws a world that agrees with its view and walks down
by moves that are legal in that world. A move is worth to who makes it

    x + c sqrt(ln a / v)

where x is its mean gain, v how often it was made, and a how often it could have been: 1 when it is
new, and 1 more at each choice among moves it is one of. Where a legal move is not in the tree yet,
one of these is drawn and added, and the world is played out at random from there.

Gains are payoffs in [0, 1], by the range of payoffs in the first world.

By rules instead of at random (`playouts=rules`): the first move added to a node is the one by
rules, and worlds are played out by rules. A node with k moves that can be made takes another only
after p k^2 visits, where p is the patience. So a few iterations say what play-outs by rules say,
and many see what is better for each player.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, log, sqrt
from time import perf_counter
from typing import ClassVar, Literal, overload

from kibitz.algorithm import Algorithm
from kibitz.cards import TrickGame, TrickPosition
from kibitz.cards.simple_rules import by_rules
from kibitz.engines.kernel import adapter_of
from kibitz.engines.kernel.tricks import Tricks
from kibitz.engines.problem.chances import SplitMix
from kibitz.engines.problem.protocol import Unfit, checkpoint
from kibitz.errors import GameError, TextError, TooManyOutcomes
from kibitz.game import Move, Payoffs, Position
from kibitz.in_time import TimeOver, ready_by
from kibitz.leaf_table import LeafTable, payoffs_of
from kibitz.players import judgement
from kibitz.players.clock import seconds_for
from kibitz.players.player import Player
from kibitz.players.worlds import Drawn, worlds
from kibitz.results import check_seconds
from kibitz.whole.hand import stream_seed
from kibitz.whole.view import View

PATIENCE = 4
"""How long a tree by rules waits for another move, in visits for the square of those it has."""
LONG_ENOUGH = 0.02
"""With fewer seconds than these the kernel would take too many of them to get ready."""
MOST_ITERATIONS = 1_000_000


class Choice:
    """A move in the tree: who made it, how often it was and could have been, and what it gained."""

    __slots__ = ("available", "below", "gain", "side", "visits")

    def __init__(self, side: int) -> None:
        self.side, self.visits, self.available, self.gain = side, 0, 1, 0
        self.below: dict[Move, Choice] = {}

    def worth(self, c: float, span: int) -> float:
        """What it is worth to who makes it, and more if it was seldom made."""
        return self.gain / (self.visits * span) + c * sqrt(log(self.available) / self.visits)


@functools.lru_cache(64)
def whole_table(game: TrickGame) -> LeafTable | None:
    """All outcomes of a hand of a game; none if they are not the same for every deal, or many."""
    try:
        return LeafTable.of(game)
    except (GameError, TooManyOutcomes):
        return None


@functools.lru_cache(64)
def _ranges(rows: tuple[Payoffs, ...]) -> tuple[list[int], list[int]]:
    """The lowest payoff of each side, and how far the highest is from it."""
    columns = [*zip(*rows, strict=True)]
    return [min(column) for column in columns], [max(one) - min(one) or 1 for one in columns]


class Tree:
    """The one tree over all worlds.

    With `patience` it is grown and played out by rules; see above. A table has more than the
    outcomes of the first world, if others can have others.
    """

    def __init__(
        self,
        first: Position,
        c: float,
        seed: int,
        patience: int = 0,
        table: LeafTable | None = None,
    ) -> None:
        self.c, self.chances, self.root = c, SplitMix(seed), Choice(-1)
        self.patience = patience
        if patience and not isinstance(first, TrickPosition):
            raise TextError(f"expected a trick game for play-outs by rules: {first.game}")
        if table is None and first.lists_outcomes and first.has_few_outcomes:
            table = LeafTable.of(first)
        self.table = table
        if table is not None:
            self.low, self.span = _ranges(table.payoffs)
        else:
            game = first.game
            if game.highest is None:
                raise TextError(f"expected outcomes() or highest of {game}, to compare payoffs")
            self.low = [game.lowest] * game.sides
            self.span = [game.highest - game.lowest or 1] * game.sides

    together: ClassVar[int] = 1
    """After how many iterations the clock is looked at."""

    def iterate_all(self, worlds: Sequence[Position], cards: Sequence[Move] = ()) -> list[Payoffs]:
        """An iteration in each of some worlds, or one after each of some cards; how they end."""
        firsts = cards or (None,)
        return [self.iterate(world, card) for world in worlds for card in firsts]

    def iterate(self, world: Position, first: Move = None) -> Payoffs:
        """Walk down in a world, by a first move if there is one; add a move, play out, back up."""
        path, node = [self.root], self.root
        while not world.is_over:
            moves = world.legal_moves() if first is None else [first]
            first = None
            untried = [move for move in moves if move not in node.below]
            tried = len(moves) - len(untried)
            if untried and self.patience * tried**2 > node.visits:
                moves, untried = [move for move in moves if move in node.below], []
            if untried:
                move = self.added(untried, world)
                node.below[move] = Choice(world.side)
            else:
                move = self.selected(node, moves)
            node, world = node.below[move], world.play(move)
            path.append(node)
            if untried:
                break
        payoffs = self.played_out(world)
        for node in path:
            node.visits += 1
            if node.side >= 0:
                node.gain += payoffs[node.side] - self.low[node.side]
        return payoffs

    def added(self, untried: Sequence[Move], world: Position) -> Move:
        """The move to add: that by rules first, then any."""
        if self.patience and isinstance(world, TrickPosition):
            card = by_rules(world)
            if card in untried:
                return card
        return self.any_of(untried)

    def selected(self, node: Choice, moves: Sequence[Move]) -> Move:
        """The move that is worth most; all that were legal were available once more."""
        choices = [node.below[move] for move in moves]
        span = self.span[choices[0].side]
        values = [choice.worth(self.c, span) for choice in choices]
        for choice in choices:
            choice.available += 1
        return moves[values.index(max(values))]

    def any_of(self, moves: Sequence[Move]) -> Move:
        """One of some moves, each as likely as every other."""
        return moves[0] if len(moves) == 1 else moves[self.chances.below(len(moves))]

    def played_out(self, world: Position) -> Payoffs:
        """The payoffs at the end of a world, if all play at random, or by rules."""
        if self.patience and isinstance(world, TrickPosition):
            return payoffs_of(world.game, judgement.played_out(world))
        while not world.is_over:
            world = world.play(self.any_of(world.legal_moves()))
        return payoffs_of(world.game, world.outcome)

    def best(self, moves: Sequence[Move]) -> Move:
        """The move that was made most often; the first of equals stays."""
        below = self.root.below
        return max(moves, key=lambda move: below[move].visits if move in below else -1)


class TreeInKernel(Tree):
    """The same, grown by the kernel in trick games that it knows; `Unfit` of others."""

    together: ClassVar[int] = 50

    def __init__(
        self,
        first: Position,
        c: float,
        seed: int,
        patience: int = 0,
        table: LeafTable | None = None,
    ) -> None:
        super().__init__(first, c, seed, patience, table)
        self.whole = table is not None
        if not isinstance(first, TrickPosition) or self.table is None:
            raise Unfit("it has one tree over worlds for trick games with few outcomes")
        adapter = adapter_of(first)
        assert isinstance(adapter, Tricks)
        self.first = first
        self.grows = adapter.tree_over_worlds(
            first, self.table, self.low, self.span, c, seed, patience
        )

    def iterate_all(self, worlds: Sequence[Position], cards: Sequence[Move] = ()) -> list[Payoffs]:
        ends, table = self.ends(worlds, cards), self.table
        assert table is not None
        return [table.payoffs[outcome] for outcome in ends]

    def ends(self, worlds: Sequence[Position], cards: Sequence[Move] = ()) -> list[int]:
        """The same, by the outcomes' places in the table.

        Worlds with outcomes that are not there are for a tree of Python's.
        """
        hands, first = [], self.first
        for world in worlds:
            assert isinstance(world, TrickPosition)
            if not self.whole:
                key = world.outcomes_key
                if world.game != first.game or key is None or key != first.outcomes_key:
                    raise Unfit("it has no other outcomes than those of the first world")
            hands.append(world.hands)
        return self.grows.iterate(hands, cards)

    def best(self, moves: Sequence[Move]) -> Move:
        visits = {card: visits for card, visits, _, _ in self.grows.root()}
        return max(moves, key=lambda move: visits.get(int(move), -1))


class Same(Sequence[Position]):
    """One position, so many times."""

    def __init__(self, position: Position, number: int) -> None:
        self.position, self.number = position, number

    def __len__(self) -> int:
        return self.number

    @overload
    def __getitem__(self, at: int) -> Position: ...
    @overload
    def __getitem__(self, at: slice) -> list[Position]: ...
    def __getitem__(self, at: int | slice) -> Position | list[Position]:
        many = range(self.number)[at]
        return self.position if isinstance(many, int) else [self.position] * len(many)


@dataclass(frozen=True, repr=False)
class Ismcts(Player):
    """Searches all worlds in one tree (information-set MCTS); the move made most often wins."""

    name: ClassVar[str] = "ismcts"
    first: ClassVar[str] = "iterations"

    iterations: int = 1000
    """How many worlds are walked through, at most."""
    c: float = 0.7
    """How much a move gains by being seldom made."""
    playouts: Literal["random", "rules"] = "random"
    """How worlds go on below the tree; by rules also which moves are added first."""
    seconds: float | None = None
    """How long a choice may take; with a clock the same seed need not play the same game."""

    def __post_init__(self) -> None:
        check_seconds(self.seconds)
        if type(self.iterations) is not int or not 1 <= self.iterations <= MOST_ITERATIONS:
            raise TextError(f"expected 1 iteration or more, and no more than 10^6: {self}")
        if not isinstance(self.c, int | float) or not isfinite(self.c) or self.c < 0:
            raise TextError(f"expected c of 0 or more: {self}")

    def searches(self, on_board: bool) -> Sequence[Algorithm]:
        return ()

    def play(self, view: View) -> Move:
        moves = view.moves()
        ends = self.ends()
        if len(moves) == 1:
            return moves[0]
        stream = self.stream(view)
        seed = stream.getrandbits(64)
        drawn = Drawn(worlds(view), self.iterations, stream)
        try:
            with ready_by(ends):
                tree = Tree(drawn[0], self.c, seed, self.patience)
        except TimeOver:
            return judgement.card(view)  # there is no time for a world
        try:
            if ends - perf_counter() > LONG_ENOUGH:
                quick = TreeInKernel(drawn[0], self.c, seed, self.patience)
                return self.grown(drawn, quick, ends).best(moves)
        except Unfit:
            pass  # what it has drawn is there
        return self.grown(drawn, tree, ends).best(moves)

    def play_open(self, position: Position) -> Move:
        """Where nothing is hidden there is one world."""
        moves = position.legal_moves()
        ends = self.ends()
        if len(moves) == 1:
            return moves[0]
        seed = stream_seed(self.seed, position) % 2**64
        tree = Tree(position, self.c, seed, self.patience)
        return self.grown(Same(position, self.iterations), tree, ends).best(moves)

    @property
    def patience(self) -> int:
        """That of its tree; 0 if it is grown at random."""
        return PATIENCE if self.playouts == "rules" else 0

    def ends(self) -> float:
        """When time is over, as `perf_counter` counts."""
        seconds = seconds_for(self.seconds)
        return inf if seconds is None else perf_counter() + seconds

    def grown(self, worlds: Sequence[Position], tree: Tree, ends: float) -> Tree:
        """The tree after an iteration in each of the worlds, or in as many as there is time for."""
        done = 0
        while done < len(worlds) and (not done or perf_counter() < ends):
            checkpoint()
            some = worlds[done : done + (tree.together if done else 1)]
            tree.iterate_all(some)
            done += len(some)
        return tree
