"""Plain max^n: what every other search must return, exactly."""

from __future__ import annotations

from kibitz.game import Move, Payoffs, Position


def maxn(position: Position) -> tuple[Payoffs, list[Move]]:
    """The payoffs of all sides, and the line, if every player takes what is best for itself."""
    if position.is_over:
        return position.game.payoffs(position.outcome), []
    found: list[tuple[Payoffs, list[Move]]] = []
    for move in position.moves():
        payoffs, line = maxn(position.play(move))
        found.append((payoffs, [move, *line]))
    own = position.side
    return max(found, key=lambda each: each[0][own])  # the first of equals stays
