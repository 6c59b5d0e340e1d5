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

Other programs are not strict, and neither is `read`. Values may stand without quotes. A record of a
second table may leave out the deal, and one may be cut in two by an empty line. Lines
that say nothing are skipped; how many is said once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from kibitz import files
from kibitz.cards import TrumpGame
from kibitz.errors import TextError, check_kind
from kibitz.games.bridge.deals import read_deal, write_deal
from kibitz.games.bridge.record import Record, Tag
from kibitz.games.bridge.seats import SEATS, is_seat
from kibitz.games.bridge.skipped import Skipped

__all__ = [
    "SEATS",
    "Record",
    "Records",
    "Tag",
    "is_file",
    "is_seat",
    "numbered",
    "read",
    "read_deal",
    "text_of",
    "write",
    "write_deal",
]

STARTS = ("Event", "Board", "Deal")
"""Tags that a record has once; a second one starts another record, as an empty line does."""
OF_A_DEAL = ("Board", "Dealer", "Vulnerable", "Deal")
"""Tags that a second table shares with the first."""
OF_A_TABLE = ("Auction", "Play", "Contract", "Declarer", "Result")
"""Tags by which a record without a deal is known as a table, or as the rest of a record."""
MOST_LASTING = 64
"""Tags that hold for all later records."""

_VALUE = r'("(?:\\.|[^"\\\n])*+"?)'
"""A value, which ends with its line at the latest."""
_SKIPPED = re.compile(_VALUE + r"|\{[^}]*+\}|;[^\n]*|^%[^\n]*", re.MULTILINE)
_OPEN = re.compile(_VALUE + r"|(\{)[^\n]*|;[^\n]*|^%[^\n]*", re.MULTILINE)
"""The same where no comment ends any more."""
_SEEN = "\0"
"""Stands for a comment, so that its lines are not taken for empty ones."""
_TAG = re.compile(r'[ \t\0]*+\[\s*+(\w++)\s*+"((?:\\.|[^"\\\n])*+)"\s*+\]')
_BARE = re.compile(r'[ \t\0]*+\[[ \t]*+(\w++)(?=[ \t"])([^\]\n]*+)\]?')
"""A tag whose quotes are missing, or one of them."""
_NO_TAG = ("line that is no tag", "lines that are no tags")


class Records(list[Record]):
    """The records of a file, and what was passed over in it."""

    def __init__(self, records: Iterable[Record] = (), skipped: Skipped | None = None) -> None:
        super().__init__(records)
        self.skipped = skipped or Skipped()


def read(source: str | Path, game: TrumpGame | None = None, *, check: bool = True) -> Records:
    """The records of a text in PBN, or of a file: a `Path`, or a name that ends in .pbn.

    `game` is what is played, by default bridge without trump where no contract says otherwise.
    A deal that is wrong is refused, or without `check` only when its position is asked for.
    Lines that are no tags are passed over; `skipped` of the answer says how many.

    >>> from kibitz.games.bridge import pbn
    >>> found = pbn.read('[Board 1]')
    >>> found[0].board, str(found.skipped)
    ('1', '')
    """
    text, where = text_of(source, is_file)
    records = Records()
    lasting: dict[str, Tag] = {}
    for at, parts in _records(text, records.skipped):
        before = records[-1] if records else None
        known: Mapping[str, str] = before.tags if before is not None else {}
        for part in parts:
            if part.value.startswith("##"):
                value = part.value[2:] or known.get(part.name, "?")
                lasting[part.name] = Tag(part.name, value)
        if len(lasting) > MOST_LASTING:
            expected = f"expected {MOST_LASTING} tags with ## at most"
            raise TextError(f"{expected}: {len(lasting)} in line {at}{where}")
        known = {**known, **{name: tag.value for name, tag in lasting.items()}}
        inherited = tuple(
            part._replace(value=known.get(part.name, "?"))
            if part.value == "#" or part.value.startswith("##")
            else part
            for part in parts
        )
        if before is not None and _goes_on(before, parts):
            records[-1] = Record((*before.parts, *inherited), game, before.where)
            continue
        inherited = _of_first_table(before, parts) + inherited
        said = {part.name for part in inherited}
        inherited += tuple(tag for tag in lasting.values() if tag.name not in said)
        records.append(Record(inherited, game, f" in the record at line {at}{where}"))
    if not records and records.skipped:
        raise TextError(f'expected a tag such as [Board "1"]: {records.skipped.first}{where}')
    if check:
        for record in records:
            record.check()
    return records


def _goes_on(before: Record, parts: tuple[Tag, ...]) -> bool:
    """Whether tags after an empty line still belong to the record before."""
    names = {part.name for part in parts}
    begins = not names.isdisjoint(STARTS) or not names.isdisjoint(before.tags)
    return not begins and "Deal" in before.tags and not names.isdisjoint(OF_A_TABLE)


def _of_first_table(before: Record | None, parts: tuple[Tag, ...]) -> tuple[Tag, ...]:
    """What a second table leaves out, since it plays the same deal."""
    said = {part.name: part.value for part in reversed(parts)}
    if before is None or "Deal" in said or "Deal" not in before.tags:
        return ()
    if said.keys().isdisjoint(OF_A_TABLE) or said.get("Board", before.board) not in (
        "#",
        before.board,
    ):
        return ()
    tags = before.tags
    return tuple(Tag(name, tags[name]) for name in OF_A_DEAL if name in tags and name not in said)


def numbered(records: Iterable[Record]) -> list[tuple[str, Record]]:
    """Records by the numbers of their boards; one without goes by its place in the file."""
    return [(record.board or str(at), record) for at, record in enumerate(records, start=1)]


def write(records: Iterable[Record]) -> str:
    """The text of records, that `read` reads."""
    return "\n".join("".join(map(_write_tag, record.parts)) for record in records)


def is_file(line: str) -> bool:
    """Whether a text is the name of a file of PBN."""
    return files.is_name(line, ".pbn")


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


def _records(text: str, skipped: Skipped) -> Iterator[tuple[int, tuple[Tag, ...]]]:
    """The tags of each record, with the number of the line where it starts."""
    started, parts, names = 0, list[tuple[Tag, list[str]]](), set[str]()

    def whole() -> tuple[Tag, ...]:
        return tuple(tag._replace(lines=tuple(lines)) for tag, lines in parts)

    for number, line, tag in _tokens(text, skipped):
        again = tag is not None and tag.name in STARTS and tag.name in names
        if parts and (again or not (line or tag)):
            yield started, whole()
            parts, names = [], set()
        if tag is not None:
            started = started if parts else number
            parts.append((tag, []))
            names.add(tag.name)
        elif line and parts and not line.startswith("["):
            parts[-1][1].append(line)
        elif line:
            skipped.add(*_NO_TAG, number, line)
    if parts:
        yield started, whole()


def _tokens(text: str, skipped: Skipped) -> Iterator[tuple[int, str, Tag | None]]:
    """The tags, other lines, and empty lines, each with its number."""
    text = _without_comments(text.replace("\r\n", "\n").replace("\r", "\n"), skipped)
    number, at = 1, 0
    while at < len(text):
        tag = _TAG.match(text, at)
        bare = None if tag else _BARE.match(text, at)
        if tag or bare:
            end = (tag or bare).end()  # type: ignore[union-attr]
            yield number, "", _tag(tag, bare)
            while text[end : end + 1] in (" ", "\t", _SEEN):
                end += 1
            end += text[end : end + 1] == "\n"
        else:
            end = (text.find("\n", at) + 1) or len(text)
            line = " ".join(text[at:end].replace(_SEEN, " ").split())
            if line or _SEEN not in text[at:end]:
                yield number, line, None
        number, at = number + text.count("\n", at, end), end


def _tag(tag: re.Match[str] | None, bare: re.Match[str] | None) -> Tag:
    if tag:
        return Tag(tag[1], re.sub(r"\\(.)", r"\1", tag[2].replace(_SEEN, "")))
    assert bare
    return Tag(bare[1], bare[2].replace(_SEEN, "").replace('"', "").strip())


def _without_comments(text: str, skipped: Skipped) -> str:
    """The text with marks in the place of `{...}`, `;...` and lines with a `%` in front."""

    def skip(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        return _SEEN + f"\n{_SEEN}" * found[0].count("\n")

    def skip_open(found: re.Match[str]) -> str:
        if found[2]:
            before = tail.count("\n", 0, found.start()) if not opened else 0
            opened.append(1 + closed.count("\n") + before if not opened else opened[0])
            skipped.add("comment that does not end", "comments that do not end", opened[0], "{")
        return skip(found)

    opened: list[int] = []
    end = text.rfind("}") + 1
    closed, tail = text[:end], text[end:]
    return _SKIPPED.sub(skip, closed) + _OPEN.sub(skip_open, tail)
