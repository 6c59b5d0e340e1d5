"""A hand of a trick game on its way: what was dealt and played, and whose choice it is."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, Self, cast

from kibitz.cards import Card, TrickPosition, hand_of, union
from kibitz.errors import TextError
from kibitz.game import Move, Position
from kibitz.history import History
from kibitz.whole.view import View, changed, seen


class Sitting(Protocol):
    """A game on its way, be it one hand or many: immutable, and asks for one choice at a time."""

    @property
    def players(self) -> int:
        """How many sit there."""

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to choose."""

    @property
    def turn(self) -> int:
        """The player who is to choose."""

    @property
    def number(self) -> int:
        """Which hand it is, from 0."""

    @property
    def position(self) -> Position | None:
        """All cards open, while cards are played; or the board."""

    def move(self, choice: object) -> Move:
        """The choice that this is, or that goes by this name; anything else is refused."""

    def after(self, move: Move) -> Self:
        """The game after a choice."""

    def side(self, seat: int) -> int:
        """Whose score is this player's."""

    @property
    def scores(self) -> tuple[int, ...]:
        """What each side has at the end; more is better."""

    @property
    def points(self) -> tuple[int, ...]:
        """What each side has, as people write it down."""


class Hidden(ABC):
    """A game on its way in which not everybody sees everything."""

    @abstractmethod
    def view(self, seat: int | None = None) -> View:
        """What a player may know, by default the one who is to choose."""


class OnePosition:
    """A game on its way of which one position says all that there is to choose."""

    position: Position

    @property
    def players(self) -> int:
        """How many sit there."""
        return self.position.game.players

    @property
    def is_over(self) -> bool:
        """Whether all is played."""
        return self.position.is_over

    @property
    def turn(self) -> int:
        """The player who is to move."""
        return self.position.turn

    def move(self, choice: object) -> Move:
        """The move that this is, or that goes by this name."""
        return self.position.legal_move(choice)

    def side(self, seat: int) -> int:
        """Whose payoff is this player's."""
        return self.position.game.side(seat)

    @property
    def scores(self) -> tuple[int, ...]:
        """The payoffs of the end."""
        return self.position.game.payoffs(self.position.outcome)

    points = scores


@dataclass(frozen=True)
class Hand(OnePosition, Hidden):
    """One hand, and what players know of it besides."""

    history: History
    more: Mapping[str, Any] = field(default_factory=dict)
    """What else players know: bids, scores and so on, as fields of a view."""
    passes: Mapping[int, Mapping[str, Any]] = field(default_factory=dict)
    """What a single player knows besides: the cards that it gave and got."""
    number: int = 0

    @property
    def start(self) -> TrickPosition:
        """The position it began with."""
        return cast("TrickPosition", self.history.start)

    @property
    def plays(self) -> tuple[Card, ...]:
        """The cards played since; of cards that are laid away nothing is seen."""
        return self.history.moves[self.start.to_lay :]

    @property
    def position(self) -> TrickPosition:  # type: ignore[override]
        """Where it has come to."""
        return cast("TrickPosition", self.history.position)

    def view(self, seat: int | None = None) -> View:
        """What a player may know, by default the one who is to play."""
        seat = self.turn if seat is None else seat
        found = seen(self.history, seat)
        if not self.more and not self.passes:
            return found
        more = {**self.more, **self.passes.get(seat, {})}
        out = found.out | more.pop("out", 0)
        return changed(found, **more, out=out)

    def move(self, choice: object) -> Move:
        """The card that this is, or that goes by this name; also one of those to lay away."""
        return super().move(_card(choice))

    def in_world(self, world: TrickPosition) -> Hand:
        """The same hand, if this were its position: dealt so that the same plays lead there."""
        if self.start.stock:
            raise TextError(f"expected a game without a stock to deal it again: {self.start.game}")
        dealt = list(world.hands)
        played = list(self.view().history())[len(self.start.table) :]
        for play in played:
            dealt[play.player] |= 1 << play.card
        before = zip(self.start.taken, world.taken, self.position.taken, strict=True)
        taken = tuple(first + there - here for first, there, here in before)
        start = replace(self.start, game=world.game, hands=tuple(dealt), taken=taken)
        if self.start.to_lay:
            return replace(self, history=self._unlaid(dealt, world))
        return replace(self, history=History(start).reaching(self.plays, world))

    def _unlaid(self, dealt: Sequence[int], world: TrickPosition) -> History:
        """How the declarer lays away what is in no hand of a world, as much as it has here."""
        game, start = self.start.game, self.start
        aside = game.deck & ~union(dealt)
        hands = tuple(hand | aside * (p == game.declarer) for p, hand in enumerate(dealt))
        begun = History(replace(start, hands=hands))
        laid = tuple(game.pack.listed(aside))[: len(self.history.moves)]
        if len(self.history.moves) < start.to_lay:
            return begun.reaching(laid, replace(self.position, hands=_without(hands, laid)))
        return begun.reaching((*laid, *self.plays), replace(world, game=game))

    def after(self, move: Move) -> Hand:
        """The hand after a card."""
        return replace(self, history=self.history.after(_card(move)))


def _without(hands: Sequence[int], cards: Sequence[Card]) -> tuple[int, ...]:
    """Hands without some cards."""
    return tuple(hand & ~hand_of(cards) for hand in hands)


def _card(choice: object) -> Any:
    """A choice; of cards to lay away, one at a time, the card."""
    return choice[0] if type(choice) is tuple and len(choice) == 1 else choice


def stream_seed(*words: object) -> int:
    """A seed for what these words name, such as a deal and a seat."""
    said = "/".join(map(str, words))
    return int.from_bytes(hashlib.sha256(said.encode()).digest()[:7])
