"""Cards and the core of trick-taking games.

deck            cards, hands, who wins a trick
restrictions    what may not be played, as data
game            `TrickGame`, what a game says of its rules and what follows from them
position        `TrickPosition`
estimates       what is still to come: every outcome, and the one to expect
wanted          which sides do better with more
order           the listed order `suits`
showing         a position for people; `compass` has four hands as they sit, North at the top
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
