"""Conformance: what every game in the folder must keep, found by the registry."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import kibitz
from kibitz import KibitzError, Position, games

TEXTS = [text for name in games.names() for text in kibitz.game(name).examples]


def playout(text: str, seed: int) -> Iterator[Position]:
    draw = random.Random(seed)
    position = kibitz.game(text).deal(seed)
    yield position
    while not position.is_over:
        position = position.play(draw.choice(position.legal_moves()))
        yield position


@pytest.mark.parametrize("text", TEXTS)
class TestEveryGame:
    def test_playouts_end_in_an_outcome_that_was_always_feasible(self, text: str) -> None:
        for seed in range(20):
            *before, end = playout(text, seed)
            for position in before:
                assert end.outcome in set(position.outcomes())
                assert position.allows(end.outcome)
                assert all(position.allows(outcome) for outcome in position.outcomes())
            assert set(end.outcomes()) >= {end.outcome}
            assert len(end.game.payoffs(end.outcome)) == end.game.sides

    def test_moves_are_legal_listed_once_and_by_a_player_in_range(self, text: str) -> None:
        for position in playout(text, 1):
            if position.is_over:
                continue
            moves, legal = list(position.moves()), list(position.legal_moves())
            assert moves
            assert len(set(moves)) == len(moves)
            assert set(moves) <= set(legal)
            assert 0 <= position.turn < position.game.players
            assert 0 <= position.side < position.game.sides

    def test_playing_changes_no_position(self, text: str) -> None:
        for position in playout(text, 2):
            before = str(position), position.key(), position.relative_key()
            for move in [] if position.is_over else position.legal_moves():
                position.play(move)
            assert (str(position), position.key(), position.relative_key()) == before

    def test_moves_go_by_their_names(self, text: str) -> None:
        for position in playout(text, 3):
            for move in [] if position.is_over else position.legal_moves():
                assert position.play(str(move)) == position.play(move)

    def test_texts_round_trip(self, text: str) -> None:
        for position in playout(text, 4):
            assert position.game.parse(str(position)) == position
            assert kibitz.game(str(position.game)) == position.game

    def test_a_wrong_move_is_refused(self, text: str) -> None:
        for position in playout(text, 5):
            for wrong in ("", "nonsense", "ZZ"):
                with pytest.raises(KibitzError):
                    position.play(wrong)

    def test_positions_and_games_show_themselves(self, text: str) -> None:
        for position in playout(text, 6):
            assert position.show()
            assert position._repr_html_().startswith("<")
            assert str(position.game) in position.game.show()
            assert position.game._repr_html_().startswith("<")

    def test_equal_keys_have_equal_values_and_move_numbers(self, text: str) -> None:
        for name in ("key", "relative_key"):
            seen: dict[object, tuple[object, list[int]]] = {}
            waiting = [kibitz.game(text).deal(7)]
            while waiting and len(seen) < 150:
                position = waiting.pop()
                if position.is_over:
                    continue
                result = kibitz.solve(position, "maxn(table=exact)")
                numbers, here = [], position
                for move in result.line:
                    numbers.append(list(here.moves()).index(move))
                    here = here.play(move)
                found = result.value, numbers
                assert seen.setdefault(getattr(position, name)(), found) == found
                waiting += [position.play(move) for move in position.moves()]

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
