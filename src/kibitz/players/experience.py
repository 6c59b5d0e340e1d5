"""Experience: what a card of Hearts has come to in play, learned from many hands.

Play-outs by rules are wrong in the same way in every world: nobody plays like that. What a player
sees after a card is put into numbers, features, and a small net, made from hands that players
like `sampling` played against each other, says what such hands came to for the one who played
it. It is for four players, all cards, and the usual rules and utility.

A net has two inner layers. All its weights are whole numbers, so that it says the same on every
machine; units are said in the first line of its file, and so are its sizes.
"""

from __future__ import annotations

import base64
import functools
import zlib
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from operator import mul

from kibitz.cards import SUIT_CARDS, Card, Hand, TrickGame, TrickPosition
from kibitz.engines.problem.protocol import checkpoint
from kibitz.games.hearts import BROKEN, HEARTS, POINTS, Hearts
from kibitz.players.appraisal import Values, Valuing
from kibitz.whole.view import View

FILE = "experience.txt"
SEATS = 4
LENGTH = 13
"""Cards of a suit, and of a hand."""
HIGH = 3
"""The spades that count by what they are: ace, king and queen."""
WORTH = 26
"""The payoff that counts as 1."""

OWN, UNSEEN, TABLE, HIGH_CARDS, TAKEN, VOID, OWN_LENGTH, UNSEEN_LENGTH, LEADS, IS_BROKEN, LEFT = (
    0,
    52,
    104,
    312,
    330,
    438,
    450,
    506,
    562,
    566,
    567,
)
"""Where the features of each kind begin."""
FEATURES = LEFT + LENGTH + 1


def knows(game: TrickGame) -> bool:
    """Whether it is the game that was learned."""
    return type(game) is Hearts and game == Hearts()


@dataclass(frozen=True)
class Sight:
    """What a player sees of a hand; players are counted from it on."""

    own: Hand
    unseen: Hand
    table: tuple[tuple[int, Card], ...]
    """Who played which card, in order."""
    taken: tuple[int, ...]
    voids: frozenset[tuple[int, int]]
    """Which other player has shown to have no card of which suit."""
    broken: bool
    leads: int | None = None
    """Who leads the next trick, if the last is complete."""

    @classmethod
    def of(cls, view: View) -> Sight:
        """What the player of a view sees."""
        seat, public = view.seat, view.public
        order = [(public.leader + at - seat) % SEATS for at in range(len(public.table))]
        return cls(
            view.hand,
            view.unseen,
            tuple(zip(order, public.table, strict=True)),
            (*public.taken[seat:], *public.taken[:seat]),
            frozenset(_voids(view)),
            public.marks >= BROKEN,
        )

    def after(self, card: Card) -> Sight:
        """What it sees once it has played a card."""
        own, broken = self.own & ~(1 << card), self.broken or POINTS[card] > 0
        table = (*self.table, (0, card))
        if len(table) < SEATS:
            return replace(self, own=own, table=table, broken=broken)
        led = table[0][1].suit
        winner = min((one, who) for who, one in table if one.suit == led)[1]
        taken = list(self.taken)
        taken[winner] += sum(POINTS[one] for _, one in table)
        return replace(self, own=own, table=(), taken=tuple(taken), broken=broken, leads=winner)

    def features(self) -> Iterator[int]:
        """The numbers of the features that it has."""
        there = self.own | self.unseen | sum(1 << card for _, card in self.table)

        def place(card: int) -> int:
            """A suit, and how many cards that are left of it are lower."""
            suit = card // LENGTH
            return LENGTH * suit + (there & SUIT_CARDS[suit] & -2 << card).bit_count()

        for start, length, cards in (
            (OWN, OWN_LENGTH, self.own),
            (UNSEEN, UNSEEN_LENGTH, self.unseen),
        ):
            for suit, all_of_it in enumerate(SUIT_CARDS):
                held = cards & all_of_it
                yield length + (LENGTH + 1) * suit + held.bit_count()
                while held:
                    low = held & -held
                    yield start + place(low.bit_length() - 1)
                    held ^= low
        for card in range(HIGH):
            if self.own >> card & 1:
                yield HIGH_CARDS + card
            if self.unseen >> card & 1:
                yield HIGH_CARDS + HIGH + card
        for who, card in self.table:
            yield TABLE + LENGTH * SEATS * who + place(card)
            if card < HIGH:
                yield HIGH_CARDS + (2 + who) * HIGH + card
        for who, points in enumerate(self.taken):
            if points:
                yield TAKEN + (WORTH + 1) * who + points
        for who, suit in self.voids:
            yield VOID + SEATS * (who - 1) + suit
        if self.leads is not None:
            yield LEADS + self.leads
        if self.broken:
            yield IS_BROKEN
        yield LEFT + self.own.bit_count()


def _voids(view: View) -> Iterator[tuple[int, int]]:
    """Who else has shown to have no card of a suit, by not following it or by leading hearts."""
    for player, card, before in view.history():
        who = (player - view.seat) % SEATS
        if not who:
            continue
        if before.table:
            led = before.table[0].suit
            if card.suit != led:
                yield who, led
        elif HEARTS >> card & 1 and not before.marks >= BROKEN:
            yield from ((who, suit) for suit in range(len(SUIT_CARDS)) if suit != card.suit)


class Net:
    """Two inner layers, each unit from 0 to 1, in whole numbers."""

    def __init__(self, text: str) -> None:
        head, *lines = text.splitlines()
        features, first, second, *self._units = map(int, head.split())
        numbers = array("b", zlib.decompress(base64.b64decode("".join(lines))))
        at = 0

        def matrix(height: int, width: int) -> list[list[int]]:
            nonlocal at
            start, at = at, at + height * width
            return [numbers[row : row + width].tolist() for row in range(start, at, width)]

        one, two, _ = self._units
        self._rows = matrix(features, first)
        (start,) = matrix(1, first)
        self._start = start
        self._inner = matrix(second, first)
        (self._inner_start,) = matrix(1, second)
        (self._outer,) = matrix(1, second)
        ((self._outer_start,),) = matrix(1, 1)
        self._one, self._two = one, one * two

    def sums(self, features: Sequence[int]) -> list[int]:
        """What the features come to in the first layer."""
        rows = [self._rows[at] for at in features]
        return [sum(column) for column in zip(self._start, *rows, strict=True)]

    def moved(self, sums: Sequence[int], less: set[int], more: set[int]) -> list[int]:
        """The same with some features less and some more."""
        found = list(sums)
        for at in less:
            found = [a - b for a, b in zip(found, self._rows[at], strict=True)]
        for at in more:
            found = [a + b for a, b in zip(found, self._rows[at], strict=True)]
        return found

    def worth(self, sums: Sequence[int]) -> float:
        """What a position comes to, from 0 to 1 or so."""
        one, two = self._one, self._two
        inner = [min(max(own, 0), one) for own in sums]
        total = self._outer_start * two
        for row, start, out in zip(self._inner, self._inner_start, self._outer, strict=True):
            total += out * min(max(start * one + sum(map(mul, row, inner)), 0), two)
        return total / (two * self._units[2])


@functools.cache
def net() -> Net:
    """The net of the package."""
    return Net((resources.files("kibitz.players") / FILE).read_text())


def worths(view: View) -> dict[Card, float]:
    """What each card has come to for who played it where things looked like this."""
    sight, learned = Sight.of(view), net()
    known: set[int] = set()
    sums: list[int] = []
    found = {}
    for card in view.moves():
        checkpoint()
        features = set(sight.after(card).features())
        if known:
            sums = learned.moved(sums, known - features, features - known)
        else:
            sums = learned.sums(sorted(features))
        known = features
        found[card] = WORTH * learned.worth(sums)
    return found


class Experienced:
    """Values worlds by play-outs for one part, and for another by experience.

    Experience is of the view, so that it is the same in every world, and says nothing of what
    others get.
    """

    def __init__(self, view: View, share: float, played_out: Valuing) -> None:
        self._worths, self._share, self._played_out = worths(view), share, played_out
        self._known: dict[tuple[Card, Values], Values] = {}

    def __call__(self, worlds: Sequence[TrickPosition]) -> list[dict[Card, Values]]:
        side = worlds[0].side
        return [
            {card: self._mixed(side, card, payoffs) for card, payoffs in row.items()}
            for row in self._played_out(worlds)
        ]

    def _mixed(self, side: int, card: Card, payoffs: Values) -> Values:
        found = self._known.get((card, payoffs))
        if found is None:
            own = (1 - self._share) * payoffs[side] + self._share * self._worths[card]
            found = (*payoffs[:side], own, *payoffs[side + 1 :])
            self._known[card, payoffs] = found
        return found
