"""All equilibria of deals by outcome sets: equal to brute force, node by node in both engines."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable
from typing import Any

import pytest
from all_values import by_brute_force, exact, in_order, values
from definition import engine_differences
from generators import random_deal, random_hearts, random_trump_deal, scored
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Algorithm, InvalidAlgorithm, Limit, solve
from kibitz.cards.position import TrickPosition
from kibitz.engines.kernel import BUILT
from kibitz.engines.problem.protocol import Unfit

EQUILIBRIUM_SETS = "equilibrium-sets"
DEALS: tuple[Callable[[int], Any], ...] = (random_deal, random_hearts, random_trump_deal)
CHOICES: dict[str, tuple[str, ...]] = {
    "order": ("suits", "suits", "high", "low", "trick"),
    "life": ("1", "2", "3", "99"),
    "table": ("sets", "sets", "none"),
    "keys": ("relative", "relative", "absolute"),
    **dict.fromkeys(("classes", "sure", "quick", "out", "ahead"), ("used", "used", "none")),
}

needs_kernel = pytest.mark.skipif(not BUILT, reason="the kernel is not built")
engines = pytest.mark.parametrize(
    "engine", ["reference", pytest.param("kernel", marks=needs_kernel)]
)
seeds = st.integers(0, 1 << 20)


def random_case(seed: int, sides_free: bool = True) -> tuple[TrickPosition, Algorithm]:
    """A small position, often with payoffs that have many ties, and a composition."""
    draw = random.Random(seed)
    position = draw.choice(DEALS)(seed)
    parts = {name: draw.choice(choices) for name, choices in CHOICES.items()}
    if parts["table"] == "none":
        parts |= {"keys": "absolute", "probe": "card"}
    if sides_free and draw.random() < 0.5:
        sides = range(position.game.sides)
        parts["free"] = "/".join(map(str, sorted(draw.sample(sides, draw.randint(1, len(sides))))))
    text = ",".join(f"{axis}={part}" for axis, part in parts.items())
    algorithm = Algorithm.parse(f"{EQUILIBRIUM_SETS}({text})")
    return (position if position.is_over else scored(position, draw)), algorithm


@engines
@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_it_finds_all_values_and_the_line_of_plain_maxn(engine: str, seed: int) -> None:
    position, algorithm = random_case(seed)
    if position.is_over:
        return
    order = str(algorithm.search.order)
    try:
        found = solve(position, algorithm, engine=engine)
    except Unfit:
        assert position.game.sides > 3
        return
    several = found.worth.possible or (found.value,)
    plain = solve(position, f"maxn(order={order})", engine="reference")
    assert set(several) == in_order(position, order, algorithm.search.part("free"))
    assert (several[0], list(found.line)) == (plain.value, list(plain.line))
    assert found.certainty == "exact"


def test_the_theorem_in_a_listed_order_is_brute_force() -> None:
    several = 0
    for seed in range(120):
        draw = random.Random(seed)
        position: Any = random_deal(seed, 3)
        if position.is_over or sum(hand.bit_count() for hand in position.hands) > 6:
            continue
        position = scored(position, draw)
        free = tuple(sorted(draw.sample(range(position.game.sides), 1)))
        assert in_order(position, "high", free) == by_brute_force(position, free)
        several += len(in_order(position, "high", ())) > 1
        assert in_order(position, "high", ()) == by_brute_force(position)
    assert several > 5


@needs_kernel
@given(seed=seeds)
@settings(max_examples=60, deadline=None)
def test_the_kernel_visits_the_same_nodes(seed: int) -> None:
    position, algorithm = random_case(seed)
    if position.game.sides <= 3:
        assert engine_differences(position, [algorithm]) == []


@needs_kernel
def test_larger_deals_agree_with_the_search_under_bounds() -> None:
    several = 0
    for text, cards in (
        ("spades(players=3,bids=2/2/2,utility=smot)", 7),
        ("spades(players=3,utility=tricks)", 7),
        ("hearts(players=3)", 8),
        ("oh_hell(players=4,bids=1/1/2/1)", 6),
        ("sergeant_major", 7),
        ("bridge", 6),
    ):
        for seed in range(4):
            deal = kibitz.game(text).deal(seed, cards=cards)
            found = values(deal, EQUILIBRIUM_SETS, "kernel")
            assert found == values(deal, "equilibria(keys=relative)", "kernel")
            several += len(found) > 1
    assert several > 8


@needs_kernel
def test_every_tie_rule_is_in_the_set_and_the_set_in_the_soft_one() -> None:
    for seed in range(40):
        position = random_deal(seed, 3)
        found = values(position, EQUILIBRIUM_SETS, "auto")
        for name in ("leaf-table", "leaf-table(order=low)", "leaf-table(ties=against-root)"):
            assert solve(position, name).value in found
        assert found == exact(position) <= values(position, "soft")


@needs_kernel
@pytest.mark.parametrize("nodes", [1, 20, 300, 2000])
def test_a_stopped_search_has_bounds_that_hold(nodes: int) -> None:
    deal = kibitz.game("spades(players=3,bids=2/2/3,utility=smot)").deal(3, cards=8)
    whole = values(deal, EQUILIBRIUM_SETS, "kernel")
    found = solve(deal, EQUILIBRIUM_SETS, limit=Limit(nodes=nodes), engine="kernel")
    assert (found.stopped, found.stats.visited, found.certainty) == ("nodes", nodes, "bound")
    assert found.bounds is not None
    for value in whole:
        assert all(low <= own <= high for own, (low, high) in zip(value, found.bounds, strict=True))


@needs_kernel
def test_a_small_table_forgets_and_stays_right() -> None:
    deal = kibitz.game("spades(players=3,utility=tricks)").deal(0, cards=9)
    answer = functools.partial(solve, deal, EQUILIBRIUM_SETS, engine="kernel")
    whole, small = answer(), answer(limit=Limit(table_mb=2))
    assert small.worth == whole.worth


@pytest.mark.parametrize(
    ("game", "text", "reason"),
    [
        ("tree", "equilibrium-sets", "is for trick games, not for tree"),
        ("spades(players=3)", "equilibrium-sets(free=3)", "expected free sides from 0 to 2"),
        ("spades(players=3)", "equilibrium-sets(free=1/0)", "expected each free side once"),
        ("spades(players=3)", "equilibrium-sets(table=bounds)", "keeps whole sets; use table=sets"),
    ],
)
def test_what_does_not_fit_is_refused_in_one_line(game: str, text: str, reason: str) -> None:
    with pytest.raises(InvalidAlgorithm) as error:
        solve(kibitz.game(game).deal(1), text)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_a_trace_says_what_is_certain() -> None:
    deal = kibitz.game("spades(players=3,utility=tricks)").deal(0, cards=4)
    steps = list(kibitz.trace(deal, EQUILIBRIUM_SETS))
    stats = solve(deal, EQUILIBRIUM_SETS, engine="reference").stats
    assert sum(step.kind == "visit" for step in steps) == stats.visited
    assert "certain" in kibitz.trace(deal, EQUILIBRIUM_SETS).show()
