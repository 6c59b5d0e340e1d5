"""View: everything that one player of a trick game may know, and nothing else.

    hearts(players=3) seat=1 hand=K4..T2.9 leader=0 plays=C2/CA/C5/SA

A view is made of the game's text, the player's own cards and what everybody saw. There is no
field that could hold a card of another player which this player did not see: a player that is
given a view cannot peek. It is one line of text, or JSON, and both are read again.
"""

from __future__ import annotations

import functools
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

from kibitz import text
from kibitz.cards import (
    NO_MARKS,
    Card,
    Hand,
    Marks,
    TrickGame,
    TrickPosition,
    hand_of,
    union,
)
from kibitz.errors import IllegalMove, TextError, check_kind
from kibitz.game import Move, Position
from kibitz.games import game as read_game
from kibitz.history import History
from kibitz.showing.layout import columns, in_full
from kibitz.whole.view_check import check_view
from kibitz.whole.view_facts import facts, hand_of_whole, words_of
from kibitz.whole.view_text import Asks, plain_field, read_fields, write_field


class Public(NamedTuple):
    """What lies open: the part of a position that is in nobody's hand.

    >>> start = kibitz.game("spades(players=3,cards=4)").deal(7)
    >>> view = kibitz.view(start, ["HT", "H8", "HK", "HJ"])
    >>> view.public
    Public(leader=2, table=(HJ,), taken=(0, 0, 1), marks=frozenset())
    >>> isinstance(view.public, kibitz.Public)
    True
    """

    leader: int
    table: tuple[Card, ...]
    taken: tuple[int, ...]
    marks: Marks


class Played(NamedTuple):
    """A card, its player, and what lay open before.

    >>> view = kibitz.view(kibitz.game("spades(players=3,cards=4)").deal(7), ["HT", "H8"])
    >>> [(played.player, played.card, played.before.table) for played in view.history()]
    [(0, HT, ()), (1, H8, (HT,))]
    >>> all(isinstance(played, kibitz.Played) for played in view.history())
    True
    """

    player: int
    card: Card
    before: Public


NO_GAME = "expected the game of a view, such as hearts"


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
    """The cards that it knows each to hold: those that it passed, or a dummy's; empty if none."""
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
    """The number of the hand in the whole game, from 0."""
    whole: str = ""
    """The text of the whole game that the hand belongs to, if it does."""
    stock: int = 0
    """The number of cards in the stock before `plays`."""
    turned: Hand = 0
    """The card that is drawn last, if it lies open."""

    def __post_init__(self) -> None:
        self.check()

    def check(self) -> None:
        """Refuse an impossible view."""
        check_view(self)

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
        for number, played in enumerate(self.history()):
            at = self._after(played, number)
        return at

    @property
    def _start(self) -> Public:
        """What lay open before `plays`, and what a player had who knows the cards aside."""
        return Public(self.leader, (), self.taken or self._first(self.out), self.marks)

    def _first(self, aside: Hand) -> tuple[int, ...]:
        """What each had when play began, if these cards were not dealt."""
        game = self.game
        return game.first_taken(list(game.pack.listed(aside)) if game.minds_aside else ())

    def history(self) -> Iterator[Played]:
        """Every card of `plays`, with its player and what lay open before."""
        at, players = self._start, self.game.players
        for number, card in enumerate(self.plays):
            played = Played((at.leader + len(at.table)) % players, card, at)
            yield played
            at = self._after(played, number)

    def _after(self, played: Played, number: int) -> Public:
        """What lies open once a card is played, the one of `plays` with this number."""
        game, (leader, table, taken, marks) = self.game, played.before
        if game.keeps_points and (stays := game.stays(played.card)):
            at = game.keeper(played.player, self._ends_with(number, leader))
            taken = (*taken[:at], taken[at] + stays, *taken[at + 1 :])
        trump = game.trump_in(marks)
        marks = game.marks_after(TrickPosition(game, (), leader, table, taken, marks), played.card)
        table = (*table, played.card)
        if len(table) < game.players:
            return Public(leader, table, taken, marks)
        leader = (leader + game.winner(table, trump)) % game.players
        worth = 1 if game.counts_tricks else sum(map(game.points, table))
        if not game.counts_tricks and not self.hand and number == len(self.plays) - 1:
            worth += game.last_trick
        taken = (*taken[:leader], taken[leader] + worth, *taken[leader + 1 :])
        return Public(leader, (), taken, marks)

    def _ends_with(self, number: int, leader: int) -> bool:
        """Whether a card of `plays` is in the last trick, which this player led."""
        done, more = divmod(len(self.plays), self.game.players)
        if self.to_draw:
            return False
        if number // self.game.players < done:
            return number // self.game.players == done - 1 and not more and not self.hand
        played = (self.seat - leader) % self.game.players < more
        return self.hand.bit_count() == (not played)

    @property
    def table(self) -> tuple[Card, ...]:
        """The cards of the trick on the table, in order, from that of `public.leader` on."""
        return self.public.table

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
        """The number of cards that each player holds."""
        leader, table = self.public.leader, self.public.table
        players = self.game.players
        played = [(player - leader) % players < len(table) for player in range(players)]
        each = self.hand.bit_count() + played[self.seat]
        found = [each - done for done in played]
        if self.lays_away:
            found = [min(one, self.game.hand_size) for one in found]
            found[self.seat] = each
        return tuple(found)

    @property
    def lays_away(self) -> bool:
        """Whether this player holds cards that it is to lay away."""
        return self.asks == "pass" and self.to is None

    @property
    def to_draw(self) -> int:
        """The number of cards still to be drawn."""
        players = self.game.players
        return max(0, self.stock - len(self.plays) // players * players)

    @property
    def known(self) -> tuple[Hand, ...]:
        """The cards that each player is known to hold: its own, and those passed on."""
        gone = hand_of(self.plays) | self.out
        held = [cards & ~gone for cards in self.given or (0,) * self.game.players]
        if self.turned & ~gone and not self.to_draw:
            held[self._last_to_draw] |= self.turned
        held[self.seat] = self.hand
        return tuple(held)

    @property
    def _last_to_draw(self) -> int:
        """Who drew the last card."""
        players = self.game.players
        after = itertools.islice(self.history(), self.stock, None)
        leader = next((played.before.leader for played in after), self.public.leader)
        return (leader - 1) % players

    def position(self, hands: Sequence[Hand], order: Sequence[Card] = ()) -> TrickPosition:
        """The position, if these were the hands, and cards were drawn in this order."""
        game, public = self.game, self.public
        if self.stock:
            return TrickPosition(game, tuple(hands), *public, tuple(order))
        if game.minds_aside:
            aside = game.deck & ~(hand_of(self.plays) | union(hands))
            game = game.settled_by(list(game.pack.listed(aside)))
            if not self.taken:
                known, first = self._first(self.out), self._first(aside)
                taken = (t - k + f for t, k, f in zip(public.taken, known, first, strict=True))
                public = public._replace(taken=tuple(taken))
        return TrickPosition(game, tuple(hands), *public)

    def moves(self) -> Sequence[Move]:
        """The choices of this player: cards, bids or suits; to pass, all its cards.

        Nothing while it is another's turn to play.
        """
        if self.asks == "bid":
            return self.choices
        if self.asks == "trump":
            return tuple(self.game.pack.suit_names[suit] for suit in self.choices)
        if self.asks == "pass":
            cards = self.game.may_lay(self.hand) if self.to is None else self.hand
            return list(self.game.pack.listed(cards))
        return list(self._legal)

    @functools.cached_property
    def _legal(self) -> tuple[Move, ...]:
        """The cards that it may play, which a choice asks for more than once."""
        if self.turn != self.seat:
            return ()
        hands = [0] * self.game.players
        hands[self.turn] = self.hand
        return tuple(TrickPosition(self.game, tuple(hands), *self.public).legal_moves())

    def move(self, choice: object) -> Move:
        """The move given as such or by its name; anything else is refused.

        Cards to pass are a tuple of cards, as a text `SA/SK/H2`.
        """
        if self.asks == "pass":
            return self._cards_to_pass(choice)
        moves = self.moves()
        for move in moves:
            if choice == move or str(choice) == str(move):
                return move
        name = self._name(choice) if self.asks == "play" else None
        for move in moves:
            if name == str(move):
                return move
        raise IllegalMove(f"illegal {self.asks} {choice} for player {self.seat} in {self}")

    def _name(self, choice: object) -> str | None:
        """The name of a card that is written otherwise, such as `10h`."""
        try:
            return self.game.pack.read_name(str(choice))
        except TextError:
            return None

    def _cards_to_pass(self, choice: object) -> tuple[Card, ...]:
        names = choice.replace(",", "/").split("/") if isinstance(choice, str) else choice
        if isinstance(names, Sequence):
            pack, own = self.game.pack, self.moves()
            wanted = {pack.read_name(str(name)) for name in names}
            cards = sorted(
                {card.name: card for card in reversed(own) if card.name in wanted}.values()
            )
            if len(cards) == len(wanted) == len(names) and (len(cards),) == self.choices:
                return tuple(cards)
        count = self.choices[0] if self.choices else 0
        raise IllegalMove(f"expected {count} cards of the hand to pass: {choice} in {self}")

    # Texts.

    def _words(self) -> dict[str, str]:
        """The fields after the game that say something, as texts."""
        pack = self.game.pack
        words = {"seat": str(self.seat), "hand": pack.write_hand(self.hand)}
        for field in fields(self)[3:]:
            value = getattr(self, field.name)
            if value != field.default:
                words[field.name] = write_field(field.name, value, pack)
        return words

    def __str__(self) -> str:
        return f"{self.game} {text.write_words(self._words())}"

    __repr__ = __str__

    @classmethod
    def parse(cls, line: str) -> View:
        """The view of a text; an impossible one is refused."""
        check_kind(line, str, "the text of a view")
        game, _, rest = line.strip().partition(" ")
        if not game:
            raise TextError(NO_GAME)
        return cls._read(game, text.read_words(rest) if rest.strip() else {})

    def as_dict(self) -> dict[str, Any]:
        """The view in plain types, ready for JSON: its fields, and what follows from them.

        That is what a program needs which does not know the rules: who plays, who led and won
        each trick, what each has taken so far, the table, what can be chosen, and so on.
        """
        words = {name: plain_field(name, word) for name, word in self._words().items()}
        usual = {"asks": "play", "leader": 0, "plays": [], "bids": [], "scores": []}
        return {"game": str(self.game), **usual, **words, **facts(self)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> View:
        """The view that `as_dict` made; what follows from its fields need not be there.

        Hands may be lists of cards, and the game a whole game.

        >>> cards = {"hand": ["SA", "S2", "HK"], "plays": ["S5"]}
        >>> kibitz.View.from_dict({"game": "spades(cards=3)", "seat": 1, **cards})
        spades(cards=3) seat=1 hand=A2.K.. plays=S5
        """
        check_kind(data, Mapping, "a mapping, as View.as_dict makes it")
        line = str(data.get("game") or "")
        if not line:
            raise TextError(NO_GAME)
        rules, _ = cls._rules(line, {})
        return cls._read(line, words_of(data, rules.pack))

    def json(self) -> str:
        """The view as one line of JSON."""
        return json.dumps(self.as_dict(), ensure_ascii=False)

    @classmethod
    def _read(cls, game: str, words: Mapping[str, str]) -> View:
        text.check_names("field of a view", words, [field.name for field in fields(cls)[1:]])
        for name in ("seat", "hand"):
            if name not in words:
                raise TextError(f"expected {name}=... in a view of {game}")
        rules, words = cls._rules(game, words)
        return cls(rules, **read_fields(words, rules.pack))

    @staticmethod
    def _rules(game: str, words: Mapping[str, str]) -> tuple[TrickGame, Mapping[str, str]]:
        """The rules of a hand, which may be one of a whole game, and the fields of a view of it."""
        if game.startswith("whole-"):
            return hand_of_whole(game, words)
        rules = read_game(game)
        if not isinstance(rules, TrickGame):
            raise TextError(f"expected a trick game: {game!r}")
        return rules, words

    def show(self) -> str:
        """The view as readable text."""
        public = self.public
        bids = [("bids", text.write_value(tuple("-" if b is None else b for b in self.bids)))]
        rows = [
            ("game", str(self.game)),
            ("player", str(self.seat)),
            ("hand", self.game.pack.write_hand(self.hand)),
            ("table", " ".join(map(str, public.table)) or "-"),
            ("taken", text.write_value(public.taken)),
            *(bids if self.bids else []),
            *([("scores", text.write_value(self.scores))] if self.scores else []),
            (self.asks, " ".join(map(str, self.moves()))),
        ]
        return columns([list(row) for row in rows], left=(0, 1))

    def _repr_html_(self) -> str:
        return in_full(self.show())


def written(choice: Move) -> str:
    """A choice in a word; cards to pass are a plain tuple, a move on a board has a name."""
    return "/".join(map(str, choice)) if type(choice) is tuple else str(choice)


def seen(hand: History, seat: int) -> View:
    """What a player may know of a hand."""
    start, here = hand.start, hand.position
    assert isinstance(start, TrickPosition)
    assert isinstance(here, TrickPosition)
    if start.to_lay:
        return _laying(hand, start, seat)
    found = _unchecked(
        game=start.game,
        seat=seat,
        hand=here.hands[seat],
        leader=start.leader,
        plays=start.table + hand.moves,
        taken=start.taken if any(start.taken) else (),
        marks=start.marks,
        out=lies_open(start),
        bids=start.game.bids or (),
        given=_open(here, seat),
        stock=len(start.stock),
        turned=_turned(start),
        public=Public(here.leader, here.table, here.taken, here.marks),
    )
    return _before_the_end(found, start, here) if start.game.minds_aside else found


def _before_the_end(view: View, start: TrickPosition, here: TrickPosition) -> View:
    """A view without what only a player who has seen the cards that were not dealt knows.

    Until the end that is for whom they count, and what the last trick brings.
    """
    game = start.game
    aside = list(game.pack.listed(game.deck & ~(sum(start.hands) | hand_of(start.table))))
    first, known = game.first_taken(aside), game.unsettled
    sees = game.sees_aside(view.seat, aside)
    usual = start.taken == first
    hides = usual and not sees and not here.is_over
    taken = [now - then * hides for now, then in zip(here.taken, first, strict=True)]
    found = changed(
        view,
        game=known if known.settled_by(aside) == game else game,
        taken=() if usual else start.taken,
        out=view.out | hand_of(aside) if sees else view.out,
    )
    found.__dict__["public"] = Public(here.leader, here.table, tuple(taken), here.marks)
    return found


def _open(here: TrickPosition, seat: int) -> tuple[Hand, ...]:
    """The hands that a player sees besides its own, as a dummy's."""
    shown = here.game.shows(here, seat)
    return tuple(hand * (p in shown) for p, hand in enumerate(here.hands)) if shown else ()


def _turned(start: TrickPosition) -> Hand:
    """The last card of the stock, if it is a trump: that one lies open."""
    return hand_of(card for card in start.stock[-1:] if card.suit == start.trump)


def _laying(hand: History, start: TrickPosition, seat: int) -> View:
    """A view where the declarer lays cards away, or has: only it knows which.

    To the others it is the game in which these cards are not dealt.
    """
    game = start.game
    if game.cards is not None:
        raise TextError(f"expected whole hands if cards are laid away: {game}")
    after, many = game.once_laid, start.to_lay
    laid, plays = hand.moves[:many], hand.moves[many:]
    if len(laid) == many:
        here = hand.position
        assert isinstance(here, TrickPosition)
        points = sum(map(game.points_laid, laid))
        taken = (had + points * (p == game.declarer) for p, had in enumerate(start.taken))
        hands = tuple(held & ~hand_of(laid) for held in start.hands)
        begun = replace(start, game=after, hands=hands, taken=tuple(taken))
        return seen(History(begun).reaching(plays, replace(here, game=after)), seat)
    lays = seat == game.declarer
    asked: dict[str, Any] = {"asks": "pass", "choices": (1,)} if lays else {}
    held = start.hands[seat] & ~hand_of(laid if lays else ())
    return View(
        after, seat, held, start.leader, marks=start.marks, out=hand_of(laid) * lays, **asked
    )


def changed(view: View, **others: Any) -> View:
    """A view with other fields, unchecked: the caller knows that it can be, or does not mind."""
    return _unchecked(**{field.name: getattr(view, field.name) for field in fields(View)} | others)


def _unchecked(**known: Any) -> View:
    """A view of what is true anyway; to check it would take longer than to make it."""
    view = object.__new__(View)
    view.__dict__.update(known)
    return view


def lies_open(start: TrickPosition) -> Hand:
    """The cards that all know to be in no hand where play begins, apart from the table."""
    game, here = start.game, sum(start.hands) | hand_of((*start.table, *start.stock))
    out = shown_by(start.marks, game)
    if here.bit_count() < game.hand_size * game.players + game.stock_size:
        out |= game.deck & ~here
    return out


def shown_by(marks: Marks, game: TrickGame) -> Hand:
    """The cards that marks name, such as `turned=HQ`."""
    names = (mark.partition("=")[2] for mark in marks)
    return hand_of(game.pack.read_card(name) for name in names if name)


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
