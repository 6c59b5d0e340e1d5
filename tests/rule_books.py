"""What tests of rule books ask: positions, legal cards, winners, suits and points."""

from __future__ import annotations

import kibitz
from kibitz.cards import TrickGame, TrickPosition, hand_of


def game_of(text: str) -> TrickGame:
    found = kibitz.game(text)
    assert isinstance(found, TrickGame)
    return found


def after(game: str, hands: str, *played: str) -> TrickPosition:
    """A position once these cards have been played."""
    position = game_of(game).parse(hands)
    for card in played:
        position = position.play(card)
    return position


def legal(game: str, hands: str, *played: str) -> str:
    """The cards that may be played then, in one text."""
    return " ".join(map(str, after(game, hands, *played).legal_moves()))


def hands(game: str, *cards: str) -> str:
    """The text of hands that are given card by card, as in `SA H5`; there is one of each."""
    pack = game_of(game).pack
    return " ".join(pack.write_hand(hand_of(map(pack.read_card, hand.split()))) for hand in cards)


def winner(game: str, *trick: str) -> str:
    """The card that wins a trick; of two equal ones with its place, as in `CA 1`."""
    here = game_of(game)
    cards, used = [], set[int]()
    for name in trick:
        card = next(card for card in here.pack.by_name[name] if card not in used)
        cards.append(card)
        used.add(card)
    at = here.winner(cards, here.trump_in(frozenset()))
    return f"{trick[at]} {at}" if trick.count(trick[at]) > 1 else trick[at]


def suits(game: str) -> list[str]:
    """The suits that count, each from its strongest card down, every card once."""
    return [" ".join(names) for names in game_of(game).pack.suits]


def trumps(game: str) -> str:
    """The trumps from the strongest down."""
    here = game_of(game)
    trump = here.trump_in(frozenset())
    assert trump is not None
    return suits(game)[trump]


def points(game: str) -> int:
    """The points of all cards and the last trick."""
    here = game_of(game)
    return sum(map(here.points, here.pack.listed(here.deck))) + here.last_trick


def sizes(game: str) -> tuple[int, int, int]:
    """How many cards there are, each is dealt, and stay aside."""
    here = game_of(game)
    deal = here.deal(1)
    dealt = sum(map(int.bit_count, deal.hands))
    return here.deck.bit_count(), here.hand_size, here.deck.bit_count() - dealt
