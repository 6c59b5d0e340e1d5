"""What games of standings, see `boards/standing.py`, have in common as numbers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.boards.standing import StandingGame
from kibitz.engines.kernel import Entries
from kibitz.engines.kernel.adapter import Bounding, Numbers, aim_of, limits_of, parts_of
from kibitz.engines.problem.protocol import Problem, Watch
from kibitz.engines.problem.scores import BoundedScores, PlainScores

if TYPE_CHECKING:
    from kibitz._kernel import Record
    from kibitz.game import Payoffs, Position

BITS = 12
"""Of an answer, for each player."""


class Standing(Bounding):
    """Positions of a game with such outcomes."""

    positions: ClassVar[type]
    aims = skips = True

    @property
    @abstractmethod
    def native(self) -> Callable[..., Record]:
        """The search in the kernel."""

    @abstractmethod
    def numbers(self, position: Any) -> Numbers:
        """All of a position but what is said here."""

    def reason_against(self, position: Position) -> str:
        if type(position) is not self.positions or not isinstance(position.game, StandingGame):
            return f"it does not know the positions of {position.game.text_name()}"
        utility = str(position.game.utility)
        return "" if utility in ("victory", "share") else f"it does not know the utility {utility}"

    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        position, scores = problem.position, entries.scores
        assert isinstance(scores, BoundedScores)
        assert isinstance(position.game, StandingGame)
        rows = {"rows": [], "max_sum": scores.max_sum, "delta": scores.delta}
        rules = {
            **self.numbers(position),
            "players": position.game.players,
            "turn": position.turn,
            "share": str(position.game.utility) == "share",
            "against": problem.algorithm.search.combine == "against",
            "lowest": scores.lowest,
            "highest": scores.everything.highest[0],
            "target": aim_of(problem.algorithm.search, position, "all"),
        }
        limits = limits_of(problem, watch)
        return self.native(rules, rows, parts_of(problem, scores), limits, watch, entries.table)

    def scores_of(self, answer: int, scores: PlainScores, position: Position) -> Payoffs:
        """How each player stands, twelve bits each."""
        most = (1 << BITS) - 1
        return scores.score(
            tuple(answer >> BITS * side & most for side in range(position.game.sides))
        )
