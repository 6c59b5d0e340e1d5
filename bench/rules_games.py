"""Whole deals of the games from rules files, as `solve` takes them by itself.

python bench/rules_games.py --targets --nodes 20000000
python bench/rules_games.py --deals 30 --seconds 60
python bench/rules_games.py "doppelkopf" "jass" --deals 30
python bench/rules_games.py "skat(contract=ramsch)" --deals 30
python bench/rules_games.py doppelkopf jass --ideas --cards 8 --deals 6

A row for each game: deals, those that were stopped, and seconds of the processor in the median,
for 99 of 100 deals, and at most. A deal that was stopped counts with what it took until then.
With `--targets` the games for which a time is promised, with as many deals as the promise needs.
With `--ideas` nodes and seconds of the search for points without one idea, by those with all.
"""

from __future__ import annotations

import argparse
import statistics
import time
from typing import Any, cast

import kibitz
from kibitz.cards.position import TrickPosition
from kibitz.showing.layout import columns

GAMES = (
    "skat",
    "skat(contract=grand)",
    "skat(contract=null)",
    "skat(contract=ramsch)",
    "sheepshead",
    "doppelkopf",
    "jass",
    "belote",
    "euchre",
    "five_hundred",
    "pinochle",
    "french_tarot",
    "tressette",
    "ninety_nine(bids=3/3/3)",
    "knock_out_whist",
)
TARGETS = {
    "skat": 200,
    "belote": 100,
    "doppelkopf": 9,
    "jass": 9,
    "pinochle": 9,
    "skat(contract=ramsch)": 5,
    "ninety_nine(bids=3/3/3)": 50,
}
"""How many deals; two thirds of those of Doppelkopf and all of Ramsch take seconds."""
HEADINGS = ["game", "cards", "search", "deals", "stopped", "median", "99 %", "most"]


def row(game: str, deals: int, options: argparse.Namespace) -> list[str]:
    """What some deals of a game take."""
    limit = kibitz.Limit(seconds=options.seconds, nodes=options.nodes, table_mb=options.table_mb)
    seconds, stopped, search, cards = [], 0, "", 0
    for seed in range(deals):
        position = cast("TrickPosition", kibitz.game(game).deal(seed))
        start = time.process_time()
        found = kibitz.solve(position, kibitz.strongest(position), limit=limit)
        seconds.append(time.process_time() - start)
        stopped += found.stopped != ""
        search, cards = found.algorithm.preset, position.tricks_left
    seconds.sort()
    nearly_all = seconds[min(len(seconds) - 1, len(seconds) * 99 // 100)]
    times = [f"{each:.3f}" for each in (statistics.median(seconds), nearly_all, seconds[-1])]
    return [game, str(cards), search, str(deals), str(stopped), *times]


IDEAS = {
    "what an answer rests on": "points(keys=absolute)",
    "neighbours": "points(near=none)",
    "tricks that are won": "points(sure=none)",
    "the order": "points(inner=listed)",
}


def ideas(game: str, options: argparse.Namespace) -> None:
    """What each idea is worth; the answers must agree."""
    whole = run_all(game, "points", options)
    rows = [["left out", "nodes", "seconds"]]
    for name, algorithm in IDEAS.items():
        found = run_all(game, algorithm, options)
        assert found[2] == whole[2]
        rows.append([name, f"{found[0] / whole[0]:.2f}", f"{found[1] / whole[1]:.2f}"])
    print(f"{game}, {options.cards} cards, {whole[0] / options.deals:,.0f} nodes on average")
    print(columns(rows, left=(0,)), flush=True)


def run_all(game: str, algorithm: str, options: argparse.Namespace) -> tuple[int, float, list[Any]]:
    """Nodes, seconds and values of some deals."""
    nodes, values, start = 0, [], time.process_time()
    for seed in range(options.deals):
        position = kibitz.game(game).deal(seed, options.cards)
        found = kibitz.solve(position, algorithm, limit=kibitz.Limit(table_mb=options.table_mb))
        nodes += found.stats.visited
        values.append((found.value, found.line))
    return nodes, time.process_time() - start, values


def main() -> None:
    """Print the table, row by row as they are done."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=GAMES, help="games, by default all")
    parser.add_argument("--deals", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60, help="a deal is stopped after these")
    parser.add_argument("--nodes", type=int, help="or after these, whatever else the machine does")
    parser.add_argument("--table-mb", type=int, default=1000)
    parser.add_argument("--targets", action="store_true", help="games for which a time is promised")
    parser.add_argument("--ideas", action="store_true", help="what each idea is worth")
    parser.add_argument("--cards", type=int, default=8, help="in each hand, with --ideas")
    options = parser.parse_args()
    if options.ideas:
        for game in options.games:
            ideas(game, options)
        return
    rows = [HEADINGS]
    games = TARGETS if options.targets else dict.fromkeys(options.games, options.deals)
    for game, deals in games.items():
        rows.append(row(game, deals, options))
        print(" ".join(rows[-1]), flush=True)
    print(f"\n{columns(rows, left=(0, 2))}")


if __name__ == "__main__":
    main()
