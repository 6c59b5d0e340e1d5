"""The order in which a partition search tries the moves of a node: the axis `inner`.

It changes no value, since with two camps it does not matter which of two equal moves comes first.
It does change how soon the search finds a move that decides the question. The best guide is the
player who would win the trick if everyone still to play played their best card.
"""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.cards.deck import Card
from kibitz.cards.position import TrickPosition, owned


def choices(position: TrickPosition) -> list[Card]:
    """The legal cards; of cards with no other player's live card between them, only the highest."""
    others = sum(position.hands) & ~position.hands[position.turn]
    if position.table:
        others |= 1 << position.winning[0]
    found: list[Card] = []
    above: Card | None = None
    for card in position.legal_moves():
        if above is None or above.suit != card.suit or others & ((1 << card) - (1 << above)):
            found.append(card)
        above = card
    return found


def weighed(position: TrickPosition, moves: Sequence[Card], last: Card | None) -> list[Card]:
    """The moves, heaviest first; `last` is the lead that most recently decided a question."""
    if position.table:
        weights = {card: follow_weight(position, card) for card in moves}
    else:
        weights = {card: lead_weight(position, card) + 50 * (card == last) for card in moves}
    return sorted(moves, key=lambda card: -weights[card])


def lead_weight(position: TrickPosition, card: Card) -> int:
    """Favours leads that our camp wins, suits in which foes have little choice, and low cards.

    It avoids leading up to high cards of the last foe, and likes to lead through the highest card
    of the first foe.
    """
    mover, players = position.leader, len(position.hands)
    foes = [
        player
        for player in ((mover + seat) % players for seat in range(1, players))
        if not friends(position, player, mover)
    ]
    pack = position.game.pack
    suit = pack.suit_cards[card.suit]
    lengths = [(hand & suit).bit_count() for hand in position.hands]
    holders: list[int | None] = [player for _, player in owned(pack, position.hands, suit)]
    top, second, third, *_ = [*holders, None, None, None]
    weight = -8 * sum(lengths[foe] or position.tricks_left for foe in (foes[0], foes[-1]))
    if foes[-1] in (top, second):
        if lengths[foes[-1]] > 1:
            weight -= 10
    elif top == foes[0] and second not in (None, mover) and lengths[second] > 1:
        weight += 27 * friends(position, second, mover)
    above = (sum(position.hands) & suit & ((1 << card) - 1)).bit_count()
    weight += above
    if friends(position, expected(position, card), mover):
        weight += 30
        if second is not None and friends(position, second, mover):
            weight += 15
    elif above == 1 and third == mover:
        weight += 35
    elif above and top == mover:
        weight -= 25
    return weight


def follow_weight(position: TrickPosition, card: Card) -> int:
    """Favours cards that win the trick for our camp, then low cards, and discards from long suits.

    It does not ruff a trick that our camp wins anyway.
    """
    mover, trump, led = position.turn, position.trump, position.table[0].suit
    now, who = position.winning
    anyway = friends(position, expected(position, now, who), mover)
    beats = position.wins(card)
    wins = friends(position, expected(position, card), mover) if beats else anyway
    weight = card.rank
    if card.suit == led:
        weight += 60 * wins
    elif card.suit != trump:
        weight += 2 * (position.hands[mover] & position.game.pack.suit_cards[card.suit]).bit_count()
    elif beats:
        weight += -50 if anyway else 60 if wins else 30
    return weight


def expected(position: TrickPosition, winning: Card, who: int | None = None) -> int:
    """The player who wins the trick if everyone after the mover plays their best card.

    Until then the winning card is the mover's, or one that is already on the table.
    """
    trump, players, pack = position.trump, len(position.hands), position.game.pack
    beaters = position.game.beaters(trump)
    led = winning.suit if position.led is None else position.led
    found = position.turn if who is None else who
    for seat in range(len(position.table) + 1, players):
        player = (position.leader + seat) % players
        hand = position.hands[player]
        best = hand & pack.suit_cards[led] or hand & position.trumps
        if position.game.duties.follow != "must":
            best = hand & position.trumps or best
        highest = next(iter(pack.listed(best)), None)
        if highest is not None and beaters[winning] >> highest & 1:
            winning, found = highest, player
    return found


def friends(position: TrickPosition, one: int, other: int) -> bool:
    """Whether two players are on the same side."""
    return position.game.side(one) == position.game.side(other)
