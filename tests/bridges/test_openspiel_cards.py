"""Card games of OpenSpiel: views of what a seat has seen, worlds as states, bots, ISMCTS."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import kibitz
from kibitz.bridges.openspiel import KibitzBot, Resampler

GAMES = (
    "spades",
    "hearts",
    "hearts(can_lead_any_club=true,no_pts_on_first_trick=false)",
    "skat",
    "euchre",
    "euchre(allow_lone_defender=true,stick_the_dealer=false)",
    "oh_hell(players=3)",
    "oh_hell(players=5,off_bid_penalty=true,points_per_trick=2)",
    "bridge(use_double_dummy_result=false,dealer=2)",
)
Act = Callable[[pyspiel.State], int]


def states(game: Any, seed: int, act: Act | None = None) -> Iterator[pyspiel.State]:
    """The states of a game in which somebody is to act; by default at random."""
    draw = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(draw.choice([action for action, _ in state.chance_outcomes()]))
            continue
        yield state
        state.apply_action(act(state) if act else draw.choice(state.legal_actions()))
    yield state


def told(state: pyspiel.State, player: int) -> list[str]:
    """What OpenSpiel says that a player knows."""
    kind = state.get_game().get_type()
    found = []
    if kind.provides_information_state_string:
        found.append(state.information_state_string(player))
    if kind.provides_observation_string:
        found.append(state.observation_string(player))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_moves_of_the_view_are_the_legal_actions(name: str) -> None:
    game, asked = pyspiel.load_game(name), Counter[str]()
    table = KibitzBot(game, "random").table
    for seed in range(10):
        for state in states(game, seed):
            sight = None if state.is_terminal() else table.sight(state, state.current_player())
            if sight is None or not table.asks(sight):
                continue
            view = table.view(sight)
            asked[view.asks] += 1
            assert kibitz.View.parse(str(view)) == view
            if view.asks != "pass":
                moves = sorted(table.action(sight, move) for move in view.moves())
                assert moves == state.legal_actions(), view
    assert asked["play"] > 15


@pytest.mark.parametrize("name", GAMES)
def test_a_resampled_state_looks_the_same_and_a_bot_chooses_the_same_there(name: str) -> None:
    game, resampled, others = pyspiel.load_game(name), Resampler(seed=1), 0
    bot = KibitzBot(game, "playouts(worlds=2)", seed=3)
    table = bot.table
    for seed in range(4):
        for number, state in enumerate(states(game, seed)):
            if state.is_terminal():
                continue
            to_act, any_player = state.current_player(), number % game.num_players()
            for player in (to_act, any_player):
                other = resampled(state, player)
                others += str(other) != str(state)
                assert told(other, player) == told(state, player)
                assert len(other.history()) == len(state.history())
                if table.has_worlds(table.sight(state, player)):
                    assert table.sight(other, player) == table.sight(state, player)
                if player == to_act:
                    assert other.legal_actions() == state.legal_actions()
                if player == to_act and number % 5 == 0:
                    assert bot.step(other) == bot.step(state)
    assert others > 40


def test_what_a_seat_has_seen_holds_no_card_of_another() -> None:
    game = pyspiel.load_game("skat")
    table = KibitzBot(game, "random").table
    (state,) = [each.clone() for each in states(game, 2) if len(each.history()) == 32][:1]
    for action in (32, 38, *(each for each in range(2))):
        state.apply_action(action if action in state.legal_actions() else state.legal_actions()[0])
    for seat in range(3):
        sight = table.sight(state, seat)
        seen = [each.action for each in sight.seen[:32] if each.action is not None]
        assert len(seen) == (12 if seat == 1 else 10)
        assert [each.action is not None for each in sight.seen[34:]] == [seat == 1] * 2


def skat_ending() -> tuple[pyspiel.State, int, int]:
    """A state of Skat late in play, a defender who is to act, and its few worlds."""
    game, draw = pyspiel.load_game("skat"), random.Random(1)
    table = KibitzBot(game, "random").table
    for state in states(game, 1, lambda at: declares(at, draw)):
        player = state.current_player()
        if len(state.history()) > 40 and player:
            number = kibitz.worlds(table.view(table.sight(state, player))).number
            if number < 60:
                return state.clone(), player, number
    raise AssertionError


def declares(state: pyspiel.State, draw: random.Random) -> int:
    """Player 0 plays Grand; cards are played at random."""
    return 37 if 37 in state.legal_actions() else draw.choice(state.legal_actions())


def test_all_worlds_are_equally_likely() -> None:
    state, player, worlds = skat_ending()
    assert worlds > 5
    resampled, draws = Resampler(seed=2), 60 * worlds
    seen = Counter[tuple[str, ...]]()
    for _ in range(draws):
        lines = str(resampled(state, player)).splitlines()
        cards = (line for line in lines if line.startswith(("Player ", "Skat:")))
        seen[tuple(cards)] += 1
    assert len(seen) == worlds
    chi = sum((count - 60) ** 2 / 60 for count in seen.values())
    assert chi < worlds + 4 * (2 * worlds) ** 0.5


def test_the_same_seed_draws_the_same_states() -> None:
    state, player, _ = skat_ending()
    drawn = [[str(each(state, player)) for _ in range(40)] for each in (Resampler(5), Resampler(5))]
    assert drawn[0] == drawn[1] and len(set(drawn[0])) > 1


@pytest.mark.parametrize("name", ["skat", "spades", "bridge(use_double_dummy_result=false)"])
def test_its_ismcts_plays_whole_games_with_our_worlds(name: str) -> None:
    game, stream = pyspiel.load_game(name), np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game,
        mcts.RandomRolloutEvaluator(1, stream),
        2.0,
        max_simulations=6,
        random_state=stream,
        use_observation_string=not game.get_type().provides_information_state_string,
    )
    if name in ("skat", "spades"):
        some = next(each for each in states(game, 1) if len(each.legal_actions()) > 1)
        with pytest.raises(pyspiel.SpielError, match="not implemented"):
            bot.step(some)
    bot.set_resampler(Resampler(seed=1))
    *_, end = states(game, 1, bot.step)
    assert end.is_terminal() and any(end.returns())


@pytest.mark.parametrize("name", GAMES)
def test_our_players_play_whole_games_as_its_bots(name: str) -> None:
    game = pyspiel.load_game(name)
    draw = random.Random(name)

    def otherwise(state: pyspiel.State) -> int:
        return int(draw.choice(state.legal_actions()))

    seats = range(game.num_players())
    bots = [KibitzBot(game, "rules", seed, otherwise) for seed in seats]
    assert len(pyspiel.evaluate_bots(game.new_initial_state(), bots, 1)) == len(seats)


def test_a_player_that_thinks_beats_chance_there() -> None:
    game, gained = pyspiel.load_game("hearts"), 0.0
    thinks, guesses = KibitzBot(game, "rules"), KibitzBot(game, "random")
    for seed in range(12):
        act = [thinks, guesses, guesses, guesses]
        *_, end = states(game, seed, lambda at, act=act: act[at.current_player()].step(at))  # type: ignore[misc]
        gained += end.returns()[0] - sum(end.returns()[1:]) / 3
    assert gained > 0


def test_bids_in_oh_hell_are_chosen_by_worlds_where_it_counts_as_ours() -> None:
    usual, other = (
        pyspiel.load_game(f"oh_hell(players=3,num_tricks_fixed=3{more})")
        for more in ("", ",off_bid_penalty=true")
    )
    for game, by_worlds in ((usual, True), (other, False)):
        bot = KibitzBot(game, "sampling(worlds=12)")
        bids = 0
        for state in states(game, 5):
            if state.is_terminal():
                continue
            view = bot.table.view(bot.table.sight(state, state.current_player()))
            assert bool(view.whole) == by_worlds
            assert not by_worlds or view.as_dict()["dealer"] == state.history()[1]
            if view.asks == "bid":
                bids += 1
                thinking = bot.player.appraisal(view)
                assert thinking is not None and bool(thinking.worlds) == by_worlds
                assert thinking.best() + 52 in state.legal_actions()
        assert bids == 3


def test_our_payoffs_are_its_returns() -> None:
    for name in ("spades", "oh_hell(players=4,off_bid_penalty=true,points_per_trick=2)", "hearts"):
        game, compared = pyspiel.load_game(name), 0
        table = KibitzBot(game, "random").table
        for seed in range(30):
            *_, end = states(game, seed)
            view = table.view(table.sight(end, 0))
            nil = name == "spades" and 0 in view.bids
            outcome = view.game.by_side(view.public.taken)
            ours = view.game.payoffs(outcome)
            theirs = [ours[view.game.side(player)] for player in range(4)]
            if not nil and max(map(abs, end.returns())) < 300:
                compared += 1
                assert theirs == end.returns(), (view, end.returns())
        assert compared > 5


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("tarok", "expected a game whose worlds can be dealt: 'tarok'"),
        ("leduc_poker", "unknown card game that OpenSpiel and Kibitz share 'leduc_poker'"),
        ("hearts(jd_bonus=true)", "expected hearts without jd_bonus"),
        ("oh_hell(num_suits=3)", "expected oh_hell with 52 cards"),
    ],
)
def test_a_game_that_kibitz_does_not_have_is_one_line(name: str, words: str) -> None:
    game = pyspiel.load_game(name)
    with pytest.raises(kibitz.KibitzError) as refused:
        KibitzBot(game, "rules")
    assert words in str(refused.value)


def test_what_is_no_game_and_no_state_to_act_in_is_refused_in_one_line() -> None:
    hearts, spades = pyspiel.load_game("hearts"), pyspiel.load_game("spades")
    with pytest.raises(
        kibitz.KibitzError, match=r"expected a game of OpenSpiel, as pyspiel.load_game"
    ):
        KibitzBot("hearts", "rules")
    bot, start = KibitzBot(hearts, "rules"), hearts.new_initial_state()
    start.apply_action(start.legal_actions()[0])  # which way cards are passed
    for ask in (bot.step, lambda state: Resampler(1)(state, 0)):
        with pytest.raises(kibitz.KibitzError, match="a player is to act: chance in hearts"):
            ask(start)
        with pytest.raises(kibitz.KibitzError, match="expected a state of OpenSpiel: None"):
            ask(None)
    state, draw = spades.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        state.apply_action(draw.choice(state.legal_actions()))
    with pytest.raises(
        kibitz.KibitzError, match=r"expected a state of hearts\(\): one of spades\(\)"
    ):
        bot.step(state)
