"""A search, step by step: the tree as it is drawn, and what each step did to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kibitz
from kibitz import Limit, TextError
from kibitz.showing.drawing import MOST_DRAWN
from kibitz.web.reading import history_of

EXAMPLES = (
    (
        "Immediate pruning (AAAI-2000, Figure 1)",
        "immediate",
        "tree",
        "0[1[(7,3,0) (3,2,5)] 1[(0,10,0) (4,2,4)] 1[(1,4,5) (10,0,0)]]",
    ),
    ("Shallow pruning (IJCAI-2005, Figure 4)", "shallow", "tree", "0[(5,4,1) 1[(0,6,4) (9,1,0)]]"),
    (
        "Deep pruning goes wrong (AAAI-2000, Figure 2)",
        "deep",
        "tree",
        "0[(6,3,1) 1[2[(3,2,5) (6,4,0)] (7,3,0)]]",
    ),
    (
        "Branch-and-bound (AAAI-2000, Figure 6)",
        "branch-and-bound",
        "tree",
        "0[1{1<=9}[(7,9,0) (8,8,0)] 1{0<=5}[(5,6,5) (4,7,5)]]",
    ),
    (
        "Alpha-beta branch-and-bound (AAAI-2000, Figure 7)",
        "abbnb",
        "tree",
        "0[(6,4,0) 1{2>=2}[(5,3,2) (4,4,2)] 1[(7,0,3) (2,4,4)]]",
    ),
    (
        "Last-branch pruning (IJCAI-2003)",
        "last-branch",
        "tree",
        "0[(5,4,1) 1[(0,6,4) (9,1,0)] 1[(3,3,4) 2[(3,4,3) (9,0,1)]]]",
    ),
    (
        "Speculative pruning (IJCAI-2005, Figure 6)",
        "speculative",
        "tree",
        "0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (9,0,1)]]]",
    ),
    (
        "Speculation that has to be searched again",
        "speculative",
        "tree",
        "0[(5,4,1) 1[(3,3,4) 2[(3,4,3) (0,5,5)] (6,4,0)]]",
    ),
    (
        "Ties go left (IJCAI-2005, Figure 3)",
        "maxn",
        "tree",
        "0[1[(1,3,5) (6,1,3)] 1[(6,4,0) (3,5,2)] 1[(6,4,0) (1,4,5)]]",
    ),
    (
        "Leaf-value tables: two cards each",
        "speculative(test=leaf-table,heuristic=taken)",
        "spades(players=3,bids=1/1/1,utility=mot,breaking=false)",
        "7..K. .2..K J...A",
    ),
)
"""What to begin with: a name, an algorithm, a game and a position."""


def examples() -> list[dict[str, str]]:
    """The figures of the papers, and a short hand."""
    names = ("name", "algorithm", "game", "position")
    return [dict(zip(names, example, strict=True)) for example in EXAMPLES]


def watched(question: Mapping[str, Any]) -> dict[str, Any]:
    """The steps of a search with its tree and the leaf-value table."""
    algorithm = question.get("algorithm") or None
    if algorithm is not None and not isinstance(algorithm, str):
        raise TextError(f"expected an algorithm: {algorithm!r}")
    position = history_of(question).position
    return kibitz.trace(position, algorithm, limit=Limit(nodes=MOST_DRAWN)).film()
