"""All equilibria: equal to brute force over every way to break ties, in every composition."""

from __future__ import annotations

import functools
import random

import pytest
from all_values import by_brute_force, exact, values
from definition import engine_differences
from generators import random_deal, random_hearts, random_tree, sound_compositions

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, Position, solve
from kibitz.engines import kernel
from kibitz.engines.reference.plain import maxn
from kibitz.fields import values_of

TREES = 100
DEALS = 40
SAMPLE = 4


@functools.cache
def compositions() -> list[Algorithm]:
    """Every composition of max^n, for sets of values."""
    first = (one for one in sound_compositions() if one.search.ties == "first")
    return [
        Algorithm(
            backup="equilibria", **{k: v for k, v in values_of(one.search).items() if k != "ties"}
        )
        for one in first
    ]


def tiny_tree(seed: int) -> Position:
    draw = random.Random(seed)
    players, depth = draw.randint(2, 4), draw.randint(1, 4)
    branching = 2 if depth == 4 else 3
    text = (
        f"tree(players={players},depth={depth},branching={branching},payoff={draw.randint(1, 3)})"
    )
    return kibitz.game(text).deal(seed)


def test_the_rule_at_a_node_is_brute_force() -> None:
    several = 0
    for seed in range(400):
        position = tiny_tree(seed)
        found = by_brute_force(position)
        assert exact(position) == found
        assert values(position, "maxn(backup=equilibria)") == found
        several += len(found) > 1
    assert several > 100


def test_with_some_sides_free_the_others_take_the_first_of_equals() -> None:
    draw, less = random.Random(1), 0
    for seed in range(200):
        position = tiny_tree(seed)
        sides = range(position.game.sides)
        free = tuple(sorted(draw.sample(sides, draw.randint(1, len(sides)))))
        found = by_brute_force(position, free)
        for name in ("maxn(backup=equilibria)", "equilibria"):
            assert values(position, Algorithm.parse(name).with_parts(free=free)) == found
        less += found < by_brute_force(position)
    assert less > 10


@pytest.mark.parametrize("batch", range(5))
def test_every_composition_has_the_same_set_and_the_line_of_plain_maxn(batch: int) -> None:
    draw = random.Random(f"equilibria {batch}")
    several, cuts = 0, dict[str, int]()
    for seed in range(batch * TREES // 5, (batch + 1) * TREES // 5):
        for position in (random_tree(seed), random_deal(seed, 3)):
            expected, (payoffs, line) = exact(position), maxn(position)
            several += len(expected) > 1
            for algorithm in draw.sample(compositions(), SAMPLE):
                if str(algorithm.search.order) != "high":
                    continue
                found = solve(position, algorithm, engine="reference")
                assert values(position, algorithm) == expected, (position.game, position, algorithm)
                first = found.worth.possible[0] if found.worth.possible else found.value
                assert (first, list(found.line)) == (payoffs, line)
                cuts = {rule: cuts.get(rule, 0) + n for rule, n in found.stats.cuts.items()}
    assert several > 2


@pytest.mark.skipif(not kernel.BUILT, reason="the kernel is not built")
def test_the_kernel_visits_the_same_nodes() -> None:
    draw = random.Random(2)
    for seed in range(DEALS):
        for position in (random_tree(seed), random_deal(seed), random_hearts(seed)):
            sample = draw.sample(compositions(), SAMPLE)
            assert engine_differences(position, sample) == []


def test_pruning_saves_nodes_of_every_kind() -> None:
    plain, pruned, cuts = 0, 0, dict.fromkeys(("immediate", "entry", "shallow", "distant"), 0)
    game = kibitz.game("spades(players=3,cards=5,bids=1/2/2,utility=smot)")
    for seed in range(12):
        plain += solve(game.deal(seed), "maxn(backup=equilibria,table=exact)").stats.visited
        stats = solve(game.deal(seed), "equilibria").stats
        pruned += stats.visited
        cuts = {rule: count + stats.cuts[rule] for rule, count in cuts.items()}
    assert pruned < plain
    assert all(cuts.values())


def test_every_tie_rule_and_every_order_is_in_the_set() -> None:
    for seed in range(100):
        position = random_deal(seed)
        found = values(position, "equilibria", "auto")
        for name in ("leaf-table", "leaf-table(order=low)", "leaf-table(ties=against-root)"):
            assert solve(position, name).value in found, (position.game, position, name)


def test_the_set_does_not_depend_on_the_order() -> None:
    for seed in range(60):
        position = random_tree(seed)
        low = values(position, "equilibria(order=low)", "auto")
        assert values(position, "equilibria", "auto") == low


def test_a_soft_set_holds_the_exact_one_and_can_be_larger() -> None:
    larger = 0
    for seed in range(200):
        position = tiny_tree(seed)
        found, soft = values(position, "equilibria"), values(position, "soft")
        assert found <= soft <= values(position, "soft(margin=2)")
        assert soft == values(position, "soft(table=none)")
        larger += found < soft
    assert larger > 10


def test_with_models_a_soft_set_holds_what_each_of_them_would_bring() -> None:
    for seed in range(30):
        text = "spades(players=3,cards=3,bids=1/1/1,utility={},breaking=false)"
        deal = str(kibitz.game(text.format("mot")).deal(seed))
        both = values(kibitz.game(text.format("mot")).parse(deal), "soft(models=mot/tricks)")
        assert values(kibitz.game(text.format("mot")).parse(deal), "equilibria") <= both


def test_two_sides_that_want_the_opposite_have_one_value() -> None:
    for seed in range(30):
        position = kibitz.game("bridge").deal(seed, cards=3)
        assert values(position, "equilibria", "auto") == {solve(position).value}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("equilibria(free=3)", "expected free sides from 0 to 2: free=3"),
        ("equilibria(free=1/0)", "expected each free side once, in order: free=1/0"),
        ("equilibria(prune=deep,table=none,probe=card)", "'deep' gives wrong values"),
        ("equilibria(ties=against-root)", "ties=against-root"),
        ("soft(margin=0)", "expected a margin of 1 or more: margin=0"),
        ("soft(models=tricks)", "'models' need a game with a utility, unlike tree"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(text: str, reason: str) -> None:
    with pytest.raises(InvalidAlgorithm) as error:
        solve(kibitz.game("tree").parse("0[(1,2,3) (3,2,1)]"), text)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)
