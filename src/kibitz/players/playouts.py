"""A player that plays worlds out by simple rules, instead of searching them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from kibitz.algorithm import Algorithm
from kibitz.errors import TextError
from kibitz.game import Move
from kibitz.players import judgement
from kibitz.players.appraisal import (
    TOGETHER,
    Appraisal,
    Growing,
    counted,
    grown,
    latest,
    played_out,
)
from kibitz.players.clock import seconds_for
from kibitz.players.player import Player
from kibitz.players.worlds import Drawn, worlds
from kibitz.results import check_seconds
from kibitz.whole.view import View


@dataclass(frozen=True, repr=False)
class Playouts(Player):
    """Plays each card out by rules in worlds that agree with its view; the best mean wins."""

    name: ClassVar[str] = "playouts"
    first: ClassVar[str] = "worlds"

    worlds: int = 20
    seconds: float | None = None
    """How long a card may take; with a clock the same seed need not play the same game."""

    def __post_init__(self) -> None:
        check_seconds(self.seconds)
        if self.worlds < 1:
            raise TextError(f"expected 1 world or more: {self}")

    def searches(self, on_board: bool) -> Sequence[Algorithm]:
        return ()

    def play(self, view: View) -> Move:
        moves = view.moves()
        if len(moves) == 1:
            return moves[0]
        return self.appraisal(view).best()

    def appraisal(self, view: View) -> Appraisal:
        """What each legal card is worth over the worlds; other choices are by rules."""
        seconds = seconds_for(self.seconds)
        if view.asks == "play":
            found = latest(self._appraisals(view, seconds), seconds)
            if found is not None:
                return found
        return Appraisal.by_rules(view.game.side(view.seat), judgement.choice(view))

    def _appraisals(self, view: View, seconds: float | None) -> Growing:
        """One over all worlds; if it is timed, first some over fewer."""
        known, stream = worlds(view), self.stream(view)
        if seconds is None:
            growing = grown(known.sample(self.worlds, stream, "auto"), played_out, self.worlds)
        else:
            growing = grown(Drawn(known, self.worlds, stream), played_out, TOGETHER)
        yield from counted(growing, known.number, judgement.choice(view))
