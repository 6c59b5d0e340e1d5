"""Analyses that ended when their time was over, kept for a while to go on from there."""

from __future__ import annotations

import threading
from collections import OrderedDict

from kibitz import Analyser

MOST = 3
"""Of all visitors together; each has tables in memory."""


class Paused:
    """The last analysis of each visitor that came to no end; the oldest go first."""

    def __init__(self, most: int = MOST) -> None:
        self.most = most
        self._kept: OrderedDict[str, tuple[str, Analyser]] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, visitor: str, question: str, analyser: Analyser) -> None:
        """Keep an analysis, instead of the one that this visitor had."""
        with self._lock:
            self._kept.pop(visitor, None)
            self._kept[visitor] = question, analyser
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)

    def take(self, visitor: str, question: str) -> Analyser | None:
        """The analysis of this question, if this visitor asked it last and it is still there.

        Whatever else the visitor had is dropped.
        """
        with self._lock:
            asked, analyser = self._kept.pop(visitor, ("", None))
            return analyser if asked == question else None
