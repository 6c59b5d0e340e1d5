"""Claims: whether the rest of the tricks is somebody's, by a search against everybody else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import kibitz
from kibitz import Limit, Result, TextError
from kibitz.cards import Card, TrickPosition
from kibitz.scoring import Utility
from kibitz.web.visitors import Room
from kibitz.whole.hand import Sitting

TRICKS = Utility.parse("tricks")
SECONDS = 5.0


def _for_tricks(position: TrickPosition) -> TrickPosition:
    """The same cards, played for tricks alone."""
    return replace(position, game=replace(position.game, bids=None, utility=TRICKS))


def _solved(position: TrickPosition, room: Room) -> Result:
    """What the player to move can force against all others."""
    limit = Limit(seconds=min(SECONDS, room.seconds), table_mb=room.table_mb)
    plain = _for_tricks(position)
    algorithm = None if plain.game.sides == 2 else "paranoid"
    return kibitz.solve(plain, algorithm, limit=limit, cancel=room.cancel)


def check(game: Sitting, own: Sequence[int], room: Room) -> None:
    """Refuse a claim of all the remaining tricks, unless the claimer can force them."""
    position = game.position
    if not isinstance(position, TrickPosition) or not position.game.counts_tricks:
        raise TextError("expected a trick game, during play, for a claim")
    if game.turn not in own:
        raise TextError("a claim must wait for your turn")
    found, side = _solved(position, room), position.side
    left = max(map(int.bit_count, position.hands))
    if not found.complete or found.value is None:
        raise TextError("the claim could not be checked in time: play on")
    taken = (found.value[side] or 0) - position.game.by_side(position.taken)[side]
    if taken < left:  # by how many is not said, since that would tell where cards are
        some = f"not all of the {left} tricks left are" if left > 1 else "the last trick is not"
        raise TextError(f"{some} yours for sure: play on")


def card(game: Sitting, room: Room) -> Card:
    """The next card of one whose claim was right."""
    assert isinstance(game.position, TrickPosition)
    moves = game.position.legal_moves()
    if len(moves) == 1:
        return moves[0]
    found = _solved(game.position, room)
    return moves[0] if found.move is None else found.move
