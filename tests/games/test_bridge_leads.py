"""Every lead of whole deals of Bridge against DDS; `make verify-bridge` runs long."""

from __future__ import annotations

import pytest
from verify_bridge import TRUMPS, double_dummy, leads, whole_deal

from kibitz.engines.kernel import BUILT


@pytest.mark.skipif(not BUILT, reason="the kernel is not built")
@pytest.mark.parametrize("seed", range(len(TRUMPS)))
def test_every_lead_of_a_whole_deal_is_worth_what_the_solver_says(seed: int) -> None:
    position, trump = whole_deal(seed)
    assert leads(position) == double_dummy(position, trump), position
