"""The course of a game: where it is, what was chosen, and the hands that are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.cards import TrickGame
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Move
from kibitz.matches import log
from kibitz.matches.start import begin
from kibitz.whole.game import Whole, hand_played
from kibitz.whole.hand import Hand, Sitting
from kibitz.whole.view import Played, View


@dataclass(frozen=True)
class Ended:
    """A hand that is over, and what it was worth."""

    hand: Hand
    dealer: int | None
    points: tuple[int, ...]
    """What each side got for it."""
    total: tuple[int, ...]
    """What each side has after it."""
    bags: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """A row of the sheet of scores."""
        position = self.hand.position
        return {
            "number": self.hand.number,
            "dealer": self.dealer,
            "bids": list(position.game.bids or ()),
            "taken": list(position.taken),
            "points": list(self.points),
            "total": list(self.total),
            "bags": list(self.bags),
        }


class Course:
    """A game that goes on: where it is, what was chosen, the hands that are over."""

    def __init__(self, game: str, seed: int, choices: log.Choices = ()) -> None:
        self.game, self.seed = game, seed
        self.here: Sitting = begin(game, seed)
        self.choices: list[tuple[int, Move]] = []
        self.ended: list[Ended] = []
        for _, move in choices:
            checkpoint()
            self.add(move)

    def add(self, move: Move) -> Ended | None:
        """Make a choice; the hand that it has ended, if it has."""
        before = self.here
        self.choices.append((before.turn, move))
        self.here = before.after(move)
        hand = hand_played(before)
        if hand is None:
            return None
        after = hand.after(move)
        if not after.is_over:
            return None
        found = _ended(before, after, self.here)
        self.ended.append(found)
        return found

    def text(self) -> str:
        """The log of the game."""
        return log.write(self.game, self.seed, self.choices)


def _ended(before: Sitting, hand: Hand, after: Sitting) -> Ended:
    """What is written down of a hand."""
    if not isinstance(before, Whole) or not isinstance(after, Whole):
        points = hand.points
        return Ended(hand, None, points, points, ())
    gain = tuple(now - then for now, then in zip(after.points, before.points, strict=True))
    bags = after.sheet.bags if any(after.sheet.bags) else ()
    return Ended(hand, before.rules.dealer(before.number), gain, after.points, bags)


def dealer_of(game: Sitting) -> int | None:
    """Who dealt, where it matters."""
    return game.rules.dealer(game.number) if isinstance(game, Whole) else None


def won_by(game: Sitting) -> list[int]:
    """Who has won a game that is over: the best score, and all who share it."""
    if not game.is_over:
        return []
    best = max(game.scores)
    return [seat for seat in range(game.players) if game.scores[game.side(seat)] == best]


# Tricks.


def laid(leader: int, cards: Sequence[Any], players: int) -> list[dict[str, Any]]:
    """Cards on the table, with who played each."""
    return [{"player": (leader + at) % players, "card": str(card)} for at, card in enumerate(cards)]


def tricks_of(view: View) -> list[dict[str, Any]]:
    """The tricks that are over: their cards, and who took each."""
    players, found = view.game.players, []
    history = list(view.history())
    played: list[Played] = []
    for one in history:
        if not one.before.table:
            played = []
        played.append(one)
        if len(played) == players:
            found.append(_trick(view.game, played))
    return found


def _trick(game: TrickGame, played: Sequence[Played]) -> dict[str, Any]:
    first, players = played[0], game.players
    cards = tuple(one.card for one in played)
    by = (first.player + game.winner(cards, game.trump_in(first.before.marks))) % players
    return {"cards": laid(first.player, cards, players), "by": by}
