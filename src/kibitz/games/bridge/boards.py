"""The boards of a file or a text of Bridge, in PBN or LIN, by their numbers or names.

What is wrong with a board is said when its position is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from kibitz.cards import TrumpGame
from kibitz.games.bridge import lin, pbn
from kibitz.games.bridge.pbn import Record, Records
from kibitz.games.bridge.skipped import Skipped

_LIN = re.compile(r"\s*[a-z]{2}\|", re.IGNORECASE)
_PBN = re.compile(r"\s*[\[%;]")
_LATER = {
    "LIN": re.compile(r"(?:^|\||\s)(?:md\|[1-4]|qx\||pn\|)", re.IGNORECASE),
    "PBN": re.compile(r"^[ \t]*+\[\w++[ \t]*+[\"N]", re.MULTILINE),
}
"""What tells them where other text stands first."""


class Boards(list[tuple[str, Record]]):
    """Boards with their numbers, and what was passed over in their file."""

    def __init__(self, boards: Iterable[tuple[str, Record]], skipped: Skipped) -> None:
        super().__init__(boards)
        self.skipped = skipped

    @classmethod
    def of(cls, records: Records) -> Boards:
        """The records that are boards, by their numbers."""
        return cls(pbn.numbered(filter(_is_board, records)), records.skipped)


def _is_board(record: Record) -> bool:
    """Whether a record is about a board, and not only about an event."""
    return bool(record.fault or record.parts) and not record.tags.keys().isdisjoint(
        ("Board", "Deal", *pbn.OF_A_TABLE)
    )


def kind_of(text: str) -> str:
    """`PBN` or `LIN`, if a text is one of them by its beginning; else nothing."""
    if _LIN.match(text):
        return "LIN"
    if _PBN.match(text):
        return "PBN"
    return next((kind for kind, sign in _LATER.items() if sign.search(text)), "")


def read_file(name: str, game: TrumpGame | None = None) -> Boards:
    """The boards of a file, by its name; which ends in .pbn or .lin."""
    read = lin.read if lin.is_file(name) else pbn.read
    return Boards.of(read(Path(name), game, check=False))


def read_text(text: str, game: TrumpGame | None = None) -> Boards:
    """The boards of a text, see `kind_of`; it is never taken for the name of a file."""
    read = lin.read if kind_of(text) == "LIN" else pbn.read
    return Boards.of(read(f"{text}\n", game, check=False))
