"""Games whose outcome is how each player stands: points, and WON more for a player who has won.

Points are what an evaluation gives before the end, so that one scale serves both: no estimate
is as much as WON, and every win is worth more than every estimate.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from kibitz.game import Payoffs
from kibitz.scoring import ScoredGame, Utility, built_in

WON = 1_000
"""What is added to the points of a player who has won."""
VICTORY = 12_000
"""What a win is worth; players who win together share it, and points are always less."""
WHOLE = 960
"""What shares add up to at most; up to six players can divide it evenly."""


def winners(standing: Sequence[int]) -> list[int]:
    """Who has won; nobody before the end."""
    return [player for player, own in enumerate(standing) if own >= WON]


def ended(points: Sequence[int], won: Sequence[int]) -> tuple[int, ...]:
    """How players with these points stand at the end, when these have won."""
    return tuple(own + WON * (player in won) for player, own in enumerate(points))


@built_in
def victory(standing: Sequence[int]) -> Payoffs:
    """12,000 for a win, shared by all who win, else 0; before the end, points."""
    won = winners(standing)
    if not won:
        return tuple(standing)
    return tuple(VICTORY // len(won) * (player in won) for player in range(len(standing)))


@built_in
def share(standing: Sequence[int]) -> Payoffs:
    """960 for a win, shared by all who win, else 0; before the end, the part of all points."""
    won, together = winners(standing), sum(standing)
    if won:
        return tuple(WHOLE // len(won) * (player in won) for player in range(len(standing)))
    return tuple(WHOLE * own // together if together else 0 for own in standing)


class StandingGame(ScoredGame):
    """A game with such outcomes; `victory` and `share` are its utilities."""

    readers: ClassVar = {"utility": Utility.parse}

    @property
    def highest(self) -> int | None:
        return {"victory": VICTORY, "share": WHOLE}.get(str(self.utility))

    @property
    def max_sum(self) -> int | None:
        """A win is shared, and the points of all players are together less than a win."""
        return self.highest

    def outcome_headings(self) -> tuple[str, Sequence[str]]:
        return "standing", self.player_names

    def in_words(self, outcome: Sequence[int]) -> str:
        """Who has won, and with how many points."""
        won = [self.who(player) for player in winners(outcome)]
        points = "-".join(str(own % WON) for own in outcome)
        return f"{' and '.join(won) or 'nobody'} won, {points}"
