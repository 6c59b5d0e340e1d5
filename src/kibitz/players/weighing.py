"""Weighing: how well worlds fit the bids that others have made."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.cards import Hand, TrickPosition
from kibitz.engines.problem.protocol import checkpoint
from kibitz.players.judgement import worths
from kibitz.whole.game import BidLaw, whole_game
from kibitz.whole.view import View, shown_by

DOUBT = 0.02
"""The chance of a bid that is as likely as every other: a player may bid as it likes."""


def by_bids(view: View, worlds: Sequence[TrickPosition]) -> list[float] | None:
    """How likely the others are to bid as they did in each world; none if nobody has bid.

    The likeliest world has 1. A bid is the whole number nearest to one that follows the worth of
    the hand by the law of the game, each by itself.
    """
    made = {seat: bid for seat, bid in enumerate(view.bids) if bid is not None}
    made.pop(view.seat, None)
    if not made:
        return None
    played = [0] * view.game.players
    for play in view.history():
        played[play.player] |= 1 << play.card
    taken = view.taken or (0,) * view.game.players
    bids = {seat: bid - taken[seat] for seat, bid in made.items()}
    chance = _Chances(view)

    def fits(world: TrickPosition) -> float:
        checkpoint()
        return math.prod(chance(world.hands[at] | played[at], bid) for at, bid in bids.items())

    found = list(map(fits, worlds))
    most = max(found)
    return [one / most for one in found]


class _Chances:
    """How likely a player with a hand is to bid so much."""

    def __init__(self, view: View) -> None:
        game, marks = view.game, view.public.marks
        law = whole_game(view.whole).bid_law if view.whole else BidLaw()
        size = view.game.hand_size
        self._middle = game.most_tricks / game.players
        self._steep, self._above, self._bids = law.steep, law.above, game.most_tricks + 1
        self._wide = law.spread * (2 * size) ** 0.5
        self._worth = worths(game, game.trump_in(marks))
        self._pack = game.deck & ~shown_by(marks, game)
        self._known: dict[tuple[Hand, int], float] = {}

    def __call__(self, hand: Hand, bid: int) -> float:
        found = self._known.get((hand, bid))
        if found is None:
            worth = self._worth(hand, self._pack & ~hand)
            mean = self._middle + self._steep * (worth - self._middle) + self._above
            above, below = (bid + 0.5 - mean) / self._wide, (bid - 0.5 - mean) / self._wide
            share = (math.erf(above) - math.erf(below)) / 2
            found = (1 - DOUBT) * share + DOUBT / self._bids
            self._known[hand, bid] = found
        return found
