"""How much visitors may ask for at once, and a thread for each question that is answered.

A question is answered in a thread, which gives one answer after the other. It is stopped when its
visitor leaves: when the answers are no longer taken. Its place is free when it has ended. The more
questions there are, the less time and memory each gets; addresses share alike, and so do the
visitors of an address.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from kibitz.engines.problem.protocol import until
from kibitz.errors import KibitzError
from kibitz.web.paused import Paused

Answers = Iterator[dict[str, Any]]
Work = Callable[["Room"], Answers]
"""What gives the answers to a question, within the room that there is for it."""


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
    visitor: str = ""
    """The visitor who asks."""
    paused: Paused = field(default_factory=Paused)


@dataclass(frozen=True)
class Visitor:
    """The visitor who asks: by a cookie, from an address."""

    name: str
    address: str = ""


@dataclass(eq=False)
class Asked:
    """A question that waits or is answered."""

    visitor: Visitor
    room: Room
    answer: Callable[[], None]
    """Gives its answers, in a thread of its own."""


class Places:
    """Where questions are answered; if there are more of them, some wait.

    A free place goes to the address with the fewest, and there to the visitor with the fewest.
    """

    def __init__(self, most: int, of_address: int, of_visitor: int) -> None:
        self.most, self.of_address, self.of_visitor = most, of_address, of_visitor
        self._waiting: list[Asked] = []
        self._running: list[Asked] = []
        self._lock = threading.Lock()

    @property
    def asked(self) -> list[Asked]:
        """All that wait or are answered."""
        with self._lock:
            return [*self._running, *self._waiting]

    def come(self, asked: Asked) -> None:
        """Wait for a place."""
        with self._lock:
            self._waiting.append(asked)
            self._fill()

    def cancel(self) -> None:
        """Stop all; without the lock, which a thread interrupted by Ctrl-C may hold."""
        for asked in (*self._running, *self._waiting):
            asked.room.cancel.set()

    def leave(self, asked: Asked) -> None:
        """Wait no more; what is being answered goes on until it ends by itself."""
        with self._lock:
            if asked in self._waiting:
                self._waiting.remove(asked)

    def _fill(self) -> None:
        while len(self._running) < self.most and (asked := self._next()) is not None:
            self._waiting.remove(asked)
            self._running.append(asked)
            threading.Thread(target=self._run, args=(asked,), daemon=True).start()

    def _next(self) -> Asked | None:
        addresses = Counter(asked.visitor.address for asked in self._running)
        visitors = Counter(asked.visitor for asked in self._running)

        def has(asked: Asked) -> tuple[int, int]:
            return addresses[asked.visitor.address], visitors[asked.visitor]

        def may(asked: Asked) -> bool:
            return has(asked)[0] < self.of_address and has(asked)[1] < self.of_visitor

        return min(filter(may, self._waiting), key=has, default=None)

    def _run(self, asked: Asked) -> None:
        try:
            asked.answer()
        finally:
            with self._lock:
                self._running.remove(asked)
                self._fill()


class Visitors:
    """The questions that are asked."""

    def __init__(self, most: Room, each: int = 6) -> None:
        self.most = most
        self.each = each
        """How many questions of one visitor are answered at once."""
        self.cores = os.cpu_count() or 1
        self._searches = Places(64, max(4, 2 * self.cores), each)
        self._quick = Places(4, 3, 2)
        """For what takes little, so that it need not wait for searches."""
        self._there: Counter[Visitor] = Counter()
        """How many answers each is waiting for."""
        self._closed = False
        self._paused = Paused()

    @property
    def asked(self) -> list[Asked]:
        """All questions that wait or are answered."""
        return [*self._searches.asked, *self._quick.asked]

    def room(self, visitor: Visitor) -> Room:
        """What one more question may take, beside those that there are."""
        asked = self.asked
        addresses = Counter([visitor.address, *(one.visitor.address for one in asked)])
        share = max(1.0, len(addresses) * addresses[visitor.address] / self.cores)
        seconds, table_mb = self.most.seconds / share, int(self.most.table_mb / share)
        return Room(
            max(1.0, seconds),
            max(4, table_mb),
            len(asked),
            visitor=visitor.name,
            paused=self._paused,
        )

    async def answers(
        self, visitor: Visitor, work: Work, quick: bool = False
    ) -> AsyncGenerator[dict[str, Any], None]:
        """The answers to a question, as they come; a caller that stops reading stops the search."""
        if self._there[visitor] >= self.each:
            raise Busy(f"expected {self.each} questions at once at most: wait for an answer")
        if self._closed:
            return
        room, loop = self.room(visitor), asyncio.get_running_loop()
        found: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()

        def tell(answer: dict[str, Any] | None) -> None:
            with suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(found.put_nowait, answer)

        def give() -> None:
            try:
                with until(room.cancel):
                    for answer in work(room) if not room.cancel.is_set() else ():
                        if room.cancel.is_set():
                            break
                        tell(answer)
            except KeyboardInterrupt:  # by `room.cancel`: a thread hears no Ctrl-C
                pass
            except KibitzError as error:
                tell({"error": str(error)})
            except Exception as error:  # of one question; the others go on
                tell({"error": f"something went wrong: {type(error).__name__}: {error}"})
            finally:
                tell(None)

        places, asked = self._quick if quick else self._searches, Asked(visitor, room, give)
        self._there[visitor] += 1
        places.come(asked)
        try:
            while (answer := await found.get()) is not None:
                yield answer
        finally:
            room.cancel.set()
            places.leave(asked)
            self._there[visitor] -= 1
            if not self._there[visitor]:
                del self._there[visitor]

    def close(self) -> None:
        """End all searches, and begin no more; safe at any moment, also in a signal handler."""
        self._closed = True
        self._searches.cancel()
        self._quick.cancel()
