"""The named compositions, each with its claim, its paper and its differences from `maxn`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Preset:
    """A named composition: what it is, where it is from, and what differs from `maxn`."""

    claim: str
    paper: str
    parts: Mapping[str, Any]


_PARTITION = {
    "backup": "partition",
    "prune": "alpha-beta",
    "window": "zero",
    "table": "partition",
    "keys": "relative",
    "probe": "trick",
    "sure": "used",
    "quick": "used",
    "later": "used",
    "inner": "weights",
    "order": "trick",
}

_SETS = {
    "backup": "outcome-sets",
    "prune": "questions",
    "table": "sets",
    "keys": "relative",
    "probe": "trick",
    "classes": "used",
    "sure": "used",
    "quick": "used",
    "out": "used",
    "ahead": "used",
    "order": "suits",
}

PRESETS: dict[str, Preset] = {
    "maxn": Preset(
        "Every player takes the move that is best for it; no node is cut.",
        "Luckhardt and Irani 1986",
        {},
    ),
    "immediate": Preset(
        "Stop when the mover has the best that it can still get.",
        "AAAI-2000, Figure 1",
        {"test": "leaf-table"},
    ),
    "shallow": Preset(
        "Stop when mover and parent together have all there is to share.",
        "Korf 1991; AAAI-2000, Lemma 1 and Figure 2",
        {"prune": "shallow", "test": "linear"},
    ),
    "branch-and-bound": Preset(
        "Stop when what was taken so far leaves mover or parent nothing better.",
        "AAAI-2000, Figure 6",
        {"prune": "shallow", "test": "single", "heuristic": "taken"},
    ),
    "abbnb": Preset(
        "Shallow pruning, with what the other players have taken in the sum.",
        "AAAI-2000, Figure 7",
        {"prune": "shallow", "test": "linear", "heuristic": "taken"},
    ),
    "last-branch": Preset(
        "Also use older bounds, below the last child of each player between.",
        "IJCAI-2003, Lemma 1",
        {"prune": "last-branch", "test": "linear"},
    ),
    "speculative": Preset(
        "Also use older bounds below other children, and search again if that was too bold.",
        "IJCAI-2003",
        {"prune": "speculative", "test": "linear"},
    ),
    "leaf-table": Preset(
        "Speculative pruning that checks all the outcomes that are still possible.",
        "IJCAI-2005",
        {
            "prune": "speculative",
            "test": "leaf-table",
            "heuristic": "taken",
            "table": "bounds",
            "probe": "trick",
        },
    ),
    "equilibria": Preset(
        "All values that max^n can have, however players break ties.",
        "after IJCAI-2005",
        {
            "backup": "equilibria",
            "prune": "speculative",
            "test": "leaf-table",
            "heuristic": "taken",
            "table": "bounds",
            "probe": "trick",
        },
    ),
    "soft": Preset(
        "All values that are possible unless a whole move is sure to be worse than another.",
        "Sturtevant and Bowling 2006",
        {"backup": "soft", "table": "exact"},
    ),
    "mixed": Preset(
        "Every player takes what is best for it on average; ties are broken at random.",
        "after Max-Prob, IJCAI-11",
        {"backup": "mixed", "table": "exact"},
    ),
    "prob": Preset(
        "The others have one of several utilities, each with a known probability.",
        "Sturtevant, Zinkevich and Bowling 2006",
        {"backup": "prob", "table": "exact"},
    ),
    "offensive": Preset(
        "The player to move keeps the leader low; everybody else plays max^n.",
        "Zuckerman, Felner and Kraus 2009",
        {"backup": "offensive", "table": "exact"},
    ),
    "outcome-sets": Preset(
        "Whole deals: ask which outcomes a node can still have, and keep sets of them.",
        "after IJCAI-2005",
        _SETS,
    ),
    "equilibrium-sets": Preset(
        "Whole deals: all values that max^n can have, however players break ties, by sets.",
        "after IJCAI-2005",
        {**_SETS, "backup": "equilibrium-sets"},
    ),
    "alpha-beta": Preset(
        "Two sides with opposite interests: stop when one has a better choice further up.",
        "Knuth and Moore 1975",
        {"backup": "minimax", "prune": "alpha-beta"},
    ),
    "partition": Preset(
        "Two sides that share out tricks: ask yes or no, and keep the cards the answer rests on.",
        "Ginsberg 1996; Haglund and Hein, DDS",
        _PARTITION,
    ),
    "points": Preset(
        "Two sides that share out points: ask yes or no, and keep the cards the answer rests on.",
        "after Ginsberg 1996",
        {
            "backup": "points",
            "prune": "alpha-beta",
            "window": "zero",
            "table": "points",
            "keys": "relative",
            "probe": "trick",
            "sure": "used",
            "near": "used",
            "inner": "weights",
            "order": "trick",
        },
    ),
    "paranoid": Preset(
        "All the others against the player to move: what it gets whatever they do.",
        "AAAI-2000, Figure 4",
        {"backup": "paranoid", "prune": "alpha-beta"},
    ),
    "opps": Preset(
        "All the others against the player to move; few may choose beyond their first moves.",
        "Baier and Kaisers 2020",
        {"backup": "opps", "prune": "alpha-beta", "moves": 5, "others": 2},
    ),
    "brs+": Preset(
        "One of the others against the player to move; the rest play their first moves.",
        "Esser, Gras, Winands, Schadd and Lanctot 2013",
        {"backup": "opps", "prune": "alpha-beta"},
    ),
    "brs": Preset(
        "One of the others against the player to move; the rest pass.",
        "Schadd and Winands 2011",
        {"backup": "brs", "prune": "alpha-beta"},
    ),
    "paranoid-partition": Preset(
        "What the player to move gets whatever the others do, in tricks: one camp against another.",
        "AAAI-2000; Ginsberg 1996",
        {**_PARTITION, "backup": "paranoid-partition"},
    ),
    "uct": Preset(
        "Grow a tree where moves do well in play-outs, and play the move that was tried most.",
        "Kocsis and Szepesvari 2006; Sturtevant 2008; Nijssen 2013",
        {"backup": "uct"},
    ),
    "best-first": Preset(
        "Look further along the moves that seem best, and remember what is proven.",
        "Cohen-Solal 2020, for any number of players",
        {"backup": "best-first"},
    ),
    "deep": Preset(
        "UNSOUND: use every older bound and never search again; it can give wrong values.",
        "AAAI-2000, Figure 2: why deep pruning fails",
        {"prune": "deep", "test": "linear"},
    ),
}
"""The named compositions, each with its claim, its paper and its differences from `maxn`.

>>> kibitz.PRESETS["shallow"].paper
'Korf 1991; AAAI-2000, Lemma 1 and Figure 2'
"""

DEFAULT = "leaf-table(keys=relative)"
"""What `solve` does where every player is for itself and the outcomes are known."""
WHOLE_DEALS = "outcome-sets"
"""What it does there with hands of seven cards and more."""
TWO_CAMPS = "partition"
"""What it does where two sides share out tricks and want the opposite."""
FOR_POINTS = "points"
"""What it does where they share out points, or tricks under other duties than to follow suit."""
TWO_SIDES = "alpha-beta(window=zero,heuristic=taken,table=bounds,keys=relative,probe=trick)"
"""What it does where two sides want the opposite of anything else."""
