"""The rule book of Rolit, and its moves beside a slow program of another kind."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import pytest
from boards import HORIZON, TO_THE_END, agree_with_the_kernel
from definition import engine_differences

import kibitz
from kibitz import Algorithm, GameError, IllegalMove, TextError
from kibitz.games.rolit import Rolit, RolitPosition

# A slow program of another kind: a board is a dict from file and rank to a colour.

Spot = tuple[int, int]
Board = dict[Spot, int]
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]


def read(position: RolitPosition) -> Board:
    size = position.game.size
    return {
        (at % size, size - 1 - at // size): int(sign)
        for at, sign in enumerate(position.squares)
        if sign != "."
    }


def enclosed(board: Board, spot: Spot, colour: int) -> set[Spot]:
    found: set[Spot] = set()
    for x, y in AROUND:
        line: list[Spot] = []
        for far in count(1):
            here = (spot[0] + far * x, spot[1] + far * y)
            if here not in board:
                break
            if board[here] == colour:
                found |= set(line)
                break
            line.append(here)
    return found


def slow_moves(board: Board, colour: int, size: int) -> dict[Spot, set[Spot]]:
    free = [(x, y) for x in range(size) for y in range(size) if (x, y) not in board]
    flips = {spot: enclosed(board, spot, colour) for spot in free}
    if any(flips.values()):
        return {spot: turned for spot, turned in flips.items() if turned}
    return {
        (x, y): set() for x, y in free if any((x + down, y + up) in board for down, up in AROUND)
    }


def slow_perft(board: Board, turn: int, players: int, size: int, depth: int) -> list[int]:
    moves = slow_moves(board, turn, size)
    counts = [len(moves)] + [0] * (depth - 1)
    if depth > 1:
        for spot, turned in moves.items():
            after = board | dict.fromkeys({spot, *turned}, turn)
            below = slow_perft(after, (turn + 1) % players, players, size, depth - 1)
            counts[1:] = [a + b for a, b in zip(counts[1:], below, strict=True)]
    return counts


def name(spot: Spot) -> str:
    return f"{'abcdefgh'[spot[0]]}{spot[1] + 1}"


def playout(game: Rolit, seed: int) -> Iterator[RolitPosition]:
    draw, position = random.Random(seed), game.start()
    while not position.is_over:
        yield position
        position = position.play(draw.choice(position.moves()))
    yield position


class TestRules:
    def test_one_disc_of_each_colour_is_in_the_centre_at_the_start(self) -> None:
        start = read(Rolit().start())
        assert start == {(3, 4): 0, (4, 4): 1, (3, 3): 2, (4, 3): 3}

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_moves_and_flips_are_those_of_a_slow_program(self, players: int) -> None:
        for position in playout(Rolit(players), players):
            if position.is_over:
                continue
            board, size = read(position), position.game.size
            slow = slow_moves(board, position.turn, size)
            assert sorted(position.moves()) == sorted(map(name, slow))
            for spot, turned in slow.items():
                after = board | dict.fromkeys({spot, *turned}, position.turn)
                assert read(position.play(name(spot))) == after

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_perft_is_that_of_a_slow_program(self, players: int) -> None:
        position = Rolit(players).deal(players)
        slow = slow_perft(read(position), position.turn, players, 8, 3)
        assert kibitz.perft(position, 3) == slow

    def test_a_disc_must_flip_another_if_it_can(self) -> None:
        start = Rolit().start()
        assert start.moves() == ["f5", "d3", "f3"]  # over one disc each
        with pytest.raises(IllegalMove, match="illegal move c6 for player 0"):
            start.play("c6")

    def test_all_lines_are_flipped_and_neutral_discs_too(self) -> None:
        game = Rolit(players=2)
        position = game.parse(
            "......../......../..0.0.0./...123../..01.30./......../......../........ 0"
        )
        assert str(position.play("e4")) == (
            "......../......../..0.0.0./...000../..00000./......../......../........ 1"
        )

    def test_a_player_who_cannot_flip_puts_a_disc_beside_any_other(self) -> None:
        position = Rolit().parse(
            "......../......../......../...11.../......../......../......../........ 0"
        )
        around = ["c6", "d6", "e6", "f6", "c5", "f5", "c4", "d4", "e4", "f4"]
        assert position.moves() == around
        assert position.play("f6").discs == (1, 2, 0)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_there_are_no_passes_and_sixty_turns(self, players: int) -> None:
        turns = [position.turn for position in playout(Rolit(players), 1)]
        assert turns == [turn % players for turn in range(61)]

    def test_most_discs_win_and_draws_are_shared(self) -> None:
        game = Rolit(size=4)
        assert game.parse("0000/0001/1222/2333 0").outcome == (1007, 2, 4)
        drawn = game.parse("0000/0011/1122/2233 0")
        assert drawn.outcome == (1006, 4, 4)
        drawn = game.parse("0000/1111/2223/3333 0")
        assert drawn.outcome == (1004, 1004, 3)
        assert game.payoffs(drawn.outcome) == (6000, 6000, 0)
        assert Rolit(size=4, utility=kibitz.Utility.parse("share")).payoffs(drawn.outcome) == (
            480,
            480,
            0,
        )
        assert game.in_words(drawn.outcome) == "player 0 and player 1 won, 4-4-3"

    def test_a_colour_of_nobody_does_not_win(self) -> None:
        assert Rolit(players=2, size=4).parse("0011/3333/3333/3333 0").outcome == (1002, 1002)

    def test_there_is_no_outcome_before_the_end(self) -> None:
        with pytest.raises(GameError, match="no outcome yet"):
            _ = Rolit().start().outcome

    def test_a_pass_can_be_imagined(self) -> None:
        start = Rolit().start()
        assert (start.skipped().squares, start.skipped().turn) == (start.squares, 1)


class TestKnowledge:
    def test_squares_are_worth_what_was_published(self) -> None:
        worth = list(Rolit().worth.values())
        assert worth[:8] == worth[-8:] == [5, 2, 4, 3, 3, 4, 2, 5]
        assert worth[8:16] == worth[48:56] == [2, 1, 3, 3, 3, 3, 1, 2]
        assert worth[16:24] == worth[40:48] == [4, 3, 4, 4, 4, 4, 3, 4]
        assert worth[24:32] == worth[32:40] == [3, 3, 4, 4, 4, 4, 3, 3]

    def test_better_squares_come_first(self) -> None:
        position = Rolit().parse(
            "..10..../.111..../......../......../......../......../......../........ 0"
        )
        assert position.moves() == ["b8", "b6", "d6"]
        assert position.ordered("square") == ["d6", "b6", "b8"]

    def test_stable_discs(self) -> None:
        game = Rolit()
        corner = game.parse(
            "000...../00....../0......./......../...1..../......../......../........ 1"
        )
        assert len(corner.stable(0)) == 6
        assert len(corner.stable(1)) == 0
        lonely = game.parse(
            "0......./.0....../......../......../......../......../......../.......1 1"
        )
        assert len(lonely.stable(0)) == 1  # only one side of a row is no edge
        full = Rolit(size=4).parse("0000/1111/2222/333. 0")
        assert [len(full.stable(player)) for player in range(3)] == [4, 2, 2]

    def test_stable_discs_are_never_flipped(self) -> None:
        for seed in range(5):
            seen: dict[int, int] = {}
            for position in playout(Rolit(4), seed):
                for at, owner in seen.items():
                    assert position.squares[at] == str(owner)
                seen |= {at: player for player in range(4) for at in position.stable(player)}
            assert len(seen) == 64

    def test_the_evaluation_counts_moves_and_ten_for_stable_discs(self) -> None:
        position = Rolit(players=2).parse(
            "001...../00....../0......./......../...1..../......../......../........ 1"
        )
        moves = [len(slow_moves(read(position), player, 8)) for player in range(2)]
        stable = [len(position.stable(player)) for player in range(2)]
        assert position.estimate("mobility") == tuple(
            m + 10 * s for m, s in zip(moves, stable, strict=True)
        )


class TestTexts:
    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("", "expected start, or the rows"),
            ("..../..../.... 0", "expected 4 rows of 4 squares"),
            ("..../.01./.25./.... 0", "expected squares of . and 0 to 3: '5'"),
            ("..../..../..../.... 0", "expected a disc on the board"),
            ("..../.01./.23./.... 3", "expected a player of 0 to 2 to move: 3"),
        ],
    )
    def test_impossible_positions_are_refused(self, line: str, message: str) -> None:
        with pytest.raises(TextError, match=message):
            Rolit(size=4).parse(line)

    def test_games_that_there_are_not_are_refused(self) -> None:
        for text in ("rolit(players=5)", "rolit(size=5)"):
            with pytest.raises(TextError, match="expected"):
                kibitz.game(text)

    def test_positions_round_trip(self) -> None:
        for position in playout(Rolit(), 3):
            assert position.game.parse(str(position)) == position

    def test_a_drawing_names_every_square(self) -> None:
        drawn = Rolit(size=4).start().svg()
        assert drawn.count("<rect") == 16
        assert drawn.count("<ellipse") == 4


class TestKernel:
    @pytest.mark.parametrize("text", Rolit.examples)
    def test_it_visits_the_same_nodes_to_the_end(self, text: str) -> None:
        position = kibitz.game(text).deal(1)
        assert engine_differences(position, list(map(Algorithm.parse, TO_THE_END))) == []

    @pytest.mark.parametrize(
        ("text", "depth"),
        [("rolit", 2), ("rolit(players=4,size=6)", 3), ("rolit(utility=share)", 2)],
    )
    def test_it_visits_the_same_nodes_to_a_horizon(self, text: str, depth: int) -> None:
        searches = [one.format("mobility", "square") for one in HORIZON]
        agree_with_the_kernel(text, searches, depth, 15, "square", most=3)
