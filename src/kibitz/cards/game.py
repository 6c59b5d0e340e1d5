"""The core of all trick-taking games: follow suit if you can, the highest card wins and leads.

A game states its players, pack, cards dealt, trump, teams, points per card, duties and
restrictions in what may be played, and its first leader; the rest is here.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from typing import Any, ClassVar

from kibitz import text
from kibitz.cards import dealing, words
from kibitz.cards.deck import STANDARD, Card, Hand, Pack, hand_of, union
from kibitz.cards.duties import Duties
from kibitz.cards.estimates import share_out
from kibitz.cards.game_checks import check_arguments, check_rules, set_field
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import BEGUN, NO_MARKS, Marks, Restrictions
from kibitz.cards.wanted import Wanted, all_want_more, wanted
from kibitz.errors import TextError, UnknownName, check_whole
from kibitz.game import MOST_OUTCOMES, stream_of
from kibitz.scoring import ScoredGame, Utility

UNRESTRICTED = Restrictions()
FOLLOW_SUIT = Duties()

ALIKE = ("live", "next", "none")
"""Which cards can be one move."""
LONGEST_BY_OWNERS = 16
"""Up to how many cards of a suit keys go by their owners."""


def _read_teams(line: str) -> tuple[int, ...]:
    """Read `0/1/0/1`; `none` is each on its own."""
    return () if line == "none" else tuple(text.read_int(part, "teams") for part in line.split("/"))


@dataclass(frozen=True, repr=False)
class TrickGame(ScoredGame):
    """A trick-taking game; a subclass overrides whatever differs.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Whist(kibitz.TrickGame):
    ...     def trump_in(self, marks):
    ...         return 0
    >>> kibitz.solve(Whist(players=3, cards=3).parse("7..K.4 .2..K7 J...A3")).outcome
    (1, 0, 2)
    """

    readers: ClassVar = {"utility": Utility.parse, "teams": _read_teams}
    seats: ClassVar[range] = range(2, 8)
    """The possible numbers of players."""
    seat_names: ClassVar[Sequence[str]] = ()
    """Four names, if the players sit as on a compass, the first at the top; otherwise none."""
    players: int = 3
    cards: int | None = None
    """Cards dealt to each player; none for the usual number."""
    tricks: int | None = None
    """The number of tricks after which play ends; none if all cards are played."""
    teams: tuple[int, ...] | None = None
    """The side of each player, empty if all play alone; none for the usual teams."""
    bids: tuple[int, ...] | None = None
    utility: Utility = Utility.parse("tricks")  # noqa: RUF009
    alike: str = "live"
    """Which cards of one kind in a hand are one move: those with no live card of another
    between them (`live`), those next to each other in the deck (`next`), or no two (`none`).
    """

    def __post_init__(self) -> None:
        self._check_players()
        if not isinstance(self.utility, Utility):  # bids are checked by what it asks for
            self._set("utility", Utility(self.utility))
        if self.alike not in ALIKE:
            raise UnknownName("alike", str(self.alike), ALIKE)
        check_arguments(self)
        self.check_utility()

    def _check_players(self) -> None:
        """Refuse as many players as cannot play."""
        check_whole(self.players, "a number of players")
        if self.players not in self.seats:
            wanted = " to ".join(str(n) for n in sorted({self.seats[0], self.seats[-1]}))
            raise TextError(f"expected {wanted} players: {self.players}")

    def _set(self, name: str, value: object) -> None:
        set_field(self, name, value)

    # What a game says of its rules.

    @property
    def pack(self) -> Pack:
        """The cards by their suits and ranks; by default the standard 52."""
        return STANDARD

    @property
    def deck(self) -> Hand:
        """The cards in the game."""
        return self.pack.whole

    @property
    def usual_cards(self) -> int:
        """The number of cards that each is dealt."""
        return self.deck.bit_count() // max(1, self.players)

    @property
    def most_cards(self) -> int:
        """The largest number of cards that each can be dealt."""
        return self.deck.bit_count() // self.players

    @property
    def usual_teams(self) -> tuple[int, ...] | None:
        """The side of each player, or none."""
        return None

    def trump_in(self, marks: Marks) -> int | None:
        """The trump suit, 0 to 3 for S H D C, or none, in positions with these marks.

        A trick goes by the marks that there were before its last card.
        In another pack than the standard one it is the number of its suit.
        """
        return None

    def points(self, card: Card) -> int:
        """The points that a card brings to the player who takes it, if points are counted."""
        return 0

    def stays(self, card: Card) -> int:
        """The points of a card that stay with its player, as with the Excuse of Tarot."""
        return 0

    def worth_of(self, card: Card) -> int:
        """The points of a card if points are counted, otherwise 0."""
        return 0 if self.counts_tricks else self.points(card)

    def keeper(self, player: int, last: bool) -> int:
        """The player who gets points that stay: its own; in the last trick the next of another
        side.
        """
        if not last:
            return player
        seats = ((player + step) % self.players for step in range(1, self.players))
        return next(seat for seat in seats if self.side_of[seat] != self.side_of[player])

    @property
    def last_trick(self) -> int:
        """The points for the last trick, beside those of its cards."""
        return 0

    @functools.cached_property
    def takes_points_away(self) -> bool:
        """Whether some cards have negative points."""
        if self.counts_tricks:
            return False
        cards = list(self.pack.listed(self.deck))
        return min(self.last_trick, *map(self.points, cards), *map(self.stays, cards)) < 0

    counts_tricks: ClassVar[bool] = True
    """Whether a trick counts 1, or as much as the points of its cards."""
    stock_size: ClassVar[int] = 0
    """The number of cards in the stock when play begins; after a trick each draws one."""
    most_laid: ClassVar[int] = 0
    """The number of extra cards that the declarer holds, and lays away before the first lead."""

    @property
    def declarer(self) -> int:
        """The player who plays against the rest, if there is one; then it is a field."""
        return 0

    def shows(self, position: TrickPosition, seat: int) -> tuple[int, ...]:
        """The other players whose cards a player sees, as those of a dummy; none by default."""
        return ()

    def plays_for(self, seat: int) -> tuple[int, ...]:
        """The seats that a player chooses for: its own, and for the declarer also the dummy's."""
        return (seat,)

    @property
    def once_laid(self) -> TrickGame:
        """The game in which the cards that the declarer lays away are not dealt."""
        return self

    def may_lay(self, hand: Hand) -> Hand:
        """The cards of a hand that its player may lay away."""
        return hand

    def points_laid(self, card: Card) -> int:
        """The points that the declarer gets for a card that it lays away."""
        return 0 if self.counts_tricks else self.points(card) + self.stays(card)

    @property
    def duties(self) -> Duties:
        """What must be played to a trick that was led, and which card wins it."""
        return FOLLOW_SUIT

    @property
    def restrictions(self) -> Restrictions:
        """The rules on what may be led, and on the first trick."""
        return UNRESTRICTED

    def allowed(self, position: TrickPosition, cards: Hand) -> Hand:
        """The part of these cards, which follow suit, that the mover may play.

        Rules that `restrictions` cannot express go here and into `marks_after`; the kernel does not
        know them. They may depend on everything in the position, and on nothing else.
        """
        return self._restrictions.allowed(cards, not position.table, position.marks)

    def first_marks(self, left_over: Sequence[Card]) -> Marks:
        """What the rules remember about a deal, given the cards that were not dealt."""
        return NO_MARKS

    def first_taken(self, left_over: Sequence[Card]) -> tuple[int, ...]:
        """What each has taken when a deal begins, given the cards that were not dealt."""
        return (0,) * self.players

    def check_marks(self, position: TrickPosition) -> None:
        """Refuse marks that these rules do not make."""
        for mark in position.marks:
            if mark not in self.mark_names:
                names = ", ".join(self.mark_names) or "none"
                raise TextError(
                    f"expected marks of this game ({names}): {mark!r} in {str(position)!r}"
                )

    def marks_after(self, position: TrickPosition, card: Card) -> Marks:
        """What the rules remember once this card is played."""
        ends_trick = len(position.table) + 1 == self.players
        return self._restrictions.marks_after(position.marks, card, ends_trick)

    def kind(self, card: Card) -> tuple[int, ...]:
        """How rules tell cards apart, besides suit and rank, once the first trick is over.

        Only cards of one kind can be one move. Each card is of its own kind in a game that has
        code of its own for what may be played, unless it says here what that code depends on.
        """
        restricted = self._restrictions
        sets = restricted.closed, restricted.breakers, restricted.alone
        points = () if self.counts_tricks else (self.points(card), self.stays(card))
        named = (cards >> card & 1 for cards in (*sets, *self._duties.sets))
        own = (int(card),) * self._has_code
        return *points, *named, *own

    def names_suits(self, marks: Marks) -> bool:
        """Whether, with these marks, rules may go by suits other than trumps, not by kinds."""
        if self._has_code:
            return True
        return self._restrictions.minds_the_first_trick and BEGUN not in marks

    def first_leader(self, hands: Sequence[Hand]) -> int:
        """The player who leads the first trick of a deal."""
        return 0

    # What a deal settles, and who knows it.

    @property
    def minds_aside(self) -> bool:
        """Whether cards that are not dealt count for somebody, or somebody has seen them."""
        return False

    def settled_by(self, left_over: Sequence[Card]) -> TrickGame:
        """The game that is played, given the cards that were not dealt."""
        return self

    @property
    def unsettled(self) -> TrickGame:
        """The game as a player who has not seen these cards knows it."""
        return self

    def sees_aside(self, player: int, left_over: Sequence[Card]) -> bool:
        """Whether a player knows the cards that were not dealt, having laid them away."""
        return False

    @property
    def telling(self) -> Hand:
        """The cards whose holders say who leads the first trick, and who is together."""
        return 0

    def tells(self, hands: Sequence[Hand], leader: int) -> bool:
        """Whether sides and leader are those of a deal in which these hold the cards that tell."""
        return True

    # What follows from them.

    @functools.cached_property
    def _restrictions(self) -> Restrictions:
        found = self.restrictions
        found.check(self.pack)
        return found

    @functools.cached_property
    def _duties(self) -> Duties:
        found = self.duties
        found.check(self.pack)
        return found

    @functools.cached_property
    def follows_suit(self) -> bool:
        """Whether a player plays a card of the suit led if it can, and otherwise any."""
        return replace(self._duties, twins="first") == FOLLOW_SUIT

    def beaters(self, trump: int | None) -> tuple[Hand, ...]:
        """For each card those that beat it, where it is winning a trick."""
        found = self._beaters.get(trump)
        if found is None:
            found = self._beaters[trump] = self._duties.beaters(self.pack, trump)
        return found

    @functools.cached_property
    def _beaters(self) -> dict[int | None, tuple[Hand, ...]]:
        return {}

    @functools.cached_property
    def keys_by_owners(self) -> bool:
        """Whether relative keys say who holds the cards of each suit from high to low, no more.

        That is not enough where the moves depend on dead cards as well, or there are two of
        each card; and the kernel has no tables for very long suits. There they are absolute.
        """
        longest = max(map(int.bit_count, self.pack.suit_cards))
        return self.alike != "next" and self.pack.copies == 1 and longest <= LONGEST_BY_OWNERS

    def winner(self, trick: Sequence[Card], trump: int | None) -> int:
        """Which card of a trick wins: the first that none after it beats."""
        beaters, best = self.beaters(trump), 0
        for at in range(1, len(trick)):
            if beaters[trick[best]] >> trick[at] & 1:
                best = at
        return best

    def led_by(self, trick: Sequence[Card]) -> Card | None:
        """The card that says which suit was led: the first that can win."""
        low = self._duties.low
        return next((card for card in trick if not low >> card & 1), None)

    @functools.cached_property
    def _has_code(self) -> bool:
        """Whether code, not data, says what may be played, or who wins."""
        own, usual = type(self), TrickGame
        by_code = own.allowed != usual.allowed or type(self._restrictions) is not Restrictions
        return by_code or self.marks_by_code or self.wins_by_code

    @functools.cached_property
    def marks_by_code(self) -> bool:
        """Whether code, not data, says what the rules remember."""
        return type(self).marks_after != TrickGame.marks_after

    @functools.cached_property
    def wins_by_code(self) -> bool:
        """Whether code, not the order of the cards and `duties`, says who wins a trick."""
        own, usual = type(self), TrickGame
        said = own.winner, own.beaters, own.led_by
        by_code = said != (usual.winner, usual.beaters, usual.led_by)
        return by_code or type(self._duties) is not Duties

    def trump_stays(self, marks: Marks) -> bool:
        """Whether the trump suit is the same from positions with these marks on."""
        if type(self).trump_in is TrickGame.trump_in:
            return True
        found = self._stays.get(marks)
        if found is None:
            names = self.mark_names if self._has_code else self._restrictions.mark_names
            counts = range(len(names) + 1)
            each = [{name} for name in names]
            later = (marks.union(*more) for n in counts for more in combinations(each, n))
            found = self._stays[marks] = len(set(map(self.trump_in, later))) == 1
        return found

    @functools.cached_property
    def _stays(self) -> dict[Marks, bool]:
        return {}

    @functools.cached_property
    def has_usable_rules(self) -> bool:
        """True; an error if methods of a game of one's own give what nobody can use."""
        check_rules(self)
        return True

    @functools.cached_property
    def suit_numbers(self) -> range:
        """The numbers of the suits of the pack."""
        return range(len(self.pack.suits))

    @functools.cached_property
    def kinds(self) -> dict[Card, tuple[int, ...]]:
        """The kind of each card of the deck."""
        return {card: self.kind(card) for card in self.pack.listed(self.deck)}

    @functools.cached_property
    def unlike(self) -> dict[Card, Hand]:
        """For each card of the deck, the others that are of another suit or kind."""
        suits = {card: (card.suit, kind) for card, kind in self.kinds.items()}
        return {
            card: hand_of(other for other in suits if suits[other] != suits[card]) for card in suits
        }

    @functools.cached_property
    def minds_the_first_trick(self) -> bool:
        """Whether the first trick has rules of its own."""
        return self._restrictions.minds_the_first_trick

    @property
    def mark_names(self) -> tuple[str, ...]:
        """What the rules can remember."""
        return self._restrictions.mark_names

    @property
    def hand_size(self) -> int:
        """The number of cards that each is dealt."""
        return self.usual_cards if self.cards is None else self.cards

    @property
    def most_tricks(self) -> int:
        """How many tricks there are in a game."""
        return self.whole_tricks if self.tricks is None else self.tricks

    @property
    def whole_tricks(self) -> int:
        """How many tricks there are if all cards are played."""
        return self.hand_size + self.stock_size // self.players

    @functools.cached_property
    def keeps_points(self) -> bool:
        """Whether points of some cards stay with their players."""
        return not self.counts_tricks and any(map(self.stays, self.pack.cards))

    @functools.cached_property
    def side_of(self) -> tuple[int, ...]:
        """The side of each player."""
        return self.teams or self.usual_teams or tuple(range(self.players))

    @functools.cached_property
    def sides(self) -> int:
        return max(self.side_of) + 1

    def side(self, player: int) -> int:
        return self.side_of[player]

    @functools.cached_property
    def has_teams(self) -> bool:
        """Whether some players share a side."""
        return self.sides < self.players

    def by_side(self, values: Sequence[int]) -> tuple[int, ...]:
        """Add up the numbers of the players of each side."""
        if not self.has_teams:
            return tuple(values)
        sums = [0] * self.sides
        for side, value in zip(self.side_of, values, strict=True):
            sums[side] += value
        return tuple(sums)

    @property
    def player_names(self) -> Sequence[str]:
        return self.seat_names or super().player_names

    def rule(self, name: str) -> object:
        """What each player has, partners add up."""
        value = getattr(self, name)
        return self.by_side(value) if isinstance(value, tuple) else value

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        nothing = (0,) * self.sides
        if self.counts_tricks:
            return share_out(nothing, [1] * self.most_tricks)
        if self.hand_size * self.players + self.stock_size < self.deck.bit_count():
            return super().outcomes()
        return share_out(nothing, self.units)

    @functools.cached_property
    def units(self) -> list[int]:
        """All that can be taken in a game, each as a whole."""
        if self.counts_tricks:
            return [1] * self.most_tricks
        found = self.points_in(self.pack.listed(self.deck), ends=True)
        if self.keeps_points:
            found += filter(None, map(self.stays, self.pack.listed(self.deck)))
        return found

    @functools.cached_property
    def has_few_outcomes(self) -> bool:
        """Whether the tricks or points can be shared out in few ways."""
        units = self.whole_tricks
        if not self.counts_tricks:
            units = sum(map(abs, self.units))
        return comb(units + self.sides - 1, self.sides - 1) <= MOST_OUTCOMES

    def points_in(self, cards: Iterable[Card], ends: bool = False) -> list[int]:
        """The points of the cards that have some, and of the last trick if it is among them."""
        points = [*map(self.points, cards), self.last_trick * ends]
        return [one for one in points if one]

    @functools.cached_property
    def wanted(self) -> Wanted:
        """Which sides do better with more, depending on what they have taken."""
        return wanted(self)

    @functools.cached_property
    def orders_to_win(self) -> bool:
        """Whether orders list winning cards first: for tricks, or points that all sides want."""
        return self.counts_tricks or all_want_more(self)

    def arguments(self) -> dict[str, Any]:
        shown = {"cards": self.hand_size, "tricks": self.most_tricks, "teams": self.side_of}
        return {**super().arguments(), **shown}

    def in_words(self, outcome: tuple[int, ...]) -> str:
        """The tricks or points of each side, and whether it makes its bid."""
        return words.in_words(self, outcome)

    def outcome_headings(self) -> tuple[str, Sequence[str]]:
        return words.outcome_headings(self)

    def deal(self, seed: int, cards: int | None = None) -> TrickPosition:
        """Shuffle the deck with a seed and deal `cards` to each."""
        each = self.each_dealt(cards)
        return self.dealt(self.shuffled(seed), each)

    def each_dealt(self, cards: int | None) -> int:
        """The number of cards that each is dealt, if this many are asked for."""
        each = self.hand_size if cards is None else cards
        if type(each) is not int or not 1 <= each <= self.hand_size:
            raise TextError(f"expected 1 to {self.hand_size} cards each: {each!r}")
        return each

    def dealt(self, deck: Sequence[Card], each: int) -> TrickPosition:
        """The position that a shuffled deck makes; a game that deals otherwise overrides this."""
        return dealing.dealt(self, deck, each)

    @property
    def last_in_stock(self) -> Hand:
        """The cards of which the last one to draw must be one, if it must."""
        return 0

    def shuffled(self, seed: int) -> list[Card]:
        """The deck in the order in which it is dealt."""
        deck = list(self.pack.listed(self.deck))
        stream_of(seed).shuffle(deck)
        if self.last_in_stock:
            last = self.hand_size * self.players + self.stock_size - 1
            turned = list(self.pack.listed(self.last_in_stock))
            at = deck.index(random.Random(f"{seed} turned").choice(turned))
            deck[at], deck[last] = deck[last], deck[at]
        return deck

    def parse(self, line: str) -> TrickPosition:
        """Read a position: the hands, or the hands and all the other fields."""
        return dealing.read(self, line)

    def _aside(self, hands: Sequence[Hand]) -> list[Card]:
        """The cards that are in none of these hands."""
        return list(self.pack.listed(self.deck & ~union(hands)))
