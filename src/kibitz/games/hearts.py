"""Hearts: every heart is a point, the queen of spades thirteen, and points are bad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Literal, get_origin

from kibitz import text
from kibitz.cards import (
    CARDS,
    NO_MARKS,
    SUIT_CARDS,
    Card,
    Hand,
    Marks,
    Restrictions,
    TrickGame,
    TrickPosition,
    hand_of,
    read_card,
)
from kibitz.cards.restrictions import BEGUN, BROKEN
from kibitz.errors import IllegalMove, TextError
from kibitz.fields import types_of
from kibitz.game import Payoffs
from kibitz.scoring import Utility, built_in

_, HEARTS, _, CLUBS = SUIT_CARDS
QUEEN: Hand = 1 << read_card("SQ")
POINT_CARDS = HEARTS | QUEEN
DEUCE_OF_DIAMONDS: Hand = 1 << read_card("D2")
POINTS = [13 if QUEEN >> card & 1 else HEARTS >> card & 1 for card in CARDS]


@built_in
def points(taken: Sequence[int], moon: bool) -> Payoffs:
    """26 - points taken; by the rule `moon`, all 26 count as none, and as 26 for each other."""
    if moon and 26 in taken:
        taken = [0 if own == 26 else 26 for own in taken]
    return tuple(26 - own for own in taken)


@built_in
def fewest(taken: Sequence[int], moon: bool) -> Payoffs:
    """1 for the sides with the fewest points, counted as in `points`, else 0: win or lose."""
    payoffs = points(taken, moon)
    return tuple(int(own == max(payoffs)) for own in payoffs)


@dataclass(frozen=True, repr=False)
class Hearts(TrickGame):
    """Hearts, 3 or 4 players, each on its own; with 3 the deuce of diamonds is out."""

    name: ClassVar[str] = "hearts"
    seats: ClassVar[range] = range(3, 5)
    counts_tricks: ClassVar[bool] = False
    examples: ClassVar = (
        "hearts(cards=3)",
        "hearts(players=3,cards=4)",
        "hearts(players=3,cards=4,lead=any-club,breaking=hearts,forced_lead=any,moon=false)",
        "hearts(players=3,cards=4,lead=first,breaking=none,first_trick=any)",
        "hearts(cards=3,teams=0/1/0/1,lead=first,utility=fewest)",
    )

    players: int = 4
    utility: Utility = Utility.parse("points")  # noqa: RUF009
    lead: Literal["C2", "any-club", "first"] = "C2"
    """The first lead: the deuce of clubs, by its holder; any club, by the same player; or any
    card, by player 0. In short hands the lowest club dealt stands for the deuce; without a
    club player 0 leads any card.
    """
    breaking: Literal["points", "hearts", "none"] = "points"
    """What must have been played before a heart may be led, unless the leader has nothing but
    hearts: a heart or the queen of spades; a heart; or nothing.
    """
    forced_lead: Literal["queen", "any"] = "queen"
    """What may be led from hearts and the queen of spades alone before hearts are broken."""
    first_trick: Literal["clean", "any"] = "clean"
    """What may be played to the first trick: no points by one who can play another card; or any."""
    moon: bool = True
    """Whether a side that takes all 26 points counts none, and each other side 26."""

    def __post_init__(self) -> None:
        for name, kind in types_of(type(self)).items():
            if get_origin(kind) is Literal:
                text.read_value(kind, getattr(self, name), name)
        super().__post_init__()
        if self.bids is not None:
            raise TextError(f"expected no bids in hearts: bids={text.write_value(self.bids)}")

    @property
    def deck(self) -> Hand:
        """All cards; with three players the deuce of diamonds is out."""
        deck = hand_of(CARDS)
        return deck & ~DEUCE_OF_DIAMONDS if self.players == 3 else deck

    def points(self, card: Card) -> int:
        return POINTS[card]

    @cached_property
    def breakers(self) -> Hand:
        """The cards that break hearts."""
        return {"points": POINT_CARDS, "hearts": HEARTS, "none": 0}[self.breaking]

    @property
    def restrictions(self) -> Restrictions:
        return Restrictions(
            closed=HEARTS if self.breakers else 0,
            breakers=self.breakers,
            alone=QUEEN if self.forced_lead == "any" else 0,
            first_lead=0 if self.lead == "first" else CLUBS,
            first_lowest=self.lead == "C2",
            first_not=POINT_CARDS if self.first_trick == "clean" else 0,
        )

    def first_leader(self, hands: Sequence[Hand]) -> int:
        """The holder of the lowest club, if that player leads."""
        lowest = _lowest(CLUBS & sum(hands)) if self.lead != "first" else 0
        return next((player for player, hand in enumerate(hands) if hand & lowest), 0)

    def parse(self, line: str) -> TrickPosition:
        """Read a position; points taken say by themselves that hearts are broken."""
        position = super().parse(line)
        position = replace(position, marks=position.marks | self._implied_marks(position))
        self._check_taken(position)
        if BEGUN in self.mark_names and BEGUN not in position.marks:
            self._check_first_trick(position)
        return position

    def _implied_marks(self, position: TrickPosition) -> Marks:
        """The marks that follow from the points taken, and `begun` from `broken`."""
        taken, marks = sum(position.taken), position.marks
        queen_alone = 13 in position.taken and taken == 13 and not _in_play(position) & QUEEN
        if taken and not (queen_alone and self.breaking == "hearts"):
            marks |= {BROKEN}
        if taken or (BROKEN in marks and not hand_of(position.table) & self.breakers):
            marks |= {BEGUN}
        return marks & frozenset(self.mark_names)

    def _check_taken(self, position: TrickPosition) -> None:
        """Refuse points that no cards out of play can make, or not so soon."""
        gone = self.deck & ~_in_play(position)
        hearts, taken = (gone & HEARTS).bit_count(), sum(position.taken)
        queen = bool(gone & QUEEN) and max(position.taken) >= 13
        if taken > hearts and not queen:
            raise TextError(
                f"expected at most {hearts} points, or 13 and more for one player: "
                f"{str(position)!r}"
            )
        tricks = self.hand_size - max(map(int.bit_count, position.hands))
        cards = taken - 12 if queen else taken
        if cards > tricks * self.players or (not tricks and BEGUN in position.marks):
            raise TextError(
                f"expected points and marks that {tricks} tricks of {self.hand_size} can give: "
                f"{str(position)!r}"
            )

    def _check_first_trick(self, position: TrickPosition) -> None:
        """Refuse a first trick that the rules do not allow."""
        hands, leader = position.hands_before, position.leader
        clubs = CLUBS & sum(hands)
        if self.lead != "first" and clubs and leader != self.first_leader(hands):
            raise TextError(
                f"expected the holder of the lowest club to lead the first trick, "
                f"or the mark begun after it: {str(position)!r}"
            )
        here = TrickPosition(self, tuple(hands), leader, (), position.taken, NO_MARKS)
        for card in position.table:
            try:
                here = here.play(card)
            except IllegalMove:
                raise TextError(
                    f"expected a card that may be played to the first trick, not {card}, "
                    f"or the mark begun after it: {str(position)!r}"
                ) from None


def _lowest(cards: Hand) -> Hand:
    """The lowest card of one suit."""
    return 1 << cards.bit_length() >> 1


def _in_play(position: TrickPosition) -> Hand:
    """The cards in the hands and on the table."""
    return sum(position.hands) | hand_of(position.table)
