"""Players of one's own, and one that peeks."""

from __future__ import annotations

import sys
import threading
import zlib
from dataclasses import dataclass
from typing import ClassVar

from kibitz import View
from kibitz.players import Player
from kibitz.players.searching import Sampling


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
class Named(Nth):
    """Has a name, as players that come with Kibitz have."""

    name: ClassVar[str] = "named"


@dataclass(frozen=True, repr=False)
class Cheat(Player):
    """Looks at what whoever asks it has in hand: the position."""

    def play(self, view: View) -> object:
        frame, seen = sys._getframe(), ""
        while frame.f_back is not None and not seen:
            frame = frame.f_back
            seen = str(frame.f_locals["here"]) if "here" in frame.f_locals else ""
        at = zlib.crc32(seen.encode())
        if view.asks == "pass":
            return [
                view.moves()[(at + more) % len(view.moves())] for more in range(view.choices[0])
            ]
        return view.moves()[at % len(view.moves())]

    bid = pass_cards = name_trump = play  # type: ignore[assignment]


@dataclass(frozen=True, repr=False)
class Outlaw(Player):
    """Plays a card that it does not have."""

    share: float = 1.0

    def play(self, view: View) -> object:
        return "S1"


@dataclass(frozen=True, repr=False)
class Deeper(Sampling):
    """Made of a player that comes with Kibitz."""


def divides(view: View) -> object:
    """Fails in what it calls."""
    return _by_none(view)


def _by_none(view: View) -> object:
    return len(view.moves()) // 0  # the line that is named


def talking(view: View) -> object:
    """Says aloud what it thinks."""
    print("hm")
    return view.moves()[0]


def leaving(view: View) -> object:
    """Ends the program in the middle of a game, as if all were well."""
    raise SystemExit(0)


def hanging(view: View) -> object:
    """Never answers."""
    threading.Event().wait()
    return None
