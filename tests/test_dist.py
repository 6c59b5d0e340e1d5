"""Which wheel is for which Python; `make dist` builds and tries them all."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from make_dist import pythons, takes

OWN = Path("kibitz-0.1.0-cp311-cp311-manylinux_2_34_x86_64.whl")
SHARED = Path("kibitz-0.1.0-cp312-abi3-linux_x86_64.whl")
PLAIN = Path("kibitz-0.1.0-py3-none-any.whl")


@pytest.mark.parametrize(
    ("version", "wheels"),
    [
        ((3, 11), [OWN, PLAIN]),
        ((3, 12), [SHARED, PLAIN]),
        ((3, 14), [SHARED, PLAIN]),
    ],
)
def test_a_python_takes_its_own_wheel_or_an_older_shared_one(
    version: tuple[int, int], wheels: list[Path]
) -> None:
    assert [wheel for wheel in (OWN, SHARED, PLAIN) if takes(version, wheel)] == wheels


def test_this_python_is_among_those_found_and_none_is_too_old() -> None:
    found = pythons()
    assert found[sys.version_info[:2]] == Path(sys.executable)
    assert list(found) == sorted(found) and min(found) >= (3, 11)
