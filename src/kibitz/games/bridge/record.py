"""One board of a file: its tags, and what they mean."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from kibitz.cards import NO_MARKS, TrumpGame
from kibitz.cards.deck import SUITS, write_hand
from kibitz.cards.position import TrickPosition
from kibitz.errors import TextError
from kibitz.games.bridge import played
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.contract import TRICKS, Contract, read_bid
from kibitz.games.bridge.deals import HIDDEN, known_hands, read_deal
from kibitz.games.bridge.seats import NAMES, SEATS, after, is_seat, is_vulnerable, vulnerability
from kibitz.history import History

_NOTHING = "?-# "
"""What a value consists of that says nothing."""


class Tag(NamedTuple):
    """A tag, with the lines that follow it."""

    name: str
    value: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Record:
    """One board: its tags as they stand in a file, and what they mean.

    A record of your own is `Record((Tag("Deal", "N:..."), Tag("Contract", "3NT")))`.
    """

    parts: tuple[Tag, ...]
    game: TrumpGame | None = None
    """What is played, by default bridge; where there is a contract, it says the trump."""
    where: str = field(default="", compare=False)
    """Where it stands, as errors say it."""
    fault: str = field(default="", compare=False)
    """What is wrong with it, if that is known before its position is asked for."""

    @functools.cached_property
    def tags(self) -> Mapping[str, str]:
        """The value of each tag, that of the first if there are several."""
        return {part.name: part.value for part in reversed(self.parts)}

    @property
    def board(self) -> str:
        """Its number, as the file says it."""
        return self.tags.get("Board", "")

    @property
    def auction(self) -> tuple[str, ...]:
        """The lines of the auction."""
        return self.lines("Auction")

    @property
    def play(self) -> tuple[str, ...]:
        """The lines of the play, four cards in each."""
        return self.lines("Play")

    def lines(self, name: str) -> tuple[str, ...]:
        """The lines that follow a tag."""
        return next((part.lines for part in self.parts if part.name == name), ())

    @property
    def room(self) -> str:
        """`Open` or `Closed`, if it says so."""
        said = self.tags.get("Room", "").strip(_NOTHING)
        return {"o": "Open", "c": "Closed"}.get(said[:1].lower(), said)

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """Who sat North, East, South and West; empty where it does not say."""
        return tuple(self.tags.get(seat, "").strip(_NOTHING) for seat in NAMES)

    @property
    def dealer(self) -> str:
        """The seat of the dealer, if it says one."""
        said = self.tags.get("Dealer", "").strip()
        return said.upper() if is_seat(said) else ""

    @property
    def vulnerable(self) -> str:
        """`None`, `NS`, `EW` or `All`, if it says one."""
        try:
            return vulnerability(self.tags.get("Vulnerable", ""))
        except TextError:
            return ""

    @functools.cached_property
    def calls(self) -> Auction | None:
        """The auction, from its dealer on; None without one."""
        first = self.tags.get("Auction", "").strip()
        words = " ".join(self.auction).split()
        if not words or not (is_seat(first) or self.dealer):
            return None
        begins = first.upper() if is_seat(first) else self.dealer
        before = next((at for at, word in enumerate(words) if word.strip("-_")), len(words))
        if before and after(begins, before) == self.dealer:  # columns before the dealer's
            begins = self.dealer
        return Auction.read(begins, words)

    @functools.cached_property
    def bid(self) -> str:
        """The contract without its declarer: as it says it, or that of a finished auction."""
        said = self.tags.get("Contract", "").strip(_NOTHING)
        return said or (self._from_auction.bid if self._from_auction else "")

    @functools.cached_property
    def declarer(self) -> str:
        """The seat of the declarer: as it says it, or by a finished auction; if either does."""
        said = self.tags.get("Declarer", "").removeprefix("^").strip(_NOTHING)
        if said and not is_seat(said):
            raise TextError(f"expected a seat of {SEATS}: {said!r}")
        return said.upper() or (self._from_auction.declarer if self._from_auction else "")

    @property
    def _from_auction(self) -> Contract | None:
        return self.calls.contract if self.calls is not None and self.calls.is_over else None

    @property
    def trump(self) -> str | None:
        """The trump suit of the contract, NT for none; None if there is no contract."""
        if self.bid.lower() in ("", "pass", "pas", "p", "ap", "passed out"):
            return None
        return read_bid(self.bid)[1]

    @functools.cached_property
    def contract(self) -> Contract | None:
        """The contract, if its bid and its declarer are known."""
        try:
            known = self.trump is not None and self.declarer
            return Contract.parse(self.bid, self.declarer) if known else None
        except TextError:
            return None

    @property
    def leader(self) -> int:
        """Who leads: the player after the declarer, else as the play says, else North."""
        first = self.tags.get("Play", "").strip(_NOTHING)
        if self.declarer:
            return SEATS.index(after(self.declarer))
        if not first:
            return 0
        if not is_seat(first):
            raise TextError(f"expected a seat of {SEATS}: {first!r}")
        return SEATS.index(first.upper())

    @functools.cached_property
    def result(self) -> int | None:
        """The tricks of the declarer, if it says them, or all cards were played."""
        said = self.tags.get("Result", "").strip(_NOTHING).removeprefix("^")
        if said.isdecimal() and int(said) <= TRICKS:
            return int(said)
        if said or self.contract is None or not self.play:
            return None
        winners = self._played.winners
        if len(winners) != TRICKS:
            return None
        return sum(SEATS[winner] in self.contract.side for winner in winners)

    @property
    def score(self) -> int | None:
        """What North and South scored, by the contract and its result; None if not known."""
        if self.contract is None or self.result is None or not self.vulnerable:
            return None
        seat = self.contract.declarer
        points = self.contract.score(self.result, is_vulnerable(self.vulnerable, seat))
        return points if seat in "NS" else -points

    @functools.cached_property
    def position(self) -> TrickPosition | None:
        """What is to be played: the deal, the trump of the contract, who leads.

        None without a deal, or with a hand that is hidden. A contract or declarer that is wrong
        is as if it was not there; `notes` says so.
        """
        if self.fault:
            raise TextError(f"{self.fault}{self.where}")
        deal = self.tags.get("Deal", "").strip("?# ")
        if not deal or HIDDEN in deal.partition(":")[2].split():
            return None
        try:
            hands = read_deal(deal)
            game = self.game or _bridge()
            trump, leader = self._said
            if trump is not None:
                game = replace(game, trump=trump)
            found = TrickPosition(game, hands, leader, (), (0,) * len(hands), NO_MARKS)
            found.check()
        except TextError as error:
            raise TextError(f"{error}{self.where}") from None
        return found

    @property
    def _said(self) -> tuple[str | None, int]:
        """Trump and leader, as far as they are right."""
        trump: str | None = None
        leader = 0
        with contextlib.suppress(TextError):
            trump = self.trump
        with contextlib.suppress(TextError):
            leader = self.leader
        return trump, leader

    def check(self) -> None:
        """Refuse a deal, a contract or a seat that is wrong."""
        if self.position is None:
            return
        try:
            self.trump, self.leader  # noqa: B018  which raise
        except TextError as error:
            raise TextError(f"{error}{self.where}") from None

    @property
    def start(self) -> TrickPosition:
        """The position; without one it is refused."""
        if self.position is None:
            raise TextError(f"expected a deal with all four hands{self.where}")
        return self.position

    @functools.cached_property
    def known(self) -> Mapping[str, str]:
        """The hands that are known, by their seats, also where others are hidden."""
        deal = self.tags.get("Deal", "").strip("?# ")
        try:
            return {seat: write_hand(hand) for seat, hand in known_hands(deal).items()}
        except TextError:
            return {}

    @functools.cached_property
    def _played(self) -> played.Played:
        try:
            here = self.position
        except TextError:
            here = None
        if here is None or not self.play:
            return played.Played()
        said = self.tags.get("Play", "").strip()
        first = SEATS.index(said.upper()) if is_seat(said) else here.leader
        game = here.game
        assert isinstance(game, TrumpGame)
        trump = SUITS.find(game.trump)
        return played.follow(played.rows(self.play), here.hands, here.leader, trump, first)

    @property
    def moves(self) -> tuple[str, ...]:
        """The cards of the play in the order in which they were played, as far as it goes.

        A line is a trick; each of its cards is played by its holder. Notes and judgements of cards
        are skipped. A card that is not legal ends it; `notes` says so.
        """
        return self._played.cards

    @property
    def history(self) -> History:
        """The hand: where play began, and the cards played since."""
        return History.of(self.start, self.moves)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is left out of a board whose deal is good, and why."""
        try:
            self.position  # noqa: B018  which raises
        except TextError:
            return ()
        return tuple(f"{note}{self.where}" for note in self._notes())

    def _notes(self) -> Iterator[str]:
        try:
            self.trump, self.leader  # noqa: B018  which raise
        except TextError as error:
            yield str(error)
        if self.calls is not None and self.calls.fault:
            yield self.calls.fault
        if self._played.fault:
            yield self._played.fault

    def label(self, number: str = "") -> str:
        """The board in one line: its number, room, contract, result and players.

        >>> from kibitz.games.bridge import pbn
        >>> (board,) = pbn.read('[Board "7"][Room "Open"][Contract "4S"][Declarer "S"][Result "9"]')
        >>> board.label()
        '7, open room, 4S by S -1'
        """
        said = number or self.board
        parts = [said[1:] if self.room and said[:1].lower() in ("o", "c") and said[1:] else said]
        parts += [f"{self.room.lower()} room"] if self.room else []
        if self.contract is not None:
            over = "" if self.result is None else f" {self.result - self.contract.needs:+d}"
            parts.append(f"{self.contract}{over.replace('+0', '=')}")
        elif self.is_passed:
            parts.append("all pass")
        north, east, south, west = self.names
        if any(self.names):
            parts.append(f"{north or 'N'}-{south or 'S'} against {east or 'E'}-{west or 'W'}")
        return ", ".join(filter(None, parts))

    @property
    def is_passed(self) -> bool:
        """Whether all four passed."""
        return self.bid[:1].lower() in ("p", "a") and self.contract is None

    def facts(self) -> dict[str, Any]:
        """What players ask of a board besides its cards, in plain types, ready for JSON."""
        contract, result = self.contract, self.result
        words = contract.words(result) if contract is not None and result is not None else ""
        passed = self.is_passed
        return {
            "room": self.room,
            "names": list(self.names),
            "teams": [self.tags.get(one, "").strip(_NOTHING) for one in ("HomeTeam", "VisitTeam")],
            "event": self.tags.get("Event", "").strip(_NOTHING),
            "dealer": self.dealer,
            "vulnerable": self.vulnerable,
            "auction": self.calls.as_dict() if self.calls is not None else None,
            "contract": contract.as_dict() if contract is not None else None,
            "passed": passed,
            "tricks": result,
            "score": 0 if passed else self.score,
            "result": "all pass" if passed else words,
        }


@dataclass(frozen=True)
class KnownHands:
    """The hands of a board that are known, where others are hidden."""

    hands: Mapping[str, str]

    def show(self) -> str:
        """A line for each of them."""
        return "\n".join(f"{seat}  {self.hands.get(seat, HIDDEN)}" for seat in SEATS)

    def as_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""
        return {"known": dict(self.hands)}


def _bridge() -> TrumpGame:
    from kibitz.games.bridge import Bridge  # which reads deals by this package

    return Bridge()
