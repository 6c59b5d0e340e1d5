"""What play has shown: the cards that a player cannot hold, since what it played was legal.

Each rule is one sentence on a card played and the hand it came from; what was not in the hand
then is not in it now. A world agrees with a view if every play was legal in it, and for games
that say their special rules by `Restrictions` these sentences are all that this means.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.cards import SUIT_CARDS, Hand, TrickGame, hand_of, listed
from kibitz.cards.restrictions import BEGUN, BROKEN
from kibitz.errors import GameError
from kibitz.players.view import Played, View

Barred = tuple[Hand, ...]
"""For each player the cards that it cannot hold; last, those that do not lie aside."""


def barred(view: View) -> Iterator[Barred]:
    """What players cannot hold: one case, or several that exclude each other."""
    game = view.game
    if type(game).allowed is not TrickGame.allowed:
        raise GameError(f"expected a game that says its special rules by restrictions: {game}")
    cannot = [0] * (game.players + 1)
    for played in view.history():
        cannot[played.player] |= _not_held(game, played)
    for others in _by_the_first_lead(view):
        yield tuple(map(int.__or__, cannot, others))


def _not_held(game: TrickGame, played: Played) -> Hand:
    """The cards that were not in the hand that a card was played from."""
    card, rules, marks = played.card, game.restrictions, played.before.marks
    first = rules.minds_the_first_trick and BEGUN not in marks
    missing, could = 0, game.deck
    if played.before.table:
        # It follows suit, or has none of it.
        led = SUIT_CARDS[played.before.table[0].suit]
        if led >> card & 1:
            could = led
        else:
            missing |= led
    elif first and rules.first_lead >> card & 1:
        # It leads the lowest of what leads the first trick.
        return rules.first_lead & -2 << card if rules.first_lowest else 0
    else:
        if first:
            missing |= rules.first_lead
        if BROKEN not in marks:
            # What is closed is led from nothing else, or from that and what may be alone with it.
            if rules.closed >> card & 1:
                missing |= ~rules.closed & ~rules.alone
            else:
                could &= ~rules.closed
    if first and rules.first_not >> card & 1:
        # It had nothing else to play to the first trick.
        missing |= could & ~rules.first_not
    return missing & game.deck


def _by_the_first_lead(view: View) -> Iterator[Barred]:
    """What follows from who led first, where that is who holds the lowest card of some.

    One case for each card that can be that lowest one: nobody else was dealt a lower one.
    """
    game, players, leader = view.game, view.game.players, view.leader
    rules, nothing = game.restrictions, (0,) * (view.game.players + 1)
    cards = rules.first_lead
    own_rule = type(game).first_leader is not TrickGame.first_leader
    if view.asks != "play" or not own_rule or not cards or BEGUN in view.marks:
        yield nothing
        return
    dealt = list(view.known)
    for played in view.history():
        dealt[played.player] |= 1 << played.card
    led, here = hand_of(view.plays[:1]), dealt[leader] & cards
    sure = leader == view.seat or bool(led and (rules.first_lowest or not led & cards))
    for lowest in reversed(list(listed(here if sure else here | view.unseen & cards))):
        below = cards & -2 << lowest
        if not any(hand & below for hand in dealt):
            cannot = [below | 1 << lowest] * players
            cannot[leader] = below
            yield (*cannot, 1 << lowest)
        if here >> lowest & 1:
            return
    if not any(hand & cards for hand in dealt) and leader == game.first_leader(nothing[1:]):
        yield (*(cards,) * players, 0)
