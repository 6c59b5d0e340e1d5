"""Counter-examples made small: what is a little simpler, as long as it still shows the same.

What is found is small, and nothing a little simpler would do; there may be a smaller one elsewhere.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, TypeVar

from kibitz.cards import TrickPosition
from kibitz.errors import KibitzError
from kibitz.game import Payoffs, Position
from kibitz.games.tree import Forest, Limits, Node, Tree, TreePosition

Case = TypeVar("Case")
What = TypeVar("What")

TRIES = 2_000
"""How many simpler cases are looked at."""
HANDS = 60
"""How many ways to take a card from each hand are tried."""


def shrunk(
    case: Case,
    what: What,
    simpler: Callable[[Case], Iterable[Case]],
    shows: Callable[[Case], What | None],
    tries: int = TRIES,
) -> tuple[Case, What]:
    """The simplest case that was found, step by step, which still shows something, and what."""
    going = True
    while going:
        going = False
        for smaller in simpler(case):
            tries -= 1
            if tries < 0:
                return case, what
            found = shows(smaller)
            if found:
                case, what, going = smaller, found, True
                break
    return case, what


def simpler(position: Position, payoffs: bool = True) -> Iterator[Position]:
    """Positions of which each is a little simpler: those after a move, and with less in them.

    Of a tree also with other payoffs, and players left out, unless these are to stay.
    """
    if not position.is_over:
        for move in position.moves():
            after = position.play(move)
            if not after.is_over:
                yield _alone(after) if isinstance(after, TreePosition) else after
    if isinstance(position, TreePosition):
        yield from _simpler_trees(position, payoffs)
    elif isinstance(position, TrickPosition):
        yield from _simpler_deals(position)


def _alone(position: TreePosition) -> TreePosition:
    """The part of a tree from here on, as a tree."""
    return position.game.position(position.node)


# Trees, as nested lists: payoffs, or a mover, limits and children.

Plain = Any


def _simpler_trees(position: TreePosition, payoffs: bool) -> Iterator[Position]:
    game, tree = position.game, _plain(position.node)
    if position.path is not None:
        yield _alone(position)
    plainer = Tree(players=game.players, low=game.low)  # the rest only says how trees are drawn
    if plainer != game:
        yield _made(plainer, tree)
    if game.low and payoffs:
        with suppress(KibitzError):
            yield _made(Tree(players=game.players), _raised(tree, -game.low))
    for fewer in _fewer_players(tree, game.players) if payoffs else ():
        with suppress(KibitzError):
            yield _made(replace(game, players=game.players - 1), fewer)
    for side in range(game.players) if payoffs else ():
        with suppress(KibitzError):  # where a payoff would be below the lowest
            yield _made(game, _raised(tree, -1, side))
    for other in _edits(tree, game.low if payoffs else None):
        with suppress(KibitzError):  # limits that no longer hold
            yield _made(game, other)


def _plain(node: Node) -> Plain:
    if not node.children:
        return node.payoffs
    return [node.mover, node.limits, [_plain(child) for child in node.children]]


def _made(game: Tree, tree: Plain) -> TreePosition:
    forest = Forest(game.players, game.low)

    def node(plain: Plain) -> Node:
        if isinstance(plain, tuple):
            return forest.leaf(plain)
        mover, limits, children = plain
        return forest.node(mover, [node(child) for child in children], limits)

    return game.position(node(tree))


def _edits(tree: Plain, low: int | None) -> Iterator[Plain]:
    """A tree with one thing less in it: a child, a node, limits; a step of a payoff, down to low,
    if there is one.
    """
    if isinstance(tree, tuple):
        yield from () if low is None else _lower(tree, low)
        return
    mover, limits, children = tree
    for at in range(len(children)):
        if len(children) > 1:
            yield [mover, limits, children[:at] + children[at + 1 :]]
        yield children[at]
    if any(limit != (None, None) for limit in limits):
        yield [mover, _no_limits(limits), children]
    for at, child in enumerate(children):
        for other in _edits(child, low):
            yield [mover, limits, [*children[:at], other, *children[at + 1 :]]]


def _raised(tree: Plain, by: int, only: int | None = None) -> Plain:
    """The tree with every payoff raised, or only those of one side, without limits."""
    if isinstance(tree, tuple):
        return tuple(payoff + by * (only in (None, side)) for side, payoff in enumerate(tree))
    mover, limits, children = tree
    return [mover, _no_limits(limits), [_raised(child, by, only) for child in children]]


def _no_limits(limits: Limits) -> Limits:
    return ((None, None),) * len(limits)


def _lower(payoffs: Payoffs, low: int) -> Iterator[Payoffs]:
    for side, payoff in enumerate(payoffs):
        for less in {low, payoff - 1}:
            if low <= less < payoff:
                yield (*payoffs[:side], less, *payoffs[side + 1 :])


def _fewer_players(tree: Plain, players: int) -> Iterator[Plain]:
    """The tree without a player that is never to move."""
    movers = set(_movers(tree))
    for gone in range(players):
        if players > 2 and gone not in movers:
            yield _without(tree, gone)


def _movers(tree: Plain) -> Iterator[int]:
    if not isinstance(tree, tuple):
        yield tree[0]
        for child in tree[2]:
            yield from _movers(child)


def _without(tree: Plain, gone: int) -> Plain:
    def left(row: Sequence[Any]) -> tuple[Any, ...]:
        return (*row[:gone], *row[gone + 1 :])

    if isinstance(tree, tuple):
        return left(tree)
    mover, limits, children = tree
    return [mover - (mover > gone), left(limits), [_without(child, gone) for child in children]]


# Deals.


def _simpler_deals(position: TrickPosition) -> Iterator[Position]:
    """A card less in each hand, nothing taken so far, the first player to lead."""
    changes: list[dict[str, Any]] = []
    hands = [position.hand(player) for player in range(len(position.hands))]
    if not position.table and not position.stock and len({*map(len, hands)}) == 1 < len(hands[0]):
        every = list(itertools.product(*hands))
        for cards in random.Random(0).sample(every, min(HANDS, len(every))):
            fewer = (hand & ~(1 << card) for hand, card in zip(position.hands, cards, strict=True))
            changes.append({"hands": tuple(fewer)})
    if any(position.taken):
        changes.append({"taken": (0,) * len(position.taken)})
    if position.leader and not position.table:
        changes.append({"leader": 0})
    for change in changes:
        with suppress(KibitzError):
            simple = replace(position, **change)
            simple.check()
            yield simple
