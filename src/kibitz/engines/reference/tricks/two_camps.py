"""What searches of two sides that share out tricks or points have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from kibitz.engines.problem.scores import PlainScores, Scores
from kibitz.engines.problem.sides import opposite
from kibitz.engines.reference.decision import Needs
from kibitz.engines.reference.searches import Search, table_faults
from kibitz.engines.reference.two_sided import Minimax, TwoSided
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Position
from kibitz.leaf_table import LeafTable

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm


class TwoCamps(Search):
    """Two sides with opposite interests, searched by yes-or-no questions."""

    two_sided = True
    needs_opposed = True
    line_apart = True
    rules = ("entry", "window")
    prune = "alpha-beta"
    window = "zero"

    shared: ClassVar[str]
    """What the sides share out,"""
    wanted: ClassVar[str]
    """and what they want of it."""
    asks: ClassVar[tuple[tuple[str, str], ...]] = (("probe", "trick"),)
    """The parts that a table requires."""

    @abstractmethod
    def lacks(self, position: Position) -> str:
        """Something this search needs that the rules lack; empty if nothing is missing."""

    def check(self, position: Position) -> None:
        """Refuse games whose rules this search cannot handle."""
        self._refuse(position, self.lacks(position))

    def check_scores(self, position: Position, scores: PlainScores) -> None:
        """Refuse sides that want anything but more."""
        opposite(position, self)
        assert isinstance(scores, Scores)
        self._refuse(position, self._unwanted(scores.leaves))

    def faults(self) -> Iterator[str]:
        """Why parts do not fit together."""
        if self.table != "none" and any(getattr(self, axis) != part for axis, part in self.asks):
            use = " and ".join(f"{axis}={part}" for axis, part in self.asks)
            yield f"'{self.backup}' asks its table between tricks; use {use}"
        yield from table_faults(self)

    def plain(self) -> TwoSided:
        return Minimax(order=self.order)

    @property
    def needs(self) -> Needs:
        return "outcomes"

    @property
    def by_questions(self) -> bool:
        return True

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        lacks = self.lacks(position)
        if not lacks and not LeafTable.of(position).opposed:
            lacks = "two sides that want the opposite"
        lacks = lacks or self._unwanted(LeafTable.of(position))
        return not lacks, f"needs {lacks}" if lacks else f"two sides that share out {self.shared}"

    def _unwanted(self, leaves: LeafTable) -> str:
        return "" if leaves.more_is_better else f"sides that want {self.wanted}"

    def _refuse(self, position: Position, lacks: str) -> None:
        if lacks:
            name, two = position.game.text_name(), position.game.sides == 2
            other = "alpha-beta" if two else "paranoid or maxn"
            raise InvalidAlgorithm(f"'{self.backup}' needs {lacks}, not {name}; use {other}")
