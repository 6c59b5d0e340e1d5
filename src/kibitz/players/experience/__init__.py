"""Experience: what cards have come to in play, learned from many hands.

Play-outs by rules are wrong in the same way in every world: nobody plays like that. What a player
sees after a card is put into numbers, features, and a small net, made from hands that players
like `sampling` played against each other, says what such hands came to.
"""

from __future__ import annotations

from kibitz.cards import Card, TrickGame
from kibitz.games.spades import Spades
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
