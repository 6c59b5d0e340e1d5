"""A fixed set of searches. The number of nodes that they visit is the signature of the search:
a change that alters it unintentionally has changed the search.

Rows are small, for both engines, or large, for the kernel alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from kibitz.algorithm import Algorithm
from kibitz.asking.solve import solve
from kibitz.engines.kernel import BUILT
from kibitz.game import Position
from kibitz.games import game
from kibitz.results import Limit, Result
from kibitz.showing.layout import columns, html_table

OPEN = "spades(players=3,breaking=false)"
BIDS = "spades(players=3,bids=2/3/3,utility=smot,breaking=false)"

PLAY = "leaf=distance,combine=against,order=gain,width=10"

Row: TypeAlias = tuple[str, int, int, str] | tuple[str, int, int, str, int]
"""Game, seed, cards each, algorithm, and perhaps a depth."""

SMALL: tuple[Row, ...] = (
    (OPEN, 1, 4, "maxn"),
    (OPEN, 1, 5, "shallow"),
    (OPEN, 1, 5, "shallow(test=leaf-table)"),
    (OPEN, 2, 5, "last-branch"),
    (OPEN, 2, 5, "speculative(test=leaf-table,heuristic=taken)"),
    (BIDS, 3, 6, "abbnb"),
    (BIDS, 3, 6, "speculative(test=discrete)"),
    (BIDS, 3, 7, "leaf-table"),
    (BIDS, 3, 7, "leaf-table(probe=card)"),
    (BIDS, 3, 7, "leaf-table(keys=relative,probe=card)"),
    ("spades(players=2,bids=3/3,utility=mot)", 4, 8, "leaf-table(order=low)"),
    ("spades(bids=1/2/1/1,utility=mot)", 5, 5, "branch-and-bound"),
    ("spades(teams=none)", 5, 4, "leaf-table(ties=against-root)"),
    ("hearts(players=3)", 6, 7, "leaf-table"),
    ("hearts", 6, 6, "leaf-table(keys=relative)"),
    ("oh_hell(players=5,bids=1/0/1/0/1,utility=oh)", 7, 4, "leaf-table"),
    ("sergeant_major(trump=S,utility=target)", 8, 5, "leaf-table(probe=card)"),
    ("bridge(trump=H)", 9, 5, "leaf-table(keys=relative,probe=card)"),
    ("tree(players=4,depth=9,branching=3)", 12, 0, "speculative(test=leaf-table)"),
    ("tree(players=3,depth=9,branching=3,payoff=50)", 13, 0, "leaf-table"),
    ("hearts(players=3)", 14, 0, "speculative(leaf=cards,combine=against)", 7),
    (BIDS, 15, 0, "leaf-table(leaf=cards,order=trick)", 7),
    (OPEN, 16, 0, "paranoid(leaf=cards,width=3,table=bounds)", 9),
    ("chinese_checkers", 17, 0, f"speculative({PLAY})", 4),
    ("chinese_checkers(players=4)", 18, 0, f"paranoid({PLAY},table=bounds)", 4),
)

LARGE: tuple[Row, ...] = (
    (OPEN, 3, 8, "maxn"),
    (OPEN, 3, 9, "shallow(test=leaf-table)"),
    (BIDS, 3, 10, "speculative(test=leaf-table)"),
    (BIDS, 3, 10, "speculative(test=leaf-table,heuristic=taken)"),
    (OPEN, 3, 11, "leaf-table"),
    (OPEN, 3, 11, "leaf-table(keys=relative,probe=card)"),
    (OPEN, 3, 11, "leaf-table(probe=card)"),
    (OPEN, 3, 11, "leaf-table(keys=relative)"),
    ("hearts(players=3)", 3, 9, "leaf-table(keys=relative)"),
    ("hearts(players=3)", 3, 0, "speculative(leaf=cards,combine=against)", 12),
    ("chinese_checkers", 3, 0, f"maxn({PLAY})", 6),
    ("chinese_checkers", 3, 0, f"speculative({PLAY})", 8),
)


@dataclass(frozen=True)
class BenchRow:
    """One search of the set."""

    seed: int
    cards: int
    small: bool
    result: Result

    @property
    def position(self) -> Position:
        """What was searched."""
        return self.result.position

    @property
    def algorithm(self) -> Algorithm:
        """How."""
        return self.result.algorithm

    def cells(self) -> list[str]:
        """The row as texts."""
        visited = self.result.stats.visited
        return [
            str(self.position.game),
            f"deal {self.seed}" + (f", {self.cards} cards" if self.cards else ""),
            str(self.algorithm),
            self.result.engine,
            f"{visited:,}",
            f"{visited / self.result.seconds / 1e6:.2f}",
        ]

    def as_dict(self) -> dict[str, Any]:
        """The row in plain types."""
        return {
            "small": self.small,
            "seed": self.seed,
            "cards": self.cards,
            **self.result.as_dict(),
        }


class Bench(list[BenchRow]):
    """The searches of the set."""

    @property
    def signature(self) -> int:
        """The nodes of the small rows, which are the same whatever the engine."""
        return sum(row.result.stats.visited for row in self if row.small)

    def rows(self) -> list[list[str]]:
        """The searches as texts, headings first."""
        heads = ["game", "position", "algorithm", "engine", "visited", "M nodes/s"]
        return [heads, *(row.cells() for row in self)]

    def show(self) -> str:
        """A line for each search, and the signature."""
        signature = f"signature {self.signature:,} nodes in the rows for both engines"
        return f"{columns(self.rows(), left=range(4))}\n{signature}"

    def as_dicts(self) -> list[dict[str, Any]]:
        """The rows in plain types, ready for JSON."""
        return [row.as_dict() for row in self]

    def _repr_html_(self) -> str:
        return html_table(self.rows())


def bench(engine: str = "auto", small: bool = False) -> Bench:
    """Search the small rows, and where the kernel can be used, the large ones too.

    >>> kibitz.bench(small=True).signature
    205235
    """
    return Bench(_search(engine, small))


def _search(engine: str, small: bool) -> Iterator[BenchRow]:
    large = () if small or engine == "reference" or not BUILT else LARGE
    for row in (*SMALL, *large):
        text, seed, cards, algorithm, *depth = row
        position = game(text).deal(seed, cards or None)
        limit = Limit(table_mb=1024, depth=depth[0] if depth else None)
        result = solve(position, algorithm, engine=engine, limit=limit)
        yield BenchRow(seed, cards, row in SMALL, result)
