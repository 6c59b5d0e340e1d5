"""What is played by a file of rules, with a contract and a trump: `Play`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kibitz.cards.deck import Hand, Pack
from kibitz.cards.duties import Duties
from kibitz.cards.restrictions import Restrictions
from kibitz.scoring import Utility

NONE = "none"
"""No trump, nobody called."""
LEADERS = ("first", "declarer")
"""The player who leads, if not the holder of a card."""


@dataclass(frozen=True)
class Play:
    """What is played: the cards, what they are worth, what may be played, and who is together."""

    pack: Pack
    trump: int | None
    duties: Duties
    restrictions: Restrictions
    counts_tricks: bool
    points: tuple[int, ...]
    """Of each card by its number."""
    last: int
    """Points for the last trick."""
    sides: tuple[int, ...] | Literal["alone", "declarer"] | str
    """The side of each player; each alone; a declarer against the rest; or the holders of a card
    against the rest, by its name."""
    called: tuple[str, ...]
    """Cards whose holder may be the declarer's partner."""
    partner: str
    """Which of them says so unless a text names another, or `none`."""
    leader: str
    """`first`, `declarer`, or the name of a card whose holder leads."""
    kitty: str
    """Who gets the points of cards that are not dealt: nobody, the declarer, the others, or the
    player who takes the last trick."""
    goal: int | None
    utility: str
    without: Hand
    """Cards of the pack that are not in the game."""
    stays: tuple[int, ...]
    """The points of each card that stay with the player who plays it."""
    lays: bool
    """Whether the declarer may take the cards that are not dealt and lay others away."""
    never_laid: Hand
    laid_last: Hand
    """Cards that are laid away only if no others can be."""

    @property
    def declares(self) -> bool:
        """Whether somebody is the declarer, alone or with partners."""
        asks = "declarer" in Utility.parse(self.utility).rules
        words = "declarer" in (self.leader, self.kitty)
        return self.sides != "alone" and (
            isinstance(self.sides, str) or self.goal is not None or words or asks
        )
