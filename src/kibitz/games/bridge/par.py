"""Par: the score of a deal if both sides bid and play with all cards open.

The auction is a game of two sides that take turns. The side to call passes or makes a higher
bid; a pass ends it, and the other side plays the last bid, doubled if it fails and not doubled
if it makes. At the start the dealer's side calls first, and if both pass nobody scores. A side
plays a contract from whichever of its two seats takes more tricks. Par is the value of that
game: neither side can do better against the best bids of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from kibitz.errors import TextError, check_kind
from kibitz.games.bridge.contract import STRAINS, Contract
from kibitz.games.bridge.seats import SEATS, SIDES, is_vulnerable, seat_of, side_of, vulnerability

Tricks = Mapping[tuple[str, str], int]
"""The tricks of each strain and declarer, such as `("NT", "S")`."""
_MUCH = 10**6
"""More than any score."""


@dataclass(frozen=True)
class Par:
    """The best that both sides can do.

    >>> tricks = {(strain, seat): 10 if seat in "NS" else 3 for strain in "SHDC" for seat in "NESW"}
    >>> tricks |= {("NT", seat): 7 if seat in "NS" else 6 for seat in "NESW"}
    >>> found = kibitz.par(tricks, "N", "None")
    >>> found.score, found.show()
    (420, 'par NS +420: 4H by N or S, 4S by N or S')
    """

    score: int
    """For North and South."""
    contracts: tuple[Contract, ...]
    """The contracts that score it, none if everybody passes."""
    tricks: tuple[int, ...]
    """The tricks of the declarer of each."""
    dealer: str = "N"
    vulnerable: str = "None"

    def show(self) -> str:
        """In one line."""
        if not self.contracts:
            return "par 0: all pass"
        who = SIDES[self.score < 0]
        return f"par {who} +{abs(self.score)}: {', '.join(self.words)}"

    @property
    def words(self) -> tuple[str, ...]:
        """Each contract with its declarers, and its result if it is not just made."""
        seats: dict[tuple[str, str], list[str]] = {}
        for contract, tricks in zip(self.contracts, self.tricks, strict=True):
            over = tricks - contract.needs
            seats.setdefault((contract.bid, f" {over:+d}" if over else ""), []).append(
                contract.declarer
            )
        return tuple(f"{bid} by {' or '.join(by)}{over}" for (bid, over), by in seats.items())

    def as_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return {
            "score": self.score,
            "contracts": [contract.as_dict() for contract in self.contracts],
            "tricks": list(self.tricks),
            "dealer": self.dealer,
            "vulnerable": self.vulnerable,
            "words": self.show(),
        }


def par(tricks: Tricks, dealer: str = "N", vulnerable: str = "None") -> Par:
    """The par of a table of all strains and declarers of a whole deal, as `trick_table` has it.

    >>> deal = kibitz.game("bridge").deal(1)
    >>> kibitz.par(kibitz.trick_table(deal).tricks, "E", "NS").vulnerable
    'NS'
    """
    check_kind(tricks, Mapping, "the tricks of every strain and declarer")
    missing = [pair for pair in product(STRAINS, SEATS) if pair not in tricks]
    if missing:
        raise TextError(f"expected the tricks of every strain and declarer: {missing[0]!r}")
    game = _Bidding(tricks, seat_of(dealer), vulnerability(vulnerable))
    score = game.value()
    best = sorted(game.best(score), key=lambda found: (found.rank, found.declarer))
    taken = tuple(tricks[one.strain, one.declarer] for one in best)
    return Par(score, tuple(best), taken, game.dealer, game.vulnerable)


class _Bidding:
    """The game of the auction, from the last bid back to the first; scores are North-South's."""

    def __init__(self, tricks: Tricks, dealer: str, vulnerable: str) -> None:
        self.tricks, self.dealer, self.vulnerable = tricks, dealer, vulnerable
        bids = [(level, strain) for level in range(1, 8) for strain in STRAINS]
        self.plays = [{side: self._from_best(side, *bid) for side in SIDES} for bid in bids]
        """The contract of each bid for each side, from its better seat."""
        self.values = self._values()
        """What each bid leads to, for each side that makes it."""

    def score(self, contract: Contract) -> int:
        """What a contract scores."""
        seat = contract.declarer
        points = contract.score(
            self.tricks[contract.strain, seat], is_vulnerable(self.vulnerable, seat)
        )
        return _for(side_of(seat), points)

    def value(self) -> int:
        """What the auction leads to from its start."""
        first = side_of(self.dealer)
        second = SIDES[first == SIDES[0]]
        return self._choose(first, self._choose(second, 0, 0), 0)

    def best(self, score: int) -> list[Contract]:
        """The contracts of that score above which the other side has nothing better.

        One that makes is named at the lowest such level, so perhaps with overtricks.
        """
        found: dict[tuple[str, str, int], Contract] = {}
        above = dict.fromkeys(SIDES, -_MUCH)  # the best that each side scores by a higher bid
        for at, plays in reversed([*enumerate(self.plays)]):
            for (side, play), other in zip(plays.items(), reversed(SIDES), strict=True):
                if self.score(play) == score and above[other] <= _for(other, score):
                    found[play.strain, side, at if play.doubled else -1] = play
            for side, play in plays.items():
                above[side] = max(above[side], _for(side, self.score(play)))
        return [each for one in found.values() for each in self._seats(one)]

    def _seats(self, contract: Contract) -> list[Contract]:
        """The same contract from each seat of its side that takes as many tricks."""
        both = (replace(contract, declarer=seat) for seat in contract.side)
        return [one for one in both if self.tricks[_key(one)] == self.tricks[_key(contract)]]

    def _from_best(self, side: str, level: int, strain: str) -> Contract:
        declarer = max(side, key=lambda seat: self.tricks[strain, seat])
        contract = Contract(level, strain, declarer)
        fails = self.tricks[strain, declarer] < contract.needs
        return replace(contract, doubled=int(fails))

    def _values(self) -> list[dict[str, int]]:
        self.values = [{} for _ in self.plays]
        for at in reversed(range(len(self.plays))):
            for side, other in (SIDES, SIDES[::-1]):
                self.values[at][side] = self._choose(
                    other, self.score(self.plays[at][side]), at + 1
                )
        return self.values

    def _choose(self, side: str, passed: int, lowest: int) -> int:
        """The best for a side: to pass, or a bid that is high enough."""
        bids = [values[side] for values in self.values[lowest:]]
        return (max if side == SIDES[0] else min)([passed, *bids])


def _for(side: str, score: int) -> int:
    """The score of a side, from that of North and South."""
    return score if side == SIDES[0] else -score


def _key(contract: Contract) -> tuple[str, str]:
    return contract.strain, contract.declarer
