"""The paranoid reduction by partition search: what it fits, and what `test_partition` leaves."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest
from generators import random_deal, random_trump_deal

import kibitz
from kibitz import (
    Algorithm,
    KibitzError,
    Result,
    TranspositionTable,
    TrickGame,
    solve,
)
from kibitz.engines.kernel import BUILT

PRESET = "paranoid-partition"
ORDERS = ("trick", "high", "low")

needs_kernel = pytest.mark.skipif(not BUILT, reason="the kernel is not built")
both_engines = pytest.mark.parametrize(
    "engine", [pytest.param("kernel", marks=needs_kernel), "reference"]
)


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


def answer(result: Result) -> tuple[object, ...]:
    return result.value, result.line, result.move, result.outcome, result.certainty


@pytest.mark.parametrize("make", [random_deal, random_trump_deal])
def test_it_does_so_under_any_rules_and_says_where_it_does_not_fit(make: Any) -> None:
    fits = {True: 0, False: 0}
    for seed in range(300):
        position, algorithm = make(seed), Algorithm.parse(PRESET, order=ORDERS[seed % 3])
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
        (f"{PRESET}(window=full)", f"is for minimax, paranoid.* not for backup={PRESET}"),
        (f"{PRESET}(table=bounds)", f"'table=bounds' is for maxn, .* not for {PRESET}"),
        ("paranoid(table=partition)", f"'table=partition' is for partition and {PRESET}"),
        ("paranoid(quick=used)", f"'quick=used' is for outcome-sets, .* partition and {PRESET}"),
    ],
)
def test_parts_that_do_not_go_together_are_refused(text: str, message: str) -> None:
    with pytest.raises(KibitzError, match=message):
        Algorithm.parse(text)
