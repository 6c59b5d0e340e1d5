"""Random games of Chinese Checkers beside OpenSpiel: where pieces start, steps, chains of jumps.

OpenSpiel moves one jump at a time and then asks whether the chain goes on, so a move here
is a path of its actions. Its points have the same numbers. It ends a game only when all
ten pieces of the mover are in the goal, so games are compared up to an end of either kind.
"""

from __future__ import annotations

import random

import pyspiel
import pytest

import kibitz
from kibitz.games.chinese_checkers import PASS, BoardPosition, ChineseCheckers, listed

GAMES = 4
STOP = 726
"""The action that ends a chain, or passes."""

Ends = dict[tuple[int, int], list[int]]


def their_moves(state: pyspiel.State) -> Ends:
    """Where each piece can go, with the actions that lead there."""
    mover = state.current_player()
    found: Ends = {}

    def follow(state: pyspiel.State, start: int, actions: list[int]) -> None:
        for action in state.legal_actions():
            if action == STOP:
                continue
            name = state.action_to_string(mover, action)
            jump = "=>" in name
            here, _, end = name.partition("=>" if jump else "->")
            move = (int(here) if start < 0 else start, int(end))
            if move in found:
                continue
            found[move] = [*actions, action]
            if jump:
                child = state.child(action)
                if not child.is_terminal() and child.current_player() == mover:
                    found[move].append(STOP)
                    follow(child, move[0], [*actions, action])

    follow(state, -1, [])
    return found


def their_board(state: pyspiel.State) -> str:
    return "".join(str(state).partition("Player")[0].split())


def our_board(position: BoardPosition) -> str:
    board = ["."] * 121
    for player, own in enumerate(position.pieces):
        for point in listed(own):
            board[point] = str(player + 1)
    return "".join(board)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_moves_are_chains_of_their_jumps(players: int) -> None:
    game = kibitz.game(f"chinese_checkers(players={players})")
    assert isinstance(game, ChineseCheckers)
    chains = 0
    for seed in range(GAMES):
        draw = random.Random(seed)
        position = game.start()
        state = pyspiel.load_game(f"chinese_checkers(players={players})").new_initial_state()
        while True:
            assert our_board(position) == their_board(state)
            if position.is_over or state.is_terminal():
                break
            assert position.turn == state.current_player()
            theirs = their_moves(state)
            assert list(position.moves()) == (sorted(theirs) or [PASS])
            some = position.ordered("gain")[: draw.choice((3, 10, 100))]
            move = draw.choice(some)
            actions = theirs.get(move, [STOP])
            chains += len(actions) > 2
            for action in actions:
                state.apply_action(action)
            position = position.play(move)
        if state.is_terminal() and position.made < game.longest:
            assert position.home is not None
    assert chains > 50
