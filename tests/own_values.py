"""A search of one's own whose values are not one vector: `own_values:AnyTies`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import kibitz
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.problem.scores import scores_for
from kibitz.engines.reference.bounds import NO_BOUNDS
from kibitz.engines.reference.deepening import Horizon
from kibitz.engines.reference.driver import Child, NodeSearch, drive
from kibitz.engines.reference.events import Event
from kibitz.engines.reference.table import Found, Line


@dataclass(frozen=True)
class AnyTies(kibitz.Search):
    """Every value that max^n can have, however each player breaks each tie."""

    order: str = "high"

    def begin(self, problem: Problem) -> AnyTiesRun:
        return AnyTiesRun(self, problem)

    def plain(self) -> AnyTies:
        return self

    @property
    def unproved(self) -> str:
        return ""


class AnyTiesRun(kibitz.Run):
    """A node's answer has a line for each vector."""

    def __init__(self, search: AnyTies, problem: Problem) -> None:
        self.root, self.order = problem.position, order_for(problem.position, search)
        self.scores = scores_for(problem.position, problem.algorithm)
        self.horizon = Horizon(problem.algorithm, None)

    def events(self) -> Iterator[Event]:
        for _ in self.horizon:
            yield Event("visit", 0)
            yield from drive(self.node(self.root, 0))

    def value(self, answer: dict[tuple[int, ...], Line]) -> kibitz.Value:
        first = Found((), next(iter(answer.values())))
        return kibitz.Several.of(answer, first.numbers)

    def node(self, position: kibitz.Position, depth: int) -> NodeSearch:
        if position.is_over:
            answer: dict[tuple[int, ...], Any] = {position.game.payoffs(position.outcome): None}
            yield Event("leaf", depth, answer=answer)
            return answer
        yield Event("expand", depth, turn=position.turn)
        side, answers = position.side, []
        for move in self.order(position):
            below = self.node(position.play(move), depth + 1)
            answers.append((yield Child(move, NO_BOUNDS, None, below)))
        least = [min(vector[side] for vector in answer) for answer in answers]
        answer = {}
        for at, below_it in enumerate(answers):
            enough = max([*least[:at], *least[at + 1 :]], default=least[at])
            for vector, line in below_it.items():
                if vector[side] >= enough:
                    answer.setdefault(vector, (at, line))
        yield Event("leave", depth, answer=answer)
        return answer
