"""Worlds: the deals that agree with a view; their number, lists, samples and probabilities.

What play has shown leaves one or more cases open (`shown.py`), and each is counted and drawn by
itself (`case.py`).
"""

from __future__ import annotations

import functools
import itertools
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias, overload

from kibitz.cards import Card, Hand, TrickPosition, union
from kibitz.engines.kernel import BUILT
from kibitz.errors import KibitzError, TextError, UnknownName, check_count, check_kind
from kibitz.players.case import Case
from kibitz.players.shown import cannot_hold
from kibitz.players.tables import Weight, drawn
from kibitz.whole.view import View

Weights: TypeAlias = Mapping[tuple[int, Card], Weight] | Mapping[tuple[int, str], Weight]
"""Of a player and a card; the number after the last player stands for the cards aside."""

COLUMNS = 9
"""So many columns of a table are the most that the kernel takes."""
PORTION = 200
"""How many worlds are drawn at a time, where they are drawn as they are needed."""
ENUMERATE = 4
"""With fewer worlds than so many times those wanted, different ones are chosen from all."""


def _twins(view: View) -> dict[tuple[int, Card], int]:
    """Where there are two of each card, how much more often the other of one played lies elsewhere.

    Nobody sees which of the two was played: from a hand with both it may be either, but a hand
    with one of them was dealt in two ways.
    """
    if view.game.pack.copies == 1:
        return {}
    found: dict[tuple[int, Card], int] = {}
    for played in view.history():
        for copy in view.game.pack.by_name[played.card.name]:
            if played.player != view.seat and view.unseen >> copy & 1:
                holders = range(view.game.players + 1)
                found |= {(holder, copy): 2 for holder in holders if holder != played.player}
    return found


def _check_weight(weight: Weight) -> None:
    if not weight >= 0 or weight == math.inf:
        raise TextError(f"expected weights of 0 or more: {weight}")


class Worlds:
    """The deals that agree with a view, likely in proportion to their weights, by default equal.

    >>> view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1), ["D3"])
    >>> worlds = kibitz.Worlds(view)
    >>> worlds.number, worlds.chance(0, "SA"), len(worlds.sample(10))
    (17123040, Fraction(1, 24), 10)
    """

    def __init__(self, view: View, weights: Weights | None = None):
        check_kind(view, View, "a view, as kibitz.view gives it")
        self.view = view
        self.weights: dict[tuple[int, Card], Weight] = {
            (player, copy): weight
            for (player, card), weight in (weights or {}).items()
            for copy in self._copies(card)
        }
        holders = range(view.game.players + 1)
        for (holder, _), weight in self.weights.items():
            if holder not in holders:
                raise TextError(f"expected a player of 0 to {holders[-1]} for a weight: {holder}")
            _check_weight(weight)
        self._twins = _twins(view)
        by_card = {
            key: self.weights.get(key, 1) * self._twins.get(key, 1)
            for key in (*self.weights, *self._twins)
        }
        self.cases = [Case(view, cannot, by_card) for cannot in cannot_hold(view)]
        self.cases = [case for case in self.cases if case.total]
        if not self.cases:
            raise KibitzError(f"no deal agrees with {view}")

    def _copies(self, card: Card | str) -> tuple[Card, ...]:
        """All that have the name of a card."""
        pack = self.view.game.pack
        return pack.by_name[pack.read_name(card) if isinstance(card, str) else card.name]

    @functools.cached_property
    def total(self) -> Weight:
        """The weights of all worlds together."""
        return sum(case.total for case in self.cases)

    @functools.cached_property
    def number(self) -> int:
        """The exact number of worlds."""
        if not self.weights:
            return int(self.total)
        zeros: dict[tuple[int, Card], Weight] = {
            key: 0 for key, weight in self.weights.items() if not weight
        }
        return int(Worlds(self.view, zeros).total) if zeros else Worlds(self.view).number

    def __iter__(self) -> Iterator[TrickPosition]:
        """Every world, as a position; one that copies of cards make in more ways so many times."""
        for case in self.cases:
            for world in case:
                yield from itertools.repeat(world, self._times(world))

    def _times(self, world: TrickPosition) -> int:
        """How many times a world counts."""
        if not self._twins:
            return 1
        hands = [*world.hands, self.view.unseen & ~sum(world.hands)]
        held = (by for (holder, card), by in self._twins.items() if hands[holder] >> card & 1)
        return math.prod(held)

    def draw(self, stream: random.Random) -> TrickPosition:
        """One world, drawn in proportion to its weight."""
        case = self.cases[0]
        if len(self.cases) > 1:
            running = list(itertools.accumulate(case.total for case in self.cases))
            case = self.cases[drawn(running, stream)]
        return case.draw(stream)

    @property
    def at_once(self) -> bool:
        """Whether there are so few kinds of cards that the kernel draws many worlds at once."""
        return all(len(case.tables.columns) <= COLUMNS for case in self.cases)

    def sample(
        self, number: int, seed: int | random.Random = 0, engine: str = "reference"
    ) -> list[TrickPosition]:
        """A number of worlds, drawn independently; the same for the same seed and engine.

        The reference is exact, whatever the numbers. The kernel is many times faster, and exact
        as far as doubles are. `auto` is the worlds that the kernel draws, by Python where it is
        not built; the reference where there are too many kinds of cards for it.
        """
        check_count(number, "worlds", 0)
        stream = seed if isinstance(seed, random.Random) else random.Random(seed)
        fits = self.at_once
        if engine == "reference" or (engine == "auto" and not fits):
            return [self.draw(stream) for _ in range(number)]
        if engine not in ("auto", "kernel"):
            raise UnknownName("engine", engine, ("auto", "kernel", "reference"))
        if engine == "kernel" and not (BUILT and fits and self.cases[0].in_words):
            raise KibitzError(f"expected engine=reference: the kernel cannot draw from {self.view}")
        case = self.cases[0]
        if len(self.cases) == 1:
            return list(case.draw_many(number, stream.getrandbits(64)))
        running = list(itertools.accumulate(case.total for case in self.cases))
        times = Counter(drawn(running, stream) for _ in range(number))
        found = [
            world
            for at, case in enumerate(self.cases)
            for world in case.draw_many(times[at], stream.getrandbits(64))
        ]
        stream.shuffle(found)
        return found

    def different(self, number: int, seed: int | random.Random = 0) -> list[TrickPosition]:
        """A number of different worlds, or all if there are no more."""
        stream = seed if isinstance(seed, random.Random) else random.Random(seed)
        if self.number <= number:
            return list(self)
        if self.number <= ENUMERATE * number and not self.weights:
            return stream.sample(list(self), number)
        found: dict[tuple[Hand, ...], TrickPosition] = {}
        while len(found) < number:
            world = self.draw(stream)
            times = self._times(world)
            which = (stream.randrange(times),) if times > 1 else ()
            found.setdefault((*world.hands, *which), world)
        return list(found.values())

    def chance(self, player: int, card: Card | str) -> Fraction | float:
        """The probability that a player holds a card; exactly, if weights are exact.

        Of two equal cards, that it holds one or both.
        """
        if not 0 <= player < self.view.game.players:
            raise TextError(f"expected a player of 0 to {self.view.game.players - 1}: {player}")
        known, copies = self.view.known, self._copies(card)
        if any(known[player] >> copy & 1 for copy in copies):
            return Fraction(1)
        held = union(known)
        if not any((self.view.unseen & ~held) >> copy & 1 for copy in copies):
            return Fraction(0)
        without: dict[tuple[int, Card], Weight] = {(player, copy): 0 for copy in copies}
        try:
            elsewhere = Worlds(self.view, {**self.weights, **without}).total
        except KibitzError:
            return Fraction(1)
        if isinstance(elsewhere, float) or isinstance(self.total, float):
            return float(1 - elsewhere / self.total)
        return 1 - Fraction(elsewhere) / Fraction(self.total)

    def chances(self) -> dict[Card, tuple[float, ...]]:
        """For every card that is not seen, the probability that each player holds it.

        Two equal cards are there once.
        """
        players = range(self.view.game.players)
        names = {card.name: card for card in self.view.game.pack.listed(self.view.unseen)}
        return {
            card: tuple(float(self.chance(player, card)) for player in players)
            for card in names.values()
        }

    def weigh(
        self, worlds: Sequence[TrickPosition], weight: Callable[[TrickPosition], float]
    ) -> Weighed:
        """A sample with a weight for each world, such as how well its hands fit their bids."""
        return Weighed(tuple(worlds), tuple(map(weight, worlds)))


class Drawn(Sequence[TrickPosition]):
    """A sample whose worlds are drawn when they are needed, for who may not need them all."""

    def __init__(self, known: Worlds, number: int, stream: random.Random) -> None:
        self._known, self._number, self._stream = known, number, stream
        self._found: list[TrickPosition] = []

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, at: int) -> TrickPosition: ...
    @overload
    def __getitem__(self, at: slice) -> list[TrickPosition]: ...
    def __getitem__(self, at: int | slice) -> TrickPosition | list[TrickPosition]:
        needed = range(self._number)[at]
        last = needed if isinstance(needed, int) else max((*needed[:1], *needed[-1:]), default=-1)
        step = PORTION if self._known.at_once else 1
        while len(self._found) <= last:
            more = min(step, self._number - len(self._found))
            self._found += self._known.sample(more, self._stream, "auto")
        return self._found[at]

    def by(self, ends: float) -> list[TrickPosition]:
        """As many as can be drawn until `time.perf_counter()` says so, and one at least."""
        for at in range(self._number):
            if time.perf_counter() >= ends:
                return self[: at or 1]
            self[at]
        return self[:]


@dataclass(frozen=True)
class Weighed:
    """A sample of worlds with weights, in addition to those it was drawn by.

    >>> worlds = kibitz.worlds(kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1)))
    >>> sample = worlds.weigh(worlds.sample(20), lambda world: len(world.hand(1)))
    >>> isinstance(sample, kibitz.Weighed), sample.effective
    (True, 20.0)
    """

    worlds: tuple[TrickPosition, ...]
    weights: tuple[float, ...]

    def __post_init__(self) -> None:
        for weight in self.weights:
            _check_weight(weight)

    @property
    def effective(self) -> float:
        """The size of an unweighted sample that says as much."""
        squares = sum(weight * weight for weight in self.weights)
        return sum(self.weights) ** 2 / squares if squares else 0.0

    def mean(self, value: Callable[[TrickPosition], float]) -> float:
        """The average of a value over the worlds by their weights."""
        whole = sum(self.weights)
        if not whole:
            raise KibitzError("all worlds have a weight of 0")
        pairs = zip(self.worlds, self.weights, strict=True)
        return sum(weight * value(world) for world, weight in pairs if weight) / whole


def worlds(view: View, weights: Weights | None = None) -> Worlds:
    """The deals that agree with a view.

    The weight of a player and a card multiplies the likelihood of worlds in which the player
    holds the card; it is 1 if not given.

    >>> view = kibitz.view(kibitz.game("spades(players=3,cards=3)").deal(1), ["D3"])
    >>> kibitz.worlds(view).chance(0, "SA"), kibitz.worlds(view, {(0, "SA"): 3}).chance(0, "SA")
    (Fraction(1, 24), Fraction(3, 26))
    """
    return Worlds(view, weights)
