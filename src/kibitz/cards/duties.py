"""What must be played to a trick, and which card wins it, as data.

By default as in Spades and Hearts: follow suit if you can, otherwise play anything, the
highest trump wins, else the highest card of the suit led. Other games oblige players to trump,
to overtrump or to beat, let some cards be played at any time, or have cards that always or never
win. Legal cards, who wins, which cards are one move and what a card played says about the hand
that it came from all follow from this one record; the kernel has the same rules in C++.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from kibitz.cards.deck import Hand, Pack


class Trick(NamedTuple):
    """What a player sees who is to play to a trick that was led."""

    led: Hand
    """The cards of the suit led; none as long as nothing but cards that never win was led."""
    trumps: Hand
    beaters: Hand
    """The cards that beat the one that is winning."""
    trumped: bool
    """Whether a trump is winning, and trumps were not led."""
    partner: bool
    """Whether the player's own side is winning."""


@dataclass(frozen=True)
class Duties:
    """What must be played to a trick that was led, and which cards win.

    >>> belote = kibitz.Duties(void="overtrump", head="trumps", spared=True)
    >>> kibitz.Duties().assumes_nothing_else, belote.assumes_nothing_else
    (True, False)
    """

    follow: Literal["must", "or-trump", "free"] = "must"
    """A player with cards of the suit led plays one; or one of these or a trump; or any card."""
    void: Literal["any", "trump", "overtrump"] = "any"
    """A player without that suit plays any card; or a trump; or a trump that wins, if it can."""
    head: Literal["none", "trumps", "all"] = "none"
    """Whether a player who follows suit must beat the winning card if it can: never, if trumps
    were led, or in every suit; but not if a trump is winning a plain suit."""
    spared: bool = False
    """Whether a player need not trump a trick that its own side is winning."""
    under: bool = True
    """Whether a trump may be played below the one that is winning a plain suit, from a hand
    with a card of another suit that may be played; if not, no duty to trump asks for one either.
    A hand of nothing but trumps is free."""
    kept: Hand = 0
    """Cards that nobody need play to follow suit or to beat, but that may follow suit."""
    wild: Hand = 0
    """Cards that may be played whatever was led, and that nobody need play to follow suit."""
    high: Hand = 0
    """Cards that beat all others; if several are played, the first wins."""
    low: Hand = 0
    """Cards that never win, and do not set the suit led, unless nothing else is played."""
    twins: Literal["first", "second"] = "first"
    """Which of two copies of a card wins."""

    def check(self, pack: Pack) -> None:
        """Refuse one copy of a card without the other."""
        for name in ("kept", "wild", "high", "low"):
            pack.check_copies(getattr(self, name), name)

    @property
    def sets(self) -> tuple[Hand, ...]:
        """The sets of single cards that these rules name."""
        return tuple(cards for cards in (self.kept, self.wild, self.high, self.low) if cards)

    @property
    def follows_suit(self) -> bool:
        """Whether a player with cards of the suit led must play one of them."""
        return self.follow == "must" and not self.wild | self.kept

    @property
    def ranks_decide(self) -> bool:
        """Whether the highest trump wins, else the highest card of the suit led."""
        return not self.high | self.low

    @property
    def assumes_nothing_else(self) -> bool:
        """Whether these are the usual rules."""
        return self == Duties()

    def legal(self, hand: Hand, trick: Trick) -> Hand:
        """The cards of a hand that may be played to a trick."""
        if self.follow == "free" or not trick.led:
            return hand
        wild = hand & self.wild
        trumps = hand & trick.trumps & ~wild
        kept = hand & trick.led & self.kept & ~wild
        own = hand & trick.led & ~(wild | kept)
        void = "any" if self.spared and trick.partner else self.void
        if not self.under and trick.trumped and not trumps & trick.beaters:
            void = "any"
        best = trumps
        if void == "overtrump":
            best = trumps & trick.beaters or trumps
        if own:
            cards = own
            if not trick.trumped and (
                self.head == "all" or (self.head == "trumps" and trick.led == trick.trumps)
            ):
                cards = own & trick.beaters or own
            if self.follow == "or-trump":
                cards |= best
            cards |= kept
        elif trumps and void != "any" and trick.led != trick.trumps:
            cards = best | kept
        else:
            cards = hand
        if not self.under and trick.trumped and cards & ~trumps:
            cards &= ~(trumps & ~trick.beaters)
        return cards | wild

    def may_beat(self, hand: Hand, led: Hand, trumps: Hand) -> Hand:
        """All that a hand might play to a trick, or more: what its winner has to fear."""
        if self.follow == "free":
            return hand
        own = hand & led & ~(self.wild | self.kept)
        if not own:
            return hand
        return hand & (led | self.wild | (trumps if self.follow == "or-trump" else 0))

    def beaters(self, pack: Pack, trump: int | None) -> tuple[Hand, ...]:
        """For each card of a pack those that beat it, where it is winning a trick."""
        trumps = 0 if trump is None else pack.suit_cards[trump]
        found = []
        for card in pack.cards:
            copy = card.rank % pack.copies
            above = pack.suit_cards[card.suit] & (1 << card - copy) - 1
            if pack.copies > 1 and self.twins == "second":
                others = ((1 << pack.copies) - 1) << card - copy
                above |= others & ~(1 << card)
            beats = above if trumps >> card & 1 else above | trumps
            if self.low >> card & 1:
                beats = pack.whole
            if self.high >> card & 1:
                beats = 0
            else:
                beats |= self.high
            found.append(beats & ~self.low & ~(1 << card))
        return tuple(found)
