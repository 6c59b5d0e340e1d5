"""Match: players compared over blocks of mirrored seatings, run and kept as experiments are.

A block is one deal, or one whole game's deals, played once for each seating. Each seat has its
own chances, which depend on the block and the seat and not on who sits there. Averages have
intervals over blocks, never over games.
"""

from __future__ import annotations

import functools
import inspect
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Literal

from kibitz import matches, players, whole
from kibitz.algorithm import Algorithm
from kibitz.errors import TextError, check_count
from kibitz.lab.estimate import Estimate, estimate
from kibitz.lab.export import write_rows
from kibitz.lab.fingerprint import digest, hand_in
from kibitz.lab.pools import pools
from kibitz.lab.runner import run
from kibitz.lab.store import Store
from kibitz.lab.work import Cancel, Cancelled, Numbers, Results, Task, Work
from kibitz.matches import kept, probes
from kibitz.matches.board import Board
from kibitz.matches.seating import Seating, seatings
from kibitz.matches.start import begin, sides_of
from kibitz.matches.sure import Standing, standing
from kibitz.matches.table import PlayedGame, play_out
from kibitz.players.clock import Clock
from kibitz.players.others import External
from kibitz.players.player import Own, Player, player
from kibitz.results import Limit
from kibitz.showing.layout import columns, in_full

hand_in(probes.counts)

STORE = "matches.sqlite"
BATCH = 2
"""How many times more blocks there are each time that the sequential test is looked at."""


SUMMED = (
    *("score", "wins", "failures", "choices"),
    *("seconds", "processor seconds", "searches", "depths"),
)
"""What is added up for each player over the games of a block; of the first two the average."""


@dataclass(frozen=True)
class Match(Work):
    """Two or more players in blocks of mirrored seatings."""

    workers: ClassVar[Literal["threads", "processes"]] = "processes"
    unit: ClassVar[str] = "block"

    game: str
    players: tuple[str, ...]
    blocks: int = 100
    seed: int = 0
    """The number of the first block, which says its deal."""
    every: bool = False
    """Every mixed seating, instead of as few as cancel out the luck of the deal."""
    clock: str = ""
    """The time of each player for a game, such as `60+1`; none if empty."""

    def __post_init__(self) -> None:
        check_count(self.blocks, "block")
        if self.clock:
            object.__setattr__(self, "clock", str(Clock.parse(self.clock)))
        seated = [player(line) for line in self.players]
        for one in seated:
            if one.at_terminal:
                raise TextError(f"expected players that need no terminal: {one}; use kibitz play")
        object.__setattr__(self, "players", tuple(map(str, seated)))
        self.seatings(sides_of(begin(self.game, self.seed)))

    @property
    def name(self) -> str:
        return "match"

    def named(self, task: Task) -> str:
        """A block by its number and its players."""
        return f"block {task.case} of {' v '.join(self.players)}"

    def seatings(self, side_of: Sequence[int]) -> list[Seating]:
        """Those of one block, by the side of each seat."""
        return seatings(len(self.players), max(side_of) + 1, self.every)

    def check_folder(self, folder: str | Path) -> None:
        """Refuse, before it is played, a folder that its logs cannot be written to."""
        kept.check_folder(self, folder)

    @property
    def column(self) -> str:
        """What its results go by."""
        clock = f" clock {self.clock}" if self.clock else ""
        return f"{self.game}: {' v '.join(self.players)}{' every' if self.every else ''}{clock}"

    def searches(self, task: Task) -> Sequence[Algorithm] | None:
        return self._searches

    @functools.cached_property
    def _searches(self) -> Sequence[Algorithm] | None:
        """The algorithms of all players, the same for every block."""
        on_board = isinstance(begin(self.game, self.seed), Board)
        found = [player(line).searches(on_board) for line in self.players]
        return None if None in found else [one for some in found for one in some or ()]

    def files(self) -> set[str]:
        """Those of the players."""
        return set(map(str, files(self.players)))

    def tasks(self, quick: bool) -> Sequence[Task]:
        what = {
            "game": self.game,
            "players": " v ".join(self.players),
            "seatings": "every" if self.every else "mirrored",
            "code": code(),
            **({"clock": self.clock} if self.clock else {}),
        }
        return [
            Task(self.column, block, {**what, "block": str(block)})
            for block in range(self.seed, self.seed + self.blocks)
        ]

    def measure(self, task: Task, cancel: Cancel) -> Numbers:
        """What each player comes to in one block; a win that several share is divided."""
        block = int(task.what["block"])
        game = begin(self.game, block)
        side_of = sides_of(game)
        orders, games = self.seatings(side_of), list[PlayedGame]()
        clock = Clock.parse(self.clock) if self.clock else None
        seated = [player(line) for line in self.players]
        sums = [dict.fromkeys(SUMMED, 0.0) for _ in seated]
        shares = [0] * len(seated)
        for seating in orders:
            if cancel.is_set():
                raise Cancelled
            at_table = [seated[seating[side]] for side in side_of]
            with redirect_stdout(sys.stderr):  # stdout is for answers, not for what players print
                played = play_out(game, at_table, block, clock=clock)
            games.append(played)
            ends, best = played.end.scores, max(played.end.scores)
            for side, kind in enumerate(seating):
                sums[kind]["score"] += ends[side]
                sums[kind]["wins"] += (ends[side] == best) / ends.count(best)
                shares[kind] += 1
            chosen = Counter(seat for seat, _ in played.choices)
            for seat, side in enumerate(side_of):
                own = sums[seating[side]]
                own["choices"] += chosen[seat]
                own["seconds"] += played.seconds[seat]
                own["processor seconds"] += played.processor[seat]
                own["searches"] += len(played.depths[seat])
                own["depths"] += sum(played.depths[seat])
            for kind in {seating[side_of[seat]] for seat in played.failed}:
                sums[kind]["failures"] += 1
            for seat in played.failed:
                _tell(played.failures[seat])
        numbers: dict[str, Any] = {"choices": sum(len(one.choices) for one in games)}
        numbers |= kept.notes(orders, games)
        for kind, own in enumerate(sums):
            own["score"] /= shares[kind]
            own["wins"] /= shares[kind]
            numbers |= {f"{what} {kind}": number for what, number in own.items()}
        return numbers


@dataclass(frozen=True)
class MatchResult:
    """What came out of a match."""

    match: Match
    results: Results
    verdict: Standing | None = None
    """Where the sequential test stopped, if there was one."""

    @property
    def blocks(self) -> int:
        """How many blocks count: all, or those up to where the test stopped."""
        return len(self.results) if self.verdict is None else self.verdict.blocks

    def values(self, number: str) -> list[float]:
        """A number of each block, in order."""
        found = self.results.values(self.match.column, number)
        return [found[block] for block in sorted(found)][: self.blocks]

    def score(self, kind: int) -> Estimate:
        """The average score of a player."""
        return estimate(self.values(f"score {kind}"))

    def wins(self, kind: int) -> Estimate:
        """The share of its games that a player wins."""
        return estimate(self.values(f"wins {kind}"))

    def failures(self, kind: int) -> int:
        """In how many games a player gave up."""
        return int(sum(self.values(f"failures {kind}")))

    def milliseconds(self, kind: int) -> float:
        """How long a player thinks about a choice, on average, by the clock on the wall.

        Only this and the processor time are measured.
        """
        return self._per_choice("seconds", kind)

    def processor_ms(self, kind: int) -> float:
        """How many milliseconds of processor time a choice takes, on average."""
        return self._per_choice("processor seconds", kind)

    def _per_choice(self, what: str, kind: int) -> float:
        choices = sum(self.values(f"choices {kind}"))
        return 1000 * sum(self.values(f"{what} {kind}")) / choices if choices else 0.0

    def depth(self, kind: int) -> float | None:
        """How deep a player searches where it does not come to the end, on average."""
        searches = sum(self.values(f"searches {kind}"))
        return sum(self.values(f"depths {kind}")) / searches if searches else None

    def difference(self, one: int = 0, two: int = 1) -> Estimate:
        """By how much one player scores more than another."""
        pairs = zip(self.values(f"score {one}"), self.values(f"score {two}"), strict=True)
        return estimate([a - b for a, b in pairs])

    def swings(self) -> list[tuple[int, float]]:
        """Each block with how much more the first player scored than the second, largest first."""
        column, results = self.match.column, self.results
        scores = [results.values(column, f"score {kind}") for kind in (0, 1)]
        apart = [(block, scores[0][block] - scores[1][block]) for block in scores[0]]
        return sorted(apart, key=lambda swing: (-abs(swing[1]), swing[0]))

    def games(self) -> list[kept.KeptGame]:
        """Every game: who sat where, what was chosen, scores and times."""
        return kept.games(self)

    def save(self, folder: str | Path) -> list[Path]:
        """Write the log of every game into a folder; the paths."""
        return kept.save(self, folder)

    def worst(self, number: int, player: int = 0, limit: Limit | None = None) -> list[kept.Lost]:
        """The blocks that a player lost by most, each with its worst game to be reviewed."""
        return kept.lost(self, number, player, limit)

    def to_csv(self, path: str | Path, games: bool = False) -> None:
        """Write a row per block and player as CSV, or per game and seat."""
        write_rows(Path(path), kept.game_rows(self) if games else kept.block_rows(self))

    def as_dict(self) -> dict[str, Any]:
        """The result in plain types, ready for JSON."""
        kinds = range(len(self.match.players))
        rows = [
            {
                "player": self.match.players[kind],
                "score": self.score(kind).as_dict(),
                "wins": self.wins(kind).as_dict(),
                "failures": self.failures(kind),
                "depth": self.depth(kind),
                "milliseconds": self.milliseconds(kind),
                "processor_ms": self.processor_ms(kind),
            }
            for kind in kinds
        ]
        tested = None
        if self.verdict is not None:
            tested = {"sure": self.verdict.sure, "better": self.verdict.better}
        return {
            "game": self.match.game,
            "clock": self.match.clock or None,
            "blocks": self.blocks,
            "players": rows,
            "differences": [self.difference(0, kind).as_dict() for kind in kinds[1:]],
            "test": tested,
        }

    def show(self) -> str:
        """The result as a table."""
        rows = [["player", "score", "95 %", "wins", "depth"]]
        for kind, name in enumerate(self.match.players):
            score, wins = self.score(kind), self.wins(kind)
            depth = self.depth(kind)
            searched = "" if depth is None else f"{depth:.1f}"
            won = f"{wins.value:.1%}"
            rows.append([name, f"{score.value:.2f}", _interval(score), won, searched])
        for kind in range(1, len(self.match.players)):
            apart = self.difference(0, kind)
            label = "difference" if len(self.match.players) == 2 else f"first - {kind + 1}."
            rows.append([label, f"{apart.value:+.2f}", _interval(apart, "+"), "", ""])
        if all(self.depth(kind) is None for kind in range(len(self.match.players))):
            rows = [row[:-1] for row in rows]
        many = "1 block" if self.blocks == 1 else f"{self.blocks:,} blocks"
        lines = [f"{self.match.game}, {many}", columns(rows)]
        for kind, name in enumerate(self.match.players):
            if self.failures(kind):
                lines.append(f"{name} gave up in {self.failures(kind)} games")
        if self.verdict is not None:
            lines.append(self._tested(self.verdict))
        by_clock, by_processor = (
            ", ".join(f"{per_choice(kind):.2g} ms" for kind in range(len(self.match.players)))
            for per_choice in (self.milliseconds, self.processor_ms)
        )
        lines.append(f"time per move {by_clock}; of the processor {by_processor}")
        return "\n".join([*lines, *filter(None, [self.results.caveat])])

    def _tested(self, verdict: Standing) -> str:
        if verdict.better is None:
            return f"not sure after {verdict.blocks:,} blocks"
        return f"sure: {self.match.players[verdict.better]} is better"

    def _repr_html_(self) -> str:
        return in_full(self.show())


@functools.cache
def _tell(why: str) -> None:
    """Why a player gave up, once for each worker: results are numbers, and have no room for it."""
    print(f"gave up: {why}", file=sys.stderr, flush=True)


def _interval(number: Estimate, sign: str = "") -> str:
    if number.low is None or number.high is None:
        return "-"
    return f"{number.low:{sign}.2f} to {number.high:{sign}.2f}"


def files(lines: Sequence[str]) -> set[Path]:
    """Where players are written; of a program those words of its command that are files."""
    found: set[Path] = set()
    for line in lines:
        one: Player = player(line)
        if isinstance(one, External):
            found |= {path for path in map(Path, shlex.split(one.command)) if path.is_file()}
        kind: Any = one.function if isinstance(one, Own) else type(one)
        with suppress(OSError, TypeError):
            found.add(Path(inspect.getfile(kind)))
    return found


@functools.cache
def code() -> str:
    """What plays, in short: the source of these packages. Own code has its fingerprint."""
    packages = (players, whole, matches)
    ours = (path for package in packages for path in Path(package.__path__[0]).rglob("*.py"))
    return digest(
        "".join(
            path.read_text(encoding="utf-8", errors="backslashreplace") for path in sorted(ours)
        )
    )


def match(
    game: str,
    *contestants: str,
    blocks: int = 100,
    seed: int = 0,
    every: bool = False,
    until_sure: bool = False,
    by: float = 0.1,
    clock: str = "",
    store: str | Path = ":memory:",
    so_far: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Match, int, int], None] = lambda match, done, tasks: None,
    warn: Callable[[str], None] = lambda line: None,
) -> MatchResult:
    """Play a match between two or more players, in blocks of mirrored seatings.

    With `until_sure` two players play until the sequential test knows which is better, `blocks`
    at most. With a `clock`, such as `60+1`, each player has 60 seconds for a game, and 1
    more for each choice. Results that the store has already are not made again.
    """
    whole = Match(game, contestants, blocks, seed, every, clock)
    if until_sure and len(contestants) != 2:
        raise TextError(f"expected two players for the sequential test: {len(contestants)}")
    path = Path(store)
    with pools(workers, cluster) as ready, Store(path, read_only=so_far, warn=warn) as there:

        def played(part: Match) -> Results:
            def tell(done: int, tasks: int) -> None:
                progress(part, done, tasks)

            return run(part, there, ready, so_far=so_far, progress=tell, warn=warn)

        if not until_sure:
            return MatchResult(whole, played(whole))
        part = replace(whole, blocks=min(blocks, 32))
        while True:
            found = MatchResult(part, played(part))
            pairs = zip(found.values("score 0"), found.values("score 1"), strict=True)
            reached = standing((a - b for a, b in pairs), by)
            if reached.sure or part.blocks == blocks or found.results.caveat:
                return replace(found, verdict=reached)
            part = replace(part, blocks=min(blocks, part.blocks * BATCH))
