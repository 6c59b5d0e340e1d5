"""Random packs and duties: the kernel equals the reference in every search, answer and count."""

from __future__ import annotations

import random
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from definition import differences, engine_differences
from generators import sound_compositions, two_sided_compositions, with_a_leaf
from hypothesis import assume, given, settings
from packs import AnyPoints, AnyTricks, random_camps, random_own_deal, random_two_sides
from strategies import seeds

import kibitz
from kibitz import Algorithm, Duties, Limit, Position, TrickPosition, solve
from kibitz.asking.perft import by_reference
from kibitz.cards.deck import Pack, hand_of, pack_of
from kibitz.engines import kernel
from kibitz.engines.kernel.lanes import has_partition, has_sets
from kibitz.engines.problem.protocol import Problem, Unfit, Watch
from kibitz.players.playing_out import outcomes

pytestmark = pytest.mark.skipif(
    not kernel.BUILT and shutil.which("c++") is None, reason="there is no C++ compiler here"
)

BUILT_IN = Path(kibitz.__file__).parent / "games"
SETS: dict[str, tuple[str, ...]] = {
    "order": ("suits", "high", "low", "trick"),
    "keys": ("absolute", "relative"),
    **dict.fromkeys(("classes", "sure", "quick", "out", "ahead"), ("none", "used")),
    "table": ("none", "bounds", "sets"),
}


def random_sets(draw: random.Random) -> Algorithm:
    """Any composition of a search by outcome sets."""
    parts: dict[str, Any] = {axis: draw.choice(names) for axis, names in SETS.items()}
    if parts["table"] == "none":
        parts["keys"], parts["probe"] = "absolute", "card"
    return Algorithm.parse("outcome-sets").with_parts(**{"probe": "trick", **parts})


def whole_pack(*sizes: int, copies: int = 1) -> Pack:
    """A pack with suits of these sizes."""
    ranks = [f"{rank}." for rank in range(max(sizes))]
    printed = [(letter, *ranks[:size]) for letter, size in zip("SHDCXY", sizes, strict=False)]
    suits = tuple(tuple(suit[0] + rank for rank in suit[1:]) for suit in printed)
    return pack_of(suits, tuple(printed), copies)


def few_outcomes(seed: int, most: int = 4) -> TrickPosition:
    """A random deal whose outcomes a leaf-value table has room for."""
    position = random_own_deal(seed, most)
    assume(position.has_few_outcomes)
    return position


@settings(max_examples=150, deadline=None)
@given(seeds)
def test_the_same_nodes_in_searches_of_all_sides(seed: int) -> None:
    draw = random.Random(seed)
    sample = draw.sample(sound_compositions(), 3)
    sample += draw.sample(two_sided_compositions("paranoid"), 2)
    assert engine_differences(few_outcomes(seed), sample) == []


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_the_same_nodes_with_estimates(seed: int) -> None:
    draw = random.Random(seed)
    leaf = draw.choice(("taken", "cards"))
    stops = with_a_leaf(draw.sample(sound_compositions(), 9), leaf, ("high", "low", "trick"))
    sample = [each for each in stops if each.search.part("deepening") != "none"]
    assert engine_differences(few_outcomes(seed), sample) == []


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_the_same_as_plain_search(seed: int) -> None:
    position, draw = few_outcomes(seed, most=3), random.Random(seed)
    sample = [*draw.sample(sound_compositions(), 2), Algorithm.parse("leaf-table(keys=relative)")]
    assert differences(position, sample) == []
    if has_sets(position):
        plain = solve(position, "maxn(order=suits)", engine="reference")
        found = solve(position, "outcome-sets", engine="kernel")
        assert (found.value, found.line) == (plain.value, plain.line)


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_the_same_nodes_in_outcome_sets(seed: int) -> None:
    position, draw = few_outcomes(seed), random.Random(seed)
    sample = [Algorithm.parse("outcome-sets"), random_sets(draw), random_sets(draw)]
    if has_sets(position):
        assert engine_differences(position, sample) == []
    else:
        assert not fits(position, "outcome-sets")


@settings(max_examples=100, deadline=None)
@given(seeds)
def test_the_same_nodes_in_partition_searches(seed: int) -> None:
    position = random_camps(seed)
    sample = [Algorithm.parse(name) for name in ("partition", "paranoid-partition")]
    if has_partition(position):
        assert engine_differences(position, sample) == []
    else:
        assert not fits(position, "partition")


POINTS: dict[str, tuple[str, ...]] = {
    "order": ("trick", "high", "low"),
    "keys": ("absolute", "relative"),
    **dict.fromkeys(("sure", "near"), ("none", "used")),
    "inner": ("listed", "weights"),
}


@settings(max_examples=150, deadline=None)
@given(seeds)
def test_the_same_nodes_in_searches_for_points(seed: int) -> None:
    position, draw = random_two_sides(seed), random.Random(seed)
    parts = {axis: draw.choice(names) for axis, names in POINTS.items()}
    searches = ["points", "points(table=none,keys=absolute,probe=card)"]
    sample = [*map(Algorithm.parse, searches), Algorithm.parse("points").with_parts(**parts)]
    try:
        taken = fits(position, "points")
    except kibitz.KibitzError:
        return  # sides that want something else than more
    if taken:
        assert engine_differences(position, sample) == []


def test_cards_of_many_points_go_to_the_reference() -> None:
    pack = whole_pack(4, 4)
    for points, taken in ((255, True), (256, False)):
        game = AnyPoints(players=2, cards=3, own_pack=pack, own_points=(points, *range(7)))
        position = next(deal for deal in map(game.deal, range(99)) if deal.to_share >= points)
        assert fits(position, "points") is taken


def fits(position: Position, algorithm: str) -> bool:
    """Whether the kernel takes a search."""
    problem = Problem(
        position, Algorithm.parse(algorithm), Limit(), kibitz.TranspositionTable(megabytes=1)
    )
    try:
        kernel.Kernel().search(problem, Watch())
    except Unfit:
        return False
    return True


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_the_same_counts(seed: int) -> None:
    position = few_outcomes(seed)
    depth = position.plies_left
    assert kernel.perft(position, depth) == by_reference(position, depth)


@pytest.mark.parametrize("algorithm", ["leaf-table", "leaf-table(keys=relative)", "paranoid"])
@pytest.mark.parametrize(
    "sizes",
    [
        (16, 16, 16, 16),
        (22, 14, 14, 14, 14),
        (13, 13, 13, 13, 4, 4),
        (52,),
        (52, 52),
        (26, 26, 26),
        (1, 1, 1, 1, 60),
    ],
)
def test_large_packs(sizes: tuple[int, ...], algorithm: str) -> None:
    pack = whole_pack(*sizes)
    last = hand_of(range(len(pack.cards) - 3, len(pack.cards)))
    duties = Duties(void="trump", high=last, low=0b111)
    game = AnyTricks(cards=4, own_pack=pack, own_duties=duties, own_trump=0)
    for seed in range(3):
        assert engine_differences(game.deal(seed), [Algorithm.parse(algorithm)]) == []


def test_whole_deals_of_large_packs_begin() -> None:
    for sizes, copies in (((22, 14, 14, 14, 14), 1), ((13, 13, 13, 13), 2)):
        game = AnyTricks(
            players=2, own_pack=whole_pack(*sizes, copies=copies), own_trump=0, alike="none"
        )
        whole = game.deal(1)
        assert whole.tricks_left >= 39
        for algorithm in ("leaf-table", "paranoid", "leaf-table(leaf=cards)"):
            found = [
                solve(whole, algorithm, engine=engine, limit=Limit(nodes=300))
                for engine in ("kernel", "reference")
            ]
            assert found[0].stopped == "nodes"
            assert found[0].stats == found[1].stats
        assert not has_sets(whole)
        assert kibitz.strongest(whole).search.backup == "points"


def test_points_of_several_hundred_for_seven() -> None:
    pack = whole_pack(10, 10, 10)
    points = tuple(100 * (card < 3) for card in range(30))
    game = AnyPoints(players=7, cards=2, own_pack=pack, own_points=points, own_last=10, own_trump=1)
    for seed in range(8):
        sample = [Algorithm.parse(name) for name in ("leaf-table", "paranoid", "maxn")]
        assert engine_differences(game.deal(seed), sample) == []


def test_more_than_twenty_six_moves() -> None:
    pack = whole_pack(15, 15, 15, 15)
    game = AnyTricks(
        players=2, own_pack=pack, own_duties=Duties(follow="free"), own_trump=0, alike="next"
    )
    whole = replace(game.deal(1), hands=(hand_of(range(0, 60, 2)), hand_of(range(1, 60, 2))))
    assert len(whole.moves()) == 30
    for algorithm in ("outcome-sets(keys=absolute)", "leaf-table"):
        found = [
            solve(whole, algorithm, engine=engine, limit=Limit(nodes=100))
            for engine in ("kernel", "reference")
        ]
        assert found[0].stats == found[1].stats


def test_the_default_is_a_search_that_the_kernel_has() -> None:
    for sizes, backup in (((20, 4, 4), "maxn"), ((14, 4, 4, 4), "outcome-sets")):
        position = AnyTricks(cards=8, own_pack=whole_pack(*sizes), own_trump=0).deal(1)
        assert has_sets(position) == (backup == "outcome-sets")
        found = solve(position)
        assert (found.algorithm.search.backup, found.engine) == (backup, "kernel")


def test_rules_for_cards_that_were_not_dealt_are_still_rules() -> None:
    """Quick tricks are not counted where some card need not be played, dealt or not."""
    game = AnyTricks(cards=3, own_duties=Duties(kept=1), own_trump=1)
    for seed in range(40):
        position = game.deal(seed)
        if not sum(position.hands) & 1:
            assert engine_differences(position, [Algorithm.parse("outcome-sets")]) == []


@pytest.mark.parametrize("name", sorted(path.stem for path in BUILT_IN.glob("*.toml")))
def test_games_that_come_as_files(name: str) -> None:
    sample = [Algorithm.parse(text) for text in ("leaf-table(keys=relative)", "paranoid")]
    for text in (name, *kibitz.game(name).examples):
        game = kibitz.game(text)
        assert isinstance(game, kibitz.TrickGame)
        for seed in range(2):
            position = game.deal(seed, cards=min(3, game.hand_size))
            if position.all_in_hands:
                sets = [Algorithm.parse("outcome-sets")] * has_sets(position)
                assert engine_differences(position, sample + sets) == []


@settings(max_examples=60, deadline=None)
@given(seeds)
def test_the_same_play_outs(seed: int) -> None:
    position = few_outcomes(seed, most=6)
    cards = [] if position.is_over else position.legal_moves()
    for first in ([], cards):
        assert outcomes([position], first) == outcomes([position], first, engine="reference")


def test_unknown_duties_and_packs_go_to_the_reference() -> None:
    class Other(Duties):
        pass

    for game in (
        AnyTricks(cards=2, own_duties=Other()),
        AnyTricks(cards=2, own_pack=whole_pack(60, 60)),
        AnyPoints(cards=2, own_points=(1,) * 52, own_last=-1),
    ):
        assert solve(game.deal(1), "maxn").engine == "reference"


def test_more_points_than_it_has_room_for_go_to_the_reference() -> None:
    deal = kibitz.game("jass(cards=2,last=200000000)").deal(1, cards=2)
    assert kibitz.solve(deal).engine == "reference"
    with pytest.raises(Unfit, match="it has no room for 2000"):
        kibitz.solve(deal, engine="kernel")
