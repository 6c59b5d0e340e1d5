"""A whole game of Sergeant Major: trumps, the kitty, and cards given back and forth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

from kibitz.cards import SUIT_CARDS, Card, Hand, TrickGame, TrickPosition, hand_of, listed
from kibitz.errors import check_count
from kibitz.game import Move
from kibitz.games.sergeant_major import SergeantMajor
from kibitz.history import History
from kibitz.whole import hand as one_hand
from kibitz.whole.game import Sheet, Whole, WholeGame, check_players
from kibitz.whole.hand import stream_seed
from kibitz.whole.view import View

TARGETS = (5, 3, 8)
"""In order from the left of the dealer, who leads."""
KITTY = 4
WIN = 12
"""A player who takes this many tricks in a hand has won."""


class Transfer(NamedTuple):
    """Cards that one player is to give to another, and get back."""

    giver: int
    receiver: int
    cards: int


@dataclass(frozen=True, repr=False)
class WholeSergeantMajor(WholeGame):
    """Sergeant Major until somebody takes 12 tricks in a hand."""

    name: ClassVar[str] = "whole-sergeant-major"

    players: int = 3
    hands: int = 30
    """The number of hands after which the game ends in any case."""

    def __post_init__(self) -> None:
        check_players(self.players, range(3, 4), self.name)
        check_count(self.hands, "hand")

    def start(self, seed: int) -> Whole:
        return Exchanging.start(self, seed)

    def target(self, number: int, seat: int) -> int:
        """How many tricks a player should take in a hand."""
        return TARGETS[(seat - self.dealer(number) - 1) % self.players]

    def hand(self, number: int) -> TrickGame:
        targets = tuple(self.target(number, seat) for seat in range(self.players))
        return SergeantMajor(targets=targets)

    def score(
        self, bids: Sequence[int], taken: Sequence[int], side_of: Sequence[int], number: int
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How far each is up or down, as points and to remember for the next hand."""
        up = tuple(own - self.target(number, seat) for seat, own in enumerate(taken))
        return up, up

    def added(self, sheet: Sheet, points: Sequence[int], bags: Sequence[int]) -> Sheet:
        return super().added(sheet, points, bags)._replace(bags=tuple(bags))

    def _winner(self, sheet: Sheet) -> int | None:
        """Who took enough tricks in the last hand."""
        if not sheet.number:
            return None
        last = sheet.number - 1
        took = (own + self.target(last, seat) for seat, own in enumerate(sheet.bags))
        return next((seat for seat, own in enumerate(took) if own >= WIN), None)

    def is_over(self, sheet: Sheet) -> bool:
        return sheet.number >= self.hands or self._winner(sheet) is not None

    def scores(self, sheet: Sheet) -> tuple[int, ...]:
        """Who has won, above all; then how far each is up."""
        winner = self._winner(sheet)
        won = (1000 * (seat == winner) for seat in range(self.players))
        return tuple(map(int.__add__, sheet.points, won))

    def transfers(self, sheet: Sheet) -> tuple[Transfer, ...]:
        """Players above target give a card for each trick to those below, the furthest first."""
        first = (self.dealer(sheet.number) + 1) % self.players
        around = [(first + at) % self.players for at in range(self.players)]
        up = sorted((seat for seat in around if sheet.bags[seat] > 0), key=lambda s: -sheet.bags[s])
        down = {
            seat: -sheet.bags[seat]
            for seat in sorted(around, key=lambda s: sheet.bags[s])
            if sheet.bags[seat] < 0
        }
        found = []
        for giver in up:
            left = sheet.bags[giver]
            for receiver, lacks in down.items():
                count = min(left, lacks)
                if count:
                    found.append(Transfer(giver, receiver, count))
                    left, down[receiver] = left - count, lacks - count
        return tuple(found)


def given_back(hand: Hand, gift: Sequence[Card]) -> Hand:
    """For each card of a gift the highest card of its suit, of a hand that has the gift."""
    back = 0
    for suit in range(4):
        held = listed(hand & SUIT_CARDS[suit])
        for _, card in zip((card for card in gift if card.suit == suit), held, strict=False):
            back |= 1 << card
    return back


@dataclass(frozen=True)
class Exchanging(Whole):
    """A whole game of Sergeant Major on its way."""

    kitty: Hand = 0
    done: tuple[tuple[Transfer, Hand, Hand], ...] = ()
    """The cards that went from one to another and back, so far."""
    trump: str | None = None

    @classmethod
    def dealt(cls, rules: WholeGame, seed: int, sheet: Sheet) -> Self:
        game = rules.hand(sheet.number)
        deal = game.deal(stream_seed(seed, "deal", sheet.number))
        deal = replace(deal, leader=rules.first(game, deal, sheet.number))
        kitty = game.deck & ~hand_of(deal.in_play())
        return cls(rules, seed, sheet, deal, (), (), (), None, kitty)

    @property
    def _to_do(self) -> Sequence[Transfer]:
        assert isinstance(self.rules, WholeSergeantMajor)
        return self.rules.transfers(self.sheet)[len(self.done) :]

    @property
    def turn(self) -> int:
        if self.playing is not None:
            return self.playing.turn
        return self._to_do[0].giver if self._to_do else self.rules.dealer(self.number)

    def view(self, seat: int | None = None) -> View:
        if self.playing is not None:
            return self.playing.view(seat)
        seat = self.turn if seat is None else seat
        asked: dict[str, Any] = {"asks": "trump", "choices": tuple(range(4))}
        if self._to_do:
            asked = {"asks": "pass", "choices": (self._to_do[0].cards,)}
            asked["to"] = self._to_do[0].receiver
        elif self.trump:
            asked = {"asks": "pass", "choices": (KITTY,)}
        deal = self.deal
        return View(
            deal.game,
            seat,
            deal.hands[seat],
            leader=self._leader,
            **asked,
            **self._known(),
            **self._exchanged(seat),
        )

    def _exchanged(self, seat: int) -> dict[str, Any]:
        """What a player gave and got; without cards that may have gone on from there since."""
        if not self.done:
            return {}
        given, got = [0] * self.players, [0] * self.players
        for at, ((giver, receiver, _), gift, back) in enumerate(self.done):
            later = {one for transfer, _, _ in self.done[at + 1 :] for one in transfer[:2]}
            later.add(self.rules.dealer(self.number))
            for one, other, sent, returned in (
                (giver, receiver, gift, back),
                (receiver, giver, back, gift),
            ):
                if seat == one:
                    got[other] |= returned & ~sent
                    given[other] |= 0 if other in later else sent & ~returned
        return {"given": tuple(given), "got": tuple(got)}

    def in_world(self, world: TrickPosition) -> Self:
        found = super().in_world(world)
        if self.playing is not None:
            return found
        return replace(found, kitty=world.game.deck & ~hand_of(world.in_play()))

    def after(self, move: Move) -> Self:
        if self.playing is not None:
            return self._after_card(self.playing.after(move))
        move = self.move(move)
        if self._to_do:
            return self._given(self._to_do[0], move)
        if self.trump is None:
            assert isinstance(self.deal.game, SergeantMajor)
            game = replace(self.deal.game, trump=move)
            return replace(self, trump=move, deal=replace(self.deal, game=game))
        return self._laid_away(hand_of(move))

    def _given(self, transfer: Transfer, gift: tuple[Card, ...]) -> Self:
        """Cards go to a player, who gives back the highest of their suits."""
        hands, cards = list(self.deal.hands), hand_of(gift)
        hands[transfer.giver] &= ~cards
        hands[transfer.receiver] |= cards
        back = given_back(hands[transfer.receiver], gift)
        hands[transfer.receiver] &= ~back
        hands[transfer.giver] |= back
        deal = replace(self.deal, hands=tuple(hands))
        return replace(self, deal=deal, done=(*self.done, (transfer, cards, back)))

    def _laid_away(self, cards: Hand) -> Self:
        """The dealer takes the kitty for what is laid away, and play begins."""
        dealer, hands = self.rules.dealer(self.number), list(self.deal.hands)
        hands[dealer] = hands[dealer] & ~cards | self.kitty
        start = replace(self.deal, hands=tuple(hands))
        passes = {seat: self._exchanged(seat) for seat in range(self.players)}
        passes[dealer] = {**passes[dealer], "out": cards}
        playing = one_hand.Hand(History(start), self._known(), passes, self.number)
        return replace(self, deal=start, playing=playing)
