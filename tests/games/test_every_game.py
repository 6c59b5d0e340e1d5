"""Conformance: what every game in the folder must keep, found by the registry.

The most of it is `check_game`, which authors use as well; test_check tests it.
"""

from __future__ import annotations

import copy
import itertools
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import kibitz
from kibitz import Position, games

Again = Callable[[Any], Any]

TEXTS = [text for name in games.names() for text in kibitz.game(name).examples]


def playout(text: str, seed: int) -> Iterator[Position]:
    draw = random.Random(seed)
    position = kibitz.game(text).deal(seed)
    yield position
    while not position.is_over:
        position = position.play(draw.choice(position.legal_moves()))
        yield position


def pickled(something: Any) -> Any:
    return pickle.loads(pickle.dumps(something))


@pytest.mark.parametrize("text", TEXTS)
class TestEveryGame:
    def test_it_has_no_faults(self, text: str) -> None:
        assert kibitz.check_game(text, deals=3) == []

    def test_the_outcomes_of_a_position_are_those_that_it_allows(self, text: str) -> None:
        for position in playout(text, 1):
            if position.lists_outcomes:
                assert all(position.allows(outcome) for outcome in position.outcomes())

    def test_positions_and_games_show_themselves(self, text: str) -> None:
        for position in playout(text, 6):
            assert position.show()
            assert position._repr_html_().startswith("<")
            assert str(position.game) in position.game.show()
            assert position.game._repr_html_().startswith("<")

    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
    def test_positions_and_games_can_be_copied_and_sent(self, text: str, again: Again) -> None:
        for position in itertools.islice(playout(text, 3), 5):
            assert again(position.game) == position.game
            assert again(position) == position
            assert again(position).moves() == position.moves()

    def test_perft_of_moves_is_at_most_perft_of_legal_moves(self, text: str) -> None:
        position = kibitz.game(text).deal(8)
        merged, legal = kibitz.perft(position, 4), kibitz.perft(position, 4, legal=True)
        assert all(few <= many for few, many in zip(merged, legal, strict=True))
        assert merged[0] == len(position.moves())
        assert legal[0] == len(position.legal_moves())


def test_the_folder_is_the_registry() -> None:
    for name in games.names():
        assert kibitz.game(name).name == name
        assert kibitz.game(name).examples
