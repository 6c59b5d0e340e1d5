"""How a game goes on below the tree of a best-first search: the axes `playouts` and `epsilon`.

A play-out is a way to the end on which every move is chosen at once: at random; mostly the first
in the listed order; mostly the one with the best estimate, one or two plies away; or mostly the one
that the simple rules of the game make.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from kibitz.engines.problem.chances import SplitMix
from kibitz.engines.problem.ordering import Lister
from kibitz.game import Move, Payoffs, Position

if TYPE_CHECKING:
    from kibitz.engines.problem.scores import PlainScores

Kind = Literal["random", "order", "one-ply", "two-ply", "rules"]
PLIES: dict[str, int] = {"one-ply": 1, "two-ply": 2}
"""How far the play-outs look that go by estimates."""


class PlayOuts:
    """Chooses the moves of play-outs."""

    def __init__(
        self,
        kind: Kind,
        epsilon: float,
        seed: int,
        lists: Lister,
        scores: PlainScores,
        *,
        against: bool,
    ) -> None:
        self.kind, self.epsilon, self.lists, self.scores = kind, epsilon, lists, scores
        self.chances, self.against = SplitMix(seed), against

    def chooses(self, position: Position) -> Move:
        """The move that a play-out makes."""
        moves = self.lists(position)
        if len(moves) == 1:
            return moves[0]
        if self.kind == "random" or self.chances.random() < self.epsilon:
            return moves[self.chances.below(len(moves))]
        if self.kind == "order":
            return moves[0]
        if self.kind == "rules":
            return position.by_rules()
        own, plies = position.side, PLIES[self.kind]
        worth = [self.looked(position.after(move), plies - 1, own)[own] for move in moves]
        return moves[worth.index(max(worth))]

    def looked(self, position: Position, plies: int, own: int) -> Payoffs:
        """The scores of a position by estimates some plies further on; the first of equals stays.

        The others do what is best for them or, if all play against one, what is worst for it.
        """
        if position.is_over:
            return self.scores.score(position.outcome)
        if not plies:
            return self.scores.estimate(position)
        side, found = position.side, list[Payoffs]()
        for move in self.lists(position):
            found.append(self.looked(position.after(move), plies - 1, own))
        if self.against and side != own:
            return min(found, key=lambda scores: scores[own])
        return max(found, key=lambda scores: scores[side])


def faults_of(kind: str, epsilon: float, leaf: object) -> Sequence[str]:
    """Why play-outs cannot be as they are asked for."""
    found = []
    if not 0 <= epsilon <= 1:
        found.append(f"expected a chance of 0 to 1: epsilon={epsilon}")
    if kind in PLIES and leaf == "none":
        found.append(f"'playouts={kind}' goes by estimates; use leaf=...")
    if kind not in PLIES and leaf != "none":
        found.append(f"'leaf={leaf}' is for playouts=one-ply or two-ply, not for playouts={kind}")
    return found
