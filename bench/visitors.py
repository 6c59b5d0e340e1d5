"""Visitors at once, analysing and playing: bench/visitors.py [SECONDS] [VISITORS] [ADDRESSES].

Starts the server, lets fifty of them ask for two minutes, each from an address of its own unless
there are fewer, and reports for each kind of question how many there were, the median and the 99th
percentile of the time to its first answer, and every error.
"""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import httpx

GAMES = (
    "spades(players=3,cards=6)",
    "hearts(players=3,cards=6)",
    "bridge(cards=7,trump=S)",
    "bridge(trump=H)",
    "oh_hell(players=4,cards=5,bids=1/1/1/1)",
    "chinese_checkers(players=3)",
)
TABLES = ("spades(players=3,cards=6)", "hearts(players=4,cards=6)", "whole-spades(players=3)")
THINKING = 1.0
"""Seconds that a person looks at an answer, on average."""


class Load:
    """What was measured."""

    def __init__(self, address: str, until: float, addresses: int) -> None:
        self.addresses = addresses
        self.welcome = address.partition("#")[0]
        self.base = address.partition("/?")[0]
        self.until = until
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: Counter[str] = Counter()

    async def visit(self, number: int) -> None:
        """One visitor, until the time is over."""
        stream = random.Random(number)
        home = httpx.AsyncHTTPTransport(
            limits=httpx.Limits(max_connections=4),
            local_address=f"127.0.0.{2 + number % self.addresses}",
        )
        async with httpx.AsyncClient(base_url=self.base, timeout=60, transport=home) as client:
            await client.get(self.welcome)
            while time.monotonic() < self.until:
                try:
                    await (self.analyse if stream.random() < 0.6 else self.play)(client, stream)
                except (httpx.HTTPError, KeyError, ValueError) as error:
                    self.errors[f"{type(error).__name__}: {error}"] += 1

    async def ask(self, client: httpx.AsyncClient, name: str, **question: Any) -> dict[str, Any]:
        """One answer."""
        start = time.monotonic()
        answer = (await client.post(f"/api/{name}", json=question)).json()
        self.times[name].append(time.monotonic() - start)
        if "error" in answer:
            raise ValueError(answer["error"])
        return dict(answer)

    async def watch(
        self, client: httpx.AsyncClient, name: str, leave: float, **question: Any
    ) -> list[dict[str, Any]]:
        """Answers as they come, until they end or the visitor leaves."""
        start, found = time.monotonic(), list[dict[str, Any]]()
        async with client.stream("POST", f"/stream/{name}", json=question) as response:
            async for line in response.aiter_lines():
                if not line.startswith("data: {") or line == "data: {}":
                    continue
                if not found:
                    self.times[f"first {name}"].append(time.monotonic() - start)
                found.append(json.loads(line.removeprefix("data: ")))
                if "error" in found[-1]:
                    raise ValueError(found[-1]["error"])
                if time.monotonic() - start > leave:
                    break
        return found

    async def analyse(self, client: httpx.AsyncClient, stream: random.Random) -> None:
        """A deal, its values, and a few moves of it."""
        dealt = await self.ask(
            client, "deal", game=stream.choice(GAMES), seed=stream.randrange(999)
        )
        play: list[str] = []
        for _ in range(stream.randrange(1, 5)):
            here = {"game": dealt["game"], "position": dealt["position"], "play": play}
            shown = await self.ask(client, "line", **here)
            moves = shown["positions"][-1]["legal_moves"]
            if not moves:
                break
            found = await self.watch(client, "analyse", stream.expovariate(1 / 2.0), **here)
            play = [*play, found[-1]["best"] or moves[0]]
            await asyncio.sleep(stream.expovariate(1 / THINKING))

    async def play(self, client: httpx.AsyncClient, stream: random.Random) -> None:
        """A few choices at a table."""
        question: dict[str, Any] = {"game": stream.choice(TABLES), "seed": stream.randrange(999)}
        for _ in range(stream.randrange(2, 7)):
            found = await self.watch(
                client, "table", 60, **question, seat=0, players=["sampling"], forced=True
            )
            now = found[-1]
            if now["is_over"]:
                return
            move = stream.choice(now["moves"])
            if now["asks"] == "pass":
                move = "/".join(stream.sample(now["moves"], now["choices"][0]))
            question = {"log": now["log"], "move": move}
            await asyncio.sleep(stream.expovariate(1 / THINKING))

    def report(self) -> str:
        """The numbers, a line per kind of question."""
        lines = [f"{'question':16}{'asked':>8}{'p50 ms':>9}{'p99 ms':>9}{'max ms':>9}"]
        for name, times in sorted(self.times.items()):
            times.sort()
            at = (len(times) // 2, int(len(times) * 0.99), len(times) - 1)
            cells = "".join(f"{1000 * times[one]:9.0f}" for one in at)
            lines.append(f"{name:16}{len(times):8}{cells}")
        errors = [f"{count} x {error}" for error, count in self.errors.items()]
        return "\n".join([*lines, f"errors: {sum(self.errors.values())}", *errors])


async def main(seconds: float, visitors: int, addresses: int) -> None:
    """Serve, visit, report."""
    words = [sys.executable, "-m", "kibitz", "serve", "--no-browser"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        load = Load(server.stdout.readline().strip(), time.monotonic() + seconds, addresses)
        await asyncio.gather(*(load.visit(number) for number in range(visitors)))
        status = Path(f"/proc/{server.pid}/status").read_text(encoding="utf-8").splitlines()
        memory = next((line for line in status if line.startswith("VmHWM")), "")
        print(load.report())
        print(
            f"{visitors} visitors from {addresses} addresses, {seconds:.0f} s; "
            f"most memory of the server: {memory[6:].strip()}"
        )
    finally:
        server.terminate()
        server.wait()


if __name__ == "__main__":
    given = [float(word) for word in sys.argv[1:]]
    seconds, visitors, addresses = (given + [120.0, 50, 50][len(given) :])[:3]
    asyncio.run(main(seconds, int(visitors), int(min(addresses, visitors))))
