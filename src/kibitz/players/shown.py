"""What play has shown: the cards that a player cannot hold, since what it played was legal.

Each rule is one sentence on a card played and the hand it came from; what was not in the hand
then is not in it now. What must be played to a trick is asked of the game's `Duties`, which go
by whether a hand has cards of some kinds, not by how many. A world agrees with a view if every
play was legal in it, and for games that say their special rules by `Restrictions` these sentences
are all that this means. Who led first, and who is together, may say more.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from kibitz.cards import Duties, Hand, Restrictions, TrickGame, TrickPosition, hand_of, union
from kibitz.cards.duties import Trick
from kibitz.cards.restrictions import BEGUN, BROKEN
from kibitz.engines.problem.protocol import checkpoint
from kibitz.errors import GameError
from kibitz.whole.view import Played, View

Barred = tuple[Hand, ...]
"""For each player the cards that it cannot hold; last, those that do not lie aside."""


Held: TypeAlias = tuple[Hand, Hand]
"""Of the hand that a card was played from: cards that were not in it, and cards that were."""


def cannot_hold(view: View) -> Iterator[Barred]:
    """What players cannot hold: one case, or several that exclude each other."""
    game = view.game
    if type(game).allowed is not TrickGame.allowed:
        raise GameError(f"expected a game that states its special rules as restrictions: {game}")
    cases: list[Barred] = [(0,) * (game.players + 1)]
    if view.stock:
        yield _while_drawing(view)
        return
    gone, later = view.out | view.hand, [0] * game.players
    for played in (history := list(view.history())):
        later[played.player] |= 1 << played.card
    for played in history:
        checkpoint()
        if played.player != view.seat:  # which knows what it had
            own = later[played.player]
            elsewhere = gone | sum(later) & ~own
            cases = [
                _with(case, played.player, missing, held & ~own)
                for missing, held in _hands(game, played)
                if not (held & elsewhere or missing & own)
                for case in cases
            ]
        gone |= 1 << played.card
        later[played.player] &= ~(1 << played.card)
    for several in itertools.product(cases, _by_the_first_lead(view), _by_the_deal(view)):
        yield tuple(union(cannot) for cannot in zip(*several, strict=True))


def _while_drawing(view: View) -> Barred:
    """Where cards are drawn, nothing but that the card which lies open is the last of them.

    A card that a player had not when it played it may have drawn since; so that is all only
    where any card may be played.
    """
    game = view.game
    if game.duties.follow != "free" or game.restrictions != Restrictions():
        raise GameError(
            f"expected a game without a stock, or one in which any card may be played: {game}"
        )
    return (*((view.turned if view.to_draw else 0,) * game.players), 0)


def _with(case: Barred, player: int, missing: Hand, held: Hand) -> Barred:
    """A case in which a player has none of some cards, and nobody else has some others."""
    return tuple(
        cannot | (missing if holder == player else held) for holder, cannot in enumerate(case)
    )


def _hands(game: TrickGame, played: Played) -> Iterator[Held]:
    """What the hand that a card was played from may have been, in cases that exclude each other."""
    card, rules, marks = played.card, game.restrictions, played.before.marks
    first = rules.minds_the_first_trick and BEGUN not in marks
    # What may not be played to the first trick is played from nothing else.
    needs = game.deck & ~rules.first_not if first and rules.first_not >> card & 1 else 0
    if played.before.table:
        trick = TrickPosition(game, (0,) * game.players, *played.before).trick()
        yield from _to_trick(game.duties, card, game.deck, needs, trick)
        return
    if first and rules.first_lead >> card & 1:
        # It leads the lowest of what leads the first trick.
        yield (rules.first_lead & -2 << card & game.deck if rules.first_lowest else 0), 0
        return
    before = rules.first_lead & game.deck if first else 0
    free, alone = game.deck & ~rules.closed, rules.alone
    if BROKEN in marks:
        yield before | needs, 0
    elif rules.closed >> card & 1:
        # What is closed is led from nothing else, or from that and what may be alone with it.
        if alone.bit_count() == 1:
            yield before | needs | free & ~alone, 0
            return
        yield before | needs | free, 0
        if alone and not alone & ~free:
            yield before | needs | free & ~alone, alone
    elif needs and alone >> card & 1 and not alone & ~free:
        # Who has these alone may lead what is closed, so has nothing else of that kind either.
        yield before | needs | free & ~alone, alone
        for missing, held in _not_just(alone & ~(1 << card), rules.first_not & free & ~alone):
            yield before | needs & free | missing, held
    else:
        yield before | needs & free, 0


@functools.lru_cache(1 << 14)
def _to_trick(duties: Duties, card: int, deck: Hand, needs: Hand, trick: Trick) -> tuple[Held, ...]:
    """What the hand that a card was played from to a trick may have been.

    That goes by which kinds of other cards the hand has; nothing that is needed may be legal.
    """
    kinds: dict[tuple[Hand, ...], Hand] = {}
    sets = duties.wild, duties.kept, trick.led, trick.trumps, trick.beaters, needs
    for other in _each(deck & ~(1 << card)):
        kind = tuple(other & some and 1 for some in sets)
        kinds[kind] = kinds.get(kind, 0) | other

    def may_be(present: Sequence[Hand]) -> bool:
        legal = duties.legal(1 << card | union(some & -some for some in present), trick)
        return legal >> card & 1 == 1 and not legal & needs

    several = list(kinds.values())
    has_kinds = itertools.product((False, True), repeat=len(several))
    hands = {has: may_be(list(itertools.compress(several, has))) for has in has_kinds}
    return tuple(_split(hands, several))


def _split(hands: Mapping[tuple[bool, ...], bool], kinds: Sequence[Hand]) -> Iterator[Held]:
    """The hands that may be, by whether they have cards of each kind, in few cases."""
    if len(set(hands.values())) == 1:
        if any(hands.values()):
            yield 0, 0
        return
    halves = [[_those(hands, at, has) for has in (False, True)] for at in range(len(kinds))]

    def cost(at: int) -> tuple[bool, bool, int]:
        without, having = halves[at]
        return any(having.values()), any(without.values()), kinds[at].bit_count()

    at = min(range(len(kinds)), key=cost)
    rest = [*kinds[:at], *kinds[at + 1 :]]
    without, having = (list(_split(half, rest)) for half in halves[at])
    for missing, held in without:
        yield missing | kinds[at], held
    before = 0
    for one in _each(kinds[at]):
        for missing, held in having:
            yield missing | before, held | one
        before |= one


def _those(
    hands: Mapping[tuple[bool, ...], bool], at: int, has: bool
) -> dict[tuple[bool, ...], bool]:
    """Of some hands those that have a kind of cards, or have not, told by the other kinds."""
    return {
        (*kinds[:at], *kinds[at + 1 :]): found for kinds, found in hands.items() if kinds[at] == has
    }


def _not_just(cards: Hand, more: Hand) -> Iterator[Held]:
    """The ways not to have all of some cards and none of some more."""
    held = 0
    for card in _each(cards):
        yield card, held
        held |= card
    missing = 0
    for card in _each(more):
        yield missing, held | card
        missing |= card


def _each(cards: Hand) -> Iterator[Hand]:
    """The single cards of some."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


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
    dealt = _dealt(view)
    led, here = hand_of(view.plays[:1]), dealt[leader] & cards
    sure = leader == view.seat or bool(led and (rules.first_lowest or not led & cards))
    for lowest in reversed(list(_each(here if sure else here | view.unseen & cards))):
        below = cards & -lowest << 1
        if not any(hand & below for hand in dealt):
            cannot = [below | lowest] * players
            cannot[leader] = below
            yield (*cannot, lowest)
        if here & lowest:
            return
    if not any(hand & cards for hand in dealt) and leader == game.first_leader(nothing[1:]):
        yield (*(cards,) * players, 0)


def _dealt(view: View) -> list[Hand]:
    """What each player is known to have held before `plays`."""
    dealt = list(view.known)
    for played in view.history():
        dealt[played.player] |= 1 << played.card
    return dealt


def _by_the_deal(view: View) -> Iterator[Barred]:
    """What follows from who led first and who is together, where holders of a card say it.

    One case for each way to share out such cards that says the same.
    """
    game, players = view.game, view.game.players
    dealt = _dealt(view)
    if not game.telling or dealt[view.seat].bit_count() != game.hand_size:
        yield (0,) * (players + 1)
        return
    others = [holder for holder in range(players + 1) if holder != view.seat]
    cards = list(_each(game.telling & ~(view.out | union(dealt))))
    for holders in itertools.product(others, repeat=len(cards)):
        hands, cannot = [*dealt, 0], [0] * (players + 1)
        for card, holder in zip(cards, holders, strict=True):
            hands[holder] |= card
            cannot = [barred | card * (other != holder) for other, barred in enumerate(cannot)]
        if game.tells(hands[:-1], view.leader):
            yield tuple(cannot)
