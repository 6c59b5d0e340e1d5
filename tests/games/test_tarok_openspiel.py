"""Tarok of Slovenia, which is not built in, as a file of rules side by side with OpenSpiel.

Legal cards and takers of tricks, for three players. Points are not compared: Tarok counts cards
in threes and rounds, and scores bonuses. Left out is what a file cannot say: colour valat, in
which taroks must be played but do not beat other suits; that the pagat, the lowest tarok, is played
only for want of other cards in contracts without tricks, and that it takes a trick with the two
highest of them.
"""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pyspiel
import pytest

import kibitz
from kibitz.cards import TrickPosition

GAMES = 150
"""How many are begun; some end early."""

RULES = """
title = "Tarok, the play"
book = "pagat.com, Slovenian Tarok"
players = 3
cards = 16
suits = "H D S C"
more = { T = "22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1" }
trump = "T"
void = "trump"

[ranks]
H = "K Q C J 1 2 3 4"
D = "K Q C J 1 2 3 4"
S = "K Q C J 10 9 8 7"
C = "K Q C J 10 9 8 7"

[contract.positive]

[contract.negative]
void = "overtrump"
head = "all"
"""

KINDS = {
    "KLOP": "negative",
    "BEGGAR": "negative",
    "OPEN_BEGGAR": "negative",
}
ROMAN = {"I": 1, "V": 5, "X": 10}


def own_name(name: str) -> str:
    """The name that the file has for a card."""
    if " of " in name:
        rank, _, suit = name.partition(" of ")
        courts = {"King": "K", "Queen": "Q", "Knight": "C", "Jack": "J"}
        return suit[0] + courts.get(rank, rank)
    taroks = {"Pagat": 1, "IIII": 4, "Mond": 21, "Skis": 22}
    if name in taroks:
        return f"T{taroks[name]}"
    worths = [ROMAN[letter] for letter in name]
    less = sum(2 * one for one, after in pairwise(worths) if one < after)
    return f"T{sum(worths) - less}"


def legal_names(state: pyspiel.State) -> dict[str, int]:
    mover = state.current_player()
    return {state.action_to_string(mover, action): action for action in state.legal_actions()}


def start(draw: random.Random) -> pyspiel.State:
    """A state where the first card is to be led."""
    seed = draw.randrange(10**6)  # by which OpenSpiel deals
    state = pyspiel.load_game(f"tarok(players=3,rng_seed={seed})").new_initial_state()
    while not str(state.current_game_phase()).endswith("TRICKS_PLAYING"):
        if state.is_chance_node():
            state.apply_action(draw.choice([action for action, _ in state.chance_outcomes()]))
            continue
        names = legal_names(state)
        names.pop("Colour valat without", None)
        if "Pass" in names and draw.random() < 0.6:
            state.apply_action(names["Pass"])
        else:
            state.apply_action(draw.choice(sorted(names.values())[:3]))
    return state


def position_of(place: Path, state: pyspiel.State) -> TrickPosition:
    contract = str(state.selected_contract()).partition(".")[2]
    game = kibitz.game(f"{place}(contract={KINDS.get(contract, 'positive')})")
    order = {card.name: place for place, card in enumerate(game.pack.cards)}  # type: ignore[attr-defined]
    hands = []
    for player in range(3):
        cards = [own_name(state.card_action_to_string(card)) for card in state.player_cards(player)]
        cards.sort(key=order.__getitem__)
        suits = [[card[1:] for card in cards if card[0] == suit] for suit in "HDSCT"]
        hands.append(".".join(map(",".join, suits)))
    position = game.parse(f"{' '.join(hands)} {state.current_player()} - 0,0,0")
    assert isinstance(position, TrickPosition)
    return position


@pytest.fixture
def place(tmp_path: Path) -> Path:
    found = tmp_path / "tarok.toml"
    found.write_text(RULES)
    return found


def test_random_games_have_the_same_movers_and_legal_cards(place: Path) -> None:
    seen: dict[str, int] = {}
    for seed in range(GAMES):
        draw = random.Random(seed)
        state = start(draw)
        position = position_of(place, state)
        kind = str(position.game.arguments()["contract"])
        while not state.is_terminal():
            names = legal_names(state)
            theirs = {own_name(name) for name in names}
            ours = set(map(str, position.legal_moves()))
            if kind == "negative":
                ours = ours - {"T1"} or ours
            assert position.turn == state.current_player(), position
            assert ours == theirs, f"{kind} {position}"
            name = draw.choice(sorted(names))
            trick = {*map(str, position.table), own_name(name)}
            state.apply_action(names[name])
            position = position.play(own_name(name))
            seen[kind] = seen.get(kind, 0) + position.settled
            if {"T21", "T22"} <= trick:  # now the pagat takes the trick, and is bound to
                break
    assert min(seen["positive"], seen["negative"]) > 500, seen
