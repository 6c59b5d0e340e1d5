"""A thousand stops at random of each anytime search: a legal move with a reason each.

    python tests/verify_stops.py [--stops N] [--workers N] [--again]

Every preset that takes a leaf, with one; trees that grow, with any choice on their axes; and the
player `ismcts`. They are stopped after some nodes, or some time, in cards and on boards, on both
engines. An answer without a legal move, that does not say what stopped it, or that claims more
than its certainty allows, is wrong. Finished stops are noted in build/verify-stops.txt as soon as
they are; a run that was stopped goes on where it was. `--again` starts anew.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

import long_run
from verify_limits import faults_of, position_of

import kibitz
from kibitz import Algorithm, Limit
from kibitz.cards import TrickPosition
from kibitz.players.player import player
from kibitz.presets import PRESETS

NOTES = Path("build/verify-stops.txt")
LEAVES = {
    "hearts": "cards",
    "hearts(players=3)": "cards",
    "spades(players=3,bids=4/5/6,utility=smot)": "taken",
    "oh_hell(players=4,cards=10)": "cards",
    "euchre": "cards",
    "chinese_checkers": "distance",
    "rolit": "mobility",
    "focus": "captures",
    "blokus(size=10,largest=4)": "squares",
}
"""Games with an estimate of each."""
BOARDS = dict(list(LEAVES.items())[-4:])
CARDS = dict(list(LEAVES.items())[:-4])
SEARCHES = [name for name in PRESETS if "leaf" in Algorithm.parse(name).parts()] + ["ismcts"]
FITTING = {
    **{name: CARDS for name in SEARCHES[:-1] if Algorithm.parse(name).search.needs == "outcomes"},
    "alpha-beta": {"bridge(trump=H)": "cards"},
    "brs": BOARDS,
    "ismcts": CARDS,
}
"""The searches that are not for every game."""
GROWING = ("uct", "best-first")


def text_of(search: str, leaf: str, board: bool, draw: random.Random) -> str:
    """The search with an estimate; if it grows a tree, with any choice on its axes."""
    if search not in GROWING:
        return f"{search}(leaf={leaf})"
    policy = draw.choice(("maxn", "paranoid", "brs") if board else ("maxn", "paranoid"))
    solver = draw.choice(("standard",) if board else ("standard", "sets"))
    if search == "best-first":
        return f"best-first(policy={policy},solver={solver},leaf={leaf})"
    playouts = draw.choice(
        ("random", "order", "one-ply", "two-ply", *(() if board else ("rules",)))
    )
    if playouts.endswith("ply"):
        playouts += f",leaf={leaf}"
    solver = draw.choice((solver, "none"))
    return f"uct(policy={policy},solver={solver},playouts={playouts},seed={draw.randrange(100)})"


def check(task: str) -> tuple[str, list[str]]:
    """What is wrong with one stop."""
    draw = random.Random(task)
    search = task.split()[0]
    games = FITTING.get(search, LEAVES)
    game = draw.choice(list(games))
    position = position_of(game, draw)
    seconds, nodes = 1e-5 * 500 ** draw.random(), int(300 ** draw.random())
    if search == "ismcts":
        assert isinstance(position, TrickPosition)
        number = f"{nodes}" if draw.random() < 0.5 else f"1000000,seconds={seconds}"
        chosen = player(f"ismcts({number})").choose(kibitz.view(position))
        legal = position.legal_moves()
        return task, [] if chosen in legal else [f"{task}: {game} | {position}: {chosen}"]
    text = text_of(search, games[game], game in BOARDS, draw)
    limits = [Limit(seconds=seconds), Limit(nodes=nodes)]
    engine = draw.choice(("auto", "reference"))
    if search == "uct" and game in BOARDS and (engine == "reference" or "leaf=" in text):
        limits.pop()  # an iteration takes long there
    limit = draw.choice(limits)
    found: Any = kibitz.solve(position, text, engine=engine, limit=limit)
    wrong = faults_of(found, position)
    if not found.stopped and not found.worth.known:
        wrong.append("no value, stopped by nothing")
    where = f"{task}: {game} | {position} | {text} | {engine} {limit}"
    return task, [f"{where}: {each}" for each in wrong]


def main() -> int:
    options = long_run.options(__doc__)
    options.add_argument("--stops", type=int, default=1000)
    chosen = options.parse_args()
    tasks = [f"{search} {number}" for number in range(chosen.stops) for search in SEARCHES]
    wrong = long_run.faults(tasks, check, NOTES, chosen)
    print(f"{chosen.stops:,} stops of each of {len(SEARCHES)} anytime searches: {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
