"""Weighing: how well worlds fit the bids that others have made."""

from __future__ import annotations

import math
from collections.abc import Sequence

from kibitz.cards import TrickPosition
from kibitz.engines.problem.protocol import checkpoint
from kibitz.players.judgement import tricks_in
from kibitz.whole.view import View, changed

SPREAD = 0.3
"""How far a bid is from what judgement takes the hand to be worth, for the root of the number of
cards: by trial, the deviation of bids by sampling."""


def by_bids(view: View, worlds: Sequence[TrickPosition]) -> list[float] | None:
    """How likely the others are to bid as they did in each world; none if nobody has bid.

    The likeliest world has 1. Bids are taken to lie about the worth of a hand by a normal law,
    each by itself.
    """
    made = {seat: bid for seat, bid in enumerate(view.bids) if bid is not None}
    made.pop(view.seat, None)
    if not made:
        return None
    played = [0] * view.game.players
    for play in view.history():
        played[play.player] |= 1 << play.card
    before = changed(view, plays=(), given=(), got=(), out=0)
    taken = view.taken or (0,) * view.game.players
    spread = SPREAD * view.game.hand_size**0.5

    def misfit(world: TrickPosition) -> float:
        checkpoint()
        found = 0.0
        for seat, bid in made.items():
            hand = changed(before, seat=seat, hand=world.hands[seat] | played[seat])
            found += ((bid - taken[seat] - tricks_in(hand)) / spread) ** 2 / 2
        return found

    misfits = list(map(misfit, worlds))
    return [math.exp(min(misfits) - one) for one in misfits]
