"""LIN: files of boards as Bridge Base Online writes them.

A file is fields: two letters and a value, with a stroke after each. Of these we read

    qx|o1|                   a board begins, by its name: here 1 in the open room
    ah|Board 1|              its number, where it has no such name
    pn|Ann,Bob,Cal,Dee|      who sits South, West, North and East; four more in the closed room
    md|3SAKHQ2...,S...,S...| the dealer, 1 to 4 for South, West, North and East, and their hands;
                             one that is left out has the other cards; another deal, another board
    sv|n|                    who is vulnerable: o, n, e or b for nobody, NS, EW or both
    mb|1S|mb|p|mb|2Hpp|      the auction, one call in a field or several
    pc|D4|pc|DADK|           the cards in the order in which they were played, as far as it goes

    mc|9|                    the tricks of the declarer, if somebody claimed

and skip the others, such as comments, and whatever stands between fields. A board becomes a record
of PBN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kibitz import files
from kibitz.cards import TrumpGame
from kibitz.cards.deck import CARDS, SUITS, Hand, hand_of, read_hand, write_hand
from kibitz.errors import TextError
from kibitz.games.bridge.auction import Auction
from kibitz.games.bridge.contract import TRICKS
from kibitz.games.bridge.pbn import Record, Records, Tag, text_of
from kibitz.games.bridge.played import Played, follow, in_order, owner_of
from kibitz.games.bridge.seats import SEATS
from kibitz.games.bridge.skipped import Skipped

ORDER = "SWNE"
"""The seats as LIN lists them."""
BEGINS = ("qx", "md")
"""The fields with which a board begins: its name, or its deal where there is no name."""
OF_BOARDS = (*BEGINS, "ah", "sv", "mb", "pc", "mc")
ROOMS = {"o": 0, "c": len(ORDER)}
"""Where the names of those in each room begin."""
ROOM_NAMES = {"o": "Open", "c": "Closed"}
VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
_FULL = 13
_HAND = re.compile(r"([SHDC])([^SHDC]*)")
_CALL = re.compile(r"(?:([1-7](?:NT|[SHDCN]))|(PASS|P)|(RDBL|XX|R)|(DBL|X|D))[\s!]*")
"""A call, and whether it was alerted."""
_NAME = re.compile(r"(?:.*\s)?([a-z0-9][a-z0-9#])\s*", re.IGNORECASE | re.DOTALL)
"""The name of a field, perhaps after text that belongs to none."""
_ROOM = re.compile(r"([oc])\d", re.IGNORECASE)
_STRAY = ("text between fields", "texts between fields")


def is_file(line: str) -> bool:
    """Whether a text is the name of a file of LIN."""
    return files.is_name(line, ".lin")


def read(source: str | Path, game: TrumpGame | None = None, *, check: bool = True) -> Records:
    """The boards of a text in LIN, or of a file: a `Path`, or a name that ends in .lin.

    They are records as `kibitz.games.bridge.pbn.read` gives them, with the same `game` and `check`.

    >>> from kibitz.games.bridge import lin
    >>> (board,) = lin.read("md|1SA,SK,SQ,SJ|mb|1N|mb|ppp|pc|SK|")
    >>> board.tags["Contract"], board.tags["Declarer"], board.moves
    ('1NT', 'S', ('SK',))
    """
    text, where = text_of(source, is_file)
    skipped = Skipped()
    records = [board.record(game, where) for board in _boards(text, skipped)]
    if not records and skipped:
        raise TextError(f"expected a field such as mb|1S|: {skipped.first}{where}")
    if check:
        for record in records:
            record.check()
    return Records(records, skipped)


def _fields(text: str, skipped: Skipped) -> Iterator[tuple[int, str, str]]:
    """The fields, each with the number of its line."""
    parts, number, at = text.split("|"), 1, 0
    while at < len(parts):
        part = parts[at]
        name = _NAME.fullmatch(part) if at + 1 < len(parts) else None
        stray = part[: name.start(1)] if name else part
        begins = number + stray.count("\n")
        if stray.strip():
            space = len(stray) - len(stray.lstrip())
            skipped.add(*_STRAY, number + stray.count("\n", 0, space), stray.strip())
        number += part.count("\n")
        at += 1
        if name is not None:
            yield begins, name[1].lower(), " ".join(parts[at].split())
            number += parts[at].count("\n")
            at += 1


def _boards(text: str, skipped: Skipped) -> Iterator[_Board]:
    board: _Board | None = None
    names: Sequence[str] = ()
    for line, name, value in _fields(text, skipped):
        if name == "pn":
            names = [one.strip() for one in value.split(",")]
        if name not in OF_BOARDS:
            continue
        if board is None or name == "qx" or (name == "md" and "md" in board.fields):
            if board is not None:
                yield board
            board = _Board(line)
        if name in BEGINS:
            board.names = names
        board.fields.setdefault(name, []).append(value)
    if board is not None:
        yield board


@dataclass
class _Board:
    """The fields of one board."""

    line: int
    names: Sequence[str] = ()
    fields: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str:
        """The value of a field, that of the first if there are several."""
        return self.fields.get(name, [""])[0]

    @property
    def name(self) -> str:
        """Its name, or its number."""
        return self.first("qx").partition(",")[0] or self.first("ah").removeprefix("Board ")

    def record(self, game: TrumpGame | None, where: str) -> Record:
        """The board as a record; what is wrong with it is said when its position is asked for."""
        where = f" in the board at line {self.line}{where}"
        parts = [Tag("Board", self.name)] if self.name else []
        room = (_ROOM.match(self.name) or " ")[0][0].lower()
        if room in ROOM_NAMES:
            parts.append(Tag("Room", ROOM_NAMES[room]))
        begin = ROOMS.get(room, 0)
        names = self.names[begin : begin + len(ORDER)]
        seats = ("South", "West", "North", "East")
        parts += [Tag(seat, name) for seat, name in zip(seats, names, strict=False) if name]
        try:
            parts += self._tags()
        except TextError as error:
            return Record(tuple(parts), game, where, str(error))
        record = Record(tuple(parts), game, where)
        words = "".join(" ".join(self.fields.get("pc", [])).split()).upper()
        return _with_play(record, re.findall("..?", words.replace("10", "T")))

    def _tags(self) -> Iterator[Tag]:
        """Who deals, who is vulnerable, the deal, the contract and the auction."""
        if not self.first("md"):
            return
        dealer, deal = _deal(self.first("md"))
        vulnerable = VULNERABLE.get(self.first("sv").lower())
        yield Tag("Dealer", dealer)
        if vulnerable:
            yield Tag("Vulnerable", vulnerable)
        if deal:
            yield Tag("Deal", deal)
        calls = (call for value in self.fields.get("mb", []) for call in _calls(value))
        auction = Auction.read(dealer, calls)
        if auction.calls or auction.stray:
            contract = auction.contract
            if contract is not None:
                yield Tag("Declarer", contract.declarer)
            yield Tag("Contract", contract.bid if contract is not None else "Pass")
            stray = (auction.stray,) if auction.stray else ()
            yield Tag("Auction", dealer, (*auction.lines, *stray))
        claimed = self.first("mc")
        if claimed.isdecimal() and int(claimed) <= TRICKS:
            yield Tag("Result", claimed)


def _deal(text: str) -> tuple[str, str]:
    """The dealer, and the deal in PBN, with `-` for hands that are not known; none if none is."""
    dealer, hands = text[:1], [_hand(hand) for hand in text[1:].split(",")]
    if dealer not in ("1", "2", "3", "4") or len(hands) > len(ORDER):
        raise TextError(f"expected a dealer of 1 to 4, and hands of S, W, N and E: {text!r}")
    hands += [0] * (len(ORDER) - len(hands))
    known = [hand.bit_count() for hand in hands if hand]
    if known == [_FULL] * (len(ORDER) - 1):  # the other has the rest
        rest = hand_of(CARDS) & ~(hands[0] | hands[1] | hands[2] | hands[3])
        hands[hands.index(0)] = rest
    written = " ".join(write_hand(hand) if hand else "-" for hand in hands)
    return ORDER[int(dealer) - 1], f"{ORDER[0]}:{written}" if known else ""


def _hand(text: str) -> Hand:
    """A hand such as `SAKH32D4C`; none at all if it is left out."""
    text = "".join(text.split()).upper()
    suits = _HAND.findall(text)
    if "".join(map("".join, suits)) != text or len(dict(suits)) != len(suits):
        raise TextError(f"expected a hand such as SAKH32D4C: {text!r}")
    return read_hand(".".join(dict(suits).get(suit, "") for suit in SUITS))


def _calls(text: str) -> Iterator[str]:
    """The calls of a field, up to one that is none."""
    at, text = 0, text.upper()
    while at < len(text):
        found = _CALL.match(text, at)
        if not found:
            yield text[at:].split()[0]
            return
        yield found[0].rstrip("! ")
        at = found.end()


def _with_play(record: Record, cards: Sequence[str]) -> Record:
    """The record with its play, a trick in a line; where nobody is declarer, the first card leads.

    A card that is not legal is written too, so that it is said.
    """
    try:
        here = record.position
    except TextError:  # which is said when it is asked for
        return record
    if here is None or not cards:
        return record
    first = here.leader
    if "Declarer" not in record.tags:
        owner = owner_of(cards[0], here.hands)
        first = first if owner is None else owner
    trump = SUITS.find(record.trump) if record.trump else -1
    found = follow(in_order(cards), here.hands, first, trump, first)
    lines = tuple(map(" ".join, _columns(cards, found, here.hands, first)))
    return replace(record, parts=(*record.parts, Tag("Play", SEATS[first], lines)))


def _columns(
    cards: Sequence[str], found: Played, hands: Sequence[Hand], first: int
) -> Iterator[list[str]]:
    """The tricks with a column for each seat, and the first card that is not legal."""
    tricks = [*map(list, in_order(found.cards))] or [[]]
    for number, trick in enumerate(tricks):
        row = ["-"] * len(SEATS)
        seats = [owner_of(card, hands) or 0 for card in trick]
        for seat, card in zip(seats, trick, strict=True):
            row[(seat - first) % len(SEATS)] = card
        if len(trick) < len(SEATS):  # the last one
            leads = seats[0] if seats else found.winners[-1] if found.winners else first
            after = (leads + len(trick) - first) % len(SEATS)
            wrong = [card for card in cards[number * len(SEATS) :] if card not in trick]
            row[after] = wrong[0] if wrong else "-"
        yield row
    if found.cards and len(tricks[-1]) == len(SEATS) and len(cards) > len(found.cards):
        row = ["-"] * len(SEATS)
        row[(found.winners[-1] - first) % len(SEATS)] = cards[len(found.cards)]
        yield row
