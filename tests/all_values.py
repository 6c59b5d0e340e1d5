"""All values that max^n can have, by definitions that have nothing to do with the search."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Any

from definition import listed, worth

from kibitz import Algorithm, Payoffs, Position, solve
from kibitz.engines.problem.ordering import order_for


def by_brute_force(position: Position, free: Collection[int] | None = None) -> set[Payoffs]:
    """Whatever each child is worth, each player at each node may take any of its best."""
    if position.is_over:
        return {position.game.payoffs(position.outcome)}
    side, found = position.side, set[Payoffs]()
    below = [by_brute_force(position.play(move), free) for move in position.moves()]
    for values in itertools.product(*below):
        most = max(value[side] for value in values)
        best = [value for value in values if value[side] == most]
        found.update(best if free is None or side in free else best[:1])
    return found


def exact(position: Position) -> set[Payoffs]:
    """The same, without trying all that the children can be worth together."""
    if position.is_over:
        return {position.game.payoffs(position.outcome)}
    side = position.side
    below = [exact(position.play(move)) for move in position.moves()]
    least = [min(value[side] for value in values) for values in below]
    return {
        value
        for at, values in enumerate(below)
        for value in values
        if all(value[side] >= other for other in (*least[:at], *least[at + 1 :]))
    }


def to_depth(position: Position, algorithm: Algorithm, plies: int) -> set[Payoffs]:
    """The theorem at every node, to a horizon where estimates stand for payoffs."""
    if position.is_over or plies == 0:
        return {worth(position, algorithm)}
    side = position.side
    below = [
        to_depth(position.play(move), algorithm, plies - 1) for move in listed(position, algorithm)
    ]
    least = [min(value[side] for value in each) for each in below]
    return {
        value
        for at, each in enumerate(below)
        for value in each
        if all(value[side] >= other for other in (*least[:at], *least[at + 1 :]))
    }


def values(position: Position, algorithm: Algorithm | str, engine: str = "reference") -> set[Any]:
    worth = solve(position, algorithm, engine=engine).worth
    return {worth.payoffs} if worth.possible is None else set(worth.possible)


def in_order(position: Position, order: str, free: tuple[int, ...]) -> set[Payoffs]:
    """The theorem at every node, in a listed order: who is not free takes the first of equals."""
    if position.is_over:
        return {position.game.payoffs(position.outcome)}
    side = position.side
    moves = order_for(position, Algorithm(order=order).search)(position)
    below = [in_order(position.play(move), order, free) for move in moves]
    least = [min(value[side] for value in values) for values in below]
    return {
        value
        for at, values in enumerate(below)
        for value in values
        if all(
            value[side] > each if other < at and free and side not in free else value[side] >= each
            for other, each in enumerate(least)
            if other != at
        )
    }
