"""How fast Kibitz is, as ratios in one run, with the load of the machine; into docs/speed.md.

python bench/ratios.py [--deals N] [--write]

Seconds are of the processor; those of engines, workers and threads are by the clock and are left
out on a busy machine, where they say nothing. `--write` puts the run in front of the history
of docs/speed.md; a run of the same version replaces the one before.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import two_sides

import kibitz
from kibitz import Limit, TrickPosition

ROUNDS = 3
GAME = kibitz.game("spades(players=3,bids=3/3/3,utility=smot,breaking=false)")
BATCH = [GAME.deal(seed, cards=9) for seed in range(400)]
ALGORITHM = "leaf-table(probe=trick,keys=relative)"
SMALL = ("spades(players=3,bids=1/1/2,utility=mot,breaking=false)", "7..K.4 .2..K7 J...A3")
THREADS = ((GAME, 14), (kibitz.game("spades(players=3,breaking=false)"), 13))
CLOCKED = ("kernel / reference", "2 workers / 1", "2 threads / 1, smot", "2 threads / 1, tricks")
SET_UP = ("hearts(players=4)", 4)
PAGE = Path(__file__).parent.parent / "docs" / "speed.md"
HISTORY = "| version | load |"


def rate(engine: str) -> float:
    """Visited nodes a second in the small rows, best of some rounds, by the longest searches."""
    rows = [list(kibitz.bench(engine, small=True)) for _ in range(ROUNDS)]
    long = [at for at, row in enumerate(rows[0]) if row.result.stats.visited > 20_000]
    nodes = sum(rows[0][at].result.stats.visited for at in long)
    return nodes / sum(min(run[at].result.seconds for run in rows) for at in long)


def batch_seconds(workers: int) -> float:
    """How long a batch takes by the clock."""
    start = time.perf_counter()
    answers = kibitz.solve_many(GAME, BATCH, ALGORITHM, workers=workers)
    assert all(isinstance(found, kibitz.Result) for found in answers)
    return time.perf_counter() - start


def thread_seconds(position: kibitz.Position, threads: int) -> float:
    """How long one search takes by the clock."""
    start = time.perf_counter()
    assert kibitz.solve(position, limit=Limit(threads=threads)).complete
    return time.perf_counter() - start


def percentile(ratios: list[float], part: float) -> float:
    """The ratio that such a part of them is not above."""
    return sorted(ratios)[min(len(ratios) - 1, int(part * len(ratios)))]


def command(*words: str) -> float:
    """Seconds of the processor that a command takes, the best of some rounds; with bytecode."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}

    def once() -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=env)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return min(once() for _ in range(2 * ROUNDS))


def set_up() -> tuple[float, float]:
    """Seconds of the processor for the first call of a game beyond its nodes, and for the next."""
    name, cards = SET_UP
    one, other = (kibitz.game(name).deal(seed, cards=cards) for seed in (1, 2))
    return two_sides.timed(kibitz.solve, one)[0], two_sides.timed(kibitz.solve, other)[0]


def ratios(deals: int, tables: int) -> Iterator[tuple[str, str, str]]:
    """What is measured, the figure that a history keeps, and the numbers behind it."""
    chosen = list(two_sides.deals(deals, 13, 1000))
    asked = [(position, two_sides.theirs(position, trump)) for position, trump in chosen]
    for name, ask, some in (
        ("bridge, one value / DDS", two_sides.one, asked),
        ("bridge, 20 contracts / DDS", two_sides.contracts, asked[:tables]),
    ):
        pairs = [ask(*one) for one in some]
        ours, theirs = (sum(side) for side in zip(*pairs, strict=True))
        each = [one / other for one, other in pairs]
        middle, most = statistics.median(each), percentile(each, 0.99)
        behind = f"{len(some)} deals, {ours:.2f} s and {theirs:.2f} s; median of the ratios "
        behind += f"{middle:.2f}, 99th percentile {most:.2f}"
        yield name, f"{ours / theirs:.2f}", behind
    lines = [line_of(position) for position, _ in asked]
    value, line = (sum(side) for side in zip(*lines, strict=True))
    yield "bridge, the line / the value", f"{line / value:.2f}", f"{line:.2f} s and {value:.2f} s"
    yield from by_the_clock()
    first, next_one = set_up()
    behind = f"{SET_UP[0]}, {SET_UP[1]} cards; the next {next_one * 1000:.1f} ms"
    yield "first call, ms", f"{first * 1000:.1f}", behind
    yield (
        "import kibitz, ms",
        f"{command('-c', 'import kibitz') * 1000:.0f}",
        "with the interpreter",
    )
    small = command("-m", "kibitz", "solve", *SMALL)
    yield "kibitz solve, ms", f"{small * 1000:.0f}", "a small hand, with the interpreter"


def by_the_clock() -> Iterator[tuple[str, str, str]]:
    """What says something only if two processors are free."""
    if os.getloadavg()[0] > (os.cpu_count() or 1):
        for name in CLOCKED:
            yield name, "-", "not measured: the machine is busy"
        return
    kernel, reference = rate("kernel"), rate("reference")
    behind = f"{kernel:,.0f} and {reference:,.0f} nodes/s"
    yield CLOCKED[0], f"{kernel / reference:.0f}", behind
    one, two = (min(batch_seconds(workers) for _ in range(ROUNDS)) for workers in (1, 2))
    behind = f"{len(BATCH)} deals in {one:.2f} s and {two:.2f} s by the clock"
    yield CLOCKED[1], f"{one / two:.2f}", behind
    for name, (game, cards) in zip(CLOCKED[2:], THREADS, strict=True):
        runs = [
            [thread_seconds(game.deal(seed, cards=cards), threads) for threads in (1, 2)]
            for seed in range(ROUNDS)
        ]
        one, two = (sum(side) for side in zip(*runs, strict=True))
        behind = f"{cards} cards, {ROUNDS} deals in {one:.2f} s and {two:.2f} s by the clock"
        yield name, f"{one / two:.2f}", behind


def line_of(position: TrickPosition) -> tuple[float, float]:
    """Seconds for value and move, and for the line after it."""
    value, found = two_sides.timed(kibitz.solve, position)
    line, _ = two_sides.timed(lambda: found.line)
    return value, line


def write(found: list[tuple[str, str]], load: str) -> None:
    """Put a run in front of the history."""
    text = PAGE.read_text()
    before, head, rows = text.partition(HISTORY)
    assert head, f"expected a table that begins with {HISTORY!r} in {PAGE}"
    heads, line, *older = (head + rows).strip().splitlines()
    expected = "| " + " | ".join(["version", "load", *(name for name, _ in found)]) + " |"
    if heads != expected:
        older = []  # of other measurements
        heads, line = expected, "|" + " --- |" * (len(found) + 2)
    new = "| " + " | ".join([kibitz.__version__, load, *(figure for _, figure in found)]) + " |"
    older = [row for row in older if not re.match(rf"\| {re.escape(kibitz.__version__)} \|", row)]
    PAGE.write_text(before + "\n".join([heads, line, new, *older]) + "\n")


def main() -> None:
    """Measure, print, and write if that is asked for."""
    options: Any = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--deals", type=int, default=60, help="of bridge, beside DDS")
    options.add_argument("--tables", type=int, default=10, help="of them for all contracts")
    options.add_argument("--write", action="store_true", help=f"into {PAGE.name}")
    chosen = options.parse_args()
    load = f"{os.getloadavg()[0]:.1f} of {os.cpu_count()}"
    print(f"load of the machine before: {load} processors")
    found = []
    for name, figure, behind in ratios(chosen.deals, chosen.tables):
        print(f"{name:30} {figure:>6}   ({behind})", flush=True)
        found.append((name, figure))
    print(f"load after: {os.getloadavg()[0]:.1f}")
    if chosen.write:
        write(found, load)


if __name__ == "__main__":
    main()
