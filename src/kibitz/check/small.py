"""Small positions to try something on: random trees, and positions of a game near their end."""

from __future__ import annotations

import random
from collections.abc import Iterator

from kibitz.errors import KibitzError, TextError
from kibitz.game import Game, Position
from kibitz.games import game as read_game

SMALL = 400
"""How many nodes the plain tree of such a position has at most."""
LONGEST = 2_000
"""After how many moves a game is not played on to find one."""
CARDS = 4
"""How many cards each player is dealt at most, where there are cards."""


def size(position: Position, most: int = SMALL) -> int:
    """How many nodes there are from here to the end; `most` + 1 if there are more than that."""
    waiting, count = [position], 0
    while waiting and count <= most:
        here = waiting.pop()
        count += 1
        if not here.is_over:
            waiting += [here.play(move) for move in here.moves()]
    return count


def trees(count: int, seed: int = 0, like: str = "") -> Iterator[Position]:
    """Random trees, small ones first: 2 to 5 players, ties, movers that repeat or are left out.

    Arguments of the game can be fixed, as in `players=3,total=6`.
    """
    for number in range(count):
        draw = random.Random(f"{seed} {number}")
        depth = 1 + 4 * number // count
        arguments = {
            "players": draw.randint(2, 5),
            "low": draw.choice((0, 0, 0, -2)),
            "depth": draw.randint(max(1, depth - 1), depth),
            "branching": draw.randint(2, 3),
            "payoff": draw.randint(1, 5),
            "total": draw.choice(("none", "none", 3, 8)),
            "step": draw.choice((1, 1, 2)),
        }
        fixed = dict(part.split("=") for part in like.split(",") if part)
        words = ",".join(f"{name}={value}" for name, value in {**arguments, **fixed}.items())
        yield read_game(f"tree({words})").deal(seed + number)


def positions(game: Game, count: int, seed: int = 0) -> Iterator[Position]:
    """Positions of a game whose plain trees are small, the deals with fewest cards first.

    Of a game that starts large, the first small position of a random play.
    """
    for number in range(seed, seed + count):
        draw = random.Random(number)
        most = 1 + CARDS * (number - seed) // count
        path = _play(_deal(game, number, draw.randint(max(1, most - 1), most)), draw)
        small = len(path) - 1
        while small and size(path[small - 1]) <= SMALL:
            small -= 1
        yield path[small]


def _deal(game: Game, seed: int, cards: int) -> Position:
    """A deal of a few cards; of a game that has none, the usual one."""
    try:
        return game.deal(seed, cards)
    except TextError:
        return game.deal(seed)


def _play(position: Position, draw: random.Random) -> list[Position]:
    """The positions of a random play that is not too long."""
    path = [position]
    while not path[-1].is_over:
        if len(path) > LONGEST:
            raise KibitzError(f"expected a game that ends within {LONGEST:,} moves: {position}")
        path.append(path[-1].play(draw.choice(list(path[-1].moves()))))
    return path
