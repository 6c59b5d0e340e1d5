"""Levels: opponents by how strong they are, each with the players that stand behind it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.algorithm import Algorithm
from kibitz.cards import Card
from kibitz.game import Move, Position
from kibitz.players.plain import Random
from kibitz.players.player import Player, player
from kibitz.whole.hand import stream_seed
from kibitz.whole.view import View


@dataclass(frozen=True, repr=False)
class Level(Player):
    """A player by how strong it is: it chooses as another one does, now and then carelessly."""

    cards: ClassVar[str]
    """Who plays cards for it."""
    board: ClassVar[str]
    """Who plays where nothing is hidden."""
    careless: ClassVar[float] = 0.0
    """How often it plays whatever the rules allow."""

    def searches(self, on_board: bool) -> Sequence[Algorithm] | None:
        return player(self.board if on_board else self.cards).searches(on_board)

    def _for_cards(self) -> Player:
        return player(self.cards, self.seed)

    def play(self, view: View) -> Move:
        if self.careless and self.stream(view).random() < self.careless:
            return Random(seed=self.seed).play(view)
        return self._for_cards().play(view)

    def bid(self, view: View) -> int:
        return self._for_cards().bid(view)

    def pass_cards(self, view: View) -> tuple[Card, ...]:
        return self._for_cards().pass_cards(view)

    def name_trump(self, view: View) -> str:
        return self._for_cards().name_trump(view)

    def play_open(self, position: Position) -> Move:
        chance = random.Random(stream_seed(self.seed, "careless", position)).random()
        if chance < self.careless:
            return Random(seed=self.seed).play_open(position)
        return player(self.board, self.seed).play_open(position)

    @classmethod
    def title(cls) -> str:
        """What it is like, in a sentence."""
        return (cls.__doc__ or "").removesuffix(".")

    @classmethod
    def text(cls) -> str:
        """What stands behind it, in the texts of players."""
        often = (
            f", and any legal card one time in {round(1 / cls.careless)}" if cls.careless else ""
        )
        return f"{cls.cards}{often}; on a board {cls.board}"


@dataclass(frozen=True, repr=False)
class Easy(Level):
    """Knows the rules of thumb, but often plays any card."""

    name: ClassVar[str] = "easy"
    cards: ClassVar[str] = "rules"
    board: ClassVar[str] = "rules"
    careless: ClassVar[float] = 1 / 3


@dataclass(frozen=True, repr=False)
class Medium(Level):
    """Plays by rules of thumb, without slips."""

    name: ClassVar[str] = "medium"
    cards: ClassVar[str] = "rules"
    board: ClassVar[str] = "search(nodes=2000)"


@dataclass(frozen=True, repr=False)
class Hard(Level):
    """Thinks through deals that fit what it has seen."""

    name: ClassVar[str] = "hard"
    cards: ClassVar[str] = "sampling"
    board: ClassVar[str] = "search(nodes=50000)"


LEVELS: tuple[type[Level], ...] = (Easy, Medium, Hard)
"""From the weakest to the strongest."""
