"""Ctrl-C with many tables at which players think: python bench/ending.py [TABLES] [TIMES].

Starts the server, seats so many tables from as many addresses of this machine, all players at
which think for long, ends the server once all are busy, and reports how long that takes, by the
clock and in processor time, and how many choices were at work.
"""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx

PLAYERS = (
    ("spades(players=3)", "sampling(worlds=200,nodes=1000000,exact=17)"),
    ("hearts", "search(nodes=1000000)"),
    ("bridge(trump=H)", "sampling(worlds=200)"),
    ("spades(players=3,cards=5)", "sampling(worlds=200,by=reduction,exact=5)"),
    ("chinese_checkers(players=6)", "search(nodes=1000000)"),
    ("whole-oh-hell(players=4)", "sampling(worlds=200)"),
    ("whole-hearts", "sampling(worlds=200,aim=game)"),
    ("oh_hell(players=7)", "sampling(worlds=200)"),
)
"""Games, and who thinks for long in them."""
BUSY = 2.0
"""Seconds that players think once all tables have begun."""
MOST = 60.0
"""Seconds that a beginning and an end may take."""


async def sit(base: str, welcome: str, number: int, begun: set[int]) -> None:
    """One table, watched until the server ends."""
    game, player = PLAYERS[number % len(PLAYERS)]
    transport = httpx.AsyncHTTPTransport(local_address=f"127.0.1.{1 + number}")
    async with httpx.AsyncClient(base_url=base, timeout=MOST, transport=transport) as client:
        await client.get(welcome)
        while True:
            question = {"game": game, "seed": number, "players": [player]}
            async with client.stream("POST", "/stream/table", json=question) as response:
                async for line in response.aiter_lines():
                    begun.add(number)
                    if '"error"' in line:
                        print(line, file=sys.stderr)
                        return
                if response.status_code != 200:
                    print(response.status_code, file=sys.stderr)
                    return


def busy_seconds(process: int) -> float:
    """The processor time that a process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def end(tables: int) -> None:
    """Serve, seat the tables, end."""
    words = [sys.executable, "-m", "kibitz", "serve", "--no-browser"]
    server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        base, welcome = address.partition("/?")[0], address.partition("#")[0]
        begun: set[int] = set()
        seated = [asyncio.ensure_future(sit(base, welcome, at, begun)) for at in range(tables)]
        waited = time.monotonic()
        while len(begun) < tables and time.monotonic() - waited < MOST:
            await asyncio.sleep(0.1)
        await asyncio.sleep(BUSY)
        threads = len(list(Path(f"/proc/{server.pid}/task").iterdir()))
        worked, waited, since = busy_seconds(server.pid), time.monotonic(), 0.0
        server.send_signal(signal.SIGINT)
        while server.poll() is None and time.monotonic() - waited < MOST:
            with suppress(OSError, IndexError):  # it has just ended
                since = busy_seconds(server.pid) - worked
            await asyncio.sleep(0.01)
        waited = time.monotonic() - waited
        print(
            f"{len(begun)} tables, {threads} threads: ended after {waited:.2f} s, "
            f"{since:.2f} of the processor, code {server.poll()}"
        )
        await asyncio.gather(*seated, return_exceptions=True)
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    for _ in range(given[1] if len(given) > 1 else 1):
        asyncio.run(end(given[0] if given else 40))
