"""Whole deals by outcome sets: growth by cards, what each idea is worth, Table 2 of IJCAI-2005.

python bench/whole_deals.py growth --cards 9 10 11 12 13 --deals 10
python bench/whole_deals.py ideas --cards 11 --deals 20
python bench/whole_deals.py table-2 --deals 100
python bench/whole_deals.py threads --cards 13 --deals 5

Nodes are expanded nodes. Seconds are of the processor, of all threads together, unless they are
called wall; on a machine that does other work too, only those of the processor say something.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from typing import cast

import kibitz
from kibitz.cards.position import TrickPosition
from kibitz.lab.bids import TOTAL, bids
from kibitz.layout import columns

GAMES = ("smot", "tricks", "sergeant_major", "hearts")
PUBLISHED = {
    "tricks": 1_100_000,
    "momb": 400_000,
    "mot": 37_200,
    "smot": 8_600,
    "wl": 788,
    "oh": 40_700,
}
"""IJCAI-2005, Table 2: average nodes expanded, with 9 cards."""

IDEAS = {
    "relative keys": "keys=absolute",
    "older questions (life 6)": "life=1",
    "life 6 instead of 3": "life=3",
    "sets instead of bounds": "table=bounds",
    "preference classes": "classes=none",
    "sure trumps": "sure=none",
    "quick tricks": "quick=none",
    "look-ahead in the last seat": "ahead=none",
    "order by suits, not by trick": "order=trick",
    "order by suits, not from high": "order=high",
}


def deal(game: str, cards: int, seed: int) -> TrickPosition:
    """A deal; in Spades with bids that add up to about 7.9 of 9 tricks."""
    if game == "sergeant_major":
        return cast("TrickPosition", kibitz.game(f"sergeant_major(cards={cards})").deal(seed))
    if game == "hearts":
        return cast("TrickPosition", kibitz.game("hearts(players=3)").deal(seed, cards=cards))
    base = f"spades(players=3,cards={cards},breaking=false"
    said = bids(f"{base})", seed, TOTAL * cards / 9)
    return cast("TrickPosition", kibitz.game(f"{base},bids={said},utility={game})").deal(seed))


def solved(
    game: str, cards: int, options: argparse.Namespace, left_out: str = "", threads: int = 1
) -> Iterator[tuple[kibitz.Result, float]]:
    """What comes of some deals, with the seconds of the processor."""
    algorithm = f"outcome-sets({left_out})" if left_out else "outcome-sets"
    limit = kibitz.Limit(seconds=options.seconds, table_mb=options.table_mb, threads=threads)
    for seed in range(options.deals):
        position = deal(game, cards, seed)
        start = time.process_time()
        found = kibitz.solve(position, algorithm, limit=limit)
        yield found, time.process_time() - start


def growth(options: argparse.Namespace) -> None:
    """A row for each number of cards."""
    rows = [["game", "cards", "nodes median", "max", "seconds median", "max", "ns/node", "stopped"]]
    for game in options.games:
        for cards in options.cards:
            runs = list(solved(game, cards, options))
            nodes = [found.stats.expanded for found, _ in runs]
            seconds = [taken for _, taken in runs]
            rows.append(
                [
                    game,
                    str(cards),
                    f"{statistics.median(nodes):,.0f}",
                    f"{max(nodes):,}",
                    f"{statistics.median(seconds):.3f}",
                    f"{max(seconds):.2f}",
                    f"{1e9 * sum(seconds) / sum(nodes):.0f}",
                    str(sum(found.stopped != "" for found, _ in runs)),
                ]
            )
            print(columns([rows[0], rows[-1]], left=(0,)), flush=True)
    print(columns(rows, left=(0,)))


def ideas(options: argparse.Namespace) -> None:
    """Nodes without each idea by nodes with all of them; the answers must agree."""
    for game in options.games:
        cards = options.cards[0]
        whole = list(solved(game, cards, options))
        rows = [["left out", "nodes", "factor"], ["nothing", _nodes(whole), "1.00"]]
        for name, left_out in IDEAS.items():
            runs = list(solved(game, cards, options, left_out))
            if "order" not in left_out:  # another order is another value
                assert [found.line for found, _ in runs] == [found.line for found, _ in whole]
            factor = sum(f.stats.expanded for f, _ in runs) / sum(
                f.stats.expanded for f, _ in whole
            )
            rows.append([name, _nodes(runs), f"{factor:.2f}"])
        print(f"{game}, {cards} cards, {options.deals} deals\n{columns(rows, left=(0,))}\n")


def _nodes(runs: list[tuple[kibitz.Result, float]]) -> str:
    return f"{statistics.mean(found.stats.expanded for found, _ in runs):,.0f}"


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
            start = time.perf_counter()
            runs = list(solved(game, options.cards[0], options, threads=count))
            wall = time.perf_counter() - start
            processor = sum(taken for _, taken in runs)
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


MODES: dict[str, Callable[[argparse.Namespace], None]] = {
    "growth": growth,
    "ideas": ideas,
    "table-2": table_2,
    "threads": threads,
}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("mode", choices=MODES)
    parser.add_argument("--games", nargs="+", default=["smot", "tricks"], choices=GAMES)
    parser.add_argument("--cards", nargs="+", type=int, default=[11])
    parser.add_argument("--deals", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--table-mb", type=int, default=1024)
    chosen = parser.parse_args()
    MODES[chosen.mode](chosen)
