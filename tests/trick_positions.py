"""Positions of trick games by their texts, and every way to deal some cards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import kibitz
from kibitz.cards import Card, Hand, TrickPosition, hand_of


def position(game: str, text: str) -> TrickPosition:
    """The position of a text."""
    found = kibitz.game(game).parse(text)
    assert isinstance(found, TrickPosition)
    return found


def deal(game: str, seed: int, cards: int | None = None) -> TrickPosition:
    """The deal of a seed."""
    found = kibitz.game(game).deal(seed, cards)
    assert isinstance(found, TrickPosition)
    return found


def shares(cards: Sequence[Card], sizes: Sequence[int]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal hands of these sizes; the rest stays."""
    if not sizes:
        yield ()
        return
    for chosen in itertools.combinations(cards, sizes[0]):
        for rest in shares([card for card in cards if card not in chosen], sizes[1:]):
            yield (hand_of(chosen), *rest)
