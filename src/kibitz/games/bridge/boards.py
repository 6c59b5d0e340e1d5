"""The boards of a file or a text of Bridge, in PBN or LIN, by their numbers or names.

What is wrong with a board is said when its position is asked for.
"""

from __future__ import annotations

import re
from pathlib import Path

from kibitz.cards import TrumpGame
from kibitz.games.bridge import lin, pbn

Boards = list[tuple[str, pbn.Record]]

_LIN = re.compile(r"\s*[a-z]{2}\|", re.IGNORECASE)
_PBN = re.compile(r"\s*[\[%;]")


def is_file(line: str) -> bool:
    """Whether a text is the name of a file of boards."""
    return pbn.is_file(line) or lin.is_file(line)


def kind_of(text: str) -> str:
    """`PBN` or `LIN`, if a text is one of them by its beginning; else nothing."""
    return "LIN" if _LIN.match(text) else "PBN" if _PBN.match(text) else ""


def read_file(name: str, game: TrumpGame | None = None) -> Boards:
    """The boards of a file, by its name; see `is_file`."""
    read = lin.read if lin.is_file(name) else pbn.read
    return pbn.numbered(read(Path(name), game, check=False))


def read_text(text: str, game: TrumpGame | None = None) -> Boards:
    """The boards of a text, see `kind_of`; it is never taken for the name of a file."""
    read = lin.read if kind_of(text) == "LIN" else pbn.read
    return pbn.numbered(read(f"{text}\n", game, check=False))
