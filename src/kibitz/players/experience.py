"""Experience: what cards of Hearts have come to in play, or passed, learned from many hands.

Play-outs by rules are wrong in the same way in every world: nobody plays like that. What a player
sees after a card is put into numbers, features, and a small net, made from hands that players
like `sampling` played against each other, says what such hands came to for the one who played
it. It is for four players, all cards, and the usual rules and utility.

Another net says the same of the cards that are passed, by those that are kept and to whom they go.

A net has two inner layers. All its weights are whole numbers, so that it says the same on every
machine; units are said in the first line of its file, and so are its sizes.
"""

from __future__ import annotations

import base64
import functools
import itertools
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from operator import mul
from typing import Any

from kibitz.cards import SUIT_CARDS, Card, Hand, TrickGame, TrickPosition, hand_of
from kibitz.cards.restrictions import BROKEN
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Move
from kibitz.games.hearts import HEARTS, POINTS, Hearts
from kibitz.players.appraisal import Values
from kibitz.whole.view import View

FILE = "experience.txt"
PASSES = "passing.txt"
SEATS = 4
LENGTH = 13
"""Cards of a suit, and of a hand."""
HIGH = 3
"""The spades that count by what they are: ace, king and queen."""
WORTH = 26
"""The payoff that counts as 1."""

OWN, UNSEEN, TABLE, HIGH_CARDS, TAKEN, VOID, OWN_LENGTH, UNSEEN_LENGTH = (
    0,
    52,
    104,
    312,
    330,
    438,
    450,
    506,
)
LEADS, IS_BROKEN, LEFT, KNOWN, KNOWN_HIGH = 562, 566, 567, 581, 737
"""Where the features of each kind begin."""
FEATURES = KNOWN_HIGH + HIGH * (SEATS - 1)

GIVEN, TO, KEPT_LENGTH = 52, 104, 107
"""The same for cards that are passed; those that are kept come first."""
PASSED = 3


def knows(game: TrickGame) -> bool:
    """Whether it is the game that was learned."""
    return type(game) is Hearts and game == Hearts()


def knows_passes(view: View) -> bool:
    """Whether cards are to be passed as it was learned."""
    whole = view.hand.bit_count() == LENGTH and tuple(view.choices) == (PASSED,)
    return whole and view.to is not None and knows(view.game)


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
    known: tuple[Hand, ...]
    """The cards that each of the others holds for sure, since they were passed to it."""
    leads: int | None = None
    """Who leads the next trick, if the last is complete."""

    @classmethod
    def of(cls, view: View) -> Sight:
        """What the player of a view sees."""
        seat, public, known = view.seat, view.public, view.known
        order = [(public.leader + at - seat) % SEATS for at in range(len(public.table))]
        return cls(
            view.hand,
            view.unseen,
            tuple(zip(order, public.table, strict=True)),
            (*public.taken[seat:], *public.taken[:seat]),
            frozenset(_voids(view)),
            BROKEN in public.marks,
            (*known[seat + 1 :], *known[:seat]),
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
                yield length + (LENGTH + 1) * suit + (cards & all_of_it).bit_count()
            for card in _each(cards):
                yield start + place(card)
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
        for who, cards in enumerate(self.known):
            for card in _each(cards):
                yield KNOWN + LENGTH * SEATS * who + place(card)
                if card < HIGH:
                    yield KNOWN_HIGH + HIGH * who + card


def _each(cards: Hand) -> Iterator[int]:
    """The numbers of the cards of a hand."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


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
        elif HEARTS >> card & 1 and BROKEN not in before.marks:
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
def net(file: str = FILE) -> Net:
    """A net of the package."""
    return Net((resources.files("kibitz.players") / file).read_text())


def worths(view: View) -> dict[Card, float]:
    """What each card has come to for who played it where things looked like this."""
    sight = Sight.of(view)
    cards = ((card, sight.after(card).features()) for card in view.moves())
    return _worths(net(), cards)


def worths_of_passes(view: View) -> dict[tuple[Card, ...], float]:
    """What cards have come to for who passed them with such a hand."""
    hand = view.moves()
    sets = ((given, passed(view, given)) for given in itertools.combinations(hand, PASSED))
    return _worths(net(PASSES), sets)


def passed(view: View, given: Sequence[Card]) -> Iterator[int]:
    """The features of cards that are kept and passed."""
    assert view.to is not None
    for card in view.moves():
        yield GIVEN + card if card in given else card
    yield TO + (view.to - view.seat) % SEATS - 1
    kept = view.hand & ~hand_of(given)
    for suit, all_of_it in enumerate(SUIT_CARDS):
        yield KEPT_LENGTH + (LENGTH + 1) * suit + (kept & all_of_it).bit_count()


def _worths(learned: Net, choices: Iterable[tuple[Any, Iterable[int]]]) -> dict[Any, float]:
    """What a net says of choices, by their features."""
    known: set[int] = set()
    sums: list[int] = []
    found = {}
    for choice, having in choices:
        checkpoint()
        features = set(having)
        if known:
            sums = learned.moved(sums, known - features, features - known)
        else:
            sums = learned.sums(sorted(features))
        known = features
        found[choice] = WORTH * learned.worth(sums)
    return found


class Experienced:
    """Values worlds by play-outs for one part, and for another by experience.

    Experience is of the view, so that it is the same in every world, and says nothing of what
    others get.
    """

    def __init__(
        self,
        side: int,
        worths: Mapping[Any, float],
        share: float,
        played_out: Callable[[Sequence[TrickPosition]], Sequence[Mapping[Any, Values]]],
    ) -> None:
        self._side, self._worths, self._share, self._played_out = side, worths, share, played_out
        self._known: dict[tuple[Move, Values], Values] = {}

    def __call__(self, worlds: Sequence[TrickPosition]) -> list[dict[Any, Values]]:
        return [
            {choice: self._mixed(choice, payoffs) for choice, payoffs in row.items()}
            for row in self._played_out(worlds)
        ]

    def _mixed(self, choice: Move, payoffs: Values) -> Values:
        found = self._known.get((choice, payoffs))
        if found is None:
            side = self._side
            own = (1 - self._share) * payoffs[side] + self._share * self._worths[choice]
            found = (*payoffs[:side], own, *payoffs[side + 1 :])
            self._known[choice, payoffs] = found
        return found
