"""Best-first max^n: plain max^n in the end, estimates before, and the walk by definition."""

from __future__ import annotations

import pytest
from definition import expected
from generators import random_deal, random_hearts, random_tree

import kibitz
from kibitz import Algorithm, KibitzError, Limit, Position, solve
from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import NEVER, Problem, Watch
from kibitz.engines.reference import Reference


@pytest.mark.parametrize("solver", ["standard", "sets"])
@pytest.mark.parametrize("policy", ["maxn", "paranoid"])
def test_when_it_is_proven_it_has_the_value_move_and_line_of_the_plain_search(
    policy: str, solver: str
) -> None:
    for seed in range(60):
        position = (random_tree, random_deal, random_hearts)[seed % 3](seed)
        leaf = "cards" if seed % 3 and seed % 2 else "none"
        algorithm = Algorithm.parse(f"best-first(policy={policy},solver={solver},leaf={leaf})")
        result = solve(position, algorithm, limit=Limit(nodes=100_000))
        value, line, *_, outcome = expected(position, algorithm.plain())
        assert (result.value, list(result.line), result.outcome) == (value, line, outcome), position
        assert (result.certainty, result.stopped) == ("exact", "")


def estimated(position: Position) -> tuple[int, ...]:
    return position.game.payoffs(position.estimate("cards"))


def plain(
    position: Position, path: tuple[int, ...], added: set[tuple[int, ...]]
) -> tuple[tuple[int, ...], bool]:
    """What is backed up of a tree of positions, by recursion, and whether it is proven."""
    if position.is_over:
        return position.game.payoffs(position.outcome), True
    if path not in added:
        return estimated(position), False
    found = children_of(position, path, added)
    best = max(found, key=lambda one: one[0][position.side])
    return best[0], not any(matters(found, at, position.side) for at in range(len(found)))


def children_of(
    position: Position, path: tuple[int, ...], added: set[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], bool]]:
    moves = enumerate(position.moves())
    return [plain(position.play(move), (*path, at), added) for at, move in moves]


def matters(found: list[tuple[tuple[int, ...], bool]], at: int, side: int) -> bool:
    """Whether a child may still be the value: not if it is proven, or another is proven to have
    all four tricks, or if that comes first.
    """
    sure = [(value[side], -other) for other, (value, proven) in enumerate(found) if proven]
    return not found[at][1] and (not sure or (4, -at) > max(sure))


def test_it_walks_to_the_best_child_that_is_not_proven() -> None:
    """The tree after so many iterations, grown anew from its definition."""
    for seed in range(4):
        deal = kibitz.game("spades(players=3,breaking=false)").deal(seed, cards=4)
        added = set[tuple[int, ...]]()
        for nodes in range(1, 16):
            here: Position = deal
            path: tuple[int, ...] = ()
            while path in added:
                found, side = children_of(here, path, added), here.side
                left = [at for at in range(len(found)) if matters(found, at, side)]
                path = (*path, max(left, key=lambda at: found[at][0][side]))
                here = here.play(here.moves()[path[-1]])
            added.add(path)
            result = solve(deal, "best-first(leaf=cards)", limit=Limit(nodes=nodes))
            value, proven = plain(deal, (), added)
            if proven or result.complete:
                break
            assert (result.value, result.certainty) == (value, "estimate"), (seed, nodes)


def test_every_stop_gives_a_legal_move() -> None:
    deal = kibitz.game("hearts(players=3)").deal(2, cards=6)
    for nodes in (1, 2, 3, 7, 40):
        result = solve(deal, "best-first(leaf=cards)", limit=Limit(nodes=nodes))
        assert result.move in deal.moves()
        assert result.stats.visited <= nodes
        assert result.certainty == ("estimate" if result.stopped else "exact")


def test_a_full_memory_ends_it_with_an_estimate() -> None:
    deal = kibitz.game("hearts(players=3)").deal(2, cards=8)
    algorithm, memory = Algorithm.parse("best-first(leaf=cards)"), TranspositionTable(1)
    memory.bytes = 50 * (64 + 8 * 3)
    answer = Reference().search(Problem(deal, algorithm, Limit(), memory), Watch(cancel=NEVER))
    assert (answer.stopped, answer.certainty) == ("nodes", "estimate")


def test_without_an_estimate_there_is_no_early_answer() -> None:
    deal = kibitz.game("hearts(players=3)").deal(2, cards=8)
    result = solve(deal, "best-first", limit=Limit(nodes=5))
    assert (result.value, result.certainty) == (None, "unknown")


def test_a_solver_is_needed() -> None:
    with pytest.raises(KibitzError, match="'solver=none' is for uct, not for best-first"):
        Algorithm.parse("best-first(solver=none)")
