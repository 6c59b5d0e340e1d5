"""Portable Bridge Notation: files of deals as other programs write and read them.

A file holds records, mostly with an empty line between two. A record is tags, each a name and
a value; after some, such as Auction and Play, lines follow that belong to them:

    [Board "1"]
    [Deal "W:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K"]
    [Declarer "S"]
    [Contract "4SX"]
    [Play "W"]
    C4 C6 C3 CK

A deal is the seat of the first hand, a colon, and four hands clockwise from there, each
`S.H.D.C` as in our own texts. The seats N E S W are players 0 to 3. Hands may be short, for
endings. Comments are skipped. See https://www.tistis.nl/pbn/.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from kibitz import files
from kibitz.cards import TrumpGame
from kibitz.cards.deck import CARDS, Hand, read_card, read_hand, write_hand
from kibitz.cards.position import TrickPosition
from kibitz.errors import KibitzError, TextError, check_kind
from kibitz.history import History

SEATS = "NESW"
STARTS = ("Event", "Board", "Deal")
"""Tags that a record has once; a second one starts another record, as an empty line does."""

_SKIPPED = re.compile(r'("(?:\\.|[^"\\\n])*+"?)|\{[^}]*+(\}?)|;[^\n]*|^%[^\n]*', re.MULTILINE)
"""A value, which ends with its line at the latest, or a comment."""
_SEEN = "\0"
"""Stands for a comment, so that its lines are not taken for empty ones."""
_TAG = re.compile(r'[ \t\0]*+\[\s*+(\w++)\s++"((?:\\.|[^"\\\n])*+)"\s*+\]')
MOST_LASTING = 64
"""Tags that hold for all later records."""
_REMARK = re.compile(r"=\d+=|\$\d+")
ENDS = ("*", "-", "+")
"""What stands where a card was not played, or not yet."""
_CONTRACT = re.compile(r"[1-7]\s*(S|H|D|C|NT?)\s*(X|XX|DBL|RDBL)?", re.IGNORECASE)


def read_deal(deal: str) -> tuple[Hand, ...]:
    """The hands of a deal, North first; lower case will do."""
    first, colon, hands = deal.strip().partition(":")
    fields = hands.split()
    if not colon or not is_seat(first) or len(fields) != len(SEATS):
        raise TextError(f"expected a seat of {SEATS}, a colon and four hands: {deal!r}")
    if "-" in fields:
        raise TextError(f"expected all four hands, none hidden as '-': {deal!r}")
    at = SEATS.index(first.upper())
    clockwise = [read_hand(field) for field in fields]
    for card in CARDS:
        if sum(hand >> card & 1 for hand in clockwise) > 1:
            raise TextError(f"expected each card once: {card} in {deal!r}")
    return tuple(clockwise[seat - at] for seat in range(len(SEATS)))


def write_deal(position: TrickPosition, first: str = "N") -> str:
    """The deal that `read_deal` reads, from a position of four players between two tricks."""
    if len(position.hands) != len(SEATS) or position.table:
        raise TextError(f"expected four hands and no card on the table: {str(position)!r}")
    if len(first) != 1 or first not in SEATS:
        raise TextError(f"expected a seat of {SEATS} to begin with: {first!r}")
    at = SEATS.index(first)
    hands = [*position.hands[at:], *position.hands[:at]]
    return f"{first}:{' '.join(map(write_hand, hands))}"


def is_seat(word: str) -> bool:
    """Whether this is N, E, S or W; lower case will do."""
    return len(word) == 1 and word in SEATS + SEATS.lower()


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
    def moves(self) -> tuple[str, ...]:
        """The cards of the play in the order in which they were played, as far as it goes.

        A line is a trick; its columns are the seats, from the one that the tag names. Notes and
        judgements of cards are skipped; a card that is not legal is refused.
        """
        here, first = self.position, self.tags.get("Play", "")
        if here is None or not is_seat(first):
            return ()
        played: list[str] = []
        for line in self.play:
            cards = [word for word in line.split() if not _REMARK.fullmatch(word)]
            columns = {
                (SEATS.index(first.upper()) + at) % len(SEATS): card.rstrip("!?")
                for at, card in enumerate(cards)
            }
            for seat in [(here.leader + at) % len(SEATS) for at in range(len(SEATS))]:
                card = columns.get(seat, "*")
                if card in ENDS:
                    return tuple(played)
                try:
                    here = here.play(card)
                except KibitzError:
                    trick = 1 + len(played) // len(SEATS)
                    expected = f"expected a legal card of {SEATS[seat]} in trick {trick}"
                    raise TextError(f"{expected}: {card!r}{self.where}") from None
                played.append(str(here.table[-1] if here.table else read_card(card)))
        return tuple(played)

    @property
    def trump(self) -> str | None:
        """The trump suit of the contract, N or NT for none; None if there is no contract."""
        contract = self.tags.get("Contract", "")
        if contract.strip("?- ").lower() in ("", "pass", "ap"):
            return None
        found = _CONTRACT.fullmatch(contract.strip())
        if not found:
            raise TextError(f"expected a contract such as 4S, 3NT or 2HX: {contract!r}")
        return found[1]

    @property
    def leader(self) -> int:
        """Who leads: the player after the declarer, else as the play says, else North."""
        declarer, first = (self.tags.get(name, "") for name in ("Declarer", "Play"))
        for seat, after in ((declarer.removeprefix("^"), 1), (first, 0)):
            if seat.strip("?- "):
                if not is_seat(seat):
                    raise TextError(f"expected a seat of {SEATS}: {seat!r}")
                return (SEATS.index(seat.upper()) + after) % len(SEATS)
        return 0

    @functools.cached_property
    def position(self) -> TrickPosition | None:
        """What is to be played: the deal, the trump of the contract, who leads.

        None without a deal, or with a hand that is hidden.
        """
        if self.fault:
            raise TextError(f"{self.fault}{self.where}")
        deal = self.tags.get("Deal", "").strip("? ")
        if not deal or "-" in deal.partition(":")[2].split():
            return None
        try:
            hands = " ".join(map(write_hand, read_deal(deal)))
            game = self.game or _bridge()
            if self.trump is not None:
                game = replace(game, trump=self.trump)
            return game.parse(f"{hands} {self.leader} - 0,0,0,0")
        except TextError as error:
            raise TextError(f"{error}{self.where}") from None

    @property
    def start(self) -> TrickPosition:
        """The position; without one it is refused."""
        if self.position is None:
            raise TextError(f"expected a deal with all four hands{self.where}")
        return self.position

    @property
    def history(self) -> History:
        """The hand: where play began, and the cards played since."""
        return History.of(self.start, self.moves)


def read(source: str | Path, game: TrumpGame | None = None, *, check: bool = True) -> list[Record]:
    """The records of a text in PBN, or of a file: a `Path`, or a name that ends in .pbn.

    `game` is what is played, by default bridge without trump where no contract says otherwise.
    A deal that is wrong is refused, or without `check` only when its position is asked for.
    """
    text, where = text_of(source, is_file)
    records: list[Record] = []
    before: Mapping[str, str] = {}
    lasting: dict[str, Tag] = {}
    for at, parts in _records(text, where):
        for part in parts:
            if part.value.startswith("##"):
                value = part.value[2:] or before.get(part.name, "?")
                lasting[part.name] = Tag(part.name, value)
        if len(lasting) > MOST_LASTING:
            expected = f"expected {MOST_LASTING} tags with ## at most"
            raise TextError(f"{expected}: {len(lasting)} in line {at}{where}")
        known = {**before, **{name: tag.value for name, tag in lasting.items()}}
        inherited = tuple(
            part._replace(value=known.get(part.name, "?"))
            if part.value == "#" or part.value.startswith("##")
            else part
            for part in parts
        )
        said = {part.name for part in parts}
        inherited += tuple(tag for tag in lasting.values() if tag.name not in said)
        record = Record(inherited, game, f" in the record at line {at}{where}")
        if check:
            record.position  # noqa: B018  so that what is wrong with it is said here
        before = record.tags
        records.append(record)
    return records


def numbered(records: Iterable[Record]) -> list[tuple[str, Record]]:
    """Records by the numbers of their boards; one without goes by its place in the file."""
    return [(record.board or str(at), record) for at, record in enumerate(records, start=1)]


def write(records: Iterable[Record]) -> str:
    """The text of records, that `read` reads."""
    return "\n".join("".join(map(_write_tag, record.parts)) for record in records)


def _bridge() -> TrumpGame:
    from kibitz.games.bridge import Bridge  # which reads deals by this module

    return Bridge()


def is_file(line: str) -> bool:
    """Whether a text is the name of a file of PBN."""
    return line.lower().endswith(".pbn") and "\n" not in line


def _write_tag(tag: Tag) -> str:
    value = tag.value.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(f"{line}\n" for line in (f'[{tag.name} "{value}"]', *tag.lines))


def text_of(source: str | Path, is_file: Callable[[str], bool]) -> tuple[str, str]:
    """A text, and where it stands as errors say it: of a file, in UTF-8 or as older ones are."""
    check_kind(source, str | Path, "a text or a path")
    if isinstance(source, str) and not is_file(source):
        return source, ""
    content, where = files.read(Path(source)), f" of {source}"
    try:
        return content.decode("utf-8-sig"), where
    except UnicodeDecodeError:
        return content.decode("latin-1"), where


def _records(text: str, where: str) -> Iterator[tuple[int, tuple[Tag, ...]]]:
    """The tags of each record, with the number of the line where it starts."""
    started, parts = 0, list[tuple[Tag, list[str]]]()

    def whole() -> tuple[Tag, ...]:
        return tuple(tag._replace(lines=tuple(lines)) for tag, lines in parts)

    for number, line, tag in _tokens(text, where):
        again = tag is not None and tag.name in STARTS and tag.name in {p.name for p, _ in parts}
        if parts and (again or not (line or tag)):
            yield started, whole()
            parts = []
        if tag is not None:
            started = started if parts else number
            parts.append((tag, []))
        elif line and not parts:
            expected = 'expected a tag such as [Board "1"]'
            raise TextError(f"{expected}: {line!r} in line {number}{where}")
        elif line:
            parts[-1][1].append(line)
    if parts:
        yield started, whole()


def _tokens(text: str, where: str) -> Iterator[tuple[int, str, Tag | None]]:
    """The tags, other lines, and empty lines, each with its number."""
    text = _without_comments(text.replace("\r\n", "\n").replace("\r", "\n"), where)
    number, at = 1, 0
    while at < len(text):
        tag = _TAG.match(text, at)
        if tag:
            value = re.sub(r"\\(.)", r"\1", tag[2].replace(_SEEN, ""))
            yield number, "", Tag(tag[1], value)
            end = tag.end()
            while text[end : end + 1] in (" ", "\t", _SEEN):
                end += 1
            end += text[end : end + 1] == "\n"
        else:
            end = (text.find("\n", at) + 1) or len(text)
            line = " ".join(text[at:end].replace(_SEEN, " ").split())
            if line.startswith("["):
                expected = 'expected a tag such as [Board "1"]'
                raise TextError(f"{expected}: {line!r} in line {number}{where}")
            if line or _SEEN not in text[at:end]:
                yield number, line, None
        number, at = number + text.count("\n", at, end), end


def _without_comments(text: str, where: str) -> str:
    """The text with marks in the place of `{...}`, `;...` and lines with a `%` in front."""

    def skip(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        if found[0].startswith("{") and not found[2]:
            number = text.count("\n", 0, found.start()) + 1
            raise TextError(f"expected a comment that ends with '}}' in line {number}{where}")
        return _SEEN + f"\n{_SEEN}" * found[0].count("\n")

    return _SKIPPED.sub(skip, text)
