"""Writes the tables of docs/horizon.md: nodes by depth, and the depth that 250,000 nodes reach.

Run by `make docs`. The words are in the page, every number between its marks comes from here.
"""

from __future__ import annotations

import re
from pathlib import Path

import kibitz
from kibitz import Limit, Position

PAGE = Path(__file__).parent / "horizon.md"
NODES = 250_000
POSITIONS = 5
DEPTHS = range(1, 13)
ALGORITHMS = ("maxn", "shallow", "last-branch", "speculative", "paranoid")
GAMES = {
    "Chinese Checkers": ("chinese_checkers", "leaf=distance,combine=against,order=gain,width=10"),
    "Hearts": ("hearts(players=3)", "leaf=cards,combine=against"),
    "Spades": ("spades(players=3)", "leaf=cards,combine=against"),
}


def visited(position: Position, algorithm: str, depth: int) -> int | None:
    """Visited nodes of all searches to a depth; nothing if they are more than allowed."""
    result = kibitz.solve(position, algorithm, limit=Limit(nodes=NODES + 1, depth=depth))
    return None if result.stopped == "nodes" else result.stats.visited


def table(text: str, parts: str) -> str:
    """Average nodes by depth for each algorithm, and the depth within the limit."""
    positions = [kibitz.game(text).deal(seed) for seed in range(POSITIONS)]
    algorithms = [f"{name}({parts})" for name in ALGORITHMS]
    rows = [["depth", *ALGORITHMS]]
    for depth in DEPTHS:
        counts = [
            [visited(each, algorithm, depth) for each in positions] for algorithm in algorithms
        ]
        cells = [
            "" if None in row else f"{sum(count or 0 for count in row) / POSITIONS:,.0f}"
            for row in counts
        ]
        if not any(cells):
            break
        rows.append([str(depth), *cells])
    reached = [
        [kibitz.solve(each, algorithm, limit=Limit(nodes=NODES)).depth or 0 for each in positions]
        for algorithm in algorithms
    ]
    rows.append([f"within {NODES:,}", *(f"{sum(row) / POSITIONS:.1f} plies" for row in reached)])
    head, *body = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, "| --- " * len(rows[0]) + "|", *body])


def page(old: str) -> str:
    """The page with fresh tables."""
    for name, (text, parts) in GAMES.items():
        block = f"<!-- {name} -->\n{table(text, parts)}\n<!-- end -->"
        old = re.sub(
            rf"<!-- {name} -->\n.*?<!-- end -->", lambda _, block=block: block, old, flags=re.S
        )
    return old


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
