"""One case of what others can hold: its worlds counted, listed and drawn.

Unseen cards that the same holders can have are alike, so a world is a table of how many cards
of each kind each holder has, and a free choice of cards within it. Counting the tables is
cheap, and from the counts a world is drawn suit by suit, so to say: exactly, each world as
likely as its weight, and without a try that is thrown away.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence

from kibitz.cards import Card, Hand, TrickPosition, hand_of, union
from kibitz.engines.kernel import BUILT, _kernel
from kibitz.engines.problem.protocol import checkpoint
from kibitz.players.shown import Barred
from kibitz.players.tables import Counts, Tables, Weight, draw_worlds
from kibitz.whole.view import View


class Case:
    """The worlds of one case: kinds of cards, holders with a need, and tables of both.

    Holders are the other players, and last the cards aside.
    """

    def __init__(self, view: View, cannot: Barred, weights: Mapping[tuple[int, Card], Weight]):
        self.view = view
        players, known = view.game.players, view.known
        held = union(known)
        loose = list(view.game.pack.listed(view.unseen & ~held))
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
            self.total *= math.perm(max(0, needs[-1] - self._last), view.to_draw - self._last)

    @property
    def in_words(self) -> bool:
        """Whether a hand is one word of the kernel."""
        return len(self.view.game.pack.cards) <= 64

    @property
    def _last(self) -> int:
        """Whether the last card to draw is known."""
        return int(self.view.to_draw > 0 and self.view.turned > 0)

    def _position(self, hands: list[Hand], stream: random.Random | None) -> TrickPosition:
        """The world with these hands, in which cards are drawn in an order by chance."""
        if stream is None or not self.view.to_draw:
            return self.view.position(hands[:-1])
        aside = self._aside(hands)
        stream.shuffle(aside)
        return self._in_order(hands, aside)

    def _aside(self, hands: list[Hand]) -> list[Card]:
        """The cards that may be drawn next, in some order."""
        rest = self.view.unseen & ~(union(hands[:-1]) | self.view.turned)
        return list(self.view.game.pack.listed(rest))

    def _in_order(self, hands: list[Hand], aside: Sequence[Card]) -> TrickPosition:
        turned = list(self.view.game.pack.listed(self.view.turned)) * self._last
        drawn = [*aside[: self.view.to_draw - self._last], *turned]
        return self.view.position(hands[:-1], drawn)

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
        return self._position(hands, stream)

    def draw_many(self, number: int, seed: int) -> Iterator[TrickPosition]:
        """So many worlds, drawn as the kernel does: as likely as its doubles can say."""
        tables, holders, known = self.tables, self.holders, self._hands()
        weights = [list(map(float, row)) for row in tables.weights]
        stream = random.Random(seed) if self.view.to_draw else None
        if not self.kinds or not holders:
            yield from (self._position(known, stream) for _ in range(number))
            return
        draw = _kernel.draw_worlds if BUILT and self.in_words else draw_worlds
        hands_of = draw(
            self.kinds, tables.rows, tables.columns, weights, not self.by_kind, number, seed
        )
        for start in range(0, len(hands_of), len(holders)):
            checkpoint()
            hands = known.copy()
            for at, holder in enumerate(holders, start):
                hands[holder] |= hands_of[at]
            yield self._position(hands, stream)

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
                if not self.view.to_draw:
                    yield self.view.position(hands[:-1])
                    continue
                for order in itertools.permutations(
                    self._aside(hands), self.view.to_draw - self._last
                ):
                    yield self._in_order(hands, order)


def _shares(cards: Sequence[Card], lengths: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to share out cards in hands of these lengths."""
    if not lengths:
        yield ()
        return
    for chosen in itertools.combinations(cards, lengths[0]):
        rest = [card for card in cards if card not in chosen]
        for others in _shares(rest, lengths[1:]):
            yield (hand_of(chosen), *others)
