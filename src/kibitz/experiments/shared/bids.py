"""Bids for deals of Spades. The papers say "a simple heuristic" and no more.

A hand is worth what its high cards and its spades are likely to take. Each player bids its
share of a total, to the nearest whole number.
"""

from __future__ import annotations

import functools

import kibitz
from kibitz.cards import TrickPosition

PLAIN = {"A": 0.9, "K": 0.6, "Q": 0.3}
TRUMP = {"A": 1.0, "K": 0.9, "Q": 0.8, "J": 0.7}
LOW_TRUMP = 0.45

TOTAL = 7.9
"""Of nine tricks. Taken over from earlier trials with other values of hands, in which WL and OH of
IJCAI-2005, Table 2, came near the paper's.
"""


def worth(hand: list[str]) -> float:
    """What a hand of spades and other cards, such as `SA`, is likely to take."""
    return sum(
        TRUMP.get(card[1], LOW_TRUMP) if card[0] == "S" else PLAIN.get(card[1], 0.0)
        for card in hand
    )


@functools.cache
def bids(game: str, seed: int, total: float = TOTAL) -> str:
    """The bids for a deal as a text, `3/2/3`; they add up to about the total."""
    deal = kibitz.game(game).deal(seed)
    assert isinstance(deal, TrickPosition)
    shares = [worth(list(map(str, deal.hand(player)))) for player in range(deal.game.players)]
    whole = sum(shares) or 1.0
    return "/".join(str(round(total * share / whole)) for share in shares)
