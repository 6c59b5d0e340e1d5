"""IJCAI-2005, Appendix A: changes of a game that change nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import ClassVar

import kibitz
from kibitz import Position, Result
from kibitz.reproduction.experiment import Experiment, Line, Numbers, Results, Task
from kibitz.utility import mot

HAND = "spades(players=3,cards={},bids={},utility={},breaking=false)"
AFFINE = "kibitz.experiments.ijcai_2005_appendix_a:affine"
BIDS = ("1/1/1", "2/1/0", "0/1/2", "1/2/1")
EXACT, LINEAR = "speculative(test=leaf-table)", "speculative"
DUMMY = ",life=2)"
"""Bounds live as long as with three players."""


def affine(tricks: Sequence[int], bids: Sequence[int]) -> tuple[int, ...]:
    """The utility `mot`, changed by another affine function for each player."""
    first, second, third = mot(tricks, bids)
    return 7 * first + 40, second, 3 * third + 5


def as_tree(position: Position, payoffs: Callable[[tuple[int, ...]], Sequence[int]]) -> str:
    """A whole game as the text of a tree."""
    if position.is_over:
        return f"({','.join(map(str, payoffs(position.outcome)))})"
    below = " ".join(as_tree(position.play(move), payoffs) for move in position.moves())
    return f"{position.turn}[{below}]"


def _solved(position: Position, algorithm: str) -> tuple[list[int], Result]:
    """The line as numbers of moves, and the result."""
    result, numbers = kibitz.solve(position, algorithm), []
    for move in result.line:
        numbers.append(list(position.moves()).index(move))
        position = position.play(move)
    return numbers, result


class AppendixA(Experiment):
    """Affine changes and dummy players, on deals."""

    title = "Changes of a game that change nothing"
    paper = "IJCAI-2005, Appendix A"
    setting = (
        "An affine change of a player's payoffs, or another player that never moves, changes "
        "neither the strategies of max^n nor what a leaf-value table prunes. Sums are changed by "
        "both. A dummy player that makes the game constant-sum adds no pruning."
    )
    choices: ClassVar[Sequence[str]] = (
        "Shown on 40 deals of three-player Spades with `mot`, by whether line and node counts are "
        "equal: affine changes on 5 cards each, dummy players on 3 cards each, whose whole game is "
        "written out as a tree of four players.",
    )
    workers = "processes"

    def tasks(self, quick: bool) -> Sequence[Task]:
        deals = range(6 if quick else 40)
        return [
            Task(
                column,
                deal,
                {"game": HAND.format(cards, BIDS[deal % len(BIDS)], "mot"), "deal": str(deal)},
            )
            for column, cards in (("affine", 5), ("dummy", 3))
            for deal in deals
        ]

    def measure(self, task: Task) -> Numbers:
        game = kibitz.game(task.what["game"])
        deal = game.deal(int(task.what["deal"]))
        if task.column == "affine":
            other = kibitz.game(task.what["game"].replace("=mot", f"={AFFINE}"))
            moved = other.deal(int(task.what["deal"]))
            return self._compare(deal, moved, EXACT, LINEAR, "")
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
        exact, linear = EXACT[:-1] + DUMMY, f"{LINEAR}(life=2)"
        return {
            **self._compare(plain, random_dummy, exact, linear, ""),
            **self._compare(plain, constant_dummy, exact, linear, "constant, "),
        }

    def _compare(
        self, one: Position, two: Position, exact: str, linear: str, name: str
    ) -> dict[str, int]:
        line, before = _solved(one, exact)
        other, after = _solved(two, exact)
        sums = [kibitz.solve(position, linear).stats.expanded for position in (one, two)]
        return {
            f"{name}same line": int(line == other),
            f"{name}same nodes": int(before.stats == after.stats),
            f"{name}leaf-table": after.stats.expanded,
            f"{name}linear before": sums[0],
            f"{name}linear": sums[1],
        }

    def lines(self, results: Results) -> Sequence[Line]:
        found = []
        for label, column, name in (
            ("an affine change", "affine", ""),
            ("a dummy player with a random score", "dummy", ""),
            ("a dummy player that makes it constant-sum", "dummy", "constant, "),
        ):
            found += [
                Line(
                    "deals with the same line",
                    results.mean(column, f"{name}same line"),
                    1,
                    label,
                ),
                Line(
                    "deals with the same nodes",
                    results.mean(column, f"{name}same nodes"),
                    1,
                    label,
                ),
                Line("nodes, leaf-table", results.mean(column, f"{name}leaf-table"), None, label),
                Line(
                    "nodes, linear test, before",
                    results.mean(column, f"{name}linear before"),
                    None,
                    label,
                ),
                Line(
                    "nodes, linear test, after", results.mean(column, f"{name}linear"), None, label
                ),
            ]
        return found
