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

and skip the others, such as claims and comments. A board becomes a record of PBN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from kibitz.cards import TrumpGame
from kibitz.cards.deck import CARDS, SUITS, Hand, hand_of, listed, read_hand, write_hand
from kibitz.errors import KibitzError, TextError, shortened
from kibitz.games.bridge.pbn import SEATS, Record, Tag, text_of

ORDER = "SWNE"
"""The seats as LIN lists them."""
BEGINS = ("qx", "md")
"""The fields with which a board begins: its name, or its deal where there is no name."""
OF_BOARDS = (*BEGINS, "ah", "sv", "mb", "pc")
ROOMS = {"o": 0, "c": len(ORDER)}
"""Where the names of those in each room begin."""
VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
_FULL = 13
_HAND = re.compile(r"([SHDC])([^SHDC]*)")
_CALL = re.compile(r"(?:([1-7](?:NT|[SHDCN]))|(PASS|P)|(RDBL|XX|R)|(DBL|X|D))[\s!]*")
"""A call, and whether it was alerted."""


def is_file(line: str) -> bool:
    """Whether a text is the name of a file of LIN."""
    return line.lower().endswith(".lin") and "\n" not in line


def read(source: str | Path, game: TrumpGame | None = None, *, check: bool = True) -> list[Record]:
    """The boards of a text in LIN, or of a file: a `Path`, or a name that ends in .lin.

    They are records as `kibitz.games.bridge.pbn.read` gives them, with the same `game` and `check`.

    >>> from kibitz.games.bridge import lin
    >>> (board,) = lin.read("md|1SA,SK,SQ,SJ|mb|1N|mb|ppp|pc|SK|")
    >>> board.tags["Contract"], board.tags["Declarer"], board.moves
    ('1NT', 'S', ('SK',))
    """
    text, where = text_of(source, is_file)
    records = [board.record(game, where) for board in _boards(text, where)]
    if check:
        for record in records:
            record.position  # noqa: B018  so that what is wrong with it is said here
    return records


def _fields(text: str, where: str) -> Iterator[tuple[int, str, str]]:
    """The fields, each with the number of its line."""
    parts, number = text.split("|"), 1
    for at in range(0, len(parts), 2):
        name, value = parts[at].lstrip(), "".join(parts[at + 1 : at + 2])
        number += parts[at].count("\n") - name.count("\n")
        if len(name.strip()) == 2 and at + 1 < len(parts):
            yield number, name.strip().lower(), " ".join(value.split())
        elif name:
            expected = "expected a field such as mb|1S|"
            raise TextError(f"{expected}: {shortened(name.strip())!r} in line {number}{where}")
        number += name.count("\n") + value.count("\n")


def _boards(text: str, where: str) -> Iterator[_Board]:
    board: _Board | None = None
    names: Sequence[str] = ()
    for line, name, value in _fields(text, where):
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
        begin = ROOMS.get(self.name[:1].lower(), 0)
        names = self.names[begin : begin + len(ORDER)]
        seats = ("South", "West", "North", "East")
        parts += [Tag(seat, name) for seat, name in zip(seats, names, strict=False) if name]
        try:
            parts += self._tags()
        except TextError as error:
            return Record(tuple(parts), game, where, str(error))
        record = Record(tuple(parts), game, where)
        played = "".join(" ".join(self.fields.get("pc", [])).split()).upper()
        cards = re.findall("..?", played.replace("10", "T"))
        return _with_play(record, cards)

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
        calls = [call for value in self.fields.get("mb", []) for call in _calls(value)]
        if calls:
            yield from _contract(calls, SEATS.index(dealer))
            lines = (calls[at : at + len(SEATS)] for at in range(0, len(calls), len(SEATS)))
            yield Tag("Auction", dealer, tuple(map(" ".join, lines)))


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
    """The calls of a field, as PBN writes them."""
    at, text = 0, text.upper()
    while at < len(text):
        found = _CALL.match(text, at)
        if not found:
            raise TextError(f"expected a call such as 1S, 2N, p, d or r: {text[at:]!r}")
        bid, passes, redoubles, _ = found.groups()
        if bid:
            yield bid if bid[1] != "N" else f"{bid[0]}NT"
        else:
            yield "Pass" if passes else "XX" if redoubles else "X"
        at = found.end()


def _contract(calls: Sequence[str], dealer: int) -> Iterator[Tag]:
    """The last bid, and who of its side was the first to name its strain."""
    first: dict[tuple[int, str], int] = {}
    contract, declarer, doubled = "Pass", None, ""
    for at, call in enumerate(calls):
        seat = (dealer + at) % len(SEATS)
        if call in ("X", "XX"):
            doubled = call
        elif call != "Pass":
            contract, doubled = call, ""
            declarer = first.setdefault((seat % 2, call[1:]), seat)
    if declarer is not None:
        yield Tag("Declarer", SEATS[declarer])
    yield Tag("Contract", contract + doubled)


def _with_play(record: Record, cards: Sequence[str]) -> Record:
    """The record with its play, a trick in a line, up to a card that is not legal.

    Where nobody is declarer, who has the first card leads.
    """
    try:
        here = record.position
    except TextError:  # which is said when it is asked for
        return record
    if here is None or not cards:
        return record
    if "Declarer" not in record.tags:
        held = [cards[0] in map(str, listed(hand)) for hand in here.hands]
        here = replace(here, leader=held.index(True) if any(held) else here.leader)
    first, tricks = here.leader, list[list[str]]()
    for card in cards:
        if not here.table:
            tricks.append(["-"] * len(SEATS))
        tricks[-1][(here.turn - first) % len(SEATS)] = card
        try:
            here = here.play(card)
        except KibitzError:  # which is said when the play is asked for
            break
    lines = tuple(map(" ".join, tricks))
    return replace(record, parts=(*record.parts, Tag("Play", SEATS[first], lines)))
