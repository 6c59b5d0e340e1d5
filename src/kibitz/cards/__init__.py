"""Cards and the core of trick-taking games.

deck            cards, packs, hands
duties          what must be played to a trick and which card wins, as data
restrictions    what may not be led or played to the first trick, as data
rules           the rules of a game as words, in a file, and where in it faults are: `rules_keys`
                reads its keys, `rules_cards` its cards; `rules_play` is what is played
rules_game      the game made of such a file; `rules_class` has the class of each file
game            `TrickGame`, what a game says of its rules and what follows from them, with
                `game_checks`, `dealing` and `words`; `trump_game` names the trump
position        `TrickPosition`, with `position_checks`
estimates       what is still to come: every outcome, and the one to expect
wanted          which sides do better with more
simple_rules    the card that beginners are taught to play
order           the listed order `suits`
showing         a position for people; `compass` has four hands as they sit, North at the top
"""

from kibitz.cards.deck import (
    CARDS,
    RANKS,
    STANDARD,
    SUIT_CARDS,
    SUITS,
    SYMBOLS,
    Card,
    Hand,
    Pack,
    exchanged,
    hand_of,
    listed,
    ranks_in,
    read_card,
    read_hand,
    union,
    write_hand,
)
from kibitz.cards.duties import Duties
from kibitz.cards.game import TrickGame
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import NO_MARKS, Marks, Restrictions
from kibitz.cards.rules import Rules
from kibitz.cards.rules_game import RulesGame
from kibitz.cards.rules_play import Play
from kibitz.cards.trump_game import TrumpGame

__all__ = [
    "CARDS",
    "NO_MARKS",
    "RANKS",
    "STANDARD",
    "SUITS",
    "SUIT_CARDS",
    "SYMBOLS",
    "Card",
    "Duties",
    "Hand",
    "Marks",
    "Pack",
    "Play",
    "Restrictions",
    "Rules",
    "RulesGame",
    "TrickGame",
    "TrickPosition",
    "TrumpGame",
    "exchanged",
    "hand_of",
    "listed",
    "ranks_in",
    "read_card",
    "read_hand",
    "union",
    "write_hand",
]
