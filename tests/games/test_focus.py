"""The rule book of Focus, and its moves beside a slow program of another kind."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from boards import HORIZON, TO_THE_END, agree_with_the_kernel
from definition import engine_differences

import kibitz
from kibitz import Algorithm, GameError, IllegalMove, TextError
from kibitz.games.focus import Focus, FocusPosition

# A slow program of another kind: a board is a dict from file and rank to a list of pieces.

Spot = tuple[int, int]
SPOTS = [(x, y) for y in range(8, 0, -1) for x in range(8) if min(x, 7 - x) + min(y - 1, 8 - y) > 1]


class Slow:
    """Stacks are lists with the top first."""

    def __init__(self, position: FocusPosition) -> None:
        names = position.game.board.names
        self.players = position.game.players
        self.board = {spot: list[int]() for spot in SPOTS}
        for at, name in names.items():
            spot = "abcdefgh".index(name[0]), int(name[1])
            self.board[spot] = [int(piece) for piece in reversed(position.stacks[at])]
        self.hand = list(position.in_hand)
        self.taken = [list(taken) for taken in position.captured]
        self.turn, self.made = position.turn, position.made

    def copy(self) -> Slow:
        other = object.__new__(Slow)
        other.players, other.turn, other.made = self.players, self.turn, self.made
        other.board = {spot: list(stack) for spot, stack in self.board.items()}
        other.hand, other.taken = list(self.hand), [list(taken) for taken in self.taken]
        return other

    def after(self) -> Iterator[tuple[str, Slow]]:
        """Every move by its name, with what it leads to."""
        first = self.players == 3 and self.made < 3
        for spot, stack in self.board.items():
            for pieces in range(1, len(stack) + 1 if stack[:1] == [self.turn] and not first else 1):
                for x, y in ((0, 1), (-1, 0), (1, 0), (0, -1)):
                    end = spot[0] + x * pieces, spot[1] + y * pieces
                    if end in self.board:
                        next_one = self.copy()
                        moved = [next_one.board[spot].pop(0) for _ in range(pieces)]
                        yield f"{_name(spot)}-{_name(end)}", next_one.land(moved, end)
        if self.hand[self.turn]:
            for spot, stack in self.board.items():
                if not first or not stack:
                    next_one = self.copy()
                    next_one.hand[self.turn] -= 1
                    yield f"+{_name(spot)}", next_one.land([self.turn], spot)

    def land(self, moved: list[int], end: Spot) -> Slow:
        self.board[end] = moved + self.board[end]
        while len(self.board[end]) > 5:
            piece = self.board[end].pop()
            if piece == self.turn:
                self.hand[piece] += 1
            else:
                self.taken[self.turn][piece] += 1
        self.turn, self.made = (self.turn + 1) % self.players, self.made + 1
        return self

    def won(self) -> bool:
        before = (self.turn - 1) % self.players
        others = [self.taken[before][one] for one in range(self.players) if one != before]
        needed = {2: 6, 3: 3, 4: 2}[self.players]
        if min(others) >= needed or (self.players > 2 and sum(others) >= 10):
            return True
        tops = {stack[0] for stack in self.board.values() if stack}
        return all(
            one in (before,) or (one not in tops and not self.hand[one])
            for one in range(self.players)
        )

    def perft(self, depth: int) -> list[int]:
        if self.won():
            return [0] * depth
        followed = [one for _, one in self.after()]
        counts = [len(followed)] + [0] * (depth - 1)
        if depth > 1:
            for one in followed:
                counts[1:] = [a + b for a, b in zip(counts[1:], one.perft(depth - 1), strict=True)]
        return counts


def _name(spot: Spot) -> str:
    return f"{'abcdefgh'[spot[0]]}{spot[1]}"


def playout(game: Focus, seed: int, order: str = "") -> Iterator[FocusPosition]:
    """A random game, or one in which most moves are the first of an order."""
    draw, position = random.Random(seed), game.start()
    while not position.is_over:
        yield position
        moves = position.ordered(order)[:1] if order and draw.random() < 0.8 else position.moves()
        position = position.play(draw.choice(moves))
    yield position


def placed(row: str, rest: str, players: int = 2) -> FocusPosition:
    """A position with pieces in one row of eight squares only."""
    game = Focus(players)
    stacks = ["" if one == "." else one for one in row.split(",")]
    board = [""] * 16 + stacks + [""] * 40
    in_hand, captured, turn = rest.split()
    taken = tuple(tuple(map(int, one.split(","))) for one in captured.split("/"))
    return FocusPosition(
        game, tuple(board), tuple(map(int, in_hand.split(","))), taken, int(turn), 9
    )


class TestRules:
    @pytest.mark.parametrize(("players", "pieces", "in_hand"), [(2, 18, 0), (3, 12, 1), (4, 13, 0)])
    def test_the_start(self, players: int, pieces: int, in_hand: int) -> None:
        start = Focus(players).start()
        assert len(start.game.board.all) == 52
        assert [start.controlled(player) for player in range(players)] == [pieces] * players
        assert start.in_hand == (in_hand,) * players
        assert max(map(len, start.stacks)) == 1

    @pytest.mark.parametrize("players", [2, 3, 4])
    @pytest.mark.parametrize("order", ["", "stack"])
    def test_moves_are_those_of_a_slow_program(self, players: int, order: str) -> None:
        for position in list(playout(Focus(players, move_limit=60), players, order))[:-1:4]:
            slow = dict(Slow(position).after())
            assert sorted(position.moves()) == sorted(slow or ["pass"])
            for move, after in slow.items():
                got = Slow(position.play(move))
                assert vars(got) == vars(after)

    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_perft_is_that_of_a_slow_program(self, players: int) -> None:
        for position in list(playout(Focus(players), players, "stack"))[:40:13]:
            assert kibitz.perft(position, 2) == Slow(position).perft(2)

    def test_pieces_move_as_far_as_they_are_many_and_not_diagonally(self) -> None:
        position = placed(".,.,.,100,.,.,.,1", "0,0 0,0/0,0 0")
        ends = {move.partition("-")[2] for move in position.moves()}
        assert ends == {"d7", "c6", "e6", "d5", "d8", "b6", "f6", "d4", "a6", "g6", "d3"}
        after = position.play("d6-f6")
        assert (after.stacks[19], after.stacks[21]) == ("1", "00")

    def test_only_the_player_on_top_moves_a_stack(self) -> None:
        position = placed(".,.,.,01,.,0,.,.", "0,0 0,0/0,0 0")
        assert {move[:2] for move in position.moves()} == {"f6"}

    def test_a_stack_over_five_loses_its_bottom(self) -> None:
        position = placed("01101,.,.,110,.,.,.,.", "0,0 0,0/0,0 0")
        after = position.play("d6-a6")
        assert after.stacks[16] == "01110"
        assert after.in_hand == (1, 0)
        assert after.captured == ((0, 2), (0, 0))

    def test_a_piece_in_hand_may_be_put_anywhere(self) -> None:
        position = placed("11111,.,.,0,.,.,.,.", "1,0 0,0/0,0 0")
        assert sum(move.startswith("+") for move in position.moves()) == 52
        after = position.play("+a6")
        assert (after.stacks[16], after.in_hand, after.captured[0]) == ("11110", (0, 0), (0, 1))

    def test_three_players_place_a_piece_each_on_an_empty_square_first(self) -> None:
        position = Focus().start()
        for player in range(3):
            assert position.turn == player
            assert all(move.startswith("+") for move in position.moves())
            assert len(position.moves()) == 16 - player
            position = position.play(position.moves()[0])
        assert position.in_hand == (0, 0, 0)
        assert all("-" in move for move in position.moves())

    @pytest.mark.parametrize(
        ("players", "taken", "left"),
        [
            (2, "0,0", 6),
            (2, "0,5", 1),
            (2, "0,6", 0),
            (3, "0,0,0", 6),
            (3, "0,3,2", 1),
            (3, "0,3,3", 0),
            (3, "0,9,0", 1),
            (3, "0,10,0", 0),
            (4, "0,2,2,1", 1),
            (4, "0,2,2,2", 0),
            (4, "0,9,1,0", 0),
            (4, "0,4,4,0", 2),
        ],
    )
    def test_how_many_pieces_win(self, players: int, taken: str, left: int) -> None:
        none = ",".join("0" * players)
        captured = "/".join([taken, *[none] * (players - 1)])
        position = placed("0,1,.,.,.,.,.,.", f"{none} {captured} 1", players)
        assert position.left(0) == left
        assert position.is_over is (left == 0)
        assert position.estimate("captures")[0] == 600 - 100 * left + 1
        if left == 0:
            assert position.game.payoffs(position.outcome)[0] == 12_000

    def test_the_last_who_can_move_wins(self) -> None:
        position = placed("0,1,.,.,.,.,.,.", "0,0 0,0/0,0 0")
        after = position.play("a6-b6")
        assert after.is_over
        assert after.outcome == (1001, 0)
        position = placed("0,1,.,.,.,.,.,.", "0,1 0,0/0,0 0")
        assert not position.play("a6-b6").is_over

    def test_a_player_who_cannot_move_passes(self) -> None:
        position = placed("0,1,.,.,.,.,.,.", "0,0,0 0,0,0/0,0,0/0,0,0 2", 3)
        assert position.moves() == ["pass"]
        assert position.play("pass").turn == 0
        with pytest.raises(IllegalMove):
            Focus().start().play("pass")

    def test_nobody_has_won_when_the_moves_are_used_up(self) -> None:
        position = Focus(move_limit=1).start()
        with pytest.raises(GameError, match="no outcome yet"):
            _ = position.outcome
        assert position.play("+c8").outcome == (13, 12, 12)

    def test_a_pass_can_be_imagined(self) -> None:
        start = Focus(2).start()
        skipped = start.skipped()
        assert (skipped.stacks, skipped.turn, skipped.made) == (start.stacks, 1, 1)


class TestOrder:
    def test_pieces_moved_and_on_the_target_count_ten_and_stacks_gained_one(self) -> None:
        position = placed("00,.,11,0,10,.,.,.", "0,0 0,0/0,0 0")
        ordered = position.ordered("stack")
        worth = {"a6-c6": 40, "e6-c6": 40, "d6-c6": 30, "d6-e6": 29, "a6-b6": 11, "e6-f6": 10}
        found = [ordered.index(move) for move in worth]
        assert found == sorted(found)

    def test_the_order_is_of_all_moves(self) -> None:
        for position in playout(Focus(move_limit=40), 2, "stack"):
            if not position.is_over:
                assert sorted(position.ordered("stack")) == sorted(position.moves())


class TestTexts:
    @pytest.mark.parametrize("players", [2, 3, 4])
    def test_positions_round_trip(self, players: int) -> None:
        for position in playout(Focus(players), 3, "stack"):
            assert position.game.parse(str(position)) == position

    def test_impossible_positions_are_refused(self) -> None:
        game = Focus(2)
        line = str(game.deal(1))
        board, in_hand, captured, turn, made = line.split()
        for wrong, message in [
            (f"{board} {in_hand} {captured} {turn}", "expected start, or the rows"),
            (f"{board[2:]} {in_hand} {captured} {turn} {made}", "expected rows of"),
            (f"{board} 1,0 {captured} {turn} {made}", "expected 18 pieces of player 0: 19"),
            (f"{board} 0 {captured} {turn} {made}", "expected 2 counts of pieces"),
            (f"{board} {in_hand} 0,0 {turn} {made}", "expected captured pieces of 2 players"),
            (f"{board} {in_hand} {captured} 2 {made}", "expected a player of 0 to 1 to move"),
            (f"{board} {in_hand} {captured} 0 201", "expected 0 to 200 moves made"),
            (
                board.replace("1", "3", 1) + f" {in_hand} {captured} 0 4",
                "expected stacks of up to 5",
            ),
        ]:
            with pytest.raises(TextError, match=message):
                game.parse(wrong)

    def test_games_that_there_are_not_are_refused(self) -> None:
        for text in ("focus(players=5)", "focus(move_limit=0)"):
            with pytest.raises(TextError, match="expected"):
                kibitz.game(text)


class TestKernel:
    @pytest.mark.parametrize("text", Focus.examples)
    def test_it_visits_the_same_nodes_to_the_end(self, text: str) -> None:
        position = kibitz.game(text).deal(1)
        assert engine_differences(position, list(map(Algorithm.parse, TO_THE_END))) == []

    @pytest.mark.parametrize(
        "text", ["focus(move_limit=60)", "focus(players=2,utility=share)", "focus(players=4)"]
    )
    def test_it_visits_the_same_nodes_to_a_horizon(self, text: str) -> None:
        searches = [one.format("captures", "stack") for one in HORIZON]
        agree_with_the_kernel(text, searches, 2, 9, "stack", most=2)
