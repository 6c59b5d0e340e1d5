"""The rule book of Chinese Checkers, and the moves beside a slow program of another kind."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest
from boards import HORIZON, TO_THE_END, agree_with_the_kernel
from definition import engine_differences

import kibitz
from kibitz import Algorithm, GameError, IllegalMove, KibitzError, Limit, TextError, solve
from kibitz.cli import main
from kibitz.engines import kernel
from kibitz.errors import UnknownName
from kibitz.games.chinese_checkers import (
    NAMES,
    PASS,
    BoardPosition,
    ChineseCheckers,
    listed,
    points_of,
    way_home,
)
from kibitz.games.chinese_checkers.board import star
from kibitz.leaf_table import payoffs_of

PLAYERS = (2, 3, 4, 6)

# A slow program of another kind: points are rows and columns, a board is a dict.

WIDTHS = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
Spot = tuple[int, int]
SPOTS: list[Spot] = [
    (row, 2 * place - width + 1) for row, width in enumerate(WIDTHS) for place in range(width)
]
NAME = {
    (row, 2 * place - width + 1): f"{'abcdefghijklmnopq'[row]}{place + 1}"
    for row, width in enumerate(WIDTHS)
    for place in range(width)
}
SPOT = {name: spot for spot, name in NAME.items()}
AROUND = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))


def at_the_end(rows: Sequence[int], right: bool) -> set[Spot]:
    """Four, three, two and one points at the left or right ends of four rows."""
    found = set()
    for many, row in zip((4, 3, 2, 1), rows, strict=True):
        spots = [spot for spot in SPOTS if spot[0] == row]
        found |= set(spots[-many:] if right else spots[:many])
    return found


TIPS = (
    {spot for spot in SPOTS if spot[0] < 4},
    at_the_end((4, 5, 6, 7), right=True),
    at_the_end((12, 11, 10, 9), right=True),
    {spot for spot in SPOTS if spot[0] > 12},
    at_the_end((12, 11, 10, 9), right=False),
    at_the_end((4, 5, 6, 7), right=False),
)
SEATED = {2: (0, 3), 3: (0, 2, 4), 4: (0, 1, 3, 4), 6: (0, 1, 2, 3, 4, 5)}


def slow_targets(board: dict[Spot, int], spot: Spot) -> set[Spot]:
    rest = {other: player for other, player in board.items() if other != spot}
    steps = {(spot[0] + down, spot[1] + right) for down, right in AROUND}
    reached = {spot}

    def jump(here: Spot) -> None:
        for down, right in AROUND:
            over = (here[0] + down, here[1] + right)
            landing = (here[0] + 2 * down, here[1] + 2 * right)
            if over in rest and landing in NAME and landing not in rest and landing not in reached:
                reached.add(landing)
                jump(landing)

    jump(spot)
    return (steps & set(NAME) | reached) - set(board)


def slow_moves(board: dict[Spot, int], player: int) -> list[tuple[Spot, Spot]]:
    return [
        (spot, target)
        for spot in SPOTS
        if board.get(spot) == player
        for target in sorted(slow_targets(board, spot))
    ]


def slow_home(board: dict[Spot, int], made: int, players: int, leave: int = 30) -> set[int]:
    """Whose goals are full; the pieces of who started there count after so many of its moves."""
    moves = [turn % players for turn in range(made)]
    stays = {player for player in range(players) if moves.count(player) < leave}
    found = set()
    for player, tip in enumerate(SEATED[players]):
        goal = (tip + 3) % 6
        inside = [board.get(spot) for spot in TIPS[goal]]
        kept_free = [owner for owner in stays if SEATED[players][owner] == goal]
        if None not in inside and player in inside and not set(kept_free) & set(inside):
            found.add(player)
    return found


def slow_perft(
    board: dict[Spot, int], player: int, players: int, depth: int, made: int = 0
) -> list[int]:
    if slow_home(board, made, players):
        return [0] * depth
    moves = slow_moves(board, player)
    counts = [len(moves)] + [0] * (depth - 1)
    if depth > 1:
        for spot, target in moves:
            after = {other: owner for other, owner in board.items() if other != spot}
            after[target] = player
            below = slow_perft(after, (player + 1) % players, players, depth - 1, made + 1)
            counts[1:] = [a + b for a, b in zip(counts[1:], below, strict=True)]
    return counts


def slow_start(players: int) -> dict[Spot, int]:
    return {spot: player for player, tip in enumerate(SEATED[players]) for spot in TIPS[tip]}


def board_of(position: BoardPosition) -> dict[Spot, int]:
    return {
        SPOT[NAMES[point]]: player
        for player, own in enumerate(position.pieces)
        for point in listed(own)
    }


def slow_progress(position: BoardPosition) -> tuple[int, ...]:
    """Steps to the outermost point of the goal, on the board as it lies, all that were gained."""
    tips = [SPOT[name] for name in ("a1", "e13", "m13", "q1", "m1", "e1")]
    found = []
    for player, tip in enumerate(position.game.seats):
        goal_row, goal_column = tips[(tip + 3) % 6]
        left = 0
        for (row, column), owner in board_of(position).items():
            if owner == player:
                down, across = abs(row - goal_row), abs(column - goal_column)
                left += down + max(0, across - down) // 2  # a step down goes one across as well
        found.append(140 - left)
    return tuple(found)


# What the tests below are written with.


def game(players: int = 3, **fields: object) -> ChineseCheckers:
    found = kibitz.game(f"chinese_checkers(players={players})", **fields)
    assert isinstance(found, ChineseCheckers)
    return found


def camp(tip: int, *leave_out: str) -> str:
    """The points of a triangle as a text, some left out."""
    names = [NAME[spot] for spot in sorted(TIPS[tip])]
    assert set(leave_out) <= set(names)
    return "".join(name for name in names if name not in leave_out)


def ends(position: BoardPosition, start: str) -> set[str]:
    """Where a piece can go, by names."""
    names = [str(move).split("-") for move in position.moves()]
    return {name[1] for name in names if name[0] == start}


def playout(players: int, seed: int, **fields: object) -> Iterator[BoardPosition]:
    """A game in which moves that gain much are played more often."""
    draw = random.Random(seed)
    position = game(players, **fields).deal(seed)
    while True:
        yield position
        if position.is_over:
            return
        moves = position.ordered("gain")
        best = draw.random() < 0.9
        position = position.play(draw.choice(moves[:3] if best else moves))


class TestTheBoard:
    def test_it_has_121_points_in_rows_that_are_named_from_the_top(self) -> None:
        assert list(NAMES) == [NAME[spot] for spot in SPOTS]
        assert len(NAMES) == 121

    @pytest.mark.parametrize("players", PLAYERS)
    def test_players_start_at_their_tips(self, players: int) -> None:
        assert board_of(game(players).start()) == slow_start(players)

    @pytest.mark.parametrize("players", PLAYERS)
    def test_goals_are_opposite(self, players: int) -> None:
        opposite = [TIPS[(tip + 3) % 6] for tip in SEATED[players]]
        goals = [{SPOT[NAMES[point]] for point in listed(goal)} for goal in game(players).goals]
        assert goals == opposite


class TestMoves:
    def test_a_step_goes_to_any_neighbour_that_is_empty(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i5 {camp(3, 'n1')}i6")
        assert ends(position, "i5") == {"h5", "h6", "i4", "j5", "j6"} | {"i7"}

    def test_a_jump_goes_over_any_piece_to_the_point_right_behind(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1', 'd2')}i5h5 {camp(3, 'n1')}i6")
        assert ends(position, "i5") == {"h6", "i4", "j5", "j6", "i7", "g5"}

    def test_nothing_jumps_over_two_pieces(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i5 {camp(3, 'n1', 'n2')}i6i7")
        assert ends(position, "i5") == {"h5", "h6", "i4", "j5", "j6"}

    def test_nothing_jumps_over_a_piece_that_is_not_beside_it(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i5 {camp(3, 'n1')}i7")
        assert ends(position, "i5") == {"h5", "h6", "i4", "i6", "j5", "j6"}

    def test_nothing_jumps_off_the_board(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}e2 {camp(3, 'n1')}e1")
        assert ends(position, "e2") == {"e3", "f1", "f2"}

    def test_a_chain_may_turn_and_end_after_any_jump(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i5 {camp(3, 'n1', 'n2')}i6h7")
        assert ends(position, "i5") == {"h5", "h6", "i4", "j5", "j6", "i7", "g7"}

    def test_a_step_is_not_followed_by_a_jump_nor_a_jump_by_a_step(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i4 {camp(3, 'n1')}i6")
        assert "i7" not in ends(position, "i4")

    def test_a_move_is_listed_once_however_many_ways_lead_there(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i4 {camp(3, 'n1', 'n2', 'n3', 'n4')}i5h7h5g7")
        assert {"i6", "g6", "g8"} <= ends(position, "i4")  # to g8 by i6 or by g6
        assert [str(move) for move in position.moves()].count("i4-g8") == 1

    def test_a_chain_does_not_end_where_it_began(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i5 {camp(3, 'n1', 'n2', 'n3')}i6h7h6")
        assert ends(position, "i5") == {"h5", "i4", "j5", "j6", "i7", "g7"}  # i7, g7 and back

    def test_pieces_may_pass_and_stay_in_triangles_that_are_not_theirs(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}e5 {camp(3, 'n1')}e4")
        assert {"e3", "f4"} <= ends(position, "e5")
        inside = position.play("e5-e3").play("n2-m6")
        assert {"e2", "e5", "f3"} <= ends(inside, "e3")

    def test_a_piece_may_leave_its_goal(self) -> None:
        position = game(3).parse(f"{camp(0, 'd1')}n1 {camp(2)} {camp(4)}")
        assert {"m5", "m6"} <= ends(position, "n1")

    def test_who_cannot_move_passes(self) -> None:
        walls = "e5e6e7e8e9f4f5f6f7f8", "f9" + camp(4, "m4")
        position = game(3).parse(f"{camp(0)} {' '.join(walls)}")
        assert [str(move) for move in position.moves()] == ["pass"]
        after = position.play("pass")
        assert (after.pieces, after.turn, after.made) == (position.pieces, 1, 1)
        assert position.play(PASS) == after

    def test_who_can_move_does_not_pass(self) -> None:
        for move in (PASS, "pass"):
            with pytest.raises(IllegalMove, match="illegal move pass"):
                game().start().play(move)

    @pytest.mark.parametrize("players", PLAYERS)
    def test_a_pass_can_be_imagined_where_it_is_not_legal(self, players: int) -> None:
        position = ChineseCheckers(players).deal(1)
        skipped = position.skipped()
        assert PASS not in position.moves()
        assert skipped.pieces == position.pieces
        assert (skipped.turn, skipped.made) == ((position.turn + 1) % players, position.made + 1)

    def test_moves_are_listed_by_start_then_by_target(self) -> None:
        for position in playout(3, 2):
            moves = list(position.moves())
            assert moves == sorted(moves)

    def test_what_is_no_move_is_refused(self) -> None:
        start = game().start()
        move = start.moves()[0]
        for wrong in ("a1-b1", "a1", "e5-c1", "m5-l5", move._replace(target=121), (0, 1), 7, None):
            with pytest.raises(IllegalMove, match="illegal move"):
                start.play(wrong)
        assert start.play((move.start, move.target)) == start.play(str(move)) == start.play(move)


class TestBesideTheSlowProgram:
    @pytest.mark.parametrize("players", PLAYERS)
    def test_perft_from_the_start(self, players: int) -> None:
        slow = slow_perft(slow_start(players), 0, players, 4)
        assert kibitz.perft(game(players).start(), 4) == slow

    @pytest.mark.parametrize("players", PLAYERS)
    @pytest.mark.parametrize("leave", [0, 12, 30])
    def test_moves_progress_and_ends_of_random_games(self, players: int, leave: int) -> None:
        for seed in range(2):
            for position in playout(players, seed, leave=leave):
                board = board_of(position)
                moves = [(NAME[a], NAME[b]) for a, b in slow_moves(board, position.turn)]
                names = [f"{a}-{b}" for a, b in moves] or ["pass"]
                assert [str(move) for move in position.moves()] == names
                home = slow_home(board, position.made, players, leave)
                assert position.home == min(home, default=None)
                expected = list(slow_progress(position))
                if position.home is not None:
                    expected[position.home] = 240
                assert position.estimate("distance") == tuple(expected)


class TestTheEnd:
    def test_it_is_over_when_all_pieces_are_home(self) -> None:
        before = game(2).parse(f"{camp(3, 'n1')}m5 {camp(1)}")
        assert not before.is_over
        after = before.play("m5-n1")
        assert after.is_over
        assert after.home == 0
        assert after.outcome[0] == 240

    def test_a_foreign_piece_in_the_goal_counts_as_filling_it(self) -> None:
        before = game(3).parse(f"{camp(3, 'n1', 'q1')}m5e1 {camp(1, 'e13')}q1 {camp(4)}")
        after = before.play("m5-n1")
        assert after.home == 0
        assert after.outcome[0] == 240

    def test_one_own_piece_is_enough_where_nobody_started(self) -> None:
        before = game(3).parse(f"{camp(0, 'd1')}m5 {camp(3, 'n1')}e1 {camp(4)}")
        assert before.play("m5-n1").home == 0

    def test_pieces_that_may_still_leave_do_not_fill_the_goal(self) -> None:
        """Else the first piece that comes in would win."""
        for players in (2, 4, 6):
            start = game(players).start()
            texts = [camp(tip) for tip in SEATED[players]]
            texts[0] = f"{camp(0, 'd1')}m5"
            texts[start.game.seats.index(3)] = f"{camp(3, 'n1')}l5"
            before = game(players).parse(" ".join(texts))
            after = before.play("m5-n1")
            assert after.home is None
            assert not after.is_over
            old = game(players, leave=0).parse(str(before)).play("m5-n1")
            assert old.home == 0

    @pytest.mark.parametrize("leave", [0, 1, 5, 30])
    def test_pieces_that_had_time_to_leave_fill_the_goal(self, leave: int) -> None:
        """Player 1 has made as many moves when twice as many were made."""
        pieces = f"{camp(3, 'n1', 'q1')}m5e1 {camp(1, 'e13')}q1"
        for made in range(2 * leave + 6):
            before = game(2, leave=leave).parse(f"{pieces} 0 {made}")
            after = before.play("m5-n1")
            assert after.home == (0 if (made + 1) // 2 >= leave else None)

    def test_time_can_run_out_without_a_move_into_the_goal(self) -> None:
        pieces = f"{camp(3, 'q1')}e1 {camp(1, 'e13')}q1"
        before = game(2).parse(f"{pieces} 1 59")
        assert not before.is_over
        assert before.play("e12-e13").home == 0

    def test_time_runs_out_for_who_passes(self) -> None:
        """Player 2 is shut in, and a piece of player 0 is inside."""
        pieces = f"{camp(0, 'a1')}q1 {camp(1, 'e13')}m5 {camp(3, 'q1')}e13 m6m7m8m9l4l5l6l7l8l9"
        before = game(4).parse(f"{pieces} 2 118")
        assert before.home is None
        assert [str(move) for move in before.moves()] == ["pass"]
        assert before.play("pass").home == 0
        for engine in ("kernel", "reference") if kernel.BUILT else ("reference",):
            found = solve(before, "maxn(leaf=distance)", engine=engine, limit=Limit(depth=3))
            assert found.value is not None
            assert found.value[0] == 240

    def test_who_comes_back_fills_its_own_triangle(self) -> None:
        pieces = f"{camp(3, 'n1')}e1 {camp(1, 'e13')}m5"
        assert game(2).parse(f"{pieces} 1 13").play("m5-n1").home is None
        assert game(2).parse(f"{pieces} 1 113").play("m5-n1").home == 0

    def test_of_two_goals_that_are_filled_at_once_the_first_counts(self) -> None:
        pieces = f"{camp(0, 'a1')}q1 {camp(3, 'q1')}a1"
        assert game(2).parse(f"{pieces} 0 58").home is None
        assert game(2).parse(f"{pieces} 0 60").home == 0

    def test_with_three_players_there_is_nobody_to_leave(self) -> None:
        """The rule changes nothing: no goal is full of foreign pieces at the start."""
        for seed in range(3):
            games = [list(playout(3, seed, leave=leave)) for leave in (0, 30, 10**6)]
            assert len({tuple(map(str, played)) for played in games}) == 1

    def test_a_goal_full_of_foreign_pieces_alone_is_not_filled(self) -> None:
        for players in PLAYERS:
            assert game(players).start().home is None
        before = game(3).parse(f"{camp(0)} {camp(3, 'n1')}m5 {camp(4)} 1 0")
        after = before.play("m5-n1")
        assert after.home is None
        assert not after.is_over

    def test_a_goal_with_an_empty_point_is_not_filled(self) -> None:
        assert game(2).parse(f"{camp(3, 'n1')}a1 {camp(1)}").home is None

    def test_the_move_of_another_may_fill_the_goal(self) -> None:
        before = game(4).parse(f"{camp(3, 'n1')}a1 {camp(1, 'e13')}m5 {camp(2)} {camp(5)} 1 7")
        after = before.play("m5-n1")
        assert after.home == 0
        assert after.outcome == (240, *slow_progress(after)[1:])

    def test_it_is_over_after_the_last_move(self) -> None:
        position = game(2, move_limit=2).start()
        position = position.play("d1-e5").play("n1-m5")
        assert position.is_over
        assert position.outcome == (1, 1)
        with pytest.raises(IllegalMove):
            position.play("e5-f5")

    def test_without_a_limit_there_are_a_hundred_rounds(self) -> None:
        for players in PLAYERS:
            assert game(players).longest == 100 * players
            assert game(players, move_limit=100 * players) == game(players)

    def test_there_is_no_outcome_before_the_end(self) -> None:
        with pytest.raises(GameError, match="no outcome yet in start"):
            _ = game().start().outcome

    def test_games_end_by_goals_that_are_filled(self) -> None:
        last = [list(playout(players, seed))[-1] for players in PLAYERS for seed in range(3)]
        assert all(position.is_over for position in last)
        assert sum(position.home is not None for position in last) >= 6


class TestProgress:
    def test_it_goes_from_0_to_119_and_home_is_240(self) -> None:
        assert game(4).start().estimate("distance") == (0, 0, 0, 0)
        near = game(2).parse(f"{camp(3, 'n1')}m5 {camp(1)}")
        assert near.estimate("distance")[0] == 119
        assert near.play("m5-n1").estimate("distance")[0] == 240

    def test_a_win_leads_the_others_by_more_than_anything_else(self) -> None:
        for players in PLAYERS:
            others = players - 1
            assert others * 240 - others * 119 > others * 119

    @pytest.mark.parametrize("players", PLAYERS)
    def test_max_sum_is_the_largest_sum_there_is(self, players: int) -> None:
        pieces = []
        for player, tip in enumerate(SEATED[players]):
            goal = TIPS[(tip + 3) % 6]
            if player:
                inside, outside = next(
                    (spot, beside)
                    for spot in sorted(goal)
                    for down, right in AROUND
                    if (beside := (spot[0] + down, spot[1] + right)) in NAME
                    and not any(beside in other for other in TIPS)
                )
                goal = goal - {inside} | {outside}
            pieces.append("".join(NAME[spot] for spot in goal))
        position = game(players).parse(" ".join(pieces))
        assert position.home == 0
        assert sum(position.outcome) == position.game.max_sum

    def test_utilities_say_what_it_is_worth(self) -> None:
        text = f"{camp(3)} {camp(1)} {camp(4)}"
        position = game(3).parse(text)
        progress = position.outcome
        assert position.game.payoffs(progress) == progress
        assert (position.game.lowest, position.game.highest) == (0, 240)
        win = game(3, utility=kibitz.Utility.parse("win"))
        assert win.payoffs(progress) == (1, 0, 0)
        assert win.payoffs((119, 30, 0)) == (0, 0, 0)
        assert (win.lowest, win.highest, win.max_sum) == (0, 1, 1)
        place = game(3, utility=kibitz.Utility.parse("place"))
        assert (place.highest, place.max_sum) == (None, None)

    def test_a_utility_of_ones_own_may_ask_for_the_rules(self) -> None:
        def lead(progress: Sequence[int], players: int) -> list[int]:
            return [players * own - sum(progress) for own in progress]

        own = game(3, utility=lead)
        assert own.payoffs((5, 3, 1)) == (6, 0, -6)
        with pytest.raises(GameError, match="expected 3 payoffs from utility"):
            game(3, utility=lambda progress: [1, 2]).payoffs((5, 3, 1))


class TestWhatASearchAsks:
    def test_gain_lists_the_moves_by_steps_towards_the_goal(self) -> None:
        for position in list(playout(6, 1))[:-1:10]:
            moves = list(position.moves())
            before = slow_progress(position)[position.turn]

            def gain(move: object, here: BoardPosition = position, before: int = before) -> int:
                return slow_progress(here.play(move))[here.turn] - before

            assert position.ordered("gain") == sorted(moves, key=gain, reverse=True)

    def test_other_orders_and_leaves_are_refused(self) -> None:
        start = game(move_limit=2).start()
        with pytest.raises(UnknownName, match="order of chinese_checkers 'trick'"):
            solve(start, "maxn(order=trick)")
        with pytest.raises(UnknownName, match="leaf of chinese_checkers 'taken'"):
            solve(start, "maxn(leaf=taken)")

    def test_keys_say_pieces_turn_and_moves_made(self) -> None:
        texts = [f"{camp(0)} {camp(3)} {end}" for end in ("0 0", "1 0", "0 2")]
        texts.append(f"{camp(3)} {camp(0, 'd1')}e5 0 0")
        assert len({game(2).parse(text).key() for text in texts}) == 4

    def test_the_player_who_can_go_home_does(self) -> None:
        text = f"{camp(3, 'n1')}m5 {camp(1)} {camp(4)} 0 7"
        for utility in ("progress", "win"):
            position = kibitz.game(f"chinese_checkers(move_limit=9,utility={utility})").parse(text)
            assert str(solve(position).move) == "m5-n1"

    def test_outcomes_are_too_many_to_list(self) -> None:
        assert not game().start().lists_outcomes


class TestDeals:
    def test_they_are_two_rounds_of_moves_that_gain(self) -> None:
        for players in PLAYERS:
            position = game(players).deal(1)
            assert (position.turn, position.made) == (0, 2 * players)
            assert min(position.estimate("distance")) > 0

    def test_the_seed_says_which(self) -> None:
        assert game().deal(5) == game().deal(5)
        assert len({str(game().deal(seed)) for seed in range(50)}) == 50

    def test_they_are_not_over(self) -> None:
        for most in range(1, 9):
            position = game(3, move_limit=most).deal(0)
            assert not position.is_over
            assert position.made == min(6, most - 1)

    def test_there_are_no_cards(self) -> None:
        with pytest.raises(TextError, match=r"expected no cards for chinese_checkers: 5"):
            game().deal(1, cards=5)


class TestTexts:
    def test_the_start_is_a_word(self) -> None:
        assert str(game(2).start()) == "start"
        assert game(2).parse(f"{camp(0)} {camp(3)}") == game(2).start()
        assert str(game(2).parse(f"{camp(0)} {camp(3)} 1 0")) == f"{camp(0)} {camp(3)} 1 0"

    @pytest.mark.parametrize("players", PLAYERS)
    def test_positions_round_trip(self, players: int) -> None:
        for position in playout(players, 4):
            again = position.game.parse(str(position))
            assert again == position
            assert again.key() == position.key()

    def test_points_may_stand_in_any_order(self) -> None:
        assert game(2).parse(f"d4d3d2d1c3c2c1b2b1a1 {camp(3)}") == game(2).start()

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("", "expected start, or the pieces of 2 players"),
            (camp(0), "expected start, or the pieces of 2 players"),
            (f"{camp(0)} {camp(3)} 0", "and then the player to move and moves made"),
            (f"{camp(0, 'd1')} {camp(3)}", "expected 10 pieces of player 0: 9 in"),
            (f"{camp(0)} {camp(3)}e1", "expected 10 pieces of player 1: 11 in"),
            (f"{camp(0, 'd1')}d2 {camp(3)}", "expected each point once: 'd2'"),
            (f"{camp(0, 'd1')}n1 {camp(3)}", "expected each point once: 'n1'"),
            (f"{camp(0, 'd1')}d5 {camp(3)}", "expected points of the board: 'd5'"),
            (f"{camp(0, 'd1')}r1 {camp(3)}", "expected points of the board: 'r1'"),
            (f"{camp(0, 'd1')}d01 {camp(3)}", "expected points of the board: 'd01'"),
            (f"{camp(0)}, {camp(3)}", "expected points such as a1b1b2"),
            (f"{camp(0)} {camp(3)} 2 0", "expected a player of 0 to 1 to move: 2"),
            (f"{camp(0)} {camp(3)} -1 0", "expected a player of 0 to 1 to move: -1"),
            (f"{camp(0)} {camp(3)} x 0", "expected a whole number: 'x' for who moves"),
            (f"{camp(0)} {camp(3)} 0 x", "expected a whole number: 'x' for moves made"),
            (f"{camp(0)} {camp(3)} 0 201", "expected 0 to 200 moves made: 201"),
            (f"{camp(0)} {camp(3)} 0 -1", "expected 0 to 200 moves made: -1"),
            (f"{camp(3)} {camp(0)}", "expected one player home at most"),
        ],
    )
    def test_what_cannot_be_is_refused(self, line: str, message: str) -> None:
        with pytest.raises(TextError, match=message) as refused:
            game(2).parse(line)
        assert len(str(refused.value).splitlines()) == 1

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("players=5", "expected 2, 3, 4 or 6 players: 5"),
            ("move_limit=0", "expected a move_limit of 1 to 1000000: 0"),
            ("leave=-1", "expected leave of 0 to 1000000 moves: -1"),
            ("leave=1000001", "expected leave of 0 to 1000000 moves: 1000001"),
            ("move_limit=1000001", "expected a move_limit of 1 to 1000000: 1000001"),
            ("utility=mot", "utility mot needs 'bids', which chinese_checkers lacks"),
        ],
    )
    def test_rules_that_cannot_be_are_refused(self, line: str, message: str) -> None:
        with pytest.raises(TextError, match=message):
            kibitz.game(f"chinese_checkers({line})")


class TestPictures:
    def test_the_terminal_shows_the_star_and_the_moves(self) -> None:
        shown = game(2).start().show().splitlines()
        assert shown[0] == "a1              0              a1"
        assert shown[5] == "e1  . . . . . . . . . . . . .  e13"
        assert shown[18] == "q1              1              q1"
        assert shown[20:23] == [
            "player 0 to move, 0 of 200 moves made",
            "progress (0, 0)",
            "c1 to e5 e7",
        ]

    def test_names_can_be_read_off_the_lines(self) -> None:
        """The ends of each row, and numbers that hold along slanting lines to the middle."""
        shown = game(2).start().show().splitlines()[:19]
        rows = {line[0]: (line, number) for number, line in enumerate(shown) if line[0] != " "}
        assert [shown.index(line) for line in shown if line[0] == " "] == [4, 4]
        assert shown[4] == shown[14]
        assert "".join(rows) == "abcdefghijklmnopq"
        numbers = {column: int(digit) for column, digit in enumerate(shown[4]) if digit != " "}
        for name in NAMES:
            line, height = rows[name[0]]
            assert line.split()[0] == f"{name[0]}1"
            assert line.split()[-1] == f"{name[0]}{WIDTHS['abcdefghijklmnopq'.index(name[0])]}"
            if name[0] in "efghijklm":
                place = 4 + 12 + SPOT[name][1]  # in characters from the left
                assert line[place] in "01."
                slanting = abs(height - (4 if name[0] <= "i" else 14)) - 1
                assert numbers[place - slanting] == int(name[1:]) % 10

    def test_the_terminal_shows_the_end(self) -> None:
        shown = game(2).parse(f"{camp(3)} {camp(1)} 1 9").show().splitlines()
        assert shown[20] == "the end, player 0 is home, 9 of 200 moves made"
        assert shown[-1].startswith("payoffs (240, ")

    def test_the_drawing_has_every_point_and_every_piece(self) -> None:
        for players in PLAYERS:
            position = game(players).deal(1)
            drawing = ElementTree.fromstring(position.svg())
            circles = [part for part in drawing if part.tag.endswith("circle")]
            pieces = [part for part in circles if part.get("class") == "piece"]
            assert len(circles) == 121
            assert len({(part.get("cx"), part.get("cy")) for part in circles}) == 121
            assert len(pieces) == 10 * players
            assert len({part.get("fill") for part in pieces}) == players
            assert position._repr_svg_() == position._repr_html_() == position.svg()

    def test_names_can_be_read_off_the_drawing(self) -> None:
        """The letter of a row at both ends, a number on every point, its name as a title."""
        drawing = ElementTree.fromstring(game(3).deal(1).svg())
        texts = [part for part in drawing if part.tag.endswith("text")]
        letters = [part.text for part in texts if part.get("class") == "row"]
        assert letters == [letter for letter in "abcdefghijklmnopq" for _ in range(2)]
        heights = {(part.text, part.get("y")) for part in texts if part.get("class") == "row"}
        assert len(heights) == 17
        numbers = [part.text for part in texts if part.get("class") == "number"]
        assert numbers == [name[1:] for name in NAMES]
        titles = [title.text for part in drawing for title in part if part.tag.endswith("circle")]
        assert titles == list(NAMES)

    def test_the_path_of_a_move(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i5 {camp(3, 'n1', 'n2')}i6h7")
        assert position.path("i5-i4") == ["i5", "i4"]
        assert position.path("i5-g7") == ["i5", "i7", "g7"]
        with pytest.raises(IllegalMove, match="illegal move i5-e5"):
            position.path("i5-e5")

    def test_a_path_is_a_chain_of_jumps_over_pieces(self) -> None:
        longest = 0
        for position in list(playout(6, 3))[::7]:
            board = board_of(position)
            for move in [] if position.is_over else position.moves():
                spots = [SPOT[name] for name in position.path(move)]
                ends = f"{NAME[spots[0]]}-{NAME[spots[-1]]}" if spots else "pass"
                assert ends == str(move)
                steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(spots)]
                if len(steps) == 1 and steps[0] in AROUND:
                    continue
                for spot, (down, right) in zip(spots, steps, strict=False):
                    assert (down // 2, right // 2) in AROUND
                    over = (spot[0] + down // 2, spot[1] + right // 2)
                    assert over in board
                    assert over != spots[0]
                    assert (spot[0] + down, spot[1] + right) not in board
                longest = max(longest, len(steps))
        assert longest > 3

    def test_the_drawing_shows_the_path_of_a_move(self) -> None:
        position = game(2).parse(f"{camp(0, 'd1')}i5 {camp(3, 'n1', 'n2')}i6h7")
        drawing = ElementTree.fromstring(position.svg("i5-g7"))
        paths = [part for part in drawing if part.get("class") == "path"]
        assert len((paths[0].get("points") or "").split()) == 3
        assert len(paths) == 2
        assert 'class="path"' not in position.svg()
        with pytest.raises(IllegalMove, match="illegal move i5-e5"):
            position.svg("i5-e5")

    def test_the_figure_in_the_docs_is_what_make_figures_draws(self) -> None:
        figure = Path(__file__).parents[2] / "docs" / "images" / "star.svg"
        assert figure.read_text(encoding="utf-8") == game(6).start().svg()

    def test_the_command_writes_the_drawing(self, tmp_path: Path) -> None:
        file = tmp_path / "star.svg"
        assert main(["show", "chinese_checkers", "start", "--svg", str(file)]) == 0
        assert file.read_text(encoding="utf-8") == game().start().svg()

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["heaps:Heaps", "start", "--svg", "x.svg"], "has no drawing; write svg()"),
            (["chinese_checkers", "-", "--svg", "star.svg"], "expected one position to draw"),
            (["chinese_checkers", "start", "--svg", "no/star.svg"], "expected a file to write to"),
        ],
    )
    def test_the_command_refuses_in_one_line(
        self, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["show", *words]) == 2
        shown = capsys.readouterr()
        assert message in shown.err
        assert len(shown.err.splitlines()) == 1
        assert not shown.out


def test_sets_of_points_list_what_they_were_made_of() -> None:
    assert list(listed(points_of([120, 0, 64]))) == [0, 64, 120]


class TestSmallBoards:
    """Triangles of three and two rows: 73 points with six pieces each, 37 with three."""

    @pytest.mark.parametrize(("rows", "points", "pieces"), [(2, 37, 3), (3, 73, 6), (4, 121, 10)])
    def test_points_and_pieces(self, rows: int, points: int, pieces: int) -> None:
        small = ChineseCheckers(rows=rows)
        assert len(small.star.points) == points
        assert {camp.bit_count() for camp in (*small.camps, *small.goals)} == {pieces}
        assert small.star.centre.bit_count() == points - 6 * pieces

    @pytest.mark.parametrize("rows", [2, 3])
    def test_the_small_star_is_the_middle_of_a_large_one(self, rows: int) -> None:
        """A point has the same neighbours and jumps as the point of the large star there."""
        small, large = ChineseCheckers(rows=rows).star, ChineseCheckers().star
        at = {place: point for point, place in enumerate(large.places)}
        there = [at[place] for place in small.places]
        back = {point: number for number, point in enumerate(there)}
        for number, point in enumerate(there):
            beside = {back[one] for one in listed(large.neighbours[point]) if one in back}
            assert set(listed(small.neighbours[number])) == beside
            landings = {back[one] for _, _, one in large.jumps[point] if one in back}
            assert {one for _, _, one in small.jumps[number]} == landings

    @pytest.mark.parametrize("players", PLAYERS)
    @pytest.mark.parametrize("rows", [2, 3])
    def test_games_end_with_a_player_home(self, players: int, rows: int) -> None:
        small = ChineseCheckers(players, rows=rows)
        draw, position, most = random.Random(1), small.start(), {2: 20, 3: 56}[rows]
        while not position.is_over:
            assert small.parse(str(position)) == position
            assert max(position._distances()) < most
            position = position.play(draw.choice(position.ordered("gain")[:2]))
        assert position.home is None or position.outcome[position.home] == 240

    def test_the_most_progress_abroad_is_one_step_short(self) -> None:
        for rows, all_steps in ((2, 20), (3, 56), (4, 120)):
            small = ChineseCheckers(2, rows=rows)
            assert small.star.steps_gained(0, small.goals[0]) == all_steps

    def test_names_and_moves_are_those_of_the_board(self) -> None:
        start = ChineseCheckers(rows=3).start()
        assert [str(move) for move in start.moves()][:2] == ["b1-d4", "b1-d6"]
        assert start.play("b1-d4") == start.play(start.moves()[0])
        with pytest.raises(IllegalMove):
            start.play("d1-e1")
        with pytest.raises(TextError, match="expected 6 pieces of player 0: 3"):
            start.game.parse("a1b1b2 m1 d1")
        with pytest.raises(TextError, match="expected triangles of 2 to 4 rows"):
            ChineseCheckers(rows=5)

    @pytest.mark.parametrize("players", PLAYERS)
    @pytest.mark.parametrize("rows", [2, 3])
    def test_the_kernel_visits_the_same_nodes(self, players: int, rows: int) -> None:
        searches = [one.format("distance", "gain") for one in HORIZON]
        text = f"chinese_checkers(players={players},rows={rows},leave=0)"
        agree_with_the_kernel(text, searches[1:5], 2, 12, "gain", most=3)

    def test_the_smallest_game_can_be_searched_to_its_end(self) -> None:
        position = ChineseCheckers(2, rows=2, move_limit=7).deal(2)
        assert engine_differences(position, list(map(Algorithm.parse, TO_THE_END))) == []


class TestTheWayHome:
    """How many moves a player needs with nobody else on the board."""

    def test_both_engines_make_the_same_table(self) -> None:
        kernel = pytest.importorskip("kibitz._kernel")
        assert kernel.way_home(2) == way_home.made(2)

    def test_every_placement_has_its_own_number(self) -> None:
        placements = itertools.combinations(range(37), 3)
        assert sorted(map(way_home.number, placements)) == list(range(way_home.size(2)))
        assert way_home.size(3) == 170_230_452

    def test_a_placement_is_one_move_further_than_the_nearest_it_leads_to(self) -> None:
        moves, board = way_home.table(2), star(2)
        for pieces in itertools.combinations(board.points, board.pieces):
            here = points_of(pieces)
            nearest = [
                moves[way_home.number(listed(here ^ (1 << start | 1 << target)))]
                for start in pieces
                for target in listed(board.targets(start, here))
            ]
            home = here == board.triangles[3]
            assert moves[way_home.number(pieces)] == (0 if home else 1 + min(nearest))

    def test_players_who_stand_alike_have_saved_the_same(self) -> None:
        for players in (2, 3, 4, 6):
            start = kibitz.game(f"chinese_checkers(players={players},rows=2)").start()
            assert set(start.estimate("way-home")) == {3}

    def test_who_is_home_has_its_progress(self) -> None:
        game = kibitz.game("chinese_checkers(players=2,rows=2,leave=0)")
        position = game.parse("i1h1h2 d4d5e3 0 60")
        assert position.is_over
        assert position.estimate("way-home") == position.estimate("distance")

    def test_the_larger_table_must_be_made_first(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
        monkeypatch.setattr(way_home, "table", way_home.table.__wrapped__)
        position = kibitz.game("chinese_checkers(rows=3)").start()
        with pytest.raises(KibitzError, match="make it by: kibitz build way-home"):
            kibitz.solve(position, "brs(leaf=way-home)", limit=kibitz.Limit(depth=1))
        way_home.path().parent.mkdir()
        way_home.path().write_bytes(b"short")
        with pytest.raises(KibitzError, match="expected a table of 170,230,453 bytes"):
            kibitz.solve(position, "brs(leaf=way-home)", limit=kibitz.Limit(depth=1))

    def test_the_usual_board_has_no_such_table(self) -> None:
        position = kibitz.game("chinese_checkers").start()
        with pytest.raises(KibitzError, match="unknown leaf of chinese_checkers 'way-home'"):
            kibitz.solve(position, "maxn(leaf=way-home)", limit=kibitz.Limit(depth=1))


class TestWhatAnEndIsWorth:
    """Utilities in which nobody but the player who is home has anything at the end."""

    @pytest.mark.parametrize(
        ("utility", "going_on", "over"),
        [("home", (30, 10, 20), (0, 240, 0)), ("part", (480, 160, 320), (0, 960, 0))],
    )
    def test_progress_counts_until_one_is_home(
        self, utility: str, going_on: tuple[int, ...], over: tuple[int, ...]
    ) -> None:
        game = kibitz.game(f"chinese_checkers(utility={utility})")
        assert payoffs_of(game, (30, 10, 20)) == going_on
        assert payoffs_of(game, (100, 240, 119)) == over
