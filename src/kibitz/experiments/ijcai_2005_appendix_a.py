"""IJCAI-2005, Appendix A: changes of a game that change nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

import kibitz
from kibitz import Position, Result
from kibitz.lab import plots
from kibitz.lab.experiment import Cancel, Experiment, Line, Numbers, Results, Task, solve
from kibitz.scoring import mot, tricks

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HAND = "spades(players=3,cards={},bids={},utility={},breaking=false)"
UTILITIES = ("mot", "tricks")
CHANGED = f"{__name__}:affine_"
BIDS = ("1/1/1", "2/1/0", "0/1/2", "1/2/1")
EXACT, LINEAR = "speculative(test=leaf-table)", "speculative"
GROUPS = {
    "mot, an affine change": ("affine, mot", ""),
    "mot, a dummy player with a random score": ("dummy, mot", ""),
    "mot, a dummy player that makes it constant-sum": ("dummy, mot", "constant, "),
    "tricks, an affine change": ("affine, tricks", ""),
    "tricks, a dummy player with a random score": ("dummy, tricks", ""),
}
"""What is changed, with its column and what its numbers begin with."""
WITH_DUMMY = "speculative(test=leaf-table,life=2)", "speculative(life=2)"
"""Bounds live as long as with three players."""


def affine_mot(taken: Sequence[int], bids: Sequence[int]) -> tuple[int, ...]:
    """The utility `mot`, changed by another affine function for each player."""
    return _changed(mot(taken, bids))


def affine_tricks(taken: Sequence[int]) -> tuple[int, ...]:
    """The utility `tricks`, which is constant-sum, changed so that it is not."""
    return _changed(tricks(taken))


def _changed(payoffs: Sequence[int]) -> tuple[int, ...]:
    first, second, third = payoffs
    return 7 * first + 40, second, 3 * third + 5


def as_tree(position: Position, payoffs: Callable[[tuple[int, ...]], Sequence[int]]) -> str:
    """A whole game as the text of a tree."""
    if position.is_over:
        return f"({','.join(map(str, payoffs(position.outcome)))})"
    below = " ".join(as_tree(position.play(move), payoffs) for move in position.moves())
    return f"{position.turn}[{below}]"


def _solved(position: Position, algorithm: str, cancel: Cancel) -> tuple[list[int], Result]:
    """The line as numbers of moves, and the result."""
    result, numbers = solve(position, algorithm, cancel), []
    for move in result.line:
        numbers.append(list(position.moves()).index(move))
        position = position.play(move)
    return numbers, result


class AppendixA(Experiment):
    """Affine changes and dummy players, on deals."""

    title = "Changes of a game that change nothing"
    paper = "IJCAI-2005, Appendix A"
    cost = "seconds"
    setting = (
        "An affine change of a player's payoffs, or another player that never moves, changes "
        "neither the strategies of max^n nor what a leaf-value table prunes. Sums are changed by "
        "both: a constant-sum game no longer looks like one. A dummy player that makes a game "
        "constant-sum adds no pruning."
    )
    choices: ClassVar[Sequence[str]] = (
        "Shown on 40 deals of three-player Spades with `mot`, which is not constant-sum, and with "
        "`tricks`, which is, by whether line and node counts are equal: affine changes on 5 cards "
        "each, dummy players on 3 cards each, whose whole game is written out as a tree of four "
        "players.",
        "With a dummy player bounds live for two plies, as with three players. By themselves they "
        "live as long as there are other players, so one more player makes them live longer and "
        "can change the nodes of a search, though not its answer.",
    )
    workers = "processes"

    def tasks(self, quick: bool) -> Sequence[Task]:
        found = []
        for utility in UTILITIES:
            for deal in range(6 if quick else 40):
                bids, seed = BIDS[deal % len(BIDS)], {"deal": str(deal)}
                games = [HAND.format(5, bids, f"{of}{utility}") for of in ("", CHANGED)]
                found += [
                    Task(f"affine, {utility}", deal, {"game": games[0], "other": games[1], **seed}),
                    Task(
                        f"dummy, {utility}", deal, {"game": HAND.format(3, bids, utility), **seed}
                    ),
                ]
        return found

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        game = kibitz.game(task.what["game"])
        deal = game.deal(int(task.what["deal"]))
        if "other" in task.what:
            moved = kibitz.game(task.what["other"]).deal(int(task.what["deal"]))
            return self._compare(deal, moved, (EXACT, LINEAR), "", cancel)
        draw = random.Random(task.what["deal"])
        noise = {outcome: draw.randint(0, 30) for outcome in sorted(deal.outcomes())}
        most = max(sum(game.payoffs(outcome)) for outcome in deal.outcomes())

        def with_noise(outcome: tuple[int, ...]) -> Sequence[int]:
            return *game.payoffs(outcome), noise[outcome]

        def constant(outcome: tuple[int, ...]) -> Sequence[int]:
            return *game.payoffs(outcome), most - sum(game.payoffs(outcome))

        tree = kibitz.game("tree(players=4)")
        plain = kibitz.game("tree").parse(as_tree(deal, game.payoffs))
        random_dummy = tree.parse(as_tree(deal, with_noise))
        constant_dummy = tree.parse(as_tree(deal, constant))
        return {
            **self._compare(plain, random_dummy, WITH_DUMMY, "", cancel),
            **self._compare(plain, constant_dummy, WITH_DUMMY, "constant, ", cancel),
        }

    def _compare(
        self, one: Position, two: Position, tests: tuple[str, str], name: str, cancel: Cancel
    ) -> dict[str, int]:
        exact, linear = tests
        line, before = _solved(one, exact, cancel)
        other, after = _solved(two, exact, cancel)
        sums = [solve(position, linear, cancel).stats.expanded for position in (one, two)]
        return {
            f"{name}same line": int(line == other),
            f"{name}same nodes": int(before.stats == after.stats),
            f"{name}leaf-table": after.stats.expanded,
            f"{name}linear before": sums[0],
            f"{name}linear": sums[1],
        }

    def lines(self, results: Results) -> Sequence[Line]:
        return [
            Line(label, results.mean(column, f"{name}{number}"), published, group)
            for group, (column, name) in GROUPS.items()
            for label, number, published in (
                ("deals with the same line", "same line", 1),
                ("deals with the same nodes", "same nodes", 1),
                ("nodes, leaf-table", "leaf-table", None),
                ("nodes, linear test, before", "linear before", None),
                ("nodes, linear test, after", "linear", None),
            )
        ]

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        def nodes(figure: Figure) -> None:
            series = {
                label: [results.mean(column, f"{name}{number}") for column, name in GROUPS.values()]
                for label, number in (
                    ("leaf-value table, before and after", "leaf-table"),
                    ("linear test, before", "linear before"),
                    ("linear test, after", "linear"),
                )
            }
            plots.bars(figure, list(GROUPS), series)

        return {"Average nodes expanded before and after a change, with 95 % intervals": nodes}

    def remarks(self, results: Results) -> Sequence[str]:
        before, after = (
            results.mean("affine, tricks", number).value for number in ("linear before", "linear")
        )
        return (
            "As the paper says. What an affine change costs the linear test is most where the game "
            f"was constant-sum: on tricks {after / before:.2g} times the nodes.",
        )
