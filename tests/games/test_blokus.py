"""The rule book of Blokus, and its moves beside a slow program of another kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from boards import HORIZON, TO_THE_END, agree_with_the_kernel
from definition import engine_differences

import kibitz
from kibitz import Algorithm, GameError, IllegalMove, TextError
from kibitz.games.blokus import Blokus, BlokusPosition

# A slow program of another kind: squares are complex numbers, shapes are found by growing, and a
# move is any set of empty squares that has the shape of a piece which is left.

Shape = frozenset[complex]
SIDES = (1, -1, 1j, -1j)
CORNERS = (1 + 1j, 1 - 1j, -1 + 1j, -1 - 1j)


def alike(shape: Shape) -> frozenset[Shape]:
    """The shape in all positions of a hand, each pushed to the same corner."""
    found = set()
    for turn, flip in product(SIDES, (False, True)):
        turned = [turn * (one.conjugate() if flip else one) for one in shape]
        corner = min(one.real for one in turned) + 1j * min(one.imag for one in turned)
        found.add(frozenset(one - corner for one in turned))
    return frozenset(found)


def catalogue(largest: int) -> list[frozenset[Shape]]:
    every, grown = [], {alike(frozenset({0j}))}
    for _ in range(largest):
        every += list(grown)
        grown = {
            alike(shape | {one + side})
            for piece in grown
            for shape in [next(iter(piece))]
            for one in shape
            for side in SIDES
            if one + side not in shape
        }
    return every


class Slow:
    def __init__(self, position: BlokusPosition) -> None:
        size = self.size = position.game.size
        self.board = {
            complex(at % size, size - 1 - at // size): sign
            for at, sign in enumerate(position.squares)
        }
        self.turn, self.last = position.turn, list(position.last)
        self.left = [
            [piece for piece in catalogue(position.game.largest) if piece not in self.laid(player)]
            for player in "0123"
        ]

    def laid(self, player: str) -> list[frozenset[Shape]]:
        """The pieces on the board: what hangs together."""
        squares, found = {one for one, sign in self.board.items() if sign == player}, []
        while squares:
            piece = {squares.pop()}
            while more := {one + side for one in piece for side in SIDES} & squares:
                piece |= more
                squares -= more
            found.append(alike(frozenset(piece)))
        return found

    def moves(self, player: int) -> Iterator[tuple[str, Shape]]:
        size, own = self.size, {one for one, sign in self.board.items() if sign == str(player)}
        start = complex((player in (1, 2)) * (size - 1), (player in (0, 1)) * (size - 1))
        for piece in self.left[player]:
            for shape in piece:
                for x, y in product(range(size), repeat=2):
                    placed = frozenset(one + complex(x, y) for one in shape)
                    if any(self.board.get(one) != "." for one in placed):
                        continue
                    beside = {one + side for one in placed for side in SIDES}
                    corners = {one + corner for one in placed for corner in CORNERS}
                    if not beside & own and (corners & own if own else start in placed):
                        yield name(placed), placed

    def after(self, player: int, placed: Shape) -> Slow:
        other = object.__new__(Slow)
        other.size, other.board = self.size, self.board | dict.fromkeys(placed, str(player))
        other.left, other.last = list(self.left), list(self.last)
        other.left[player] = [piece for piece in self.left[player] if piece != alike(placed)]
        other.last[player] = len(placed) == 1
        other.turn = next(
            (one % 4 for one in range(player + 1, player + 5) if any(other.moves(one % 4))), player
        )
        return other

    def perft(self, depth: int) -> list[int]:
        moves = list(self.moves(self.turn))
        counts = [len(moves)] + [0] * (depth - 1)
        if depth > 1:
            for _, placed in moves:
                below = self.after(self.turn, placed).perft(depth - 1)
                counts[1:] = [a + b for a, b in zip(counts[1:], below, strict=True)]
        return counts


def name(placed: Shape) -> str:
    squares = sorted(placed, key=lambda one: (-one.imag, one.real))
    return "".join(f"{'abcdefghijklmnopqrst'[int(one.real)]}{int(one.imag) + 1}" for one in squares)


def playout(game: Blokus, seed: int) -> Iterator[BlokusPosition]:
    draw, position = random.Random(seed), game.start()
    while not position.is_over:
        yield position
        position = position.play(draw.choice(position.moves()))
    yield position


SMALL = Blokus(size=6, largest=3)


class TestPieces:
    @pytest.mark.parametrize("largest", [1, 2, 3, 4, 5])
    def test_pieces_are_those_of_a_slow_program(self, largest: int) -> None:
        own = {
            frozenset(frozenset(complex(column, -row) for row, column in cells) for cells in piece)
            for piece in Blokus(largest=largest).pieces
        }
        pushed = {frozenset().union(*map(alike, piece)) for piece in own}
        assert pushed == set(catalogue(largest))

    def test_there_are_21_with_89_squares_laid_in_91_ways(self) -> None:
        pieces = Blokus().pieces
        assert len(pieces) == 21
        assert sum(len(piece[0]) for piece in pieces) == 89
        assert sum(map(len, pieces)) == 91


class TestRules:
    def test_the_first_piece_covers_the_own_corner(self) -> None:
        position = Blokus().start()
        for corner in ("a20", "t20", "t1", "a1"):
            assert len(position.moves()) == 58
            assert all(corner in move for move in position.moves())
            position = position.play(position.moves()[0])

    def test_moves_are_those_of_a_slow_program(self) -> None:
        for position in list(playout(Blokus(size=9, largest=4), 2))[::6]:
            slow = Slow(position)
            moves = dict(slow.moves(position.turn))
            assert sorted(position.moves()) == sorted(moves)
            for move in sorted(moves)[:3]:
                got, after = position.play(move), slow.after(position.turn, moves[move])
                assert (got.turn, list(got.last)) == (after.turn, after.last)
                assert Slow(got).board == after.board

    def test_moves_on_the_whole_board_are_those_of_a_slow_program(self) -> None:
        position = list(playout(Blokus(), 3))[14]
        assert sorted(position.moves()) == sorted(dict(Slow(position).moves(position.turn)))

    def test_perft_is_that_of_a_slow_program(self) -> None:
        assert kibitz.perft(SMALL.start(), 2) == Slow(SMALL.start()).perft(2)
        position = SMALL.deal(1)
        assert kibitz.perft(position, 3) == Slow(position).perft(3)

    def test_own_pieces_touch_at_corners_and_never_along_sides(self) -> None:
        position = SMALL.parse("0....1/0...11/0...../....../33..../3..222 0 -")
        assert all("b3" in move for move in position.moves())
        with pytest.raises(IllegalMove, match="illegal move b6b5 for player 0"):
            position.play("b6b5")
        assert position.play("b3c3").squares[19:21] == "00"

    def test_a_player_who_cannot_move_is_left_out(self) -> None:
        for position in playout(SMALL, 4):
            if position.is_over:
                break
            for move in position.moves()[:4]:
                after = position.play(move)
                able = [
                    one for one in range(1, 5) if any(Slow(after).moves((position.turn + one) % 4))
                ]
                if able:
                    assert after.turn == (position.turn + able[0]) % 4
                else:
                    assert after.is_over

    def test_most_squares_win_and_of_equals_the_smallest_piece_last(self) -> None:
        game = Blokus(size=3, largest=1)
        over = game.parse("0.1/.../3.2 0 0123")
        assert over.is_over
        assert over.outcome == (1001, 1001, 1001, 1001)
        assert game.payoffs(over.outcome) == (3000, 3000, 3000, 3000)

    def test_ties_go_to_those_whose_last_piece_was_the_smallest(self) -> None:
        game = Blokus(size=4, largest=2)
        ends = {
            position.outcome: position
            for seed in range(40)
            for position in playout(game, seed)
            if position.is_over
        }
        told = 0
        for outcome, position in ends.items():
            covered = position.covered
            best = [one for one in range(4) if covered[one] == max(covered)]
            small = [one for one in best if position.last[one]]
            assert [one for one in range(4) if outcome[one] > 999] == (small or best)
            told += 0 < len(small) < len(best)
        assert told

    def test_there_is_no_outcome_before_the_end(self) -> None:
        with pytest.raises(GameError, match="no outcome yet"):
            _ = SMALL.start().outcome

    def test_a_pass_can_be_imagined(self) -> None:
        start = SMALL.start()
        assert (start.skipped().squares, start.skipped().turn) == (start.squares, 1)


class TestTexts:
    def test_positions_round_trip(self) -> None:
        for position in playout(SMALL, 3):
            read = position.game.parse(str(position))
            assert read == position
            assert read.left == position.left

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("", "expected start, or the rows"),
            ("..../..../.... 0 -", "expected 4 rows of 4 squares"),
            ("0..5/..../..../.... 1 -", "expected squares of . and 0 to 3"),
            ("0.../..../..../.... 4 -", "expected a player of 0 to 3 to move"),
            ("0.../..../..../.... 1 x", "expected players such as 03, or -"),
            ("00../..../..../.... 1 0", "expected the smallest piece of player 0"),
            ("000./..../..../.... 1 -", "expected each piece once"),
            ("00../..0./..../.... 0 -", "expected a player to move that has a move"),
        ],
    )
    def test_impossible_positions_are_refused(self, line: str, message: str) -> None:
        with pytest.raises(TextError, match=message):
            Blokus(size=4, largest=2).parse(line)

    def test_games_that_there_are_not_are_refused(self) -> None:
        for text in ("blokus(players=3)", "blokus(size=21)", "blokus(largest=6)"):
            with pytest.raises(TextError, match="expected"):
                kibitz.game(text)


class TestSearch:
    def test_larger_pieces_come_first(self) -> None:
        sizes = [sum(map(str.isalpha, move)) for move in Blokus().deal(1).ordered("large")]
        assert sizes == sorted(sizes, reverse=True)

    def test_the_evaluation_counts_squares(self) -> None:
        assert SMALL.deal(1).estimate("squares") == (3, 3, 3, 3)

    @pytest.mark.parametrize("text", Blokus.examples)
    def test_the_kernel_visits_the_same_nodes_to_the_end(self, text: str) -> None:
        position = kibitz.game(text).deal(1)
        assert engine_differences(position, list(map(Algorithm.parse, TO_THE_END))) == []

    @pytest.mark.parametrize("text", ["blokus(size=9,largest=4)", "blokus(size=14,utility=share)"])
    def test_the_kernel_visits_the_same_nodes_to_a_horizon(self, text: str) -> None:
        searches = [
            one.format("squares", "large") for one in HORIZON if "width" in one or "large" in text
        ]
        agree_with_the_kernel(text, searches, 2, 9, "large")
