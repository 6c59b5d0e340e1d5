"""Averages and their intervals."""

from __future__ import annotations

import random

import pytest

from kibitz.lab.estimate import Estimate, estimate, estimate_by_blocks


class TestEstimates:
    def test_few_cases_have_no_interval(self) -> None:
        assert estimate([7]) == Estimate(7.0)
        assert estimate([1, 2, 3]) == Estimate(2.0, cases=3)
        assert estimate(range(10)).low is not None

    def test_without_a_case_there_is_nothing(self) -> None:
        assert estimate([]).cases == 0

    def test_thirds_that_come_to_nothing_are_nothing(self) -> None:
        assert sum([0.1, 0.2, -0.3]) != 0
        assert estimate([0.1, 0.2, -0.3]).value == 0

    def test_the_interval_covers_the_mean_about_95_times_in_100(self) -> None:
        hits = 0
        for seed in range(60):
            draw = random.Random(seed)
            found = estimate([draw.gauss(10, 3) for _ in range(20)])
            assert found.low is not None and found.high is not None
            hits += found.low <= 10 <= found.high
        assert 51 <= hits <= 60

    def test_the_same_sample_gives_the_same_interval(self) -> None:
        assert estimate(range(100)) == estimate(range(100))

    @pytest.mark.parametrize("cases", range(5, 10))
    def test_few_averages_of_games_have_an_interval_that_covers_as_often(self, cases: int) -> None:
        hits = 0
        for seed in range(400):
            draw = random.Random(seed)
            found = estimate_by_blocks([draw.gauss(10, 3) for _ in range(cases)])
            assert found.low is not None and found.high is not None
            hits += found.low <= 10 <= found.high
        assert 365 <= hits <= 395

    def test_fewer_have_none_and_more_have_the_usual_one(self) -> None:
        assert estimate_by_blocks([1, 2, 3, 4]).low is None
        assert estimate_by_blocks(range(12)) == estimate(range(12))
