"""View: everything that one player of a trick game may know, and nothing else.

    hearts(players=3) seat=1 hand=K4..T2.9 leader=0 plays=C2/CA/C5/SA

A view is made of the game's text, the player's own cards and what everybody saw. There is no
field that could hold a card of another player which this player did not see: a player that is
given a view cannot peek. It is one line of text, or JSON, and both are read again.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, NamedTuple, TypeAlias

from kibitz import text
from kibitz.cards import (
    CARDS,
    NO_MARKS,
    SUITS,
    Card,
    Hand,
    Marks,
    TrickGame,
    TrickPosition,
    hand_of,
    listed,
    read_card,
    read_hand,
    winner,
    write_hand,
)
from kibitz.errors import IllegalMove, TextError, check_kind
from kibitz.game import Move, Position
from kibitz.games import game as read_game
from kibitz.history import History
from kibitz.showing.layout import columns, in_full

ALL: Hand = hand_of(CARDS)
Asks: TypeAlias = Literal["play", "bid", "pass", "trump"]
"""What a player is asked for: a card to play, a bid, cards to pass or lay away, the trump."""


class Public(NamedTuple):
    """What lies open: the part of a position that is in nobody's hand."""

    leader: int
    table: tuple[Card, ...]
    taken: tuple[int, ...]
    marks: Marks


class Played(NamedTuple):
    """A card with who played it, and what lay open before."""

    player: int
    card: Card
    before: Public


@dataclass(frozen=True, repr=False)
class View:
    """What one player may know of a hand of a trick game.

    >>> view = kibitz.View.parse("spades(players=3,cards=3) seat=1 hand=A.2..K plays=C7")
    >>> view.moves(), view.unseen.bit_count(), view.sizes
    ([CK], 48, (2, 3, 3))
    """

    game: TrickGame
    seat: int
    """The player whose view it is."""
    hand: Hand
    """The cards that it holds now."""
    leader: int = 0
    """The player who led the first of `plays`, or is to lead."""
    plays: tuple[Card, ...] = ()
    """The cards that everybody saw played, in order."""
    taken: tuple[int, ...] = ()
    """What each player had taken before `plays`; empty if nothing."""
    marks: Marks = NO_MARKS
    """What the rules remembered before `plays`."""
    out: Hand = 0
    """Other cards that this player knows to be in no hand: played before `plays`, or discarded."""
    asks: Asks = "play"
    bids: tuple[int | None, ...] = ()
    """The bids made so far, none for a player who has not bid yet; empty where nobody bids."""
    given: tuple[Hand, ...] = ()
    """The cards that it passed to each player; empty where nobody passes."""
    got: tuple[Hand, ...] = ()
    """The cards that each player passed to it."""
    choices: tuple[int, ...] = ()
    """The bids that it may make, or the one number of cards that it must pass."""
    to: int | None = None
    """The player to whom cards are to be passed; none if they are discarded."""
    scores: tuple[int, ...] = ()
    """The scores of the whole game before this hand."""
    bags: tuple[int, ...] = ()
    """Other counts kept for each side, such as overtricks in Spades."""
    number: int = 0
    """Which hand of the whole game it is, from 0."""
    whole: str = ""
    """The text of the whole game that the hand belongs to, if it does."""

    def __post_init__(self) -> None:
        self.check()

    @classmethod
    def of(cls, start: TrickPosition, plays: Iterable[Move] = (), seat: int | None = None) -> View:
        """The view of a player, by default the one to move, after plays that began at a position.

        What led to `start` is not known, apart from its own trick. Where it has all the cards that
        are dealt, the rest of the deck lies aside, unseen; otherwise the rest was seen by all.
        """
        hand = History.of(start, plays)
        return seen(hand, hand.position.turn if seat is None else seat)

    @functools.cached_property
    def public(self) -> Public:
        """What lies open now."""
        at = self._start
        for played in self.history():
            at = self._after(played)
        return at

    @property
    def _start(self) -> Public:
        return Public(self.leader, (), self.taken or (0,) * self.game.players, self.marks)

    def history(self) -> Iterator[Played]:
        """Every card of `plays`, with its player and what lay open before."""
        at, players = self._start, self.game.players
        for card in self.plays:
            played = Played((at.leader + len(at.table)) % players, card, at)
            yield played
            at = self._after(played)

    def _after(self, played: Played) -> Public:
        """What lies open once a card is played."""
        game, (leader, table, taken, marks) = self.game, played.before
        trump = game.trump_in(marks)
        marks = game.marks_after(TrickPosition(game, (), leader, table, taken, marks), played.card)
        table = (*table, played.card)
        if len(table) < game.players:
            return Public(leader, table, taken, marks)
        leader = (leader + winner(table, trump)) % game.players
        worth = 1 if game.counts_tricks else sum(map(game.points, table))
        taken = (*taken[:leader], taken[leader] + worth, *taken[leader + 1 :])
        return Public(leader, (), taken, marks)

    @property
    def turn(self) -> int:
        """The player whose turn it is to play a card."""
        return (self.public.leader + len(self.public.table)) % self.game.players

    @functools.cached_property
    def unseen(self) -> Hand:
        """The cards that others may hold: neither its own, nor played, nor known to be out."""
        return self.game.deck & ~(self.hand | hand_of(self.plays) | self.out)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many cards each player holds."""
        leader, table = self.public.leader, self.public.table
        players = self.game.players
        played = [(player - leader) % players < len(table) for player in range(players)]
        each = self.hand.bit_count() + played[self.seat]
        return tuple(each - done for done in played)

    @property
    def known(self) -> tuple[Hand, ...]:
        """The cards that each player is known to hold: its own, and those passed on."""
        gone = hand_of(self.plays) | self.out
        held = [cards & ~gone for cards in self.given or (0,) * self.game.players]
        held[self.seat] = self.hand
        return tuple(held)

    def position(self, hands: Sequence[Hand]) -> TrickPosition:
        """The position, if these were the hands."""
        return TrickPosition(self.game, tuple(hands), *self.public)

    def moves(self) -> Sequence[Move]:
        """What this player may choose from: cards, bids or suits; to pass, all its cards.

        Nothing while it is another's turn to play.
        """
        if self.asks == "bid":
            return self.choices
        if self.asks == "trump":
            return tuple(SUITS[suit] for suit in self.choices)
        if self.asks == "pass":
            return list(listed(self.hand))
        return list(self._legal)

    @functools.cached_property
    def _legal(self) -> tuple[Move, ...]:
        """The cards that it may play, which a choice asks for more than once."""
        if self.turn != self.seat:
            return ()
        hands = [0] * self.game.players
        hands[self.turn] = self.hand
        return tuple(self.position(hands).legal_moves())

    def move(self, choice: object) -> Move:
        """The move given as such or by its name; anything else is refused.

        Cards to pass are a tuple of cards, as a text `SA/SK/H2`.
        """
        if self.asks == "pass":
            return self._cards_to_pass(choice)
        for move in self.moves():
            if choice in (move, str(move)):
                return move
        raise IllegalMove(f"illegal {self.asks} {choice} for player {self.seat} in {self}")

    def _cards_to_pass(self, choice: object) -> tuple[Card, ...]:
        names = choice.replace(",", "/").split("/") if isinstance(choice, str) else choice
        if isinstance(names, Sequence):
            cards = sorted({read_card(str(name)) for name in names})
            held = all(self.hand >> card & 1 for card in cards)
            if held and (len(cards),) == self.choices and len(names) == len(cards):
                return tuple(cards)
        count = self.choices[0] if self.choices else 0
        raise IllegalMove(f"expected {count} cards of the hand to pass: {choice} in {self}")

    # Texts.

    def _words(self) -> dict[str, str]:
        """The fields after the game that say something, as texts."""
        words = {"seat": str(self.seat), "hand": write_hand(self.hand)}
        for field in fields(self)[3:]:
            value = getattr(self, field.name)
            if value != field.default:
                words[field.name] = _write(field.name, value)
        return words

    def __str__(self) -> str:
        return f"{self.game} {text.write_words(self._words())}"

    __repr__ = __str__

    @classmethod
    def parse(cls, line: str) -> View:
        """The view of a text; an impossible one is refused."""
        check_kind(line, str, "the text of a view")
        game, _, rest = line.strip().partition(" ")
        return cls._read(game, text.read_words(rest))

    def as_dict(self) -> dict[str, Any]:
        """The view in plain types, ready for JSON: its fields, the table, what can be chosen."""
        words = {name: _plain(name, word) for name, word in self._words().items()}
        derived = {"table": self.public.table, "moves": self.moves()}
        return {
            "game": str(self.game),
            **words,
            **{name: list(map(str, cards)) for name, cards in derived.items()},
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> View:
        """The view that `as_dict` made; table and moves follow from the rest."""
        check_kind(data, Mapping, "a mapping, as View.as_dict makes it")
        words = {
            name: "/".join("-" if part is None else str(part) for part in value)
            if isinstance(value, list)
            else str(value)
            for name, value in data.items()
            if name not in ("game", "table", "moves")
        }
        return cls._read(str(data.get("game", "")), words)

    def json(self) -> str:
        """The view as one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False)

    @classmethod
    def _read(cls, game: str, words: Mapping[str, str]) -> View:
        rules = read_game(game)
        if not isinstance(rules, TrickGame):
            raise TextError(f"expected a trick game: {game!r}")
        text.check_names("field of a view", words, [field.name for field in fields(cls)[1:]])
        for name in ("seat", "hand"):
            if name not in words:
                raise TextError(f"expected {name}=... in a view of {game}")
        return cls(rules, **{name: _read_field(name, word) for name, word in words.items()})

    def check(self) -> None:
        """Refuse an impossible view."""
        self._check_kinds()
        players = self.game.players
        for name in ("seat", "leader"):
            if not 0 <= getattr(self, name) < players:
                raise TextError(f"expected a {name} of 0 to {players - 1}: {getattr(self, name)}")
        for name in ("taken", "bids", "given", "got"):
            if len(getattr(self, name)) not in (0, players):
                raise TextError(f"expected {name} for each of {players} players: {str(self)!r}")
        seen = self.hand
        for card in (*self.plays, *listed(self.out)):
            if seen >> card & 1:
                raise TextError(f"expected each card once: {card} in {str(self)!r}")
            seen |= 1 << card
        if seen & ~self.game.deck:
            raise TextError(f"expected cards of the deck: {str(self)!r}")
        if not self._fits():
            raise TextError(f"expected choices that go with asks={self.asks}: {str(self)!r}")
        self._check_counts()
        self._check_history()

    def _check_kinds(self) -> None:
        """Refuse what is no card, no set of cards or no number where there should be one."""
        check_kind(self.game, TrickGame, "a trick game")
        for name in ("plays", "taken", "bids", "given", "got", "choices"):
            check_kind(getattr(self, name), tuple, f"a tuple for {name} of a view")
        for name, values in (
            ("seat", [self.seat]),
            ("leader", [self.leader]),
            ("taken", self.taken),
            ("choices", self.choices),
            ("bids", [bid for bid in self.bids if bid is not None]),
        ):
            for value in values:
                if type(value) is not int:
                    raise TextError(f"expected whole numbers: {value!r} for {name} of a view")
        for card in self.plays:
            if not isinstance(card, Card):
                raise TextError(f"expected a card, as Card('SA'): {card!r} for plays of a view")
        sets = {"hand": [self.hand], "out": [self.out], "given": self.given, "got": self.got}
        for name, hands in sets.items():
            for hand in hands:
                if type(hand) is not int or hand & ~ALL:
                    raise TextError(f"expected a set of cards: {hand!r} for {name} of a view")

    def _check_counts(self) -> None:
        """Refuse too few cards for the hands of others, or more than can lie aside."""
        sizes, game = self.sizes, self.game
        aside = self.unseen.bit_count() - (sum(sizes) - self.hand.bit_count())
        if aside < 0 or min(sizes) < 0:
            raise TextError(f"expected cards enough for the others' hands: {str(self)!r}")
        most = game.deck.bit_count() - game.hand_size * game.players
        if aside > most:
            raise TextError(
                f"expected {aside - most} more cards in hand, plays and out of a game with "
                f"{game.hand_size} cards each: {str(self)!r}"
            )

    def _check_history(self) -> None:
        """Refuse cards that the player could not have played from its hand."""
        hand = self.hand
        for played in self.history():
            if played.player == self.seat:
                hand |= 1 << played.card
        for played in self.history():
            if played.player != self.seat:
                continue
            hands = [0] * self.game.players
            hands[self.seat] = hand
            if (
                played.card
                not in TrickPosition(self.game, tuple(hands), *played.before).legal_moves()
            ):
                raise TextError(
                    f"expected a card that could be played, not {played.card}: {str(self)!r}"
                )
            hand ^= 1 << played.card

    def _fits(self) -> bool:
        """Whether the choices, and to whom to pass, go with what is asked for."""
        if self.asks == "play":
            return True
        if self.asks == "pass":
            somebody = self.to is None or 0 <= self.to < self.game.players
            return (
                somebody and len(self.choices) == 1 and 0 < self.choices[0] <= self.hand.bit_count()
            )
        known = range(len(SUITS) if self.asks == "trump" else self.game.most_tricks + 1)
        return bool(self.choices) and all(one in known for one in self.choices)

    def show(self) -> str:
        """The view for people."""
        public = self.public
        bids = [("bids", text.write_value(tuple("-" if b is None else b for b in self.bids)))]
        rows = [
            ("game", str(self.game)),
            ("player", str(self.seat)),
            ("hand", write_hand(self.hand)),
            ("table", " ".join(map(str, public.table)) or "-"),
            ("taken", text.write_value(public.taken)),
            *(bids if self.bids else []),
            *([("scores", text.write_value(self.scores))] if self.scores else []),
            (self.asks, " ".join(map(str, self.moves()))),
        ]
        return columns([list(row) for row in rows], left=(0, 1))

    def _repr_html_(self) -> str:
        return in_full(self.show())


def seen(hand: History, seat: int) -> View:
    """What a player may know of a hand."""
    start, here = hand.start, hand.position
    assert isinstance(start, TrickPosition)
    assert isinstance(here, TrickPosition)
    return _unchecked(
        game=start.game,
        seat=seat,
        hand=here.hands[seat],
        leader=start.leader,
        plays=start.table + hand.moves,
        taken=start.taken if any(start.taken) else (),
        marks=start.marks,
        out=lies_open(start),
        bids=start.game.bids or (),
        public=Public(here.leader, here.table, here.taken, here.marks),
    )


def changed(view: View, **others: Any) -> View:
    """A view with other fields, by who knows that it can be, or does not mind that it cannot."""
    return _unchecked(**{field.name: getattr(view, field.name) for field in fields(View)} | others)


def _unchecked(**known: Any) -> View:
    """A view of what is true anyway; to check it would take longer than to make it."""
    view = object.__new__(View)
    view.__dict__.update(known)
    return view


def lies_open(start: TrickPosition) -> Hand:
    """The cards that all know to be in no hand where play begins, apart from the table."""
    game, here = start.game, sum(start.hands) | hand_of(start.table)
    out = shown_by(start.marks)
    if here.bit_count() < game.hand_size * game.players:
        out |= game.deck & ~here
    return out


def shown_by(marks: Marks) -> Hand:
    """The cards that marks name, such as `turned=HQ`."""
    names = (mark.partition("=")[2] for mark in marks)
    return hand_of(read_card(name) for name in names if name)


def view(position: Position, plays: Iterable[Move] | str = (), seat: int | None = None) -> View:
    """What a player, by default the one to move, may know after some plays from a position.

    The plays may be one text, separated by spaces or commas.

    >>> start = kibitz.game("spades(players=3,cards=3)").deal(1)
    >>> kibitz.view(start, ["D3"])
    spades(players=3,cards=3) seat=1 hand=Q.5.2. plays=D3
    """
    if not isinstance(position, TrickPosition):
        raise TextError(f"expected a position of a trick game: {position!r}")
    check_kind(plays, Iterable, f"the cards played, and a seat as seat={plays!r}")
    players = range(position.game.players)
    if seat is not None and (type(seat) is not int or seat not in players):
        raise TextError(f"expected a seat of 0 to {players[-1]}: {seat!r}")
    return View.of(position, text.names_of(plays), seat)


def _write(name: str, value: Any) -> str:
    """A field of a view as a text."""
    if name == "out":
        return write_hand(value)
    if name == "marks":
        return ",".join(sorted(value))
    if name in ("given", "got"):
        return "/".join(write_hand(hand) if hand else "-" for hand in value)
    if name == "bids":
        return "/".join("-" if bid is None else str(bid) for bid in value)
    return text.write_value(value)


def _plain(name: str, word: str) -> Any:
    """A field of a view in plain types: numbers, texts and lists of them, none for a dash."""
    if name in ("seat", "leader", "to", "number"):
        return int(word)
    if name in ("hand", "out", "marks", "asks", "whole"):
        return word
    parts = [None if part == "-" else part for part in word.split("/")]
    if name in ("plays", "given", "got"):
        return parts
    return [None if part is None else int(part) for part in parts]


def _read_field(name: str, word: str) -> Any:
    """The field of a view that a text says."""
    match name:
        case "hand" | "out":
            return read_hand(word)
        case "plays":
            return tuple(map(read_card, word.split("/")))
        case "marks":
            return frozenset(word.split(","))
        case "given" | "got":
            return tuple(0 if part == "-" else read_hand(part) for part in word.split("/"))
        case "bids":
            parts = word.split("/")
            return tuple(None if part == "-" else text.read_int(part, name) for part in parts)
        case "asks":
            return text.read_value(Asks, word, name)
        case "whole":
            return word
        case "seat" | "leader" | "to" | "number":
            return text.read_int(word, name)
    return tuple(text.read_int(part, name) for part in word.split("/"))
