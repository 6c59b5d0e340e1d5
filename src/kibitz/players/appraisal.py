"""Appraisal: what choices are worth over worlds, solved where hands are short, or played out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from math import inf, sqrt
from operator import eq, mul
from time import perf_counter
from typing import Any, Literal, TypeAlias

from kibitz.algorithm import Algorithm
from kibitz.asking.many import solve_many
from kibitz.cards import Card, TrickGame, TrickPosition
from kibitz.errors import KibitzError, TextError, TooManyOutcomes
from kibitz.game import Move, Payoffs
from kibitz.in_time import TimeOver, check_time, ready_by
from kibitz.players import playing_out
from kibitz.players.reduction import reduced
from kibitz.results import Limit
from kibitz.whole.view import written

USUAL = Algorithm.parse("leaf-table")
TABLE_MB = 8
"""Megabytes for the table of one search: many small ones."""
EXACT = 3
"""Up to how many cards in each hand worlds are solved."""
NODES = 20_000
"""Nodes for a world, all its cards together."""
TOGETHER = 8
"""How many worlds are valued at a time where the appraisal grows."""
FEWEST = 4
"""How many worlds there must be time for: fewer say less than rules do."""
NORMAL = 1.96
"""How many standard errors an average is off at most, 95 times of 100."""

Growing: TypeAlias = "Iterator[Callable[[], Appraisal]]"
"""Appraisals that get better and better; each is made when it is called."""
By: TypeAlias = Literal["mean", "vote", "reduction"]
Values: TypeAlias = "tuple[float, ...]"
"""What a world is worth to all sides: payoffs, or what they may come to."""
Valuing: TypeAlias = "Callable[[Sequence[TrickPosition]], Sequence[Mapping[Card, Values]]]"
"""What says, for each of some worlds, what every legal card is worth to all sides."""


def values(
    positions: Sequence[TrickPosition],
    algorithm: Algorithm,
    nodes: int,
    seconds: float | None = None,
) -> Iterator[Payoffs]:
    """The payoffs of all sides in each position with open hands, within so many nodes for each.

    What is not solved within them is played out by rules, unless the algorithm has a leaf; so is
    what may come to more outcomes than the algorithm has room for.
    """
    limit = Limit(nodes=max(1, nodes), seconds=seconds, table_mb=TABLE_MB)
    alike: dict[TrickGame, list[TrickPosition]] = {}  # what lies aside may settle more of a game
    for position in positions:
        alike.setdefault(position.game, []).append(position)
    answers = {
        game: solve_many(game, some, algorithm, workers=1, limit=limit)
        for game, some in alike.items()
    }
    for position in positions:
        answer = next(answers[position.game])
        if isinstance(answer, TooManyOutcomes):
            yield _played_out(position)
            continue
        if isinstance(answer, KibitzError):
            raise answer
        if answer.stopped == "interrupt":
            raise KeyboardInterrupt
        known = tuple(payoff for payoff in answer.value or () if payoff is not None)
        if not algorithm.search.anytime and not answer.complete:
            known = _played_out(position)
        if len(known) < position.game.sides:
            raise TextError(f"expected an algorithm that values every side: {algorithm}")
        yield known


def _played_out(position: TrickPosition) -> Payoffs:
    return position.game.payoffs(playing_out.outcomes([position])[0])


def solved(
    worlds: Sequence[TrickPosition],
    algorithm: Algorithm = USUAL,
    nodes: int = NODES,
    seconds: float | None = None,
) -> list[dict[Card, Payoffs]]:
    """For each world the payoffs of all sides for every legal card, within nodes and seconds."""
    groups = [world.groups() for world in worlds]
    starts = [
        world.play(group[0]) for world, cards in zip(worlds, groups, strict=True) for group in cards
    ]
    found = values(
        starts, algorithm, nodes // max(map(len, groups)), seconds and seconds / len(starts)
    )
    return [
        {card: value for group in cards for value in [next(found)] for card in group}
        for cards in groups
    ]


def chosen_at_once(
    worlds: Sequence[TrickPosition],
    algorithm: Algorithm,
    nodes: int,
    seconds: float | None = None,
) -> list[dict[Card, Payoffs]]:
    """The same for a player who must choose alike in all worlds, by payoff reduction."""

    def ends(positions: Sequence[TrickPosition]) -> Sequence[Payoffs]:
        each = nodes * len(worlds) // len(positions)
        return list(values(positions, algorithm, each, seconds and seconds / len(positions)))

    return reduced(worlds, ends)


def played_out(worlds: Sequence[TrickPosition]) -> list[dict[Card, Payoffs]]:
    """For each world the payoffs of all sides for every legal card, if all play by rules then."""
    cards = worlds[0].legal_moves()
    return [dict(zip(cards, row, strict=True)) for row in playing_out.payoffs(worlds, cards)]


def _valued(
    worlds: Sequence[TrickPosition],
    algorithm: Algorithm,
    nodes: int,
    exact: int,
    by: By = "mean",
    playing: Valuing | None = None,
) -> Sequence[Mapping[Card, Values]]:
    """The values of all cards in each world, solved if the hands are short, else played out."""
    if not is_short(worlds[0], exact):
        return (playing or played_out)(worlds)
    return (chosen_at_once if by == "reduction" else solved)(worlds, algorithm, nodes)


def is_short(world: TrickPosition, exact: int) -> bool:
    """Whether the player to move has so few cards to play, and few outcomes can come of them."""
    to_draw = len(world.stock) // world.game.players
    few = world.hands[world.turn].bit_count() + to_draw <= exact
    return few and world.has_few_outcomes


@dataclass(frozen=True)
class Appraisal:
    """What each choice is worth over some worlds: cards, bids, cards to pass or trumps.

    >>> view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1))
    >>> found = kibitz.player("sampling(worlds=40)").appraisal(view)
    >>> found.best(), found.worlds, found.number, found.solved
    (D3, 40, 279676320, True)
    >>> low, high = found.interval(found.best())
    >>> low < found.worth(found.best()) < high
    True
    """

    side: int
    """The side of the player to choose."""
    worlds: int
    """The number of worlds that were evaluated; 0 if there was no time for any."""
    means: Mapping[Move, tuple[float, ...]]
    """The average payoffs of all sides, by choice."""
    votes: Mapping[Move, float]
    """The share of the worlds in which it is best, or as good as the best."""
    own: Mapping[Move, tuple[float, ...]] = field(default_factory=dict, repr=False)
    """The payoff of the player in each world."""
    weights: tuple[float, ...] = field(default=(), repr=False)
    """The weight of each world."""
    number: int | None = None
    """How many worlds agree with the view, if they were counted."""
    solved: bool = False
    """Whether worlds were solved with open hands, and not played out by rules."""
    all: bool = False
    """Whether every world that agrees with the view was evaluated, each once."""
    scale: int | None = None
    """The payoff of a sure win, if payoffs are chances to win the whole game."""
    instead: Move = None
    """What rules choose: where no world was looked at, and where nothing is better."""
    experience: float = 0
    """How much of each worth is experience, which says the same in every world."""

    @classmethod
    def of(
        cls,
        worlds: Sequence[TrickPosition],
        algorithm: Algorithm = USUAL,
        nodes: int = NODES,
        exact: int = EXACT,
        by: By = "mean",
        weights: Sequence[float] | None = None,
        playing: Valuing | None = None,
    ) -> Appraisal:
        """The cards of worlds that look the same to the player to move, all alike or by weight.

        Where hands are long they are valued by `playing`, or played out.
        """
        valued = _valued(worlds, algorithm, nodes, exact, by, playing)
        return cls.over(worlds[0], valued, weights, is_short(worlds[0], exact))

    @classmethod
    def in_time(
        cls,
        worlds: Sequence[TrickPosition],
        algorithm: Algorithm,
        nodes: int,
        exact: int,
        by: By,
        weights: Sequence[float] | None,
        playing: Valuing | None,
        left: Callable[[], float],
    ) -> Growing:
        """The same over more and more worlds, of which the last one in time counts.

        `left` says how many seconds there are.
        """
        first, number = worlds[0], min(FEWEST, len(worlds))
        if not is_short(first, exact):
            yield from grown(worlds, playing or played_out, TOGETHER, weights)
            return
        yield partial(cls.over, first, played_out(worlds[:number]), weights)
        if by != "reduction":

            def one(some: Sequence[TrickPosition]) -> list[dict[Card, Payoffs]]:
                return solved(some, algorithm, nodes, left())

            yield from islice(grown(worlds, one, 1, weights, solved=True), number - 1, None)
            return
        while True:  # which begins anew each time
            valued = chosen_at_once(worlds[:number], algorithm, nodes, left())
            yield partial(cls.over, first, valued, weights, solved=True)
            if number == len(worlds):
                return
            number = min(2 * number, len(worlds))

    @classmethod
    def growing(cls, worlds: Sequence[TrickPosition]) -> Iterator[Appraisal]:
        """The same over more and more worlds, the last over all, in the usual way."""
        short = is_short(worlds[0], EXACT)
        valued = partial(_valued, algorithm=USUAL, nodes=NODES, exact=EXACT)
        return (found() for found in grown(worlds, valued, TOGETHER, solved=short))

    @classmethod
    def over(
        cls,
        first: TrickPosition,
        valued: Sequence[Mapping[Any, Values]],
        weights: Sequence[float] | None = None,
        solved: bool = False,
    ) -> Appraisal:
        """The worth of the choices, by their values in each world."""
        sums = Sums(first)
        sums.add(valued, weights[: len(valued)] if weights else None)
        return sums.appraisal(solved)

    @classmethod
    def by_rules(cls, side: int, choice: Move) -> Appraisal:
        """The appraisal of a player who had no time, or no reason, to evaluate worlds."""
        return cls(side, 0, {}, {}, instead=choice)

    def among(
        self,
        number: int,
        instead: Move = None,
        listed: bool = False,
        scale: int | None = None,
        experience: float = 0,
    ) -> Appraisal:
        """The same, knowing how many worlds there are, and whether they were listed or drawn; and
        what rules choose.
        """
        every = listed and self.worlds == number
        return replace(
            self, number=number, instead=instead, all=every, scale=scale, experience=experience
        )

    def as_dict(self) -> dict[str, Any]:
        """The appraisal in plain types, ready for JSON."""
        return {
            "side": self.side,
            "worlds": self.worlds,
            "of_worlds": self.number,
            "all": self.all,
            "solved": self.solved,
            "best": written(self.best()),
            "cards": [
                {
                    "card": written(move),
                    "mean": self.means[move],
                    "interval": self.interval(move),
                    "best_in": self.votes[move],
                }
                for move in self._listed()
            ],
        }

    def worth(self, choice: Move, by: By = "mean") -> float:
        """What a choice counts for the player."""
        return self.votes[choice] if by == "vote" else self.means[choice][self.side]

    def best(self, by: By = "mean") -> Move:
        """The best choice; of equals the one that rules choose, or else the first."""
        if not self.means:
            return self.instead
        best = max(self._listed(), key=lambda choice: self.worth(choice, by))
        as_good = self.instead in self.means and self.worth(self.instead, by) == self.worth(
            best, by
        )
        return self.instead if as_good else best

    def _listed(self) -> list[Move]:
        """The choices in their order, cards from the highest."""
        cards = all(isinstance(choice, Card) for choice in self.means)
        return sorted(self.means) if cards else list(self.means)

    def interval(self, choice: Move) -> tuple[float, float] | None:
        """The 95 % interval of the mean over all worlds; none if only one world was evaluated."""
        return self._interval(self.own[choice])

    def ahead(
        self, choice: Move, by: By = "mean"
    ) -> tuple[Move, float, tuple[float, float] | None]:
        """The best other choice, how much lower its mean is, and the interval of that difference.

        Both are compared in the same worlds, which says more than the interval of each.
        """
        others = [move for move in self._listed() if move != choice]
        other = max(others, key=lambda move: self.worth(move, by))
        apart = [a - b for a, b in zip(self.own[choice], self.own[other], strict=True)]
        mean = self.means[choice][self.side] - self.means[other][self.side]
        return other, mean, self._interval(apart)

    def _interval(self, values: Sequence[float]) -> tuple[float, float] | None:
        """Where an average over all worlds is, by that of a sample."""
        counts, whole = self.weights, sum(self.weights)
        mean = sum(weight * value for weight, value in zip(counts, values, strict=True)) / whole
        if self.all:
            return mean, mean
        effective = whole * whole / sum(weight * weight for weight in counts)
        if effective <= 1:
            return None
        squares = (w * (value - mean) ** 2 for w, value in zip(counts, values, strict=True))
        error = NORMAL * sqrt(sum(squares) / whole / (effective - 1))
        return mean - error, mean + error


class Sums:
    """What choices come to, world after world, so that nothing is left to add up in the end."""

    def __init__(self, first: TrickPosition, side: int | None = None) -> None:
        self.side = first.side if side is None else side
        self._sides = first.game.sides
        self._sums: dict[Move, list[float]] = {}
        self._best: dict[Move, float] = {}
        self._own: dict[Move, list[float]] = {}
        self._weights: list[float] = []

    def add(
        self, found: Sequence[Mapping[Any, Values]], weights: Sequence[float] | None = None
    ) -> None:
        """Some worlds more, by the values of the choices in each; by weight, or all alike."""
        if not self._weights:
            self._sums = {move: [0] * self._sides for move in found[0]}
            self._best = dict.fromkeys(found[0], 0)
            self._own = {move: [] for move in found[0]}
        self._weights.extend(weights or [1] * len(found))

        def total(values: Iterable[float]) -> float:
            return sum(map(mul, weights, values) if weights else values)

        columns = {move: [payoffs[move] for payoffs in found] for move in self._own}
        own = {move: [payoffs[self.side] for payoffs in row] for move, row in columns.items()}
        highest = list(map(max, zip(*own.values(), strict=True)))
        for move, column in columns.items():
            for side, values in enumerate(zip(*column, strict=True)):
                self._sums[move][side] += total(values)
            self._best[move] += total(map(eq, own[move], highest))
            self._own[move] += own[move]

    def appraisal(self, solved: bool = False) -> Appraisal:
        """What the choices come to so far."""
        counts, whole = tuple(self._weights), sum(self._weights)
        means = {move: tuple(one / whole for one in total) for move, total in self._sums.items()}
        votes = {move: one / whole for move, one in self._best.items()}
        own = {move: tuple(payoffs) for move, payoffs in self._own.items()}
        return Appraisal(self.side, len(counts), means, votes, own, counts, solved=solved)


class Unawaited(KeyboardInterrupt):
    """Nobody waits for the rest of an appraisal any longer; `found` is what there is of it."""

    def __init__(self, found: Appraisal) -> None:
        super().__init__()
        self.found = found


def grown(
    worlds: Sequence[TrickPosition],
    valued: Callable[[Sequence[TrickPosition]], Sequence[Mapping[Any, Values]]],
    together: int,
    weights: Sequence[float] | None = None,
    solved: bool = False,
    side: int | None = None,
) -> Growing:
    """Appraisals over more and more worlds, so many more each time; the last over all.

    Each is to be made before the next is asked for.
    """
    sums = Sums(worlds[0], side)
    for at in range(0, len(worlds), together):
        some = valued(worlds[at : at + together])
        sums.add(some, weights[at : at + together] if weights else None)
        yield partial(sums.appraisal, solved)


def counted(
    growing: Growing,
    number: int,
    instead: Move,
    listed: bool = False,
    scale: int | None = None,
    experience: float = 0,
) -> Growing:
    """The same appraisals, knowing how many worlds there are, and what rules choose."""
    for found in growing:
        yield partial(lambda made: made().among(number, instead, listed, scale, experience), found)


def latest(growing: Growing, seconds: float | None) -> Appraisal | None:
    """The last of appraisals that comes in time; none if none does."""
    found: Callable[[], Appraisal] | None = None
    try:
        with ready_by(inf if seconds is None else perf_counter() + seconds), suppress(TimeOver):
            for better in growing:
                found = better
                check_time()
    except KeyboardInterrupt:
        if found is None:
            raise
        raise Unawaited(found()) from None
    return found and found()
