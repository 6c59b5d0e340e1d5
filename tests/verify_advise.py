"""Questions to `advise` with clocks of 5 to 200 milliseconds: a legal move each, how late it is.

    python tests/verify_advise.py [--questions N] [--workers N] [--again]

Views of every game with hidden cards, at any point of a hand: cards to play, bids, cards to pass or
to lay away, trumps; and positions where nothing is hidden. Asked of players that search, with a
clock for the choice or for the game. An answer without a legal move, without a reason, or that
calls a guess exact, is wrong. How late an answer is goes by the clock on the wall, and by processor
time, since the machine may be busy. Finished questions are noted in build/verify-advise.txt as soon
as they are; a run that was stopped goes on where it was. `--again` starts anew.
"""

from __future__ import annotations

import gc
import random
import sys
from pathlib import Path

import long_run

import kibitz
from kibitz import Advice, Position, View
from kibitz.games import names
from kibitz.matches.start import begin
from kibitz.matches.table import choose
from kibitz.players.player import player
from kibitz.whole.game import WHOLE
from kibitz.whole.hand import Hidden, Sitting

NOTES = Path("build/verify-advise.txt")
CLOCKS = ("in processor time", "by the clock on the wall")
LATENESS = long_run.Lateness(Path("build/verify-advise-late.txt"), CLOCKS)
WHOLE_GAMES = list(WHOLE)
GAMES = [*names(), *WHOLE_GAMES, *WHOLE_GAMES, "hearts(players=3)", "spades(players=3)"]
PLAYERS = (
    *("sampling",) * 6,
    "sampling(by=vote)",
    "sampling(by=reduction,exact=4)",
    "sampling(exact=6,nodes=1000000)",
    "sampling(worlds=1000)",
    "sampling(aim=game)",
    "sampling(weigh=bids)",
    "playouts(100)",
    "search",
    "rules",
)


def somewhere(game: str, draw: random.Random) -> Sitting:
    """A game at any point of its first hands; not at its end."""
    here = before = begin(game, draw.randrange(10_000))
    others = player("rules" if draw.random() < 0.5 else "random", draw.randrange(100))
    for _ in range(draw.choice([0, 0, 1, 2, draw.randrange(12), draw.randrange(60)])):
        here = here.after(choose(others, here))
        if here.is_over:
            return before
        before = here
    return here


def faults_of(found: Advice, where: View | Position) -> list[str]:
    """What is wrong with an answer."""
    wrong = []
    try:
        legal = found.move == (
            where.move(found.move) if isinstance(where, View) else where.legal_move(found.move)
        )
    except kibitz.KibitzError:
        legal = False
    if not legal:
        wrong.append(f"no legal move: {found.move}")
    if not found.why or not found.sure:
        wrong.append("no reason")
    plays = isinstance(where, View) and where.asks == "play"
    if plays and len(where.moves()) > 1 and found.certainty == "exact":
        wrong.append("a guess that is called exact")
    return wrong


def check(task: str) -> tuple[str, list[str]]:
    """Ask once, and note how late the answer was."""
    if gc.get_freeze_count() == 0:
        begin("whole-hearts", 1)
        gc.freeze()  # as a process does that is asked for long
    draw = random.Random(f"advise {task}")
    game, who = GAMES[int(task) % len(GAMES)], draw.choice(PLAYERS)
    seconds = 0.005 * 40 ** draw.random()
    here = somewhere(game, draw)
    where: View | Position
    if isinstance(here, Hidden):
        where = here.view() if who != "search" or here.position is None else here.position
        who = "sampling" if who == "search" and isinstance(where, View) else who
    else:
        assert here.position is not None
        where, who = here.position, who if who in ("rules", "search") else "sampling"
    by_game = draw.random() < 0.2
    clock = {"time_left": 10 * seconds} if by_game else {"seconds": seconds}
    found = kibitz.advise(where, who, seed=draw.randrange(100), **clock)
    late, busy = found.seconds - found.allowed, found.processor - found.allowed
    what = f"{who} {found.asks} {found.by_what} | {str(where)[:200]}"
    LATENESS.note(found.allowed, (busy, late), what)
    about = f"{who} within {found.allowed:.4f} s: {where}"
    return task, [f"{about}: {each}" for each in faults_of(found, where)]


def report() -> None:
    """How late answers were, and what they were by."""
    ways = [what.partition(" | ")[0].split()[-1] for what in LATENESS.report()]
    counts = ", ".join(f"{ways.count(way):,} by {way}" for way in sorted(set(ways)))
    print(f"answered: {counts}")


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--questions", type=int, default=10_000)
    chosen = options.parse_args()
    LATENESS.begin(chosen.again)
    tasks = list(map(str, range(chosen.questions)))
    wrong = long_run.faults(tasks, check, NOTES, chosen)
    print(f"{chosen.questions:,} questions with clocks of 5 to 200 ms: {wrong} wrong")
    report()
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
