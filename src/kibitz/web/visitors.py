"""How much visitors may ask for at once, and a thread for each search.

A search runs in a thread and gives one answer after the other. It is cancelled when its visitor
leaves: when the answers are no longer taken. The more searches there are, the less time and
memory each gets.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from kibitz.errors import KibitzError

Answers = Iterator[dict[str, Any]]
Work = Callable[["Room"], Answers]
"""What gives the answers to a question, within the room that there is for it."""


AT_ONCE = 64
"""Searches that run; more wait."""


class Busy(KibitzError):
    """A visitor that asks for more at once than one may."""


@dataclass(frozen=True)
class Room:
    """What one search may take: seconds, megabytes for a table, and when to stop."""

    seconds: float = 20.0
    table_mb: int = 64
    others: int = 0
    """How many other questions are being answered."""
    cancel: threading.Event = field(default_factory=threading.Event)


class Visitors:
    """The searches that run."""

    def __init__(self, most: Room, each: int = 4) -> None:
        self.most = most
        self.each = each
        """How many questions of one visitor are answered at once."""
        self.cores = os.cpu_count() or 1
        self._searches = ThreadPoolExecutor(AT_ONCE, "search")
        self._answers = ThreadPoolExecutor(4, "answer")
        """For what takes little, so that it need not wait for searches."""
        self._asked: Counter[str] = Counter()
        self._rooms: set[threading.Event] = set()
        self.running = 0

    @contextmanager
    def asking(self, visitor: str) -> Iterator[None]:
        """One more question of a visitor, unless it has too many."""
        if self._asked[visitor] >= self.each:
            raise Busy(f"expected {self.each} questions at once at most: wait for an answer")
        self._asked[visitor] += 1
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1
            self._asked[visitor] -= 1
            if not self._asked[visitor]:
                del self._asked[visitor]

    def room(self) -> Room:
        """What the next search may take, while so many others run."""
        share = max(1.0, self.running / self.cores)
        seconds, table_mb = self.most.seconds / share, int(self.most.table_mb / share)
        return Room(max(1.0, seconds), max(4, table_mb), max(0, self.running - 1))

    async def answers(
        self, visitor: str, work: Work, quick: bool = False
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The answers to a question, as they come; whoever stops taking them stops the search."""
        with self.asking(visitor):
            room, loop = self.room(), asyncio.get_running_loop()
            found: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

            def tell(answer: dict[str, Any] | None) -> None:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(found.put_nowait, answer)

            def search() -> None:
                try:
                    for answer in work(room) if not room.cancel.is_set() else ():
                        if room.cancel.is_set():
                            break
                        tell(answer)
                except KibitzError as error:
                    tell({"error": str(error)})
                except Exception as error:  # of one question; the others go on
                    tell({"error": f"something went wrong: {type(error).__name__}: {error}"})
                finally:
                    tell(None)

            (self._answers if quick else self._searches).submit(search)
            self._rooms.add(room.cancel)
            try:
                while (answer := await found.get()) is not None:
                    yield answer
            finally:
                room.cancel.set()
                self._rooms.discard(room.cancel)

    def close(self) -> None:
        """End all searches, and take no more questions."""
        for cancel in self._rooms:
            cancel.set()
        for threads in (self._searches, self._answers):
            threads.shutdown(wait=False, cancel_futures=True)
