"""The play of Bridge side by side with OpenSpiel: random games, the same rules at every card."""

from __future__ import annotations

import random
import re

import pyspiel
import pytest

import kibitz
from kibitz.cards import Card, hand_of, read_card, write_hand
from kibitz.games.bridge import pbn

CALLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "none": "NT"}
GAME = pyspiel.load_game("bridge(use_double_dummy_result=false)")


def names(state: pyspiel.State) -> dict[str, int]:
    """What the mover may do, by OpenSpiel's names."""
    mover = state.current_player()
    return {state.action_to_string(mover, action): action for action in state.legal_actions()}


def card(name: str) -> Card:
    """The card that OpenSpiel writes `♥10`."""
    suits = {symbol: suit for suit, symbol in CALLS.items()}
    return read_card(suits[name[0]] + name[1:].replace("10", "T"))


def deal_and_bid(trump: str, declarer: int, draw: random.Random) -> tuple[pyspiel.State, str]:
    """A state of OpenSpiel where the opening lead is due, and the hands in PBN."""
    state = GAME.new_initial_state()
    dealt: list[Card] = []
    while state.is_chance_node():
        action = draw.choice([action for action, _ in state.chance_outcomes()])
        dealt.append(card(state.action_to_string(state.current_player(), action)))
        state.apply_action(action)
    hands = [write_hand(hand_of(dealt[player::4])) for player in range(4)]
    calls = ["Pass"] * declarer + [f"{draw.randint(1, 7)}{CALLS[trump]}"] + ["Pass"] * 3
    for call in calls:
        state.apply_action(names(state)[call])
    first = draw.randrange(4)
    return state, f"{pbn.SEATS[first]}:{' '.join([*hands[first:], *hands[:first]])}"


@pytest.mark.parametrize("trump", CALLS)
@pytest.mark.parametrize("declarer", range(4))
def test_random_play_has_the_same_movers_legal_cards_and_tricks(trump: str, declarer: int) -> None:
    dummy, leader = (declarer + 2) % 4, (declarer + 1) % 4
    for seed in range(50):
        draw = random.Random(f"{trump} {declarer} {seed}")
        state, deal = deal_and_bid(trump, declarer, draw)
        position = kibitz.game(f"bridge(trump={trump})").parse(f"{deal} {leader} - 0,0,0,0")
        while not state.is_terminal():
            actions = {card(name): action for name, action in names(state).items()}
            mover = declarer if position.turn == dummy else position.turn
            assert mover == state.current_player(), position
            assert list(position.legal_moves()) == sorted(actions), position
            played = draw.choice(sorted(actions))
            state.apply_action(actions[played])
            position = position.play(played)
        assert position.is_over
        won = re.search(r"Declarer tricks won: (\d+)", str(state))
        assert won is not None
        assert position.outcome[declarer % 2] == int(won[1])
