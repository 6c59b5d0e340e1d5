"""Whether a max^n search can cut anything in a position, by its parts.

AAAI-2000: what a sum can show depends on the most that each side can get, and on the total. Lemma
1 says when shallow pruning can occur.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kibitz.engines.problem.scores import BoundedScores, Scores, scores_for
from kibitz.game import Position
from kibitz.leaf_table import LeafTable

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.reference.search import UnderBounds


def can_cut(search: UnderBounds, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
    """Whether it can cut anything, and why or why not."""
    if search.test == "leaf-table" and search.rule.prunes:
        return True, f"looks at all {len(LeafTable.of(position).outcomes)} outcomes"
    if search.narrows and position.narrows:
        return True, "what was taken so far narrows what can come"
    if search.test in ("single", "leaf-table"):
        return True, "a side may have the best of its outcomes"
    return _by_sums(search, position, algorithm)


def _by_sums(search: UnderBounds, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
    """Whether the bounds that can meet at a node can add up to maxsum.

    With bounds of mover and parent this is Lemma 1, by what each side alone can get. With
    equality a cut is left where both have the most.
    """
    scores = scores_for(position, algorithm)
    assert isinstance(scores, Scores | BoundedScores)
    sides, feasible = position.game.sides, scores.feasible(position)
    bounded = min(sides, 1 + search.life_for(sides))
    step = scores.delta if search.test == "discrete" else 0
    gains = [most + step - low for low, most in zip(feasible.lowest, feasible.highest, strict=True)]
    reach = sum(feasible.lowest) + sum(sorted(gains)[-bounded:]) - step
    lemma = "Lemma 1: " if search.prune == "shallow" else ""
    who = {1: "one side", 2: "two sides"}.get(bounded, f"{bounded} sides")
    others = " and the least of the others" if any(feasible.lowest) and bounded < sides else ""
    if reach == scores.max_sum:
        return True, f"{lemma}only where {who} have the most they can, {reach}, which is maxsum"
    most = f"add up to {reach} at most, and maxsum is {scores.max_sum}"
    return reach > scores.max_sum, f"{lemma}the bounds of {who}{others} {most}"
