"""Budget: one limit for several searches. Shares of it, what is spent, and why it ended.

Whatever searches in steps has one: stages, analyses, tables of tricks, players with a clock.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from math import inf

from kibitz.algorithm import Algorithm
from kibitz.engines.choice import ENGINES, search
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import Engine, Watch
from kibitz.engines.problem.scores import PlainScores
from kibitz.game import Position
from kibitz.results import LINES, Beside, Limit, Result, Stats, Stopped, added_up
from kibitz.values import Spans

SOON = 1e-6
"""Seconds for a search whose time is over: it sees that at once."""
LATE = 0.002
"""How many seconds estimates may take once time is over; the first one is always made."""


@dataclass
class Budget:
    """A limit and a watch, for searches one after the other.

    >>> from kibitz.asking.budget import Budget
    >>> budget = Budget(kibitz.Limit(nodes=1000))
    >>> deal, shallow = kibitz.game("spades(players=3)").deal(1), kibitz.Algorithm.parse("shallow")
    >>> found = budget.search(deal, shallow, budget.share(0.25))
    >>> budget.visited, budget.share(0.75).nodes, budget.share(0.25, more=True).nodes
    (250, 500, 250)
    """

    limit: Limit
    watch: Watch = field(default_factory=Watch)
    engines: tuple[Engine, ...] = ENGINES["auto"]
    spent: list[tuple[str, Stats]] = field(default_factory=list)
    """What each search did, by the text of its algorithm."""
    forgotten: list[tuple[str, Stats]] = field(default_factory=list)
    """The same of searches that the next ones do not build on."""
    lines: list[tuple[str, Stats]] = field(default_factory=list)
    """What lines took, where that is counted apart from the search, by its algorithm."""
    interrupted: Stopped = ""
    """Whether Ctrl-C, or the caller, ended it."""

    @property
    def visited(self) -> int:
        """The nodes of all searches."""
        return sum(stats.visited for _, stats in (*self.forgotten, *self.spent, *self.lines))

    @property
    def limited(self) -> bool:
        """Whether nodes or seconds can run out."""
        return self.limit.nodes is not None or self.limit.seconds is not None

    def past(self, part: float = 1.0) -> Stopped:
        """What has run out, if so large a part of the limit is spent."""
        limit = self.limit
        if limit.nodes is not None and self.visited >= int(limit.nodes * part):
            return "nodes"
        over = limit.seconds is not None and self.watch.seconds >= limit.seconds * part
        return "seconds" if over else ""

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return inf if self.limit.seconds is None else self.limit.seconds - self.watch.seconds

    @property
    def ended(self) -> Stopped:
        """Why there is no further search, if there is none."""
        return self.interrupted or self.past()

    def share(
        self, part: float = 1.0, nodes: int | None = None, among: int = 1, more: bool = False
    ) -> Limit:
        """The limit of one search among some: until a part of the whole is spent, or a part more.

        It has some nodes at most, and always one.
        """
        limit, now, seconds = self.limit, self.watch.seconds, self.limit.seconds
        if limit.nodes is not None:
            visited = self.visited
            ends = min(int(limit.nodes * part) + visited * more, limit.nodes)
            share = (ends - visited) // among
            nodes = max(1, share if nodes is None else min(share, nodes))
        if seconds is not None:
            left = min(seconds * part + now * more, seconds) - now
            seconds = now + max(left, SOON) / among
        return replace(limit, nodes=nodes, seconds=seconds)

    def among(self, others: int) -> Budget:
        """An equal share of the nodes, for searches at the same time: all have the same seconds."""
        nodes = self.limit.nodes and max(1, self.limit.nodes // others)
        return Budget(replace(self.limit, nodes=nodes), self.watch, self.engines)

    def search(
        self,
        position: Position,
        algorithm: Algorithm,
        within: Limit,
        table: TranspositionTable | None = None,
        known: Spans | None = None,
        line_later: bool = False,
    ) -> Result:
        """Search, and count what that takes; with `line_later` perhaps without the line."""
        ready = self.watch.ends(self.limit)
        watch = replace(self.watch, before=self.visited, known=known, ready=ready)
        found = search(position, algorithm, self.engines, within, watch, table, line_later)
        self.spent.append((str(algorithm), found.stats))
        if found.way.stats:
            self.lines.append((str(algorithm), found.way.stats))
        if found.stopped in ("interrupt", "cancel"):
            self.interrupted = found.stopped
        return found

    def forget(self) -> None:
        """Begin anew: what was searched so far is no part of what comes."""
        self.forgotten += self.spent
        self.spent.clear()

    def stats(self, algorithm: Algorithm) -> Stats:
        """What all searches with an algorithm did."""
        return added_up([stats for by, stats in self.spent if by == str(algorithm)])

    def beside(self, algorithm: Algorithm, lines: bool = False) -> Beside:
        """What was searched besides, by algorithm; and for lines.

        What the lines of the algorithm itself took only with `lines`: else its result tells that.
        """
        others = [one for one in self.spent if one[0] != str(algorithm)] + self.forgotten
        own = () if lines else (str(algorithm),)
        others += [(LINES, stats) for by, stats in self.lines if by not in own and stats.visited]
        names = dict.fromkeys(by for by, _ in others)
        return tuple((name, added_up([s for by, s in others if by == name])) for name in names)

    def glances(
        self, positions: Iterable[Position], algorithm: Algorithm
    ) -> Iterator[tuple[int, ...]]:
        """The payoffs of positions by the leaf of an algorithm alone, now that time is over: as
        many as little more of it allows.
        """
        start = self.watch.seconds
        for at, position in enumerate(positions):
            if at and self.watch.seconds - start > LATE:
                return
            scores = PlainScores(position, algorithm)
            over = position.is_over
            yield scores.score(position.outcome) if over else scores.estimate(position)
