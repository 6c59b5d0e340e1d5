"""International match points: what a difference between the scores of two rooms is worth."""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Mapping
from typing import Any

STEPS: tuple[int, ...] = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference for 1 IMP, 2 and so on; the law of duplicate Bridge, 78B."""


def imps(difference: int) -> int:
    """The IMPs for a difference of two scores.

    >>> from kibitz.games.bridge.imps import imps
    >>> imps(10), imps(20), imps(-430), imps(7600)
    (0, 1, -10, 24)
    """
    found = bisect.bisect_right(STEPS, abs(difference))
    return found if difference > 0 else -found


def between_rooms(boards: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """The IMPs of each board with a score in both rooms, for North and South of the open one."""
    scores: dict[str, dict[str, int]] = {}
    for board in boards:
        room, score = str(board["room"]).lower(), board["score"]
        if room in ("open", "closed") and score is not None:
            scores.setdefault(number_of(board), {})[room] = score
    return {
        number: imps(each["open"] - each["closed"])
        for number, each in scores.items()
        if len(each) == 2
    }


def number_of(board: Mapping[str, Any]) -> str:
    """The number of a board, without the letter that some programs put before it for the room."""
    number = str(board["board"])
    lettered = board["room"] and number[:1].lower() in ("o", "c") and number[1:2].isdigit()
    return number[1:] if lettered else number
