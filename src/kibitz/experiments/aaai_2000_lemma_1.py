"""AAAI-2000, Lemma 1: which games shallow pruning can prune."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import kibitz
from kibitz import ScoreRange
from kibitz.reproduction.experiment import (
    Estimate,
    Experiment,
    Line,
    Numbers,
    Results,
    Task,
    deals,
    search,
)

GAMES = {"Hearts": "hearts(players=3,moon=false)", "Sergeant Major": "sergeant_major"}
SMALL = {
    "Hearts": "hearts(players=3,moon=false,cards=5)",
    "Sergeant Major": "sergeant_major(cards=5)",
}
PUBLISHED = {"Hearts": (52, 26), "Sergeant Major": (16, 16)}
"""maxsum and maxp."""


class Lemma1(Experiment):
    """Shallow cuts on deals, where the lemma allows them and where not."""

    title = "Which games shallow pruning can prune"
    paper = "AAAI-2000, Lemma 1"
    setting = (
        "To shallow prune in a max^n tree, maxsum must be less than 2 maxp. In the maximisation "
        "form of three-player Hearts it is not, so only immediate pruning is left; in Sergeant "
        "Major it is."
    )
    choices: ClassVar[Sequence[str]] = (
        "Shown on 40 deals of 5 cards each, searched to the end with shallow pruning and without.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        whole = [Task(f"{name}, range", 0, {"game": text}) for name, text in GAMES.items()]
        seeds = range(8 if quick else 40)
        return whole + [
            task
            for name, text in SMALL.items()
            for algorithm in ("maxn", "shallow")
            for task in deals(f"{name}, {algorithm}", text, algorithm, seeds)
        ]

    def measure(self, task: Task) -> Numbers:
        if "algorithm" in task.what:
            return search(task)
        scores = ScoreRange.of(kibitz.game(task.what["game"]))
        return {"max_sum": scores.max_sum, "max_p": scores.max_p}

    def lines(self, results: Results) -> Sequence[Line]:
        found = []
        for name, (max_sum, max_p) in PUBLISHED.items():
            whole = f"{name}, range"
            ranges = {key: results.values(whole, key)[0] for key in ("max_sum", "max_p")}
            can = ranges["max_sum"] < 2 * ranges["max_p"]
            shallow = f"{name}, shallow"
            found += [
                Line("maxsum", Estimate(ranges["max_sum"]), max_sum, name),
                Line("maxp", Estimate(ranges["max_p"]), max_p, name),
                Line("shallow cuts a deal", results.mean(shallow, "shallow"), None, name),
                Line("immediate cuts a deal", results.mean(shallow, "immediate"), None, name),
                Line(
                    "nodes of max^n over nodes of shallow",
                    results.factor(f"{name}, maxn", shallow, "visited"),
                    None,
                    name,
                ),
                Line(
                    "the lemma allows shallow cuts",
                    Estimate(int(can)),
                    int(max_sum < 2 * max_p),
                    name,
                ),
            ]
        return found

    def remarks(self, results: Results) -> Sequence[str]:
        cuts = {name: results.mean(f"{name}, shallow", "shallow").value for name in PUBLISHED}
        return (
            f"There were {cuts['Hearts']:g} shallow cuts a deal in Hearts and "
            f"{cuts['Sergeant Major']:,.0f} in Sergeant Major, as the lemma says.",
        )
