"""Experience of Spades: what a player sees after a card, and how the hand then ends for each side.

It is for three players, and for four in two partnerships, with all cards, the usual rules and
bids. For each side a net says how likely it is to miss its bid, to make it, and to take so many
tricks more. What a card is worth follows from that by what the hand is played for.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz.cards import SUIT_CARDS, Card, Hand, TrickGame, hand_of, listed
from kibitz.cards.restrictions import BROKEN
from kibitz.games.spades import SPADES, Spades
from kibitz.players.experience.net import net, on_table, said, voids
from kibitz.scoring import Utility
from kibitz.whole.spades import contract
from kibitz.whole.view import View

FILES = {3: "spades_3.txt", 4: "spades_4.txt"}
LENGTH = 13
"""Cards of a suit."""
ENDS = 7
"""A bid that is missed, made, and made with 1, 2, 3, 4, 5 or more tricks over."""
LIKELY = 0.02
"""How likely an end of a side is at least that is not left out."""

NEEDS, LOWEST = 20, -6
"""How many tricks more than it has somebody needs, from the lowest number on."""
SLACKS, LEAST = 20, -9
"""How many tricks more there are than all need, likewise."""
MOST = 17
"""Tricks of a hand."""

OWN, UNSEEN, TABLE = 0, 52, 104
"""Where the features of these kinds begin."""


def knows(game: TrickGame) -> bool:
    """Whether it is a game that was learned."""
    return (
        type(game) is Spades
        and game.players in FILES
        and game.bids is not None
        and game == Spades(players=game.players, bids=game.bids, utility=Utility(contract))
    )


@dataclass(frozen=True)
class Sight:
    """What a player sees of a hand; players are counted from it on."""

    own: Hand
    unseen: Hand
    table: tuple[tuple[int, Card], ...]
    """Who played which card, in order."""
    bids: tuple[int, ...]
    taken: tuple[int, ...]
    voids: frozenset[tuple[int, int]]
    """Which other player has shown to have no card of which suit."""
    broken: bool
    left: int
    """Tricks to come, with the one on the table."""
    leads: int | None = None
    """Who leads the next trick, if the last is complete."""

    @classmethod
    def of(cls, view: View) -> Sight:
        """What the player of a view sees."""
        seat, public, game = view.seat, view.public, view.game
        bids = game.bids or ()
        return cls(
            view.hand,
            view.unseen,
            on_table(view),
            (*bids[seat:], *bids[:seat]),
            (*public.taken[seat:], *public.taken[:seat]),
            frozenset(voids(view)),
            BROKEN in public.marks,
            game.hand_size - sum(public.taken),
        )

    def after(self, card: Card) -> Sight:
        """What it sees once it has played a card."""
        own, broken = self.own & ~(1 << card), self.broken or card.suit == SPADES
        table = (*self.table, (0, card))
        if len(table) < len(self.bids):
            return replace(self, own=own, table=table, broken=broken)
        led = table[0][1].suit
        good = [(one, who) for who, one in table if one.suit in (led, SPADES)]
        winner = min(good, key=lambda played: (played[0].suit != SPADES, played[0]))[1]
        taken = tuple(tricks + (who == winner) for who, tricks in enumerate(self.taken))
        return replace(
            self, own=own, table=(), taken=taken, broken=broken, left=self.left - 1, leads=winner
        )

    def by_side(self, values: Sequence[int]) -> tuple[int, ...]:
        """Values of players as those of sides, from the own on."""
        if len(values) == 3:
            return tuple(values)
        return values[0] + values[2], values[1] + values[3]

    def features(self) -> Iterator[int]:
        """The numbers of the features that it has."""
        there, players = self.own | self.unseen, len(self.bids)
        there |= hand_of(card for _, card in self.table)

        def place(card: int) -> int:
            """A suit, and how many cards that are left of it are higher."""
            suit = card // LENGTH
            return LENGTH * suit + (there & SUIT_CARDS[suit] & (1 << card) - 1).bit_count()

        at = TABLE + 52 * players
        for suit, all_of_it in enumerate(SUIT_CARDS):
            yield at + 28 * suit + (self.own & all_of_it).bit_count()
            yield at + 28 * suit + 14 + (self.unseen & all_of_it).bit_count()
        for start, cards in ((OWN, self.own), (UNSEEN, self.unseen)):
            for card in listed(cards):
                yield start + place(card)
        for who, card in self.table:
            yield TABLE + 52 * who + place(card)
        at += 28 * len(SUIT_CARDS)
        needs = [bid - tricks for bid, tricks in zip(self.bids, self.taken, strict=True)]
        for who, (need, bid) in enumerate(zip(needs, self.bids, strict=True)):
            yield at + NEEDS * who + _within(need - LOWEST, NEEDS)
            yield at + NEEDS * players + 14 * who + min(bid, 13)
        at += (NEEDS + 14) * players
        for who, suit in self.voids:
            yield at + 4 * (who - 1) + suit
        at += 4 * (players - 1)
        if self.leads is not None:
            yield at + self.leads
        at += players
        if self.broken:
            yield at
        yield at + 1 + min(self.left, MOST)
        at += 1 + MOST + 1
        sides = self.by_side(needs)
        slack = self.left - sum(max(0, need) for need in sides)
        yield at + _within(slack - LEAST, SLACKS)
        at += SLACKS
        if len(sides) < players:
            for side, need in enumerate(sides):
                yield at + NEEDS * side + _within(need - LOWEST, NEEDS)


def _within(value: int, number: int) -> int:
    return min(max(value, 0), number - 1)


def worths(view: View, game: TrickGame) -> dict[Card, float]:
    """What each card has come to for who played it where things looked like this.

    By the payoffs of a game: the same hand, maybe with another utility.
    """
    sight, side, sides = Sight.of(view), game.side(view.seat), game.sides
    after = {card: sight.after(card) for card in view.moves()}
    choices = ((card, later.features()) for card, later in after.items())
    found = {}
    for card, outputs in said(net(FILES[game.players]), choices):
        later, worth, whole = after[card], 0.0, 0.0
        for chance, tricks in _outcomes(later, _shares(outputs, sides)):
            # From the own side on, so turned to begin with the first.
            outcome = tricks[sides - side :] + tricks[: sides - side]
            worth += chance * game.payoffs(outcome)[side]
            whole += chance
        found[card] = worth / whole
    return found


def _shares(outputs: Sequence[float], sides: int) -> list[list[float]]:
    """For each side how likely its ends are."""
    found = []
    for side in range(sides):
        own = outputs[ENDS * side : ENDS * (side + 1)]
        powers = [math.exp(one - max(own)) for one in own]
        found.append([power / sum(powers) for power in powers])
    return found


def _outcomes(
    sight: Sight, shares: Sequence[Sequence[float]]
) -> list[tuple[float, tuple[int, ...]]]:
    """How likely outcomes of a hand are, one for the same ends, by the likely ends of each side."""
    bids, taken = sight.by_side(sight.bids), sight.by_side(sight.taken)
    whole = sum(taken) + sight.left
    for least in LIKELY, 0.0:
        ends = [
            [
                (share, low, high)
                for end, share in enumerate(own)
                if share >= least
                for low, high in [_tricks(end, bid, tricks, whole)]
                if low <= high
            ]
            for own, bid, tricks in zip(shares, bids, taken, strict=True)
        ]
        found = []
        for several in itertools.product(*ends):
            more = whole - sum(low for _, low, _ in several)
            if 0 <= more <= sum(high - low for _, low, high in several):
                outcome = []
                for _, low, high in several:
                    outcome.append(min(high, low + more))
                    more -= outcome[-1] - low
                found.append((math.prod(share for share, _, _ in several), tuple(outcome)))
        if found:
            return found
    raise AssertionError("expected some outcome")


def _tricks(end: int, bid: int, taken: int, whole: int) -> tuple[int, int]:
    """How many tricks at least and at most an end stands for."""
    if not end:
        return taken, bid - 1
    over = bid + end - 1
    return max(over, taken) if end == ENDS - 1 else over, whole if end == ENDS - 1 else over
