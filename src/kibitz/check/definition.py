"""What a search must say, by a definition that shares no code with the loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.asking.solve import solve
from kibitz.engines.problem.ordering import order_for
from kibitz.engines.reference import plain
from kibitz.engines.reference.backup_rule import BackupRule
from kibitz.engines.reference.search import MaxN
from kibitz.engines.reference.searches import Search
from kibitz.engines.reference.two_sided import Paranoid
from kibitz.errors import blaming
from kibitz.game import Move, Payoffs, Position
from kibitz.results import Result
from kibitz.showing.layout import write_payoffs

Said = tuple[Any, tuple[Move, ...]]
"""A value, and the line that leads to it."""


def is_defined(algorithm: Algorithm) -> bool:
    """Whether plain recursion says what it must say; else only its own plain search does."""
    search = algorithm.search.plain()
    known = isinstance(search, MaxN | BackupRule | Paranoid)
    return known and search.leaf == "none" and search.combine == "own"


def right(position: Position, algorithm: Algorithm) -> Said:
    """What an algorithm must say of a position."""
    search = algorithm.search.plain()
    if not is_defined(algorithm):
        return said(solve(position, Algorithm(search), engine="reference"))
    with blaming(position.game):
        return _recursed(position, search)


def _recursed(position: Position, search: Search) -> Said:
    """The same by plain recursion."""
    lists, root = order_for(position, search), 0 if position.is_over else position.side
    if isinstance(search, BackupRule):
        value, line = plain.maxn(position, lists, search.chooses)
    elif isinstance(search, Paranoid):
        value, line = plain.maxn(position, lists, lambda here, values: _against(here, values, root))
        return tuple(own if side == root else None for side, own in enumerate(value)), tuple(line)
    elif search.ties == "against-root":
        value, line = plain.maxn(position, lists, lambda here, values: _hurting(here, values, root))
    else:
        value, line = plain.maxn(position, lists)
    return value, tuple(line)


def _against(position: Position, values: Sequence[Payoffs], root: int) -> int:
    """All other sides want the root to have little."""
    sign = 1 if position.side == root else -1
    return max(range(len(values)), key=lambda at: sign * values[at][root])


def _hurting(position: Position, values: Sequence[Payoffs], root: int) -> int:
    """A player that is indifferent hurts the root."""
    own = position.side
    worse = 0 if own == root else -1
    return max(range(len(values)), key=lambda at: (values[at][own], worse * values[at][root]))


def said(result: Result) -> Said:
    """What a result says."""
    value = result.worth.payoffs if result.worth.payoffs is not None else str(result.worth)
    return value, result.line


def in_words(found: Said) -> str:
    """A value and its line for people."""
    value, line = found
    shown = write_payoffs(value) if isinstance(value, tuple) else str(value)
    return f"{shown} by {' '.join(map(str, line)) or '-'}"
