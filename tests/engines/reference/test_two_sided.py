"""Alpha-beta and the paranoid reduction equal plain minimax of the game that they search."""

from __future__ import annotations

import random

import pytest
from definition import differences
from generators import random_deal, random_opposed, random_tree, two_sided_compositions

import kibitz
from kibitz import KibitzError, Limit, solve

PARANOID = two_sided_compositions("paranoid")
MINIMAX = two_sided_compositions("minimax")


@pytest.mark.parametrize("batch", range(5))
def test_paranoid_compositions_equal_plain_minimax(batch: int) -> None:
    for seed in range(batch * 30, (batch + 1) * 30):
        chosen = random.Random(seed).sample(PARANOID, 12)
        assert differences(random_tree(seed), chosen) == []
        if seed % 3 == 0:
            assert differences(random_deal(seed), chosen) == []


@pytest.mark.parametrize("batch", range(5))
def test_alpha_beta_compositions_equal_plain_minimax(batch: int) -> None:
    for seed in range(batch * 30, (batch + 1) * 30):
        assert differences(random_opposed(seed), random.Random(seed).sample(MINIMAX, 12)) == []


def test_every_kind_of_cut_and_table_is_exercised() -> None:
    seen: dict[str, int] = {}
    for seed in range(20):
        for algorithm in random.Random(seed).sample(PARANOID, 12):
            stats = solve(random_tree(seed), algorithm).stats
            counts = {**stats.cuts, "hits": stats.table_hits}
            seen = {name: seen.get(name, 0) + count for name, count in counts.items()}
    assert min(seen.values()) > 0, seen


def test_with_opposite_interests_max_n_paranoid_and_alpha_beta_agree() -> None:
    for seed in range(100):
        position = random_opposed(seed)
        value = solve(position, "maxn").value
        assert solve(position, "alpha-beta").value == value
        guaranteed = solve(position, "paranoid").value
        assert guaranteed is not None
        assert value is not None
        if not position.is_over:
            assert guaranteed[position.side] == value[position.side]


def test_paranoid_guarantees_no_more_than_max_n_expects() -> None:
    for seed in range(200):
        position = random_tree(seed)
        if position.is_over:
            continue
        expects, guaranteed = solve(position, "maxn").value, solve(position, "paranoid").value
        assert expects is not None
        assert guaranteed is not None
        own = guaranteed[position.side]
        assert own is not None
        assert own <= (expects[position.side] or 0)


def test_a_paranoid_result_shows_the_guaranteed_payoff_only() -> None:
    result = solve(kibitz.game("tree").parse("0[1[(4,2,0) (1,2,3)] (2,2,2)]"), "paranoid")
    assert result.value == (2, None, None)
    assert result.outcome is None
    assert "(2, -, -)" in result.show()
    assert "outcome" not in result.show()
    assert result.as_dict()["value"] == (2, None, None)


def test_a_zero_window_stopped_early_has_a_move_as_soon_as_it_has_a_value() -> None:
    position = kibitz.game("spades(players=3,breaking=false)").deal(1, cards=4)
    algorithm = "paranoid(window=zero,table=bounds)"
    whole, known = solve(position, algorithm).stats.visited, []
    for nodes in range(1, whole, whole // 10):
        result = solve(position, algorithm, limit=Limit(nodes=nodes))
        assert (result.stopped, result.stats.visited) == ("nodes", nodes)
        known.append(result.value is not None)
        assert result.move in position.moves()
        assert bool(result.line) == known[-1]
    assert known == sorted(known)
    assert known[-1]


@pytest.mark.parametrize("game", ["spades(players=2,breaking=false)", "bridge(trump=H)"])
@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_a_zero_window_stopped_early_says_what_is_certain(game: str, engine: str) -> None:
    """Each yes to "at least this?" is a guarantee; a question open says nothing."""
    backup = "alpha-beta" if game.startswith("bridge") else "paranoid"
    algorithm, grew = f"{backup}(window=zero,table=bounds)", False
    for seed in range(4):
        position = kibitz.game(game).deal(seed, cards=4)
        whole = solve(position, algorithm, engine=engine)
        seen: list[int] = []
        for nodes in range(1, whole.stats.visited, 1 + whole.stats.visited // 40):
            stopped = solve(position, algorithm, engine=engine, limit=Limit(nodes=nodes))
            if stopped.value is not None:
                seen.append(stopped.value[position.side] or 0)
                assert stopped.value in (
                    whole.value,
                    tuple(
                        seen[-1] if side == position.side else None
                        for side in range(position.game.sides)
                    ),
                )
        assert seen == sorted(seen)
        assert max(seen, default=0) <= ((whole.value or ())[position.side] or 0)
        grew = grew or len(set(seen)) > 1
    assert grew, "expected a position whose guarantee grows"


def test_a_trace_shows_the_window() -> None:
    tree = kibitz.game("tree").parse("0[(5,4,1) 1[(4,6,0) (9,1,0)]]")
    steps = list(kibitz.trace(tree, "paranoid"))
    assert [step.rule for step in steps if step.kind == "cut"] == ["window"]
    assert "1  [P0 > 5]" in [str(step).strip() for step in steps]
    zero = list(kibitz.trace(tree, "paranoid(window=zero,table=bounds)"))
    assert str(zero[0]).strip() == "root  [P0 > 4, < 5]"
    assert zero[-1].value == (5, None, None)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("spades(players=3)", "alpha-beta needs two sides, and spades has 3"),
        ("spades(players=2,cards=3,bids=1/1,utility=wl)", "needs opposite interests"),
    ],
)
def test_alpha_beta_refuses_games_it_does_not_fit(game: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        solve(kibitz.game(game).deal(1, cards=3), "alpha-beta")
