"""IJCAI-2003: how deep max^n, speculative max^n and paranoid search hands under a node limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz.lab import plots
from kibitz.lab.experiment import (
    Cancel,
    Estimate,
    Experiment,
    Line,
    Numbers,
    Results,
    Task,
    solve,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NODES = 250_000
GAMES = {"hearts": "hearts(players=3)", "spades": "spades(players=3)"}
PARTS = "leaf=cards,combine=against"
PAPER, BEST = "as in the paper", "best of Kibitz"
WAYS = {
    PAPER: {
        "maxn": f"maxn({PARTS})",
        "speculative": f"speculative({PARTS})",
        "paranoid": f"paranoid({PARTS})",
    },
    BEST: {
        "speculative, discrete, table": (
            f"speculative({PARTS},test=discrete,table=bounds,keys=relative,probe=trick)"
        ),
        "leaf-table": f"leaf-table({PARTS},keys=relative)",
        "paranoid, table": f"paranoid({PARTS},table=bounds,keys=relative,probe=trick)",
    },
}
ALGORITHMS = {**WAYS[PAPER], **WAYS[BEST]}
NEAREST = {
    ("hearts", "maxn"): 11.0,
    ("hearts", "paranoid"): 15.2,
    ("spades", "maxn"): 10.6,
    ("spades", "paranoid"): 15.4,
}
"""Of a companion paper of 2002, the nearest numbers in print: average depth at this limit."""


class Depth(Experiment):
    """Hands played out with open cards, each move searched within a node limit."""

    title = "Search depth in Hearts and Spades under a node limit"
    paper = "IJCAI-2003, Hearts and Spades"
    cost = "minutes"
    setting = (
        "Three players, whole hands of 17 cards, open cards. A hand is played out by one "
        f"algorithm; each move is searched with iterative deepening within {NODES:,} nodes, all "
        "iterations counted. *Depth* is the average over the searches that did not reach the end "
        "of the hand; *cards* how many cards each holds when a search first reaches it."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Limit.** The digits of the paper are lost in our copy; 250,000 nodes is the limit of "
        "its companion of 2002, whose depths stand beside ours as the nearest numbers in print.",
        "**Evaluation.** What was taken, and the rest shared out by the strength of the cards, "
        "each player's own against the others' (`leaf=cards,combine=against`).",
        "**Order.** Cards from high to low in both games. The paper orders by knowledge of the "
        "game that it does not spell out, and says that its order for Hearts could be better.",
        "30 hands, seeds 0 to 29; Hearts without passing, Spades with the number of tricks as "
        "score and no bids.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [
            Task(
                f"{game}, {column}",
                seed,
                {
                    "game": GAMES[game],
                    "deal": str(seed),
                    "dealt": "8" if quick else "17",
                    "algorithm": algorithm,
                    "nodes": "5000" if quick else str(NODES),
                },
            )
            for game in GAMES
            for column, algorithm in ALGORITHMS.items()
            for seed in range(2 if quick else 30)
        ]

    def searches(self, task: Task) -> Sequence[kibitz.Algorithm]:
        return (kibitz.Algorithm.parse(task.what["algorithm"]),)

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Play a hand out."""
        what = task.what
        position = kibitz.game(what["game"]).deal(int(what["deal"]), int(what["dealt"]))
        depths: list[int] = []
        cards = 0
        while not position.is_over:
            found = solve(position, what["algorithm"], cancel, nodes=int(what["nodes"]))
            if found.complete:
                cards = max(map(int.bit_count, position.hands))  # type: ignore[attr-defined]
                break
            depths.append(found.depth or 0)
            position = position.play(found.move)
        return {
            "searches": len(depths),
            "depth": sum(depths) / len(depths) if depths else 0,
            "cards": cards,
        }

    def lines(self, results: Results) -> Sequence[Line]:
        nearest = {} if results.quick else NEAREST
        return [
            Line(
                f"{column}, {number}",
                results.mean(f"{game}, {column}", number),
                nearest.get((game, column)) if number == "depth" else None,
                f"{game}, {way}",
            )
            for way, columns in WAYS.items()
            for game in GAMES
            for column in columns
            for number in ("depth", "cards")
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def depths(figure: Figure) -> None:
            series: dict[str, list[Estimate | float | None]] = {}
            for game in GAMES:
                series[f"{game}, 2002"] = [NEAREST.get((game, column)) for column in ALGORITHMS]
                series[f"{game}, ours"] = [
                    results.mean(f"{game}, {column}", "depth") for column in ALGORITHMS
                ]
            plots.bars(figure, list(ALGORITHMS), series, "depth in plies, average", log=False)

        return {"Average depth where the hand does not limit it, with 95 % intervals": depths}

    def remarks(self, results: Results) -> Sequence[str]:
        gains = {
            game: results.mean(f"{game}, speculative", "depth").value
            - results.mean(f"{game}, maxn", "depth").value
            for game in GAMES
        }
        said = " and ".join(f"{gain:.1f} plies in {game.title()}" for game, gain in gains.items())
        return (
            f"Speculative pruning gains {said} over plain max^n; the paper reports 1 to 3 plies. "
            "What it gains depends on the order of moves, which here knows nothing of the game.",
            "Paranoid search is deeper than either, as the paper says.",
        )
