"""Whole deals by outcome sets: every composition equals plain max^n, in both engines."""

from __future__ import annotations

import functools
import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, cast

import pytest
from definition import engine_differences
from generators import random_deal, random_hearts, random_trump_deal, scored
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import seeds

import kibitz
from kibitz import Algorithm, Limit, TranspositionTable
from kibitz.cards import TrumpGame
from kibitz.cards.deck import CARDS, SUIT_CARDS, Card, hand_of, listed, write_hand
from kibitz.cards.position import TrickPosition
from kibitz.cards.restrictions import Restrictions
from kibitz.engines.choice import engines_of
from kibitz.engines.kernel import BUILT
from kibitz.engines.kernel.tricks import ADAPTER
from kibitz.engines.problem.protocol import Answer, Problem, Unfit, Watch
from kibitz.engines.reference.tricks.outcome_grid import Grid
from kibitz.engines.reference.tricks.sure_tricks import (
    quick_tricks,
    sides_out,
    sides_safe,
    sure_tricks,
)
from kibitz.games.hearts import Hearts
from kibitz.leaf_table import LeafTable


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


@dataclass(frozen=True, repr=False)
class Points(TrumpGame):
    """Cards with many points, which some like and some do not."""

    counts_tricks: ClassVar[bool] = False
    total: int = 120
    worths: int = 0
    wants: str = "more"

    @functools.cached_property
    def _points(self) -> list[int]:
        """High cards first, until there are so many points."""
        draw, left = random.Random(self.worths), self.total
        kinds = [0, *(draw.randint(1, max(1, self.total // 6)) for _ in range(6))]
        points = [0] * len(CARDS)
        for card in sorted(CARDS, key=lambda card: (card % 13, draw.random())):
            points[card] = min(draw.choice(kinds), left)
            left -= points[card]
        return points

    def points(self, card: Card) -> int:
        return self._points[card]

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        total = sum(outcome)
        worth: dict[str, Callable[[int], int]] = {
            "more": lambda own: own,
            "less": lambda own: total - own,
            "most": lambda own: sum(other < own for other in outcome),
            "odd": lambda own: own * 7 % 13,
        }
        return tuple(map(worth[self.wants], outcome))


def random_points(seed: int, total: int = 120, sides: int = 2) -> TrickPosition:
    """A small deal of the high cards, which have at most so many points together."""
    draw = random.Random(seed)
    players = draw.choice({2: (2, 4), 3: (3, 3, 6), 4: (4,)}[sides])
    cards = {2: 4, 3: 3, 4: 3, 6: 2}[players]
    game = Points(
        players=players,
        cards=cards,
        teams=tuple(player % sides for player in range(players)),
        trump=draw.choice(("S", "H", "none")),
        total=total,
        worths=draw.randrange(10**6),
        wants=draw.choice(("more", "less", "most", "odd")),
        alike=draw.choice(("live", "next", "none")),
    )
    deck = [card for card in CARDS if card % 13 < -(-players * cards // 4)]
    draw.shuffle(deck)
    hands = tuple(hand_of(deck[cards * at : cards * (at + 1)]) for at in range(players))
    return replace(game.deal(0), hands=hands)


DEALS: tuple[Callable[[int], Any], ...] = (
    random_deal,
    random_trump_deal,
    random_hearts,
    random_odd,
    random_points,
)

CHOICES: dict[str, tuple[str, ...]] = {
    "order": ("suits", "suits", "high", "low", "trick"),
    "life": ("1", "2", "3", "6", "99"),
    "table": ("sets", "sets", "bounds", "none"),
    "keys": ("relative", "relative", "absolute"),
    **dict.fromkeys(("classes", "sure", "quick", "out", "ahead"), ("used", "used", "none")),
}


class WithJack(Hearts):
    """The jack of diamonds takes ten points away."""

    def points(self, card: Card) -> int:
        return -10 if str(card) == "DJ" else super().points(card)


LEFT_OUT = (
    "life=1",
    "table=bounds",
    "keys=absolute",
    "classes=none",
    "sure=none",
    "quick=none",
    "ahead=none",
)

LARGE = (
    (12, 2, "smot"),
    (12, 7, "smot"),
    (12, 5, "tricks"),
    (12, 7, "tricks"),
    (13, 2, "smot"),
    (13, 5, "smot"),
)
"""Cards, seed and utility of deals that take few nodes."""

needs_kernel = pytest.mark.skipif(not BUILT, reason="the kernel is not built")


def random_algorithm(draw: random.Random) -> Algorithm:
    """Any composition."""
    parts = {name: draw.choice(choices) for name, choices in CHOICES.items()}
    if parts["table"] == "none":
        parts |= {"keys": "absolute", "probe": "card"}
    return Algorithm.parse(f"outcome-sets({','.join(f'{k}={v}' for k, v in parts.items())})")


def search(
    position: TrickPosition,
    algorithm: Algorithm | str = "outcome-sets",
    engine: str = "kernel",
    table: TranspositionTable | None = None,
    **limits: Any,
) -> Answer:
    """What an engine answers."""
    if isinstance(algorithm, str):
        algorithm = Algorithm.parse(algorithm)
    limit = Limit(**limits)
    memory = table or TranspositionTable(limit.table_mb)
    return engines_of(engine)[0].search(Problem(position, algorithm, limit, memory), Watch())


def line_of(position: TrickPosition, algorithm: Algorithm, found: Answer) -> list[Card]:
    """The moves of a line."""
    if found.moves is not None:
        return list(found.moves)
    moves = []
    for number in found.value.line:
        moves.append(listed_moves(position, str(algorithm.order))[number])
        position = position.play(moves[-1])
    return moves


def random_case(deal: Callable[[int], Any], seed: int) -> tuple[TrickPosition, Algorithm]:
    """A small position and a composition."""
    draw = random.Random(seed)
    position = deal(seed)
    return (position if position.is_over else scored(position, draw)), random_algorithm(draw)


def listed_moves(position: TrickPosition, order: str) -> Sequence[Card]:
    if order in ("high", "low"):
        return position.moves()[:: 1 if order == "high" else -1]
    return position.ordered(order)


def maxn(position: TrickPosition, order: str) -> tuple[Any, list[Card]]:
    """The outcome and the line of plain max^n."""
    if position.is_over:
        return position.outcome, []
    side, payoffs = position.side, position.game.payoffs
    best: tuple[Any, list[Card]] | None = None
    for move in listed_moves(position, order):
        outcome, line = maxn(position.play(move), order)
        if best is None or payoffs(outcome)[side] > payoffs(best[0])[side]:
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


@pytest.mark.parametrize("engine", ["reference", pytest.param("kernel", marks=needs_kernel)])
@given(deal=st.sampled_from(DEALS), seed=seeds)
@settings(max_examples=150, deadline=None)
def test_it_equals_plain_maxn(engine: str, deal: Callable[[int], Any], seed: int) -> None:
    position, algorithm = random_case(deal, seed)
    if position.is_over:
        return
    outcome, line = maxn(position, str(algorithm.order))
    try:
        found = search(position, algorithm, engine)
    except Unfit:
        assert position.game.sides > 3
        return
    payoffs = position.game.payoffs(outcome)
    assert found.value.payoffs == payoffs
    assert found.value.bounds == tuple(zip(payoffs, payoffs, strict=True))
    assert line_of(position, algorithm, found) == line


@needs_kernel
@given(st.sampled_from(DEALS), seeds)
@settings(max_examples=200, deadline=None)
def test_the_kernel_visits_the_nodes_of_the_reference(
    deal: Callable[[int], Any], seed: int
) -> None:
    position, algorithm = random_case(deal, seed)
    if position.is_over:
        return
    nodes = random.Random(seed).choice((None, 1, 10, 100))
    expected = search(position, algorithm, "reference", nodes=nodes)
    try:
        found = search(position, algorithm, nodes=nodes)
    except Unfit:
        assert position.game.sides > 3
        return
    assert line_of(position, algorithm, found) == line_of(position, algorithm, expected)
    assert replace(found, moves=None, outcome=None) == expected


@pytest.mark.parametrize("engine", ["reference", pytest.param("kernel", marks=needs_kernel)])
@given(deal=st.sampled_from(DEALS), seed=seeds)
@settings(max_examples=60, deadline=None)
def test_positions_of_a_deal_can_be_searched_in_any_order_with_one_table(
    engine: str, deal: Callable[[int], Any], seed: int
) -> None:
    position, algorithm = random_case(deal, seed)
    if algorithm.table == "none":
        return
    draw = random.Random(seed)
    kept, met = TranspositionTable(8, position), [position]
    while not met[-1].is_over:
        met.append(met[-1].play(draw.choice(met[-1].moves())))
    for here in draw.sample(met, len(met)):
        try:
            fresh, known = (search(here, algorithm, engine, table) for table in (None, kept))
        except Unfit:
            assert position.game.sides > 3
            return
        same = known.value, line_of(here, algorithm, known)
        assert same == (fresh.value, line_of(here, algorithm, fresh))
    assert kept.emptied == 0


@needs_kernel
def test_a_kept_table_is_not_used_for_what_cannot_follow() -> None:
    """Fewer tricks than were sure, and a card on the table that nobody held."""
    game = kibitz.game("spades(players=3,breaking=false)")
    kept = TranspositionTable(1)
    for text in (
        "AK.2.. QJ..2. T.3..2",
        "A.2.. Q..2. ..3.2 0 - 0,0,1",
        "A... Q... ... 2 HA 1,0,0",
        ".2.. ..2. ...2 0 - 0,1,1",
    ):
        position = game.parse(text)
        assert isinstance(position, TrickPosition)
        assert search(position, table=kept).value == search(position).value


def answer(found: Answer) -> tuple[Any, ...]:
    """What two searches must agree on."""
    return found.value, found.moves


@needs_kernel
@pytest.mark.parametrize("utility", ["smot", "tricks", "oh", "place"])
@pytest.mark.parametrize("left_out", LEFT_OUT)
def test_what_is_left_out_changes_no_answer(left_out: str, utility: str) -> None:
    for seed in range(3):
        position = spades(9, seed, utility)
        whole, without = search(position), search(position, f"outcome-sets({left_out})")
        assert answer(without) == answer(whole)


@needs_kernel
@pytest.mark.parametrize("case", LARGE, ids=str)
def test_all_settings_agree_on_large_deals(case: tuple[int, int, str]) -> None:
    position = spades(*case)
    whole = answer(search(position))
    for left_out in LEFT_OUT:
        assert answer(search(position, f"outcome-sets({left_out})")) == whole
    for table_mb, threads in ((1, 1), (256, 2), (1, 3)):
        assert answer(search(position, table_mb=table_mb, threads=threads)) == whole


@needs_kernel
def test_who_is_out_saves_nodes_where_cards_have_points() -> None:
    deals = [kibitz.game("hearts(players=3)").deal(seed, cards=8) for seed in range(6)]
    with_it, without = (
        [kibitz.solve(deal, algorithm) for deal in deals]
        for algorithm in ("outcome-sets", "outcome-sets(out=none)")
    )
    assert [one.line for one in with_it] == [one.line for one in without]
    assert sum(one.stats.visited for one in with_it) < sum(one.stats.visited for one in without)


@needs_kernel
@pytest.mark.parametrize("left_out", LEFT_OUT)
def test_what_is_left_out_costs_nodes(left_out: str) -> None:
    deals = [spades(9, seed, "tricks") for seed in range(10)]
    whole, without = (
        sum(search(deal, algorithm).stats.expanded for deal in deals)
        for algorithm in ("outcome-sets", f"outcome-sets({left_out})")
    )
    assert without > whole


@needs_kernel
def test_a_table_that_is_too_small_costs_nodes_and_no_answer() -> None:
    position = spades(12, 1, "tricks")
    small, large = (search(position, table_mb=size) for size in (1, 64))
    assert answer(small) == answer(large)
    assert small.stats.expanded > large.stats.expanded


@pytest.mark.parametrize("engine", ["reference", pytest.param("kernel", marks=needs_kernel)])
@given(nodes=st.integers(1, 3000))
@settings(max_examples=30, deadline=None)
def test_a_search_that_is_stopped_tells_what_is_still_possible(engine: str, nodes: int) -> None:
    position = spades(9, 5)
    whole = kibitz.solve(position, "outcome-sets")
    found = kibitz.solve(position, "outcome-sets", engine=engine, limit=Limit(nodes=nodes))
    assert whole.value is not None
    if found.complete:
        assert (found.value, found.bounds) == (whole.value, None)
        return
    assert found.stopped == "nodes"
    assert found.bounds is not None
    for (least, most), payoff in zip(found.bounds, whole.value, strict=True):
        assert payoff is not None
        assert least <= payoff <= most
    settled = all(least == most for least, most in found.bounds)
    known = ("exact", whole.value) if settled else ("bound", None)
    assert (found.certainty, found.value) == known


@pytest.mark.parametrize("engine", ["reference", pytest.param("kernel", marks=needs_kernel)])
def test_bounds_that_leave_one_vector_are_the_value(engine: str) -> None:
    deal = kibitz.game("hearts(players=3)").deal(0, cards=5)
    position = deal.play(deal.legal_moves()[-1])
    stopped = kibitz.solve(position, "outcome-sets", engine=engine, limit=Limit(nodes=20))
    whole = kibitz.solve(position, "outcome-sets")
    assert (whole.stats.visited, stopped.stopped) == (23, "nodes")
    assert (stopped.certainty, stopped.value) == ("exact", whole.value)


@pytest.mark.parametrize("engine", ["reference", pytest.param("kernel", marks=needs_kernel)])
def test_bounds_are_of_what_a_later_position_can_have(engine: str) -> None:
    """Who has a heart can no longer end with the queen alone."""
    game = kibitz.game("hearts(players=3,lead=first,first_trick=any)")
    first, later = map(
        game.parse, ("4..764. Q.32..K A5..5.A", "4..76. Q.2..K A5...A 2 - 0,0,1 broken")
    )
    found = kibitz.solve(
        later,
        "outcome-sets",
        engine=engine,
        limit=Limit(nodes=2),
        table=TranspositionTable(1, first),
    )
    assert found.bounds == LeafTable.of(later).bounds(later.outcomes())


@needs_kernel
def test_every_card_costs_little_more_than_one_with_one_table() -> None:
    for seed in range(4):
        position = spades(10, seed, "tricks")
        alone = kibitz.solve(position, "outcome-sets").stats.visited
        every = kibitz.analyse(position, "outcome-sets")
        assert every.complete
        kept = TranspositionTable(256, position)
        nodes = [search(position.play(row.move), table=kept).stats.visited for row in every.moves]
        apart = sum(search(position.play(row.move)).stats.visited for row in every.moves)
        assert sum(nodes) < apart
        assert alone < apart


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
    draw = random.Random(seed)
    position = draw.choice((random_hearts, random_trump_deal))(seed, cards=3)
    assert isinstance(position, TrickPosition)
    if position.is_over:
        return
    for _ in range(draw.randrange(3)):  # often in the middle of a trick
        if len(position.table) + 1 < len(position.hands):
            position = position.play(draw.choice(position.moves()))
    sure = sure_tricks(position)
    for end in ends(position):
        assert all(
            most >= now + more for most, now, more in zip(end, position.taken, sure, strict=True)
        )


@needs_kernel
@pytest.mark.parametrize("trump", ["S", "H", "D", "C", "none"])
def test_both_engines_agree_after_every_lead(trump: str) -> None:
    game = kibitz.game(f"oh_hell(players=3,cards=4,trump={trump},utility=tricks)")
    for seed in range(25):
        deal = game.deal(seed)
        for lead in deal.moves():
            kernel, reference = (
                kibitz.solve(deal.play(lead), "outcome-sets", engine=engine)
                for engine in ("kernel", "reference")
            )
            assert (kernel.value, kernel.line) == (reference.value, reference.line)
            assert kernel.stats == reference.stats


@needs_kernel
@pytest.mark.parametrize(
    "text",
    [
        "2...Q8 97..42. AK..7.4 0 DQ 0,0,0",
        ".65.3. .J.Q.32 7.A..JT 0 CA 0,0,0",
        "T...AT .5.Q2.K 7.3.8.4 0 DK 0,0,0",
    ],
)
def test_a_trick_that_is_won_at_the_root_counts(text: str) -> None:
    """All follow suit to the highest card; g++ 12.2 did not see it, see CMakeLists.txt."""
    position = kibitz.game("oh_hell(players=3,cards=4,trump=S,utility=tricks)").parse(text)
    assert isinstance(position, TrickPosition)
    assert sure_tricks(position)[0] >= 1
    kernel, reference = search(position), search(position, engine="reference")
    assert (kernel.value, kernel.stats) == (reference.value, reference.stats)


SPADES = "spades(players=3,breaking=false)"
HEARTS = "hearts(players=3,lead=first,breaking=none)"


def after(game: str, hands: str, moves: str) -> TrickPosition:
    """The position after some cards."""
    position = kibitz.History.of(kibitz.game(game).parse(hands), moves).position
    assert isinstance(position, TrickPosition)
    return position


def test_a_trick_that_nobody_can_beat_any_more_is_sure() -> None:
    assert sure_tricks(after(SPADES, "3.A.. 2.2.. .K5..", "HA")) == (2, 0, 0)
    # Here player 1 may trump it.
    assert sure_tricks(after(SPADES, "3.A.. 2..2. .K5..", "HA")) == (1, 0, 0)


@pytest.mark.parametrize(
    ("game", "hands", "played", "order"),
    [
        # A heart that nobody beats; then diamonds, which all follow; the club, which player 2
        # trumps; the trump that can be beaten.
        (SPADES, "3.A.Q4.A 2.3.KT.K AT.2.J9.", "", "HA DQ D4 CA S3"),
        # The cheapest card that wins for good, and what loses.
        (SPADES, ".KT.2.2 4.AQ3.. 2.J2..3", "HT", "HQ HA H3"),
        # Nothing wins for good: what may win, from below; then what loses.
        (SPADES, ".5.2.3 .T83.. .K92..", "H5", "H8 HT H3"),
        # Player 2 trumps higher: discards, those with most cards above them first, then a trump.
        (SPADES, ".K.2.3 5..8.T Q..A.2", "HK", "D8 CT S5"),
        # For points the short suit first; last a heart, and before it what nobody can beat.
        (HEARTS, "A.5.A7.K Q4.6.3.4 2.9.Q.AT", "SA S4 S2", "CK D7 DA H5"),
        # No points so far: what wins, then what loses.
        (HEARTS, "..5.3 ..K3. ..A4.", "D5", "DK D3"),
        # The queen of spades is on the table: what loses first.
        (HEARTS, "Q3...3 KJ...4 A2...5", "C3 C4 C5 S2 SQ", "SJ SK"),
    ],
)
def test_the_order_by_suits_begins_with_what_wins_for_good_and_ducks_points(
    game: str, hands: str, played: str, order: str
) -> None:
    assert " ".join(map(str, after(game, hands, played).ordered("suits"))) == order


@needs_kernel
@pytest.mark.parametrize("utility", ["own_utilities:more", "own_utilities:less"])
def test_where_points_are_good_the_order_by_suits_begins_with_what_wins(utility: str) -> None:
    hearts = "hearts(players=3,cards=4,lead=first,breaking=none,first_trick=any)"
    game = replace(kibitz.game(hearts), utility=kibitz.Utility.parse(utility))  # type: ignore
    for seed in range(6):
        start = game.deal(seed)
        assert engine_differences(start, [Algorithm.parse("outcome-sets(order=suits)")]) == []
    with_queen = game.parse("Q.3..4 K2.4.. A.5..5").play("SQ")
    first = "SK" if utility.endswith("more") else "S2"
    assert str(with_queen.ordered("suits")[0]) == first


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


@given(seeds)
@settings(max_examples=100, deadline=None)
def test_who_is_out_takes_nothing_more_in_any_line(seed: int) -> None:
    position = random.Random(seed).choice((random_hearts, random_trump_deal))(seed)
    assert isinstance(position, TrickPosition)
    if position.is_over or position.table:
        return
    by_side = position.game.by_side
    for side in sides_out(position):
        assert {by_side(end)[side] for end in ends(position)} == {by_side(position.taken)[side]}


def forced_on(position: TrickPosition, side: int) -> int:
    """What a side takes at most if it avoids that, and all others want it."""
    if position.is_over:
        return position.outcome[side]
    found = [forced_on(position.play(move), side) for move in position.moves()]
    return min(found) if position.side == side else max(found)


@given(seeds)
@settings(max_examples=60, deadline=None)
def test_who_is_safe_can_avoid_every_further_trick(seed: int) -> None:
    position = random.Random(seed).choice((random_hearts, random_trump_deal, random_odd))(seed)
    assert isinstance(position, TrickPosition)
    if position.is_over or position.table or position.tricks_left > 4:
        return
    for side in sides_safe(position):
        assert forced_on(position, side) == position.game.by_side(position.taken)[side]


@pytest.mark.parametrize(
    ("hands", "leader", "safe"),
    [
        ("...97 ...T8 ..A2.", 1, {0, 2}),  # below the others one by one; alone with a suit
        ("...97 ...T8 ..A2.", 2, {0}),  # nobody else can take a diamond
        ("...97 ...T8 ..A2.", 0, {2}),  # the T falls on the 7, and then the 9 beats the 8
        ("..7.7 ..8.8 ..9.9", 0, {0}),
        ("7...7 ...98 ...TJ", 1, set()),  # trumps may have to win
    ],
)
def test_who_is_safe_in_small_hands(hands: str, leader: int, safe: set[int]) -> None:
    position = cast("TrickPosition", kibitz.game("spades(players=3,breaking=false)").parse(hands))
    assert sides_safe(replace(position, leader=leader)) == safe


RAMSCH = kibitz.game("skat(contract=ramsch)")


@needs_kernel
@given(seed=seeds, played=st.integers(0, 4))
@settings(max_examples=15, deadline=None)
def test_boxes_of_outcomes_give_the_answer_of_plain_maxn(seed: int, played: int) -> None:
    position = cast("TrickPosition", RAMSCH.deal(seed % 10**6, cards=4))
    for _ in range(played):
        position = position.play(position.moves()[seed % len(position.moves())])
    algorithm = random_algorithm(random.Random(seed))
    found = search(position, algorithm)
    assert (found.outcome, list(found.moves or ())) == maxn(position, str(algorithm.order))
    assert search(position, algorithm, "reference").stats == found.stats


@needs_kernel
@pytest.mark.parametrize("left_out", [*LEFT_OUT, "out=none"])
def test_boxes_of_outcomes_whatever_is_left_out(left_out: str) -> None:
    for seed in (2, 3):
        position = cast("TrickPosition", RAMSCH.deal(seed, cards=6))
        found = search(position, f"outcome-sets({left_out})")
        assert answer(found) == answer(search(position))


@needs_kernel
def test_no_answer_is_empty_on_larger_deals_under_any_setting() -> None:
    for seed in range(3):
        position = spades(10, seed, "tricks" if seed % 2 else "smot")
        whole = search(position)
        for life in (1, 2, 4, 12):
            found = search(position, f"outcome-sets(life={life})")
            assert answer(found) == answer(whole)


def test_a_hand_written_small_deal_is_solved_by_hand() -> None:
    game = kibitz.game("spades(players=3,breaking=false)")
    hands = [hand_of(map(int, cards)) for cards in ((0, 14), (13, 2), (1, 15))]
    position = game.parse(" ".join(map(write_hand, hands)))
    assert isinstance(position, TrickPosition)
    found = kibitz.solve(position, "outcome-sets", engine="reference")
    # Player 0 holds SA HK, player 1 HA SQ, player 2 SK HQ: both aces take a trick in any case,
    # and plain suits are led before trumps.
    assert sure_tricks(position) == (1, 0, 0)
    assert found.outcome == (1, 1, 0)
    assert " ".join(map(str, found.line)) == "HK HA HQ SQ SK SA"


@needs_kernel
@pytest.mark.parametrize("utility", ["smot", "tricks"])
def test_several_threads_find_the_same_answer_as_one(utility: str) -> None:
    position = spades(12, 1, utility)
    alone = search(position)
    for threads in (2, 3):
        found = search(position, threads=threads)
        assert answer(found) == answer(alone)


@needs_kernel
def test_a_line_is_found_where_the_table_is_full_when_several_threads_end() -> None:
    """Four searches in five ended in an error here, as chance would have it."""
    game = kibitz.game("spades(players=3,bids=3/3/3,utility=momb)")
    position = cast("TrickPosition", game.deal(148, cards=12))
    alone = answer(search(position))
    for _ in range(10):
        assert answer(search(position, threads=2)) == alone


@needs_kernel
def test_several_threads_stop_when_one_is_told_to() -> None:
    position = spades(17, 1, "tricks")
    found = search(position, threads=3, nodes=400_000)
    assert found.stopped == "nodes"
    assert 400_000 <= found.stats.visited < 401_000, "the nodes of all threads count"


@needs_kernel
@pytest.mark.parametrize(
    ("total", "sides"),
    [*itertools.product([62, 63, 64, 65, 120, 361, 500], [2, 3]), (20, 4), (33, 4)],
)
def test_any_number_of_points_is_shared_out_right(total: int, sides: int) -> None:
    for seed in range(4):
        position = random_points(seed, total, sides)
        algorithm = (
            random_algorithm(random.Random(seed)) if seed else Algorithm.parse("outcome-sets")
        )
        found = search(position, algorithm)
        outcome, moves = maxn(position, str(algorithm.order))
        assert (found.outcome, list(found.moves or ())) == (outcome, moves), (
            position.game,
            position,
        )
        if total <= 120:
            assert search(position, algorithm, "reference").stats == found.stats


def test_the_reference_has_a_bit_for_each_outcome_that_there_is() -> None:
    position = replace(random_points(1, 500, 3), leader=0)
    grid = Grid(LeafTable.of(position).outcomes, LeafTable.of(position).payoffs)
    assert grid.everything.bit_length() == len(list(position.outcomes())) < 20_000


@needs_kernel
@pytest.mark.parametrize("algorithm", ["outcome-sets", "leaf-table", "partition"])
def test_a_kept_table_is_for_those_who_held_the_cards_on_the_table(algorithm: str) -> None:
    game = kibitz.game("spades(players=2,breaking=false,utility=tricks)")
    first, other = game.parse("AJ.3.. K.K2.."), game.parse("J.3.. K... 1 SA 0,1")
    assert isinstance(first, TrickPosition)
    assert isinstance(other, TrickPosition)
    kept = TranspositionTable()
    search(first, algorithm, table=kept)
    assert not ADAPTER.goes_on(first, other), "the ace is another's"
    assert answer(search(other, algorithm, table=kept)) == answer(search(other, algorithm))


@needs_kernel
def test_small_searches_are_left_to_one_thread() -> None:
    position = spades(9, 2, "tricks")
    assert search(position, threads=3) == search(position)


class TestTrace:
    """What happens in a search, in words."""

    def test_each_visit_of_the_search_is_a_step_and_each_cut_says_why(self) -> None:
        for seed in range(5):
            position = spades(5, seed)
            steps = list(kibitz.trace(position, "outcome-sets"))
            stats = kibitz.solve(position, "outcome-sets", engine="reference").stats
            kinds = [step.kind for step in steps]
            assert (kinds.count("visit"), kinds.count("cut")) == (
                stats.visited,
                stats.cuts["question"],
            )
            assert all(step.why for step in steps if step.kind == "cut")
            assert all(step.asked for step in steps if step.kind == "visit")
            assert all(step.possible for step in steps if step.kind in ("leaf", "hit"))

    def test_a_trace_tells_questions_answers_and_the_value(self) -> None:
        game = kibitz.game("spades(players=3,breaking=false)")
        shown = kibitz.trace(game.parse("7..K.4 .2..K7 J...A3"), "outcome-sets").show()
        lines = [line.strip() for line in shown.splitlines()]
        assert lines[0] == "root  [10 outcomes?]"
        assert "the line to it:" in lines
        assert lines[-1] == "= (1, 0, 2)"

    def test_it_can_be_drawn_without_the_line(self) -> None:
        position = spades(3, 1)
        drawn = kibitz.trace(position, "outcome-sets").svg()
        assert "root" not in drawn
        assert "question: " in kibitz.trace(position, "outcome-sets").show()


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
            (
                "outcome-sets(table=exact)",
                "'table=exact' is for maxn, equilibria, mixed, offensive, prob, minimax, paranoid",
            ),
            ("outcome-sets(test=linear)", "'test=linear' is for maxn and equilibria, not for"),
            ("outcome-sets(prune=speculative)", "'prune=speculative' is for maxn"),
            ("maxn(sure=used)", "'sure=used' is for outcome-sets"),
            ("maxn(table=sets)", "'table=sets' is for outcome-sets"),
        ],
    )
    def test_parts_that_do_not_go_together_are_refused(self, text: str, reason: str) -> None:
        with pytest.raises(kibitz.KibitzError, match=reason):
            kibitz.Algorithm.parse(text)

    @pytest.mark.parametrize("ask", [kibitz.solve, kibitz.trace, kibitz.analyse])
    def test_whatever_is_asked_refuses_other_games_with_the_same_advice(self, ask: Any) -> None:
        with pytest.raises(kibitz.InvalidAlgorithm, match="not for tree; use leaf-table"):
            ask(kibitz.game("tree").deal(1), "outcome-sets")

    def test_other_games_are_refused_in_a_line(self) -> None:
        with pytest.raises(
            kibitz.KibitzError, match="'outcome-sets' is for trick games, not for tree"
        ):
            kibitz.solve(kibitz.game("tree").deal(1), "outcome-sets")

    def test_points_that_are_taken_away_are_refused_and_not_the_default(self) -> None:
        deal = WithJack(players=3).deal(1, cards=10)
        assert kibitz.strongest(deal).preset == "leaf-table"
        with pytest.raises(kibitz.KibitzError, match="needs cards of 0 points and more"):
            kibitz.solve(deal, "outcome-sets")

    @pytest.mark.skipif(not BUILT, reason="there is no C++ compiler here")
    def test_threads_change_no_answer(self) -> None:
        position = kibitz.game("spades(players=3,breaking=false)").deal(1, 10)
        one = kibitz.solve(position, "outcome-sets")
        two = kibitz.solve(position, "outcome-sets", limit=kibitz.Limit(threads=2))
        assert (one.value, one.line) == (two.value, two.line)
