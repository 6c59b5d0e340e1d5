"""A position of a trick-taking game, in one line of text:

    hands in seat order | who leads the trick | cards on the table | taken by each | marks
    7..K.4 .2..K7 J...A3  0                     -                    0,0,0

Only the hands must be there. Marks are what the rules remember of the past, such as
`broken`; most positions have none. If they are left out they are those that the cards on the
table make; where code of a game makes marks, `-` says that there are none. Where cards are
drawn after each trick, they stand at the end in this order, `stock=SA,D7`. A declarer that holds
more cards than the others lays some away.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.cards import showing
from kibitz.cards.deck import Card, Hand, Pack, hand_of
from kibitz.cards.duties import Trick
from kibitz.cards.estimates import expected, share_out
from kibitz.cards.game_checks import checked_marks
from kibitz.cards.order import by_suits
from kibitz.cards.position_checks import check_position
from kibitz.cards.restrictions import BEGUN, Marks
from kibitz.cards.simple_rules import by_rules
from kibitz.errors import GameError, IllegalMove, TextError
from kibitz.game import Move, Position

if TYPE_CHECKING:
    from kibitz.cards.game import TrickGame

STOCK = "stock="
"""How the cards to draw begin in a text."""


def owned(pack: Pack, hands: Sequence[Hand], suit: Hand) -> list[tuple[Card, int]]:
    """The cards of a suit from high to low, each with the player who holds it."""
    return sorted(
        (card, player) for player, hand in enumerate(hands) for card in pack.listed(hand & suit)
    )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class TrickPosition(Position):
    """A position of a trick-taking game.

    >>> position = kibitz.game("spades(players=3)").parse("7..K.4 .2..K7 J...A3")
    >>> position.hand(2), position.moves()
    ([SJ, CA, C3], [DK, C4])
    >>> position.play("DK")
    7...4 .2..K7 J...A3 0 DK 0,0,0
    """

    adapter: ClassVar[str] = "tricks"
    has_rules: ClassVar[bool] = True

    game: TrickGame
    hands: tuple[Hand, ...]
    leader: int
    table: tuple[Card, ...]
    taken: tuple[int, ...]
    marks: Marks
    stock: tuple[Card, ...] = ()
    """The cards that are drawn: after each trick one by each player, the winner first."""

    def within(self, game: TrickGame) -> TrickPosition:
        """The same position in another game, such as one with bids."""
        rest = self.hands, self.leader, self.table, self.taken, self.marks, self.stock
        return TrickPosition(game, *rest)

    @property
    def turn(self) -> int:
        if self.to_lay:
            return self.game.declarer
        return (self.leader + len(self.table)) % len(self.hands)

    @property
    def is_over(self) -> bool:
        return not self.table and self.tricks_left == 0

    @property
    def outcome(self) -> tuple[int, ...]:
        if not self.is_over:
            raise GameError(f"no outcome yet in {self}")
        return self.game.by_side(self.taken)

    @property
    def trump(self) -> int | None:
        """The trump suit, 0 to 3 for S H D C, or none."""
        trump = self.game.trump_in(self.marks)
        if trump is not None and trump not in self.game.suit_numbers:
            suits = f"a suit of 0 to {self.game.suit_numbers[-1]}, or None"
            raise GameError(f"expected trump_in() to be {suits}: {trump!r} in {self.game}")
        return trump

    @property
    def trumps(self) -> Hand:
        """The cards of the trump suit, if there is one."""
        trump = self.trump
        return 0 if trump is None else self.game.pack.suit_cards[trump]

    @property
    def led(self) -> int | None:
        """The suit that was led; none between tricks."""
        card = self.game.led_by(self.table)
        return None if card is None else card.suit

    @property
    def trump_stays(self) -> bool:
        """Whether the trump suit is the same for the rest of the game."""
        return self.game.trump_stays(self.marks)

    @property
    def to_lay(self) -> int:
        """How many cards the declarer still has to lay away before the first lead."""
        game = self.game
        if not game.most_laid or self.table:
            return 0
        return self.hands[game.declarer].bit_count() - self._cards_left()

    @property
    def hands_before(self) -> list[Hand]:
        """The hands as they were when the trick began."""
        hands = list(self.hands)
        for at, card in enumerate(self.table):
            hands[(self.leader + at) % len(hands)] |= 1 << card
        return hands

    @property
    def all_in_hands(self) -> bool:
        """Whether each holds what it will play, so that no card is drawn or laid away."""
        return not self.stock and not self.to_lay

    def hand(self, player: int) -> list[Card]:
        """The cards that a player holds."""
        return list(self.game.pack.listed(self.hands[player]))

    def cards_of(self, numbers: Iterable[int]) -> tuple[Card, ...]:
        """The cards of some numbers."""
        return tuple(self.game.pack.cards[number] for number in numbers)

    def trick(self) -> Trick:
        """What the player to move sees of the trick; some cards must be on the table."""
        game, trumps, led = self.game, self.trumps, self.led
        card, player = self.winning
        cards = 0 if led is None else game.pack.suit_cards[led]
        trumped = cards != trumps and trumps >> card & 1 == 1
        partner = game.side_of[player] == game.side_of[self.turn]
        return Trick(cards, trumps, game.beaters(self.trump)[card], trumped, partner)

    def _legal(self) -> Hand:
        """The cards that may be played: of the suit led if there are any, within special rules."""
        game, hand = self.game, self.hands[self.turn]
        if not hand:
            return 0
        if self.to_lay:
            allowed = game.may_lay(hand)
            return allowed & ~((allowed & game.pack.first_copies) << 1)
        if self.table:
            if game.follows_suit:
                hand = hand & game.pack.suit_cards[self.table[0].suit] or hand
            else:
                hand = game._duties.legal(hand, self.trick())
        allowed = game.allowed(self, hand)
        if not isinstance(allowed, int) or allowed & ~hand or not allowed:
            cards = " ".join(map(str, game.pack.listed(hand)))
            kept = "" if isinstance(allowed, int) else f": {allowed!r}"
            expected = f"expected allowed() to keep some of {cards}, no others"
            raise GameError(f"{expected}{kept} in {self}")
        return allowed & ~((allowed & game.pack.first_copies) << 1)

    def legal_moves(self) -> Sequence[Card]:
        return list(self.game.pack.listed(self._legal()))

    def moves(self) -> Sequence[Card]:
        """The legal cards; equivalent ones once, by the highest."""
        if self.game.alike == "none":
            return self.legal_moves()
        return [cards[0] for cards in self.groups()]

    def groups(self) -> list[tuple[Card, ...]]:
        """The legal cards: each of `moves()` with the lower cards that are equivalent to it.

        They are of one suit and kind, and between them lies no live card of another player
        and no own card of another kind. With `alike=next` dead cards are between others too.
        Of two copies in one hand only the first is listed; a card whose other copy somebody
        else has is alone.
        """
        hand, pack, unlike = self.hands[self.turn], self.game.pack, self.game.unlike
        between = self._live() if self.game.alike == "live" else pack.whole
        others, firsts = between & ~hand, pack.first_copies
        alone = hand & ((others & firsts) << 1 | (others & ~firsts) >> 1) if firsts else 0
        groups: list[list[Card]] = []
        for card in pack.listed(self._legal()):
            apart = self.game.alike == "none" or not groups
            if apart or (
                (others | hand & unlike[card]) & ((1 << card) - (1 << groups[-1][-1]))
                or alone & (1 << card | 1 << groups[-1][-1])
            ):
                groups.append([card])
            else:
                groups[-1].append(card)
        return [tuple(cards) for cards in groups]

    def _live(self) -> Hand:
        """The cards in the hands and the stock, and the one that is winning, or that yet may."""
        live = hand_of(self.stock)
        for hand in self.hands:
            live |= hand
        if not self.trump_stays:
            return live | hand_of(self.table)
        return live | 1 << self.winning[0] if self.table else live

    @property
    def winning(self) -> tuple[Card, int]:
        """The card that is winning the trick, and its player; there must be one."""
        at = self._winner(self.table)
        return self.table[at], (self.leader + at) % len(self.hands)

    def _winner(self, trick: Sequence[Card]) -> int:
        """Which card of a trick wins."""
        at = self.game.winner(trick, self.trump)
        if self.game.wins_by_code and at not in range(len(trick)):
            cards = " ".join(map(str, trick))
            raise GameError(
                f"expected winner() to be a place of {cards}, 0 to {len(trick) - 1}: {at!r}"
            )
        return at

    def legal_move(self, move: Move) -> Card:
        """The legal card that this is; `"s10"` will do for the ten of spades."""
        legal = [] if self.is_over else self.legal_moves()
        if isinstance(move, str):
            try:
                name = self.game.pack.read_name(move)
            except TextError:
                name = ""
            found = [card for card in legal if card.name == name]
        else:
            found = [card for card in legal if card == move]
        if not found:
            raise IllegalMove(f"illegal move {move} in {self}")
        return found[0]

    def play(self, move: Move) -> TrickPosition:
        """The position after a card; `"SA"` will do for the card."""
        player, game, legal = self.turn, self.game, self._legal()
        card = self._copy(move, legal) if isinstance(move, str) else move
        if not isinstance(card, int) or card < 0 or not legal >> card & 1:
            raise IllegalMove(f"illegal move {card} for player {player} in {self}")
        card = game.pack.cards[card]
        hands, leader, table, stock = list(self.hands), self.leader, self.table, self.stock
        taken, marks = list(self.taken), self.marks
        hands[player] ^= 1 << card
        if self.to_lay:
            taken[player] += game.points_laid(card)
            return TrickPosition(game, tuple(hands), leader, table, tuple(taken), marks)
        marks = game.marks_after(self, card)
        if game.marks_by_code:
            marks = checked_marks(marks, "marks_after()", game)
        table = (*table, card)
        if game.keeps_points:
            taken[game.keeper(player, self.tricks_left == 1)] += game.stays(card)
        if len(table) < len(hands):
            return TrickPosition(game, tuple(hands), leader, table, tuple(taken), marks, stock)
        leader = (leader + self._winner(table)) % len(hands)
        taken[leader] += self.worth(table)
        for at, drawn in enumerate(stock[: len(hands)]):
            hands[(leader + at) % len(hands)] |= 1 << drawn
        stock = stock[len(hands) :]
        return TrickPosition(game, tuple(hands), leader, (), tuple(taken), marks, stock)

    def _copy(self, name: str, legal: Hand) -> Card:
        """The card of a name; of copies the one that may be played."""
        pack = self.game.pack
        copies = pack.by_name[pack.read_name(name)]
        return next((card for card in copies if legal >> card & 1), copies[0])

    def worth(self, trick: Sequence[Card]) -> int:
        """What the trick on the table counts, with these cards."""
        game = self.game
        if game.counts_tricks:
            return 1
        points = sum(map(game.points, trick))
        return points + game.last_trick if self.tricks_left == 1 else points

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        """What has been taken, plus each way to share out the rest."""
        return share_out(self.game.by_side(self.taken), self.units_left)

    @property
    def units_left(self) -> list[int]:
        """What is still to be taken, each as a whole: tricks, or points that come together."""
        if self.game.counts_tricks:
            return [1] * self.tricks_left
        found = self.game.points_in(self.in_play(), ends=not self.is_over)
        return found + self.staying if self.game.keeps_points else found

    @property
    def staying(self) -> list[int]:
        """The points of cards in the hands that stay with their players."""
        stays, listed = self.game.stays, self.game.pack.listed
        found = [stays(card) for hand in self.hands for card in listed(hand)]
        return [points for points in found if points]

    @property
    def outcomes_key(self) -> tuple[object, ...]:
        """What was taken, and what is still to be taken."""
        game = self.game
        left: object = self.tricks_left
        if not game.counts_tricks:
            left = tuple(sorted(self.units_left))
        return game.by_side(self.taken), left

    @property
    def has_few_outcomes(self) -> bool:
        """Answered at once where a whole game has few, as most games do."""
        return self.game.has_few_outcomes or Position.has_few_outcomes.fget(self)  # type: ignore

    orders: ClassVar = ("trick", "suits")

    def ordered(self, order: str) -> Sequence[Card]:
        """`trick`: cards that win the trick so far from high to low, then the rest from low.

        A card that is led wins if no other player has a higher one of its suit. For `suits`
        see `kibitz.cards.order`.
        """
        if order == "suits":
            return by_suits(self)
        moves = self.moves()
        wins = [card for card in moves if self.wins(card)]
        return [*wins, *(card for card in reversed(moves) if card not in wins)]

    def order_key(self, order: str) -> Hashable:
        """In a trick, `suits` goes by the suits as they were when it began, and by its points."""
        if order != "suits" or not self.table:
            return None
        return (*self.suits(), any(map(self.game.worth_of, self.table)))

    def suits(self) -> list[int]:
        """The suits as they were when the trick began: trumps last, the others by length.

        Equally long suits go by who held their cards, from high to low, and what those are to
        the rules; of two equal cards it does not matter which is whose.
        """
        hands, kind, pack = self.hands_before, self.game.kinds, self.game.pack
        owners = []
        for suit in pack.suit_cards:
            held = owned(pack, hands, suit)
            cards = sorted((card // pack.copies, player, kind[card]) for card, player in held)
            owners.append([(player, like) for _, player, like in cards])
        return sorted(
            range(len(owners)),
            key=lambda suit: (suit == self.trump, len(owners[suit]), owners[suit]),
        )

    def wins(self, card: Card) -> bool:
        """Whether a card beats those on the table, or is led and the highest of its suit."""
        if self.table:
            return self.game.beaters(self.trump)[self.winning[0]] >> card & 1 == 1
        return not self.game.pack.above(card) & self._live() & ~self.hands[self.turn]

    estimates: ClassVar = ("cards", "taken")

    def estimate(self, leaf: str) -> tuple[int, ...]:
        """The trick ends as it stands; the rest is shared: evenly (`taken`), by strength (`cards`).

        Each trick, or card with points, goes to the side that is furthest behind its share.
        """
        return expected(self, by_strength=leaf == "cards")

    @property
    def to_share(self) -> int:
        """Everything that was taken or is still to be taken."""
        return sum(self.taken) + sum(self.units_left)

    @property
    def plies_left(self) -> int:
        return self.tricks_left * len(self.hands) - len(self.table) + self.to_lay

    def by_rules(self) -> Card:
        """The card that simple rules play, by what the player to move sees."""
        return by_rules(self)

    def in_play(self) -> Iterator[Card]:
        """The cards on the table, in the stock and in the hands."""
        yield from self.table
        yield from self.stock
        for hand in self.hands:
            yield from self.game.pack.listed(hand)

    def allows(self, outcome: tuple[int, ...]) -> bool:
        """Nobody ends with less than was taken so far, unless points can be taken away."""
        if not self.narrows:
            return True
        taken = self.game.by_side(self.taken)
        return all(end >= now for end, now in zip(outcome, taken, strict=True))

    @property
    def narrows(self) -> bool:
        return not self.game.takes_points_away

    @property
    def progress(self) -> tuple[int, ...]:
        return self.taken

    @property
    def settled(self) -> bool:
        return not self.table

    def _cards_left(self) -> int:
        """How many cards each has to play of those in the hands, the one on the table included."""
        sizes = map(int.bit_count, self.hands)
        return min(sizes) if self.game.most_laid and not self.table else max(sizes)

    @property
    def tricks_left(self) -> int:
        """How many tricks are still to be taken, the one on the table included."""
        cards = self._cards_left() + len(self.stock) // len(self.hands)
        most = self.game.tricks
        return cards if most is None else min(cards, most - sum(self.taken))

    @property
    def left_over(self) -> int:
        """How many cards each will not play, 0 unless play ends early."""
        return self._cards_left() + len(self.stock) // len(self.hands) - self.tricks_left

    def key(self) -> tuple[object, ...]:
        return (*self.key_to_come(relative=False), self.game.by_side(self.taken))

    def relative_key(self) -> tuple[object, ...]:
        return (*self.key_to_come(relative=True), self.game.by_side(self.taken))

    def key_to_come(self, relative: bool) -> tuple[object, ...]:
        """What play from here on depends on, but for what was taken before.

        Relative: the owners of the live cards of each suit from high to low, without the cards
        themselves. That is not enough where cards on the table may yet come to be trumps, or cards
        are drawn or laid away, nor in games that say so. Where the first trick has rules of its
        own, those go by the cards of who is still to play to it.
        """
        pack = self.game.pack
        enough = self.game.keys_by_owners and self.trump_stays
        if not relative or not enough or not self.all_in_hands:
            winning = self.winning[0] if self.table else None
            return (self.hands, self.stock, winning, *self._trick())
        still = self._still_to_play if self.in_special_trick else ()
        return (tuple(map(self._owners, pack.suit_cards)), still, *self._trick())

    @property
    def in_special_trick(self) -> bool:
        """Whether this is the first trick, and that has rules of its own."""
        return self.game.minds_the_first_trick and BEGUN not in self.marks

    @property
    def _still_to_play(self) -> tuple[Hand, ...]:
        """The hands of those who are still to play to the trick, from the player to move on."""
        players = len(self.hands)
        return tuple(
            self.hands[(self.turn + seat) % players] for seat in range(players - len(self.table))
        )

    def _owners(self, suit: Hand) -> tuple[object, ...]:
        """For each live card of a suit, its owner (-1 for the winning card) and its kind."""
        held = owned(self.game.pack, self.hands, suit)
        if self.table and suit >> self.winning[0] & 1:
            held.append((self.winning[0], -1))
        kind = self.game.kinds
        return tuple(part for card, player in sorted(held) for part in (player, kind[card]))

    def _trick(self) -> tuple[object, ...]:
        """The part of a key that is not about the cards in the hands."""
        table, game = self.table, self.game
        on_table: tuple[int | None, ...] = ()
        if game._has_code or not self.trump_stays:
            on_table = table
        elif table:
            points = 0 if game.counts_tricks else sum(map(game.points, table))
            on_table = len(table), self.led, self._winner(table), points
        return (self.leader, on_table, self.marks, *self.before)

    @property
    def before(self) -> tuple[tuple[int, ...], ...]:
        """What play from here on depends on of what was taken: all, if code of a game can ask."""
        return (self.taken,) if self.game._has_code else ()

    def check(self) -> None:
        """Refuse an impossible position."""
        check_position(self)

    def __str__(self) -> str:
        fields = [
            *map(self.game.pack.write_hand, self.hands),
            str(self.leader),
            ",".join(map(str, self.table)) or "-",
            ",".join(map(str, self.taken)),
        ]
        if self.marks or (self.table and self.game.marks_by_code):
            fields.append(",".join(sorted(self.marks)) or "-")
        if self.stock:
            fields.append(f"{STOCK}{','.join(map(str, self.stock))}")
        return " ".join(fields)

    def show(self) -> str:
        return showing.show(self)

    def as_dict(self) -> dict[str, Any]:
        """The position in plain types: also the hands, the trick and what each has taken."""
        players, game = len(self.hands), self.game
        table = [
            {"player": (self.leader + at) % players, "card": str(card)}
            for at, card in enumerate(self.table)
        ]
        return {
            **Position.as_dict(self),
            "hands": [[str(card) for card in game.pack.listed(hand)] for hand in self.hands],
            "leader": self.leader,
            "table": table,
            "taken": self.taken,
            **({"stock": [str(card) for card in self.stock]} if self.stock else {}),
            "bids": game.bids,
            "trump": None if self.trump is None else game.pack.suit_names[self.trump],
        }

    def svg(self) -> str:
        """The hands as they sit round a table, or in rows where the seats have no names."""
        return showing.svg(self)

    def _repr_html_(self) -> str:
        return showing.html(self)
