"""Which requests a local server must refuse, as one ASGI layer around everything else.

* Names: the `Host` must be one of this machine's own, or else another site could point its name
  here and read the answers (DNS rebinding).
* Sites: a request that another site made is refused, by `Sec-Fetch-Site` where the browser
  says it, else by `Origin`.
* Persons: the address that is printed at the start has a token; it is exchanged for a cookie,
  which no other site can send. Each exchange makes a new visitor.
* Sizes: a body can be so long and no longer.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
LONGEST_BODY = 200_000
"""Bytes of a request."""
LONGEST_FILE = 8_000_000
"""Bytes of a request that brings a file."""
FILES = ("/api/read",)
"""Where files are brought to."""
FILES_AT_ONCE = 4
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; object-src 'none'",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[^\[\]:@/?#\s]+)(?::([0-9]{1,5}))?")


def host_name(host: str) -> str | None:
    """The name in a `Host` header, without a port; None if it is none."""
    found = _HOST.fullmatch(host)
    return found[1].strip("[]").lower().removesuffix(".") if found else None


class Guard:
    """Lets a request through to an application, or answers it with what is wrong."""

    def __init__(self, app: App, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.hosts = {*LOOPBACK, *(host.strip("[]").lower() for host in hosts)}
        self.token = secrets.token_urlsafe(24)
        self._key = secrets.token_bytes(32)
        self._files = asyncio.Semaphore(FILES_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, welcome or let through."""
        if scope["type"] != "http":
            return  # there are no web sockets here
        said = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        hosts = sum(name == b"host" for name, _ in scope["headers"])
        if hosts != 1 or host_name(said["host"]) not in self.hosts:
            await _refuse(send, 421, "expected a name of this machine as host")
            return
        if not _own_site(scope["method"], said):
            await _refuse(send, 403, "expected a request of this page, not of another site")
            return
        token = parse_qs(scope["query_string"].decode("latin-1")).get("token")
        if scope["path"] == "/" and scope["method"] == "GET" and token:
            if hmac.compare_digest(token[0].encode(), self.token.encode()):
                await self._welcome(scope, send)
            else:
                await _refuse(send, 403, "expected the address that kibitz serve printed")
            return
        visitor = self._visitor(scope)
        if visitor is None:
            await _refuse(send, 403, "expected the address that kibitz serve printed")
            return
        if scope["method"] == "POST" and not _is_json(said.get("content-type", "")):
            await _refuse(send, 415, "expected application/json")
            return
        scope["visitor"] = visitor
        if scope["path"] in FILES:
            async with self._files:
                await self._let_through(scope, receive, send, LONGEST_FILE)
        else:
            await self._let_through(scope, receive, send, LONGEST_BODY)

    async def _let_through(self, scope: Scope, receive: Receive, send: Send, most: int) -> None:
        body = await _body(receive, most)
        if body is None:
            await _refuse(send, 413, f"expected {most:,} bytes at most")
        else:
            await self.app(scope, _again(body, receive), _with_headers(send))

    def _cookie(self, scope: Scope) -> str:
        """The name of the cookie: cookies are for all ports of a host."""
        return f"kibitz-{(scope.get('server') or ('', 0))[1]}"

    def _sign(self, visitor: str) -> str:
        return hmac.new(self._key, visitor.encode(), hashlib.sha256).hexdigest()

    async def _welcome(self, scope: Scope, send: Send) -> None:
        """Exchange the token for a cookie, and take it out of the address."""
        visitor = secrets.token_urlsafe(12)
        cookie = (
            f"{self._cookie(scope)}={visitor}.{self._sign(visitor)}; "
            "Path=/; HttpOnly; SameSite=Strict"
        )
        more = {"location": "/", "set-cookie": cookie}
        await _answer(send, 303, b"", more)

    def _visitor(self, scope: Scope) -> str | None:
        """Whose cookie is among those of a request, whatever others there are; None if none is."""
        said = b";".join(value for name, value in scope["headers"] if name == b"cookie")
        for cookie in said.decode("latin-1").split(";"):
            name, _, value = cookie.strip().partition("=")
            visitor, _, signed = value.strip('"').rpartition(".")
            ours = name == self._cookie(scope) and visitor
            if ours and hmac.compare_digest(signed.encode(), self._sign(visitor).encode()):
                return visitor
        return None


def _own_site(method: str, headers: MutableMapping[str, str]) -> bool:
    """Whether a request was made by this page, by a person, or by no browser at all."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        opened = method == "GET" and headers.get("sec-fetch-mode") == "navigate"
        return site == "same-origin" or opened or (site == "none" and method == "GET")
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers["host"].lower()
    except ValueError:
        return False


def _is_json(kind: str) -> bool:
    return kind.partition(";")[0].strip().lower() == "application/json"


async def _body(receive: Receive, most: int) -> bytes | None:
    """The whole body; None if it is too long, of which the rest is dropped."""
    parts: list[bytes] = []
    length, more = 0, True
    while more:
        message = await receive()
        part = message.get("body", b"")
        more = message.get("more_body", False)
        length += len(part)
        if length <= most:
            parts.append(part)
        else:
            parts.clear()
    return b"".join(parts) if length <= most else None


def _again(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, and then whatever comes."""
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive_again() -> Message:
        return waiting.pop() if waiting else await receive()

    return receive_again


def _with_headers(send: Send) -> Send:
    """Every answer tells the browser what it must not do with it."""

    async def send_more(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            more = [
                (name.encode(), value.encode())
                for name, value in HEADERS.items()
                if name.encode() not in own
            ]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return send_more


async def _refuse(send: Send, status: int, why: str) -> None:
    body = json.dumps({"error": why}).encode()
    await _answer(send, status, body, {"content-type": "application/json"})


async def _answer(send: Send, status: int, body: bytes, more: dict[str, str]) -> None:
    headers = {**HEADERS, **more, "content-length": str(len(body))}
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
