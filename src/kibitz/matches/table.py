"""At the table: players choose in turn until a game is over."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from kibitz.errors import KibitzError
from kibitz.game import Move
from kibitz.players.others import PlayerFailed
from kibitz.players.plain import Random
from kibitz.players.player import OpenPlayer, Player
from kibitz.whole.hand import Hidden, Sitting, stream_seed

S = TypeVar("S", bound=Sitting)


@dataclass(frozen=True)
class Played:
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


def play_out(
    game: Sitting,
    players: Sequence[Player],
    seed: int,
    watch: Callable[[Sitting], None] = lambda game: None,
) -> Played:
    """Play a game to its end, each seat with chances of its own that the seed says.

    A player from outside that fails has lost its wits: from there on it plays at random.
    """
    if len(players) != game.players:
        raise KibitzError(f"expected {game.players} players: {len(players)}")
    failures = [""] * game.players
    choices: list[tuple[int, Move]] = []
    seated: list[Player] = []
    seconds = [0.0] * game.players
    depths: list[list[int]] = [[] for _ in range(game.players)]
    number = -1

    def leave() -> None:
        for own, one in zip(depths, seated, strict=False):
            own += one.depths
            one.close()

    try:
        while not game.is_over:
            watch(game)
            if game.number != number:
                number = game.number
                leave()
                seeds = [stream_seed(seed, seat, number) for seat in range(game.players)]
                seated = [
                    (Random() if why else one).seeded(own)
                    for one, own, why in zip(players, seeds, failures, strict=True)
                ]
            turn, before = game.turn, time.perf_counter()
            try:
                move = choose(seated[turn], game)
            except PlayerFailed as error:
                failures[turn] = str(error)
                seated[turn] = Random(seed=seated[turn].seed)
                move = choose(seated[turn], game)
            seconds[turn] += time.perf_counter() - before
            choices.append((turn, move))
            game = game.after(move)
    finally:
        leave()
    return Played(game, tuple(choices), tuple(failures), tuple(seconds), tuple(map(tuple, depths)))
