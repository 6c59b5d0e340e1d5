"""Random own games: what is asked of their positions, and what is wrong, made small."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator, Sequence
from dataclasses import replace

from generators import sound_compositions, two_sided_compositions
from own_checks import MOST, ORDERS, Case, Trial, after_move, fault
from own_games import random_graph, random_tricks
from own_shrinking import shrunk
from plain_games import Plain, Question, TooLarge, Tricks

from kibitz import Algorithm
from kibitz.presets import PRESETS

WHOLE_DEALS = [
    Algorithm.parse(f"{preset}({part})")
    for preset, parts in (
        ("outcome-sets", ("", "", "classes=none", "sure=none", "quick=none", "out=none")),
        ("outcome-sets", ("ahead=none", "life=1", "life=6", "keys=absolute")),
        ("partition", ("", "", "sure=none", "quick=none", "later=none", "inner=listed")),
        ("paranoid-partition", ("", "", "sure=none", "quick=none", "later=none", "inner=listed")),
    )
    for part in parts
]
ELSEWHERE = {
    *("equilibria", "soft", "equilibrium-sets", "mixed", "prob"),
    *("opps", "brs+", "brs", "offensive", "uct", "best-first"),
}
"""Their values are not one vector, or not those of max^n or of two sides; others test them."""
SOUND = [
    Algorithm.parse(name)
    for name in PRESETS
    if name not in ELSEWHERE and Algorithm.parse(name).sound
]


def first_case(task: str) -> Case:
    """The position of a task, small enough for a plain search."""
    kind, seed = task.split()
    if kind == "graph":
        graph, provides = random_graph(int(seed))
        return Case(graph, 0, provides=provides)
    game, state, taken = random_tricks(int(seed))
    draw = random.Random(f"play {seed}")
    case = Case(game, state, taken)
    for _ in range(draw.choice((0, 0, 1, 2, 3))):
        case = _played(case, draw)
    while True:
        plain = Plain(game, MOST)
        try:
            plain.answer(case.state, Question("every"))
        except TooLarge:
            case = _played(case, draw)
        else:
            return case


def _played(case: Case, draw: random.Random) -> Case:
    """A card later, if it is not the end."""
    game, state = case.game, case.state
    assert isinstance(game, Tricks)
    move = draw.choice(game.legal(state))
    after = game.play(state, move)
    return case if game.is_over(after) else after_move(case, move)


def cases(task: str) -> Iterator[Case]:
    """All questions of a task."""
    case, draw = first_case(task), random.Random(f"ask {task}")
    tricks = isinstance(case.game, Tricks)
    maxn = draw.sample(sound_compositions(), 2)
    if tricks:
        maxn[0] = Algorithm(maxn[0].search, order=draw.choice(ORDERS))
    sampled = [*maxn, draw.choice(SOUND)]
    if tricks:
        sets = draw.choice(WHOLE_DEALS[:10])
        sampled.append(Algorithm(sets.search, order=draw.choice(("suits", "suits", *ORDERS))))
        sampled.append(draw.choice(WHOLE_DEALS[10:]))
    sides = max(case.game.sides) + 1
    backup = "minimax" if sides == 2 and draw.random() < 0.5 else "paranoid"
    sampled.append(draw.choice(two_sided_compositions(backup)))
    yield replace(case, check="rules", number=draw.randrange(10**6))
    for algorithm in ("", *map(str, sampled)):
        yield replace(case, check="solve", algorithm=algorithm)
    several = ("analyse", "review", "table", "many", "limit", "analyse_within")
    by_values = ["", *(str(one) for one in sampled if not one.one_side)]
    for check in draw.sample(several, 3):
        texts = list(map(str, sampled)) if check in ("table", "many", "limit") else by_values
        nodes = draw.choice((1, 3, 10, 30, 100, 1000))
        number = nodes if check in ("limit", "analyse_within") else draw.randrange(10**6)
        texts = [""] * len(texts) if check == "analyse_within" else texts
        yield replace(case, check=check, algorithm=draw.choice(["", *texts]), number=number)
    if tricks and draw.random() < 0.1:
        yield replace(case, check="threads", algorithm=str(sampled[3]))
    if tricks and draw.random() < 0.1:
        leaf = f"{draw.choice(('maxn(', 'leaf-table('))}leaf={draw.choice(('cards', 'taken'))})"
        yield replace(case, check="deep", algorithm=leaf)
    if draw.random() < 0.01:
        yield replace(case, check="checked")


def faults(task: str) -> list[str]:
    """The first thing that is wrong in a task, as small as it was made; others go with it."""
    trial = None
    for case in cases(task):
        trial = trial or Trial(case)
        wrong = fault(case, trial)
        if wrong:
            return [report(task, *shrunk(case, wrong, fault))]
    return []


def report(task: str, case: Case, wrong: str) -> str:
    """A counter-example as a text that reproduces it."""
    return f"# {task}: {wrong}\n{case}\n"


def in_child(case: Case, seconds: int = 60) -> str:
    """What is wrong, also if it ends the process or has no end."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        signal.alarm(seconds)
        try:
            os.write(writing, fault(case).encode()[:4000])
            os._exit(0)
        except BaseException:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        found = told.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return f"ended by signal {os.WTERMSIG(status)}"
    return found


def faults_in_children(task: str) -> list[str]:
    """The same for a task that may end its process: each question in one of its own."""
    for case in cases(task):
        wrong = in_child(case)
        if wrong:
            return [report(task, *shrunk(case, wrong, in_child))]
    return []


def tasks(tricks: int, graphs: int) -> Sequence[str]:
    return [f"tricks {seed}" for seed in range(tricks)] + [f"graph {at}" for at in range(graphs)]
