"""How often ties matter in each game: the tables of docs/equilibria.md.

    python docs/write_ties_table.py [--boards]

With --boards only the second table, of searches on boards to some plies, is written.
Deals are those of seeds 0, 1, ...; a search stops after `NODES` nodes, so the table is the same
on every machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import kibitz
from kibitz.asking.ties import search_for_ties

PAGE = Path(__file__).parent / "equilibria.md"
BEGIN, END = "<!-- {}: written by docs/write_ties_table.py -->\n", "<!-- end -->"
NODES = 8_000_000
DEALS = 20
HEADS = ("game", "cards", "deals", "depends", "does not", "not known", "most values")
BOARD_HEADS = ("game", "plies", "starts", *HEADS[3:])
GAMES: dict[str, tuple[int, ...]] = {
    "spades(players=3,utility=tricks)": (6, 10),
    "spades(players=3,bids=2/2/2,utility=smot)": (6,),
    "spades(players=3,bids=3/3/4,utility=smot)": (10,),
    "spades(players=3,bids=2/2/2,utility=wl)": (6,),
    "oh_hell(players=3,bids=2/2/2)": (6,),
    "oh_hell(players=3,bids=3/3/4)": (10,),
    "oh_hell(players=4,bids=1/1/1/2)": (5,),
    "oh_hell(players=4,bids=2/2/2/1)": (7,),
    "hearts(players=3)": (6, 10, 12),
    "hearts": (5,),
    "sergeant_major": (6, 10),
    "ninety_nine(bids=2/2/2)": (6,),
    "ninety_nine(bids=3/3/3)": (9,),
    "wizard(players=3,bids=2/2/2)": (6,),
    "wizard(players=3,bids=3/3/3)": (9,),
    "knock_out_whist": (5, 7),
    "skat(contract=ramsch)": (5, 6),
    "euchre": (5,),
    "bridge": (5, 8),
}
BOARDS = (
    "chinese_checkers(rows=3)",
    "chinese_checkers(players=6,rows=3)",
    "focus",
    "focus(players=4)",
    "rolit",
    "rolit(players=4)",
)
"""Searched with their own estimates and orders,"""
PLIES = 3
"""to so many plies."""


def row(text: str, cards: int) -> tuple[str, ...]:
    """In how many deals the value depends on ties."""
    game, limit = kibitz.game(text), kibitz.Limit(nodes=NODES)
    found = []
    for seed in range(DEALS):
        deal = game.deal(seed, cards=cards)
        found.append(kibitz.solve(deal, search_for_ties(deal, kibitz.strongest(deal)), limit=limit))
    known = [result.worth for result in found if result.complete]
    several = [len(worth.possible) for worth in known if worth.possible]
    counts = (cards, DEALS, len(several), len(known) - len(several), DEALS - len(known))
    print(text, *counts, flush=True)
    return (f"`{text}`", *map(str, (*counts, max(several, default=1) if known else "-")))


def board_row(text: str) -> tuple[str, ...]:
    """From how many starts, some moves drawn, the estimate so many plies away depends on ties."""
    game, limit = kibitz.game(text), kibitz.Limit(nodes=NODES, depth=PLIES)
    found = [kibitz.ties(game.deal(seed), limit=limit) for seed in range(DEALS)]
    depends = sum(one.depends is True for one in found)
    known = sum(one.depends is not None for one in found)
    most = max(len(one.possible) for one in found)
    print(text, PLIES, depends, known, most, flush=True)
    counts = (PLIES, DEALS, depends, known - depends, DEALS - known, most)
    return (f"`{text}`", *map(str, counts))


def put(name: str, heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """Write a table of the page anew."""
    table = "".join(f"| {' | '.join(line)} |\n" for line in (heads, ["---"] * len(heads), *rows))
    before, begin, rest = PAGE.read_text().partition(BEGIN.format(name))
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{begin}\n{table}\n{END}{after}")


def main() -> None:
    if "--boards" not in sys.argv:
        put(
            "how often", HEADS, (row(text, cards) for text, each in GAMES.items() for cards in each)
        )
    put("on boards", BOARD_HEADS, map(board_row, BOARDS))


if __name__ == "__main__":
    main()
