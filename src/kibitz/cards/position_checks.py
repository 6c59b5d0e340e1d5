"""What makes a position of a trick game possible: cards, counts, and what was played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz import text
from kibitz.cards.deck import Card
from kibitz.cards.game_checks import checked_marks
from kibitz.errors import GameError, TextError, is_whole

if TYPE_CHECKING:
    from kibitz.cards.position import TrickPosition


def check_position(position: TrickPosition) -> None:
    """Refuse an impossible position."""
    players, table, deck = position.game.players, position.table, position.game.deck
    assert position.game.has_usable_rules
    checked_marks(position.marks, "first_marks()", position.game)
    seen = 0
    for card in position.in_play():
        if seen >> card & 1:
            once = position.game.pack.once
            raise TextError(f"expected each card {once}: {card} in {str(position)!r}")
        if not deck >> card & 1:
            raise TextError(f"expected cards of the deck: {card} in {str(position)!r}")
        seen |= 1 << card
    if position.leader not in range(players):
        raise TextError(f"expected a leader of 0 to {players - 1}: {position.leader}")
    if len(table) >= players:
        raise TextError(f"expected fewer than {players} cards on the table: {len(table)}")
    if not isinstance(position.taken, tuple) or not all(map(is_whole, position.taken)):
        raise GameError(f"expected first_taken() to be {players} numbers: {position.taken!r}")
    below = min(position.taken, default=0) < 0 and not position.game.takes_points_away
    if len(position.taken) != players or below:
        raise TextError(f"expected {players} counts taken: {','.join(map(str, position.taken))!r}")
    position.game.check_marks(position)
    _check_hands(position)
    if position.game.counts_tricks:
        _check_tricks(position)
    else:
        _check_points(position)


def _check_hands(position: TrickPosition) -> None:
    """Refuse hands that are not equal, and cards played against the rules."""
    sizes = list(map(int.bit_count, position.hands))
    for at, card in enumerate(position.table):
        player = (position.leader + at) % len(sizes)
        sizes[player] += 1
        _check_duty(position, at, player, card)
    _check_stock(position, sizes)
    counts = ", ".join(map(str, sizes))
    if 0 < position.to_lay <= position.game.most_laid:
        sizes[position.game.declarer] -= position.to_lay
    if len(set(sizes)) > 1:
        raise TextError(
            f"expected equal hands with the cards on the table, not {counts}: {str(position)!r}"
        )


def _check_stock(position: TrickPosition, sizes: Sequence[int]) -> None:
    """Refuse a stock that is not drawn by all alike, or while somebody could have drawn."""
    game, many = position.game, len(position.stock)
    if many > game.stock_size:
        raise TextError(f"expected a stock of at most {game.stock_size} cards: {str(position)!r}")
    if many % game.players:
        raise TextError(
            f"expected a stock that divides among {game.players} players: {str(position)!r}"
        )
    if many and min(sizes) < game.hand_size:
        raise TextError(
            f"expected {game.hand_size} cards each while there is a stock: {str(position)!r}"
        )


def _check_duty(position: TrickPosition, at: int, player: int, card: Card) -> None:
    """Refuse a card on the table that its player might not play."""
    game, hand = position.game, position.hands[player]
    led = position.table[0].suit
    if game.follows_suit:
        if card.suit != led and hand & game.pack.suit_cards[led]:
            raise TextError(
                f"expected player {player} to follow {game.pack.suit_names[led]}, "
                f"which it holds, not {card}: {str(position)!r}"
            )
        return
    before = replace(position, table=position.table[:at])
    if at and not game._duties.legal(hand | 1 << card, before.trick()) >> card & 1:
        raise TextError(
            f"expected a card that player {player} may play, not {card}: {str(position)!r}"
        )


def _check_tricks(position: TrickPosition) -> None:
    """Refuse more tricks than there are."""
    game = position.game
    taken = sum(position.taken)
    if game.tricks is not None and taken + bool(position.table) > game.tricks:
        raise TextError(f"expected at most {game.tricks} tricks: {taken} in {str(position)!r}")
    there = taken + position._cards_left() + len(position.stock) // game.players
    if there > game.whole_tricks:
        raise TextError(
            f"expected at most {game.whole_tricks} tricks, taken or to come: "
            f"{there} in {str(position)!r}"
        )
    tricks = taken + position.tricks_left
    if game.bids is not None and max(game.bids) > tricks:
        raise TextError(
            f"expected bids of at most {tricks}, the number of tricks: "
            f"bids={text.write_value(game.bids)} in {str(position)!r}"
        )


def _check_points(position: TrickPosition) -> None:
    """Refuse more points than there are."""
    game = position.game
    if position._cards_left() > game.hand_size:
        raise TextError(f"expected at most {game.hand_size} cards each: {str(position)!r}")
    most = sum(unit for unit in game.units if unit > 0)
    points = position.to_share
    if points > most:
        raise TextError(
            f"expected at most {most} points, taken or to come: {points} in {str(position)!r}"
        )
