"""AAAI-2000 Table 1 and Lemma 1, and which algorithms can prune which game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import kibitz
from kibitz import Algorithm, KibitzError, Position, ScoreRange, prospects, solve

HEARTS = ScoreRange(players=3, min_p=0, max_p=26, min_sum=26, max_sum=26)
SERGEANT_MAJOR = ScoreRange(players=3, min_p=0, max_p=16, min_sum=16, max_sum=16)


def test_table_1_hearts_as_maximisation() -> None:
    assert HEARTS.dual() == ScoreRange(players=3, min_p=0, max_p=26, min_sum=52, max_sum=52)


def test_table_1_scores() -> None:
    assert HEARTS.dual_score((0, 20, 6)) == (26, 6, 20)
    assert sum(HEARTS.dual_score((0, 20, 6))) == HEARTS.dual().max_sum


def test_table_1_can_be_reversed() -> None:
    assert HEARTS.dual().dual() == HEARTS
    assert HEARTS.dual().dual_score(HEARTS.dual_score((1, 2, 23))) == (1, 2, 23)


def test_lemma_1_on_the_two_games_of_the_paper() -> None:
    assert not HEARTS.dual().can_shallow_prune()
    assert SERGEANT_MAJOR.can_shallow_prune()


def test_lemma_1_counts_from_the_lowest() -> None:
    shifted = ScoreRange(players=3, min_p=10, max_p=26, min_sum=46, max_sum=46)
    assert shifted.can_shallow_prune() == SERGEANT_MAJOR.can_shallow_prune()


def test_lemma_1_shallow_pruning_never_cuts_where_it_says_so() -> None:
    """With maxsum = 2 maxp it may, if the mover has all that a player can get."""
    judged = {True: 0, False: 0}
    for seed in range(300):
        position = kibitz.game("tree(players=3,depth=4,payoff=5)").deal(seed)
        scores = ScoreRange.of(position)
        judged[scores.can_shallow_prune()] += 1
        if not scores.can_shallow_prune():
            for payoffs in bests_at_shallow_cuts(position):
                assert scores.max_p in payoffs
                assert scores.max_sum == 2 * scores.max_p
    assert judged[False] > 200
    constant = [kibitz.game("tree(depth=5,total=5)").deal(seed) for seed in range(30)]
    cut = [position for position in constant if list(bests_at_shallow_cuts(position))]
    assert any(ScoreRange.of(position).can_shallow_prune() for position in cut)


def bests_at_shallow_cuts(position: Position) -> Iterator[tuple[int | None, ...]]:
    """The best value of each node that shallow pruning cuts, when it does."""
    best: dict[int, tuple[int | None, ...]] = {}
    for step in kibitz.trace(position, "shallow"):
        if step.kind == "keep" and step.value:
            best[step.depth] = step.value
        elif step.rule == "shallow":
            yield best[step.depth]


def test_the_range_of_a_game() -> None:
    assert ScoreRange.of(kibitz.game("spades(players=3,cards=9)")) == ScoreRange(3, 0, 9, 9, 9)


def test_every_preset_has_a_prospect_with_a_reason() -> None:
    found = prospects(kibitz.game("spades(players=3,cards=5)"))
    assert [str(row.algorithm) for row in found] == list(kibitz.PRESETS)
    assert all(row.reason for row in found)
    answers = {str(row.algorithm): row.prunes for row in found}
    assert answers["shallow"]
    assert answers["leaf-table"]
    assert not answers["alpha-beta"]
    assert not answers["maxn"]


@pytest.mark.parametrize(
    ("game", "fits"),
    [
        ("spades(cards=3)", True),
        ("spades(players=2,cards=3)", True),
        ("spades(players=2,cards=3,bids=1/1,utility=wl)", False),
        ("spades(players=3,cards=3)", False),
    ],
)
def test_alpha_beta_has_a_prospect_exactly_where_it_works(game: str, fits: bool) -> None:
    source = kibitz.game(game)
    assert kibitz.prospect(source, Algorithm.parse("alpha-beta")).prunes == fits
    if fits:
        solve(source.deal(1), "alpha-beta")
    else:
        with pytest.raises(KibitzError):
            solve(source.deal(1), "alpha-beta")


def test_nothing_prunes_where_all_outcomes_are_worth_the_same() -> None:
    position = kibitz.game("tree").parse("0[(1,1,1) 1[(1,1,1) (1,1,1)]]")
    assert not any(row.prunes for row in prospects(position))
