"""Euchre side by side with OpenSpiel: random games, the same rules at every card."""

from __future__ import annotations

import random

import pyspiel
from rule_books import game_of

from kibitz.cards import hand_of

SUITS = {"Spades": "S", "Hearts": "H", "Diamonds": "D", "Clubs": "C"}
Turn = tuple[int, str, list[str]]


def played(seed: int, alone: bool = False) -> tuple[str, int, list[Turn], list[float]]:
    """Trump, maker, who played which card of which legal ones, and the points."""
    draw = random.Random(seed)
    state = pyspiel.load_game("euchre").new_initial_state()
    trump, maker, turns = "", 0, list[Turn]()
    while not state.is_terminal():
        mover = state.current_player()
        if state.is_chance_node():
            state.apply_action(draw.choice([action for action, _ in state.chance_outcomes()]))
            continue
        names = {state.action_to_string(mover, action): action for action in state.legal_actions()}
        if "Alone" in names and not alone:
            del names["Alone"]
        choice = "Alone" if "Alone" in names else draw.choice(sorted(names))
        if choice in SUITS:
            trump, maker = SUITS[choice], mover
        elif len(choice) == 2:
            turns.append((mover, choice, sorted(names)))
        state.apply_action(names[choice])
    cards = 15 if alone else 20
    discards = (
        len(turns) - cards
    )  # the dealer's, if it was told to take the card that was turned up
    return trump, maker, turns[max(discards, 0) :], state.returns()


def test_random_games_have_the_same_movers_legal_cards_and_points() -> None:
    full = 0
    for seed in range(300):
        trump, maker, turns, returns = played(seed)
        if len(turns) < 20:  # all passed
            continue
        full += 1
        game = game_of(f"euchre(trump={trump},declarer={maker})")
        hands = [
            hand_of(game.pack.read_card(card) for mover, card, _ in turns if mover == player)
            for player in range(4)
        ]
        text = " ".join(map(game.pack.write_hand, hands))
        position = game.parse(f"{text} {turns[0][0]} - 0,0,0,0")
        for mover, card, names in turns:
            assert position.turn == mover, position
            assert sorted(map(str, position.legal_moves())) == names, position
            position = position.play(card)
        ours = game.payoffs(position.outcome)
        assert ours == (returns[0], returns[1]), position
    assert full > 250


def test_a_maker_who_goes_alone_has_the_same_movers_legal_cards_and_points() -> None:
    full, marches = 0, 0
    for seed in range(300):
        trump, maker, turns, returns = played(seed, alone=True)
        if len(turns) < 15:  # all passed
            continue
        full += 1
        seats = [player for player in range(4) if player != (maker + 2) % 4]
        game = game_of(f"euchre(contract=alone,trump={trump},declarer={seats.index(maker)})")
        hands = [
            hand_of(game.pack.read_card(card) for mover, card, _ in turns if mover == player)
            for player in seats
        ]
        text = " ".join(map(game.pack.write_hand, hands))
        position = game.parse(f"{text} {seats.index(turns[0][0])} - 0,0,0")
        for mover, card, names in turns:
            assert seats[position.turn] == mover, position
            assert sorted(map(str, position.legal_moves())) == names, position
            position = position.play(card)
        ours = game.payoffs(position.outcome)
        assert all(ours[game.side_of[at]] == returns[seat] for at, seat in enumerate(seats))
        marches += max(map(abs, ours)) == 4
    assert full > 250
    assert marches > 0
