"""Whole deals by outcome sets: every composition equals plain max^n, in both engines."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import pytest
from generators import random_deal, random_hearts, random_trump_deal
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

import kibitz
from kibitz import whole_deals
from kibitz.cards.deck import SUIT_CARDS, Card, hand_of, listed, write_hand
from kibitz.cards.game import TrumpGame
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import Restrictions
from kibitz.engines.kernel import BUILT
from kibitz.engines.protocol import Unfit
from kibitz.engines.reference.outcome_sets import Parts, quick_tricks, sure_tricks
from kibitz.game import Payoffs
from kibitz.leaf_table import LeafTable, rank


@dataclass(frozen=True, repr=False)
class Odd(TrumpGame):
    """Rules that split suits: which cards may be led, and what breaks that."""

    closed: int = 0
    breakers: int = 0

    @property
    def restrictions(self) -> Restrictions:
        return Restrictions(closed=self.closed, breakers=self.breakers, alone=1 << 15)


def random_odd(seed: int) -> TrickPosition:
    """A small deal under such rules."""
    draw = random.Random(seed)
    game = Odd(
        cards=draw.randint(2, 4),
        trump=draw.choice(("S", "H", "none")),
        closed=draw.getrandbits(52),
        breakers=draw.getrandbits(52) & draw.getrandbits(52),
    )
    return game.deal(seed)


DEALS: tuple[Callable[[int], Any], ...] = (
    random_deal,
    random_trump_deal,
    random_hearts,
    random_odd,
)

CHOICES: dict[str, tuple[Any, ...]] = {
    "order": ("suits", "suits", "high", "low", "trick"),
    "life": (1, 2, 3, 6, 99),
    "table": ("sets", "sets", "bounds", "none"),
    "keys": ("relative", "relative", "absolute"),
    **dict.fromkeys(("classes", "sure", "quick", "look_ahead"), (True, True, False)),
}

LEFT_OUT: tuple[dict[str, Any], ...] = (
    {"life": 1},
    {"life": 3},
    {"table": "bounds"},
    {"keys": "absolute"},
    {"classes": False},
    {"sure": False},
    {"quick": False},
    {"look_ahead": False},
)

needs_kernel = pytest.mark.skipif(not BUILT, reason="the kernel is not built")


def random_parts(draw: random.Random) -> Parts:
    """Any composition."""
    return Parts(**{name: draw.choice(choices) for name, choices in CHOICES.items()})


def random_rows(position: TrickPosition, draw: random.Random) -> tuple[Payoffs, ...]:
    """Ranks of the outcomes with many ties, as no utility of the package has them."""
    leaves, most = LeafTable.of(position), draw.randint(1, 4)
    if draw.random() < 0.5:
        return leaves.ranks
    sides = range(position.game.sides)
    return rank([[draw.randint(0, most) for _ in sides] for _ in leaves.outcomes])


def listed_moves(position: TrickPosition, order: str) -> Sequence[Card]:
    if order in ("high", "low"):
        return position.moves()[:: 1 if order == "high" else -1]
    return position.ordered(order)


def maxn(position: TrickPosition, order: str, worth: dict[Any, Payoffs]) -> tuple[Any, list[Card]]:
    """The outcome and the line of plain max^n."""
    if position.is_over:
        return position.outcome, []
    best: tuple[Any, list[Card]] | None = None
    for move in listed_moves(position, order):
        outcome, line = maxn(position.play(move), order, worth)
        if best is None or worth[outcome][position.side] > worth[best[0]][position.side]:
            best = outcome, [move, *line]
    assert best is not None
    return best


def spades(cards: int, seed: int, utility: str = "smot") -> TrickPosition:
    """A deal of Spades with three players and sensible bids."""
    bids = f"{cards // 3}/{cards // 4}/{cards // 3}"
    game = kibitz.game(
        f"spades(players=3,cards={cards},breaking=false,bids={bids},utility={utility})"
    )
    position = game.deal(seed)
    assert isinstance(position, TrickPosition)
    return position


def test_every_part_can_be_left_out() -> None:
    assert set(CHOICES) == {field.name for field in fields(Parts)}


@given(st.sampled_from(DEALS), seeds)
@settings(max_examples=150, deadline=None)
def test_the_reference_equals_plain_maxn(deal: Callable[[int], Any], seed: int) -> None:
    position, draw = deal(seed), random.Random(seed)
    if position.is_over:
        return
    rows, parts = random_rows(position, draw), random_parts(draw)
    worth = dict(zip(LeafTable.of(position).outcomes, rows, strict=True))
    outcome, line = maxn(position, parts.order, worth)
    found = whole_deals.solve(position, parts, engine="reference", rows=rows)
    assert {worth[each] for each in found.possible} == {worth[outcome]}
    assert (list(found.line), found.empty) == (line, 0)


@given(st.sampled_from(DEALS), seeds)
@settings(max_examples=60, deadline=None)
def test_every_move_gets_its_own_value(deal: Callable[[int], Any], seed: int) -> None:
    position, draw = deal(seed), random.Random(seed)
    if position.is_over:
        return
    rows, parts = random_rows(position, draw), random_parts(draw)
    worth = dict(zip(LeafTable.of(position).outcomes, rows, strict=True))
    found = whole_deals.solve(position, parts, engine="reference", every_move=True, rows=rows)
    assert list(found.moves) == list(listed_moves(position, parts.order))
    for move, possible in found.moves.items():
        outcome, _ = maxn(position.play(move), parts.order, worth)
        assert {worth[each] for each in possible} == {worth[outcome]}


@needs_kernel
@given(st.sampled_from(DEALS), seeds)
@settings(max_examples=200, deadline=None)
def test_the_kernel_visits_the_nodes_of_the_reference(
    deal: Callable[[int], Any], seed: int
) -> None:
    position, draw = deal(seed), random.Random(seed)
    if position.is_over:
        return
    rows, parts, every = random_rows(position, draw), random_parts(draw), draw.random() < 0.3
    expected = whole_deals.solve(position, parts, engine="reference", every_move=every, rows=rows)
    try:
        found = whole_deals.solve(position, parts, every_move=every, rows=rows)
    except Unfit:
        assert position.game.sides > 3
        return
    if not every:
        found = replace(found, moves={})
    assert found == expected


def answer(position: TrickPosition, found: whole_deals.Found) -> tuple[Any, ...]:
    """What two searches must agree on."""
    return {position.game.payoffs(each) for each in found.possible}, found.line, found.empty


@needs_kernel
@pytest.mark.parametrize("utility", ["smot", "tricks", "oh", "place"])
@pytest.mark.parametrize("left_out", LEFT_OUT, ids=str)
def test_what_is_left_out_changes_no_answer(left_out: dict[str, Any], utility: str) -> None:
    for seed in range(3):
        position = spades(9, seed, utility)
        whole, without = (whole_deals.solve(position, p) for p in (Parts(), Parts(**left_out)))
        assert answer(position, without) == answer(position, whole)
        assert (len(answer(position, whole)[0]), whole.empty) == (1, 0)


@needs_kernel
@pytest.mark.parametrize("left_out", LEFT_OUT, ids=str)
def test_what_is_left_out_costs_nodes(left_out: dict[str, Any]) -> None:
    deals = [spades(9, seed, "tricks") for seed in range(10)]
    whole, without = (
        sum(whole_deals.solve(deal, parts).expanded for deal in deals)
        for parts in (Parts(), Parts(**left_out))
    )
    assert without > whole


@needs_kernel
def test_a_table_that_is_too_small_costs_nodes_and_no_answer() -> None:
    position = spades(12, 1, "tricks")
    small, large = (whole_deals.solve(position, table_mb=size) for size in (1, 64))
    assert answer(position, small) == answer(position, large)
    assert small.empty == 0
    assert small.expanded > large.expanded


@needs_kernel
@given(st.integers(1, 3000))
@settings(max_examples=30, deadline=None)
def test_a_search_that_is_stopped_tells_what_is_still_possible(nodes: int) -> None:
    position = spades(9, 5)
    whole = whole_deals.solve(position, every_move=True)
    found = whole_deals.solve(position, nodes=nodes)
    assert found.stopped == ("nodes" if found.visited == nodes else "")
    assert set(whole.possible) <= set(found.possible)
    for move, possible in whole.moves.items():
        assert set(possible) & set(found.moves[move])


@given(seeds)
@settings(deadline=None)
def test_the_order_by_suits_goes_by_no_name_of_a_suit_and_by_no_rank(seed: int) -> None:
    position = random_trump_deal(seed)
    assert isinstance(position, TrickPosition)
    if position.table or position.trump is not None or position.game.alike == "next":
        return
    draw = random.Random(seed)
    suits = draw.sample(range(4), 4)
    held = [list(listed(sum(position.hands) & suit)) for suit in SUIT_CARDS]
    other = {
        card: 13 * suits[suit] + place
        for suit, cards in enumerate(held)
        for card, place in zip(cards, sorted(draw.sample(range(13), len(cards))), strict=True)
    }
    hands = [hand_of(other[card] for card in listed(hand)) for hand in position.hands]
    renamed = replace(position, hands=tuple(hands))
    lengths = [
        [(hand & SUIT_CARDS[suit]).bit_count() for hand in each.hands]
        for each in (position, renamed)
        for suit in each.suits()
    ]
    assert lengths[:4] == lengths[4:]
    if len({tuple(each) for each in lengths[:4]}) == 4:
        there = [other[card] for card in position.ordered("suits")]
        assert there == renamed.ordered("suits")


def ends(position: TrickPosition) -> list[tuple[int, ...]]:
    """What the players have taken at the end of every line."""
    if position.is_over:
        return [position.taken]
    return [end for move in position.moves() for end in ends(position.play(move))]


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_sure_tricks_are_taken_in_every_line(seed: int) -> None:
    position = random_trump_deal(seed, cards=3)
    assert isinstance(position, TrickPosition)
    if position.is_over:
        return
    sure = sure_tricks(position)
    for end in ends(position):
        assert all(
            most >= now + more for most, now, more in zip(end, position.taken, sure, strict=True)
        )


def guaranteed(position: TrickPosition, player: int) -> int:
    """The tricks that a player gets if all others play against it."""
    if position.is_over:
        return position.taken[player]
    choose = max if position.turn == player else min
    return choose(guaranteed(position.play(move), player) for move in position.moves())


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_quick_tricks_can_be_taken_against_all_others(seed: int) -> None:
    position = random.Random(seed).choice((random_deal, random_trump_deal, random_odd))(seed)
    assert isinstance(position, TrickPosition)
    if position.is_over or position.table:
        return
    leader = position.leader
    quick = quick_tricks(position, sure_tricks(position)[leader])
    assert guaranteed(position, leader) >= position.taken[leader] + quick


@needs_kernel
def test_no_answer_is_empty_on_larger_deals_under_any_setting() -> None:
    for seed in range(3):
        position = spades(10, seed, "tricks" if seed % 2 else "smot")
        whole = whole_deals.solve(position)
        for life in (1, 2, 4, 12):
            found = whole_deals.solve(position, Parts(life=life))
            assert answer(position, found) == answer(position, whole)
            assert found.empty == 0


def test_a_hand_written_small_deal_is_solved_by_hand() -> None:
    game = kibitz.game("spades(players=3,breaking=false)")
    hands = [hand_of(map(int, cards)) for cards in ((0, 14), (13, 2), (1, 15))]
    position = game.parse(" ".join(map(write_hand, hands)))
    assert isinstance(position, TrickPosition)
    found = whole_deals.solve(position, engine="reference")
    # Player 0 holds SA HK, player 1 HA SQ, player 2 SK HQ: both aces take a trick in any case,
    # and plain suits are led before trumps.
    assert sure_tricks(position) == (1, 0, 0)
    assert found.possible == ((1, 1, 0),)
    assert " ".join(map(str, found.line)) == "HK HA HQ SQ SK SA"


@needs_kernel
@pytest.mark.parametrize("utility", ["smot", "tricks"])
def test_several_threads_find_the_same_answer_as_one(utility: str) -> None:
    position = spades(12, 1, utility)
    alone = whole_deals.solve(position)
    for threads in (2, 3):
        found = whole_deals.solve(position, threads=threads)
        assert answer(position, found) == answer(position, alone)
        assert found.empty == 0


@needs_kernel
def test_several_threads_stop_when_one_is_told_to() -> None:
    position = spades(17, 1, "tricks")
    found = whole_deals.solve(position, threads=3, nodes=400_000)
    assert found.stopped == "nodes"
    assert found.visited >= 400_000
    assert found.empty == 0


@needs_kernel
def test_small_searches_are_left_to_one_thread() -> None:
    position = spades(9, 2, "tricks")
    assert whole_deals.solve(position, threads=3) == whole_deals.solve(position)


class TestAlgorithm:
    """`outcome-sets` as an algorithm like the others."""

    @pytest.mark.parametrize(
        "name",
        [
            "spades(players=3,breaking=false)",
            "spades(players=3)",
            "spades(teams=none)",
            "oh_hell(bids=1/1/2,utility=oh)",
            "sergeant_major(trump=S,utility=target)",
            "bridge(trump=H)",
            "hearts(players=3)",
        ],
    )
    def test_it_is_plain_maxn_in_its_order_and_the_engines_agree(self, name: str) -> None:
        for seed in range(6):
            position = kibitz.game(name).deal(seed, 4 if "players=3" in name else 3)
            plain = kibitz.solve(position, "maxn(order=suits)", engine="reference")
            slow = kibitz.solve(position, "outcome-sets", engine="reference")
            assert (slow.value, slow.line) == (plain.value, plain.line)
            fast = kibitz.solve(position, "outcome-sets")
            assert (fast.value, fast.line, fast.stats) == (slow.value, slow.line, slow.stats)

    def test_it_is_the_default_of_long_hands_and_agrees_with_other_searches(self) -> None:
        """On values: the order of moves, and with it ties, are those of `suits`."""
        game = kibitz.game("spades(players=3,bids=2/2/3,utility=smot,breaking=false)")
        for seed in range(4):
            position = game.deal(seed, 7)
            result = kibitz.solve(position)
            assert str(result.algorithm) == "outcome-sets"
            plain = kibitz.solve(position, "leaf-table", engine="kernel" if BUILT else "auto")
            assert result.complete
            assert plain.complete

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("outcome-sets(table=exact)", "use table=sets"),
            ("outcome-sets(test=linear)", "is not for outcome-sets"),
            ("outcome-sets(prune=speculative)", "use prune=questions"),
            ("maxn(sure=used)", "'sure' is for outcome-sets"),
            ("maxn(table=sets)", "'table=sets' is for outcome-sets"),
        ],
    )
    def test_parts_that_do_not_go_together_are_refused(self, text: str, reason: str) -> None:
        with pytest.raises(kibitz.KibitzError, match=reason):
            kibitz.Algorithm.parse(text)

    def test_other_games_are_refused_in_a_line(self) -> None:
        with pytest.raises(kibitz.KibitzError, match="unknown order of tree 'suits'"):
            kibitz.solve(kibitz.game("tree").deal(1), "outcome-sets")

    @pytest.mark.skipif(not BUILT, reason="there is no C++ compiler here")
    def test_threads_change_no_answer(self) -> None:
        position = kibitz.game("spades(players=3,breaking=false)").deal(1, 10)
        one = kibitz.solve(position, "outcome-sets")
        two = kibitz.solve(position, "outcome-sets", limit=kibitz.Limit(threads=2))
        assert (one.value, one.line) == (two.value, two.line)
