"""Experiments in which players play against each other: blocks of all mixed seatings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal

from kibitz.algorithm import Algorithm
from kibitz.lab import plots
from kibitz.lab.estimate import estimate_by_blocks
from kibitz.lab.experiment import Estimate, Experiment, Line
from kibitz.lab.work import Cancel, Numbers, Results, Task

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AS_PRINTED, SMALLER = "as in the paper", "smaller"


@dataclass(frozen=True)
class Contest:
    """Two players in one game, with what was published of each."""

    label: str
    game: str
    players: tuple[str, str]
    """Their texts, with `NODES` for the limit of nodes."""
    names: tuple[str, str]
    published: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Numbers of both players by what they are."""

    def texts(self, nodes: int) -> tuple[str, str]:
        """The texts of the players with their limit."""
        one, two = (player.replace("NODES", str(nodes)) for player in self.players)
        return one, two


class Playing(Experiment):
    """Contests, each with the limit of the paper and with a smaller one, on other deals.

    Those with the smaller limit are played first.
    """

    workers: ClassVar[Literal["threads", "processes"]] = "processes"
    plays: ClassVar[bool] = True
    fair_in_part: ClassVar[bool] = True

    contests: ClassVar[Sequence[Contest]]
    shown: ClassVar[Sequence[str]]
    """The numbers of the table: `points`, `wins` or `depth`."""
    nodes: ClassVar[int]
    """Nodes for a move, in the paper."""
    smaller: ClassVar[int]
    quick_game: ClassVar[Mapping[str, str]] = {}
    """Short games for the quick version, by the text of the long ones."""
    blocks: ClassVar[int] = 100
    """Deals, or whole games, with the limit of the paper."""
    few: ClassVar[int] = 12
    """The same with the smaller limit, before these,"""
    more: ClassVar[int] = 0
    """and after them."""

    def tasks(self, quick: bool) -> Sequence[Task]:
        last = self.few + self.blocks
        ways = {
            SMALLER: (self.smaller, [*range(self.few), *range(last, last + self.more)]),
            AS_PRINTED: (self.nodes, [*range(self.few, last)]),
        }
        if quick:
            ways = {SMALLER: (100, [0])}
        return [
            Task(
                f"{contest.label}, {way}",
                block,
                {
                    "game": self.quick_game.get(contest.game, contest.game)
                    if quick
                    else contest.game,
                    "players": " v ".join(contest.texts(nodes)),
                    "block": str(block),
                },
            )
            for way, (nodes, blocks) in ways.items()
            for contest in self.contests
            for block in blocks
        ]

    def searches(self, task: Task) -> Sequence[Algorithm] | None:
        from kibitz.matches.match import Match  # which needs the lab

        return Match(task.what["game"], tuple(task.what["players"].split(" v "))).searches(task)

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """Play one deal, or one whole game, in all mixed seatings.

        For each kind of player its average points, the share of games that it wins, and the
        average depth of searches that do not come to the end.
        """
        from kibitz.matches.match import Match  # which needs the lab
        from kibitz.matches.start import begin
        from kibitz.players.searching import searching_once

        game = task.what["game"]
        players = tuple(task.what["players"].split(" v "))
        with searching_once():
            found = Match(game, players, every=True).measure(task, cancel)
        numbers: dict[str, float] = {}
        for kind in range(2):
            score = found[f"score {kind}"]
            numbers[f"points {kind}"] = 26 - score if game.startswith("hearts") else score
            numbers[f"wins {kind}"] = found[f"wins {kind}"] * begin(game, 0).players / 2
            numbers[f"depth {kind}"] = found[f"depths {kind}"] / max(1, found[f"searches {kind}"])
        return numbers

    def lines(self, results: Results) -> Sequence[Line]:
        ways = (SMALLER,) if results.quick else (AS_PRINTED, SMALLER)
        return [
            line
            for way in ways
            for contest in self.contests
            for line in self._of(contest, way, results)
        ]

    def _of(self, contest: Contest, way: str, results: Results) -> Iterator[Line]:
        """The numbers of both players in one contest, and by how much the first has more."""
        column = f"{contest.label}, {way}"
        limit = self.nodes if way == AS_PRINTED else self.smaller
        group = column if results.quick else f"{column} ({limit:,} nodes per move)"
        published = contest.published if way == AS_PRINTED and not results.quick else {}
        for what in self.shown:
            both = [results.values(column, f"{what} {kind}") for kind in range(2)]
            known = published.get(what, (None, None))
            for name, own, theirs in zip(contest.names, both, known, strict=True):
                yield Line(f"{what}, {name}", estimate_by_blocks(list(own.values())), theirs, group)
            if what != "depth":
                apart = [both[0][block] - both[1][block] for block in both[0]]
                theirs = None if None in known else known[0] - known[1]  # type: ignore[operator]
                label = f"{what}, {contest.names[0]} less {contest.names[1]}"
                yield Line(label, estimate_by_blocks(apart), theirs, group)

    def remarks(self, results: Results) -> Sequence[str]:
        """How much was played, and which of the published numbers are within our intervals."""
        if not self._any(results, AS_PRINTED):
            return ()
        played = [
            len(results.values(f"{contest.label}, {AS_PRINTED}", "points 0"))
            for contest in self.contests
        ]
        blocks = " or ".join(map(str, sorted(set(played))))
        known = [
            line
            for line in self.lines(results)
            if line.published is not None and line.ours.low is not None
        ]
        within = [line for line in known if _is_within(line)]
        remarks = [
            f"With {self.nodes:,} nodes per move, {blocks} of {self.blocks} blocks were played; a "
            "block is one deal, or one whole game, in all six mixed seatings, and a case of the "
            "table. Intervals are over blocks, Student's where there are fewer than ten; of the "
            "paper's own numbers we do not know how far they would vary."
        ]
        if known:
            said = f"Of {len(known)} published numbers {len(within)} are within our intervals"
            outside = [line for line in known if line not in within]
            names = "; ".join(f"{line.group.split(',')[0]}: {line.label}" for line in outside)
            remarks.append(f"{said}." + (f" Outside: {names}." if names else ""))
        columns = {task.column for task in self.tasks(quick=False)}
        if columns <= {outcome.task.column for outcome in results.outcomes}:
            remarks += self.findings(results)
        return remarks

    def findings(self, results: Results) -> Sequence[str]:
        """What else there is to say, if every contest was played at least once."""
        return ()

    def plots(self, results: Results) -> Mapping[str, Callable[[Figure], None]]:
        what = self.shown[0]
        way = SMALLER if results.quick or not self._any(results, AS_PRINTED) else AS_PRINTED

        def bars(figure: Figure) -> None:
            labels = [contest.label for contest in self.contests]
            series: dict[str, list[Estimate | float | None]] = {
                name: [
                    results.mean(f"{contest.label}, {way}", f"{what} {kind}")
                    for contest in self.contests
                ]
                for kind, name in enumerate(("first player", "second player"))
            }
            plots.bars(figure, labels, series, f"{what}, {way}", log=False)

        return {f"{what.capitalize()} of both players, {way}, with 95 % intervals": bars}

    @staticmethod
    def _any(results: Results, way: str) -> bool:
        return any(outcome.task.column.endswith(way) for outcome in results.outcomes)


def _is_within(line: Line) -> bool:
    """Whether the published number is in our interval."""
    low, high = line.ours.low, line.ours.high
    assert line.published is not None
    assert low is not None
    assert high is not None
    return low <= line.published <= high
