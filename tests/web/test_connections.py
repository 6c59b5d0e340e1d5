"""Connections that ask nothing are closed, and there are never too many."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from waiting import LONG

from kibitz.web import connections
from kibitz.web.connections import Connection

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Streams]]
ASKED = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n"

SHORT = 0.5
"""Seconds to ask in, where that is to end soon; an answer takes longer, and nobody else so long."""


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Answers when the request is there, and then some time later."""
    while (await receive()).get("more_body"):
        pass
    await asyncio.sleep(3 * SHORT)
    headers = [(b"content-length", b"4")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"done"})


@asynccontextmanager
async def served(state: ServerState) -> AsyncIterator[Connect]:
    config = uvicorn.Config(answer, lifespan="off", timeout_keep_alive=60)
    config.load()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Connection(config, state, {}), "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        yield lambda: asyncio.open_connection("127.0.0.1", port)
        for one in list(state.connections):
            one.transport.abort()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """What was said until the connection was closed."""
    try:
        return await asyncio.wait_for(reader.read(), LONG)
    except ConnectionResetError:
        return b""


@pytest.mark.parametrize("part", [b"", b"P", ASKED[:-2], ASKED, ASKED + b"{"])
def test_one_that_does_not_ask_all_of_it_is_closed(
    monkeypatch: pytest.MonkeyPatch, part: bytes
) -> None:
    async def visit() -> None:
        async with served(ServerState()) as connect:
            reader, writer = await connect()
            writer.write(part)
            assert b"done" not in await ended(reader)
            writer.close()

    monkeypatch.setattr(connections, "PATIENCE", SHORT)
    asyncio.run(visit())


def test_one_that_asked_is_answered_and_one_that_stops_in_its_next_question_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def visit() -> None:
        async with served(ServerState()) as connect:
            reader, writer = await connect()
            writer.write(ASKED + b"{}")
            assert (await reader.readuntil(b"done")).startswith(b"HTTP/1.1 200")
            writer.write(ASKED)
            assert await ended(reader) == b""
            writer.close()

    monkeypatch.setattr(connections, "PATIENCE", SHORT)
    asyncio.run(visit())


def test_of_too_many_the_one_that_was_silent_longest_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = ServerState()

    async def visit() -> None:
        async with served(state) as connect:
            asking, question = await connect()
            question.write(ASKED + b"{}")
            first, _ = await connect()
            rest = [await connect() for _ in range(2)]
            assert await ended(first) == b""
            assert len(state.connections) == 3
            assert await asking.readuntil(b"done")
            assert not any(reader.at_eof() for reader, _ in rest)

    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 3)
    asyncio.run(visit())
