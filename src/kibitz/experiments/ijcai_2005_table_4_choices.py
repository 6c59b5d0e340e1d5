"""IJCAI-2005, Table 4, choice by choice: which choices move the share of games won."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from kibitz.algorithm import Algorithm
from kibitz.cards import TrickGame, TrickPosition
from kibitz.experiments.ijcai_2005_table_4 import GAME, PUBLISHED
from kibitz.experiments.shared.playing import Contest, Playing
from kibitz.game import Move, Position
from kibitz.lab import plots
from kibitz.lab.estimate import estimate_by_blocks
from kibitz.lab.experiment import Estimate, Line
from kibitz.lab.work import Results, Task
from kibitz.players.judgement import tricks_in
from kibitz.players.player import OpenPlayer
from kibitz.players.searching import Search
from kibitz.scoring import Utility
from kibitz.whole.view import View

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIRST, GAMES = 700, 30
"""Games that nothing else was tried on."""
NODES = 20_000
QUICK = "whole-spades(players=3,to=30,breaking=false)"
LEAF_TABLE = "leaf-table(leaf=cards,keys=relative)"
LINEAR = "speculative(leaf=cards,heuristic=taken,table=bounds,keys=relative)"


@dataclass(frozen=True, repr=False)
class Chooser(OpenPlayer):
    """Searches with open hands, for the game's score or another utility, with bids of a share."""

    first: ClassVar[str] = "algorithm"

    algorithm: str = LEAF_TABLE
    utility: str = ""
    """Instead of the game's own."""
    share: float = 1.0
    """How much of what a hand is worth it bids."""
    nodes: int = NODES

    def play_open(self, position: Position) -> Move:
        if self.utility:
            assert isinstance(position, TrickPosition)
            position = replace(position, game=_wanting(position.game, self.utility))
        return Search(Algorithm.parse(self.algorithm), self.nodes).play_open(position)

    def bid(self, view: View) -> int:
        if self.share == 1.0:
            return super().bid(view)
        return min(view.choices, key=lambda bid: abs(bid - self.share * tricks_in(view)))

    def searches(self, on_board: bool) -> Sequence[Algorithm] | None:
        return [Algorithm.parse(self.algorithm)]


@functools.lru_cache(64)
def _wanting(game: TrickGame, utility: str) -> TrickGame:
    return replace(game, utility=Utility.parse(utility))


def players(one: str = LEAF_TABLE, two: str = LINEAR, **words: object) -> tuple[str, str]:
    said = "".join(f",{word}={value}" for word, value in words.items())
    kind = f"{__name__}:Chooser"
    first, second = (f"{kind}({player}{said},nodes=NODES)" for player in (one, two))
    return first, second


def _both(old: str, new: str) -> tuple[str, str]:
    """Both players, with a part of their algorithms changed."""
    return players(LEAF_TABLE.replace(old, new), LINEAR.replace(old, new))


CHOICES: Mapping[str, tuple[str, str]] = {
    "as in table 4": players(),
    "utility mot": players(utility="mot"),
    "utility smot": players(utility="smot"),
    "utility wl": players(utility="wl"),
    "utility oh": players(utility="oh"),
    "bids of three quarters": players(share=0.75),
    "utility smot, bids of three quarters": players(utility="smot", share=0.75),
    "estimate: what was taken": _both("leaf=cards", "leaf=taken"),
    "low cards first": _both("leaf=cards", "leaf=cards,order=low"),
    "winning cards first": _both("leaf=cards", "leaf=cards,order=trick"),
    "no table": players(
        "leaf-table(leaf=cards,table=none,probe=card)", "speculative(leaf=cards,heuristic=taken)"
    ),
    "linear test without tricks taken": players(two=LINEAR.replace("heuristic=taken,", "")),
    "linear test with whole numbers": players(
        two=LINEAR.replace("heuristic", "test=discrete,heuristic")
    ),
    "against shallow pruning": players(two=LINEAR.replace("speculative", "shallow")),
    "against plain max^n": players(two="maxn(leaf=cards,table=exact,keys=relative)"),
}


class Choices(Playing):
    """Whole games of Spades with one choice made otherwise at a time."""

    title = "Table 4 of IJCAI-2005, choice by choice"
    paper = "IJCAI-2005, Table 4"
    cost = "hours"
    setting = (
        "[Table 4](ijcai-2005-table-4.md) again, with "
        f"{NODES:,} nodes per move instead of 2.5 million, and one of the choices that the paper "
        "leaves open made otherwise at a time. *Wins* is the share of games that the player with "
        "the leaf-value table wins, *points* by how much it is ahead."
    )
    choices: ClassVar[Sequence[str]] = (
        f"{GAMES} games, seeds {FIRST} on, which nothing was tried on before, each in all six "
        "mixed seatings; all lines share the deals.",
        "A change holds for both players, unless it says what the leaf-value table plays against.",
    )
    contests = tuple(
        Contest(label, GAME, players, ("leaf-value table", "linear test"))
        for label, players in CHOICES.items()
    )
    shown = ("wins", "points")
    nodes = NODES
    smaller = NODES

    def tasks(self, quick: bool) -> Sequence[Task]:
        seeds = [FIRST] if quick else range(FIRST, FIRST + GAMES)
        return [
            Task(
                contest.label,
                seed,
                {
                    "game": QUICK if quick else GAME,
                    "players": " v ".join(contest.texts(100 if quick else NODES)),
                    "block": str(seed),
                },
            )
            for seed in seeds
            for contest in self.contests
        ]

    def lines(self, results: Results) -> Sequence[Line]:
        lines = []
        for label in CHOICES:
            both = [results.values(label, f"points {kind}") for kind in range(2)]
            apart = [both[0][block] - both[1][block] for block in both[0]]
            wins = estimate_by_blocks(list(results.values(label, "wins 0").values()))
            printed = (None, None) if results.quick else (PUBLISHED["wins"][0], _POINTS)
            lines.append(Line(f"{label}: wins", wins, printed[0]))
            lines.append(Line(f"{label}: points", estimate_by_blocks(apart), printed[1]))
        return lines

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def wins(figure: Figure) -> None:
            found: list[Estimate | float | None] = [
                estimate_by_blocks(list(results.values(label, "wins 0").values()))
                for label in CHOICES
            ]
            plots.bars(figure, list(CHOICES), {"wins": found}, "share of games won", log=False)

        return {"Games that the leaf-value table wins, with 95 % intervals": wins}

    def remarks(self, results: Results) -> Sequence[str]:
        found = {
            label: estimate_by_blocks(list(results.values(label, "wins 0").values()))
            for label in CHOICES
        }
        played = {label: number for label, number in found.items() if number.cases}
        most = max(played, key=lambda label: played[label].value)
        least = min(played, key=lambda label: played[label].value)
        fits = [
            label
            for label, number in played.items()
            if number.low is not None
            and number.high is not None
            and number.low <= PUBLISHED["wins"][0] <= number.high
        ]
        if len(played) < len(CHOICES):
            return ()
        fewest = min(number.cases for number in played.values())
        some = (f"Of each, {fewest} or more of {GAMES} games were played.",)
        return (
            *(some if fewest < GAMES else ()),
            f"The share of games won is between {played[least].value:.1%} ({least}) and "
            f"{played[most].value:.1%} ({most}); the paper has 62.3 %, which is within the "
            f"interval of: {'; '.join(fits) or 'none of them'}.",
        )


_POINTS = PUBLISHED["points"][0] - PUBLISHED["points"][1]
