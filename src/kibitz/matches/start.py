"""How a game begins, by its text and a seed: one hand, a whole game, or one on a board."""

from __future__ import annotations

from kibitz.asking.deals import WORD, deals
from kibitz.cards import TrickPosition
from kibitz.errors import TextError
from kibitz.game import Game
from kibitz.games import game as read_game
from kibitz.history import History
from kibitz.matches.board import Board
from kibitz.whole.game import WHOLE, whole_game
from kibitz.whole.hand import Hand, Sitting

FROM = " from "
"""Stands between a game and the position with which it begins."""


def is_whole(game: str) -> bool:
    """Whether a text names a whole game, or means to."""
    return game.partition("(")[0].strip() in WHOLE or game.startswith("whole-")


def plain(game: str) -> str:
    """The text of a game without conditions on its deals, or the position that it begins with."""
    return game.partition(WORD)[0].partition(FROM)[0]


def begin(game: Game | str, seed: int) -> Sitting:
    """The start of a game, or of one that a text says; the same for the same seed.

    One hand, such as `hearts`, a whole game, such as `whole-hearts(to=50)`, or one with nothing
    hidden, such as `chinese_checkers`. After the text of a game conditions on its deals may stand,
    `bridge where N: hcp 15-17`, or the position with which it begins, `rolit from start`.

    >>> from kibitz.matches.start import begin
    >>> begin("spades(players=3) from 7..K.4 .2..K7 J...A3", seed=1).position
    7..K.4 .2..K7 J...A3 0 - 0,0,0
    """
    if isinstance(game, str) and is_whole(game) and FROM not in game:
        if WORD in game:
            raise TextError(f"expected one hand, not a whole game, for conditions: {game!r}")
        return whole_game(game).start(seed)
    if isinstance(game, str) and FROM in game:
        rules, _, said = game.partition(FROM)
        if is_whole(rules) or WORD in game:
            raise TextError(f"expected one hand without conditions before a position: {game!r}")
        start = read_game(rules).parse(said)
    elif isinstance(game, str):
        start = deals(game).deal(seed) if WORD in game else read_game(game).deal(seed)
    else:
        start = game.deal(seed)
    return Hand(History(start)) if isinstance(start, TrickPosition) else Board(start)


def sides_of(game: Sitting) -> list[int]:
    """The side of each seat."""
    return [game.side(seat) for seat in range(game.players)]
