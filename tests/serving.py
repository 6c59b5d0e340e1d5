"""The page's server as it runs, in a process of its own, and a visitor of it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
from commands import command
from waiting import LONG

HAND = {"game": "spades(players=3,breaking=false)", "position": "7..K.4 .2..K7 J...A3"}


class Server:
    """A server, by the address that it printed."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        self.process = process
        self.address = process.stdout.readline().strip()
        self.base = self.address.partition("/?")[0]
        self.welcome = self.address.partition("#")[0]

    @contextmanager
    def visitor(self) -> Iterator[Visitor]:
        """Somebody who has opened the address."""
        with Visitor(base_url=self.base, timeout=LONG) as visitor:
            assert visitor.get(self.welcome).status_code == 303
            yield visitor


class Visitor(httpx.Client):
    """Somebody who asks."""

    def ask(self, name: str, **question: Any) -> dict[str, Any]:
        answer = self.post(f"/api/{name}", json=question).json()
        assert isinstance(answer, dict)
        return answer

    def answers(self, name: str, **question: Any) -> list[dict[str, Any]]:
        return list(self.coming(name, **question))

    def coming(self, name: str, **question: Any) -> Iterator[dict[str, Any]]:
        with self.stream("POST", f"/stream/{name}", json=question) as response:
            for line in response.iter_lines():
                if line.startswith("data: {") and line != "data: {}":
                    yield json.loads(line.removeprefix("data: "))


@contextmanager
def serving(*words: str, **options: Any) -> Iterator[Server]:
    """The server while it is needed."""
    process = command("serve", "--no-browser", *words, **options)
    try:
        yield Server(process)
    finally:
        if process.poll() is None:
            process.terminate()
            process.communicate(timeout=LONG)
