"""How a game begins, by its text and a seed: one hand, a whole game, or one on a board."""

from __future__ import annotations

from kibitz.cards import TrickPosition
from kibitz.game import Game
from kibitz.games import game as read_game
from kibitz.history import History
from kibitz.matches.board import Board
from kibitz.whole.game import WHOLE, whole_game
from kibitz.whole.hand import Hand, Sitting


def is_whole(game: str) -> bool:
    """Whether a text names a whole game, or means to."""
    return game.partition("(")[0].strip() in WHOLE or game.startswith("whole-")


def begin(game: Game | str, seed: int) -> Sitting:
    """The start of a game, or of one that a text says; the same for the same seed.

    One hand, such as `hearts`, a whole game, such as `whole-hearts(to=50)`, or one with nothing
    hidden, such as `chinese_checkers`.
    """
    if isinstance(game, str) and is_whole(game):
        return whole_game(game).start(seed)
    start = (read_game(game) if isinstance(game, str) else game).deal(seed)
    return Hand(History(start)) if isinstance(start, TrickPosition) else Board(start)
