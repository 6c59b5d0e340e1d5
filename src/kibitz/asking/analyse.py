"""analyse: every legal move with its value for all players; review: the mistakes of a played hand.

The value of a move is that of the position after it. All of them are searched with one table, so
the second costs little more than the first. What cannot be searched to the end within the limit
gets an estimate, and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.asking.budget import Budget
from kibitz.asking.choosing import algorithm_for, checked, estimating
from kibitz.asking.staged import FEW, GLANCE, GLIMPSE, MOST, QUARTER, as_estimate
from kibitz.asking.ties import Ties, check_ties, ties_of
from kibitz.engines.choice import engines_of
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.problem.protocol import NEVER, Cancel, Watch
from kibitz.errors import InvalidAlgorithm, blaming
from kibitz.game import Move, Position
from kibitz.history import History, hand_at
from kibitz.in_time import ready_by
from kibitz.results import (
    Beside,
    Certainty,
    Limit,
    Line,
    Result,
    Stats,
    Stopped,
    in_words,
    sure_bounds,
    wording,
    write_beside,
)
from kibitz.showing.layout import columns, escaped, html_table
from kibitz.values import Known, Spans, Unknown, Value, Vector

GROWTH = 4
"""How many times more nodes a move gets in each round, until it is exact."""


@dataclass(frozen=True)
class MoveValue:
    """A move with its value, or several moves that are equivalent.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> first = kibitz.analyse(deal).moves[0]
    >>> first.move, first.value, first.cost, first.certainty
    (S7, (0, 1, 2), 1, 'exact')
    """

    moves: tuple[Move, ...]
    """The move that stands for the others comes first."""
    worth: Value
    """What is known of its value, with its payoffs, bounds and words."""
    certainty: Certainty
    cost: float | None
    """How much less the player to move gets than by the best move; see `Analysis.comparable`."""
    line: tuple[Move, ...]
    """How play goes on from here, with the move in front."""
    depth: int | None
    """With an estimate, how many plies were searched, the move included."""
    whole_line: bool = True
    """Whether the line is all that leads to the value. A search that was stopped may know its value
    before its line, which then is a beginning; as long as the limit allows, it is completed.
    """

    @property
    def value(self) -> Known | None:
        """The payoffs of all sides, if they are known and one vector."""
        return self.worth.payoffs

    @property
    def bounds(self) -> Spans | None:
        """The payoffs that each side can still get, if a search by outcome sets was stopped, or
        found several values.
        """
        return sure_bounds(self.worth, self.certainty)

    @property
    def move(self) -> Move:
        """The move, or the first of several."""
        return self.moves[0]

    def and_then(self) -> str:
        """The line after the move as a text, which says if there is more of it."""
        early = self.certainty == "exact" and not self.whole_line
        return " ".join([*map(str, self.line[1:]), *["..."] * early]) or "-"

    def as_dict(self) -> dict[str, Any]:
        """The value in plain types, ready for JSON."""
        return {
            "moves": [str(move) for move in self.moves],
            **wording(self.certainty, self.worth, self.depth),
            "cost": self.cost,
            "line": [str(move) for move in self.line],
            "whole_line": self.whole_line,
            "depth": self.depth,
            "bounds": self.bounds,
        }


@dataclass(frozen=True)
class Analysis:
    """The moves of a position in their listed order, with their values as far as known.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> analysis = kibitz.analyse(deal)
    >>> analysis.best.move, analysis.complete, len(analysis.moves)
    (DK, True, 3)
    """

    position: Position
    algorithm: Algorithm
    engine: str
    moves: tuple[MoveValue, ...]
    stats: Stats
    stopped: Stopped
    """What stopped it before every value was exact; empty while it goes on."""
    seconds: float = field(compare=False)
    beside: Beside = ()
    """What else was searched for it, which a limit counts too."""
    finished: bool = True
    """Whether this is the last one, and no better one follows."""
    ties: Ties | None = None
    """Whether the value of the best move depends on how players break ties, if that was asked."""

    @property
    def visited(self) -> int:
        """All nodes that were visited for it."""
        return self.stats.visited + sum(stats.visited for _, stats in self.beside)

    @property
    def complete(self) -> bool:
        """Whether every value is exact."""
        return all(row.certainty == "exact" for row in self.moves)

    @property
    def best(self) -> MoveValue | None:
        """The first of the best moves for the player to move; none only if the game is over.

        If no move has a value yet, the first that is sure of most.
        """
        known = next((row for row in self.moves if row.cost == 0), None)
        return known or max(self.moves, key=self._sure_of, default=None)

    def _sure_of(self, row: MoveValue) -> float:
        """What the player to move gets at least by a move, as far as that is known."""
        return -inf if row.bounds is None else row.bounds[self.position.side][0]

    @property
    def comparable(self) -> bool:
        """Whether all costs compare values of one depth; other costs are rough."""
        return len({row.depth for row in self.moves if row.cost is not None}) <= 1

    def ranked(self) -> list[MoveValue]:
        """The moves, the best ones first, those without a value last."""
        unknown = [row for row in self.moves if row.cost is None]
        known = [row for row in self.moves if row.cost is not None]
        return [*sorted(known, key=_cost), *unknown]

    def as_dict(self) -> dict[str, Any]:
        """The analysis in plain types, ready for JSON."""
        best = self.best
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "algorithm": str(self.algorithm),
            "engine": self.engine,
            "turn": None if self.position.is_over else self.position.turn,
            "best": None if best is None else str(best.move),
            "moves": [row.as_dict() for row in self.moves],
            "stats": dict(vars(self.stats)),
            "beside": {by: dict(vars(stats)) for by, stats in self.beside},
            "complete": self.complete,
            "comparable": self.comparable,
            "finished": self.finished,
            "stopped": self.stopped,
            "words": {"sure": self.sure, "ended": self._ended()},
            "seconds": self.seconds,
            **({} if self.ties is None else {"ties": self.ties.remark()}),
        }

    def as_result(self) -> Result:
        """The best move as the answer of one search; there must be a move.

        It is an estimate to some depth if every move is one.
        """
        best = self.best
        assert best is not None
        deep = {(row.certainty, row.depth) for row in self.moves} == {("estimate", best.depth)}
        guessed = deep and not self.stopped and self.algorithm.search.deepens
        return Result(
            self.position,
            self.algorithm,
            self.engine,
            best.worth,
            "exact" if self.complete else "estimate" if guessed else "so far",
            None,
            best.move,
            Line(best.line),
            self.stats,
            "depth" if guessed else self.stopped,
            best.depth if guessed else None,
            self.seconds,
            self.beside,
        )

    def rows(self) -> list[list[str]]:
        """The moves as texts, headings first, the best ones first."""
        shown = [["move", "value", "cost", "", "line"]]
        for row in self.ranked():
            shown.append(
                [
                    " ".join(map(str, row.moves)),
                    str(row.worth) or "-",
                    "-" if row.cost is None else str(row.cost),
                    "" if row.certainty == "exact" else in_words(row.certainty, row.depth),
                    row.and_then(),
                ]
            )
        return shown

    def show(self) -> str:
        """The moves as a table, and how certain it is."""
        if self.position.is_over:
            return "the game is over"
        rows = self.rows()
        return f"{columns(rows, left=range(len(rows[0])))}\n{self._remarks()}"

    @property
    def sure(self) -> str:
        """How sure its values and costs are, in words."""
        known = [row.certainty for row in self.moves if row.worth.known]
        exact, unknown = known.count("exact"), len(self.moves) - len(known)
        sure = "all exact"
        if not self.complete:
            counts = ((len(known) - exact, "estimated"), (unknown, "not known yet"))
            others = (f", {count} {how}" for count, how in counts if count)
            sure = f"{exact or 'none'} of {len(self.moves)} exact{''.join(others)}"
        if not known:
            sure = "no move has a value yet"
        elif self.algorithm.unproved:
            sure = f"UNPROVED: values rest on {self.algorithm.unproved}"
        elif not self.algorithm.sound:
            sure = "UNSOUND: values may be wrong"
        if not self.comparable:
            sure += "; costs are rough, between values of different depths"
        return sure

    def _ended(self) -> str | None:
        """Why it ended, if not for want of better values; None while it goes on."""
        if not self.finished:
            return None
        return f"stopped: {self.stopped}" if self.stopped else ""

    def _remarks(self) -> str:
        who = self.position.game.who(self.position.turn)
        searched = f"{self.stats.visited:,} nodes by {self.algorithm} ({self.engine})"
        beside = f"; beside {write_beside(self.beside)}" if self.beside else ""
        return f"{who} to move; {self.sure}; {searched}{beside}{self._ties()}"

    def _ties(self) -> str:
        """What is said of ties, in a line of its own."""
        value = "the value" if self.best is None else str(self.best.worth) or "the value"
        return "" if self.ties is None else f"\n{value} {self.ties.words}"

    def _repr_html_(self) -> str:
        if self.position.is_over:
            return "<p>the game is over</p>"
        remarks = "".join(f"<p>{escaped(line)}</p>" for line in self._remarks().splitlines())
        return f"{html_table(self.rows())}{remarks}"


def _cost(row: MoveValue) -> float:
    return row.cost or 0


def _whole(cost: float) -> float:
    """A difference of payoffs; of averages to two places."""
    return round(cost, 2) if isinstance(cost, float) else cost


def analyse(
    position: Position | History,
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    cancel: Cancel = NEVER,
    table: TranspositionTable | None = None,
    keep_interrupted: bool = False,
    ties: bool = False,
) -> Analysis:
    """Every legal move of a position with its value for all players, its cost and its line.

    A hand is analysed at its last position, by the algorithm of its start.

    Within a limit, or when `cancel` is set, moves whose values cannot be exact have estimates.
    Ctrl-C raises KeyboardInterrupt, or with `keep_interrupted` stops with these too. See
    `analysing` for answers that get better on the way. With `ties` the last one says whether the
    value depends on how players break ties, as `solve` does.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> for row in kibitz.analyse(deal).moves:
    ...     print(row.move, row.value, row.cost)
    S7 (0, 1, 2) 1
    DK (1, 0, 2) 0
    C4 (0, 1, 2) 1
    """
    *_, last = analysing(
        position, algorithm, engine=engine, limit=limit, cancel=cancel, table=table, ties=ties
    )
    interrupted = "interrupt" in (last.stopped, last.ties and last.ties.stopped)
    if interrupted and not keep_interrupted:
        raise KeyboardInterrupt
    return last


def analysing(
    position: Position | History,
    algorithm: Algorithm | str | None = None,
    *,
    engine: str = "auto",
    limit: Limit | None = None,
    cancel: Cancel = NEVER,
    table: TranspositionTable | None = None,
    ties: bool = False,
) -> Iterator[Analysis]:
    """The same analysis, refined again and again; the last one is the answer, also after Ctrl-C.

    >>> deal = kibitz.game("spades(players=3,breaking=false)").parse("7..K.4 .2..K7 J...A3")
    >>> for analysis in kibitz.analysing(deal):
    ...     known = sum(row.certainty == "exact" for row in analysis.moves)
    >>> known, analysis.complete
    (3, True)
    """
    analyser = Analyser(position, algorithm, engine=engine, table=table)
    return analyser.run(limit, cancel=cancel, ties=ties)


class Analyser:
    """An analysis that can go on after it was stopped: each run begins where the one before ended.

    It has the values that were found, and the tables of its searches, as long as it is kept.

    >>> analyser = kibitz.Analyser(kibitz.game("hearts(players=3,cards=6)").deal(1))
    >>> *_, first = analyser.run(kibitz.Limit(nodes=1000))
    >>> *_, last = analyser.run()
    >>> first.complete, last.complete, first.visited < last.visited
    (False, True, True)
    """

    def __init__(
        self,
        position: Position | History,
        algorithm: Algorithm | str | None = None,
        *,
        engine: str = "auto",
        table: TranspositionTable | None = None,
    ) -> None:
        self.hand = hand_at(position)
        self._asked, self._engines, self._table = algorithm, engines_of(engine), table
        self._work: _Work | None = None

    def run(
        self, limit: Limit | None = None, *, cancel: Cancel = NEVER, ties: bool = False
    ) -> Iterator[Analysis]:
        """Better and better analyses, within a limit on this run alone."""
        hand, limit = self.hand, checked(limit)
        watch = Watch(cancel=cancel)
        with blaming(hand.game):
            if self._work is None:
                with ready_by(watch.ends(limit)):
                    chosen = algorithm_for(self._asked, hand.start, limit)
                if not hand.position.is_over:
                    chosen = chosen.by(chosen.search.for_moves(hand.position))
                check_values(chosen)
                budget = Budget(limit, watch, self._engines)
                self._work = _Work(hand.position, chosen, budget, self._table)
            else:
                self._work.go_on(limit, watch)
            if ties:
                check_ties(self._work.algorithm)
            yield from self._work.run(estimates=self._asked is None, ties=ties)


def check_values(algorithm: Algorithm) -> None:
    """Refuse a search whose values are not those of positions, but of who searches there."""
    if algorithm.search.one_side and not algorithm.search.needs_opposed:
        raise InvalidAlgorithm(
            f"expected a search whose value is the same whoever asks, to value moves: {algorithm}"
        )


def _listed(position: Position, algorithm: Algorithm) -> list[tuple[Move, ...]]:
    """The legal moves, equal ones together, in the order that decides ties."""
    algorithm.search.check(position)
    listed = list(order_for(position, algorithm.search)(position))
    place = {move: at for at, move in enumerate(listed)}
    return sorted(position.groups(), key=lambda group: place.get(group[0], len(listed)))


class _Work:
    """The searches behind one analysis, within one budget."""

    def __init__(
        self,
        position: Position,
        algorithm: Algorithm,
        budget: Budget,
        table: TranspositionTable | None,
    ) -> None:
        self.position, self.algorithm, self.budget = position, algorithm, budget
        self.exact = table or TranspositionTable(budget.limit.table_mb, position)
        self.guess = TranspositionTable(budget.limit.table_mb, position)
        self.groups = [] if position.is_over else _listed(position, algorithm)
        self.after = [position.play(group[0]) for group in self.groups]
        self.found: list[Result | None] = [None] * len(self.groups)
        self.bounds: list[Spans | None] = [None] * len(self.groups)
        self.nodes = FEW
        """How many nodes a move had in the last round."""
        self.earlier = 0.0
        """Seconds of the runs before."""
        self.again = False

    def go_on(self, limit: Limit, watch: Watch) -> None:
        """Take up the search again, with a budget of its own."""
        old, self.again = self.budget, True
        self.earlier += old.watch.seconds
        nodes = None if limit.nodes is None else limit.nodes + old.visited
        limit = replace(limit, nodes=nodes)
        self.budget = Budget(limit, watch, old.engines, old.spent, old.forgotten)

    def run(self, estimates: bool, ties: bool = False) -> Iterator[Analysis]:
        """Better and better analyses; after Ctrl-C, between two searches too, the last one."""
        try:
            yield from self._plan(estimates)
        except KeyboardInterrupt:
            self.budget.interrupted = "interrupt"
        ties = ties and not self.position.is_over
        last = self._analysis(finished=not ties)
        yield last
        if ties:
            told = ties_of(last.as_result(), self.budget)
            yield replace(self._analysis(finished=True), ties=told)

    def _plan(self, estimates: bool) -> Iterator[Analysis]:
        """Exact values where that takes little; then estimates; then exact values, then deeper."""
        search, limit = self.algorithm.search, self.budget.limit
        if search.anytime:
            if limit.seconds:
                yield from self._estimate(self.algorithm, GLIMPSE, GLANCE)
            endless = not (self.budget.limited or limit.depth)
            yield from self._estimate(
                self.algorithm, 1.0, search.default_nodes if endless else None
            )
        else:
            estimates = estimates and bool(self.position.estimates)
            guessing = estimating(self.algorithm, self.position) if estimates else self.algorithm
            if (
                estimates and search.by_sets and not self.again
            ):  # a long hand: exact values take time
                yield from self._estimate(guessing, GLIMPSE, GLANCE)
            if not self.again:
                yield from self._round(FEW, QUARTER)
            if estimates and not search.by_sets and not self.again and not self._over():
                yield from self._estimate(guessing, QUARTER + GLIMPSE, GLANCE)
            if estimates:
                yield from self._rounds(MOST)
                if not self._over():
                    yield from self._estimate(guessing, 1.0, None)
            yield from self._rounds(1.0)
        if self.budget.ended == "seconds" and (estimates or search.deepens):
            self._glance()

    def _glance(self) -> None:
        """Estimate the positions after moves that have no value yet, now that time is over."""
        guessing, budget = estimating(self.algorithm, self.position), self.budget
        waiting = [at for at, found in enumerate(self.found) if found is None]
        values = budget.glances([self.after[at] for at in waiting], guessing)
        for at, value in zip(waiting, values, strict=False):
            self.found[at] = Result(
                self.after[at],
                guessing,
                budget.engines[0].name,
                Vector(value),
                "estimate",
                None,
                None,
                Line(),
                Stats(),
                "seconds",
                0,
                budget.watch.seconds,
            )

    def _rounds(self, part: float) -> Iterator[Analysis]:
        """Search each move that is not exact yet, with more and more nodes."""
        nodes = max(FEW, self.nodes // GROWTH) if self.again else FEW
        while not self._over() and not self.budget.past(part):
            nodes *= GROWTH
            self.nodes = max(self.nodes, nodes)
            yield from self._round(nodes, part)

    def _round(self, nodes: int, part: float) -> Iterator[Analysis]:
        """Search each move that is not exact yet, within a limit on nodes."""
        for at in self._open():
            if self._over() or self.budget.past(part):
                return
            within = self.budget.share(part, nodes)
            result = self.budget.search(self.after[at], self.algorithm, within, self.exact)
            self.bounds[at] = result.bounds
            if result.complete or result.certainty == "exact":
                self.found[at] = result
                yield self._analysis()

    def _estimate(self, algorithm: Algorithm, part: float, nodes: int | None) -> Iterator[Analysis]:
        """Estimate each move that is not exact yet, with an equal share of what there is."""
        waiting = self._open()
        for done, at in enumerate(waiting):
            if self._over():
                return
            share = None if nodes is None else max(1, nodes // len(waiting))
            within = self.budget.share(part, share, among=len(waiting) - done)
            result = self.budget.search(self.after[at], algorithm, within, self.guess)
            result = as_estimate(result, self.algorithm)
            before = self.found[at]
            deeper = before is None or (result.depth or 0) >= (before.depth or 0)
            settled = before is not None and before.certainty == "exact"
            if result.worth.known and (result.complete or (deeper and not settled)):
                self.found[at] = result
        yield self._analysis()

    def _open(self) -> list[int]:
        """The moves whose values are not exact yet."""
        return [at for at, result in enumerate(self.found) if result is None or not result.complete]

    def _over(self) -> bool:
        return bool(self.budget.ended) or not self._open()

    def _analysis(self, finished: bool = False) -> Analysis:
        """What is known now."""
        own = None if self.position.is_over else self.position.side
        values = [result.worth.expected for result in self.found if result is not None]
        best = max((value[own] for value in values if value and own is not None), default=None)  # type: ignore
        engine = next((result.engine for result in self.found if result is not None), "")
        analysis = Analysis(
            self.position,
            self.algorithm,
            engine or self.budget.engines[0].name,
            tuple(self._row(at, own, best) for at in range(len(self.groups))),
            self.budget.stats(self.algorithm),
            self.budget.ended if self._open() else "",
            self.earlier + self.budget.watch.seconds,
            self.budget.beside(self.algorithm, lines=True),
            finished,
        )
        return replace(analysis, stopped="") if analysis.complete else analysis

    def _row(self, at: int, own: int | None, best: float | None) -> MoveValue:
        group, result, bounds = self.groups[at], self.found[at], self.bounds[at]
        if result is None or not result.worth.known:
            sure: Certainty = "unknown" if bounds is None else "bound"
            return MoveValue(group, Unknown(bounds=bounds), sure, None, (group[0],), None, False)
        expected = result.worth.expected
        gets = None if expected is None or own is None else expected[own]
        return MoveValue(
            group,
            result.worth.within(bounds or result.bounds),
            result.certainty,
            None if gets is None or best is None else _whole(best - gets),
            (group[0], *result.line),
            None if result.complete or result.depth is None else result.depth + 1,
            result.whole_line,
        )
