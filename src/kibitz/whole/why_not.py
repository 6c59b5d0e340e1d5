"""Why a card may not be played, in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz.cards import Card, Pack
from kibitz.whole.view import View


def barred(view: View) -> dict[str, str]:
    """For each card of the player to move that may not be played, the reason."""
    if view.asks != "play" or view.turn != view.seat:
        return {}
    may = set(map(str, view.moves()))
    cards = [card for card in view.game.pack.listed(view.hand) if str(card) not in may]
    return {str(card): _reason(view, card) for card in cards}


def _reason(view: View, card: Card) -> str:
    game, pack, public = view.game, view.game.pack, view.public
    rules, legal = game.restrictions, view.moves()
    first = rules.minds_the_first_trick and "begun" not in public.marks
    if not public.table:
        if first and rules.first_lead >> legal[0] & 1:
            return f"the first lead is {_spoken(legal)}"
        if rules.closed >> card & 1:
            return f"{suit_name(pack, card)} are not broken yet"
        return "another card must be led"
    led = game.led_by(public.table)
    if led is not None and _must_be(led.suit, card, legal):
        name = suit_name(pack, led)
        return f"you have {name}, {'which were' if name == 'trumps' else 'the suit that was'} led"
    if first and rules.first_not >> card & 1:
        return "no points may be played to the first trick"
    trump = game.trump_in(public.marks)
    if trump is not None and _must_be(trump, card, legal):
        return "you must trump"
    if led is not None and card.suit == trump != led.suit:
        return "it is lower than the trump on the table"
    return (
        "a higher card must be played" if card.suit == legal[0].suit else "the rules forbid it now"
    )


def _must_be(suit: int, card: Card, legal: Sequence[Card]) -> bool:
    """Whether cards of a suit may be played and none of the card's own, whatever else may."""
    suits = {one.suit for one in legal}
    return suit in suits and card.suit not in suits


def suit_name(pack: Pack, card: Card) -> str:
    """The suit of a card, as it is called in a sentence."""
    if pack.mixed[card.suit]:
        return "trumps"
    return dict(zip(pack.letters, pack.suit_words, strict=True))[pack.suit_names[card.suit]]


def _spoken(cards: Sequence[Card]) -> str:
    return str(cards[0]) if len(cards) == 1 else "another suit"
