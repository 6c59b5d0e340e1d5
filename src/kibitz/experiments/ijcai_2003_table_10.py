"""IJCAI-2003, Table 10: speculative pruning in Chinese Checkers."""

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
    estimate,
    solve,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PARTS = "leaf=distance,combine=against,order=gain,width=10"
PLAYED = f"speculative({PARTS})"
PUBLISHED = {"maxn": 1_200_000, "speculative": 100_000}
PAPER, BEST, ALSO = "as in the paper", "best of Kibitz", "what else they show"
WAYS = {
    PAPER: {
        "maxn": f"maxn({PARTS})",
        "shallow": f"shallow({PARTS})",
        "last-branch": f"last-branch({PARTS})",
        "speculative": PLAYED,
        "paranoid": f"paranoid({PARTS})",
    },
    BEST: {
        "speculative, discrete": f"speculative({PARTS},test=discrete)",
        "speculative, discrete, table": f"speculative({PARTS},test=discrete,table=bounds)",
    },
}
COLUMNS = {**WAYS[PAPER], **WAYS[BEST]}
TEN_EVERYWHERE, BEST_CASE = 1_234_560, 84_927
ROOTS = 6
"""What the paper leaves out of a search: the root of each of six iterations."""
EVERY = 5
"""Searches other than those that choose the moves are made once in this many moves."""


def below(visited: Estimate) -> Estimate:
    """Nodes without the roots."""
    low, high = (None if end is None else end - ROOTS for end in (visited.low, visited.high))
    return Estimate(visited.value - ROOTS, low, high, visited.cases)


class Table10(Experiment):
    """Average nodes of searches to depth 6, in games that speculative pruning plays."""

    title = "Speculative pruning in Chinese Checkers"
    paper = "IJCAI-2003, Table 10"
    cost = "minutes"
    setting = (
        "Thirty games of three players, all moves chosen by speculative max^n to depth 6 with "
        "iterative deepening, among the ten moves of each node that move a piece farthest across "
        "the board. Nodes visited in a search, all iterations counted, the average of a game, and "
        "of all games. The paper gives 1.2 million for plain max^n, 100 k for speculative pruning "
        "and 84,927 for the best order, which does not count the root of each of the six "
        "iterations; neither does our table."
    )
    choices: ClassVar[Sequence[str]] = (
        "**Evaluation.** The paper says that players maximise the difference to the others' "
        "scores; here steps gained towards the goal, n times the own less the sum of all "
        "(`combine=against`).",
        "**Games.** The paper does not say how its games differ; here the first two moves of each "
        "player are drawn at random among the ten best (seeds 0 to 29), and a game ends when a "
        "player is home, or after 100 moves of each.",
        f"**Positions.** Speculative pruning is counted in every search of every game, as it is "
        f"played; the other algorithms in every {EVERY}th position of the same games.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        games, moves = (range(2), 6) if quick else (range(30), 10_000)
        return [
            Task(
                column,
                seed,
                {
                    "game": "chinese_checkers",
                    "deal": str(seed),
                    "algorithm": algorithm,
                    "plies": "5" if quick else "6",
                    "played": PLAYED,
                    "longest": str(moves),
                    "every": "1" if algorithm == PLAYED else str(1 if quick else EVERY),
                },
            )
            for column, algorithm in COLUMNS.items()
            for seed in games
        ]

    def searches(self, task: Task) -> Sequence[kibitz.Algorithm]:
        return [kibitz.Algorithm.parse(task.what[word]) for word in ("played", "algorithm")]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Play a game and search its positions."""
        what = task.what
        position = kibitz.game(what["game"]).deal(int(what["deal"]))
        plies = int(what["plies"])
        every, searches, visited, least, made = int(what["every"]), 0, 0, 0, 0
        while not position.is_over and made < int(what["longest"]):
            played = solve(position, what["played"], cancel, depth=plies)
            if made % every == 0:
                found = played
                if what["algorithm"] != what["played"]:
                    found = solve(position, what["algorithm"], cancel, depth=plies)
                searches += 1
                visited += found.stats.visited
                least = min(least or found.stats.visited, found.stats.visited)
            position = position.play(played.move)
            made += 1
        return {
            "searches": searches,
            "visited": visited / searches,
            "least": least,
            "moves": made,
        }

    def lines(self, results: Results) -> Sequence[Line]:
        found = [
            Line(
                column,
                below(results.mean(column, "visited")),
                None if results.quick else PUBLISHED.get(column),
                way,
            )
            for way, columns in WAYS.items()
            for column in columns
        ]
        least = sorted(results.values("speculative", "least").values())[:1]
        best_case = None if results.quick else float(BEST_CASE)
        factor = results.factor("maxn", "speculative", "visited")
        return [
            *found,
            Line("speculative, the least of all searches", below(estimate(least)), best_case, ALSO),
            Line("maxn / speculative", factor, None if results.quick else 12, ALSO),
            Line("moves of a game", results.mean("speculative", "moves"), None, ALSO),
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def by_algorithm(figure: Figure) -> None:
            series: dict[str, list[Estimate | float | None]] = {
                "published": [PUBLISHED.get(column) for column in COLUMNS],
                "ours": [results.mean(column, "visited") for column in COLUMNS],
            }
            plots.bars(figure, list(COLUMNS), series, "nodes visited, average")

        return {"Average nodes visited in a search, with 95 % intervals": by_algorithm}

    def remarks(self, results: Results) -> Sequence[str]:
        return (
            f"With ten moves at every node plain max^n visits exactly {TEN_EVERYWHERE:,} nodes; "
            "positions with fewer moves, near the end, have fewer.",
            f"With the best order speculative pruning visits {BEST_CASE:,} nodes of such a tree. "
            "A position near the end can have fewer.",
            "The paper describes the discrete test for evaluations of whole numbers, and does not "
            "say whether its counts were made with it. With it ours are nearer to them.",
            "Shallow pruning cuts next to nothing, as the paper says.",
        )
