"""check_player: swap the cards that a player did not see, and demand the same choice."""

from __future__ import annotations

import random
from dataclasses import replace

from kibitz.cards import Card, TrickGame, TrickPosition
from kibitz.check import Faults
from kibitz.errors import KibitzError, TextError
from kibitz.game import Game
from kibitz.games import game as read_game
from kibitz.players.player import OpenPlayer, Player, player
from kibitz.players.view import View, seen
from kibitz.players.worlds import worlds


def check_player(
    who: Player | str, game: Game | str = "spades(players=3,cards=5)", deals: int = 5, seed: int = 0
) -> Faults:
    """What is wrong with a player: it peeks, does not repeat itself, or breaks the rules.

    Random hands are played; where the player is to move it is asked again in deals that look
    the same to it, and must choose the same for the same seed. Each time it is made anew.
    """
    rules = read_game(game) if isinstance(game, str) else game
    if not isinstance(rules, TrickGame):
        raise TextError(f"expected a trick game: {rules}")
    if deals < 1:
        raise TextError(f"expected 1 deal or more: {deals}")
    faults: list[str] = []
    for number in range(seed, seed + deals):
        faults += _faults(player(who, seed), rules, number)
    return Faults(rules, deals, dict.fromkeys(faults))


def _faults(who: Player, game: TrickGame, number: int) -> list[str]:
    """What is wrong in one hand, of which others play at random."""
    start, stream = game.deal(number), random.Random(number)
    here, plays = start, tuple[Card, ...]()
    found: list[str] = []
    while not here.is_over:
        view = seen(start, plays, here, here.turn)
        choice = stream.choice(here.legal_moves())
        if len(here.legal_moves()) > 1 and stream.random() < 0.5:
            try:
                first = _asked(who, start, plays, here)
            except KibitzError as error:
                return [*found, str(error)]
            for other in worlds(view).sample(2, stream):
                swapped = _start_of(view, start, other)
                if _asked(who, swapped, plays, other) != first:
                    found.append(
                        f"{who} plays {first} and not always, in deals that look alike: {view}"
                    )
            choice = first
        plays, here = (*plays, choice), here.play(choice)
    return found


def _asked(who: Player, start: TrickPosition, plays: tuple[Card, ...], here: TrickPosition) -> Card:
    """What a player that is made anew chooses."""
    fresh = who.seeded(who.seed)
    try:
        if isinstance(fresh, OpenPlayer):
            choice = here.legal_move(fresh.play_open(here))
        else:
            choice = fresh.choose(seen(start, plays, here, here.turn))
        assert isinstance(choice, Card)
        return choice
    finally:
        fresh.close()


def _start_of(view: View, start: TrickPosition, world: TrickPosition) -> TrickPosition:
    """The deal that leads to a world by the plays of a view."""
    hands = list(world.hands)
    for played in list(view.history())[len(start.table) :]:
        hands[played.player] |= 1 << played.card
    return replace(start, hands=tuple(hands))
