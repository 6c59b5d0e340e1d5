"""Outcome sets as a back-up rule: `backup=outcome-sets`, for whole deals of trick games.

What goes up is a set of outcomes that holds the value; see `outcome_sets.py` for the search, and
its `Parts` for the axes `classes`, `sure`, `quick` and `ahead`, each of which can be left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from kibitz.cards.position import TrickPosition
from kibitz.engines.protocol import Problem
from kibitz.engines.reference.backups import BACKUPS, Backup
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.entries import entries_for
from kibitz.engines.reference.events import Event, Rule
from kibitz.engines.reference.ordering import order_for
from kibitz.engines.reference.outcome_sets import OutcomeSets, Parts
from kibitz.engines.reference.scores import Scores
from kibitz.engines.reference.table import Value, nested
from kibitz.errors import InvalidAlgorithm
from kibitz.game import Payoffs, Position

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm


@BACKUPS.named("outcome-sets")
class BySets(Backup):
    """A search by outcome sets at work on one position."""

    by_sets: ClassVar[bool] = True
    rules: ClassVar[tuple[Rule, ...]] = ()

    def __init__(self, problem: Problem) -> None:
        root, algorithm = problem.position, problem.algorithm
        self.check(root)
        assert isinstance(root, TrickPosition)
        scores = entries_for(problem).scores
        assert isinstance(scores, Scores)
        self.root, self.scores = root, scores
        self.horizon = Horizon(algorithm, problem.limit.depth)
        self.order = order_for(root, algorithm)
        self.search = OutcomeSets(root, parts_of(algorithm), tuple(scores.rows))

    @staticmethod
    def check(position: Position) -> None:
        """Refuse games other than trick games."""
        if not isinstance(position, TrickPosition):
            name = position.game.text_name()
            raise InvalidAlgorithm(
                f"'outcome-sets' is for trick games, not for {name}; use leaf-table"
            )

    @staticmethod
    def faults(algorithm: Algorithm) -> Iterator[str]:
        """Why parts do not go together in a search by outcome sets."""
        if algorithm.prune != "questions":
            yield "'outcome-sets' prunes by questions; use prune=questions"
        for axis, usual in USUAL.items():
            if getattr(algorithm, axis) != usual:
                yield f"'{axis}={getattr(algorithm, axis)}' is not for outcome-sets; use {usual}"
        if str(algorithm.order) not in ("suits", "high", "low", "trick"):
            yield f"'order={algorithm.order}' is not for outcome-sets; use order=suits"
        if algorithm.table == "exact":
            yield "'table=exact' is not for outcome-sets, which keep sets; use table=sets"
        if algorithm.table != "none" and algorithm.probe != "trick":
            yield "'outcome-sets' asks its table between tricks; use probe=trick"

    def run(self) -> Iterator[Event]:
        """Search the root, then along the line that plain max^n takes."""
        yield from self.search.run()
        line = yield from self.search.line()
        position, numbers = self.root, []
        for card in line:
            numbers.append(list(self.order(position)).index(card))
            position = position.play(card)
        scores = self.scores.score(position.outcome)
        yield Event("leave", 0, answer=Value(scores, nested(numbers)))

    def payoffs(self, value: Value) -> Payoffs:
        return self.scores.payoffs(value.scores)


USUAL = {
    "test": "none",
    "heuristic": "none",
    "window": "full",
    "width": None,
    "ties": "first",
    "leaf": "none",
    "scale": "payoff",
}
"""The axes that this search has no choice on."""


def parts_of(algorithm: Algorithm) -> Parts:
    """What a search by outcome sets is made of."""
    return Parts(
        order=str(algorithm.order),  # type: ignore[arg-type]
        life=algorithm.life_for(0),
        table=algorithm.table,  # type: ignore[arg-type]
        keys=algorithm.keys,
        classes=algorithm.classes == "used",
        sure=algorithm.sure == "used",
        quick=algorithm.quick == "used",
        look_ahead=algorithm.ahead == "used",
    )
