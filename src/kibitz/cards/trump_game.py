"""Trick-taking games whose text names the trump."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import ClassVar

from kibitz.cards.deck import SUITS
from kibitz.cards.game import TrickGame
from kibitz.cards.restrictions import Marks
from kibitz.errors import UnknownName


@dataclass(frozen=True, repr=False)
class TrumpGame(TrickGame):
    """A trick-taking game whose text names the trump, as in `trump=S`.

    >>> game = kibitz.game("oh_hell(players=3,bids=1/1/1,trump=H)")
    >>> isinstance(game, kibitz.TrumpGame), game.trump_in(frozenset())
    (True, 1)
    """

    trumps: ClassVar[tuple[str, ...]] = (*SUITS, "none")
    """The trumps that a text can name."""

    trump: str = "none"
    """The trump suit S, H, D or C, or none; N or NT, and lower case, are read as well."""

    def __post_init__(self) -> None:
        names = {name.lower(): name for name in self.trumps} | {"n": "none", "nt": "none"}
        found = names.get(str(self.trump).lower())
        if found is None:
            raise UnknownName("trump", str(self.trump), self.trumps)
        self._set("trump", found)
        super().__post_init__()

    @functools.cached_property
    def _suit(self) -> int | None:
        return SUITS.index(self.trump) if self.trump in SUITS else None

    def trump_in(self, marks: Marks) -> int | None:
        return self._suit
