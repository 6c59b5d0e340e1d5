"""Chinese Checkers in numbers: pieces as sets of places, payoffs within bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kibitz.engines.kernel import Entries, _kernel
from kibitz.engines.kernel.adapter import Bounding, aim_of, limits_of, parts_of
from kibitz.engines.problem.protocol import Problem, Watch
from kibitz.engines.problem.scores import BoundedScores, PlainScores
from kibitz.games.chinese_checkers import BoardPosition, way_home

if TYPE_CHECKING:
    from kibitz._kernel import Record
    from kibitz.game import Payoffs, Position


UTILITIES = ("progress", "win", "home", "part")
"""As in `checkers_utility`."""


class Board(Bounding):
    """Positions of `chinese_checkers`."""

    aims = True

    def reason_against(self, position: Position) -> str:
        if type(position) is not BoardPosition:
            return f"it does not know the positions of {position.game.text_name()}"
        utility = str(position.game.utility)
        return "" if utility in UTILITIES else f"it does not know the utility {utility}"

    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        position, scores = problem.position, entries.scores
        assert isinstance(scores, BoundedScores)
        rows = {"rows": [], "max_sum": scores.max_sum, "delta": scores.delta}
        board, low = cast("BoardPosition", position), (1 << 64) - 1
        game, leaf = board.game, problem.algorithm.search.leaf
        rules = {
            "players": game.players,
            "rows": game.rows,
            "seats": game.seats,
            "limit": game.longest,
            "leave": game.leave,
            "pieces": [word for own in board.pieces for word in (own & low, own >> 64)],
            "turn": board.turn,
            "made": board.made,
            "utility": UTILITIES.index(str(game.utility)),
            "way_home": way_home.table(game.rows) if leaf == way_home.NAME else None,
            "against": problem.algorithm.search.combine == "against",
            "lowest": scores.lowest,
            "target": aim_of(problem.algorithm.search, position, "all"),
            "highest": scores.everything.highest[0],
        }
        limits = limits_of(problem, watch)
        return _kernel.search_board(
            rules, rows, parts_of(problem, scores), limits, watch, entries.table
        )

    def scores_of(self, answer: int, scores: PlainScores, position: Position) -> Payoffs:
        """The progress of each side, a byte each."""
        return scores.score(tuple(answer >> 8 * side & 0xFF for side in range(position.game.sides)))


ADAPTER = Board()
