"""How a game begins: one hand of a trick game, or a whole game, by its text and a seed."""

from __future__ import annotations

from kibitz.cards import TrickPosition
from kibitz.errors import TextError
from kibitz.games import game as read_game
from kibitz.matches import (  # noqa: F401 known by name
    whole_hearts,
    whole_oh_hell,
    whole_sergeant_major,
    whole_spades,
)
from kibitz.matches.hand import Hand, Sitting
from kibitz.matches.whole import WHOLE, whole_game

__all__ = ["begin", "whole_game"]


def begin(game: str, seed: int) -> Sitting:
    """The start of a game that a text says; the same for the same seed.

    One hand, such as `hearts`, or a whole game, such as `whole-hearts(to=50)`.
    """
    if game.partition("(")[0].strip() in WHOLE or game.startswith("whole-"):
        return whole_game(game).start(seed)
    start = read_game(game).deal(seed)
    if not isinstance(start, TrickPosition):
        raise TextError(f"expected a trick game: {game!r}")
    return Hand.of(start)
