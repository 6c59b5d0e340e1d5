"""Plain max^n, written once more and independently of the package, and what must equal it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import kibitz
from kibitz import Algorithm, Limit, Position, Result

FAR = 10_000
"""Deeper than any game here."""


def worth(position: Position, algorithm: Algorithm) -> tuple[int, ...]:
    """The payoffs at the end, or those to expect at the horizon."""
    game, leaf = position.game, algorithm.leaf
    if position.is_over:
        payoffs = game.payoffs(position.outcome)
    elif isinstance(leaf, str):
        payoffs = game.payoffs(position.estimate(leaf))
    else:
        payoffs = leaf.payoffs(position)
    if algorithm.combine == "against":
        return tuple(sum(own - other for other in payoffs) for own in payoffs)
    return payoffs


def listed(position: Position, algorithm: Algorithm) -> list[Any]:
    """The moves that are searched, in the order that decides ties."""
    if algorithm.order in ("high", "low"):
        moves = list(position.moves())
        moves = moves if algorithm.order == "high" else moves[::-1]
    else:
        moves = list(position.ordered(str(algorithm.order)))
    return moves[: algorithm.width or len(moves)]


def maxn(
    position: Position, algorithm: Algorithm, root: int, plies: int = FAR
) -> tuple[tuple[int, ...], list[Any]]:
    """The payoffs and the line that the definitions demand."""
    if position.is_over or plies == 0:
        return worth(position, algorithm), []
    mover = position.side
    best: tuple[tuple[int, ...], list[Any]] | None = None
    for move in listed(position, algorithm):
        payoffs, line = maxn(position.play(move), algorithm, root, plies - 1)
        if best is not None:
            better = payoffs[mover] > best[0][mover]
            tied = mover != root and payoffs[mover] == best[0][mover]
            if algorithm.ties == "against-root" and tied:
                better = payoffs[root] < best[0][root]
            if not better:
                continue
        best = payoffs, [move, *line]
    assert best is not None
    return best


def two_sided(
    position: Position, algorithm: Algorithm, root: int, plies: int = FAR
) -> tuple[int, list[Any]]:
    """Minimax of the reduced game: the root's payoff, which all other sides minimise."""
    if position.is_over or plies == 0:
        return worth(position, algorithm)[root], []
    sign = 1 if position.side == root else -1
    best: tuple[int, list[Any]] | None = None
    for move in listed(position, algorithm):
        payoff, line = two_sided(position.play(move), algorithm, root, plies - 1)
        if best is None or sign * payoff > sign * best[0]:
            best = payoff, [move, *line]
    assert best is not None
    return best


def expected(position: Position, algorithm: Algorithm, plies: int = FAR) -> tuple[Any, ...]:
    """The value, line, move and outcome that plain search gives."""
    root = 0 if position.is_over else position.side
    if algorithm.backup == "maxn":
        value, line = maxn(position, algorithm, root, plies)
    else:
        payoff, line = two_sided(position, algorithm, root, plies)
    end = position
    for move in line:
        end = end.play(move)
    outcome = end.outcome if end.is_over else None
    if algorithm.backup == "minimax":
        value = worth(end, algorithm)
    if algorithm.backup == "paranoid":
        sides = range(position.game.sides)
        return tuple(payoff if side == root else None for side in sides), line, *line[:1], None
    return value, line, *line[:1], outcome


def differences(position: Position, algorithms: Sequence[Algorithm]) -> list[str]:
    """Where the reference differs from the plain definition, as texts that reproduce it."""
    plain: dict[Algorithm, tuple[Any, ...]] = {}
    found = []
    for algorithm in algorithms:
        if algorithm.plain() not in plain:
            plain[algorithm.plain()] = expected(position, algorithm)
        result = kibitz.solve(position, algorithm, engine="reference")
        line = list(result.line)
        got = result.value, line, *([result.move] if line else []), result.outcome
        if got != plain[algorithm.plain()] or not result.complete:
            right = plain[algorithm.plain()]
            found.append(f"{position.game} | {position} | {algorithm}: {got}, not {right}")
    return found


def engine_differences(
    position: Position, algorithms: Sequence[Algorithm], limit: Limit | None = None
) -> list[str]:
    """Where the kernel differs from the reference in an answer or a count."""
    found = []
    for algorithm in algorithms:
        expected = kibitz.solve(position, algorithm, limit=limit, engine="reference")
        got = kibitz.solve(position, algorithm, limit=limit, engine="kernel")
        if facts(got) != facts(expected):
            found.append(
                f"{position.game} | {position} | {algorithm}: {facts(got)}, not {facts(expected)}"
            )
    return found


def facts(result: Result) -> tuple[Any, ...]:
    """All that two engines must agree on."""
    return (
        result.worth,
        result.certainty,
        result.bounds,
        result.outcome,
        result.move,
        result.line,
        result.depth,
        result.stopped,
        result.stats,
    )
