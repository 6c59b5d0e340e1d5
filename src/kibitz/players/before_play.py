"""What comes before play, by sampling: bids, cards to pass, trumps.

For each choice the same worlds are played out by rules, under the utility that the choice makes;
the best mean wins. What others are still to choose they choose by judgement.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kibitz.cards import Card, TrickGame, TrickPosition, exchanged
from kibitz.engines.problem.protocol import checkpoint
from kibitz.players import judgement, playing_out
from kibitz.whole.game import whole_game
from kibitz.whole.view import View, changed

NEAR = 2
"""How far from the bid by judgement others are looked at."""
FINAL = 15
"""How many sets of cards to pass are looked at again, in all worlds."""
FIRST = 10
"""In how many worlds all of them are looked at."""

Aim = Callable[[TrickGame], TrickGame]
"""What a hand is played for: the same hand, maybe with another utility."""


def means(
    view: View,
    starts: Mapping[int, Sequence[TrickPosition]],
    weights: Sequence[float] | None = None,
) -> dict[int, float]:
    """For each choice the mean payoff of the player over worlds that are played out."""
    side = view.game.side(view.seat)
    worlds = [world for some in starts.values() for world in some]
    ends = iter(playing_out.outcomes(worlds))
    found: dict[int, float] = {}
    for choice, some in starts.items():
        payoffs = [world.game.payoffs(next(ends))[side] for world in some]
        each = weights or [1] * len(some)
        found[choice] = sum(map(operator.mul, each, payoffs)) / sum(each)
    return found


def bid(
    view: View,
    worlds: Sequence[TrickPosition],
    aim: Aim,
    weights: Sequence[float] | None = None,
) -> int:
    """The bid that is worth most, of those near the one by judgement."""
    rules = whole_game(view.whole)
    near = judgement.bid(view)
    bids = [bid for bid in view.choices if abs(bid - near) <= NEAR]
    games: dict[tuple[int, ...], TrickGame] = {}

    def start(world: TrickPosition, others: Sequence[int], own: int) -> TrickPosition:
        checkpoint()
        made = (*others[: view.seat], own, *others[view.seat + 1 :])
        if made not in games:
            games[made] = aim(rules.with_bids(world.game, made))
        return replace(world, game=games[made])

    others = [_others(view, world) for world in worlds]
    starts = {
        bid: [start(world, made, bid) for world, made in zip(worlds, others, strict=True)]
        for bid in bids
    }
    found = means(view, starts, weights)
    return max(bids, key=lambda bid: (found[bid], -abs(bid - near)))


def _others(view: View, world: TrickPosition) -> list[int]:
    """The bids that others have made, or would make by judgement."""
    checkpoint()
    return [
        judgement.bid(_view_of(view, world, seat)) if made is None else made
        for seat, made in enumerate(view.bids)
    ]


def _view_of(view: View, world: TrickPosition, seat: int) -> View:
    """What another player would see in a world."""
    return changed(view, seat=seat, hand=world.hands[seat], given=(), got=(), out=0)


def cards_to_pass(view: View, worlds: Sequence[TrickPosition]) -> tuple[Card, ...]:
    """The cards that are best given away, where all pass at the same time.

    All sets of cards are tried in a few worlds, the best of them in all.
    """
    rules, game = whole_game(view.whole), view.game
    count = view.choices[0]
    left = ((view.to or 0) - view.seat) % game.players
    passed = [
        [
            judgement.cards_to_pass(_view_of(view, world, seat)) if seat != view.seat else ()
            for seat in range(game.players)
        ]
        for world in worlds
    ]
    sets = list(itertools.combinations(view.moves(), count))

    def tried(kept: Iterable[int], number: int) -> dict[int, float]:
        def start(at: int, choice: int) -> TrickPosition:
            checkpoint()
            gifts = list(passed[at])
            gifts[view.seat] = sets[choice]
            world = replace(worlds[at], game=game, hands=exchanged(worlds[at].hands, gifts, left))
            return replace(world, leader=rules.first(game, world, view.number))

        return means(view, {one: [start(at, one) for at in range(number)] for one in kept})

    first = tried(range(len(sets)), min(FIRST, len(worlds)))
    final = sorted(first, key=lambda one: -first[one])[:FINAL]
    found = tried(final, len(worlds))
    return sets[max(final, key=lambda one: found[one])]


def trump(view: View, worlds: Sequence[TrickPosition]) -> str:
    """The suit that is the best trump."""
    suits = view.moves()
    found: dict[int, float] = {}
    for at, suit in enumerate(suits):  # one at a time, since play-outs are of one game
        game = replace(view.game, trump=suit)  # type: ignore[call-arg]
        found |= means(view, {at: [replace(world, game=game) for world in worlds]})
    return str(suits[max(found, key=lambda at: found[at])])
