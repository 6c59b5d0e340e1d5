"""What stores of results hold: experiments and matches, opened only to be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def listed(stores: Sequence[Path]) -> dict[str, Any]:
    """The stores, and what each has results of."""
    return {"stores": []}


def results(stores: Sequence[Path], question: Mapping[str, Any]) -> dict[str, Any]:
    """The results of one experiment or match."""
    return {}
