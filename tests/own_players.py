"""Players of one's own, and one that peeks."""

from __future__ import annotations

import gc
from dataclasses import dataclass

from kibitz import TrickPosition, View
from kibitz.players import Player


def lowest(view: View) -> object:
    """The last of what there is to choose from, by its name."""
    return str(view.moves()[-1]) if view.asks != "pass" else "/".join(map(str, view.moves()[:3]))


@dataclass(frozen=True, repr=False)
class Nth(Player):
    """The card of a number."""

    number: int = 0

    def play(self, view: View) -> object:
        return view.moves()[min(self.number, len(view.moves()) - 1)]


@dataclass(frozen=True, repr=False)
class Cheat(Player):
    """Finds the position that the view was made from, wherever it is."""

    def play(self, view: View) -> object:
        others = sum(
            int.from_bytes(str(one).encode()) % 97
            for one in gc.get_objects()
            if isinstance(one, TrickPosition) and view.hand == one.hands[view.seat]
        )
        return view.moves()[others % len(view.moves())]


@dataclass(frozen=True, repr=False)
class Outlaw(Player):
    """Plays a card that it does not have."""

    def play(self, view: View) -> object:
        return "S1"
