"""AAAI-2000 Table 1 and Lemma 1, and which algorithms can prune which game."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from generators import random_deal, random_hearts, random_tree, random_trump_deal
from test_own_game import Bounds, Rules

import kibitz
from kibitz import Algorithm, Game, KibitzError, Position, ScoreRange, prospects, solve
from kibitz.engines.reference import BackupRule
from kibitz.game import Payoffs

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
    reasons = {str(row.algorithm): row.reason for row in found}
    for growing in ("uct", "best-first"):
        assert (answers[growing], reasons[growing][:12]) == (False, "grows a tree")


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


@pytest.mark.parametrize(
    "game",
    [
        "spades(players=3,cards=3)",
        "spades(cards=3)",
        "spades(players=3,cards=3,bids=1/1/2,utility=mot)",
        "hearts(cards=4)",
        "hearts(players=3,cards=4)",
        "sergeant_major(cards=3)",
        "oh_hell(cards=3,bids=1/1/1)",
        "bridge(cards=3)",
        "tree(total=5)",
        "tree(players=2,total=5)",
        "heaps:Heaps(heaps=2/2/3)",
    ],
)
def test_what_prunes_a_game_cuts_in_some_deal_and_nothing_else_does(game: str) -> None:
    source = kibitz.game(game)
    for row in prospects(source):
        if row.algorithm.search.by_sets:
            continue  # it cuts no nodes, but asks fewer questions
        if row.reason.startswith(("needs a game ", "needs payoffs")):
            with pytest.raises(KibitzError):
                solve(source.deal(1), row.algorithm)
            continue
        if row.algorithm.sound and not row.reason.startswith(OPPOSED):
            cuts = (solve(source.deal(seed), row.algorithm).stats.cuts for seed in range(40))
            assert any(any(found.values()) for found in cuts) == row.prunes, row


OPPOSED = "needs two sides that want the opposite"


def test_what_cannot_prune_a_position_cuts_nothing_there() -> None:
    algorithms = [
        Algorithm.parse(f"{name}(test={test},scale={scale})")
        for name in ("immediate", "shallow", "abbnb", "last-branch", "speculative")
        for test in ("linear", "discrete")
        for scale in ("payoff", "rank")
    ]
    judged = {True: 0, False: 0}
    for seed in range(200):
        draw = random.Random(seed)
        position = draw.choice((random_tree, random_deal, random_hearts, random_trump_deal))(seed)
        for algorithm in draw.sample(algorithms, 6):
            found = kibitz.prospect(position, algorithm)
            judged[found.prunes] += 1
            if not found.prunes:
                cuts = solve(position, algorithm).stats.cuts
                assert not any(cuts.values()), (position, found)
    assert min(judged.values()) > 100


def reasons(source: Game | Position) -> dict[str, tuple[bool, str]]:
    return {str(row.algorithm): (row.prunes, row.reason) for row in prospects(source)}


def test_a_game_of_rules_only_hears_what_it_does_not_provide() -> None:
    for source in (Rules(), Rules().start()):
        found = reasons(source)
        for name in ("immediate", "branch-and-bound", "abbnb", "leaf-table"):
            assert found[name] == (False, "needs outcomes(), which this game does not provide")
        for name in ("shallow", "last-branch", "speculative"):
            lacks = "needs max_sum or outcomes(), which this game does not provide"
            assert found[name] == (False, lacks)
        assert found["alpha-beta"] == (False, f"{OPPOSED}, not 3")
        assert found["paranoid"][0]


def test_a_game_of_two_sides_and_rules_only_is_told_what_alpha_beta_needs() -> None:
    lacks = "needs outcomes(), which this game does not provide"
    assert reasons(Rules(players=2))["alpha-beta"] == (False, lacks)


def test_a_game_that_tells_max_sum_only_is_pruned_by_sums() -> None:
    found = reasons(Bounds())
    prunes = {name for name, (answer, _) in found.items() if answer}
    assert prunes == {"shallow", "last-branch", "speculative", "paranoid", "opps", "brs+"}
    assert found["leaf-table"] == (False, "needs outcomes(), which this game does not provide")
    for name in prunes:
        assert any(solve(Bounds().start(), name).stats.cuts.values()), name


def test_the_reason_says_which_deal_it_is_about_where_deals_differ() -> None:
    assert reasons(kibitz.game("hearts(cards=4)"))["shallow"][1].endswith(" (deal 0)")
    assert not reasons(kibitz.game("hearts"))["shallow"][1].endswith(")")


def test_a_tree_without_limits_leaves_nothing_to_narrow() -> None:
    tree = kibitz.game("tree")
    narrowed = (True, "what was taken so far narrows what can come")
    assert reasons(tree.parse("0[(7,9,0) 1{0<=5}[(5,8,3) (4,3,8)]]"))["abbnb"] == narrowed
    for idle in ("0[(7,9,0) 1[(5,8,3) (4,3,8)]]", "0[(7,9,0) 1{0<=7}[(5,8,3) (4,3,8)]]"):
        found = reasons(tree.parse(idle))
        assert found["branch-and-bound"] == (True, "a side may have the best of its outcomes")
        assert found["abbnb"][1].startswith("Lemma 1: the bounds of two sides and the least ")


def test_deep_is_called_unsound_for_two_sides_too_and_is() -> None:
    tree = kibitz.game("tree(players=2)").parse("1[(3,3) 0[0[0[(5,1) (2,4)]] (0,6)]]")
    assert reasons(tree)["alpha-beta"][0]
    assert reasons(tree)["deep"] == (False, "not soundly: it can give wrong values")
    assert solve(tree, "deep").value != solve(tree, "alpha-beta").value


def test_nothing_prunes_a_game_that_is_over() -> None:
    found = prospects(kibitz.game("tree").parse("(1,2,3)"))
    assert {(row.prunes, row.reason) for row in found} == {(False, "the game is over")}


@dataclass(frozen=True)
class Sure(BackupRule):
    """A back-up rule that says for itself what it can cut."""

    @property
    def prunes(self) -> bool:
        return True

    def chooses(self, position: Position, values: Sequence[Payoffs]) -> int:
        return 0

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        return True, f"{position.game.sides} sides take the first move"


def test_a_search_of_ones_own_says_what_it_can_cut() -> None:
    tree = kibitz.game("tree").parse("0[(5,4,1) (6,4,0)]")
    found = kibitz.prospect(tree, Algorithm(backup=Sure))
    assert (found.prunes, found.reason) == (True, "3 sides take the first move")
