"""What games of boards have in common as numbers, and those of standings, `boards/standing.py`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from kibitz.engines.kernel import Entries
from kibitz.engines.kernel.adapter import Bounding, Numbers, aim_of, limits_of, parts_of
from kibitz.engines.problem.protocol import Problem, Watch
from kibitz.engines.problem.scores import BoundedScores, PlainScores
from kibitz.scoring import ScoredGame

if TYPE_CHECKING:
    from kibitz._kernel import Record
    from kibitz.game import Payoffs, Position


class BoardAdapter(Bounding):
    """Positions of a game on a board, whose payoffs are within bounds."""

    aims = skips = True
    positions: ClassVar[type]
    utilities: ClassVar[Sequence[str]]
    """Those that the kernel knows."""
    bits: ClassVar[int]
    """Of an answer, for the number that each player ends with."""

    @property
    @abstractmethod
    def native(self) -> Callable[..., Record]:
        """The search in the kernel."""

    @abstractmethod
    def numbers(self, position: Any, search: Any) -> Numbers:
        """All of a position, and what else the search goes by, but what is said here."""

    def reason_against(self, position: Position) -> str:
        game = position.game
        if type(position) is not self.positions or not isinstance(game, ScoredGame):
            return f"it does not know the positions of {game.text_name()}"
        utility = str(game.utility)
        return "" if utility in self.utilities else f"it does not know the utility {utility}"

    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        position, scores, search = problem.position, entries.scores, problem.algorithm.search
        assert isinstance(scores, BoundedScores)
        rows = {"rows": [], "max_sum": scores.max_sum, "delta": scores.delta}
        rules = {
            **self.numbers(position, search),
            "players": position.game.players,
            "turn": position.turn,
            "against": search.combine == "against",
            "lowest": scores.lowest,
            "highest": scores.everything.highest[0],
            "target": aim_of(search, position, "all"),
        }
        limits = limits_of(problem, watch)
        return self.native(rules, rows, parts_of(problem, scores), limits, watch, entries.table)

    def scores_of(self, answer: int, scores: PlainScores, position: Position) -> Payoffs:
        """What each player ends with, some bits each."""
        bits, most = self.bits, (1 << self.bits) - 1
        ends = (answer >> bits * side & most for side in range(position.game.sides))
        return scores.score(tuple(ends))


class Standing(BoardAdapter):
    """Positions of a game whose outcome is how each player stands."""

    utilities = ("victory", "share")
    bits = 12

    @abstractmethod
    def board(self, position: Any) -> Numbers:
        """What stands where, and what else there is to a position."""

    def numbers(self, position: Any, search: Any) -> Numbers:
        return {**self.board(position), "share": str(position.game.utility) == "share"}
