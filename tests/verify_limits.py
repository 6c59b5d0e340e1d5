"""Calls with limits of 1 to 200 milliseconds: a legal move each, and how late they are.

    python tests/verify_limits.py [--calls N] [--workers N] [--again]

Calls of solve, analyse, review and of players with a clock, in every game and in own games that
have rules only, at any point of a hand, by the default and by other searches, on both engines.
An answer without a legal move, or that claims more than its certainty allows, is wrong. How late
a call is goes by processor time, since the machine may be busy, and by the clock; 5 milliseconds
and 2 % are allowed, in a review for each of its searches. Now and then Python goes through all
that its process holds to find garbage, which takes as long as that is large and is no part of a
search: how late calls are is said with it and without. Finished calls are noted in
build/verify-limits.txt as soon as they are; a run that was stopped goes on where it was.
`--again` starts anew.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from pathlib import Path
from typing import Any

import long_run

import kibitz
from kibitz import Limit, Position
from kibitz.cards import TrickPosition
from kibitz.players.player import player

NOTES = Path("build/verify-limits.txt")
CLOCKS = ("in processor time", "in processor time with collections", "by the clock on the wall")
LATENESS = long_run.Lateness(Path("build/verify-limits-late.txt"), CLOCKS)
player("random")  # looks at all files of players, which is not part of a choice

GAMES = (
    "hearts",
    "hearts(players=3)",
    "hearts(players=3,utility=fewest)",
    "spades",
    "spades(players=2)",
    "spades(players=3)",
    "spades(players=3,bids=4/5/6,utility=smot)",
    "bridge",
    "bridge(trump=H)",
    "sergeant_major",
    "sergeant_major(trump=S,utility=target)",
    "oh_hell(players=4,cards=10)",
    "oh_hell(players=7)",
    "chinese_checkers",
    "chinese_checkers(players=6)",
    "tree(depth=8,branching=4)",
    "pile:Pile",
    "pile:Slow",
)
ASKED = ("solve", "solve", "solve by", "ties", "analyse", "review", "search", "sampling", "ismcts")
ALGORITHMS = [
    "maxn",
    "maxn(table=exact)",
    "uct",
    "paranoid",
    "leaf-table",
    "outcome-sets",
    "best-first(leaf=cards)",
]


class Collector:
    """The seconds that full collections of garbage take."""

    def __init__(self) -> None:
        self.seconds, self._start = 0.0, 0.0
        gc.callbacks.append(self)

    def __call__(self, phase: str, about: dict[str, int]) -> None:
        if about["generation"] < 2:
            return
        if phase == "start":
            self._start = time.process_time()
        else:
            self.seconds += time.process_time() - self._start


COLLECTOR = Collector()


def position_of(game: str, draw: random.Random) -> Position:
    """A position at any point of a hand; not its end."""
    position: Position = kibitz.game(game).deal(draw.randrange(10_000))
    before = position
    for _ in range(draw.choice([0, 0, 1, 2, draw.randrange(40)])):
        if position.is_over:
            return before
        before, position = position, position.play(draw.choice(position.legal_moves()))
    return before if position.is_over else position


def faults_of(found: Any, position: Position) -> list[str]:
    """What is wrong with a result."""
    wrong = [] if found.move in position.legal_moves() else [f"no legal move: {found.move}"]
    if not found.worth.known and found.certainty not in ("unknown", "bound"):
        wrong.append(f"{found.certainty} without a value")
    search = found.algorithm.search
    settled = found.bounds is not None and all(least == most for least, most in found.bounds)
    if search.selective or not search.sound:
        right = not found.worth.known or found.certainty in ("estimate", "unsound")
    else:
        right = found.complete == (found.certainty == "exact") or settled
    if not right:
        wrong.append(f"{found.certainty}, stopped by {found.stopped or 'nothing'}")
    return wrong


def ask(
    kind: str, position: Position, seconds: float, draw: random.Random
) -> tuple[int, list[str]]:
    """Ask once: how many limits there were one after the other, and what is wrong."""
    limit, tricks = Limit(seconds=seconds), isinstance(position, TrickPosition)
    moves = list(position.legal_moves())
    if kind == "solve":
        return 1, faults_of(kibitz.solve(position, limit=limit), position)
    if kind == "ties":
        return 1, faults_of(kibitz.solve(position, limit=limit, ties=True), position)
    if kind == "solve by":
        known = ALGORITHMS if tricks else ALGORITHMS[:2]
        engine = draw.choice(["auto", "reference"])
        if position.game.name == "chinese_checkers":
            known = ["maxn(leaf=distance,order=gain)", "speculative(leaf=distance,combine=against)"]
            known += ["uct(policy=brs,playouts=order,order=gain)"]
        algorithm = draw.choice(known)
        if engine == "reference" and algorithm == "outcome-sets":
            engine = "auto"
        return 1, faults_of(kibitz.solve(position, algorithm, engine=engine, limit=limit), position)
    if kind == "analyse":
        best = kibitz.analyse(position, limit=limit).best
        return 1, [] if best and best.move in moves else [f"no legal move: {best}"]
    if kind == "review":
        here = position
        played: list[Any] = []
        while len(played) < 3 and not here.is_over:
            played.append(draw.choice(here.legal_moves()))
            here = here.play(played[-1])
        turns = kibitz.review(position, played, limit=limit).turns
        same = [turn.move for turn in turns] == played
        return len(played) + 1, [] if same else [f"not all moves: {turns}"]
    if kind in ("sampling", "ismcts") and tricks:
        number = "1000000," if kind == "ismcts" else ""
        seat = player(f"{kind}({number}seconds={seconds})")
        chosen = seat.choose(kibitz.view(position))
    else:
        chosen = player(f"search(seconds={seconds})").play_open(position)
    return 1, [] if chosen in moves else [f"no legal move: {chosen}"]


def check(task: str) -> tuple[str, list[str]]:
    """Make one call, and note how late it was."""
    draw = random.Random(task)
    game, kind = GAMES[int(task) % len(GAMES)], draw.choice(ASKED)
    seconds = 0.001 * 200 ** draw.random()
    position = position_of(game, draw)
    start, busy, before = time.perf_counter(), time.process_time(), COLLECTOR.seconds
    limits, wrong = ask(kind, position, seconds, draw)
    whole = limits * seconds
    busy, passed = time.process_time() - busy - whole, time.perf_counter() - start - whole
    own = busy - (COLLECTOR.seconds - before)
    LATENESS.note(whole, (own, busy, passed), f"{kind} {game} {str(position)[:200]}", limits)
    where = f"{kind} within {seconds:.4f} s: {game} | {position}"
    return task, [f"{where}: {each}" for each in wrong]


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--calls", type=int, default=10_000)
    chosen = options.parse_args()
    LATENESS.begin(chosen.again)
    tasks = list(map(str, range(chosen.calls)))
    wrong = long_run.faults(tasks, check, NOTES, chosen)
    print(f"{chosen.calls:,} calls within limits of 1 to 200 ms: {wrong} wrong")
    LATENESS.report()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
