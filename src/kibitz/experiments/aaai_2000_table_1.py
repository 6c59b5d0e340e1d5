"""AAAI-2000, Table 1: minimisation and maximisation are dual."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz import Position, ScoreRange
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

PUBLISHED = {
    "Hearts, minimisation": {"min_p": 0, "max_p": 26, "min_sum": 26, "max_sum": 26},
    "Hearts, maximisation": {"min_p": 0, "max_p": 26, "min_sum": 52, "max_sum": 52},
    "Sergeant Major, maximisation": {"min_p": 0, "max_p": 16, "min_sum": 16, "max_sum": 16},
}
GAMES = {
    "Hearts, minimisation": ("hearts(players=3,moon=false)", "minimisation"),
    "Hearts, maximisation": ("hearts(players=3,moon=false)", "maximisation"),
    "Sergeant Major, maximisation": ("sergeant_major", "maximisation"),
}
"""Each with its form."""
DEALS = "deals"


def least_taken(position: Position) -> tuple[int, ...]:
    """Min^n, plain: the points of all when each player takes as few as it can."""
    if position.is_over:
        outcome: tuple[int, ...] = position.outcome
        return outcome
    below = [least_taken(position.play(move)) for move in position.moves()]
    return min(below, key=lambda taken: taken[position.turn])


class Table1(Experiment):
    """The four bounds on scores, in both forms of a game."""

    title = "The duality of minimisation and maximisation"
    paper = "AAAI-2000, Table 1"
    cost = "seconds"
    setting = (
        "A game in which few points are good becomes one in which many are, if each score is taken "
        "from the most that there is. The least and the most that one player and all players "
        "together can get change with it. Three players; all 26 points of Hearts are in play."
    )
    choices: ClassVar[Sequence[str]] = (
        "Our copy of the paper lacks the table itself; the numbers are those of its text.",
        "That nothing else changes is shown on 20 deals of Hearts of 4 cards: max^n on 26 minus "
        "the points taken, against a plain min^n on the points.",
    )
    workers = "processes"

    def tasks(self, quick: bool) -> Sequence[Task]:
        ranges = [
            Task(column, 0, {"game": game, "form": form}) for column, (game, form) in GAMES.items()
        ]
        deals = [
            Task(DEALS, deal, {"game": "hearts(players=3,moon=false,cards=4)", "deal": str(deal)})
            for deal in range(5 if quick else 20)
        ]
        return [*ranges, *deals]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        game = kibitz.game(task.what["game"])
        if task.column == DEALS:
            deal = game.deal(int(task.what["deal"]))
            return {"same": int(solve(deal, "maxn", cancel).outcome == least_taken(deal))}
        scores = ScoreRange.of(game)
        if task.what["form"] == "minimisation":
            scores = scores.dual()
        return {
            "min_p": scores.min_p,
            "max_p": scores.max_p,
            "min_sum": scores.min_sum,
            "max_sum": scores.max_sum,
        }

    def lines(self, results: Results) -> Sequence[Line]:
        ranges = [
            Line(name.replace("_", ""), results.fact(column, name), value, column)
            for column, numbers in PUBLISHED.items()
            for name, value in numbers.items()
        ]
        same = Estimate(results.mean(DEALS, "same").value, cases=len(results.values(DEALS, "same")))
        return [*ranges, Line("share of deals", same, 1, "min^n and max^n of the dual agree")]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def ranges(figure: Figure) -> None:
            series = {
                name.replace("_", ""): [results.fact(column, name) for column in PUBLISHED]
                for name in ("max_p", "max_sum")
            }
            plots.bars(figure, list(PUBLISHED), series, "points", log=False)

        return {"What one player and all together can get": ranges}

    def remarks(self, results: Results) -> Sequence[str]:
        return (
            "What changes is maxsum: twice maxp in Hearts as a game of maximisation, which is what "
            "[Lemma 1](aaai-2000-lemma-1.md) asks about.",
        )
