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
    rows = kibitz.bench(engine, small=True)
    assert {row.result.engine for row in rows} == {engine}
    assert rows.signature == SIGNATURE
    first = rows.as_dicts()[0]
    assert (first["small"], first["engine"], first["stats"]["visited"]) == (True, engine, 1259)
    assert rows.show().endswith(f"signature {SIGNATURE:,} nodes in the rows for both engines")
