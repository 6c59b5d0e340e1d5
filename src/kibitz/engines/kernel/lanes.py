"""For which deals the kernel has outcome sets and partition search: suits in lanes of one word."""

from __future__ import annotations

from kibitz.cards.position import TrickPosition

FOUR, THIRTEEN = 4, 13
"""Suits, and cards of each: what has sixteen bits a suit."""
SUITS, SUIT_CARDS, CARDS = 6, 15, 60
"""The same for other deals, and cards in all."""
KEY_BITS = 60
"""Room in a key for what the suits are."""


def has_partition(position: TrickPosition) -> bool:
    """Whether it has partition search for a deal."""
    game, sizes = position.game, _sizes(position, gaps=False)
    return game.follows_suit and game.pack.copies == 1 and _has_four(sizes)


def has_sets(position: TrickPosition) -> bool:
    """Whether it has outcome sets for a deal."""
    game = position.game
    sizes = _sizes(position, gaps=game.alike == "next" or game.pack.copies > 1)
    plain = game.follows_suit and game.pack.copies == 1 and not game.keeps_points
    if plain and _has_four(sizes):
        return True
    if len(sizes) > SUITS or max(sizes) > SUIT_CARDS or sum(sizes) > CARDS:
        return False
    ids = sum(1 << size for size in sizes)
    return not game.keys_by_owners or ids <= 1 << KEY_BITS // len(sizes)


def _has_four(sizes: list[int]) -> bool:
    return len(sizes) <= FOUR and max(sizes) <= THIRTEEN


def _sizes(position: TrickPosition, gaps: bool) -> list[int]:
    """The places of each suit: the cards in play, or all cards if those between them count."""
    pack, dealt = position.game.pack, 0
    for card in position.in_play():
        dealt |= 1 << card
    return [(suit & (pack.whole if gaps else dealt)).bit_count() for suit in pack.suit_cards]
