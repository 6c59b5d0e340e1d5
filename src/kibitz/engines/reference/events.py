"""What happens in a search, one event at a time.

The search yields these; counting them gives the statistics, keeping the best ones of the
root gives the answer so far, printing them gives a trace.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kibitz.engines.problem.protocol import CutRule
from kibitz.engines.reference.bounds import NO_BOUNDS, Bounds
from kibitz.game import Move

if TYPE_CHECKING:
    from kibitz.engines.problem.scores import Feasible

Kind = Literal[
    "visit",
    "leaf",
    "hit",
    "expand",
    "cut",
    "again",
    "keep",
    "wait",
    "leave",
    "line",
    "deepened",
    "play",
]


class Event(NamedTuple):
    """One step of a search, `depth` plies below the root.

    visit   the search enters a node by a move, with bounds
    leaf    the game is over here, or the search stops and takes an estimate
    hit     the table knows the answer
    expand  moves are generated, for the player in turn
    cut     the rest of the node does not matter, by a rule: nothing feasible beats the bounds
    keep    a child's value is the mover's best so far
    wait    a child failed on older bounds and may have to be searched again
    again   a child that waited is searched again (its visit follows)
    leave   the node's answer
    line    the value is known; what follows is the search for the line that leads to it
    play    a move down the tree, or of a play-out
    deepened    the search to a horizon of `depth` plies is done; a deeper one may follow
    """

    kind: Kind
    depth: int
    move: Move = None
    bounds: Bounds = NO_BOUNDS
    ceiling: int | None = None
    """In a two-sided search, what the root's side must stay below to matter."""
    answer: Any = None
    """What was found, which `Run.value` explains: scores with a line, a set; None is NIL."""
    asked: Any = None
    """In a search by questions about sets, what would still matter above, also for `Run.value`."""
    rule: CutRule = ""
    turn: int | None = None
    feasible: Feasible | None = None
    reached: int | None = None
    """In a two-sided search, what the root's side gets that closes the window."""
