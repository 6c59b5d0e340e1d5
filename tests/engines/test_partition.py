"""Partition search, of two sides and of one against all: equal to plain search in value and line,
in both engines node for node.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from generators import random_few_ranks

import kibitz
from kibitz import Algorithm, KibitzError, Limit, Result, TranspositionTable, TrickPosition, solve
from kibitz.cards.deck import SUIT_CARDS, hand_of, listed
from kibitz.engines.kernel import BUILT
from kibitz.engines.problem import memory
from kibitz.engines.problem.protocol import Problem
from kibitz.engines.reference.driver import drive
from kibitz.engines.reference.tricks.partition import Decided, Partition, PartitionRun
from kibitz.engines.reference.tricks.quick_tricks import second_reaches
from kibitz.scoring import Utility

TWO_SIDES = (
    "bridge",
    "bridge(trump=S)",
    "bridge(trump=H)",
    "bridge(trump=D,teams=0/0/1/1)",
    "bridge(teams=0/1/1/0)",
    "bridge(trump=C,teams=0/1/1/1)",
    "bridge(teams=0/0/0/1)",
    "spades(players=4,teams=0/1/0/1)",
    "spades(players=4,teams=0/1/0/1,breaking=false)",
    "spades(players=3,teams=0/1/1)",
    "spades(players=3,teams=0/1/0,breaking=false)",
    "spades(players=2)",
)
ONE_SIDE = (
    "spades(players=3)",
    "spades(teams=none)",
    "sergeant_major",
    "spades(players=3,breaking=false)",
    "spades(teams=none,breaking=false)",
    "spades",
    "spades(players=3,teams=0/1/0)",
    "spades(players=2)",
    "sergeant_major(trump=H,utility=target)",
    "oh_hell(players=3)",
    "oh_hell(players=4,trump=D)",
    "oh_hell(players=4,teams=0/1/2/1)",
    "bridge",
    "bridge(trump=C)",
)
PARTS = {
    "sure": ("used", "used", "none"),
    "quick": ("used", "used", "none"),
    "later": ("used", "used", "none"),
    "inner": ("weights", "weights", "listed"),
    "order": ("trick", "high", "low"),
}
LEFT_OUT: tuple[dict[str, str], ...] = (
    {},
    {"sure": "none"},
    {"quick": "none"},
    {"later": "none"},
    {"sure": "none", "quick": "none", "later": "none"},
    {"inner": "listed"},
)
GENERAL = {"partition": "alpha-beta", "paranoid-partition": "paranoid"}
ALL_THAT_HELPS = "window=zero,heuristic=taken,table=bounds,keys=relative,probe=trick"

both_searches = pytest.mark.parametrize("preset", GENERAL)
needs_kernel = pytest.mark.skipif(not BUILT, reason="the kernel is not built")
both_engines = pytest.mark.parametrize(
    "engine", [pytest.param("kernel", marks=needs_kernel), "reference"]
)


def by_pairs(tricks: tuple[int, ...]) -> tuple[int, ...]:
    """Only every second trick counts, so that there are ties; two sides want the opposite."""
    own = [one // 2 for one in tricks]
    return (own[0], -own[0]) if len(own) == 2 else tuple(own)


def fewest(tricks: tuple[int, ...]) -> tuple[int, ...]:
    """Each side wants the other to take the tricks."""
    return tricks[1], tricks[0]


def two_camps(seed: int, cards: int, preset: str = "partition") -> TrickPosition:
    """A deal for one of these searches, often from few ranks, perhaps in the middle of it."""
    games = TWO_SIDES if preset == "partition" else ONE_SIDE
    return random_few_ranks(seed, cards, games, by_pairs)


def composition(seed: int, preset: str) -> Algorithm:
    """Any such search."""
    draw = random.Random(f"parts {seed}")
    parts = {axis: draw.choice(choices) for axis, choices in PARTS.items()}
    if draw.random() < 0.2:
        parts |= {"table": "none", "keys": "absolute", "probe": "card"}
    return Algorithm.parse(preset, **parts)


def answer(result: Result) -> tuple[object, ...]:
    return result.value, result.line, result.outcome, result.certainty


@both_searches
@pytest.mark.parametrize("batch", range(10))
def test_it_equals_plain_search(batch: int, preset: str) -> None:
    for seed in range(60 * batch, 60 * (batch + 1)):
        position, algorithm = two_camps(seed, 1 + seed % 4, preset), composition(seed, preset)
        found = solve(position, algorithm)
        assert answer(found) == answer(solve(position, algorithm.plain())), (position, algorithm)


def squeezed(seed: int) -> TrickPosition:
    """Without trumps, one hand has the highest cards of three suits, and the others the fourth."""
    draw = random.Random(f"squeeze {seed}")
    victim, cards = draw.randrange(1, 4), draw.choice((3, 3, 4))
    alone = "/".join(str(int(player == victim)) for player in range(4))
    game: Any = kibitz.game(f"bridge(teams={draw.choice((alone, alone, '0/1/0/1'))})")
    fourth, *others = draw.sample(range(4), 4)
    long = draw.sample(range(13 * fourth, 13 * fourth + 13), 13)
    low = draw.sample([13 * suit + rank for suit in others for rank in (10, 11, 12)], 9)
    hands = []
    for player in range(4):
        hand = [13 * suit for suit in others]
        if player != victim:
            hand = [long.pop() for _ in range(draw.choice((1, 2, 2, 2, 3)))]
        while len(hand) < cards:
            hand.append((low or long).pop())
        hands.append(hand_of(hand))
    position: TrickPosition = game.deal(seed, cards)
    return replace(position, hands=tuple(hands), leader=draw.randrange(4))


@pytest.mark.parametrize("batch", range(3))
def test_who_holds_three_highest_cards_can_be_squeezed(batch: int) -> None:
    for seed in range(500 * batch, 500 * (batch + 1)):
        position = squeezed(seed)
        plain = answer(solve(position, "alpha-beta(order=trick)"))
        assert answer(solve(position, "partition")) == plain, position
        if seed % 10 == 0:
            assert answer(solve(position, "partition", engine="reference")) == plain, position


@both_engines
def test_three_hands_squeeze_one_out_of_three_suits(engine: str) -> None:
    """West must throw an ace on the second heart; whose suit it is then takes the trick."""
    game = kibitz.game("oh_hell(players=4,trump=none)")
    position = game.parse("2.74.. A.2.A.A .T93.2. .865..2 0 HK 0,0,0,0")
    for algorithm in ("paranoid-partition", "paranoid"):
        assert solve(position, algorithm, engine=engine).value == (None, 0, None, None)


FIVE_SUITS = """
players = 4
sides = [0, 1, 0, 1]
cards = 3
suits = "A B X Y Z"
ranks = "A K Q J T 9 8 7 6 5 4 3 2"
trump = "none"
count = "tricks"
"""


def test_two_hands_do_so_with_two_suits_to_lead(tmp_path: Path) -> None:
    file = tmp_path / "five.toml"
    file.write_text(FIVE_SUITS)
    position = kibitz.game(str(file)).parse("A.2.2.. ..A.A.A .A..2.2 32.3...")
    for algorithm in ("partition", "alpha-beta"):
        assert solve(position, algorithm).value == (3, 0)


@needs_kernel
@both_searches
@pytest.mark.parametrize("batch", range(10))
def test_the_kernel_visits_the_nodes_of_the_reference(batch: int, preset: str) -> None:
    for seed in range(25 * batch, 25 * (batch + 1)):
        position, algorithm = two_camps(seed, 2 + seed % 5, preset), composition(seed, preset)
        kernel = solve(position, algorithm, engine="kernel")
        reference = solve(position, algorithm, engine="reference")
        assert answer(kernel) == answer(reference), (position, algorithm)
        assert kernel.stats == reference.stats, (position, algorithm)


@needs_kernel
@both_searches
@pytest.mark.parametrize("batch", range(10))
def test_it_equals_alpha_beta_on_larger_deals(batch: int, preset: str) -> None:
    for seed in range(100 * batch, 100 * (batch + 1)):
        position, algorithm = two_camps(seed, 5 + seed % 2, preset), composition(seed, preset)
        general = Algorithm.parse(f"{GENERAL[preset]}({ALL_THAT_HELPS})", order=algorithm.order)
        assert answer(solve(position, algorithm)) == answer(solve(position, general)), position


@needs_kernel
@both_searches
@pytest.mark.parametrize("at", range(3))
@pytest.mark.parametrize("cards", [8, 9, 10])
def test_parts_that_are_left_out_change_no_answer(at: int, cards: int, preset: str) -> None:
    game = (TWO_SIDES if preset == "partition" else ONE_SIDE)[at]
    for seed in range(4):
        position = kibitz.game(game).deal(seed, cards)
        found = [solve(position, Algorithm.parse(preset, **parts)) for parts in LEFT_OUT]
        assert len({answer(result) for result in found}) == 1, position


@needs_kernel
def test_every_part_saves_nodes() -> None:
    """On deals without a trump and with one together, each part is worth something."""
    deals = [kibitz.game(game).deal(seed, 9) for game in TWO_SIDES[:2] for seed in range(15)]
    nodes = [
        sum(solve(deal, Algorithm.parse("partition", **parts)).stats.visited for deal in deals)
        for parts in LEFT_OUT
    ]
    assert nodes[0] == min(nodes)
    assert len(set(nodes)) == len(nodes)


@pytest.mark.parametrize("engine", [pytest.param("kernel", marks=needs_kernel), "reference"])
@both_searches
@pytest.mark.parametrize("size", [1, 2**10, 2**12], ids="{} bytes".format)
def test_a_table_of_any_size_changes_no_answer(
    size: int, engine: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tight = room = 0
    for seed in range(60 if engine == "kernel" else 12):
        position = two_camps(seed, 5, preset)
        whole = solve(position, preset, engine=engine)
        with monkeypatch.context() as patch:
            patch.setattr(memory, "MEGABYTE", size)
            found = solve(position, preset, engine=engine, limit=Limit(table_mb=1))
        assert answer(found) == answer(whole), position
        tight, room = tight + found.stats.visited, room + whole.stats.visited
    assert tight >= room


@needs_kernel
def test_a_table_that_overflows_is_full() -> None:
    deal = kibitz.game("bridge").deal(1)
    tight, room = (solve(deal, "partition", limit=Limit(table_mb=mb)) for mb in (1, 256))
    assert answer(tight) == answer(room)
    assert tight.stats.visited > room.stats.visited


@pytest.mark.parametrize("engine", [pytest.param("kernel", marks=needs_kernel), "reference"])
def test_all_leaders_and_what_follows_share_one_table(engine: str) -> None:
    for seed in range(6):
        deal: Any = kibitz.game("bridge(trump=S)").deal(seed, 5)
        table = TranspositionTable(deal=deal)
        for leader in range(4):
            position: Any = replace(deal, leader=leader)
            for _ in range(3):
                shared = solve(position, "partition", engine=engine, table=table)
                alone = solve(position, "partition", engine=engine)
                assert answer(shared) == answer(alone), position
                assert shared.stats.visited <= alone.stats.visited
                position = position.play(position.legal_moves()[-1])
        assert table.emptied == 0


def test_low_cards_can_be_dealt_anew_below_what_an_answer_rests_on() -> None:
    """The contract of the search, for questions of all kinds."""
    rested = 0
    for seed in range(150):
        draw = random.Random(f"anew {seed}")
        position = two_camps(seed, 4)
        if position.is_over or position.table:
            continue
        need = draw.randint(1, 4)
        found = asked(position, need)
        rested += found.ranks == 0
        assert asked(dealt_anew(position, found.ranks, draw), need).yes == found.yes, position
    assert 0 < rested < 75


def test_quick_tricks_after_the_lead_rest_on_what_they_say() -> None:
    """Low cards are dealt anew many times, and others answer whether the tricks are still there."""
    found = {1: 0, 2: 0, 3: 0}
    for seed in range(2500):
        draw = random.Random(f"second {seed}")
        position = two_camps(seed, 4)
        if position.is_over or position.table:
            continue
        position = position.play(draw.choice(position.legal_moves()))
        if position.is_over or len(position.table) != 1:
            continue
        theirs = position.game.side(position.leader) != 0
        for goal in found:
            if goal > position.tricks_left:
                continue
            ranks = second_reaches(position, goal, counts_sure=True)
            if ranks is None:
                continue
            found[goal] += 1
            need = goal if theirs else position.tricks_left - goal + 1
            for _ in range(5):
                other = dealt_anew(position, ranks, draw)
                said = asked(other, need, "partition(sure=none,quick=none,later=none)")
                assert said.yes == theirs, (position, other, goal)
    assert min(found.values()) > 10


@pytest.mark.parametrize(
    ("hands", "goal", "rests"),
    [
        ("3.2.42. A.AK..5 2.3..A6 ...7432", 1, "HA"),
        ("3.2.42. A.AK..5 2.3..A6 ...7432", 2, "HA SA"),  # or a heart is ruffed
        ("3.2.42. A.AK..5 2.3..A6 ...7432", 3, "HA SA"),
        ("3.2.42. A.AK..5 2.3..A6 ...7432", 4, None),
        ("3.2.4. AK.A.. 2.3.5. ..67.8", 2, "HA SA"),  # who draws trumps must have the lead
        (".2.4. .A..A .3.5. 32...", 2, None),  # a partner who must ruff has the lead
        ("3.2.. .A..A 2..5. ..67.", 1, None),  # the other foe may ruff
        (".A.. .K.. .3.. ..6.", 1, None),
    ],
)
def test_quick_tricks_after_the_lead(hands: str, goal: int, rests: str | None) -> None:
    """Hearts are led, the lowest that the leader has; spades are trumps."""
    position = kibitz.game("bridge(trump=S)").parse(hands)
    position = position.play(next(move for move in position.moves() if str(move)[0] == "H"))
    assert isinstance(position, TrickPosition)
    ranks = second_reaches(position, goal, counts_sure=False)
    shown = None if ranks is None else " ".join(sorted(map(str, listed(ranks))))
    assert shown == rests


def asked(position: TrickPosition, need: int, parts: str = "partition") -> Decided:
    algorithm = Algorithm.parse(parts)
    search = algorithm.search
    assert isinstance(search, Partition)
    problem = Problem(position, algorithm, Limit(), TranspositionTable(1))
    events = drive(PartitionRun(search, problem).node(position, need, 0))
    while True:
        try:
            next(events)
        except StopIteration as end:
            found: Decided = end.value
            return found


def dealt_anew(position: TrickPosition, ranks: int, draw: random.Random) -> TrickPosition:
    """Each hand keeps its lengths, and the cards down to the lowest of these."""
    hands = [0] * len(position.hands)
    for suit in SUIT_CARDS:
        lowest = (ranks & suit).bit_length() - 1
        low = [card for hand in position.hands for card in listed(hand & suit) if card > lowest]
        draw.shuffle(low)
        for player, hand in enumerate(position.hands):
            for card in listed(hand & suit):
                hands[player] |= 1 << (low.pop() if card > lowest else card)
    return replace(position, hands=tuple(hands))


@both_searches
@pytest.mark.parametrize("engine", [pytest.param("kernel", marks=needs_kernel), "reference"])
def test_stopped_early_it_says_what_is_certain(engine: str, preset: str) -> None:
    game = "bridge(trump=H)" if preset == "partition" else "spades(players=3)"
    for seed in range(3):
        position = kibitz.game(game).deal(seed, 5)
        whole = solve(position, preset, engine=engine)
        assert whole.value is not None
        seen = []
        for nodes in range(1, whole.stats.visited, 1 + whole.stats.visited // 30):
            stopped = solve(position, preset, engine=engine, limit=Limit(nodes=nodes))
            assert (stopped.stopped, stopped.stats.visited) == ("nodes", nodes)
            if stopped.value is not None:
                seen.append(stopped.value[position.side] or 0)
                assert stopped.move is None or stopped.move in position.moves()
        assert seen == sorted(seen)
        assert max(seen, default=0) <= (whole.value[position.side] or 0)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            "spades(players=3)",
            "partition needs two sides, and spades has 3; use paranoid-partition",
        ),
        ("spades(players=2,bids=1/1,utility=wl)", "partition needs opposite interests"),
        ("hearts", "'partition' needs a game of tricks, not hearts; use paranoid or maxn"),
        ("tree(players=2)", "'partition' needs a game of tricks, not tree; use alpha-beta"),
    ],
)
def test_it_refuses_games_it_does_not_fit(game: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        solve(kibitz.game(game).deal(1), "partition")


def test_a_trump_that_is_turned_up_is_no_rule_that_changes() -> None:
    game = kibitz.game("oh_hell(players=4,teams=0/1/0/1)")
    for seed in range(20):
        deal = game.deal(seed, 3)
        assert solve(deal, "partition").value == solve(deal, "alpha-beta").value


def test_sides_that_want_to_lose_tricks_are_for_alpha_beta() -> None:
    bridge: Any = kibitz.game("bridge")
    deal = replace(bridge, utility=Utility(fewest)).deal(1, 4)
    with pytest.raises(KibitzError, match="'partition' needs sides that want tricks, not bridge"):
        solve(deal, "partition")
    assert kibitz.strongest(deal).preset == "alpha-beta"
    assert solve(deal).value == solve(deal, "alpha-beta").value


def test_it_is_what_two_sides_who_take_tricks_are_searched_by() -> None:
    assert str(kibitz.strongest(kibitz.game("bridge").deal(1))) == "partition"
    assert str(kibitz.strongest(kibitz.game("spades(teams=0/1/0/1)").deal(1))) == "partition"
    assert kibitz.strongest(kibitz.game("spades(players=3)").deal(1)).preset != "partition"


@pytest.mark.parametrize("engine", ["reference", pytest.param("kernel", marks=needs_kernel)])
def test_a_stopped_search_with_the_table_of_a_deal_may_be_sure_of_less_than_was_taken(
    engine: str,
) -> None:
    deal = kibitz.game("bridge(cards=6,trump=H)").deal(84)
    played = "S6 S4 SJ D8 DT D3 D4 DK C3 C2 DQ CT S3 S9 S8 D2"
    position = kibitz.History.of(deal, played).position
    whole = solve(position, "partition").value
    for nodes in range(1, 30):
        table, limit = TranspositionTable(4, deal), Limit(nodes=nodes)
        found = solve(position, "partition", engine=engine, table=table, limit=limit)
        if found.certainty == "at least":
            pairs = zip(found.value or (), whole or (), strict=True)
            assert all(sure is None or sure <= (value or 0) for sure, value in pairs)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("partition(window=full)", "'window=full' is for minimax, paranoid, opps and brs"),
        ("partition(table=bounds)", "'table=bounds' is for maxn, .* not for partition"),
        ("partition(keys=absolute)", "use keys=relative and probe=trick"),
        (
            "partition(width=2)",
            "'width=2' is for maxn, equilibria, mixed, offensive, prob, minimax, paranoid, opps",
        ),
        ("alpha-beta(table=partition)", "'table=partition' is for partition"),
        ("alpha-beta(quick=used)", "'quick=used' is for outcome-sets, .* partition and"),
        ("outcome-sets(inner=weights)", "'inner=weights' is for partition"),
    ],
)
def test_parts_that_do_not_go_together_are_refused(text: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        Algorithm.parse(text)
