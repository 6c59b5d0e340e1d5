"""Cards and the core of trick-taking games.

deck            cards, hands, who wins a trick
restrictions    what may not be played, as data
game            `TrickGame`, what a game says of its rules and what follows from them
position        `TrickPosition`
order           the listed order `suits`
compass         four hands as they sit, North at the top
pbn, lin        files of Bridge as other programs write them
boards          the boards of any such file or text, by their numbers
"""

from kibitz.cards.deck import (
    CARDS,
    RANKS,
    SUIT_CARDS,
    SUITS,
    SYMBOLS,
    Card,
    Hand,
    exchanged,
    hand_of,
    listed,
    ranks_in,
    read_card,
    read_hand,
    winner,
    write_hand,
)
from kibitz.cards.game import TrickGame, TrumpGame
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import NO_MARKS, Marks, Restrictions

__all__ = [
    "CARDS",
    "NO_MARKS",
    "RANKS",
    "SUITS",
    "SUIT_CARDS",
    "SYMBOLS",
    "Card",
    "Hand",
    "Marks",
    "Restrictions",
    "TrickGame",
    "TrickPosition",
    "TrumpGame",
    "exchanged",
    "hand_of",
    "listed",
    "ranks_in",
    "read_card",
    "read_hand",
    "winner",
    "write_hand",
]
