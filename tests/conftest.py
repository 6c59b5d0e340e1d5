"""What the tests start hears Ctrl-C, also where they themselves run in the background."""

from __future__ import annotations

import os
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


@pytest.fixture(scope="session", autouse=True)
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is compiled is kept for this run, and not among the user's."""
    place = tmp_path_factory.getbasetemp()
    with pytest.MonkeyPatch.context() as patch:
        shared = place.parent if "PYTEST_XDIST_WORKER" in os.environ else place
        patch.setenv("XDG_CACHE_HOME", str(shared / "cache"))
        yield


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
