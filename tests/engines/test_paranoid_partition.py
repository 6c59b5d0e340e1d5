"""The paranoid reduction by partition search: equal to plain paranoid search, in both engines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from generators import random_deal, random_few_ranks, random_trump_deal

import kibitz
from kibitz import (
    Algorithm,
    KibitzError,
    Limit,
    Position,
    Result,
    TranspositionTable,
    TrickGame,
    solve,
)
from kibitz.engines import memory
from kibitz.engines.kernel import BUILT

PRESET = "paranoid-partition"
GENERAL = "paranoid(window=zero,heuristic=taken,table=bounds,keys=relative,probe=trick)"
GAMES = (
    "spades(players=3)",
    "spades(players=3,breaking=false)",
    "spades(teams=none)",
    "spades(teams=none,breaking=false)",
    "spades",
    "spades(players=3,teams=0/1/0)",
    "spades(players=2)",
    "sergeant_major",
    "sergeant_major(trump=H,utility=target)",
    "oh_hell(players=3)",
    "oh_hell(players=4,trump=D)",
    "oh_hell(players=4,teams=0/1/2/1)",
    "bridge",
    "bridge(trump=C)",
)
LEFT_OUT: tuple[dict[str, str], ...] = (
    {},
    {"sure": "none"},
    {"quick": "none"},
    {"later": "none"},
    {"inner": "listed"},
    {"table": "none", "keys": "absolute", "probe": "card"},
)

needs_kernel = pytest.mark.skipif(not BUILT, reason="the kernel is not built")
both_engines = pytest.mark.parametrize(
    "engine", [pytest.param("kernel", marks=needs_kernel), "reference"]
)


def by_pairs(tricks: Sequence[int]) -> list[int]:
    """Only every second trick counts, so that there are ties."""
    return [own // 2 for own in tricks]


def ahead(tricks: Sequence[int]) -> list[int]:
    """Tricks beyond those of all others: by one's own alone, since all are shared out."""
    return [2 * own - sum(tricks) for own in tricks]


def fewest(tricks: Sequence[int]) -> list[int]:
    """Nobody wants tricks."""
    return [-own for own in tricks]


def partners_first(position: Any) -> list[Any]:
    """An order that asks whose partner is winning."""
    moves, game = list(position.moves()), position.game
    return moves[::-1] if game.side(position.leader) == game.side(position.turn) else moves


def one_against_all(seed: int, cards: int) -> Position:
    return random_few_ranks(seed, cards, GAMES, by_pairs)


def composition(seed: int) -> Algorithm:
    """Any such search, with one of its parts left out, or with all."""
    draw = random.Random(f"parts {seed}")
    parts = draw.choice(LEFT_OUT)
    return Algorithm.parse(PRESET, **parts, order=draw.choice(("trick", "high", "low")))


def answer(result: Result) -> tuple[object, ...]:
    return result.value, result.line, result.move, result.outcome, result.certainty


@pytest.mark.parametrize("batch", range(10))
def test_it_equals_plain_paranoid_search(batch: int) -> None:
    for seed in range(60 * batch, 60 * (batch + 1)):
        position, algorithm = one_against_all(seed, 1 + seed % 4), composition(seed)
        found = solve(position, algorithm)
        assert answer(found) == answer(solve(position, algorithm.plain())), (position, algorithm)


@pytest.mark.parametrize("make", [random_deal, random_trump_deal])
def test_it_does_so_under_any_rules_and_says_where_it_does_not_fit(make: Any) -> None:
    fits = {True: 0, False: 0}
    for seed in range(300):
        position, algorithm = make(seed), composition(seed)
        try:
            found = answer(solve(position, algorithm))
        except KibitzError as error:
            assert "use paranoid" in str(error)
            found = ()
        else:
            plain = answer(solve(position, algorithm.plain()))
            assert found == plain, (position.game, position, algorithm)
        if not position.is_over:
            fits[bool(found)] += 1
            assert kibitz.prospect(position, algorithm).prunes == bool(found)
    assert min(fits.values()) > 40


@needs_kernel
@pytest.mark.parametrize("batch", range(10))
def test_the_kernel_visits_the_nodes_of_the_reference(batch: int) -> None:
    for seed in range(25 * batch, 25 * (batch + 1)):
        position, algorithm = one_against_all(seed, 2 + seed % 5), composition(seed)
        kernel = solve(position, algorithm, engine="kernel")
        reference = solve(position, algorithm, engine="reference")
        assert answer(kernel) == answer(reference), (position, algorithm)
        assert kernel.stats == reference.stats, (position, algorithm)


@needs_kernel
@pytest.mark.parametrize("batch", range(5))
def test_it_equals_alpha_beta_on_larger_deals(batch: int) -> None:
    for seed in range(60 * batch, 60 * (batch + 1)):
        position, algorithm = one_against_all(seed, 5 + seed % 2), composition(seed)
        general = Algorithm.parse(GENERAL, order=algorithm.order)
        assert answer(solve(position, algorithm)) == answer(solve(position, general)), position


@needs_kernel
@pytest.mark.parametrize("game", ["spades(players=3)", "sergeant_major", "spades(teams=none)"])
def test_parts_that_are_left_out_change_no_answer(game: str) -> None:
    for seed in range(4):
        position = kibitz.game(game).deal(seed, 9)
        found = [solve(position, Algorithm.parse(PRESET, **parts)) for parts in LEFT_OUT[:-1]]
        assert len({answer(result) for result in found}) == 1, position


@needs_kernel
@pytest.mark.parametrize("game", ["spades(players=3)", "sergeant_major"])
@pytest.mark.parametrize("turn", range(3))
def test_a_whole_deal_is_that_of_one_team_against_the_other(game: str, turn: int) -> None:
    deal: Any = replace(kibitz.game(game).deal(4), leader=turn)  # type: ignore[type-var]
    teams = ((0, 1, 1), (0, 1, 0), (0, 0, 1))[turn]
    found = solve(deal, PRESET)
    other = solve(replace(deal, game=replace(deal.game, teams=teams)), "partition")
    assert found.complete
    assert len(found.line) == 3 * deal.game.hand_size
    assert (found.line, found.stats) == (other.line, other.stats)
    assert other.value is not None
    own = other.value[teams[turn]]
    assert found.value == tuple(own if player == turn else None for player in range(3))


def test_two_sides_that_want_the_opposite_have_the_value_of_minimax() -> None:
    for seed in range(20):
        position = kibitz.game("bridge(trump=S)").deal(seed, 4)
        found, both = solve(position, PRESET), solve(position, "partition")
        assert both.value is not None
        assert found.value == (both.value[0], None)
        assert found.line == both.line


@both_engines
def test_every_side_can_ask_with_one_table(engine: str) -> None:
    """What was found for one side does not answer for another; for the same one it does."""
    for seed in range(6):
        position, table = kibitz.game("spades(players=3)").deal(seed, 5), TranspositionTable()
        before, emptied, nodes = None, 0, [0, 0]
        while not position.is_over:
            for _ in range(2):
                shared = solve(position, PRESET, engine=engine, table=table)
                alone = solve(position, PRESET, engine=engine)
                assert answer(shared) == answer(alone), position
                nodes = [nodes[0] + shared.stats.visited, nodes[1] + alone.stats.visited]
                emptied += before not in (None, position.turn)
                before = position.turn
                assert table.emptied == emptied
            position = position.play(random.Random(seed).choice(position.legal_moves()))
        assert emptied > 5
        assert nodes[0] < nodes[1]


@both_engines
@pytest.mark.parametrize("size", [1, 2**12], ids="{} bytes".format)
def test_a_table_of_any_size_changes_no_answer(
    size: int, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tight = room = 0
    for seed in range(40 if engine == "kernel" else 12):
        position = one_against_all(seed, 5)
        whole = solve(position, PRESET, engine=engine)
        with monkeypatch.context() as patch:
            patch.setattr(memory, "MEGABYTE", size)
            found = solve(position, PRESET, engine=engine, limit=Limit(table_mb=1))
        assert answer(found) == answer(whole), position
        tight, room = tight + found.stats.visited, room + whole.stats.visited
    assert tight >= room


@both_engines
def test_stopped_early_it_says_what_is_certain(engine: str) -> None:
    position = kibitz.game("spades(players=3)").deal(2, 5)
    whole = solve(position, PRESET, engine=engine)
    assert whole.value is not None
    seen = []
    for nodes in range(1, whole.stats.visited, 5):
        stopped = solve(position, PRESET, engine=engine, limit=Limit(nodes=nodes))
        assert (stopped.stopped, stopped.stats.visited) == ("nodes", nodes)
        if stopped.value is not None:
            assert (stopped.certainty, stopped.value[1:]) == ("at least", (None, None))
            seen.append(stopped.value[0] or 0)
    assert seen
    assert seen == sorted(seen)
    assert seen[-1] <= (whole.value[0] or 0)


def test_many_positions_are_searched_as_one_by_one_whoever_is_to_move() -> None:
    game = kibitz.game("spades(players=3)")
    deals = [game.deal(seed, 4) for seed in range(6)]
    for positions in (deals, [*deals, deals[0].play(deals[0].moves()[0])]):
        for found, position in zip(
            kibitz.solve_many(game, positions, PRESET, workers=1), positions, strict=True
        ):
            assert isinstance(found, Result)
            alone = solve(position, PRESET)
            assert (answer(found), found.stats) == (answer(alone), alone.stats)


def test_with_more_than_four_players_the_reference_searches() -> None:
    for seed in range(10):
        position = kibitz.game("oh_hell(players=5)").deal(seed, 3)
        found = solve(position, PRESET)
        assert found.engine == "reference"
        assert answer(found) == answer(solve(position, "paranoid(order=trick)"))
    with pytest.raises(KibitzError, match="it has partition search for up to 4 players"):
        solve(position, PRESET, engine="kernel")


def test_an_order_of_ones_own_is_asked_about_the_game_as_it_is() -> None:
    for seed in range(20):
        position = kibitz.game("spades(players=4,teams=0/1/2/1)").deal(seed, 3)
        algorithm = Algorithm.parse(PRESET, order=partners_first)
        assert answer(solve(position, algorithm)) == answer(solve(position, algorithm.plain()))


def test_a_trace_names_the_player_who_asks() -> None:
    deal = kibitz.game("spades(players=3)").deal(1, 3)
    position = deal.play(deal.moves()[0]).play(deal.play(deal.moves()[0]).moves()[0])
    steps = list(kibitz.trace(position, PRESET))
    assert {side for step in steps for side in step.bounds} == {2}
    assert steps[-1].value == solve(position, PRESET).value
    assert any("P2 gets" in step.why for step in steps)


def test_own_payoffs_need_only_rise_with_the_own_tricks() -> None:
    game: Any = kibitz.game("spades(players=3)")
    for seed in range(10):
        deal = replace(game, utility=kibitz.Utility(ahead)).deal(seed, 4)
        assert answer(solve(deal, PRESET)) == answer(solve(deal, "paranoid(order=trick)"))


BY_TRICKS = "payoffs that go by one's own tricks, the more the better"


@pytest.mark.parametrize(
    ("game", "lacks"),
    [
        ("spades(players=3,bids=1/1/1,utility=mot)", BY_TRICKS),
        ("spades(players=3,bids=1/1/1,utility=smot)", BY_TRICKS),
        ("spades(players=3,bids=1/1/1,utility=momb)", BY_TRICKS),
        ("spades(players=3,bids=1/1/1,utility=oh)", BY_TRICKS),
        ("sergeant_major(utility=place)", BY_TRICKS),
        ("hearts(players=3)", "a game of tricks"),
        ("tree", "a game of tricks"),
        ("chinese_checkers", "a game of tricks"),
    ],
)
@both_engines
def test_it_refuses_games_it_does_not_fit(game: str, lacks: str, engine: str) -> None:
    read = kibitz.game(game)
    with pytest.raises(KibitzError) as error:
        solve(read.deal(1), PRESET, engine=engine)
    assert str(error.value) == f"'{PRESET}' needs {lacks}, not {read}; use paranoid"


def test_those_who_want_no_tricks_are_for_paranoid() -> None:
    game: Any = kibitz.game("spades(players=3)")
    deal = replace(game, utility=kibitz.Utility(fewest)).deal(1, 4)
    with pytest.raises(KibitzError, match="the more the better"):
        solve(deal, PRESET)


@dataclass(frozen=True, repr=False)
class Doubled(TrickGame):
    """Payoffs in code, not by a utility."""

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(2 * own for own in outcome)


def test_payoffs_that_a_game_says_in_code_are_for_paranoid() -> None:
    deal = Doubled(players=3).deal(1, 4)
    with pytest.raises(KibitzError, match="needs teams and payoffs said by data"):
        solve(deal, PRESET)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{PRESET}(window=full)", f"'window=full' is not for {PRESET}; use zero"),
        (f"{PRESET}(table=bounds)", f"'table=bounds' is not for {PRESET}; use table=partition"),
        ("paranoid(table=partition)", f"'table=partition' is for partition and {PRESET}"),
        ("paranoid(quick=used)", f"'quick' is for outcome-sets, partition and {PRESET}"),
    ],
)
def test_parts_that_do_not_go_together_are_refused(text: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        Algorithm.parse(text)
