"""What comes before play, by sampling: bids, cards to pass, trumps.

For each choice the same worlds are played out by rules, under the utility that the choice makes;
the best mean wins. What others are still to choose they choose by judgement. All of it comes as
appraisals that grow, for whoever has a clock.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from kibitz.cards import Card, Hand, TrickGame, TrickPosition, exchanged
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Move, Payoffs
from kibitz.players import experience, judgement, playing_out
from kibitz.players.appraisal import FEWEST, Growing, Values, grown
from kibitz.players.experienced import Experienced
from kibitz.whole.game import whole_game
from kibitz.whole.view import View, changed

NEAR = 2
"""How far from the bid by judgement others are looked at."""
FINAL = 15
"""How many sets of cards to pass are looked at again, in all worlds."""
FIRST = 10
"""In how many worlds all of them are looked at."""
LEARNED = 6
"""How many of them are looked at where experience says which are best."""

MORE = 3
"""Of how many more cards than are passed sets are tried with a clock."""

Aim = Callable[[TrickGame], TrickGame]
"""What a hand is played for: the same hand, maybe with another utility."""


def _ends(starts: Mapping[Move, Sequence[TrickPosition]]) -> list[dict[Move, Payoffs]]:
    """For each world the payoffs of all sides after each choice, which are played out."""
    ends = iter(playing_out.outcomes([world for some in starts.values() for world in some]))
    rows = {
        choice: [world.game.payoffs(next(ends)) for world in some]
        for choice, some in starts.items()
    }
    return [dict(zip(rows, row, strict=True)) for row in zip(*rows.values(), strict=True)]


def by_worlds(view: View) -> bool:
    """Whether a choice before play is made by looking at worlds.

    Cards to lay away or to exchange for others are not, nor bids without a score for them.
    """
    if view.asks == "pass":
        return view.to is not None and not view.game.counts_tricks
    return view.asks != "bid" or bool(view.whole)


def bid(
    view: View,
    worlds: Sequence[TrickPosition],
    aim: Aim,
    weights: Sequence[float] | None = None,
    timed: bool = False,
) -> Growing:
    """What the bids near the one by judgement are worth, this one first.

    Over all worlds; if it is timed, before that over fewer.
    """
    rules = whole_game(view.whole)
    near = judgement.bid(view)
    bids = [bid for bid in view.choices if abs(bid - near) <= NEAR]
    bids.sort(key=lambda bid: abs(bid - near))
    games: dict[tuple[int, ...], TrickGame] = {}

    def start(world: TrickPosition, others: Sequence[int], own: int) -> TrickPosition:
        checkpoint()
        made = (*others[: view.seat], own, *others[view.seat + 1 :])
        if made not in games:
            games[made] = aim(rules.with_bids(world.game, made))
        return world.within(games[made])

    def ends(some: Sequence[TrickPosition]) -> list[dict[Move, Payoffs]]:
        others = [_others(view, world) for world in some]
        pairs = list(zip(some, others, strict=True))
        return _ends({bid: [start(world, made, bid) for world, made in pairs] for bid in bids})

    return _grown(view, worlds, ends, weights, timed)


def _grown(
    view: View,
    worlds: Sequence[TrickPosition],
    ends: Callable[[Sequence[TrickPosition]], Sequence[Mapping[Move, Values]]],
    weights: Sequence[float] | None = None,
    timed: bool = False,
) -> Growing:
    """What choices are worth, by how worlds end after them: all at once, or more and more."""
    side, together = view.game.side(view.seat), FEWEST if timed else len(worlds)
    return grown(worlds, ends, together, weights, side=side)


def _others(view: View, world: TrickPosition) -> list[int]:
    """The bids that others have made, or would make by judgement."""
    checkpoint()
    game = view.game
    worth = judgement.worths(game, game.trump_in(view.public.marks))

    def likely(hand: Hand) -> int:
        return judgement.bid_for(worth(hand, game.deck & ~hand), view.choices)

    return [
        likely(world.hands[seat]) if made is None else made for seat, made in enumerate(view.bids)
    ]


def _view_of(view: View, world: TrickPosition, seat: int) -> View:
    """What another player would see in a world."""
    return changed(view, seat=seat, hand=world.hands[seat], given=(), got=(), out=0)


def cards_to_pass(
    view: View, worlds: Sequence[TrickPosition], timed: bool = False, share: float = 0
) -> Growing:
    """What sets of cards are worth that are given away, where all pass at the same time.

    All of them are tried in a few worlds, the best of these in all; with a clock only sets of
    the cards that do most harm, the one by judgement first. If experience has a share, the best
    by experience.
    """
    rules, game = whole_game(view.whole), view.game
    count = view.choices[0]
    left = ((view.to or 0) - view.seat) % game.players

    def ends(some: Sequence[TrickPosition], kept: Iterable[Move]) -> list[dict[Move, Payoffs]]:
        passed = [_passed(view, world) for world in some]

        def start(world: TrickPosition, others: list[tuple[Card, ...]], own: Move) -> TrickPosition:
            checkpoint()
            gifts = [*others[: view.seat], own, *others[view.seat + 1 :]]
            after = replace(world, game=game, hands=exchanged(world.hands, gifts, left))
            return replace(after, leader=rules.first(game, after, view.number))

        pairs = list(zip(some, passed, strict=True))
        return _ends({one: [start(world, gifts, one) for world, gifts in pairs] for one in kept})

    if share:
        learned = experience.hearts.worths_of_passes(view)
        best = sorted(learned, key=lambda one: -learned[one])[:LEARNED]
        side, by_rules = game.side(view.seat), partial(ends, kept=best)
        valued = Experienced(side, learned, share, by_rules)
        yield from _grown(view, worlds, valued, timed=timed)
        return
    if timed:
        yield from _grown(view, worlds, lambda some: ends(some, _worst(view)), timed=True)
        return
    sets = tuple(itertools.combinations(view.moves(), count))
    (found,) = _grown(view, worlds[:FIRST], lambda some: ends(some, sets))
    first = found()
    final = sorted(sets, key=lambda one: -first.means[one][first.side])[:FINAL]
    yield from _grown(view, worlds, lambda some: ends(some, final))


def _worst(view: View) -> list[tuple[Card, ...]]:
    """The sets of those cards that judgement would pass if there were a few more to pass."""
    (count,) = view.choices
    more = min(count + MORE, view.hand.bit_count())
    cards = judgement.cards_to_pass(changed(view, choices=(more,)))
    sets = list(itertools.combinations(cards, count))
    sets.sort(key=judgement.cards_to_pass(view).__ne__)
    return sets


def _passed(view: View, world: TrickPosition) -> list[tuple[Card, ...]]:
    """What others would pass by judgement in a world."""
    return [
        judgement.cards_to_pass(_view_of(view, world, seat)) if seat != view.seat else ()
        for seat in range(view.game.players)
    ]


def trump(view: View, worlds: Sequence[TrickPosition], timed: bool = False) -> Growing:
    """What each suit is worth as trump."""
    suits = list(map(str, view.moves()))

    def ends(some: Sequence[TrickPosition]) -> list[dict[Move, Payoffs]]:
        found: list[dict[Move, Payoffs]] = [{} for _ in some]
        for suit in suits:  # one at a time, since play-outs are of one game
            game = replace(view.game, trump=suit)  # type: ignore[call-arg]
            rows = _ends({suit: [world.within(game) for world in some]})
            for known, row in zip(found, rows, strict=True):
                known |= row
        return found

    return _grown(view, worlds, ends, timed=timed)
