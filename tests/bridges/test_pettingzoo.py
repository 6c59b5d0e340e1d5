"""Trick games as environments of PettingZoo, and players as its agents."""

from __future__ import annotations

import json
import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.classic import connect_four_v3, tictactoe_v3
from pettingzoo.test import api_test, seed_test

import kibitz
from kibitz.bridges.pettingzoo import Agent, Environment, Followed, Layout, env
from kibitz.matches.start import begin
from kibitz.players import player

GAMES = (
    "spades(players=3)",
    "hearts",
    "bridge(trump=H)",
    "skat(kitty=taken)",
    "doppelkopf",
    "briscola",
    "whole-spades(to=50)",
    "whole-hearts(to=20)",
    "whole-oh-hell(players=3,most=2)",
    "whole-sergeant-major(hands=3)",
)


@pytest.mark.parametrize("game", GAMES)
def test_it_passes_pettingzoos_own_test(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an observation with a mask is no plain array
        api_test(env(game), num_cycles=150)


def test_the_same_seed_deals_the_same_cards() -> None:
    seed_test(lambda: env("spades(players=3)"), num_cycles=30)


def played(environment: Environment, text: str, seed: int) -> dict[str, float]:
    """What each agent was given in a game that players of Kibitz play."""
    environment.reset(seed=seed)
    names = list(environment.agents)
    agents = {name: Agent(text, number) for number, name in enumerate(names)}
    total = dict.fromkeys(names, 0.0)
    for name in environment.agent_iter():
        last = environment.last()
        total[name] += last[1]
        environment.step(agents[name](*last))
    return total


@pytest.mark.parametrize("game", GAMES)
def test_agents_play_the_game_that_players_play_and_get_its_payoffs(game: str) -> None:
    sitting = begin(game, 5)
    players = [player("rules", number) for number in range(sitting.players)]
    while not sitting.is_over:
        view = sitting.view()  # type: ignore[attr-defined]
        chosen = players[sitting.turn].choose(kibitz.View.from_dict(view.as_dict()))
        named = "/".join(map(str, chosen)) if isinstance(chosen, tuple) else str(chosen)
        sitting = sitting.after(view.move(named))
    expected = [sitting.scores[sitting.side(seat)] for seat in range(sitting.players)]
    assert list(played(env(game), "rules", 5).values()) == expected


@pytest.mark.parametrize("game", GAMES)
def test_the_mask_is_what_the_view_allows(game: str) -> None:
    environment, draw = env(game), np.random.RandomState(1)
    environment.reset(seed=2)
    for _ in range(60):
        observation, _, ended, _, info = environment.last()
        if ended:
            break
        view = kibitz.View.from_dict(json.loads(info["view"]))
        assert str(view) == str(environment.view(environment.agent_selection))
        allowed = np.flatnonzero(observation["action_mask"])
        named = {str(environment.layout.move(int(action))) for action in allowed}
        assert named <= set(map(str, view.moves())) and len(named)
        environment.step(int(draw.choice(allowed)))


def test_observations_are_the_same_whatever_others_hold() -> None:
    game = kibitz.game("spades(players=3,cards=5)")
    deal = game.deal(3)
    view = kibitz.view(deal, [deal.moves()[0]])
    layout = Layout(view.game.pack, 3)
    seen = layout.numbers(view, view.turn, 0).tolist()
    for world in kibitz.worlds(view).sample(20):
        before = [*world.hands]
        before[0] |= 1 << view.plays[0]
        start = kibitz.game(str(game)).parse(" ".join(map(view.game.pack.write_hand, before)))
        other = kibitz.view(start, view.plays)
        assert layout.numbers(other, other.turn, 0).tolist() == seen


def test_the_layout_says_where_the_numbers_are() -> None:
    environment = env("hearts(players=3)")
    environment.reset(seed=1)
    for number in range(4):
        name = environment.agent_selection
        observation = environment.observe(name)
        part = {
            key: observation["observation"][at] for key, at in environment.layout.slices().items()
        }
        view = environment.view(name)
        pack = view.game.pack
        held = [str(pack.cards[card]) for card in np.flatnonzero(part["hand"])]
        assert held == list(map(str, pack.listed(view.hand)))
        assert sorted(part["trick"][part["trick"] > 0]) == list(range(1, number % 3 + 1))
        assert (part["played"] > 0).sum() == number
        assert part["turn"].tolist() == [0, (-(number % 3)) % 3 if number < 3 else 0, 0]
        environment.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_a_wrong_action_is_one_line_and_changes_nothing() -> None:
    environment = env("spades(players=3)")
    environment.reset(seed=1)
    before = environment.observe("player_0")["observation"].tolist()
    for action in (
        -1,
        10_000,
        None,
        int(np.flatnonzero(environment.last()[0]["action_mask"] == 0)[0]),
    ):
        with pytest.raises(kibitz.IllegalMove, match="illegal action"):
            environment.step(action)
    assert environment.observe("player_0")["observation"].tolist() == before


def test_what_is_no_trick_game_is_one_line() -> None:
    with pytest.raises(kibitz.KibitzError, match="expected a trick game: 'chinese_checkers'"):
        env("chinese_checkers")
    with pytest.raises(kibitz.KibitzError, match="expected a view in the agent's info"):
        Agent("rules")({"action_mask": []}, 0, False, False, {})


def transposed(position: Any, action: int) -> int:
    """PettingZoo numbers the squares of Tic-Tac-Toe by columns, OpenSpiel by rows."""
    return action % 3 * 3 + action // 3


def best(position: kibitz.Position) -> int:
    move = kibitz.solve(position).move
    assert move is not None
    return int(move)


@pytest.mark.parametrize("seed", range(4))
def test_a_search_plays_their_tic_tac_toe_and_never_loses(seed: int) -> None:
    start = kibitz.game("openspiel(game=tic_tac_toe,same=text)").start()
    game = Followed(tictactoe_v3.env(), start, transposed)
    game.reset(seed=seed)
    draw, ours, total = np.random.RandomState(seed), f"player_{1 + seed % 2}", 0.0
    for name in game.agent_iter():
        observation, reward, ended, cut, _ = game.last()
        total += reward * (name == ours)
        if ended or cut:
            game.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        assert sorted(transposed(None, int(each)) for each in legal) == sorted(
            map(int, game.position.moves())
        )
        action = int(draw.choice(legal))
        if name == ours:
            action = transposed(None, best(game.position))
        game.step(action)
    assert total >= 0 and game.position.is_over


def test_their_connect_four_is_followed_move_by_move() -> None:
    game = Followed(connect_four_v3.env(), kibitz.game("openspiel(game=connect_four)").start())
    game.reset(seed=1)
    draw = np.random.RandomState(3)
    for _ in game.agent_iter():
        observation, _, ended, cut, _ = game.last()
        if ended or cut:
            break
        legal = [int(each) for each in np.flatnonzero(observation["action_mask"])]
        assert list(map(int, game.position.moves())) == legal
        game.step(draw.choice(legal))
    assert game.position.is_over


def test_what_is_no_action_no_agent_and_no_position_is_refused_in_one_line() -> None:
    game = env("hearts(players=3,cards=4)")
    game.reset(seed=1)
    for action in ("x", 1.5, None, -1, 999):
        with pytest.raises(kibitz.IllegalMove, match=f"illegal action {action} for player_1"):
            game.unwrapped.step(action)
    with pytest.raises(kibitz.KibitzError, match="unknown agent 'player_9'; did you mean"):
        game.observe("player_9")
    with pytest.raises(kibitz.KibitzError, match=r"expected a position, as game.parse reads it"):
        Followed(game, "start")  # type: ignore[arg-type]
