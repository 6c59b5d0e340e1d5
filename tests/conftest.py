"""What the tests start hears Ctrl-C, also where they themselves run in the background."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path

import counted
import hypothesis
import pytest

from kibitz.lab.pools import Pools, pools

hypothesis.settings.register_profile("any machine", deadline=None)  # no test measures time
hypothesis.settings.load_profile("any machine")
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def threads() -> Iterator[Pools]:
    """Two workers."""
    with pools(workers=2) as ready:
        yield ready


@pytest.fixture
def expected(tmp_path: Path, threads: Pools) -> bytes:
    """The table of the counted experiment as it is when nothing happens."""
    results, _ = counted.measured(counted.Counted(), tmp_path / "expected.sqlite", threads)
    assert len(results) == counted.TASKS
    return counted.table(results, tmp_path / "expected.csv")
