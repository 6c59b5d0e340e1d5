"""Seatings: who sits where in the games of one block, so that luck of the deal cancels out.

A block is one deal played once for each seating. Exchanging two players turns the set of
seatings into itself, so two copies of one player always come out at exactly the same.
"""

from __future__ import annotations

import itertools

from kibitz.errors import TextError

MOST = 120
"""More seatings than this are not a block any more."""

Seating = tuple[int, ...]
"""For each side which player sits there."""


def seatings(kinds: int, sides: int, every: bool = False) -> list[Seating]:
    """The seatings of one block.

    Where each player gets as many sides as every other, they sit in turn, in every order: AB and
    BA, ABAB and BABA. Otherwise, and with `every`, they are all those in which each player sits
    somewhere: AAB, ABA, BAA, ABB, BAB, BBA.
    """
    if not 2 <= kinds <= sides:
        some = "2" if sides == 2 else f"2 to {sides}"
        raise TextError(f"expected {some} players to compare: {kinds}")
    if sides % kinds == 0 and not every:
        found = [order * (sides // kinds) for order in itertools.permutations(range(kinds))]
    else:
        found = [
            seating
            for seating in itertools.product(range(kinds), repeat=sides)
            if len(set(seating)) == kinds
        ]
    if len(found) > MOST:
        raise TextError(f"{len(found)} seatings are too many for a block; compare fewer players")
    return found
