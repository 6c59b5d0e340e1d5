"""Players that search: with all hands open, or over worlds that agree with their view."""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import partial
from math import isfinite
from time import perf_counter
from typing import ClassVar, Literal

from kibitz.algorithm import Algorithm
from kibitz.asking.solve import solve
from kibitz.cards import Card, TrickGame, TrickPosition
from kibitz.engines.kernel import BUILT
from kibitz.engines.problem.protocol import Unfit, checkpoint
from kibitz.errors import TextError
from kibitz.game import Move, Payoffs, Position
from kibitz.leaf_table import LeafTable
from kibitz.players import before_play, experience, judgement, weighing
from kibitz.players.appraisal import (
    EXACT,
    NODES,
    USUAL,
    Appraisal,
    By,
    Growing,
    Valuing,
    counted,
    is_short,
    latest,
    played_out,
)
from kibitz.players.before_play import Aim
from kibitz.players.clock import SOON, seconds_for
from kibitz.players.experienced import Experienced
from kibitz.players.ismcts import TreeInKernel, whole_table
from kibitz.players.player import OpenPlayer, Player
from kibitz.players.worlds import Drawn, Worlds, worlds
from kibitz.results import Limit, Result, check_seconds
from kibitz.whole.game import whole_game
from kibitz.whole.view import View
from kibitz.whole.winning import SCALE, for_the_game

DEEP = Algorithm.parse("leaf-table(leaf=cards)")
"""For a search that is not expected to come to the end."""
TABLE_MB = 64
BIDDING = 60
"""Worlds for a bid at most: what a bid is worth for the whole game takes long to say."""


_found: ContextVar[dict[object, Result] | None] = ContextVar("found", default=None)


@contextmanager
def searching_once() -> Iterator[None]:
    """Within this, a search that was made before is not made again: its result is the same.

    The seatings of one deal have many positions in common.
    """
    before = _found.set({})
    try:
        yield
    finally:
        _found.reset(before)


def _searched(position: Position, algorithm: Algorithm | None, limit: Limit) -> Result:
    found = _found.get()
    if found is None:
        return solve(position, algorithm, limit=limit)
    key = position, position.game, algorithm, limit
    if key not in found:
        found[key] = solve(position, algorithm, limit=limit)
    return found[key]


class Searcher(OpenPlayer):
    """A player who plays what a search of its own finds."""

    _depths: list[int]

    @abstractmethod
    def result(self, position: Position) -> Result:
        """What the search finds."""

    def play_open(self, position: Position) -> Move:
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        found = self.result(position).move
        return moves[0] if found is None else found

    @property
    def depths(self) -> Sequence[int]:
        return self._depths


@dataclass(frozen=True, repr=False)
class Search(Searcher):
    """Searches the position with every hand open."""

    name: ClassVar[str] = "search"
    first: ClassVar[str] = "algorithm"
    readers: ClassVar = {"algorithm": Algorithm.parse, "ending": Algorithm.parse}

    algorithm: Algorithm | None = None
    """None for leaf-value tables with an estimate, on a board for the strongest that suits it."""
    nodes: int = 250_000
    """Nodes visited for a move at most."""
    depth: int | None = None
    """Plies searched at most."""
    seconds: float | None = None
    """How long a choice may take; with a clock the same seed need not play the same game."""
    ending: Algorithm | None = None
    """What first tries with half of the limits to come to the end of the game, if anything."""
    _depths: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def result(self, position: Position) -> Result:
        algorithm = self.algorithm
        if algorithm is None and isinstance(position, TrickPosition):
            algorithm = DEEP
        nodes, seconds = self.nodes, seconds_for(self.seconds)
        if self.ending is not None and nodes > 1:
            nodes, seconds = nodes // 2, seconds and seconds / 2
            result = _searched(position, self.ending, Limit(nodes, seconds, table_mb=TABLE_MB))
            if result.complete:
                return result
        limit = Limit(nodes, seconds, depth=self.depth, table_mb=TABLE_MB)
        result = _searched(position, algorithm, limit)
        search = result.algorithm.search
        if not result.complete and search.deepens == search.anytime:  # others have no depth
            self._depths.append(result.depth or 0)
        return result

    def searches(self, on_board: bool) -> Sequence[Algorithm] | None:
        if self.algorithm is None and on_board:
            return None
        return (self.algorithm or DEEP, *filter(None, (self.ending,)))


class TreeBelow:
    """Values worlds one after the other in one tree below each card, which grows with them.

    In the tree all play for the hand, whatever the worlds are played for. As `played_out` where
    the kernel has no such tree.
    """

    def __init__(self, game: TrickGame, patience: int, c: float, seed: int) -> None:
        self._game, self._parts = game, (c, seed, patience)
        self._tree: TreeInKernel | None = None
        self._known: dict[tuple[TrickGame, int], Payoffs] = {}
        self._fits = BUILT and patience > 0

    def __call__(self, worlds: Sequence[TrickPosition]) -> list[dict[Card, Payoffs]]:
        if self._fits:
            try:
                return self._valued(worlds)
            except Unfit:
                self._fits = False
        return played_out(worlds)

    def _valued(self, worlds: Sequence[TrickPosition]) -> list[dict[Card, Payoffs]]:
        cards = worlds[0].legal_moves()
        checkpoint()
        if self._tree is None:
            first = replace(worlds[0], game=self._game)
            self._tree = TreeInKernel(first, *self._parts, whole_table(self._game))
        ends, table = iter(self._tree.ends(worlds, cards)), self._tree.table
        assert table is not None
        return [
            {card: self._payoffs(world.game, table, next(ends)) for card in cards}
            for world in worlds
        ]

    def _payoffs(self, game: TrickGame, table: LeafTable, end: int) -> Payoffs:
        """What an outcome of the hand is worth by what the worlds are played for."""
        if game is self._game:
            return table.payoffs[end]
        if (game, end) not in self._known:
            checkpoint()
            self._known[game, end] = game.payoffs(table.outcomes[end])
        return self._known[game, end]


@dataclass(frozen=True, repr=False)
class Sampling(Player):
    """Plays the card that does best in worlds that agree with its view.

    Worlds with few cards are solved with open hands, the others played out by rules.
    """

    name: ClassVar[str] = "sampling"
    first: ClassVar[str] = "algorithm"
    readers: ClassVar = {"algorithm": Algorithm.parse}

    algorithm: Algorithm = USUAL
    worlds: int = 100
    exact: int = EXACT
    """Up to how many cards in each hand worlds are solved."""
    nodes: int = NODES
    """Nodes visited in a world at most, all its cards together."""
    by: By = "mean"
    """The best mean wins, the card that is best in most worlds, or by payoff `reduction`."""
    aim: Literal["auto", "hand", "game"] = "auto"
    """Whether it plays for the score of the hand, or for the chance to win the whole game; `auto`:
    as the whole game says that it is `played_for`.
    """
    weigh: Literal["auto", "none", "bids"] = "auto"
    """Whether worlds count for more that fit the bids of the others; `auto`: where the whole game
    says that `bids_tell`.
    """
    tree: int = 0
    """The patience of a tree below each card, see `ismcts`; 0: worlds are played out at once."""
    c: float = 0.2
    """How much a card below the first gains by being seldom played."""
    experience: float = 0.5
    """How much experience counts beside play-outs, from 0 to 1, in games that were learned."""
    seconds: float | None = None
    """How long a choice may take; with a clock the same seed need not play the same game."""

    def __post_init__(self) -> None:
        check_seconds(self.seconds)
        if not 0 <= self.experience <= 1:
            raise TextError(f"expected an experience from 0 to 1: {self}")
        if self.worlds < 1 or self.nodes < 1:
            raise TextError(f"expected 1 world and 1 node or more: {self}")
        if self.tree < 0 or not isfinite(self.c) or self.c < 0:
            raise TextError(f"expected a tree and c of 0 or more: {self}")
        if self.weigh == "bids" and self.by == "reduction":
            raise TextError(f"payoff reduction takes no weights: {self}")

    def searches(self, on_board: bool) -> Sequence[Algorithm] | None:
        return None if on_board and self.algorithm == USUAL else (self.algorithm,)

    def play(self, view: View) -> Move:
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        return self.appraisal(view).best(self.by)

    def appraisal(self, view: View) -> Appraisal:
        """What each choice is worth over the worlds, or over as many as there is time for.

        If there is time for none, or worlds say nothing about it, it is what rules choose.
        """
        seconds = seconds_for(self.seconds)
        if before_play.by_worlds(view):
            found = latest(self._appraisals(view, seconds), seconds)
            if found is not None:
                return found
        return Appraisal.by_rules(view.game.side(view.seat), judgement.choice(view))

    def _appraisals(self, view: View, seconds: float | None) -> Growing:
        """One over all worlds to look at; with a clock, before it some over fewer."""
        start, timed = perf_counter(), seconds is not None
        known = worlds(view)
        listed = known.number <= self.worlds
        sample: Sequence[TrickPosition]
        if listed or seconds is None:
            sample = self._sample(view, known)
        else:
            sample = Drawn(known, self.worlds, self.stream(view))
            if self._by_bids(view) or self._for_game(view):
                sample = sample.by(start + seconds / 4)  # what is done for all before the first
        learned = self._learned(view, sample[0]) if view.asks == "play" else self._passes(view)
        if view.asks == "bid":
            some = sample[:BIDDING]
            weights = self._weights(view, some)
            growing = before_play.bid(view, some, self._aim(view), weights, timed)
        elif view.asks == "pass":
            growing = before_play.cards_to_pass(view, sample, timed, self.experience * learned)
        elif view.asks == "trump":
            growing = before_play.trump(view, sample, timed)
        else:
            ends = start + (seconds or 0)
            growing = self._cards(view, sample, timed, lambda: max(ends - perf_counter(), SOON))
        scale = SCALE if self._for_game(view) and view.asks in ("play", "bid") else None
        instead, experience = judgement.choice(view), self.experience * learned
        yield from counted(growing, known.number, instead, listed, scale, experience)

    def _cards(
        self,
        view: View,
        sample: Sequence[TrickPosition],
        timed: bool,
        left: Callable[[], float],
    ) -> Growing:
        """What each legal card is worth."""
        here = sample
        if self._for_game(view):  # what lies aside may settle more of a game
            aim = functools.cache(self._aim(view))
            here = [world.within(aim(world.game)) for world in sample]
        weights = self._weights(view, sample)
        playing = self._playing(view, sample, here[0].game)
        how = self.algorithm, self.nodes, self.exact, self.by, weights, playing
        if timed:
            return Appraisal.in_time(here, *how, left)
        return iter([partial(Appraisal.of, here, *how)])

    def _playing(
        self, view: View, sample: Sequence[TrickPosition], aimed: TrickGame
    ) -> Valuing | None:
        """How worlds with long hands are valued, if they are not just played out."""
        game = sample[0].game
        if self._learned(view, sample[0]):
            worths, side = experience.worths(view, aimed), game.side(view.seat)
            return Experienced(side, worths, self.experience, played_out)
        alike = isinstance(sample, Drawn) or all(world.game is game for world in sample)
        if not (self.tree and alike):
            return None
        return TreeBelow(game, self.tree, self.c, self.stream(view).getrandbits(64))

    def _learned(self, view: View, world: TrickPosition) -> bool:
        """Whether experience counts: in long hands of a game that was learned."""
        if not self.experience or self.tree or is_short(world, self.exact):
            return False
        return experience.knows(view, self._for_game(view))

    def _passes(self, view: View) -> bool:
        """Whether experience counts in passing, which is always for the hand."""
        return (
            bool(self.experience) and view.asks == "pass" and experience.hearts.knows_passes(view)
        )

    def sample(self, view: View) -> list[TrickPosition]:
        """The worlds to look at: all, if there are no more than asked for."""
        return self._sample(view, worlds(view))

    def _sample(self, view: View, known: Worlds) -> list[TrickPosition]:
        if known.number <= self.worlds:
            return list(known)
        return known.sample(self.worlds, self.stream(view), "auto")

    def _weights(self, view: View, worlds: Sequence[TrickPosition]) -> Sequence[float] | None:
        return weighing.by_bids(view, worlds) if self._by_bids(view) else None

    def _by_bids(self, view: View) -> bool:
        """Whether bids say which worlds are likely."""
        if self.weigh != "auto" or self.by == "reduction":
            return self.weigh == "bids"
        return bool(view.whole) and whole_game(view.whole).bids_tell

    def _aim(self, view: View) -> Aim:
        """What a hand is played for."""
        if self._for_game(view):
            return lambda game: for_the_game(game, view)
        return lambda game: game

    def _for_game(self, view: View) -> bool:
        """Whether it plays for the chance to win the whole game."""
        if not view.whole or self.aim == "hand":
            return False
        return self.aim == "game" or whole_game(view.whole).played_for == "game"

    def play_open(self, position: Position) -> Move:
        """Where nothing is hidden there is one world, which is searched."""
        return self._search.play_open(position)

    def result(self, position: Position) -> Result:
        return self._search.result(position)

    @property
    def _search(self) -> Search:
        algorithm = None if self.algorithm == USUAL else self.algorithm
        return Search(algorithm, nodes=self.nodes, seconds=self.seconds)

    def bid(self, view: View) -> int:
        return self.appraisal(view).best()  # type: ignore[no-any-return]

    def pass_cards(self, view: View) -> tuple[Card, ...]:
        return self.appraisal(view).best()  # type: ignore[no-any-return]

    def name_trump(self, view: View) -> str:
        return str(self.appraisal(view).best())
