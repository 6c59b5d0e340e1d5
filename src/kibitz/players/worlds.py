"""Worlds: the deals that agree with a view. Their number, a list of all, samples, probabilities.

Unseen cards that the same holders can have are alike, so a world is a table of how many cards
of each kind each holder has, and a free choice of cards within it. Counting the tables is
cheap, and from the counts a world is drawn suit by suit, so to say: exactly, each world as
likely as its weight, and without a try that is thrown away.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from kibitz.cards import Card, Hand, TrickPosition, hand_of, listed, read_card
from kibitz.engines.kernel import BUILT, _kernel
from kibitz.engines.problem.protocol import checkpoint
from kibitz.errors import KibitzError, TextError, UnknownName, check_kind
from kibitz.players.shown import Barred, barred
from kibitz.players.tables import Counts, Tables, Weight, draw_worlds, drawn
from kibitz.whole.view import View

Weights: TypeAlias = Mapping[tuple[int, Card], Weight] | Mapping[tuple[int, str], Weight]
"""Of a player and a card; the number after the last player stands for the cards aside."""

COLUMNS = 9
"""So many columns of a table are the most that the kernel takes."""
ENUMERATE = 4
"""With fewer worlds than so many times those wanted, different ones are chosen from all."""


def _check_weight(weight: Weight) -> None:
    if not weight >= 0 or weight == math.inf:
        raise TextError(f"expected weights of 0 or more: {weight}")


class Case:
    """The worlds of one case: kinds of cards, holders with a need, and tables of both.

    Holders are the other players, and last the cards aside.
    """

    def __init__(self, view: View, cannot: Barred, weights: Mapping[tuple[int, Card], Weight]):
        self.view = view
        players, known = view.game.players, view.known
        held = functools.reduce(int.__or__, known, 0)
        loose = list(listed(view.unseen & ~held))
        needs = [size - hand.bit_count() for size, hand in zip(view.sizes, known, strict=True)]
        needs.append(len(loose) - sum(needs))
        clash = any(
            known[player] & cannot[player] for player in range(players) if player != view.seat
        )
        self.holders = [holder for holder, need in enumerate(needs) if need > 0]
        kinds: dict[tuple[Weight, ...], list[Card]] = {}
        for card in loose:
            weight = tuple(
                0 if cannot[holder] >> card & 1 else weights.get((holder, card), 1)
                for holder in self.holders
            )
            kinds.setdefault(weight, []).append(card)
        self.kinds = list(kinds.values())
        self.possible = min(needs) >= 0 and not clash
        sizes = tuple(map(len, self.kinds))
        wanted = tuple(needs[holder] for holder in self.holders)
        by_kind = math.prod(need + 1 for need in wanted) <= math.prod(size + 1 for size in sizes)
        self.by_kind = by_kind
        if by_kind:
            self.tables = Tables(sizes, wanted, list(kinds))
        else:
            self.tables = Tables(wanted, sizes, [list(row) for row in zip(*kinds, strict=True)])
        self.total: Weight = 0
        if self.possible:
            self.total = self.tables.total
            if by_kind:  # slots were chosen for cards, not cards for slots
                self.total *= math.prod(map(math.factorial, sizes))
                slots = math.prod(map(math.factorial, wanted))
                whole = isinstance(self.total, int)
                self.total = self.total // slots if whole else self.total / slots
            for (holder, card), by in weights.items():
                if holder < players and known[holder] >> card & 1:
                    self.total *= by

    def _lengths(self, table: list[Counts]) -> Iterable[Counts]:
        """For each kind how many cards each holder has."""
        return table if self.by_kind else zip(*table, strict=True)

    def draw(self, stream: random.Random) -> TrickPosition:
        """One world, drawn in proportion to its weight."""
        checkpoint()
        hands = self._hands()
        for cards, lengths in zip(self.kinds, self._lengths(self.tables.draw(stream)), strict=True):
            stream.shuffle(cards := cards.copy())
            start = 0
            for holder, length in zip(self.holders, lengths, strict=True):
                hands[holder] |= hand_of(cards[start : start + length])
                start += length
        return self.view.position(hands[:-1])

    def draw_many(self, number: int, seed: int) -> Iterator[TrickPosition]:
        """So many worlds, drawn as the kernel does: as likely as its doubles can say."""
        tables, holders, known = self.tables, self.holders, self._hands()
        weights = [list(map(float, row)) for row in tables.weights]
        if not self.kinds or not holders:
            yield from (self.view.position(known[:-1]) for _ in range(number))
            return
        draw = _kernel.draw_worlds if BUILT else draw_worlds
        hands_of = draw(
            self.kinds, tables.rows, tables.columns, weights, not self.by_kind, number, seed
        )
        for start in range(0, len(hands_of), len(holders)):
            checkpoint()
            hands = known.copy()
            for at, holder in enumerate(holders, start):
                hands[holder] |= hands_of[at]
            yield self.view.position(hands[:-1])

    def _hands(self) -> list[Hand]:
        """What everybody is known to hold, and an empty hand for the cards aside."""
        return [*self.view.known, 0]

    def __iter__(self) -> Iterator[TrickPosition]:
        """Every world."""
        if not self.total:
            return
        for table in self.tables:
            lengths = list(self._lengths(table))
            shares = (_shares(*kind) for kind in zip(self.kinds, lengths, strict=True))
            for shared in itertools.product(*map(list, shares)):
                checkpoint()
                hands = self._hands()
                for share in shared:
                    for holder, hand in zip(self.holders, share, strict=True):
                        hands[holder] |= hand
                yield self.view.position(hands[:-1])


def _shares(cards: Sequence[Card], lengths: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to share out cards in hands of these lengths."""
    if not lengths:
        yield ()
        return
    for chosen in itertools.combinations(cards, lengths[0]):
        rest = [card for card in cards if card not in chosen]
        for others in _shares(rest, lengths[1:]):
            yield (hand_of(chosen), *others)


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
            (player, read_card(card) if isinstance(card, str) else card): weight
            for (player, card), weight in (weights or {}).items()
        }
        holders = range(view.game.players + 1)
        for (holder, _), weight in self.weights.items():
            if holder not in holders:
                raise TextError(f"expected a player of 0 to {holders[-1]} for a weight: {holder}")
            _check_weight(weight)
        self.cases = [Case(view, cannot, self.weights) for cannot in barred(view)]
        self.cases = [case for case in self.cases if case.total]
        if not self.cases:
            raise KibitzError(f"no deal agrees with {view}")

    @functools.cached_property
    def total(self) -> Weight:
        """The weights of all worlds together."""
        return sum(case.total for case in self.cases)

    @functools.cached_property
    def number(self) -> int:
        """How many worlds there are, exactly."""
        if not self.weights:
            return int(self.total)
        zeros: dict[tuple[int, Card], Weight] = {
            key: 0 for key, weight in self.weights.items() if not weight
        }
        return int(Worlds(self.view, zeros).total) if zeros else Worlds(self.view).number

    def __iter__(self) -> Iterator[TrickPosition]:
        """Every world, as a position."""
        for case in self.cases:
            yield from case

    def draw(self, stream: random.Random) -> TrickPosition:
        """One world, drawn in proportion to its weight."""
        case = self.cases[0]
        if len(self.cases) > 1:
            running = list(itertools.accumulate(case.total for case in self.cases))
            case = self.cases[drawn(running, stream)]
        return case.draw(stream)

    def sample(
        self, number: int, seed: int | random.Random = 0, engine: str = "reference"
    ) -> list[TrickPosition]:
        """A number of worlds, drawn independently; the same for the same seed and engine.

        The reference is exact, whatever the numbers. The kernel is many times faster, and exact
        as far as doubles are. `auto` is the worlds that the kernel draws, by Python where it is
        not built; the reference where there are too many kinds of cards for it.
        """
        if type(number) is not int or number < 0:
            raise TextError(f"expected 0 worlds or more: {number!r}")
        stream = seed if isinstance(seed, random.Random) else random.Random(seed)
        fits = all(len(case.tables.columns) <= COLUMNS for case in self.cases)
        if engine == "reference" or (engine == "auto" and not fits):
            return [self.draw(stream) for _ in range(number)]
        if engine not in ("auto", "kernel"):
            raise UnknownName("engine", engine, ("auto", "kernel", "reference"))
        if engine == "kernel" and not (BUILT and fits):
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
            found.setdefault(world.hands, world)
        return list(found.values())

    def chance(self, player: int, card: Card | str) -> Fraction | float:
        """The probability that a player holds a card; exactly, if weights are exact."""
        card = read_card(card) if isinstance(card, str) else card
        if not 0 <= player < self.view.game.players:
            raise TextError(f"expected a player of 0 to {self.view.game.players - 1}: {player}")
        known = self.view.known
        if any(hand >> card & 1 for hand in known) or not self.view.unseen >> card & 1:
            return Fraction(known[player] >> card & 1)
        others = range(self.view.game.players + 1)
        elsewhere: dict[tuple[int, Card], Weight] = {
            (holder, card): 0 for holder in others if holder != player
        }
        try:
            there = Worlds(self.view, {**self.weights, **elsewhere}).total
        except KibitzError:
            return Fraction(0)
        if isinstance(there, float) or isinstance(self.total, float):
            return float(there / self.total)
        return Fraction(there) / Fraction(self.total)

    def chances(self) -> dict[Card, tuple[float, ...]]:
        """For every card that is not seen, the probability that each player holds it."""
        players = range(self.view.game.players)
        return {
            card: tuple(float(self.chance(player, card)) for player in players)
            for card in listed(self.view.unseen)
        }

    def weigh(
        self, worlds: Sequence[TrickPosition], weight: Callable[[TrickPosition], float]
    ) -> Weighed:
        """A sample with a weight for each world, such as how well its hands fit their bids."""
        return Weighed(tuple(worlds), tuple(map(weight, worlds)))


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
