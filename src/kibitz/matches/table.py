"""At the table: players choose in turn until a game is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

from kibitz.errors import KibitzError
from kibitz.game import Move
from kibitz.players.others import PlayerFailed
from kibitz.players.plain import Random
from kibitz.players.player import OpenPlayer, Player
from kibitz.whole.hand import Hidden, Sitting, stream_seed


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
    depths: tuple[tuple[int, ...], ...]
    """How deep the searches of each went, where they did not come to the end."""

    @property
    def failed(self) -> list[int]:
        """The players that gave up."""
        return [seat for seat, why in enumerate(self.failures) if why]


def choose(player: Player, game: Sitting) -> Move:
    """What a player chooses. Only one that says by its type that it peeks is shown all hands."""
    if not isinstance(game, Hidden):
        assert game.position is not None
        return game.move(player.play_open(game.position))
    if isinstance(player, OpenPlayer) and game.position is not None:
        return game.move(player.play_open(game.position))
    return player.choose(game.view())


class Seats:
    """Who sits where, each made anew for every hand, with chances of its own that the seed says.

    A player from outside that fails has lost its wits: from there on it plays at random.
    """

    def __init__(self, players: Sequence[Player | None], seed: int) -> None:
        self._players, self._seed, self._number = list(players), seed, -1
        self._seated: dict[int, Player] = {}
        self.failures = [""] * len(players)
        self.depths: list[list[int]] = [[] for _ in players]

    def choose(self, game: Sitting) -> Move:
        """What the player whose turn it is chooses."""
        if game.number != self._number:
            self.close()
            self._number = game.number
        seat = game.turn
        try:
            return choose(self._at(seat), game)
        except PlayerFailed as error:
            self.failures[seat] = str(error)
            self._leave(seat)
            self._players[seat] = Random()
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


def play_out(
    game: Sitting,
    players: Sequence[Player],
    seed: int,
    watch: Callable[[Sitting], None] = lambda game: None,
) -> PlayedGame:
    """Play a game to its end."""
    if len(players) != game.players:
        raise KibitzError(f"expected {game.players} players: {len(players)}")
    choices: list[tuple[int, Move]] = []
    seconds = [0.0] * game.players
    with closing(Seats(players, seed)) as seats:
        while not game.is_over:
            watch(game)
            turn, before = game.turn, time.perf_counter()
            move = seats.choose(game)
            seconds[turn] += time.perf_counter() - before
            choices.append((turn, move))
            game = game.after(move)
    depths = tuple(map(tuple, seats.depths))
    return PlayedGame(game, tuple(choices), tuple(seats.failures), tuple(seconds), depths)
