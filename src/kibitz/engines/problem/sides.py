"""The side that asks, what it is sure of, what another with opposite interests has then, and whose
passes are imagined.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from kibitz.errors import GameError, InvalidAlgorithm, UnknownName
from kibitz.game import Move, Payoffs, Position
from kibitz.leaf_table import LeafTable, payoffs_of
from kibitz.scoring import Evaluation

if TYPE_CHECKING:
    from kibitz.engines.reference.searches import Search


def side_of_root(root: Position) -> int:
    """The side that searches; at the end of a game, the first."""
    return 0 if root.is_over else root.side


def leader_of(root: Position, search: Search) -> int:
    """The other side that is ahead by the leaf, or by the game's first estimate.

    The first of equals after the one to move, also where nothing says who is ahead.
    """
    own, sides, leaf = side_of_root(root), root.game.sides, search.leaf
    if sides < 2:
        raise InvalidAlgorithm(f"expected another side in {root.game.text_name()}")
    leaf = next(iter(root.estimates), leaf) if leaf == "none" else leaf
    payoffs = (0,) * sides if leaf == "none" else estimated(root, leaf)
    others = ((own + after) % sides for after in range(1, sides))
    return max(others, key=lambda side: payoffs[side])


def estimated(position: Position, leaf: str | Evaluation) -> Payoffs:
    """The payoffs to expect of a position."""
    if isinstance(leaf, Evaluation):
        return leaf.payoffs(position)
    if leaf not in position.estimates:
        name = position.game.text_name()
        raise UnknownName(f"leaf of {name}", leaf, position.estimates or ["none"])
    return payoffs_of(position.game, position.estimate(leaf))


def guaranteed(root: Position, own: int | None, other: int | None = None) -> tuple[int | None, ...]:
    """What the root's side is sure of, and the other with opposite interests; None of others."""
    root_side = side_of_root(root)
    return tuple(own if side == root_side else other for side in range(root.game.sides))


def guaranteeing(root: Position, search: Search) -> Callable[[int], tuple[int | None, ...]]:
    """What a payoff of the root's side says of all sides: of the other too, if it is opposed."""
    other = opposite(root, search) if search.needs_opposed else None
    return lambda own: guaranteed(root, own, other and other(own))


def opposite(root: Position, search: Search) -> Callable[[int], int | None]:
    """What the other side gets if one gets this; others than two opposed sides are refused.

    None of less than one has already: with the scores of a whole deal, a search that was stopped
    may be sure of no more.
    """
    name, sides = root.game.text_name(), root.game.sides
    asked, other = search.known_as, search.against_all
    if sides != 2:
        raise GameError(f"{asked} needs two sides, and {name} has {sides}; use {other} or maxn")
    if search.combine == "against":
        return operator.neg
    table, side = LeafTable.of(root), side_of_root(root)
    if not table.opposed:
        raise GameError(f"{asked} needs opposite interests in {name}; use {other} or maxn")
    return {payoffs[side]: payoffs[1 - side] for payoffs in table.payoffs}.get


def opponents(position: Position, root: int) -> Iterator[tuple[int, Position]]:
    """Where each opponent of the root's side would move, after how many others pass."""
    for passes in range(position.game.players - 1):
        if passes:
            position = position.skipped()
        if position.is_over or position.side == root:
            return
        yield passes, position


def after_reply(position: Position, move: Move, passes: int, root: int) -> Position:
    """Where a move leads if some opponents pass before it, and all others after it."""
    for _ in range(passes):
        position = position.skipped()
    position = position.after(move)
    for _ in range(position.game.players - 2 - passes):
        if position.is_over or position.side == root:
            break
        position = position.skipped()
    return position
