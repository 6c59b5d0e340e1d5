"""A decision test that says "cut" is right; the leaf-value table is right both ways."""

from __future__ import annotations

import random

import pytest
from generators import random_deal, random_tree

from kibitz import Algorithm, Position
from kibitz.engines.problem.scores import Scores
from kibitz.engines.reference.decision import TESTS


def beats(scores: Scores, feasible: int, bounds: dict[int, int]) -> bool:
    """Whether a feasible outcome is above every bound, by looking at each."""
    return any(
        all(row[side] > bound for side, bound in bounds.items())
        for at, row in enumerate(scores.rows)
        if feasible >> at & 1
    )


def positions(count: int) -> list[Position]:
    """Roots of trees and deals, none of them over."""
    found = [make(seed) for seed in range(count) for make in (random_tree, random_deal)]
    return [position for position in found if not position.is_over]


@pytest.mark.parametrize("heuristic", ["none", "taken"])
@pytest.mark.parametrize(
    ("test", "scale"),
    [
        (name, scale)
        for name, test in TESTS.items()
        for scale in (("payoff", "rank") if test.needs == "sums" else ("payoff",))
        if test.needs != "nothing"
    ],
)
def test_a_cut_is_right(test: str, heuristic: str, scale: str) -> None:
    algorithm = Algorithm(prune="shallow", test=test, heuristic=heuristic, scale=scale)
    draw = random.Random(f"{test} {heuristic} {scale}")
    cuts = 0
    for position in positions(150):
        scores = Scores(position, algorithm)
        decide = TESTS[test](scores)
        below = position.play(draw.choice(position.moves()))
        feasible = scores.feasible(below)
        for _ in range(20):
            sides = range(position.game.sides)
            bounded = draw.sample(sides, draw.randint(1, len(sides)))
            # Secured by some outcome, or one step lower, as for a child left of the best.
            bounds = {
                side: draw.choice(scores.rows)[side] - draw.choice((0, 0, 1)) for side in bounded
            }
            truth = beats(scores, feasible.outcomes, bounds)
            answer = decide.possible(bounds, feasible)
            cuts += not answer
            assert answer or not truth, (str(position.game), str(position), bounds)
            if test == "leaf-table":
                assert answer == truth
    assert cuts > 0
