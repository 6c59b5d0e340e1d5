"""Worlds played out by simple rules: what `judgement.played_out` says, by the kernel if it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.cards import Card, TrickPosition
from kibitz.engines.kernel import BUILT
from kibitz.engines.kernel.tricks import ADAPTER, plays_by_rules
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Payoffs
from kibitz.players import judgement

Outcomes = list[tuple[int, ...]]


def outcomes(
    worlds: Sequence[TrickPosition], cards: Sequence[Card] = (), engine: str = "kernel"
) -> Outcomes:
    """How worlds end if all play by rules, world after world.

    In each world after each of the cards, or if there are none, from where it stands. Their
    games are alike but for bids, and for what the last trick brings.
    """
    checkpoint()
    known = BUILT and plays_by_rules(worlds[0].game)
    if engine == "kernel" and known and not ADAPTER.reason_against(worlds[0]):
        return _by_the_kernel(worlds, cards)
    starts = [world.play(card) for world in worlds for card in cards] if cards else worlds
    return list(map(judgement.played_out, starts))


def _by_the_kernel(worlds: Sequence[TrickPosition], cards: Sequence[Card]) -> Outcomes:
    """What the kernel says, which takes worlds with one worth of the last trick at a time."""
    alike: dict[int, list[int]] = {}
    for at, world in enumerate(worlds):
        alike.setdefault(world.game.last_trick, []).append(at)
    if len(alike) == 1:
        return ADAPTER.play_outs(worlds, cards)
    each = max(1, len(cards))
    found: Outcomes = [()] * (len(worlds) * each)
    for places in alike.values():
        ends = ADAPTER.play_outs([worlds[at] for at in places], cards)
        for number, at in enumerate(places):
            found[at * each : (at + 1) * each] = ends[number * each : (number + 1) * each]
    return found


def payoffs(worlds: Sequence[TrickPosition], cards: Sequence[Card]) -> Iterator[list[Payoffs]]:
    """For each world the payoffs of all sides after each card."""
    known: dict[tuple[int, ...], Payoffs] = {}
    game, ends = worlds[0].game, outcomes(worlds, cards)
    for outcome in ends:
        if outcome not in known:
            checkpoint()
            known[outcome] = game.payoffs(outcome)
    for at in range(0, len(ends), len(cards)):
        yield [known[outcome] for outcome in ends[at : at + len(cards)]]
