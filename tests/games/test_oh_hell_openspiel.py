"""Oh Hell side by side with OpenSpiel: random games, the same rules at every card."""

from __future__ import annotations

import random

import pyspiel
import pytest

import kibitz
from kibitz.cards import Card, hand_of, read_card, write_hand

POINTS = 1000
"""For each trick, so that tricks can be read from returns whatever a bid adds."""


def deal_and_bid(players: int, tricks: int, draw: random.Random) -> tuple[pyspiel.State, str]:
    """A state of OpenSpiel where play begins, and the same as our text."""
    state = pyspiel.load_game(
        f"oh_hell(players={players},num_tricks_fixed={tricks},points_per_trick={POINTS})"
    ).new_initial_state()
    names: list[str] = []
    while state.is_chance_node():
        action = draw.choice([action for action, _ in state.chance_outcomes()])
        names.append(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    dealer, cards = int(names[1]), [read_card(name) for name in names[2:]]
    *dealt, turned = cards
    hands = [write_hand(hand_of(dealt[player::players])) for player in range(players)]
    for _ in range(players):
        state.apply_action(draw.choice(state.legal_actions()))
    taken = ",".join("0" * players)
    return state, f"{' '.join(hands)} {(dealer + 1) % players} - {taken} turned={turned}"


def legal_cards(state: pyspiel.State) -> dict[Card, int]:
    """The cards that OpenSpiel lets the mover play, with their actions."""
    mover = state.current_player()
    return {
        read_card(state.action_to_string(mover, action)): action for action in state.legal_actions()
    }


@pytest.mark.parametrize("players", range(3, 8))
def test_random_games_have_the_same_movers_legal_cards_and_tricks(players: int) -> None:
    game = kibitz.game(f"oh_hell(players={players})")
    for seed in range(300):
        draw = random.Random(f"{players} {seed}")
        state, text = deal_and_bid(players, draw.randint(1, 51 // players), draw)
        position = kibitz.game(str(game), cards=51 // players).parse(text)
        while not state.is_terminal():
            actions = legal_cards(state)
            assert position.turn == state.current_player(), position
            assert list(position.legal_moves()) == sorted(actions), position
            card = draw.choice(sorted(actions))
            state.apply_action(actions[card])
            position = position.play(card)
        assert position.is_over
        assert position.outcome == tuple(int(points) // POINTS for points in state.returns())
