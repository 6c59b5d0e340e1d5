"""Bridge by partition search: what each idea is worth, and beside Haglund's solver, DDS.

python bench/two_sides.py ideas --cards 13 --deals 40
python bench/two_sides.py beside --deals 100
python bench/two_sides.py growth --deals 20
python bench/two_sides.py paranoid --deals 20

Deals take a trump in turn, none, S, none, H, and so on. Seconds are of the processor, of one
thread; `beside` runs DDS, as PyPI's endplay brings it, on the same deals in the same run.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

from endplay.dds import calc_dd_table, solve_board
from endplay.dds.solve import SolveMode
from endplay.types import Deal, Denom, Player

import kibitz
from kibitz import Algorithm, TrickGame, TrickPosition
from kibitz.games.bridge import pbn
from kibitz.showing.layout import columns

TRUMPS = ("none", "S", "none", "H", "none", "D", "none", "C")
DENOMINATIONS = {
    "none": Denom.nt,
    "S": Denom.spades,
    "H": Denom.hearts,
    "D": Denom.diamonds,
    "C": Denom.clubs,
}
IDEAS: tuple[tuple[str, dict[str, str]], ...] = (
    ("weights (the listed order instead)", {"inner": "listed"}),
    ("quick tricks", {"quick": "none"}),
    ("sure trumps", {"sure": "none"}),
    ("later tricks", {"later": "none"}),
    ("all three", {"sure": "none", "quick": "none", "later": "none"}),
)
GENERAL = "alpha-beta(window=zero,heuristic=taken,table=bounds,keys=relative,probe=trick)"
PARANOID = ("spades(players=3)", "sergeant_major", "sergeant_major(trump=S)", "spades(teams=none)")
ALPHA_BETA = ("alpha-beta: done", "nodes: median", "seconds: median")


def deals(count: int, cards: int, seed: int) -> Iterator[tuple[TrickPosition, str]]:
    """Deals with a trump, each with another leader."""
    for at in range(seed, seed + count):
        trump = TRUMPS[at % len(TRUMPS)]
        deal = cast("TrickPosition", kibitz.game(f"bridge(trump={trump})").deal(at, cards))
        yield replace(deal, leader=at % 4), trump


def theirs(position: TrickPosition, trump: str) -> Deal:
    """The same for endplay."""
    return Deal(pbn.write_deal(position), Player(position.leader), DENOMINATIONS[trump])


def timed(work: Callable[..., Any], *given: Any, **named: Any) -> tuple[float, Any]:
    """Seconds of the processor, and what came of it."""
    start = time.process_time()
    found = work(*given, **named)
    return time.process_time() - start, found


def ideas(options: argparse.Namespace) -> None:
    """Nodes and seconds without an idea by those with all of them."""
    chosen = list(deals(options.deals, options.cards, options.seed))

    def measure(algorithm: Algorithm) -> tuple[list[int], list[float], list[object]]:
        runs = [timed(kibitz.solve, deal, algorithm) for deal, _ in chosen]
        values = [found.value for _, found in runs]
        return [found.stats.visited for _, found in runs], [spent for spent, _ in runs], values

    nodes, seconds, right = measure(Algorithm.parse("partition"))
    rows = [["left out", "nodes: mean", "median", "seconds: mean"]]
    others = [(name, Algorithm.parse("partition", **parts)) for name, parts in IDEAS]
    if options.cards <= 10:
        others.append(
            ("the partition (alpha-beta instead)", Algorithm.parse(GENERAL, order="trick"))
        )
    for name, algorithm in others:
        more, slower, values = measure(algorithm)
        assert values == right, name
        each = [one / other for one, other in zip(more, nodes, strict=True)]
        mean, spent = sum(more) / sum(nodes), sum(slower) / sum(seconds)
        rows.append([name, f"{mean:.2f}", f"{statistics.median(each):.2f}", f"{spent:.2f}"])
    print(f"{options.deals} deals, {options.cards} cards; with all: {sum(nodes) / len(nodes):,.0f}")
    print(columns(rows, left=[0]))


def beside(options: argparse.Namespace) -> None:
    """Seconds here and there, deal by deal, for one value, every lead, and all contracts.

    Question by question, since DDS remembers the deal before.
    """
    chosen = list(deals(options.deals, 13, options.seed))
    found: dict[str, list[tuple[float, float]]] = {}
    for name, ask in (("one value", one), ("every lead", every)):
        found[name] = [ask(position, theirs(position, trump)) for position, trump in chosen]
    found["all contracts"] = [
        contracts(position, theirs(position, trump)) for position, trump in chosen[: options.tables]
    ]
    heads = ["median", "mean", "max"]
    rows = [["seconds", *heads, "DDS: median", *heads[1:], "ratio: median", "mean"]]
    rows += [[name, *_row(pairs)] for name, pairs in found.items()]
    print(f"{options.deals} whole deals, all contracts of {options.tables}")
    print(columns(rows, left=[0]))


def one(position: TrickPosition, deal: Deal) -> tuple[float, float]:
    """The value of a deal, and a card."""
    ours, found = timed(kibitz.solve, position)
    other, tricks = timed(solve_board, deal, SolveMode.OptimalOne)
    assert found.value[position.side] == next(iter(tricks))[1], position
    return ours, other


def every(position: TrickPosition, deal: Deal) -> tuple[float, float]:
    """The value of every lead, with its line here."""
    ours, found = timed(kibitz.analyse, position)
    other, tricks = timed(solve_board, deal)
    values = sorted(row.value[position.side] for row in found.moves for _ in row.moves)
    assert values == sorted(number for _, number in tricks), position
    return ours, other


def contracts(position: TrickPosition, deal: Deal) -> tuple[float, float]:
    """Five strains by four declarers."""
    ours, _ = timed(kibitz.trick_table, position, workers=1)
    other, _ = timed(calc_dd_table, deal)
    return ours, other


def _row(pairs: list[tuple[float, float]]) -> list[str]:
    found, medians, means = [], [], []
    for side in zip(*pairs, strict=True):
        medians.append(statistics.median(side))
        means.append(statistics.mean(side))
        found += [f"{medians[-1]:.4f}", f"{means[-1]:.4f}", f"{max(side):.3f}"]
    return [*found, f"{medians[0] / medians[1]:.2f}", f"{means[0] / means[1]:.2f}"]


def growth(options: argparse.Namespace) -> None:
    """Nodes and seconds by cards."""
    rows = [["cards each", "nodes: median", "max", "seconds: median", "max"]]
    for cards in range(5, 14):
        runs = [
            timed(kibitz.solve, deal, "partition")
            for deal, _ in deals(options.deals, cards, options.seed)
        ]
        rows.append([str(cards), *_spent(runs)])
    print(columns(rows))


def _spent(runs: list[tuple[float, Any]]) -> list[str]:
    """Nodes and seconds, the median and the most."""
    nodes = [found.stats.visited for _, found in runs]
    seconds = [spent for spent, _ in runs]
    cells = [f"{statistics.median(nodes):,.0f}", f"{max(nodes):,}"]
    return [*cells, f"{statistics.median(seconds):.4f}", f"{max(seconds):.3f}"]


def paranoid(options: argparse.Namespace) -> None:
    """One side against all others, by partition search and by alpha-beta within a limit."""
    general = Algorithm.parse(f"paranoid{GENERAL.removeprefix('alpha-beta')}", order="trick")
    limit = kibitz.Limit(nodes=options.nodes)
    rows = [["game", "cards", "nodes: median", "max", "seconds: median", "max", *ALPHA_BETA]]
    for game in PARANOID:
        whole = cast("TrickGame", kibitz.game(game)).hand_size
        for cards in (12, whole):
            dealt = range(options.seed, options.seed + options.deals)
            chosen = [kibitz.game(game).deal(seed, cards) for seed in dealt]
            runs = [timed(kibitz.solve, deal, "paranoid-partition") for deal in chosen]
            others = [timed(kibitz.solve, deal, general, limit=limit) for deal in chosen]
            done = [found.complete for _, found in others]
            for (_, ours), (_, other) in zip(runs, others, strict=True):
                assert not other.complete or (ours.value, ours.line) == (other.value, other.line)
            middle = statistics.median(found.stats.visited for _, found in others)
            seconds = statistics.median(spent for spent, _ in others)
            cells = [f"{sum(done)} of {len(done)}", f"{middle:,.0f}", f"{seconds:.2f}"]
            rows.append([game, str(cards), *_spent(runs), *cells])
    print(columns(rows, left=[0]))


def main() -> None:
    """Run what is asked for."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("what", choices=("ideas", "beside", "growth", "paranoid"))
    options.add_argument("--cards", type=int, default=13)
    options.add_argument("--deals", type=int, default=40)
    options.add_argument("--tables", type=int, default=10)
    options.add_argument("--nodes", type=int, default=30_000_000)
    options.add_argument("--seed", type=int, default=1000)
    chosen = options.parse_args()
    what = {"ideas": ideas, "beside": beside, "growth": growth, "paranoid": paranoid}
    what[chosen.what](chosen)


if __name__ == "__main__":
    main()
