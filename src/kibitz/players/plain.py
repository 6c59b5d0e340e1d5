"""Players that do not search: at random, by simple rules."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.algorithm import Algorithm
from kibitz.cards import Card
from kibitz.game import Move, Position
from kibitz.players import judgement
from kibitz.players.player import Player
from kibitz.whole.hand import stream_seed
from kibitz.whole.view import View


@dataclass(frozen=True, repr=False)
class Random(Player):
    """Plays any legal card, bids anything, passes anything."""

    name: ClassVar[str] = "random"

    def searches(self, on_board: bool) -> Sequence[Algorithm]:
        return ()

    def play(self, view: View) -> Move:
        return self.stream(view).choice(view.moves())

    def play_open(self, position: Position) -> Move:
        stream = random.Random(stream_seed(self.seed, position))
        return stream.choice(position.legal_moves())

    def bid(self, view: View) -> int:
        return self.stream(view).choice(view.choices)

    def pass_cards(self, view: View) -> tuple[Card, ...]:
        return tuple(sorted(self.stream(view).sample(view.moves(), view.choices[0])))

    def name_trump(self, view: View) -> str:
        return self.stream(view).choice(view.moves())  # type: ignore[no-any-return]


@dataclass(frozen=True, repr=False)
class Rules(Player):
    """Plays by simple rules, see `judgement`; on a board by the first of its own orders."""

    name: ClassVar[str] = "rules"

    def searches(self, on_board: bool) -> Sequence[Algorithm]:
        return ()

    def play(self, view: View) -> Move:
        return judgement.card(view)

    def play_open(self, position: Position) -> Move:
        return (position.ordered(position.orders[0]) if position.orders else position.moves())[0]
