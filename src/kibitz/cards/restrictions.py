"""What may not be played, as data: the special rules of Spades, Hearts and games like them.

A game that says its special rules by `Restrictions` runs in the kernel as well, which
derives from the same numbers what may be played. The rules remember two things of the past:
`broken`, a card of `breakers` was played; `begun`, the first trick is over.
"""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.cards.deck import Hand, Pack
from kibitz.errors import GameError

Marks = frozenset[str]
"""What the rules remember of the past."""
NO_MARKS: Marks = frozenset()
BROKEN = "broken"
BEGUN = "begun"
SETS = ("closed", "breakers", "alone", "first_lead", "first_not")
"""The fields of restrictions that are sets of cards."""


@dataclass(frozen=True)
class Restrictions:
    """Cards that may not be led or played, and the cards that lift such a rule; by default none.

    >>> from kibitz.cards import SUIT_CARDS, listed, read_hand
    >>> spades = SUIT_CARDS[0]
    >>> rules = kibitz.Restrictions(closed=spades, breakers=spades)
    >>> hand = read_hand("A.K..")
    >>> list(listed(rules.allowed(hand, leads=True, marks=frozenset())))
    [HK]
    """

    closed: Hand = 0
    """Cards that may not be led until one of `breakers` has been played."""
    breakers: Hand = 0
    alone: Hand = 0
    """A player with `closed` cards only may lead them; so may a player whose only other cards are
    these."""
    first_lead: Hand = 0
    """The cards that must lead the first trick, if the leader has any of them."""
    first_lowest: bool = False
    """Whether the lowest card of `first_lead` leads it; otherwise any of them."""
    first_not: Hand = 0
    """Cards that a player may not play to the first trick if it can play another."""

    def __post_init__(self) -> None:
        for name in SETS:
            cards = getattr(self, name)
            if not isinstance(cards, int) or cards < 0:
                raise GameError(f"expected a set of cards: {name}={cards!r}")

    def check(self, pack: Pack) -> None:
        """Refuse cards that are not in a pack, and one copy of a card without the other."""
        for name in SETS:
            cards = getattr(self, name)
            if cards & ~pack.whole:
                many = pack.whole.bit_count()
                raise GameError(f"expected a set of the {many} cards: {name}={cards}")
            pack.check_copies(cards, name)

    @property
    def minds_the_first_trick(self) -> bool:
        """Whether the first trick has rules of its own."""
        return bool(self.first_lead or self.first_not)

    @property
    def mark_names(self) -> tuple[str, ...]:
        """What these rules remember."""
        return (BEGUN,) * self.minds_the_first_trick + (BROKEN,) * bool(self.breakers)

    def allowed(self, cards: Hand, leads: bool, marks: Marks) -> Hand:
        """The part of these cards, which follow suit, that may be led or played."""
        first = self.minds_the_first_trick and BEGUN not in marks
        if leads:
            if first and cards & self.first_lead:
                opening = cards & self.first_lead
                return 1 << opening.bit_length() >> 1 if self.first_lowest else opening
            free = cards & ~self.closed
            if BROKEN not in marks and free not in (0, self.alone):
                cards = free
        return (cards & ~self.first_not or cards) if first else cards

    def marks_after(self, marks: Marks, card: int, ends_trick: bool) -> Marks:
        """What is remembered once this card is played."""
        if self.breakers >> card & 1:
            marks |= {BROKEN}
        if ends_trick and self.minds_the_first_trick:
            marks |= {BEGUN}
        return marks
