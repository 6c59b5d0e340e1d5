"""A native game beside the Python game, node by node: what it says, and what searches count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kibitz.algorithm import Algorithm
from kibitz.asking.solve import solve
from kibitz.check.asking import Asking
from kibitz.engines import kernel
from kibitz.engines.problem.protocol import Unfit
from kibitz.errors import KibitzError
from kibitz.game import Position

if TYPE_CHECKING:
    from kibitz.engines.kernel.adapter import Facts
    from kibitz.results import Result

SEARCHED = ("maxn", "maxn(table=exact)", "paranoid", "paranoid(table=bounds)")
"""Searches that need nothing but rules, in which both must count the same nodes."""


class NativeCheck(Asking):
    """Compare what a native game says with what the Python game says."""

    def look_at_native(self, part: Sequence[Position]) -> None:
        """Positions one by one, and which of them share a key."""
        keys: dict[object, object] = {}
        others: dict[object, object] = {}
        for position in part:
            facts = self.native(position)
            if facts is None:
                return
            self.compare_native(position, facts)
            key = position.key()
            if keys.setdefault(key, facts.key) != facts.key:
                self.fault(
                    "key of the native game tells equal positions apart", facts.text, position
                )
            if others.setdefault(facts.key, key) != key:
                what = "key of the native game is the same where key() is not"
                self.fault(what, facts.text, position)

    def native(self, position: Position, order: str = "high", leaf: str = "none") -> Facts | None:
        """What the native game says; nothing if there is none, or it says nothing."""
        if not kernel.BUILT or position.native is None:
            return None
        try:
            return kernel.adapter_of(position).look(position, order, leaf)
        except Unfit as error:
            self.fault("the native game cannot be used", error)
        except KibitzError as error:
            self.fault("the native game fails", error)
        return None

    def compare_native(self, position: Position, facts: Facts) -> None:
        """The end, the turn, the moves and their order, what can come about."""
        over = position.is_over
        if facts.over != over:
            self.differ("over", facts.over, over, position, facts)
            return
        plies = -1 if position.plies_left is None else position.plies_left
        if facts.plies_left != plies:
            self.differ("plies_left", facts.plies_left, plies, position, facts)
        if facts.allowed and facts.allowed != self.allowed(position):
            self.fault("allows of the native game differs from allows()", facts.text, position)
        if over:
            if facts.outcome is not None and facts.outcome != position.outcome:
                self.differ("outcome", facts.outcome, position.outcome, position, facts)
            return
        if facts.side != position.side:
            self.differ("turn", facts.side, position.side, position, facts)
        self.compare_moves(position, facts)
        for leaf in position.estimates:
            there, here = self.native(position, leaf=leaf), position.estimate(leaf)
            if there is not None and there.outcome not in (None, here):
                self.differ(f"estimate {leaf!r}", there.outcome, here, position, facts)

    def compare_moves(self, position: Position, facts: Facts) -> None:
        """The state after each move, in each order."""
        for order in ("high", *position.orders):
            there = facts if order == "high" else self.native(position, order)
            listed = position.moves() if order == "high" else position.ordered(order)
            if there is None:
                return
            if len(there.after) != len(listed):
                self.differ("number of moves", len(there.after), len(listed), position, facts)
                return
            for move, after in zip(listed, there.after, strict=True):
                child = self.native(position.play(move))
                if child is not None and child.state != after:
                    what = "the native game leads elsewhere"
                    words = "" if order == "high" else f" in the order {order!r}"
                    self.fault(what, f"by {move}{words}, {facts.text}", position)
                    return

    def allowed(self, position: Position) -> list[bool]:
        """Of each listed outcome, in their order, whether it can still come about."""
        return [bool(position.allows(outcome)) for outcome in self.outcomes(position) or ()]

    def differ(self, what: str, there: object, here: object, where: Position, facts: Facts) -> None:
        """Note that both say different things."""
        text = f" ({facts.text})" if facts.text else ""
        self.fault(f"{what} of the native game differs", f"{there}, not {here}{text}", where)

    def count_native(self, position: Position) -> None:
        """Searches count the same nodes."""
        if self.native(position) is None:
            return
        for text in SEARCHED:
            found: Result
            right: Result
            found, right = (
                self.ask("solve()", position, _solved, position, text, engine)
                for engine in ("kernel", "reference")
            )
            if (found.value, found.line, found.stats) != (right.value, right.line, right.stats):
                shown = (f"{one.value} in {one.stats.visited} nodes" for one in (found, right))
                what = "searches of the native game differ"
                self.fault(what, f"{', not '.join(shown)} by {text}", position)
                return


def _solved(position: Position, text: str, engine: str) -> Result:
    return solve(position, Algorithm.parse(text), engine=engine)
