"""The routes of the page, and the server that answers them.

GET  /             the page
GET  /static/...   what it is made of
POST /api/NAME     a question and its answer, as JSON
POST /stream/NAME  a question and its answers, better and better, as server-sent events
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from kibitz.errors import KibitzError, TextError, UnknownName
from kibitz.web import answers
from kibitz.web.answers import Site
from kibitz.web.connections import BACKLOG, Connection
from kibitz.web.security import Guard
from kibitz.web.visitors import Answers, Busy, Room, Visitor, Visitors, Work

STATIC = Path(__file__).parent / "static"
SILENCE = 15.0
"""Seconds without an answer after which a remark goes out, to notice visitors who left."""


@dataclass(frozen=True)
class Address:
    """Where the page is served."""

    host: str = "127.0.0.1"
    port: int | None = None
    """0 for any that is free; none for the usual one, or any if that is taken."""
    names: tuple[str, ...] = ()
    """By which names others reach it, besides the host; this machine's own are known."""
    usual: int = 0
    """The port that is tried first if none is said."""

    def bind(self, listening: socket.socket) -> None:
        """Take a port."""
        if self.port is None:
            try:
                listening.bind((self.host, self.usual))
            except OSError:
                listening.bind((self.host, 0))
        else:
            listening.bind((self.host, self.port))


def application(site: Site, visitors: Visitors) -> Starlette:
    """The routes, without the guard."""

    async def page(request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def ask(request: Request) -> Response:
        try:
            work = await _work(request, answers.ANSWERS, site)
            async with aclosing(visitors.answers(_visitor(request), work, True)) as found:
                answer = await anext(found, {"error": "stopped before there was an answer"})
            return JSONResponse(answer, 400 if "error" in answer else 200)
        except KibitzError as error:
            return _complaint(error)

    async def stream(request: Request) -> Response:
        try:
            work = await _work(request, answers.STREAMS, site)
        except KibitzError as error:
            return _complaint(error)
        found = visitors.answers(_visitor(request), work)
        return StreamingResponse(_events(found), media_type="text/event-stream")

    routes = [
        Route("/", page),
        Route("/api/{name}", ask, methods=["POST"]),
        Route("/stream/{name}", stream, methods=["POST"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(routes=routes)


def _visitor(request: Request) -> Visitor:
    return Visitor(request.scope["visitor"], request.client.host if request.client else "")


async def _work(request: Request, known: dict[str, answers.Answerer], site: Site) -> Work:
    """What answers a request, to be done in a thread."""
    name = request.path_params["name"]
    if name not in known:
        raise UnknownName("question", name, known)
    try:
        question = json.loads(await request.body() or b"{}")
        json.dumps(question, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise TextError("expected whole characters in JSON: half of a pair") from None
    except (ValueError, RecursionError):
        raise TextError("expected JSON") from None
    if not isinstance(question, dict):
        raise TextError(f"expected a mapping: {question!r}")

    def work(room: Room) -> Answers:
        return answers.answering(known[name], question, site, room)

    return work


def _complaint(error: KibitzError) -> Response:
    status = 429 if isinstance(error, Busy) else 404 if isinstance(error, UnknownName) else 400
    return JSONResponse({"error": str(error)}, status)


async def _events(found: AsyncGenerator[dict[str, Any], None]) -> AsyncIterator[bytes]:
    """Answers as server-sent events."""
    waiting = asyncio.ensure_future(anext(found, None))
    try:
        while True:
            done, _ = await asyncio.wait([waiting], timeout=SILENCE)
            if not done:
                yield b": still searching\n\n"
                continue
            answer = waiting.result()
            if answer is None:
                yield b"event: end\ndata: {}\n\n"
                return
            yield f"data: {json.dumps(answer, ensure_ascii=False)}\n\n".encode()
            waiting = asyncio.ensure_future(anext(found, None))
    except Busy as error:
        yield f"data: {json.dumps({'error': str(error), 'busy': True})}\n\n".encode()
    finally:
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        await found.aclose()


class Server(uvicorn.Server):
    """A server that ends its searches when it ends, and does so within a second."""

    def __init__(self, config: uvicorn.Config, visitors: Visitors) -> None:
        super().__init__(config)
        self.visitors = visitors

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to end, at the first Ctrl-C: searches at once, lest they keep the loop waiting."""
        if not self.should_exit:
            super().handle_exit(sig, frame)
            self.visitors.close()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the searches, then close what is open; what does not end is cut short."""
        self.visitors.close()
        worked, waited = time.process_time(), time.monotonic()
        while self.visitors.asked and time.process_time() - worked < 0.5:
            if time.monotonic() - waited > 2:
                break
            await asyncio.sleep(0.01)
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        with suppress(TimeoutError):
            await asyncio.wait_for(super().shutdown(sockets), 1)

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until Ctrl-C."""
        try:
            super().run(sockets)
        finally:
            if self.visitors.asked:  # a game of somebody's own, in which nothing can be stopped
                os._exit(130)


def serve(
    site: Site,
    address: Address,
    room: Room,
    *,
    browser: bool = True,
) -> None:
    """Serve the page until Ctrl-C; the address to open goes to stdout."""
    if not address.host:
        raise TextError("expected a host such as 127.0.0.1 or 0.0.0.0: ''")
    visitors = Visitors(room)
    guard = Guard(application(site, visitors), (address.host, *address.names))
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    with socket.socket(family) as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            address.bind(listening)
        except (OSError, OverflowError) as error:
            where = f"{address.host}, port {address.port or 'any'}"
            raise KibitzError(f"expected a free address: {where}: {error}") from None
        listening.listen(2048)
        port = listening.getsockname()[1]
        name = next(iter(address.names), address.host)
        name = f"[{name}]" if ":" in name else name
        url = f"http://{name}:{port}/?token={guard.token}{site.fragment}"
        print(url, flush=True)
        print("kibitz: Ctrl-C ends it", file=sys.stderr)
        if browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()
        config = uvicorn.Config(
            guard,
            log_level="error",
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            http=Connection,
            backlog=BACKLOG,
            timeout_keep_alive=75,
            h11_max_incomplete_event_size=32_768,
        )
        Server(config, visitors).run(sockets=[listening])
