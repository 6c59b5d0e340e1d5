"""Whole deals by outcome sets: growth by cards, what each idea is worth, Table 2 of IJCAI-2005.

python bench/whole_deals.py growth --cards 9 10 11 12 13 --deals 10
python bench/whole_deals.py ideas --cards 11 --deals 20
python bench/whole_deals.py table-2 --deals 100
python bench/whole_deals.py threads --cards 13 --deals 5
python bench/whole_deals.py every --cards 12 --deals 10
python bench/whole_deals.py stops --deals 20
python bench/whole_deals.py targets --deals 20 --seconds 120 --table-mb 6000

Nodes are expanded nodes. Seconds are of the processor, of all threads together, unless they are
called wall; on a machine that does other work too, only those of the processor say something.
The algorithm is what `solve` takes by itself.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from threading import Event, Timer
from typing import Any, NamedTuple, cast

import kibitz
from kibitz.cards.position import TrickPosition
from kibitz.experiments.shared.bids import TOTAL, bids
from kibitz.showing.layout import columns

POINTS = {
    "hearts": "hearts(players=3)",
    "hearts-4": "hearts(players=4)",
    "ramsch": "skat(contract=ramsch)",
}
"""Games in which cards have points."""
GAMES = ("smot", "tricks", "sergeant_major", *POINTS)
PUBLISHED = {
    "tricks": 1_100_000,
    "momb": 400_000,
    "mot": 37_200,
    "smot": 8_600,
    "wl": 788,
    "oh": 40_700,
}
"""IJCAI-2005, Table 2: average nodes expanded, with 9 cards."""

IDEAS: dict[str, dict[str, Any]] = {
    "relative keys": {"keys": "absolute"},
    "older questions: life 1": {"life": 1},
    "life 3, a round": {"life": 3},
    "life 6, two rounds": {"life": 6},
    "sets instead of bounds": {"table": "bounds"},
    "preference classes": {"classes": "none"},
    "sure tricks": {"sure": "none"},
    "quick tricks": {"quick": "none"},
    "who is out (points only)": {"out": "none"},
    "look-ahead in the last seat": {"ahead": "none"},
    "order by suits, not by trick": {"order": "trick"},
    "order by suits, not from high": {"order": "high"},
}


class Run(NamedTuple):
    """What came of a deal, and how long it took."""

    found: kibitz.Result
    seconds: float
    wall: float


def deal(game: str, cards: int, seed: int) -> TrickPosition:
    """A deal; in Spades with bids that add up to about 7.9 of 9 tricks."""
    if game == "sergeant_major":
        return cast("TrickPosition", kibitz.game(f"sergeant_major(cards={cards})").deal(seed))
    if game in POINTS:
        return cast("TrickPosition", kibitz.game(POINTS[game]).deal(seed, cards=cards))
    base = f"spades(players=3,cards={cards},breaking=false"
    said = bids(f"{base})", seed, TOTAL * cards / 9)
    return cast("TrickPosition", kibitz.game(f"{base},bids={said},utility={game})").deal(seed))


def solved(
    game: str,
    cards: int,
    options: argparse.Namespace,
    left_out: dict[str, Any] | None = None,
    threads: int = 1,
) -> Iterator[Run]:
    """What comes of some deals."""
    limit = kibitz.Limit(
        nodes=options.nodes, seconds=options.seconds, table_mb=options.table_mb, threads=threads
    )
    for seed in range(options.deals):
        position = deal(game, cards, seed)
        algorithm = replace(kibitz.strongest(position), preset="", **left_out or {})
        start, wall = time.process_time(), time.perf_counter()
        found = kibitz.solve(position, algorithm, limit=limit)
        yield Run(found, time.process_time() - start, time.perf_counter() - wall)


def growth(options: argparse.Namespace) -> None:
    """A row for each number of cards."""
    print(" ".join(GROWTH))
    for game in options.games:
        for cards in options.cards:
            print(" ".join(row(game, cards, options)), flush=True)


GROWTH = ("game", "cards", "nodes median", "max", "seconds median", "max", "ns/node", "stopped")


def row(game: str, cards: int, options: argparse.Namespace) -> list[str]:
    """What some deals take; one that was stopped counts with what it took until then."""
    runs = list(solved(game, cards, options))
    nodes = [run.found.stats.expanded for run in runs]
    seconds = [run.seconds for run in runs]
    return [
        game,
        str(cards),
        f"{statistics.median(nodes):,.0f}",
        f"{max(nodes):,}",
        f"{statistics.median(seconds):.3f}",
        f"{max(seconds):.2f}",
        f"{1e9 * sum(seconds) / sum(nodes):.0f}",
        f"{sum(run.found.stopped != '' for run in runs)}/{len(runs)}",
    ]


TARGETS = (
    ("smot", 13, 1, 0.2),
    ("tricks", 13, 1, 0.7),
    ("smot", 15, 1, 2),
    ("tricks", 15, 1, 10),
    ("smot", 17, 2, 15),
    ("tricks", 17, 2, 180),
    ("sergeant_major", 16, 2, 180),
)
"""A game, cards, threads, and the median of wall seconds that was aimed at."""


def targets(options: argparse.Namespace) -> None:
    """Every deal of what was aimed at, as it is done, and the medians."""
    for game, cards, count, target in TARGETS:
        if game not in options.games:
            continue
        walls = []
        for number, run in enumerate(solved(game, cards, options, threads=count)):
            walls.append(run.wall)
            print(
                f"{game} {cards}, deal {number}: {run.found.stats.expanded:,} nodes,",
                f"{run.wall:.2f} wall, {run.seconds:.2f} processor {run.found.stopped}",
                flush=True,
            )
        median = statistics.median(walls)
        print(f"{game} {cards}, {count} threads: median {median:.2f} wall, target {target}\n")


def every(options: argparse.Namespace) -> None:
    """What it takes to value every card, beside the best one alone."""
    print("game cards deal moves nodes(one) nodes(every) seconds(one) seconds(every)")
    limit = kibitz.Limit(table_mb=options.table_mb)
    for game in options.games:
        for seed, run in enumerate(solved(game, options.cards[0], options)):
            one, alone, start = run.found, run.seconds, time.process_time()
            found = kibitz.analyse(one.position, one.algorithm, limit=limit)
            taken = time.process_time() - start
            moves, nodes = len(found.moves), (one.stats.expanded, found.stats.expanded)
            print(
                game, options.cards[0], seed, moves, *nodes, f"{alone:.3f} {taken:.3f}", flush=True
            )


def ideas(options: argparse.Namespace) -> None:
    """Nodes without each idea by nodes with all of them; the answers must agree."""
    for game in options.games:
        cards = options.cards[0]
        whole = list(solved(game, cards, options))
        rows = [["left out", "nodes", "factor"], ["nothing", _nodes(whole), "1.00"]]
        for name, left_out in IDEAS.items():
            runs = list(solved(game, cards, options, left_out))
            if "order" not in left_out:  # another order is another value
                assert [run.found.line for run in runs] == [run.found.line for run in whole]
            factor = statistics.mean(map(_expanded, runs)) / statistics.mean(map(_expanded, whole))
            rows.append([name, _nodes(runs), f"{factor:.2f}"])
        print(f"{game}, {cards} cards, {options.deals} deals\n{columns(rows, left=(0,))}\n")


def _expanded(run: Run) -> int:
    return run.found.stats.expanded


def _nodes(runs: list[Run]) -> str:
    return f"{statistics.mean(map(_expanded, runs)):,.0f}"


def table_2(options: argparse.Namespace) -> None:
    """Average nodes for 9 cards beside the published ones."""
    rows = [["utility", "nodes", "published"]]
    for utility, published in PUBLISHED.items():
        rows.append([utility, _nodes(list(solved(utility, 9, options))), f"{published:,}"])
    print(columns(rows, left=(0,)))


def threads(options: argparse.Namespace) -> None:
    """Wall seconds and nodes with one and with two threads."""
    rows = [["game", "cards", "threads", "nodes", "wall", "processor"]]
    for game in options.games:
        for count in (1, 2):
            runs = list(solved(game, options.cards[0], options, threads=count))
            wall, processor = sum(run.wall for run in runs), sum(run.seconds for run in runs)
            rows.append(
                [
                    game,
                    str(options.cards[0]),
                    str(count),
                    _nodes(runs),
                    f"{wall:.2f}",
                    f"{processor:.2f}",
                ]
            )
    print(columns(rows, left=(0,)))


def stops(options: argparse.Namespace) -> None:
    """How late a search of a whole deal with two threads ends, after its time or when cancelled."""
    draw = random.Random(1)
    for name in ("seconds", "cancel"):
        late = []
        for seed in range(options.deals):
            position, wanted, cancel = deal("tricks", 17, seed), draw.uniform(0.2, 2.0), Event()
            limit = kibitz.Limit(
                seconds=wanted if name == "seconds" else None, table_mb=options.table_mb, threads=2
            )
            timer = Timer(wanted, cancel.set)
            if name == "cancel":
                timer.start()
            start = time.perf_counter()
            found = kibitz.solve(position, kibitz.strongest(position), limit=limit, cancel=cancel)
            late.append(1000 * (time.perf_counter() - start - wanted))
            timer.cancel()
            assert found.stopped == name
        print(f"{name}: median {statistics.median(late):.0f} ms late, at most {max(late):.0f}")


MODES: dict[str, Callable[[argparse.Namespace], None]] = {
    "growth": growth,
    "ideas": ideas,
    "table-2": table_2,
    "threads": threads,
    "every": every,
    "targets": targets,
    "stops": stops,
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("mode", choices=MODES)
    parser.add_argument("--games", nargs="+", default=["smot", "tricks"], choices=GAMES)
    parser.add_argument("--cards", nargs="+", type=int, default=[11])
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--nodes", type=int, help="visited nodes, after which a search is stopped")
    parser.add_argument("--table-mb", type=int, default=1024)
    chosen = parser.parse_args()
    MODES[chosen.mode](chosen)
