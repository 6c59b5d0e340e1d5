"""At the table: players choose in turn until a game is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

from kibitz.errors import KibitzError
from kibitz.game import Move
from kibitz.history import History
from kibitz.players.clock import LAG, ON_BOARD, Clock, timed
from kibitz.players.foreign import answer_of
from kibitz.players.others import PlayerFailed
from kibitz.players.plain import Random
from kibitz.players.player import OpenPlayer, Player
from kibitz.programs import Late
from kibitz.whole.hand import Hidden, Sitting, stream_seed

HANDS = 3
"""How many hands of a whole game are taken to be still to come."""
NO_TIME = "has no time left"


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played, with what happened on the way."""

    end: Sitting
    choices: tuple[tuple[int, Move], ...]
    """Who chose what, in order."""
    failures: tuple[str, ...]
    """For each player why it gave up; empty for those that did not."""
    seconds: tuple[float, ...]
    """How long each thought, all its choices together."""
    processor: tuple[float, ...]
    """How much processor time each took for that, here and in programs of its own."""
    depths: tuple[tuple[int, ...], ...]
    """How deep the searches of each went, where they did not come to the end."""

    @property
    def failed(self) -> list[int]:
        """The players that gave up."""
        return [seat for seat, why in enumerate(self.failures) if why]


def choose(player: Player, game: Sitting) -> Move:
    """What a player chooses. Only one that says by its type that it peeks is shown all hands."""
    if isinstance(game, Hidden) and not (isinstance(player, OpenPlayer) and game.position):
        return player.choose(game.view())
    assert game.position is not None
    here = getattr(game, "playing", None) or game  # of a whole game the hand that is played
    hand = getattr(here, "history", None) or History(game.position)
    return game.move(player.play_after(hand))


class Seats:
    """Who sits where, each made anew for every hand, with chances of its own that the seed says.

    A player from outside that fails has lost its wits: from there on it plays at random. So does
    any player whose time for the game is over, if there is a clock.
    """

    def __init__(
        self, players: Sequence[Player | None], seed: int, clock: Clock | None = None
    ) -> None:
        self._players, self._seed, self._number = list(players), seed, -1
        self._seated: dict[int, Player] = {}
        self._clocks = [clock] * len(players)
        self.failures = [""] * len(players)
        self.seconds, self.processor = [0.0] * len(players), [0.0] * len(players)
        self.depths: list[list[int]] = [[] for _ in players]

    def choose(self, game: Sitting) -> Move:
        """What the player whose turn it is chooses."""
        if game.number != self._number:
            self.close()
            self._number = game.number
        seat = game.turn
        clock, before = self._clocks[seat], self._at(seat).elsewhere
        start, busy = time.perf_counter(), time.process_time()
        try:
            with timed(None if clock is None else clock.share(choices_left(game)), clock):
                move = self._chosen(seat, game, clock)
        except PlayerFailed as error:
            move = self._give_up(seat, str(error), game)
        except Late:
            move = self._give_up(seat, f"{self._at(seat)} {NO_TIME}", game)
        took = time.perf_counter() - start
        self.seconds[seat] += took
        self.processor[seat] += time.process_time() - busy
        self.processor[seat] += max(0.0, self._at(seat).elsewhere - before)
        if clock is not None:
            self._clocks[seat] = clock = clock.after(took)
            if clock.left - clock.increment < -LAG and not self.failures[seat]:
                self._give_up(seat, f"{self._at(seat)} {NO_TIME}", game)
        return move

    def _chosen(self, seat: int, game: Sitting, clock: Clock | None) -> Move:
        who = self._at(seat)
        if clock is None:
            return choose(who, game)
        return answer_of(who, lambda: choose(who, game), max(0.0, clock.left) + LAG)

    def _give_up(self, seat: int, why: str, game: Sitting) -> Move:
        """From here on a player chooses at random, and has all the time that it needs."""
        self.failures[seat] = why
        self._leave(seat)
        self._players[seat], self._clocks[seat] = Random(), None
        return choose(self._at(seat), game)

    def _at(self, seat: int) -> Player:
        if seat not in self._seated:
            own = self._players[seat]
            assert own is not None
            self._seated[seat] = own.seeded(stream_seed(self._seed, seat, self._number))
        return self._seated[seat]

    def _leave(self, seat: int) -> None:
        one = self._seated.pop(seat)
        self.depths[seat] += one.depths
        one.close()

    def close(self) -> None:
        """All leave the table."""
        for seat in list(self._seated):
            self._leave(seat)


def choices_left(game: Sitting) -> int:
    """About how many choices a player has in the rest of a game, this one among them."""
    if not isinstance(game, Hidden):
        return ON_BOARD
    view = game.view()
    return max(1, view.hand.bit_count()) + (HANDS * view.game.hand_size if view.whole else 0)


def play_out(
    game: Sitting,
    players: Sequence[Player],
    seed: int,
    watch: Callable[[Sitting], None] = lambda game: None,
    clock: Clock | None = None,
) -> PlayedGame:
    """Play a game to its end; with a clock, each player has that much time for it."""
    if len(players) != game.players:
        raise KibitzError(f"expected {game.players} players: {len(players)}")
    choices: list[tuple[int, Move]] = []
    with closing(Seats(players, seed, clock)) as seats:
        while not game.is_over:
            watch(game)
            turn = game.turn
            move = seats.choose(game)
            choices.append((turn, move))
            game = game.after(move)
    return PlayedGame(
        game,
        tuple(choices),
        tuple(seats.failures),
        tuple(seats.seconds),
        tuple(seats.processor),
        tuple(map(tuple, seats.depths)),
    )
