"""Stones, a game of your own that Numba makes fast: `kibitz check stones:Stones`."""

from dataclasses import dataclass, replace

from numba import cfunc
from numba.types import CPointer, int8, int32, int64, void

from kibitz import Game, NativeGame, Position

State, Moves, Numbers = CPointer(int8), CPointer(int32), CPointer(int64)


# The rules over plain memory: a state is three small numbers, stones left, turn, players.
@cfunc(int32(Numbers, int32, State))
def start(numbers, count, state):
    if count != 3 or numbers[0] > 127 or numbers[2] > 16:
        return 0  # these are refused
    for at in range(3):
        state[at] = numbers[at]
    return 1


@cfunc(int32(State))
def over(state):
    return state[0] == 0


@cfunc(int32(State))
def turn(state):
    return state[1]


@cfunc(int32(State, Moves, int32))
def moves(state, found, room):
    count = min(3, state[0])
    for at in range(count):
        found[at] = at + 1
    return count


@cfunc(void(State, int32))
def play(state, taken):
    state[0] -= taken
    state[1] = (state[1] + 1) % state[2]


@cfunc(int32(State, Numbers))
def outcome(state, numbers):
    for player in range(state[2]):
        numbers[player] = 0
    numbers[state[1]] = 1
    numbers[(state[1] + state[2] - 1) % state[2]] = 2
    return state[2]


# The same in Python, which `kibitz check` compares with it.
@dataclass(frozen=True)
class Stones(Game):
    """Stones: take one to three; the last stone gets two points, the player after that one."""

    stones: int = 20
    max_sum = 3

    def start(self) -> "StonesPosition":
        return StonesPosition(self, self.stones, 0)

    def payoffs(self, outcome: tuple[int, ...]) -> tuple[int, ...]:
        return outcome


@dataclass(frozen=True)
class StonesPosition(Position):
    game: Stones
    left: int
    turn: int

    adapter = "native"
    native = NativeGame(
        state_bytes=3,
        most_moves=3,
        outcome_numbers=16,
        start=start,
        over=over,
        turn=turn,
        moves=moves,
        play=play,
        outcome=outcome,
    )

    def as_numbers(self) -> list[int]:
        return [self.left, self.turn, self.game.players]

    @property
    def is_over(self) -> bool:
        return self.left == 0

    @property
    def outcome(self) -> tuple[int, ...]:
        points = {self.turn: 1, (self.turn - 1) % self.game.players: 2}
        return tuple(points.get(player, 0) for player in range(self.game.players))

    def moves(self) -> list[int]:
        return list(range(1, min(3, self.left) + 1))

    def play(self, move: int) -> "StonesPosition":
        taken = self.legal_move(move)
        return replace(self, left=self.left - taken, turn=(self.turn + 1) % self.game.players)
