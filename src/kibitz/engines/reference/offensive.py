"""The directed offensive: I play to keep one opponent low, and the others play max^n.

`backup=offensive` is the search of MP-Mix for one who is far behind (Zuckerman, Felner and Kraus
2009): at my nodes I take the move after which the target gets least, and everybody else takes
what is best for itself. `at=all` means all my nodes, as in the paper; `at=root` only my next move,
after which I play max^n too. Of moves that leave the target as much, the first is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.sides import leader_of, side_of_root
from kibitz.engines.reference.every_child import EveryChild, EveryChildRun
from kibitz.engines.reference.searches import SEARCHES
from kibitz.engines.reference.table import Found
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Position


@SEARCHES.named("offensive")
@dataclass(frozen=True)
class Offensive(EveryChild):
    """The player to move keeps one other side low; everybody else plays max^n."""

    backup = "offensive"
    aims = True

    target: int | None = None
    """The side to keep low; none for the other side that is ahead, by the leaf if there is one."""
    at: Literal["all", "root"] = "all"
    """Whether it does so at all its nodes, or at the root only."""

    def begin(self, problem: Problem) -> OffensiveRun:
        return OffensiveRun(self, problem)

    def check(self, position: Position) -> None:
        """Refuse a target that is not there."""
        if not position.is_over:
            self.aims_at(position)

    def aims_at(self, root: Position) -> int:
        """The side to keep low."""
        sides, own, target = root.game.sides, side_of_root(root), self.target
        if target is None:
            return leader_of(root, self)
        if not 0 <= target < sides or target == own:
            raise InvalidAlgorithm(
                f"expected another side than {own}, of 0 to {sides - 1}: target={target}"
            )
        return target

    def for_root(self, root: Position) -> Offensive:
        if self.target is not None or root.is_over:
            return self
        return replace(self, target=self.aims_at(root))

    @property
    def one_side(self) -> bool:
        return True


class OffensiveRun(EveryChildRun):
    """A directed offensive at work on one position."""

    search: Offensive

    def __init__(self, search: Offensive, problem: Problem) -> None:
        super().__init__(search, problem)
        self.side = side_of_root(self.root)
        self.target = 0 if self.root.is_over else search.aims_at(self.root)

    def asked(self, position: Position) -> bool:
        return self.search.at == "all" or position is not self.root

    def leaf(self, position: Position) -> Found:
        return Found(self.scores_at(position), None)

    def backed_up(self, position: Position, answers: Sequence[Any]) -> tuple[Found, int]:
        values: Sequence[Found] = answers
        mine = position is self.root if self.search.at == "root" else position.side == self.side
        aim, sign = (self.target, -1) if mine else (position.side, 1)
        own = [sign * one.scores[aim] for one in values]
        at = own.index(max(own))
        return Found(values[at].scores, (at, values[at].line)), at
