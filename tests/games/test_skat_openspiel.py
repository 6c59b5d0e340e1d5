"""Skat side by side with OpenSpiel: random games, the same rules at every card."""

from __future__ import annotations

import random
import re
from typing import Any

import pyspiel
import pytest

import kibitz
from kibitz.cards import TrickPosition

GAMES = 60
"""How many games of each contract are played."""


def legal_cards(state: pyspiel.State) -> dict[str, int]:
    """The cards that OpenSpiel lets the mover play, with their actions."""
    mover = state.current_player()
    return {state.action_to_string(mover, action): action for action in state.legal_actions()}


def chance(state: pyspiel.State, draw: random.Random) -> None:
    """Let chance deal while it is to move."""
    while state.is_chance_node():
        state.apply_action(draw.choice([action for action, _ in state.chance_outcomes()]))


def written(
    game: Any, hands: list[list[str]], suits: str, leader: int, taken: list[int]
) -> TrickPosition:
    """The position of Kibitz with these hands."""
    texts = []
    for hand in hands:
        parts = [[card[1] for card in hand if card[0] == suit] for suit in suits]
        texts.append(".".join("".join(ranks) for ranks in parts))
    position = game.parse(f"{' '.join(texts)} {leader} - {','.join(map(str, taken))}")
    assert isinstance(position, TrickPosition)
    return position


KINDS = ("diamonds", "hearts", "spades", "clubs", "grand", "null")


def drawn(line: str) -> list[str]:
    """Cards that OpenSpiel shows as characters of Unicode, 🂡 and so on."""
    found = []
    for sign in line:
        suit, rank = divmod(ord(sign) - 0x1F0A0, 16)
        if suit in range(4) and rank:
            found.append("SHDC"[suit] + " A23456789TJCQK"[rank])
    return found


def start_of_skat(kind: str, declarer: int, draw: random.Random) -> pyspiel.State:
    """A state of OpenSpiel where the first card is to be led."""
    state = pyspiel.load_game("skat").new_initial_state()
    chance(state, draw)
    while state.current_player() != declarer:
        state.apply_action(legal_cards(state)["unknown/pass"])
    state.apply_action(legal_cards(state)[kind])
    for _ in range(2):  # laid away
        state.apply_action(draw.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("declarer", range(3))
@pytest.mark.parametrize("kind", KINDS)
def test_skat(kind: str, declarer: int) -> None:
    contract = f"contract={kind}" if kind in ("grand", "null") else f"trump={kind[0].upper()}"
    game = kibitz.game(f"skat({contract},declarer={declarer})")
    draw = random.Random(f"{kind} {declarer}")
    for _ in range(GAMES // 3):
        state = start_of_skat(kind, declarer, draw)
        lines = str(state).splitlines()
        hands = [drawn(line) for line in lines if line.startswith("Player ")]
        eyes = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
        skat = [card for line in lines if line.startswith("Skat:") for card in drawn(line)]
        assert len(skat) == 2 and [len(hand) for hand in hands] == [10] * 3
        worth = 0 if kind == "null" else sum(eyes.get(card[1], 0) for card in skat)
        taken = [worth * (player == declarer) for player in range(3)]
        position = written(game, hands, "CSHD", state.current_player(), taken)
        while not state.is_terminal():
            actions = legal_cards(state)
            assert position.turn == state.current_player(), position
            assert set(map(str, position.legal_moves())) == set(actions), position
            card = draw.choice(sorted(actions))
            state.apply_action(actions[card])
            position = position.play(card)
            if position.settled:
                # The taker of the last trick is told as well.
                told = re.search(r"Last trick won by player (\d)", str(state))
                assert told is not None and position.leader == int(told[1]), position
        outcome = position.game.by_side(position.taken)
        side = position.game.side_of[declarer]
        if kind == "null":  # there play ends with the declarer's first trick
            made = outcome[side] == 0
            assert position.is_over or not made, position
        else:
            assert position.is_over, position
            points = re.search(r"Points \(Solo / Team\): \((\d+) / (\d+)\)", str(state))
            assert points is not None
            assert (outcome[side], outcome[1 - side]) == (int(points[1]), int(points[2])), position
            made = outcome[side] >= 61
            payoffs = kibitz.game(f"skat({contract},declarer={declarer},utility=goal)")
            assert made == bool(payoffs.payoffs(position.outcome)[side])
        assert made == (state.returns()[declarer] > 0), position
