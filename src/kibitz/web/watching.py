"""A search, step by step: the tree as it is drawn, and what each step did to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kibitz
from kibitz import Limit, TextError
from kibitz.drawing import MOST_DRAWN
from kibitz.web.reading import position_of

EXAMPLES = {
    "Shallow pruning (AAAI-2000, Figure 2)": ("0[(5,4,1) 1[(0,6,4) (9,1,0)]]", "shallow"),
}
"""Trees to begin with."""


def watched(question: Mapping[str, Any]) -> dict[str, Any]:
    """The steps of a search with its tree and the leaf-value table."""
    algorithm = question.get("algorithm") or None
    if algorithm is not None and not isinstance(algorithm, str):
        raise TextError(f"expected an algorithm: {algorithm!r}")
    position = position_of(question)
    return kibitz.trace(position, algorithm, limit=Limit(nodes=MOST_DRAWN)).film()
