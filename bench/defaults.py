"""The default against other algorithms, over games and hand sizes, as a page of the docs.

python bench/defaults.py docs/defaults.md

Nodes are the same on every machine. Time is that of the processor, so that a busy machine changes
it little, and is given as a ratio to the default.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from tqdm import tqdm

import kibitz

DEALS = range(5)
NODES = 3_000_000
"""Where a search is given up; the default may visit ten times as many."""
ROUNDS, LONG = 3, 0.05
"""How often a search is timed, unless it takes so many seconds."""
GAMES = {
    "spades(players=3)": (4, 6, 8, 10, 12),
    "spades(players=3,bids=1/1/2,utility=smot)": (4, 6, 8, 10, 12),
    "spades": (4, 6, 8, 10),
    "spades(players=4,teams=none)": (4, 5, 6, 7, 8),
    "sergeant_major(utility=target)": (4, 6, 8, 10, 12),
    "oh_hell(players=4)": (4, 5, 6, 7),
    "oh_hell(players=6)": (3, 4, 5, 6),
    "hearts(players=3)": (4, 6, 8, 9, 10, 11),
    "hearts": (4, 5, 6, 7),
    "bridge": (4, 6, 8, 10, 13),
    "bridge(trump=S)": (4, 6, 8, 10, 13),
}
OTHERS = (
    "maxn",
    "maxn(table=exact)",
    "shallow(table=bounds,keys=relative)",
    "abbnb(table=bounds,keys=relative)",
    "speculative(table=bounds,keys=relative)",
    "leaf-table",
    "leaf-table(keys=relative)",
    "leaf-table(keys=relative,probe=trick)",
    "leaf-table(keys=relative,order=trick)",
    "outcome-sets",
    "partition",
    "alpha-beta(table=bounds,keys=relative)",
    "alpha-beta(table=bounds,keys=relative,probe=trick,window=zero,order=trick)",
)
"""What else a user may ask for: the papers' algorithms and what makes them strong."""


def measured(
    position: kibitz.Position, algorithm: kibitz.Algorithm, nodes: int = NODES
) -> tuple[float, int] | None:
    """Seconds and nodes of a search; None if it does not apply, or was given up."""
    seconds = []
    for _ in range(ROUNDS):
        start = time.process_time()
        try:
            result = kibitz.solve(position, algorithm, limit=kibitz.Limit(nodes=nodes))
        except kibitz.KibitzError:
            return None
        if not result.complete:
            return None
        seconds.append(time.process_time() - start)
        if seconds[0] > LONG:
            break
    return min(seconds), result.stats.visited


def row(name: str, cards: int) -> list[str]:
    """The default of one size, and the others as a multiple of its time."""
    game = kibitz.game(name)
    deals = [game.deal(seed, cards) for seed in DEALS]
    default = kibitz.strongest(deals[0])
    done = [found for deal in deals if (found := measured(deal, default, 10 * NODES)) is not None]
    cells = [f"`{name}`, {cards}", f"`{default}`"]
    if len(done) < len(deals):
        return [
            *cells,
            f"{len(deals) - len(done)} of {len(deals)} over {10 * NODES:,}",
            "",
            "",
            "",
            "",
        ]
    seconds = sum(found[0] for found in done)
    nodes = statistics.median(found[1] for found in done)
    ratios = {}
    for other in OTHERS:
        algorithm, times = kibitz.Algorithm.parse(other), []
        for deal in deals if algorithm != default else ():
            found = measured(deal, algorithm)
            if found is None:
                break
            times.append(found[0])
        if len(times) == len(deals):
            ratios[other] = sum(times) / seconds
    ranked = sorted(ratios, key=lambda other: ratios[other])
    best = f"`{ranked[0]}` {ratios[ranked[0]]:.2f}" if ranked else "-"
    before = ratios.get("leaf-table")
    rest = ", ".join(f"`{other}` {ratios[other]:.1f}" for other in ranked[1:])
    return [
        *cells,
        f"{nodes:,.0f}",
        f"{1000 * seconds / len(deals):.2f}",
        best,
        "over" if before is None else f"{before:.1f}",
        rest or "-",
    ]


HEAD = f"""# The default against the rest

The algorithms that `solve` and `analyse` choose by default, on {len(DEALS)} random deals of each
size,
and the times of other algorithms for the same deals, as multiples of the default's. Those that
are missing in a row do not apply, or visited more than {NODES:,} nodes on one of the deals.
Numbers below 1 are faster than the default; hands that take a fraction of a millisecond swing by a
fifth from run to run. Values are the same in one listed order; `outcome-sets` has one of
its own, see [ties and order](ties-and-order.md).

`python bench/defaults.py docs/defaults.md` wrote this page, on one processor.

| game, cards each | default | nodes, median | ms, mean | fastest other | `leaf-table` | the rest |
| --- | --- | --- | --- | --- | --- | --- |
"""


def main() -> None:
    rows = []
    sizes = [(name, cards) for name, all_cards in GAMES.items() for cards in all_cards]
    for name, cards in tqdm(sizes):
        rows.append(f"| {' | '.join(row(name, cards))} |")
    page = HEAD + "\n".join(rows) + "\n"
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(page)
    else:
        print(page)


if __name__ == "__main__":
    main()
