"""A hand: the position where play began, and the moves made since.

All code that shows, analyses, shares or writes a hand uses one of these. One algorithm values all
of it, that of its start, since ties are part of a value: so all positions of a hand compare.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.engines.problem.protocol import checkpoint
from kibitz.errors import check_kind
from kibitz.game import Game, Move, Position
from kibitz.text import names_of


@dataclass(frozen=True, repr=False)
class History:
    """A start and the moves made since. It is accepted wherever a position can be asked about.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> hand = kibitz.History.of(deal, "DK H2")
    >>> hand.position.turn, hand.moves, kibitz.solve(hand).move
    (2, (DK, H2), SJ)
    >>> print(hand)
    spades(players=3,breaking=false) 7..K.4 .2..K7 J...A3 0 - 0,0,0 | DK H2
    """

    start: Position
    moves: tuple[Move, ...] = ()

    @classmethod
    def of(cls, start: Position, moves: str | Iterable[Move] = ()) -> History:
        """A hand from the names of its moves, or from one text, separated by spaces or commas."""
        check_kind(start, Position, "a position, as game.parse reads it from a text")
        hand = cls(start)
        for move in names_of(moves):
            checkpoint()
            hand = hand.after(move)
        return hand

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @functools.cached_property
    def position(self) -> Position:
        """The position that the moves lead to."""
        here = self.start
        for move in self.moves:
            here = here.play(move)
        return here

    @functools.cached_property
    def line(self) -> tuple[Position, ...]:
        """Every position, from the start on."""
        here = [self.start]
        for move in self.moves:
            here.append(here[-1].play(move))
        return tuple(here)

    def after(self, move: Move) -> History:
        """The hand with one more move, given as such or by its name."""
        made = self.position.legal_move(move)
        return self.reaching((*self.moves, made), self.position.play(made))

    def first(self, moves: int) -> History:
        """The hand as it was after a number of moves."""
        return History(self.start, self.moves[:moves])

    def reaching(self, moves: tuple[Move, ...], position: Position) -> History:
        """A hand from the same start, whose moves are known to lead to a position."""
        hand = History(self.start, moves)
        hand.__dict__["position"] = position
        return hand

    def as_dict(self) -> dict[str, Any]:
        """The hand in plain types, ready for JSON."""
        return {
            "game": str(self.game),
            "position": str(self.start),
            "play": list(map(str, self.moves)),
        }

    def __str__(self) -> str:
        played = f" | {' '.join(map(str, self.moves))}" if self.moves else ""
        return f"{self.game} {self.start}{played}"

    __repr__ = __str__


def hand_at(source: Position | History) -> History:
    """The hand that is asked about; a position alone is one without moves."""
    if isinstance(source, History):
        return source
    check_kind(source, Position, "a position, as game.parse reads it from a text")
    return History(source)
