"""Plain max^n, written once more and independently of the package, and what must equal it."""

from __future__ import annotations

import itertools
import random
from typing import Any

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, Position, Result

AXES: dict[str, tuple[Any, ...]] = {
    "prune": ("none", "shallow", "last-branch", "speculative"),
    "life": (None, 1, 2, 4),
    "first": ("none", "given"),
    "test": ("none", "linear", "discrete", "single", "leaf-table"),
    "scale": ("payoff", "rank"),
    "heuristic": ("none", "taken"),
    "table": ("none", "exact", "bounds"),
    "keys": ("absolute", "relative"),
    "probe": ("card", "trick"),
    "order": ("high", "low"),
    "ties": ("first", "against-root"),
}


def sound_compositions() -> list[Algorithm]:
    """Every composition that is valid and sound."""
    found = []
    for choices in itertools.product(*AXES.values()):
        try:
            found.append(Algorithm(**dict(zip(AXES, choices, strict=True))))
        except InvalidAlgorithm:
            continue
    return found


def maxn(position: Position, order: str, ties: str) -> tuple[tuple[int, ...], list[Any]]:
    """The payoffs and the line that the definitions demand."""
    return _maxn(position, order, ties, 0 if position.is_over else position.side)


def _maxn(
    position: Position, order: str, ties: str, root: int
) -> tuple[tuple[int, ...], list[Any]]:
    if position.is_over:
        return position.game.payoffs(position.outcome), []
    mover = position.side
    moves = list(position.moves())
    best: tuple[tuple[int, ...], list[Any]] | None = None
    for move in moves if order == "high" else reversed(moves):
        payoffs, line = _maxn(position.play(move), order, ties, root)
        if best is not None:
            better = payoffs[mover] > best[0][mover]
            if ties == "against-root" and mover != root and payoffs[mover] == best[0][mover]:
                better = payoffs[root] < best[0][root]
            if not better:
                continue
        best = payoffs, [move, *line]
    assert best is not None
    return best


def differences(position: Position, algorithms: list[Algorithm]) -> list[str]:
    """Where a search of the reference differs from plain max^n, as texts that reproduce it."""
    plain = {}
    found = []
    for algorithm in algorithms:
        rules = algorithm.order, algorithm.ties
        if rules not in plain:
            plain[rules] = maxn(position, *rules)
        payoffs, line = plain[rules]
        result = kibitz.solve(position, algorithm, engine="reference")
        end = position
        for move in line:
            end = end.play(move)
        expected = (payoffs, line, line[0] if line else None, end.outcome, True)
        got = (result.value, list(result.line), result.move, result.outcome, result.complete)
        if got != expected:
            found.append(f"{position.game} | {position} | {algorithm}: {got}, not {expected}")
    return found


def engine_differences(position: Position, algorithms: list[Algorithm]) -> list[str]:
    """Where the kernel differs from the reference in an answer or a count."""
    found = []
    for algorithm in algorithms:
        expected = kibitz.solve(position, algorithm, engine="reference")
        got = kibitz.solve(position, algorithm, engine="kernel")
        if facts(got) != facts(expected):
            found.append(
                f"{position.game} | {position} | {algorithm}: {facts(got)}, not {facts(expected)}"
            )
    return found


def facts(result: Result) -> tuple[Any, ...]:
    """All that two engines must agree on."""
    return (
        result.value,
        result.outcome,
        result.move,
        result.line,
        result.stopped,
        result.stats,
    )


def random_tree(seed: int) -> Position:
    """A small tree with ties, movers that repeat or skip, and 2 to 6 players."""
    draw = random.Random(seed)
    depth = draw.randint(1, 5)
    arguments = {
        "players": draw.randint(2, 6),
        "depth": depth,
        "branching": draw.randint(2, 3 if depth == 5 else 4),
        "low": draw.choice((0, 0, -2)),
        "payoff": draw.randint(1, 5),
        "step": draw.choice((1, 1, 2)),
    }
    total = draw.choice(("", "", ",total=3", ",total=8"))
    text = ",".join(f"{key}={value}" for key, value in arguments.items())
    return kibitz.game(f"tree({text}{total})").deal(seed)


def random_deal(seed: int, cards: int = 4) -> Position:
    """A small deal of Spades under any rules and utility, sometimes in the middle of play."""
    draw = random.Random(seed)
    players = draw.randint(2, 4)
    each = draw.randint(1, cards if players < 4 else cards - 1)
    bids = "/".join(str(draw.randint(0, each)) for _ in range(players))
    utility = draw.choice(("tricks", "momb", "mot", "smot", "smot(margin=1)", "wl", "oh", "place"))
    teams = draw.choice(("none", "0/1/0/1", "0/1/1/0")) if players == 4 else "none"
    breaking = draw.choice(("true", "false"))
    game = kibitz.game(
        f"spades(players={players},cards={each},teams={teams},bids={bids},"
        f"utility={utility},breaking={breaking})"
    )
    position = game.deal(seed)
    for _ in range(draw.choice((0, 0, 1, 2, players))):
        if not position.is_over:
            position = position.play(draw.choice(position.legal_moves()))
    return position
