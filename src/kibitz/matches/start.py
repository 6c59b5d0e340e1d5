"""How a game begins: one hand of a trick game, or a whole game, by its text and a seed."""

from __future__ import annotations

from kibitz.cards import TrickPosition
from kibitz.errors import TextError
from kibitz.games import game as read_game
from kibitz.matches.hand import Hand, Sitting


def begin(game: str, seed: int) -> Sitting:
    """The start of a game that a text says; the same for the same seed."""
    start = read_game(game).deal(seed)
    if not isinstance(start, TrickPosition):
        raise TextError(f"expected a trick game: {game!r}")
    return Hand.of(start)
