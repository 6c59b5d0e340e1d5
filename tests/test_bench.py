"""The signature: the sum of all nodes in a fixed set of searches, the same in both engines.

A change of the search that changes it on purpose says so, and writes the new one here.
"""

from __future__ import annotations

import pytest

import kibitz
from kibitz.engines import kernel

SIGNATURE = 205_235


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_the_signature_of_the_search(engine: str) -> None:
    if engine == "kernel" and not kernel.BUILT:
        pytest.skip("installed without a compiler")
    rows = list(kibitz.bench(engine, small=True))
    assert {row.result.engine for row in rows} == {engine}
    assert sum(row.result.stats.visited for row in rows) == SIGNATURE


def test_every_row_is_in_plain_types() -> None:
    row = next(kibitz.bench("reference", small=True)).as_dict()
    assert (row["small"], row["engine"], row["stats"]["visited"]) == (True, "reference", 1259)
