"""What a reader of files passes over, to be said once."""

from __future__ import annotations

from kibitz.errors import shortened


class Skipped:
    """How much of each kind was passed over, and in which line it began.

    >>> from kibitz.games.bridge.skipped import Skipped
    >>> skipped = Skipped()
    >>> skipped.add("line that is no tag", "lines that are no tags", 7, "dealt by hand")
    >>> skipped.add("line that is no tag", "lines that are no tags", 9, "by Ann")
    >>> str(skipped)
    'skipped 2 lines that are no tags, the first in line 7'
    """

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[int]] = {}
        self.first = ""
        """The first text that was passed over, and its line."""

    def add(self, one: str, many: str, line: int, text: str) -> None:
        """Count one more, which is called so."""
        self.first = self.first or f"{shortened(text)!r} in line {line}"
        self._found.setdefault((one, many), [0, line])[0] += 1

    def __bool__(self) -> bool:
        return bool(self._found)

    def __str__(self) -> str:
        """One sentence, without anything skipped an empty one."""
        said = [
            f"1 {one} in line {line}"
            if count == 1
            else f"{count:,} {many}, the first in line {line}"
            for (one, many), (count, line) in self._found.items()
        ]
        return f"skipped {'; '.join(said)}" if said else ""
