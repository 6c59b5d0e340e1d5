"""Contracts of Bridge: what they need, what they score, and results in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from kibitz.errors import TextError
from kibitz.games.bridge.seats import after, seat_of, side_of

STRAINS = ("C", "D", "H", "S", "NT")
"""From the lowest to the highest."""
DOUBLES = ("", "X", "XX")
BOOK = 6
"""Tricks that do not count for a level."""
TRICKS = 13
_CONTRACT = re.compile(r"([1-7])\s*(S|H|D|C|NT?)\s*(XX|X|RDBL|DBL|R|D)?", re.IGNORECASE)
_DOUBLED = {"": 0, "X": 1, "DBL": 1, "D": 1, "XX": 2, "RDBL": 2, "R": 2}


@dataclass(frozen=True)
class Contract:
    """A contract and its declarer.

    >>> contract = kibitz.Contract.parse("4SX by S")
    >>> contract.needs, contract.leader, contract.words(10), contract.words(8)
    (10, 'W', 'makes 4SX', '4SX down 2')
    >>> contract.score(10, vulnerable=False), contract.score(8, vulnerable=True)
    (590, -500)
    """

    level: int
    strain: str
    """S, H, D, C or NT."""
    declarer: str
    """N, E, S or W."""
    doubled: int = 0
    """1 if it is doubled, 2 if it is redoubled."""

    def __post_init__(self) -> None:
        if type(self.level) is not int or not 1 <= self.level <= 7:
            raise TextError(f"expected a level of 1 to 7: {self.level!r}")
        if self.strain not in STRAINS or self.doubled not in (0, 1, 2):
            raise TextError(f"expected a contract such as 4S, 3NT or 2HX: {self.bid!r}")
        if self.declarer != seat_of(self.declarer):
            raise TextError(f"expected a declarer of N, E, S or W: {self.declarer!r}")

    @classmethod
    def parse(cls, text: str, declarer: str = "") -> Contract:
        """Read a contract such as `4SX by S`, or `4SX` whose declarer is given apart."""
        bid, by, seat = text.partition(" by ")
        level, strain, doubled = read_bid(bid)
        return cls(level, strain, seat_of(seat if by else declarer), doubled)

    @property
    def bid(self) -> str:
        """The contract without its declarer, such as 4SX."""
        return f"{self.level}{self.strain}{DOUBLES[self.doubled]}"

    @property
    def rank(self) -> int:
        """Its place among all bids, 0 for 1C to 34 for 7NT."""
        return (self.level - 1) * len(STRAINS) + STRAINS.index(self.strain)

    @property
    def needs(self) -> int:
        """The number of tricks that make it."""
        return BOOK + self.level

    @property
    def side(self) -> str:
        """The side that declares, NS or EW."""
        return side_of(self.declarer)

    @property
    def leader(self) -> str:
        """The seat that leads to the first trick."""
        return after(self.declarer)

    @property
    def dummy(self) -> str:
        """The seat whose cards lie open."""
        return after(self.declarer, 2)

    def score(self, tricks: int, vulnerable: bool) -> int:
        """The score of the declarer's side in duplicate Bridge, with this many tricks.

        >>> kibitz.Contract.parse("3NT by N").score(9, vulnerable=True)
        600
        """
        _check_tricks(tricks)
        over = tricks - self.needs
        if over < 0:
            return -_penalty(-over, self.doubled, vulnerable)
        each = 20 if self.strain in "CD" else 30
        below = (each * self.level + 10 * (self.strain == "NT")) << self.doubled
        game, small, grand = (500, 750, 1500) if vulnerable else (300, 500, 1000)
        slam = {6: small, 7: grand}.get(self.level, 0)
        more = (each, 100, 200)[self.doubled] << (vulnerable and self.doubled > 0)
        return below + (game if below >= 100 else 50) + slam + 50 * self.doubled + more * over

    def words(self, tricks: int) -> str:
        """The result as players say it: `makes 4S +1` or `4S down 2`."""
        _check_tricks(tricks)
        over = tricks - self.needs
        if over < 0:
            return f"{self.bid} down {-over}"
        return f"makes {self.bid}" + (f" +{over}" if over else "")

    def as_dict(self) -> dict[str, Any]:
        """The contract in plain types, ready for JSON."""
        return {
            "text": str(self),
            "bid": self.bid,
            "level": self.level,
            "strain": self.strain,
            "doubled": self.doubled,
            "declarer": self.declarer,
            "dummy": self.dummy,
            "leader": self.leader,
            "needs": self.needs,
        }

    def __str__(self) -> str:
        return f"{self.bid} by {self.declarer}"


def read_bid(text: str) -> tuple[int, str, int]:
    """The level, the strain and how often it is doubled, of a contract without its declarer."""
    found = _CONTRACT.fullmatch(text.strip())
    if not found:
        raise TextError(f"expected a contract such as 4S, 3NT or 2HX: {text!r}")
    strain = found[2].upper()
    doubled = _DOUBLED[(found[3] or "").upper()]
    return int(found[1]), "NT" if strain == "N" else strain, doubled


def _penalty(under: int, doubled: int, vulnerable: bool) -> int:
    if not doubled:
        return (100 if vulnerable else 50) * under
    points = 300 * under - 100 if vulnerable else 200 * under - 100 + 100 * max(0, under - 3)
    return points * doubled


def _check_tricks(tricks: int) -> None:
    if type(tricks) is not int or not 0 <= tricks <= TRICKS:
        raise TextError(f"expected 0 to {TRICKS} tricks: {tricks!r}")
