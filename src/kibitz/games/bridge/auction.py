"""Auctions of Bridge: the calls in their order, whether each is allowed, and the contract."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from kibitz.errors import TextError
from kibitz.games.bridge.contract import STRAINS, Contract
from kibitz.games.bridge.seats import SEATS, after, side_of

_BID = re.compile(r"([1-7])(NT?|[SHDC])", re.IGNORECASE)
_WORDS = {
    **dict.fromkeys(("PASS", "P", "PAS", "PA"), "Pass"),
    **dict.fromkeys(("X", "D", "DBL", "DB", "DOUBLE"), "X"),
    **dict.fromkeys(("XX", "R", "RDBL", "RD", "REDOUBLE"), "XX"),
}
_REMARK = re.compile(r"=\d+=|\$\d+|\^\w|[!?]+")
_END = ("*", "+")
"""What stands where an auction is not known any further."""
ALL_PASS = "AP"


@dataclass(frozen=True)
class Auction:
    """The calls from the dealer on, as far as they are known.

    >>> auction = kibitz.Auction.read("N", "1H Pass 1S Pass 2S X AP")
    >>> auction.contract, auction.is_over
    (Contract(level=2, strain='S', declarer='S', doubled=1), True)
    >>> kibitz.Auction.read("N", "1H 1C").fault
    'expected a bid above 1H: 1C by E'
    """

    dealer: str
    calls: tuple[str, ...] = ()
    """Bids such as `1NT`, and `Pass`, `X`, `XX`."""
    stray: str = ""
    """The first word that is not a call; the calls before it are kept."""

    @classmethod
    def read(cls, dealer: str, words: str | Iterable[str]) -> Auction:
        """Read calls as other programs write them; notes and judgements are skipped."""
        calls: list[str] = []
        for word in words.split() if isinstance(words, str) else words:
            if _REMARK.fullmatch(word):
                continue
            if word in _END:
                break
            if word.upper() == ALL_PASS:
                calls += ["Pass"] * _passes_left(calls)
                break
            if not word.strip("-_"):  # a seat before the dealer, or one that is skipped
                continue
            call = read_call(word)
            if call is None:
                return cls(dealer, tuple(calls), word)
            calls.append(call)
        return cls(dealer, tuple(calls))

    @property
    def seats(self) -> Iterator[tuple[str, str]]:
        """Each call with the seat that made it."""
        return ((after(self.dealer, at), call) for at, call in enumerate(self.calls))

    @property
    def is_over(self) -> bool:
        """Whether three passes followed a bid, or all four passed."""
        return len(self.calls) > 3 and not _passes_left(self.calls)

    @functools.cached_property
    def contract(self) -> Contract | None:
        """The last bid, declared by the first of its side to name its strain; None if none."""
        first: dict[tuple[str, str], str] = {}
        bid, declarer, doubled = "", "", 0
        for seat, call in self.seats:
            if call in ("X", "XX"):
                doubled = len(call)
            elif call != "Pass":
                bid, doubled = call, 0
                declarer = first.setdefault((side_of(seat), call[1:]), seat)
        return Contract(int(bid[0]), bid[1:], declarer, doubled) if bid else None

    @functools.cached_property
    def fault(self) -> str:
        """What is wrong with the first call that the laws do not allow; nothing if all are good."""
        bid, holder, doubled, passes = "", "", 0, 0
        for at, (seat, call) in enumerate(self.seats):
            if passes == (3 if bid else 4):
                return f"expected no call after the end: {call} by {seat}"
            ours = side_of(seat) == holder
            if call == "X" and (not bid or ours or doubled):
                return f"expected a bid of the other side to double: {seat} in call {at + 1}"
            if call == "XX" and (not bid or not ours or doubled != 1):
                return f"expected a double of the other side: XX by {seat} in call {at + 1}"
            if call in ("X", "XX"):
                doubled = len(call)
            elif call != "Pass":
                if bid and _rank(call) <= _rank(bid):
                    return f"expected a bid above {bid}: {call} by {seat}"
                bid, holder, doubled = call, side_of(seat), 0
            passes = passes + 1 if call == "Pass" else 0
        return f"expected a call such as 1S, 2NT, Pass, X or XX: {self.stray!r}" * bool(self.stray)

    @property
    def lines(self) -> tuple[str, ...]:
        """The calls, four to a line, as PBN has them."""
        four = (self.calls[at : at + 4] for at in range(0, len(self.calls), 4))
        return tuple(map(" ".join, four))

    def as_dict(self) -> dict[str, Any]:
        """The auction in plain types, ready for JSON."""
        return {"dealer": self.dealer, "calls": list(self.calls), "fault": self.fault}

    def __str__(self) -> str:
        return f"{self.dealer}: {' '.join(self.calls)}"

    def __post_init__(self) -> None:
        if self.dealer not in SEATS or len(self.dealer) != 1:
            raise TextError(f"expected a dealer of N, E, S or W: {self.dealer!r}")


def read_call(word: str) -> str | None:
    """A call as PBN writes it; None if it is none."""
    said = word.rstrip("!?*").upper()
    if found := _BID.fullmatch(said):
        return found[1] + ("NT" if found[2][0] == "N" else found[2])
    return _WORDS.get(said)


def _rank(bid: str) -> tuple[int, int]:
    return int(bid[0]), STRAINS.index(bid[1:])


def _passes_left(calls: Iterable[str]) -> int:
    """How many passes end an auction."""
    calls = list(calls)
    passes = 0
    while passes < len(calls) and calls[-1 - passes] == "Pass":
        passes += 1
    return max(0, (3 if passes < len(calls) else 4) - passes)
