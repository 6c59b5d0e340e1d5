"""IJCAI-2003, Table 11: how deep max^n and paranoid search hands under a node limit."""

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

NODES = 500_000
HANDS, FEWER = 300, 30
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
ZERO_WINDOWS = "paranoid(window=zero,heuristic=taken,table=bounds,keys=relative,probe=trick)"
"""How paranoid is asked first whether it comes to the end, in Spades."""
PUBLISHED = {
    ("hearts", "maxn"): (20.9, 11.1),
    ("hearts", "speculative"): (22.1, 12.1),
    ("hearts", "paranoid"): (25.8, 17.1),
    ("spades", "maxn"): (21.7, 11.1),
    ("spades", "speculative"): (24.3, 15.4),
    ("spades", "paranoid"): (33.5, 22.4),
}
"""Complete and partial: cards of all hands, and plies."""


class Table11(Experiment):
    """Hands played out with open cards, each move searched within a node limit."""

    title = "Search depth in Hearts and Spades under a node limit"
    paper = "IJCAI-2003, Table 11"
    cost = "hours"
    fair_in_part = True
    setting = (
        f"Three players, {HANDS} whole hands of 17 cards, open cards. A hand is played out by one "
        f"algorithm; each move is searched with iterative deepening within {NODES:,} nodes, all "
        "iterations counted. *Complete* is the number of cards in all three hands together when a "
        "search first reaches the end of the hand; *partial* is the average depth of the searches "
        "that do not."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Nodes.** The paper says node expansions; here they are nodes visited.",
        "**Evaluation.** What was taken, and the rest shared out by the strength of the cards, "
        "each player's own against the others' (`leaf=cards,combine=against`).",
        "**Order.** Cards from high to low in both games. The paper orders by knowledge of the "
        "game that it does not spell out, and says that its order for Hearts could be better.",
        "**Zero windows.** In Spades paranoid first asks about the end by zero windows, as in the "
        "paper, with a table and half of the nodes; if that does not come to the end, it searches "
        "as the others do, with the other half.",
        f"Seeds from 0 on, {FEWER} of them for the best of Kibitz; Hearts without passing, Spades "
        "with the number of tricks as score and no bids.",
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
                    "ending": ZERO_WINDOWS if (game, column) == ("spades", "paranoid") else "",
                    "nodes": "5000" if quick else str(NODES),
                },
            )
            for seed in range(2 if quick else HANDS)
            for game in GAMES
            for column, algorithm in ALGORITHMS.items()
            if seed < FEWER or column in WAYS[PAPER]
        ]

    def searches(self, task: Task) -> Sequence[kibitz.Algorithm]:
        texts = (task.what["algorithm"], task.what["ending"])
        return [kibitz.Algorithm.parse(text) for text in texts if text]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Play a hand out."""
        what = task.what
        position = kibitz.game(what["game"]).deal(int(what["deal"]), int(what["dealt"]))
        depths: list[int] = []
        ending, nodes = what["ending"], int(what["nodes"])
        while not position.is_over:
            if ending and solve(position, ending, cancel, nodes=nodes // 2).complete:
                break
            found = solve(
                position, what["algorithm"], cancel, nodes=nodes // 2 if ending else nodes
            )
            if found.complete:
                break
            depths.append(found.depth or 0)
            position = position.play(found.move)
        return {
            "searches": len(depths),
            "partial": sum(depths) / len(depths) if depths else 0,
            "complete": sum(hand.bit_count() for hand in position.hands),  # type: ignore[attr-defined]
        }

    def lines(self, results: Results) -> Sequence[Line]:
        nothing = (None, None)
        return [
            Line(
                f"{column}, {number}",
                results.mean(f"{game}, {column}", number),
                nothing[at] if results.quick else PUBLISHED.get((game, column), nothing)[at],
                f"{game}, {way}",
            )
            for way, columns in WAYS.items()
            for game in GAMES
            for column in columns
            for at, number in enumerate(("complete", "partial"))
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def depths(figure: Figure) -> None:
            series: dict[str, list[Estimate | float | None]] = {}
            for game in GAMES:
                series[f"{game}, published"] = [
                    PUBLISHED.get((game, column), (None, None))[1] for column in ALGORITHMS
                ]
                series[f"{game}, ours"] = [
                    results.mean(f"{game}, {column}", "partial") for column in ALGORITHMS
                ]
            plots.bars(figure, list(ALGORITHMS), series, "depth in plies, average", log=False)

        return {"Average depth where the hand does not limit it, with 95 % intervals": depths}

    def remarks(self, results: Results) -> Sequence[str]:
        def gain(game: str) -> float:
            means = [
                results.mean(f"{game}, {column}", "partial").value
                for column in ("speculative", "maxn")
            ]
            return means[0] - means[1]

        played = [len(results.values(f"{game}, maxn", "partial")) for game in GAMES]
        return (
            f"{min(played)} of {HANDS} hands of each game were played.",
            f"Speculative pruning gains {gain('hearts'):.1f} plies in Hearts and "
            f"{gain('spades'):.1f} in Spades over plain max^n; the paper's table has 1.0 and 4.3. "
            "What it gains depends on the order of moves, which here knows nothing of the game.",
            "Paranoid search is deeper than either, as the paper says.",
        )
