"""Plain max^n: what every other search must return, exactly. No pruning, no table, no loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kibitz.game import Move, Payoffs, Position

Lists = Callable[[Position], Sequence[Move]]
Chooses = Callable[[Position, Sequence[Payoffs]], int]


def listed(position: Position) -> Sequence[Move]:
    """The moves as the game lists them."""
    return position.moves()


def best(position: Position, values: Sequence[Payoffs]) -> int:
    """The value that is best for the player to move; the first of equal values counts."""
    own = position.side
    return max(range(len(values)), key=lambda at: values[at][own])


def maxn(
    position: Position, lists: Lists = listed, chooses: Chooses = best
) -> tuple[Payoffs, list[Move]]:
    """The payoffs of all sides, and the line, if every player takes what is best for itself.

    By default moves are listed, and one of their values is chosen, as in max^n.
    """
    if position.is_over:
        return position.game.payoffs(position.outcome), []
    found: list[tuple[Payoffs, list[Move]]] = []
    for move in lists(position):
        payoffs, line = maxn(position.play(move), lists, chooses)
        found.append((payoffs, [move, *line]))
    return found[chooses(position, [payoffs for payoffs, _ in found])]
