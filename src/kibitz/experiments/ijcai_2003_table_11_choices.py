"""IJCAI-2003, Table 11, choice by choice: what speculative pruning gains in plies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz.experiments.ijcai_2003_table_11 import GAMES, NODES, PUBLISHED
from kibitz.game import Position
from kibitz.lab import plots
from kibitz.lab.estimate import estimate
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

FIRST, DEALS = 5000, 20
"""Deals that nothing else was tried on."""
FEW = 3
"""How many of them for what the kernel does not search."""
TRICKS = (0, 2, 4, 6, 8)
"""After how many tricks a hand is searched."""
PLAYED = "speculative(leaf=cards,combine=against)"
BASE = {"leaf": "cards", "combine": "against"}
EXPANDED, SLOW = "limit on expanded nodes", "suits by strength, winners first"
BOUNDS = "table of bounds"
CHOICES: Mapping[str, Mapping[str, str]] = {
    "as in table 11": {},
    EXPANDED: {},
    "low cards first": {"order": "low"},
    "cards that win the trick first": {"order": "trick"},
    SLOW: {"order": "suits"},
    "estimate: what was taken": {"leaf": "taken"},
    "own score alone": {"combine": "own"},
    "what was taken, own score alone": {"leaf": "taken", "combine": "own"},
    BOUNDS: {"table": "bounds", "keys": "relative", "probe": "trick"},
}
WHOLE_NUMBERS = "whole numbers (speculative alone)"
TAKEN = "whole numbers, tricks or points taken as heuristic (speculative alone)"
ALONE = {WHOLE_NUMBERS: {"test": "discrete"}, TAKEN: {"test": "discrete", "heuristic": "taken"}}
"""Changes of the pruning, which plain max^n does not have."""
MOST_MOVES = 17
KINDS = ("maxn", "speculative")


def _algorithm(kind: str, choice: str) -> str:
    parts = {**BASE, **CHOICES.get(choice, {})}
    if kind == "maxn" and "table" in parts:
        parts["table"] = "exact"
    if kind == "speculative":
        parts |= ALONE.get(choice, {})
    return f"{kind}({','.join(f'{part}={value}' for part, value in parts.items())})"


def depth_within(position: Position, algorithm: str, nodes: int, cancel: Cancel) -> int | None:
    """How deep a search gets before it has expanded this many nodes; none if to the end.

    A search that visits more nodes than these and all their children has expanded more than these.
    """
    plies, enough = 1, nodes * (MOST_MOVES + 1)
    while True:
        found = solve(position, algorithm, cancel, depth=plies, nodes=enough)
        if found.stats.expanded > nodes:
            return plies - 1
        if found.complete:
            return None
        plies += 1


class Choices(Experiment):
    """Average depth of max^n and speculative max^n under one change at a time."""

    title = "Table 11 of IJCAI-2003, choice by choice"
    paper = "IJCAI-2003, Table 11, partial depth"
    cost = "hours"
    fair_in_part = True
    setting = (
        "[Table 11](ijcai-2003-table-11.md) again: the depth of searches that do not reach the "
        "end, with one of the choices that the paper leaves open made otherwise at a time."
    )
    choices: ClassVar[Sequence[str]] = (
        f"{DEALS} deals, seeds {FIRST} on, which nothing was tried on before; all lines share "
        "them, and the positions in them: a hand is played by speculative max^n with 5,000 nodes "
        "per move, and searched after 0, 2, 4, 6 and 8 tricks.",
        f"A search may visit {NODES:,} nodes; with the *{EXPANDED}*, expand as many.",
        f"The order *{SLOW}* is not in the kernel for such searches, so it has {FEW} deals.",
    )

    def tasks(self, quick: bool) -> Sequence[Task]:
        return [
            Task(
                f"{game}, {choice}",
                seed,
                {
                    "game": GAMES[game],
                    "deal": str(seed),
                    "dealt": "9" if quick else "17",
                    "algorithms": " v ".join(_algorithm(kind, choice) for kind in KINDS),
                    "counted": "expanded" if choice == EXPANDED else "visited",
                    "nodes": "2000" if quick else str(NODES),
                },
            )
            for seed in range(FIRST, FIRST + (1 if quick else DEALS))
            for game in GAMES
            for choice in (*CHOICES, *ALONE)
            if choice != SLOW or seed < FIRST + FEW
        ]

    def searches(self, task: Task) -> Sequence[kibitz.Algorithm]:
        texts = (PLAYED, *task.what["algorithms"].split(" v "))
        return [kibitz.Algorithm.parse(text) for text in texts]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Search the positions of a hand by both, where neither comes to the end."""
        what = task.what
        algorithms, nodes = what["algorithms"].split(" v "), int(what["nodes"])
        position = kibitz.game(what["game"]).deal(int(what["deal"]), int(what["dealt"]))
        depths: list[list[int]] = []
        for trick in range(max(TRICKS) + 1):
            if trick in TRICKS:
                found = [self._depth(position, one, nodes, what, cancel) for one in algorithms]
                if None in found:
                    break
                depths.append([depth for depth in found if depth is not None])
            for _ in range(position.game.players):
                position = position.play(solve(position, PLAYED, cancel, nodes=5_000).move)
        means = [sum(column) / len(column) for column in zip(*depths, strict=True)] or [0, 0]
        return {
            "positions": len(depths),
            "plies maxn": means[0],
            "plies speculative": means[1],
            "gain": means[1] - means[0],
        }

    @staticmethod
    def _depth(
        position: Position, algorithm: str, nodes: int, what: Mapping[str, str], cancel: Cancel
    ) -> int | None:
        if what["counted"] == "expanded":
            return depth_within(position, algorithm, nodes, cancel)
        found = solve(position, algorithm, cancel, nodes=nodes)
        return None if found.complete else found.depth or 0

    def lines(self, results: Results) -> Sequence[Line]:
        lines = []
        for game in GAMES:
            depths = [PUBLISHED[game, kind][1] for kind in KINDS]
            printed = (*depths, round(depths[1] - depths[0], 1))
            for choice in (*CHOICES, *ALONE):
                for number, value in zip(
                    ("plies maxn", "plies speculative", "gain"), printed, strict=True
                ):
                    ours = results.mean(f"{game}, {choice}", number)
                    label = f"{choice}: {number.removeprefix('plies ')}"
                    lines.append(Line(label, ours, None if results.quick else value, game))
        return lines

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def gains(figure: Figure) -> None:
            names = [*CHOICES, *ALONE]
            series: dict[str, list[Estimate | float | None]] = {
                game: [results.mean(f"{game}, {choice}", "gain") for choice in names]
                for game in GAMES
            }
            plots.bars(figure, names, series, "plies gained by speculative pruning", log=False)

        return {"What speculative pruning gains over plain max^n, with 95 % intervals": gains}

    def remarks(self, results: Results) -> Sequence[str]:
        said = []
        for game in GAMES:
            found = {
                choice: results.mean(f"{game}, {choice}", "gain") for choice in (*CHOICES, *ALONE)
            }
            gains = {choice: gain.value for choice, gain in found.items() if gain.cases}
            least, most = min(gains, key=gains.__getitem__), max(gains, key=gains.__getitem__)
            printed = PUBLISHED[game, "speculative"][1] - PUBLISHED[game, "maxn"][1]
            said.append(
                f"In {game.title()} the gain is between {gains[least]:.2f} plies ({least}) and "
                f"{gains[most]:.2f} ({most}); the paper has {printed:.1f}."
            )
        return [*said, *self._deeper(results)]

    @staticmethod
    def _deeper(results: Results) -> Iterator[str]:
        """How much deeper plain max^n searches under the choices that its depth depends on."""
        for game in GAMES:
            usual = results.values(f"{game}, as in table 11", "plies maxn")
            for choice in (EXPANDED, BOUNDS):
                plies = results.values(f"{game}, {choice}", "plies maxn")
                more = estimate([plies[deal] - usual[deal] for deal in plies if deal in usual])
                if more.cases:
                    yield f"{game.title()}, {choice}: max^n searches {more.value:.1f} plies deeper."
