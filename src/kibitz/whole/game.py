"""Whole games: hand after hand, with passing, bids and a score, until somebody has won.

`WholeGame` is the rules, a frozen dataclass whose fields are the arguments of its text, such as
`whole-spades(players=3,to=300)`; `Whole` is a game on its way. Everything but the choices of
the players follows from the seed.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, NamedTuple, Self, TypeVar

from kibitz import text
from kibitz.cards import Card, TrickGame, TrickPosition, exchanged, hand_of
from kibitz.errors import TextError
from kibitz.fields import fields_as_dict, read_fields, show_fields, values_of, write_fields
from kibitz.game import Move
from kibitz.history import History
from kibitz.registry import Parts
from kibitz.whole.hand import Hand, Hidden, Sitting, stream_seed
from kibitz.whole.view import View, lies_open

WHOLE: Parts[type[WholeGame]] = Parts("whole game", "kibitz.whole")
"""The whole games by name."""


class Sheet(NamedTuple):
    """What is written down between hands."""

    number: int
    """Which hand is the next, from 0."""
    points: tuple[int, ...]
    """What each side has."""
    bags: tuple[int, ...]
    """What else counts: in Spades the overtricks since the last ten."""


class BidLaw(NamedTuple):
    """How bids follow the tricks that rules expect of a hand: normally, about their mean.

    The mean lies between an equal share of the tricks and what rules expect, raised by this much.
    """

    steep: float = 1
    """What a trick more that rules expect adds to a bid."""
    above: float = 0
    """By how much bids are higher."""
    spread: float = 0.3
    """The deviation, for the root of the number of cards."""


@dataclass(frozen=True, repr=False)
class WholeGame(ABC):
    """The rules of a whole game."""

    name: ClassVar[str] = ""
    bidding: ClassVar[bool] = False
    played_for: ClassVar[Literal["hand", "game"]] = "hand"
    """What `sampling` plays for by itself: the game, where matches say that this wins more."""
    fine: ClassVar[tuple[int, int]] = 0, 1
    """How many points are lost for how many bags, if `limits` end it."""
    bid_law: ClassVar[BidLaw] = BidLaw()
    """How `sampling` bids here, by what `bench/bids.py` finds."""
    bids_tell: ClassVar[bool] = False
    """Whether `sampling` weighs worlds by bids, where matches say that this wins more."""

    players: int = 4

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.name:
            WHOLE.named(cls.name)(cls)

    def __str__(self) -> str:
        return write_fields(self, self.name)

    __repr__ = __str__

    @property
    def title(self) -> str:
        """The game in a sentence."""
        return (type(self).__doc__ or "").strip()

    @property
    def goal(self) -> str:
        """What is played for, in a few words.

        >>> whole_game("whole-hearts(to=50)").goal
        'Hearts until somebody has 50 points; the fewest points win'
        """
        return self.title.removesuffix(".")

    def show(self) -> str:
        """The game for people: what it is and every argument."""
        return show_fields(self, self.title, values_of(self))

    def as_dict(self) -> dict[str, Any]:
        """The game in plain types, its arguments as texts, ready for JSON."""
        return fields_as_dict(self.name, self.title, values_of(self))

    def start(self, seed: int) -> Whole:
        """The first deal of a game."""
        return Whole.start(self, seed)

    @property
    def like(self) -> str:
        """Games with the same text here have hands with like scores."""
        return f"{self.name} {self.players}"

    def kind(self, number: int) -> int:
        """Hands of the same kind have like scores."""
        return 0

    @abstractmethod
    def hand(self, number: int) -> TrickGame:
        """The rules of a hand, as far as they are known when it is dealt."""

    def with_bids(self, game: TrickGame, bids: tuple[int, ...]) -> TrickGame:
        """The rules of a hand once bids are made."""
        return game

    def dealer(self, number: int) -> int:
        """Who deals a hand: each in turn, from the last player on, so that player 0 is first."""
        return (number - 1) % self.players

    def first(self, game: TrickGame, position: TrickPosition, number: int) -> int:
        """Who leads a hand."""
        if not self.deals_by_turns(game):
            return game.first_leader(position.hands)
        return (self.dealer(number) + 1) % self.players

    @staticmethod
    def deals_by_turns(game: TrickGame) -> bool:
        """Whether the player after the dealer leads, and not one whose hand says so."""
        return type(game).first_leader is TrickGame.first_leader

    def passing(self, number: int) -> tuple[int, int]:
        """How many cards are passed before a hand, and how many seats to the left."""
        return 0, 0

    def bids(self, game: TrickGame, made: Sequence[int | None]) -> tuple[int, ...]:
        """The bids that the next player may make."""
        return tuple(range(game.most_tricks + 1))

    @abstractmethod
    def score(
        self, bids: Sequence[int], taken: Sequence[int], side_of: Sequence[int], number: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The points and the bags of each side for a hand, by what players bid and took."""

    def added(self, sheet: Sheet, points: Sequence[int], bags: Sequence[int]) -> Sheet:
        """What is written down after a hand that scores so."""
        return Sheet(
            sheet.number + 1,
            tuple(map(int.__add__, sheet.points, points)),
            tuple(map(int.__add__, sheet.bags, bags)),
        )

    def scored(self, sheet: Sheet, hand: TrickPosition) -> Sheet:
        """What is written down after a hand."""
        game = hand.game
        score = self.score(game.bids or (), hand.taken, game.side_of, sheet.number)
        return self.added(sheet, *score)

    @abstractmethod
    def is_over(self, sheet: Sheet) -> bool:
        """Whether the game ends here."""

    @property
    def limits(self) -> tuple[float, float] | None:
        """The scores at which a game ends, low and high; none if other things end it.

        With limits, points and bags simply add up, but for the fine, and the points of a side say
        what it scores.
        """
        return None

    def scores(self, sheet: Sheet) -> tuple[int, ...]:
        """What the points mean to each side; more is better."""
        return sheet.points


def whole_game(line: str) -> WholeGame:
    """The whole game that a text says."""
    name, arguments = text.read_call(line)
    kind = WHOLE.find(name)
    return kind(**read_fields(kind, name, arguments))


@dataclass(frozen=True)
class Whole(Hidden):
    """A whole game on its way."""

    rules: WholeGame
    seed: int
    sheet: Sheet
    deal: TrickPosition
    """The hand as it was dealt, or after passing."""
    gifts: tuple[tuple[Card, ...] | None, ...]
    """What each has chosen to pass, if cards are passed; empty once they have changed hands."""
    bids: tuple[int | None, ...]
    passed: tuple[tuple[Card, ...], ...]
    """What each has passed, once it is done."""
    playing: Hand | None

    @classmethod
    def start(cls, rules: WholeGame, seed: int) -> Self:
        """The first deal of a game."""
        sides = rules.hand(0).sides
        return cls.dealt(rules, seed, Sheet(0, (0,) * sides, (0,) * sides))

    @classmethod
    def dealt(cls, rules: WholeGame, seed: int, sheet: Sheet) -> Self:
        """The next hand."""
        game = rules.hand(sheet.number)
        deal = game.deal(stream_seed(seed, "deal", sheet.number))
        deal = replace(deal, leader=rules.first(game, deal, sheet.number))
        nobody = (None,) * rules.players
        gifts = nobody if rules.passing(sheet.number)[0] else ()
        bids = nobody if rules.bidding else ()
        return _ready(cls(rules, seed, sheet, deal, gifts, bids, (), None))

    @property
    def players(self) -> int:
        """How many sit there."""
        return self.rules.players

    @property
    def number(self) -> int:
        """Which hand it is, from 0."""
        return self.sheet.number

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.rules.is_over(self.sheet)

    @property
    def position(self) -> TrickPosition | None:
        """The hand with all cards open, while cards are played."""
        return None if self.playing is None else self.playing.position

    @property
    def turn(self) -> int:
        """The player who is to choose."""
        if self.playing is not None:
            return self.playing.turn
        if self.gifts:
            return self.gifts.index(None)
        made = sum(bid is not None for bid in self.bids)
        return (self.rules.dealer(self.number) + 1 + made) % self.players

    def view(self, seat: int | None = None) -> View:
        """What a player may know, by default the one who is to choose."""
        if self.playing is not None:
            return self.playing.view(seat)
        seat = self.turn if seat is None else seat
        count, left = self.rules.passing(self.number)
        passing = bool(self.gifts)
        asked: dict[str, Any] = {"asks": "pass", "choices": (count,)}
        asked["to"] = (seat + left) % self.players
        if not passing:
            asked = {"asks": "bid", "choices": self.rules.bids(self.deal.game, self.bids)}
            asked["bids"] = self.bids
        return View(
            self.deal.game,
            seat,
            self.deal.hands[seat],
            leader=self._leader,
            marks=self.deal.marks,
            out=lies_open(self.deal),
            **asked,
            **self._known(),
            **_gifts(self.passed, seat, left, self.players),
        )

    @property
    def _leader(self) -> int:
        """Who will lead once cards are played; 0 if the hands decide, which nobody knows yet."""
        return self.deal.leader if self.rules.deals_by_turns(self.deal.game) else 0

    def _known(self) -> dict[str, Any]:
        sheet = self.sheet
        return {
            "scores": sheet.points,
            "bags": sheet.bags if any(sheet.bags) else (),
            "number": sheet.number,
            "whole": str(self.rules),
        }

    def move(self, choice: object) -> Move:
        """The choice that this is, or that goes by this name."""
        return self.view().move(choice)

    def in_world(self, world: TrickPosition) -> Self:
        """The same game, if players held what they hold in a world."""
        if self.playing is not None:
            return replace(self, playing=self.playing.in_world(world))
        deal = replace(self.deal, hands=world.hands)
        return replace(
            self, deal=replace(deal, leader=self.rules.first(deal.game, deal, self.number))
        )

    def after(self, move: Move) -> Self:
        """The game after a choice."""
        if self.playing is not None:
            return self._after_card(self.playing.after(move))
        move = self.move(move)
        turn = self.turn
        if self.gifts:
            gifts = (*self.gifts[:turn], move, *self.gifts[turn + 1 :])
            if None in gifts:
                return replace(self, gifts=gifts)
            return _exchanged(replace(self, gifts=gifts))
        bids = (*self.bids[:turn], move, *self.bids[turn + 1 :])
        return _ready(replace(self, bids=bids))

    def _after_card(self, hand: Hand) -> Self:
        if not hand.is_over:
            return replace(self, playing=hand)
        sheet = self.rules.scored(self.sheet, hand.position)
        if self.rules.is_over(sheet):
            return replace(self, playing=hand, sheet=sheet)
        return self.dealt(self.rules, self.seed, sheet)

    def side(self, seat: int) -> int:
        """Whose score is this player's."""
        return self.deal.game.side(seat)

    @property
    def scores(self) -> tuple[int, ...]:
        """What each side has; more is better."""
        return self.rules.scores(self.sheet)

    @property
    def points(self) -> tuple[int, ...]:
        """What each side has, as people write it down."""
        return self.sheet.points


W = TypeVar("W", bound=Whole)


def _exchanged(game: W) -> W:
    """The cards that are passed change hands, all at once."""
    gifts = [gift or () for gift in game.gifts]
    _, left = game.rules.passing(game.number)
    deal = replace(game.deal, hands=exchanged(game.deal.hands, gifts, left))
    deal = replace(deal, leader=game.rules.first(deal.game, deal, game.number))
    return _ready(replace(game, deal=deal, gifts=(), passed=tuple(gifts)))


def _ready(game: W) -> W:
    """Begin to play, if all is passed and bid."""
    if game.gifts or None in game.bids:
        return game
    rules, deal = game.rules, game.deal
    made = tuple(bid for bid in game.bids if bid is not None)
    start = replace(deal, game=rules.with_bids(deal.game, made)) if made else deal
    left = rules.passing(game.number)[1]
    passes = {seat: _gifts(game.passed, seat, left, game.players) for seat in range(game.players)}
    hand = Hand(History(start), game._known(), passes if game.passed else {}, game.number)
    return replace(game, playing=hand)


def _gifts(
    passed: tuple[tuple[Card, ...], ...], seat: int, left: int, players: int
) -> dict[str, Any]:
    """What a player gave and got, as fields of a view."""
    if not passed:
        return {}
    given, got = [0] * players, [0] * players
    given[(seat + left) % players] = hand_of(passed[seat])
    giver = (seat - left) % players
    got[giver] = hand_of(passed[giver])
    return {"given": tuple(given), "got": tuple(got)}


def hand_played(game: Sitting) -> Hand | None:
    """The hand that is being played, if the game has come to that."""
    hand = game.playing if isinstance(game, Whole) else game
    return hand if isinstance(hand, Hand) else None


def check_players(players: int, known: range, name: str) -> None:
    """Refuse a number of players that cannot play."""
    if players not in known:
        raise TextError(f"expected {known[0]} to {known[-1]} players of {name}: {players}")
