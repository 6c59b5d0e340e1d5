"""Every composition equals plain max^n: the whole vector, the move and the line.

A seeded sample runs here; `make verify` runs every composition on thousands of trees.
"""

from __future__ import annotations

import random

import pytest
from definition import differences
from generators import (
    AXES,
    random_deal,
    random_hearts,
    random_tree,
    random_trump_deal,
    sound_compositions,
)

from kibitz import Algorithm, game, solve

COMPOSITIONS = sound_compositions()
TREES = 800
DEALS = 150
SAMPLE = 4
BY_RULE = {
    rule: [algorithm for algorithm in COMPOSITIONS if algorithm.prune == rule]
    for rule in AXES["prune"]
}


def sample(seed: int) -> list[Algorithm]:
    """As many compositions of each rule of pruning."""
    draw = random.Random(f"sample {seed}")
    return [algorithm for group in BY_RULE.values() for algorithm in draw.sample(group, SAMPLE)]


@pytest.mark.parametrize("batch", range(10))
def test_compositions_equal_plain_maxn_on_random_trees(batch: int) -> None:
    for seed in range(batch * TREES // 10, (batch + 1) * TREES // 10):
        assert differences(random_tree(seed), sample(seed)) == []


@pytest.mark.parametrize("batch", range(10))
def test_compositions_equal_plain_maxn_on_random_deals(batch: int) -> None:
    for seed in range(batch * DEALS // 10, (batch + 1) * DEALS // 10):
        assert differences(random_deal(seed), sample(seed)) == []


@pytest.mark.parametrize("batch", range(10))
def test_compositions_equal_plain_maxn_on_random_deals_with_any_trump(batch: int) -> None:
    for seed in range(batch * DEALS // 10, (batch + 1) * DEALS // 10):
        assert differences(random_trump_deal(seed), sample(seed)) == []


@pytest.mark.parametrize("batch", range(10))
def test_compositions_equal_plain_maxn_on_random_deals_of_hearts(batch: int) -> None:
    for seed in range(batch * DEALS // 10, (batch + 1) * DEALS // 10):
        assert differences(random_hearts(seed), sample(seed)) == []


def test_the_deals_of_hearts_have_shots_at_the_moon_that_come_off() -> None:
    outcomes = [solve(random_hearts(seed)).outcome or () for seed in range(DEALS)]
    assert any(26 in outcome for outcome in outcomes)


def test_every_part_is_in_some_composition() -> None:
    assert set(AXES["prune"]) >= {"none", "shallow", "last-branch", "speculative"}
    for axis, parts in AXES.items():
        assert {getattr(algorithm, axis) for algorithm in COMPOSITIONS} == set(parts), axis


def test_the_sample_exercises_every_cut_the_table_and_the_second_search() -> None:
    seen: dict[str, int] = {}
    for seed in range(40):
        for algorithm in sample(seed):
            stats = solve(random_tree(seed), algorithm).stats
            counts = {**stats.cuts, "hits": stats.table_hits, "again": stats.re_searches}
            seen = {name: seen.get(name, 0) + count for name, count in counts.items()}
    assert min(seen.values()) > 0, seen


def test_an_immediate_cut_does_not_settle_children_that_wait_for_the_bounds_to_be_beaten() -> None:
    """At player 2's node the second child waits and the third has all there is to get, but the
    second wins that tie; too rare to be met by chance.
    """
    tree = (
        "0[(1,0,0,0) 1[(0,1,0,0) 2[(0,0,1,0) 3[(0,0,2,1) (0,0,0,0)] (0,3,2,0) (0,0,0,0)]"
        " (2,2,0,0)] 1[(0,3,0,2) (2,2,2,0)]]"
    )
    position = game("tree(players=4)").parse(tree)
    assert solve(position, "speculative(test=leaf-table)").stats.cuts["immediate"] > 0
    relevant = [one for one in COMPOSITIONS if (one.keys, one.probe) == ("absolute", "card")]
    assert differences(position, relevant) == []


def test_deep_pruning_gives_wrong_values_on_random_trees() -> None:
    wrong = [
        seed
        for seed in range(300)
        if differences(random_tree(seed), [Algorithm(prune="deep", test="leaf-table")])
    ]
    assert wrong
