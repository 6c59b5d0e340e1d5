"""Ratings of players by the results of blocks: the model of Bradley and Terry, on Elo's scale.

A player with `d` points more than another wins a block with probability 1 / (1 + 10^(-d / 400));
a drawn block counts half for each. Ratings are those under which the results are likeliest, with
one drawn block more between any two that met, so that one who never lost has a rating too. Their
mean is 0.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from kibitz.engines.problem.protocol import checkpoint
from kibitz.lab.estimate import FEWEST, Estimate

Meeting: TypeAlias = tuple[int, int, float]
"""Two players, and the share of the first: 1 for a win, 0.5 for a draw, 0 for a loss."""

SCALE = 400 / math.log(10)
RESAMPLES = 1000
"""How often blocks are drawn anew for an interval."""
STEPS = 100
CLOSE = 1e-9


def ratings(players: int, blocks: Sequence[Sequence[Meeting]]) -> list[Estimate]:
    """The rating of each player, with the 95 % interval that drawing the blocks anew gives."""
    found = fitted(players, [one for block in blocks for one in block])
    if len(blocks) < FEWEST:
        return [Estimate(one, cases=len(blocks)) for one in found]
    draw, samples = random.Random(len(blocks)), []
    for _ in range(RESAMPLES):
        checkpoint()
        drawn = draw.choices(blocks, k=len(blocks))
        samples.append(fitted(players, [one for block in drawn for one in block], found))
    tail = RESAMPLES // 40
    return [
        Estimate(value, sorted(column)[tail], sorted(column)[-1 - tail], len(blocks))
        for value, column in zip(found, zip(*samples, strict=True), strict=True)
    ]


def fitted(
    players: int, meetings: Iterable[Meeting], start: Sequence[float] | None = None
) -> list[float]:
    """The ratings under which these results are likeliest, by Newton's method."""
    won = [[0.0] * players for _ in range(players)]
    for one, two, share in meetings:
        won[one][two] += share
        won[two][one] += 1 - share
    met = [[won[one][two] + won[two][one] for two in range(players)] for one in range(players)]
    for one in range(players):
        for two in range(players):
            if met[one][two]:
                won[one][two] += 0.5
                met[one][two] += 1
    worth = [0.0] * players if start is None else [rating / SCALE for rating in start]
    for _ in range(STEPS):
        slope, bend = [0.0] * players, [[0.0] * players for _ in range(players)]
        for one in range(players):
            bend[one][one] += 1e-9  # players that never met are all at their mean
            for two in range(players):
                chance = 1 / (1 + math.exp(worth[two] - worth[one]))
                slope[one] += won[one][two] - met[one][two] * chance
                weight = met[one][two] * chance * (1 - chance)
                bend[one][one] += weight
                bend[one][two] -= weight
        steps = [max(-1.0, min(1.0, step)) for step in _solved(bend, slope)]
        mean = sum(steps) / players
        worth = [own + step - mean for own, step in zip(worth, steps, strict=True)]
        if max(map(abs, steps)) < CLOSE:
            break
    mean = sum(worth) / players
    return [SCALE * (one - mean) for one in worth]


def _solved(rows: list[list[float]], right: list[float]) -> list[float]:
    """The solution of equations, the unknown of the last player being 0."""
    size = len(rows) - 1
    table = [[*row[:size], end] for row, end in zip(rows[:size], right, strict=False)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(table[row][at]))
        table[at], table[pivot] = table[pivot], table[at]
        for row in range(size):
            if row != at:
                factor = table[row][at] / table[at][at]
                table[row] = [a - factor * b for a, b in zip(table[row], table[at], strict=True)]
    return [*(table[at][size] / table[at][at] for at in range(size)), 0.0]
