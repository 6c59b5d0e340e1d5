"""A position of a trick-taking game, in one line of text:

    hands in seat order | who leads the trick | cards on the table | taken by each | marks
    7..K.4 .2..K7 J...A3  0                     -                    0,0,0

Only the hands must be there. Marks are what the rules remember of the past, such as
`broken`; most positions have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz import text
from kibitz.cards import showing
from kibitz.cards.deck import (
    CARDS,
    SUIT_CARDS,
    SUITS,
    Card,
    Hand,
    hand_of,
    listed,
    read_card,
    winner,
    write_hand,
)
from kibitz.cards.estimates import expected, share_out
from kibitz.cards.order import by_suits
from kibitz.cards.restrictions import Marks
from kibitz.errors import GameError, IllegalMove, TextError
from kibitz.game import Move, Position

if TYPE_CHECKING:
    from kibitz.cards.game import TrickGame


def owned(hands: Sequence[Hand], suit: Hand) -> list[tuple[Card, int]]:
    """The cards of a suit from high to low, each with the player who holds it."""
    return sorted(
        (card, player) for player, hand in enumerate(hands) for card in listed(hand & suit)
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

    game: TrickGame
    hands: tuple[Hand, ...]
    leader: int
    table: tuple[Card, ...]
    taken: tuple[int, ...]
    marks: Marks

    @property
    def turn(self) -> int:
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
        return self.game.trump_in(self.marks)

    @property
    def trump_stays(self) -> bool:
        """Whether the trump suit is the same for the rest of the game."""
        return self.game.trump_stays(self.marks)

    def hand(self, player: int) -> list[Card]:
        """The cards that a player holds."""
        return list(listed(self.hands[player]))

    def _legal(self) -> Hand:
        """The cards that may be played: of the suit led if there are any, within special rules."""
        hand = self.hands[self.turn]
        if self.table:
            hand = hand & SUIT_CARDS[self.table[0].suit] or hand
        allowed = self.game.allowed(self, hand)
        if allowed & ~hand or (hand and not allowed):
            cards = " ".join(map(str, listed(hand)))
            raise GameError(f"expected allowed() to keep some of {cards}, no others, in {self}")
        return allowed

    def legal_moves(self) -> Sequence[Card]:
        return list(listed(self._legal()))

    def moves(self) -> Sequence[Card]:
        """The legal cards; equivalent ones once, by the highest."""
        if self.game.alike == "none":
            return self.legal_moves()
        return [cards[0] for cards in self.groups()]

    def groups(self) -> list[tuple[Card, ...]]:
        """The legal cards: each of `moves()` with the lower cards that are equivalent to it.

        They are of one suit and kind, and between them lies no live card of another player
        and no own card of another kind. With `alike=next` dead cards are between others too.
        """
        hand, unlike = self.hands[self.turn], self.game.unlike
        between = self._live() if self.game.alike == "live" else hand_of(CARDS)
        others = between & ~hand
        groups: list[list[Card]] = []
        for card in listed(self._legal()):
            apart = self.game.alike == "none" or not groups
            if apart or (others | hand & unlike[card]) & ((1 << card) - (1 << groups[-1][-1])):
                groups.append([card])
            else:
                groups[-1].append(card)
        return [tuple(cards) for cards in groups]

    def _live(self) -> Hand:
        """The cards in the hands and the one that is winning the trick, or that yet may."""
        live = 0
        for hand in self.hands:
            live |= hand
        if not self.trump_stays:
            return live | hand_of(self.table)
        return live | 1 << self.winning[0] if self.table else live

    @property
    def winning(self) -> tuple[Card, int]:
        """The card that is winning the trick, and its player; there must be one."""
        at = winner(self.table, self.trump)
        return self.table[at], (self.leader + at) % len(self.hands)

    def legal_move(self, move: Move) -> Card:
        """The legal card that this is; `"s10"` will do for the ten of spades."""
        try:
            card = read_card(move) if isinstance(move, str) else move
        except TextError:
            card = None
        for legal in () if self.is_over else self.legal_moves():
            if card == legal:
                return legal
        raise IllegalMove(f"illegal move {move} in {self}")

    def play(self, move: Move) -> TrickPosition:
        """The position after a card; `"SA"` will do for the card."""
        card = read_card(move) if isinstance(move, str) else move
        player, game = self.turn, self.game
        if card not in CARDS or not self._legal() >> card & 1:
            raise IllegalMove(f"illegal move {card} for player {player} in {self}")
        hands = list(self.hands)
        hands[player] ^= 1 << card
        marks = game.marks_after(self, card)
        table = (*self.table, card)
        if len(table) < len(hands):
            return TrickPosition(game, tuple(hands), self.leader, table, self.taken, marks)
        leader = (self.leader + winner(table, self.trump)) % len(hands)
        taken = list(self.taken)
        taken[leader] += 1 if game.counts_tricks else sum(map(game.points, table))
        return TrickPosition(game, tuple(hands), leader, (), tuple(taken), marks)

    def outcomes(self) -> Iterable[tuple[int, ...]]:
        """What has been taken, plus every way to share out the rest."""
        units: Iterable[int]
        if self.game.counts_tricks:
            units = [1] * self.tricks_left
        else:
            units = self.game.points_in(self.in_play())
        return share_out(self.game.by_side(self.taken), units)

    @property
    def outcomes_key(self) -> tuple[object, ...]:
        """What was taken, and what is still to be taken."""
        game = self.game
        left: object = self.tricks_left
        if not game.counts_tricks:
            left = tuple(sorted(game.points_in(self.in_play())))
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

    def suits(self) -> list[int]:
        """The suits as they were when the trick began: trumps last, the others by length.

        Equally long suits go by who held their cards, from high to low, and what those are to
        the rules.
        """
        hands = list(self.hands)
        for at, card in enumerate(self.table):
            hands[(self.leader + at) % len(hands)] |= 1 << card
        kind = self.game.kinds
        owners = [
            [(player, kind[card]) for card, player in owned(hands, suit)] for suit in SUIT_CARDS
        ]
        return sorted(
            range(4), key=lambda suit: (suit == self.trump, len(owners[suit]), owners[suit])
        )

    def wins(self, card: Card) -> bool:
        """Whether a card beats those on the table, or is led and the highest of its suit."""
        if self.table:
            return winner((self.winning[0], card), self.trump) == 1
        above = (1 << card) - 1 & SUIT_CARDS[card.suit]
        return not above & self._live() & ~self.hands[self.turn]

    estimates: ClassVar = ("cards", "taken")

    def estimate(self, leaf: str) -> tuple[int, ...]:
        """The trick ends as it stands; the rest is shared: evenly (`taken`), by strength (`cards`).

        Each trick, or card with points, goes to the side that is furthest behind its share.
        """
        return expected(self, by_strength=leaf == "cards")

    @property
    def to_share(self) -> int:
        """All that was taken and is still to be taken."""
        if self.game.counts_tricks:
            return sum(self.taken) + self.tricks_left
        return sum(self.taken) + sum(self.game.points_in(self.in_play()))

    @property
    def plies_left(self) -> int:
        return self.tricks_left * len(self.hands) - len(self.table)

    def in_play(self) -> Iterator[Card]:
        """The cards on the table and in the hands."""
        yield from self.table
        for hand in self.hands:
            yield from listed(hand)

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
        return max(map(int.bit_count, self.hands))

    @property
    def tricks_left(self) -> int:
        """How many tricks are still to be taken, the one on the table included."""
        cards = self._cards_left()
        most = self.game.tricks
        return cards if most is None else min(cards, most - sum(self.taken))

    @property
    def left_over(self) -> int:
        """How many cards each will hold when play ends, 0 unless it ends early."""
        return self._cards_left() - self.tricks_left

    def key(self) -> tuple[object, ...]:
        return (self.hands, self.winning[0] if self.table else None, *self._trick())

    def relative_key(self) -> tuple[object, ...]:
        """The owners of the live cards of each suit from high to low, without the cards themselves.

        That is not enough where the moves depend on dead cards as well, or cards on the table
        may yet come to be trumps.
        """
        if self.game.alike == "next" or not self.trump_stays:
            return self.key()
        return (tuple(map(self._owners, SUIT_CARDS)), *self._trick())

    def _owners(self, suit: Hand) -> tuple[object, ...]:
        """For each live card of a suit, its owner (-1 for the winning card) and its kind."""
        held = owned(self.hands, suit)
        if self.table and suit >> self.winning[0] & 1:
            held.append((self.winning[0], -1))
        kind = self.game.kinds
        return tuple(part for card, player in sorted(held) for part in (player, kind[card]))

    def _trick(self) -> tuple[object, ...]:
        """The part of a key that is not about the cards in the hands."""
        table, game = self.table, self.game
        on_table: tuple[int, ...] = ()
        if not self.trump_stays:
            on_table = table
        elif table:
            points = 0 if game.counts_tricks else sum(map(game.points, table))
            on_table = len(table), table[0].suit, winner(table, self.trump), points
        return (self.leader, on_table, game.by_side(self.taken), self.marks)

    def check(self) -> None:
        """Refuse an impossible position."""
        players, table, deck = self.game.players, self.table, self.game.deck
        seen = 0
        for card in self.in_play():
            if seen >> card & 1:
                raise TextError(f"expected each card once: {card} in {str(self)!r}")
            if not deck >> card & 1:
                raise TextError(f"expected cards of the deck: {card} in {str(self)!r}")
            seen |= 1 << card
        if not 0 <= self.leader < players:
            raise TextError(f"expected a leader of 0 to {players - 1}: {self.leader}")
        if len(table) >= players:
            raise TextError(f"expected fewer than {players} cards on the table: {len(table)}")
        below = min(self.taken, default=0) < 0 and not self.game.takes_points_away
        if len(self.taken) != players or below:
            raise TextError(f"expected {players} counts taken: {','.join(map(str, self.taken))!r}")
        self.game.check_marks(self)
        self._check_hands()
        if self.game.counts_tricks:
            self._check_tricks()
        else:
            self._check_points()

    def _check_hands(self) -> None:
        sizes = list(map(int.bit_count, self.hands))
        for at, card in enumerate(self.table):
            player = (self.leader + at) % len(sizes)
            sizes[player] += 1
            led = self.table[0].suit
            if card.suit != led and self.hands[player] & SUIT_CARDS[led]:
                raise TextError(
                    f"expected player {player} to follow {SUITS[led]}, "
                    f"which it holds, not {card}: {str(self)!r}"
                )
        if len(set(sizes)) > 1:
            counts = ", ".join(map(str, sizes))
            raise TextError(
                f"expected equal hands with the cards on the table, not {counts}: {str(self)!r}"
            )

    def _check_tricks(self) -> None:
        game = self.game
        taken = sum(self.taken)
        if game.tricks is not None and taken + bool(self.table) > game.tricks:
            raise TextError(f"expected at most {game.tricks} tricks: {taken} in {str(self)!r}")
        if taken + self._cards_left() > game.hand_size:
            raise TextError(
                f"expected at most {game.hand_size} tricks, taken or to come: "
                f"{taken + self._cards_left()} in {str(self)!r}"
            )
        tricks = taken + self.tricks_left
        if game.bids is not None and max(game.bids) > tricks:
            raise TextError(
                f"expected bids of at most {tricks}, the tricks there are: "
                f"bids={text.write_value(game.bids)} in {str(self)!r}"
            )

    def _check_points(self) -> None:
        game = self.game
        if self._cards_left() > game.hand_size:
            raise TextError(f"expected at most {game.hand_size} cards each: {str(self)!r}")
        most = sum(max(game.points(card), 0) for card in listed(game.deck))
        points = sum(self.taken) + sum(map(game.points, self.in_play()))
        if points > most:
            raise TextError(
                f"expected at most {most} points, taken or to come: {points} in {str(self)!r}"
            )

    def __str__(self) -> str:
        fields = [
            *map(write_hand, self.hands),
            str(self.leader),
            ",".join(map(str, self.table)) or "-",
            ",".join(map(str, self.taken)),
        ]
        if self.marks:
            fields.append(",".join(sorted(self.marks)))
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
            "hands": [[str(card) for card in listed(hand)] for hand in self.hands],
            "leader": self.leader,
            "table": table,
            "taken": self.taken,
            "bids": game.bids,
            "trump": None if self.trump is None else SUITS[self.trump],
        }

    def svg(self) -> str:
        """The hands as they sit round a table, or in rows where the seats have no names."""
        return showing.svg(self)

    def _repr_html_(self) -> str:
        return showing.html(self)
