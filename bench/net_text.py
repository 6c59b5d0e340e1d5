"""A net that bench/experience.cpp has written, as the package reads it, or the other way round.

python bench/net_text.py write BYTES TEXT "746 128 32 100 100 250"
python bench/net_text.py read TEXT BYTES
"""

from __future__ import annotations

import base64
import sys
import zlib
from pathlib import Path

LINE = 100
"""Letters of a line."""


def written(numbers: bytes, head: str) -> str:
    """The text of the package: sizes and units, and after them the numbers."""
    letters = base64.b64encode(zlib.compress(numbers, 9)).decode()
    lines = [letters[at : at + LINE] for at in range(0, len(letters), LINE)]
    return "\n".join([head, *lines, ""])


def numbers(text: str) -> bytes:
    """The numbers of such a text."""
    _, *lines = text.splitlines()
    return zlib.decompress(base64.b64decode("".join(lines)))


if __name__ == "__main__":
    match sys.argv[1:]:
        case "write", source, target, head:
            Path(target).write_text(written(Path(source).read_bytes(), head))
        case "read", source, target:
            Path(target).write_bytes(numbers(Path(source).read_text()))
        case _:
            sys.exit(__doc__)
