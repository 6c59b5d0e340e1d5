"""The signature: the sum of all nodes in a fixed set of searches, the same in both engines.

A change of the search that changes it on purpose says so, and writes the new numbers here. In a
sum errors can cancel, so each search has its own number, and a digest of all that it found.
"""

from __future__ import annotations

import pytest

import kibitz
from kibitz.engines import kernel
from kibitz.lab.fingerprint import digest

SIGNATURE = 205_235
VISITED = [
    *(1259, 56119, 23663, 2327, 1351, 28534, 28534, 4215, 4014, 2945, 253, 2122, 547, 499, 3107),
    *(157, 2265, 3198, 45, 22, 3997, 29851, 2016, 2867, 1328),
]
FOUND = "c5cfe18aa7cc0ede"


@pytest.mark.parametrize("engine", ["reference", "kernel"])
def test_the_signature_of_the_search(engine: str) -> None:
    if engine == "kernel" and not kernel.BUILT:
        pytest.skip("installed without a compiler")
    rows = kibitz.bench(engine, small=True)
    results = [row.result for row in rows]
    assert {result.engine for result in results} == {engine}
    assert [result.stats.visited for result in results] == VISITED
    assert rows.signature == sum(VISITED) == SIGNATURE
    found = [(one.value, one.outcome, one.line, one.depth, one.stats) for one in results]
    assert digest(str(found)) == FOUND
    first = rows.as_dicts()[0]
    assert (first["small"], first["engine"], first["stats"]["visited"]) == (True, engine, 1259)
    assert rows.show().endswith(f"signature {SIGNATURE:,} nodes in the rows for both engines")
