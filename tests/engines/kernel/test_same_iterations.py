"""Trees that grow in the kernel as in the reference: the same visits, sums and proofs."""

from __future__ import annotations

import random

import pytest
from definition import facts
from generators import random_deal, random_hearts, random_tree, random_trump_deal
from packs import random_own_deal
from test_native import Stones

import kibitz
from kibitz import Algorithm, Limit, Position, solve
from kibitz.engines import kernel
from kibitz.engines.choice import KERNEL, REFERENCE
from kibitz.engines.kernel.tricks import plays_by_rules
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import Problem, Watch

pytestmark = pytest.mark.skipif(not kernel.BUILT, reason="there is no kernel here")

CHOICES: dict[str, list[object]] = {
    "policy": ["maxn", "paranoid"],
    "solver": ["none", "standard", "sets"],
    "history": [0, 5, 0.5],
    "c": [0, 0.2, 1.5],
    "order": ["high", "low"],
    "playouts": ["random", "order"],
    "epsilon": [0, 0.3],
    "seed": [1, 2, 10**18 - 1],
}


def any_text(draw: random.Random, **fixed: str) -> str:
    """UCT with any choice on every axis."""
    parts = {axis: draw.choice(names) for axis, names in CHOICES.items()} | fixed
    return f"uct({','.join(f'{axis}={part}' for axis, part in parts.items())})"


def differences(position: Position, text: str, nodes: int) -> list[str]:
    """Where the engines differ; the results have the visits and sums of the move most tried."""
    limit = Limit(nodes=nodes)
    one, two = (
        solve(position, text, engine=engine, limit=limit) for engine in ("reference", "kernel")
    )
    same = facts(one) == facts(two)
    return [] if same else [f"{position.game} | {position} | {text}: {facts(two)}, {facts(one)}"]


@pytest.mark.parametrize("batch", range(4))
def test_the_engines_make_the_same_iterations(batch: int) -> None:
    for seed in range(batch * 25, (batch + 1) * 25):
        draw = random.Random(seed)
        makes = (random_tree, random_deal, random_hearts, random_trump_deal)
        position = makes[seed % 4](seed)
        for nodes in (draw.randrange(1, 20), 150):
            assert differences(position, any_text(draw), nodes) == []


def test_the_engines_make_the_same_iterations_with_other_packs() -> None:
    tried = 0
    for seed in range(30):
        position = random_own_deal(seed, 3)
        if position.has_few_outcomes:
            assert differences(position, any_text(random.Random(seed)), 60) == []
            tried += 1
    assert tried > 10


@pytest.mark.parametrize("policy", ["maxn", "paranoid", "brs"])
@pytest.mark.parametrize("playouts", ["random", "order", "one-ply", "two-ply"])
def test_the_engines_make_the_same_iterations_on_a_board(policy: str, playouts: str) -> None:
    limit = 4 if playouts == "two-ply" else 12
    position = kibitz.game(f"chinese_checkers(players=3,move_limit={limit})").start()
    leaf = "leaf=distance," if "ply" in playouts else ""
    for solver in ("none", "standard"):
        text = f"uct({leaf}policy={policy},playouts={playouts},order=gain,solver={solver})"
        assert differences(position, text, 5 if leaf else 60) == []


@pytest.mark.parametrize(
    ("game", "moves"),
    [("rolit(size=4)", 0), ("focus(players=3,move_limit=20)", 6), ("blokus(size=6,largest=3)", 0)],
)
def test_the_engines_make_the_same_iterations_on_other_boards(game: str, moves: int) -> None:
    draw = random.Random(3)
    position = kibitz.game(game).start()
    for _ in range(moves):
        position = position.play(draw.choice(position.moves()))
    for policy in ("maxn", "brs"):
        assert differences(position, f"uct(policy={policy})", 12) == []


def test_play_outs_by_estimates_are_the_same_in_card_games() -> None:
    deal = kibitz.game("hearts(players=3)").deal(4, cards=5)
    for kind in ("one-ply", "two-ply"):
        for policy in ("maxn", "paranoid"):
            assert differences(deal, f"uct(leaf=cards,playouts={kind},policy={policy})", 40) == []


def test_play_outs_by_rules_are_the_same() -> None:
    for seed in range(30):
        draw = random.Random(seed)
        position = (random_deal, random_hearts, random_trump_deal)[seed % 3](seed)
        text = any_text(draw, playouts="rules")
        assert differences(position, text, draw.choice((5, 60))) == []
    for game in ("hearts", "bridge(trump=H)", "euchre"):
        position = kibitz.game(game).deal(3)
        assert differences(position, "uct(playouts=rules,epsilon=0.1)", 6) == []


def test_play_outs_by_rules_are_the_same_with_other_packs() -> None:
    tried = 0
    for seed in range(40):
        position = random_own_deal(seed, 3)
        if position.has_few_outcomes and plays_by_rules(position.game):
            text = any_text(random.Random(seed), playouts="rules")
            assert differences(position, text, 40) == []
            tried += 1
    assert tried > 10


BEST_FIRST: dict[str, list[object]] = {
    "policy": ["maxn", "paranoid"],
    "solver": ["standard", "sets"],
    "order": ["high", "low"],
}


def best_first(draw: random.Random, leaf: str) -> str:
    """Best-first max^n with any choice on every axis."""
    parts = {axis: draw.choice(names) for axis, names in BEST_FIRST.items()} | {"leaf": leaf}
    return f"best-first({','.join(f'{axis}={part}' for axis, part in parts.items())})"


@pytest.mark.parametrize("batch", range(4))
def test_best_first_grows_the_same_tree(batch: int) -> None:
    """By value, line and counts after any number of iterations."""
    for seed in range(batch * 25, (batch + 1) * 25):
        draw = random.Random(seed)
        makes = (random_tree, random_deal, random_hearts, random_trump_deal)
        position = makes[seed % 4](seed)
        leaf = draw.choice(("none", *position.estimates))
        for nodes in (draw.randrange(1, 20), 400):
            assert differences(position, best_first(draw, leaf), nodes) == []


def test_best_first_grows_the_same_tree_with_other_packs() -> None:
    tried = 0
    for seed in range(40):
        position = random_own_deal(seed, 3)
        if position.has_few_outcomes:
            draw = random.Random(seed)
            leaf = draw.choice(("none", *position.estimates))
            assert differences(position, best_first(draw, leaf), 80) == []
            tried += 1
    assert tried > 10


@pytest.mark.parametrize("policy", ["maxn", "paranoid", "brs"])
@pytest.mark.parametrize(
    ("game", "leaf"),
    [
        ("chinese_checkers(players=3,move_limit=12)", "distance"),
        ("chinese_checkers(rows=3,players=6)", "distance"),
        ("rolit(size=4)", "mobility"),
        ("focus(players=3,move_limit=20)", "captures"),
        ("blokus(size=6,largest=3)", "squares"),
    ],
)
def test_best_first_grows_the_same_tree_on_boards(game: str, leaf: str, policy: str) -> None:
    position = kibitz.game(game).start()
    for text in (f"best-first(policy={policy},leaf={leaf})", f"best-first(policy={policy})"):
        assert differences(position, text, 12) == []


def test_best_first_grows_the_same_tree_in_native_games() -> None:
    for stones in range(1, 14):
        for policy in ("maxn", "paranoid"):
            text = f"best-first(policy={policy})"
            assert differences(Stones(stones=stones).start(), text, 300) == []


def test_a_full_memory_ends_best_first_in_both() -> None:
    deal = kibitz.game("hearts(players=3)").deal(2, cards=8)
    algorithm, memory = Algorithm.parse("best-first(leaf=cards)"), TranspositionTable(1)
    memory.bytes = 50 * (64 + 8 * 3)
    problem = Problem(deal, algorithm, Limit(), memory)
    one, two = (engine.search(problem, Watch()) for engine in (REFERENCE, KERNEL))
    assert (one.value, one.stats, one.stopped) == (two.value, two.stats, two.stopped)
    assert two.stopped == "nodes"


def test_native_games_have_it_too() -> None:
    for seed in range(20):
        text = any_text(random.Random(seed), solver=["none", "standard"][seed % 2])
        assert differences(Stones(stones=12).start(), text, 80) == []


def test_a_tree_that_is_full_grows_no_further_in_both() -> None:
    deal = kibitz.game("hearts(players=3)").deal(1, cards=6)
    for text in ("uct(solver=none)", "uct(solver=sets)"):
        algorithm, memory = Algorithm.parse(text), TranspositionTable(1)
        memory.bytes = 60 * (64 + 8 * 3)
        problem = Problem(deal, algorithm, Limit(nodes=200), memory)
        one, two = (engine.search(problem, Watch()) for engine in (REFERENCE, KERNEL))
        assert (one.value, one.stats) == (two.value, two.stats)
        assert one.stats.expanded < 60
    limit = Limit(nodes=40_000, table_mb=1)
    found = solve(kibitz.game("hearts").deal(1), "uct", engine="kernel", limit=limit)
    assert found.stats.visited == 40_000


def test_a_stop_at_any_time_gives_a_legal_move_with_a_reason() -> None:
    """A small part of `make verify-limits`."""
    draw = random.Random(7)
    for _ in range(100):
        game = draw.choice(["hearts", "spades(players=3)", "bridge", "chinese_checkers"])
        position = kibitz.game(game).deal(draw.randrange(100))
        result = solve(position, "uct", limit=Limit(seconds=draw.choice([1e-6, 1e-4, 1e-3, 5e-3])))
        assert result.move in position.legal_moves()
        if result.worth.known and not result.complete:
            assert result.certainty == "estimate"
            assert isinstance(result.worth, kibitz.Means) or result.depth == 0
