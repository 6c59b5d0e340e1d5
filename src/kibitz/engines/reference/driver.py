"""Runs the nodes of a search, which are generators, on a stack of its own.

A node yields events, and yields a `Child` where it needs the answer for one. So the depth
of a game does not matter, and the caller can stop at any event. A node with
nothing to search, most often a leaf, is just the event that says its answer.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple, TypeAlias

from kibitz.engines.reference.bounds import Bounds
from kibitz.engines.reference.events import Event
from kibitz.game import Move


class Child(NamedTuple):
    """A node to search: how it is reached, under which bounds, and the search of it."""

    move: Move
    bounds: Bounds
    ceiling: int | None
    node: NodeSearch | Event
    asked: Any = None
    """In a search by questions about sets, what it is asked about."""


NodeSearch: TypeAlias = Generator[Event | Child, Any, Any]
"""The search of one node: yields events and children, is sent answers, returns its own."""


def drive(root: NodeSearch | Event, depth: int = 0) -> Generator[Event, None, Any]:
    """Search a node and all that it asks for; yields the events and returns the answer."""
    if isinstance(root, Event):
        yield root
        return root.answer
    stack = [root]
    answer: Any = None
    while stack:
        try:
            step = stack[-1].send(answer)
        except StopIteration as end:
            stack.pop()
            answer = end.value
            continue
        answer = None
        if type(step) is not Child:
            yield step  # type: ignore[misc]  # an event
            continue
        move, bounds, ceiling, node, asked = step
        yield Event("visit", depth + len(stack), move, bounds, ceiling, None, asked)
        if type(node) is Event:
            yield node
            answer = node.answer
        else:
            stack.append(node)  # type: ignore[arg-type]
    return answer
