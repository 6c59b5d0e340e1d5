"""check_player: swap the cards that a player did not see, and demand the same view and choice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields

from kibitz.check import Faults
from kibitz.errors import KibitzError, TextError, blaming, check_count
from kibitz.game import Game, Move
from kibitz.matches.start import begin
from kibitz.matches.table import Seats, choose
from kibitz.players.others import External
from kibitz.players.player import Player, player
from kibitz.players.worlds import worlds
from kibitz.whole.game import Whole
from kibitz.whole.hand import Hand, Sitting
from kibitz.whole.view import View, written

HANDS = 2
"""How many hands of a whole game are played: from the second on, cards may be exchanged."""


def check_player(
    who: Player | str, game: Game | str = "spades(players=3,cards=5)", deals: int = 5, seed: int = 0
) -> Faults:
    """What is wrong with a player: it peeks, does not repeat itself, or breaks the rules.

    Random hands are played, or the first two of whole games; where the player is to choose it is
    asked again in deals that look the same to it, and must choose the same for the same seed.
    Each time it is made anew; a program also plays each game without a new start.
    What anybody is shown must be the same in such deals as well.
    """
    one = player(who, seed)
    if one.at_terminal:
        raise TextError(f"expected a player that needs no terminal: {one}")
    check_count(deals, "deal")
    faults: list[str] = []
    for number in range(seed, seed + deals):
        start = begin(game, number)
        if not isinstance(start, Hand | Whole):
            raise TextError(f"expected a trick game: {game}")
        faults += _faults(one, start, number)
        if isinstance(one, External):
            faults += _gives_up(one, start, number)
    return Faults(str(game), deals, dict.fromkeys(faults))


def _faults(who: Player, start: Hand | Whole, number: int) -> list[str]:
    """What is wrong in one game, of which others play at random."""
    here, stream = start, random.Random(number)
    found: list[str] = []
    while not here.is_over and here.number < HANDS:
        view = here.view()
        found += leaks(here, stream.randrange(here.players), stream)
        choice = choose(player("random", stream.getrandbits(32)), here)
        if len(view.moves()) > 1 and stream.random() < 0.5:
            try:
                first = _asked(who, here)
                for world in worlds(view).sample(2, stream):
                    if _asked(who, here.in_world(world)) != first:
                        found.append(
                            f"{who} chooses {written(first)} and not always to {view.asks}, "
                            f"in deals that look alike: {view}"
                        )
            except KibitzError as error:
                return [*found, str(error)]
            choice = first
        here = here.after(choice)
    return found


def _gives_up(who: Player, start: Hand | Whole, number: int) -> list[str]:
    """Why a program that is asked again and again gives up, in the same game on every seat."""
    here: Sitting = start
    with closing(Seats([who] * here.players, number)) as seats:
        while not here.is_over and here.number < HANDS:
            here = here.after(seats.choose(here))
    return [why for why in seats.failures if why]


def leaks(here: Hand | Whole, seat: int, stream: random.Random) -> Iterator[str]:
    """The fields of a player's view that tell deals apart which look the same to it."""
    view = here.view(seat)
    for world in worlds(view).sample(2, stream):
        other = here.in_world(world).view(seat)
        for field in fields(View):
            shown, there = getattr(view, field.name), getattr(other, field.name)
            if shown != there:
                yield (
                    f"{field.name} of a view is {shown!r} or {there!r} in deals that look alike "
                    f"to player {seat}: {view}"
                )


def _asked(who: Player, here: Hand | Whole) -> Move:
    """What a player that is made anew chooses."""
    fresh = who.seeded(who.seed)
    try:
        with blaming(who):
            return choose(fresh, here)
    finally:
        fresh.close()
