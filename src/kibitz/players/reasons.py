"""Reasons: what deals say of a choice, and what can be seen of why, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kibitz.cards import Card
from kibitz.cards.deck import SUIT_WORDS
from kibitz.cards.units import amount, unit_of
from kibitz.game import Move
from kibitz.players.appraisal import Appraisal
from kibitz.whole.game import whole_game
from kibitz.whole.oh_hell import exact
from kibitz.whole.spades import contract, nil_or_contract
from kibitz.whole.view import View, written
from kibitz.whole.why_not import suit_name

WORDS = {"bid": "Bid", "pass": "Pass", "trump": "Name", "play": "Play"}
MADE: dict[Any, Callable[[int, int], bool]] = {
    exact: lambda tricks, bid: tricks == bid,
    contract: lambda tricks, bid: tricks >= bid,
    nil_or_contract: lambda tricks, bid: tricks >= bid if bid else not tricks,
}
"""By what is played for: whether so many tricks make a bid."""


def in_words(view: View, found: Appraisal) -> dict[str, Any]:
    """The best choice in a sentence with its reason, and all that are as good as it."""
    best = found.best()
    equal = [move for move in found.means if as_good(found, best, move)]
    others = [move for move in found.means if move not in equal]
    rest = _rest(view, found, best, equal, others)
    return {"words": rest, "equal": [written(move) for move in equal]}


def as_good(found: Appraisal, best: Move, other: Move) -> bool:
    """Whether the deals do not tell a choice from the best one."""
    if other == best:
        return True
    apart = [a - b for a, b in zip(found.own[best], found.own[other], strict=True)]
    interval = found._interval(apart)
    return interval is None or interval[0] <= 0


def _rest(
    view: View, found: Appraisal, best: Move, equal: Sequence[Move], others: Sequence[Move]
) -> str:
    unit, deals = _unit(view), f"{found.worlds} deals that fit what you saw"
    if found.all:
        deals = f"all {found.worlds} deals that fit what you saw"
    made = _bid_made(view, found, best)
    if not others:
        return f"All are about equal, over {deals}. {made}".strip()
    names = _list([_named(view, one) for one in [best, *(one for one in equal if one != best)]])
    next_best = max(others, key=found.worth)
    apart = found.worth(best) - found.worth(next_best)
    about = "" if found.all else "about "
    than = f"{about}{amount(unit, apart)} better than {_named(view, next_best)}"
    lead = f"{_verb(view)} {names}: {than}, over {deals}."
    return " ".join(part for part in (lead, made, _why(view, best)) if part)


def advice(view: View, move: Move) -> str:
    """To make a choice, in a few words.

    >>> view = kibitz.whole_game("whole-sergeant-major").start(1).view()
    >>> advice(view, "C")
    'Name clubs'
    """
    return f"{_verb(view)} {_named(view, move)}"


def _verb(view: View) -> str:
    """What is done with a choice."""
    away = view.asks == "pass" and view.to is None
    return "Lay away" if away else WORDS.get(view.asks, "Choose")


def _named(view: View, move: Move) -> str:
    """A choice in a sentence."""
    if view.asks == "trump":
        return SUIT_WORDS.get(str(move), str(move))
    return written(move).replace("/", " ")


def _bid_made(view: View, found: Appraisal, best: Move) -> str:
    """In how many of the deals the own bid is made, where payoffs tell that."""
    game, side = view.game, found.side
    if view.asks == "bid" and view.whole and game.sides == game.players:
        game = whole_game(view.whole).with_bids(game, (best,) * game.players)
    elif view.asks != "play":
        return ""
    function = game.utility.function
    if function not in MADE or not game.bids or best not in found.own:
        return ""
    bid = game.by_side(game.bids)[side]
    ends = [
        (function((tricks,) * game.sides, (bid,) * game.sides)[side], MADE[function](tricks, bid))
        for tricks in range(game.hand_size + 1)
    ]
    good = {payoff for payoff, made in ends if made}
    if any(payoff in good for payoff, made in ends if not made):
        return ""
    rows = zip(found.own[best], found.weights, strict=True)
    share = sum(weight for payoff, weight in rows if payoff in good) / sum(found.weights)
    often = {0.0: "none", 1.0: "all"}.get(share, f"{round(100 * share)} %")
    return f"The bid is made in {often} of them."


def _list(names: Sequence[str]) -> str:
    if " " in names[0] and len(names) > 1:  # sets of cards
        more = len(names) - 1
        return f"{names[0]}, or {'another set' if more == 1 else f'any of {more} others'} as good"
    if len(names) > 4:
        return f"{names[0]}, or any of {len(names) - 1} others as good"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _unit(view: View) -> dict[str, Any]:
    """What is counted; before cards are played for a whole game, its points."""
    found = unit_of(view.game)
    if view.whole and view.asks != "play" and found["all"] is None:
        return {**found, "one": "point"}
    return found


def _why(view: View, card: Move) -> str:
    """What can be said of a card by looking at the own hand and the table."""
    if isinstance(card, tuple):
        return _without(view, card)
    if not isinstance(card, Card):
        return ""
    game, pack, table = view.game, view.game.pack, view.public.table
    suit = pack.suit_cards[card.suit]
    higher = view.unseen & ((1 << card) - 1) & suit
    own = (view.hand & suit).bit_count()
    if not table:
        if not higher:
            return "Nobody has a higher card of that suit."
        return "It is your only card of that suit." if own == 1 else ""
    trump = game.trump_in(view.public.marks)
    wins = game.winner((*table, card), trump) == len(table)
    last = len(table) == game.players - 1
    if wins:
        return "It takes the trick." if last else "It is the highest so far."
    led = game.led_by(table)
    if led is not None and card.suit != led.suit:
        return "You cannot follow suit, so this is the time to throw it away."
    return "It leaves the trick to somebody else."


def _without(view: View, cards: Sequence[Card]) -> str:
    """Which suits cards to pass leave none of."""
    pack, rest = view.game.pack, view.hand
    for card in cards:
        rest &= ~(1 << card)
    gone = {card.suit: suit_name(pack, card) for card in cards}
    names = [name for suit, name in gone.items() if not rest & pack.suit_cards[suit]]
    return f"It leaves you no {' and no '.join(names)}." if names else ""
