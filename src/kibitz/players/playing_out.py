"""Worlds played out by simple rules: what `judgement.played_out` says, by the kernel if it can."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kibitz.cards import Card, TrickPosition
from kibitz.engines.kernel import BUILT
from kibitz.engines.kernel.tricks import ADAPTER
from kibitz.engines.problem.protocol import checkpoint
from kibitz.game import Payoffs
from kibitz.players import judgement

Outcomes = list[tuple[int, ...]]


def outcomes(
    worlds: Sequence[TrickPosition], cards: Sequence[Card] = (), engine: str = "kernel"
) -> Outcomes:
    """How worlds end if all play by rules, world after world.

    In each world after each of the cards, or if there are none, from where it stands. Their
    games are alike but for bids.
    """
    checkpoint()
    if engine == "kernel" and BUILT and not ADAPTER.reason_against(worlds[0]):
        return ADAPTER.play_outs(worlds, cards)
    starts = [world.play(card) for world in worlds for card in cards] if cards else worlds
    return list(map(_played_out, starts))


def _played_out(start: TrickPosition) -> tuple[int, ...]:
    checkpoint()
    return judgement.played_out(start)


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
