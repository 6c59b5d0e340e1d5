"""Experience of Hearts: what a player sees after a card, and what its hand then comes to.

It is for four players, all cards, and the usual rules and utility. Another net says the same of
the cards that are passed, by those that are kept and to whom they go.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz.cards import SUIT_CARDS, Card, Hand, TrickGame, hand_of, listed
from kibitz.cards.restrictions import BROKEN
from kibitz.games.hearts import POINTS, Hearts
from kibitz.players.experience.net import Choice, net, on_table, said, voids
from kibitz.whole.view import View

FILE = "hearts.txt"
PASSES = "hearts_passes.txt"
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
        return cls(
            view.hand,
            view.unseen,
            on_table(view),
            (*public.taken[seat:], *public.taken[:seat]),
            frozenset(voids(view)),
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
            for card in listed(cards):
                yield start + place(card)
        for spade in range(HIGH):
            if self.own >> spade & 1:
                yield HIGH_CARDS + spade
            if self.unseen >> spade & 1:
                yield HIGH_CARDS + HIGH + spade
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
            for card in listed(cards):
                yield KNOWN + LENGTH * SEATS * who + place(card)
                if card < HIGH:
                    yield KNOWN_HIGH + HIGH * who + card


def worths(view: View) -> dict[Card, float]:
    """What each card has come to for who played it where things looked like this."""
    sight = Sight.of(view)
    cards = ((card, sight.after(card).features()) for card in view.moves())
    return _worths(FILE, cards)


def worths_of_passes(view: View) -> dict[tuple[Card, ...], float]:
    """What cards have come to for who passed them with such a hand."""
    hand = view.moves()
    sets = ((given, passed(view, given)) for given in itertools.combinations(hand, PASSED))
    return _worths(PASSES, sets)


def passed(view: View, given: Sequence[Card]) -> Iterator[int]:
    """The features of cards that are kept and passed."""
    assert view.to is not None
    for card in view.moves():
        yield GIVEN + card if card in given else card
    yield TO + (view.to - view.seat) % SEATS - 1
    kept = view.hand & ~hand_of(given)
    for suit, all_of_it in enumerate(SUIT_CARDS):
        yield KEPT_LENGTH + (LENGTH + 1) * suit + (kept & all_of_it).bit_count()


def _worths(file: str, choices: Iterable[tuple[Choice, Iterable[int]]]) -> dict[Choice, float]:
    return {choice: WORTH * own for choice, (own,) in said(net(file), choices)}
