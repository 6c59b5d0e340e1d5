"""AAAI-2000, Lemma 1: which games shallow pruning can prune."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz import ScoreRange
from kibitz.lab import plots
from kibitz.lab.experiment import (
    Cancel,
    Experiment,
    Line,
    Numbers,
    Results,
    Task,
    deals,
    search,
)

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAMES = {"Hearts": "hearts(players=3,moon=false)", "Sergeant Major": "sergeant_major"}
SMALL = {
    "Hearts": "hearts(players=3,moon=false,cards=5)",
    "Sergeant Major": "sergeant_major(cards=5)",
}
PUBLISHED = {"Hearts": (52, 26), "Sergeant Major": (16, 16)}
"""maxsum and maxp."""
IMMEDIATE = "immediate", ("immediate",)


class Lemma1(Experiment):
    """Shallow cuts on deals, where the lemma allows them and where not."""

    title = "Which games shallow pruning can prune"
    paper = "AAAI-2000, Lemma 1"
    cost = "seconds"
    setting = (
        "To shallow prune in a max^n tree, maxsum must be less than 2 maxp. In the maximisation "
        "form of three-player Hearts it is not, so only immediate pruning is left; in Sergeant "
        "Major it is."
    )
    choices: ClassVar[Sequence[str]] = (
        "Shown on 40 deals of 5 cards each, searched to the end with shallow pruning, with "
        "immediate pruning alone, and without.",
        "*shallow* adds up bounds, for its immediate cuts too: a player must have all of maxsum. "
        "*immediate* looks for the best outcome that the player can still get. In 5 cards there "
        "are only some of the points of Hearts, and what is not there counts for everybody: maxsum "
        "of a deal is 78 less its points, 52 or more.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        whole = [Task(f"{name}, range", 0, {"game": text}) for name, text in GAMES.items()]
        seeds = range(8 if quick else 40)
        return whole + [
            task
            for name, text in SMALL.items()
            for algorithm in ("maxn", "immediate", "shallow")
            for task in deals(f"{name}, {algorithm}", text, algorithm, seeds)
        ]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        if "algorithm" in task.what:
            return search(task, cancel)
        scores = ScoreRange.of(kibitz.game(task.what["game"]))
        return {"max_sum": scores.max_sum, "max_p": scores.max_p}

    def lines(self, results: Results) -> Sequence[Line]:
        found = []
        for name, (max_sum, max_p) in PUBLISHED.items():
            ours = [results.fact(f"{name}, range", key) for key in ("max_sum", "max_p")]
            can = replace(ours[0], value=int(ours[0].value < 2 * ours[1].value))
            found += [
                Line("maxsum", ours[0], max_sum, name),
                Line("maxp", ours[1], max_p, name),
                Line("the lemma allows shallow cuts", can, int(max_sum < 2 * max_p), name),
            ]
            for algorithm, cuts in (("shallow", ("shallow", "immediate")), IMMEDIATE):
                column = f"{name}, {algorithm}"
                factor = results.factor(f"{name}, maxn", column, "visited")
                found += [
                    Line(
                        f"{cut} cuts per deal, by {algorithm}",
                        results.mean(column, cut),
                        None,
                        name,
                    )
                    for cut in cuts
                ]
                found.append(Line(f"nodes of max^n over nodes of {algorithm}", factor, None, name))
        return found

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def nodes(figure: Figure) -> None:
            series = {
                algorithm: [results.mean(f"{name}, {algorithm}", "visited") for name in SMALL]
                for algorithm in ("maxn", "immediate", "shallow")
            }
            plots.bars(figure, list(SMALL), series, "nodes visited, average")

        return {"Nodes visited on deals of five cards, with 95 % intervals": nodes}

    def remarks(self, results: Results) -> Sequence[str]:
        cuts = {name: results.mean(f"{name}, shallow", "shallow").value for name in PUBLISHED}
        immediate = results.mean("Hearts, immediate", "immediate").value
        return (
            f"There were {cuts['Hearts']:g} shallow cuts per deal in Hearts and "
            f"{cuts['Sergeant Major']:,.0f} in Sergeant Major, as the lemma says. Immediate "
            f"pruning is left in Hearts: {immediate:,.0f} cuts per deal.",
        )
