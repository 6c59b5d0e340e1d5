"""Connections: how long one may take to ask, and how many there may be.

A connection has some seconds for a whole request, from its beginning or from the first byte after
the last answer. When there are too many, one that waits for nothing is closed for the next one:
of the address that has most, the one that has been silent longest.
"""

from __future__ import annotations

import asyncio
import resource
from collections import Counter

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 20.0
"""Seconds that a request may take to come."""
MOST_CONNECTIONS = min(400, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
"""Connections at once."""
BACKLOG = MOST_CONNECTIONS // 4
"""Connections that are accepted in one go, before one can be closed for them."""


class Connection(H11Protocol):
    """A connection with limits."""

    _late: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request, and make room."""
        super().connection_made(transport)
        self._wait()
        others = [one for one in self.connections if not one.transport.is_closing()]
        if len(others) > MOST_CONNECTIONS:
            _make_room([one for one in others if isinstance(one, Connection)])

    def data_received(self, data: bytes) -> None:
        """A part of a request, or all of it."""
        if self.is_idle and self._late is None:
            self._wait()
        super().data_received(data)
        if not self.is_idle:
            self._wait_no_more()

    def connection_lost(self, exc: Exception | None) -> None:
        """There is nothing to wait for."""
        self._wait_no_more()
        super().connection_lost(exc)

    @property
    def is_idle(self) -> bool:
        """Whether no request is answered, or not all of it is there."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    @property
    def address(self) -> str:
        """Where it comes from."""
        return self.client[0] if self.client else ""

    def _wait(self) -> None:
        self._since = self.loop.time()
        self._late = self.loop.call_later(PATIENCE, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def _make_room(connections: list[Connection]) -> None:
    """Close a connection that waits for nothing; the last one, if all do."""
    crowd = Counter(one.address for one in connections)
    idle = [one for one in connections if one.is_idle]
    max(idle, key=lambda one: (crowd[one.address], -one._since)).transport.abort()
