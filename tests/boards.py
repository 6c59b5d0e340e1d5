"""What the tests of boards share: searches that both engines must agree on."""

from __future__ import annotations

import random

from definition import engine_differences

import kibitz
from kibitz import Algorithm, Limit

TO_THE_END = (
    "maxn(table=exact)",
    "speculative(table=bounds)",
    "shallow(order=low)",
    "paranoid(table=bounds)",
)
HORIZON = (
    "maxn(leaf={0})",
    "maxn(leaf={0},order={1},width=3,table=exact)",
    "speculative(leaf={0},order={1},table=bounds)",
    "speculative(leaf={0},combine=against,order={1},width=6)",
    "paranoid(leaf={0},order={1},table=bounds)",
    "paranoid(leaf={0},order=low,combine=against)",
)


def agree_with_the_kernel(
    text: str, algorithms: list[str], depth: int, plies: int, order: str, most: int = 4
) -> None:
    """Both engines search positions of a game alike, one every so many plies.

    Most moves of the game are the first of an order, so that it goes somewhere.
    """
    draw, position = random.Random(text), kibitz.game(text).deal(5)
    searches = list(map(Algorithm.parse, algorithms))
    for at in range(most * plies):
        if position.is_over:
            break
        if at % plies == 0:
            assert engine_differences(position, searches, Limit(depth=depth)) == []
        moves = position.ordered(order)[:1] if draw.random() < 0.7 else position.moves()
        position = position.play(draw.choice(moves))
