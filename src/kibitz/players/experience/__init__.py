"""Experience: what cards have come to in play, learned from many hands.

Play-outs by rules are wrong in the same way in every world: nobody plays like that. What a player
sees after a card is put into numbers, features, and a small net, made from hands that players
like `sampling` played against each other, says what such hands came to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from kibitz.cards import Card, TrickGame, TrickPosition
from kibitz.game import Move
from kibitz.games.spades import Spades
from kibitz.players.appraisal import Values
from kibitz.players.experience import hearts, spades
from kibitz.whole.view import View


def knows(view: View, for_the_game: bool = False) -> bool:
    """Whether it is a game that was learned; of Hearts only for the score of the hand."""
    return spades.knows(view.game) or (hearts.knows(view.game) and not for_the_game)


def worths(view: View, game: TrickGame | None = None) -> dict[Card, float]:
    """What each card has come to for who played it where things looked like this.

    The game says what the hand is played for, if not for its own score.
    """
    if isinstance(view.game, Spades):
        return spades.worths(view, game or view.game)
    return hearts.worths(view)


class Experienced:
    """Values worlds by play-outs for one part, and for another by experience.

    Experience is of the view, so that it is the same in every world, and says nothing of what
    others get.
    """

    def __init__(
        self,
        side: int,
        worths: Mapping[Any, float],
        share: float,
        played_out: Callable[[Sequence[TrickPosition]], Sequence[Mapping[Any, Values]]],
    ) -> None:
        self._side, self._worths, self._share, self._played_out = side, worths, share, played_out
        self._known: dict[tuple[Move, Values], Values] = {}

    def __call__(self, worlds: Sequence[TrickPosition]) -> list[dict[Any, Values]]:
        return [
            {choice: self._mixed(choice, payoffs) for choice, payoffs in row.items()}
            for row in self._played_out(worlds)
        ]

    def _mixed(self, choice: Move, payoffs: Values) -> Values:
        found = self._known.get((choice, payoffs))
        if found is None:
            side = self._side
            own = (1 - self._share) * payoffs[side] + self._share * self._worths[choice]
            found = (*payoffs[:side], own, *payoffs[side + 1 :])
            self._known[choice, payoffs] = found
        return found
