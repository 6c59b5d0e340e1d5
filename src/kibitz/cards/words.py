"""Outcomes of trick games in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kibitz.cards.game import TrickGame


def in_words(game: TrickGame, outcome: tuple[int, ...]) -> str:
    """The tricks or points of each side, and whether it makes its bid."""
    unit = "trick" if game.counts_tricks else "point"
    sides = zip(game.side_names, outcome, strict=True)
    words = [f"{name} {_counted(taken, unit)}" for name, taken in sides]
    if game.bids is not None:
        bids = zip(words, outcome, game.by_side(game.bids), strict=True)
        words = [
            f"{word} and {'makes' if taken >= bid else 'misses'} {bid}" for word, taken, bid in bids
        ]
    return ", ".join(words)


def outcome_headings(game: TrickGame) -> tuple[str, Sequence[str]]:
    """What is counted, and the sides with their bids."""
    what = "tricks" if game.counts_tricks else "points"
    if game.bids is None:
        return what, game.side_names
    bids = zip(game.side_names, game.by_side(game.bids), strict=True)
    return what, [f"{name} ({bid})" for name, bid in bids]


def _counted(number: int, unit: str) -> str:
    return f"{number} {unit}{'' if number == 1 else 's'}"
