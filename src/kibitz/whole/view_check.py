"""What makes a view possible: kinds, counts of cards, plays that the rules allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from kibitz.cards import STANDARD, Card, TrickGame, TrickPosition, union
from kibitz.errors import TextError, UnknownName, check_kind
from kibitz.whole.view_text import Asks

if TYPE_CHECKING:
    from kibitz.whole.view import View


CHOICES = {"bid": "choices=0/1/2", "pass": "choices=3 to=1", "trump": "choices=0/1/2/3"}
"""Examples for each that is asked for."""


def check_view(view: View) -> None:
    """Refuse an impossible view."""
    _check_kinds(view)
    players = view.game.players
    for name in ("seat", "leader"):
        if not 0 <= getattr(view, name) < players:
            raise TextError(f"expected a {name} of 0 to {players - 1}: {getattr(view, name)}")
    for name in ("taken", "bids", "given", "got"):
        if len(getattr(view, name)) not in (0, players):
            raise TextError(f"expected {name} for each of {players} players: {str(view)!r}")
    seen, pack = view.hand, view.game.pack
    for card in (*view.plays, *pack.listed(view.out)):
        if seen >> card & 1:
            raise TextError(f"expected each card {pack.once}: {card} in {str(view)!r}")
        seen |= 1 << card
    if seen & ~view.game.deck:
        raise TextError(f"expected cards of the deck: {str(view)!r}")
    if view.turned.bit_count() > 1 or view.turned & ~view.game.deck:
        raise TextError(f"expected one card that lies open: {str(view)!r}")
    if not 0 <= view.stock <= view.game.stock_size or view.stock % players:
        raise TextError(f"expected a stock of {view.game.stock_size} cards at most: {str(view)!r}")
    if view.turned & seen and view.to_draw:
        raise TextError(f"expected a card that lies open to be still to draw: {str(view)!r}")
    if not _fits(view):
        example = CHOICES[view.asks]
        raise TextError(
            f"expected choices that go with asks={view.asks}, such as {example}, or a whole game, "
            f"which knows them: {str(view)!r}"
        )
    _check_whole(view)
    _check_passed(view)
    _check_counts(view)
    _check_history(view)
    _check_others(view)


def _check_kinds(view: View) -> None:
    """Refuse what is no card, no set of cards or no number where there should be one."""
    check_kind(view.game, TrickGame, "a trick game")
    for name in ("plays", "taken", "bids", "given", "got", "choices", "scores", "bags"):
        check_kind(getattr(view, name), tuple, f"a tuple for {name} of a view")
    for name in ("whole", "asks"):
        check_kind(getattr(view, name), str, f"a text for {name} of a view")
    if view.asks not in get_args(Asks):
        raise UnknownName("asks", view.asks, get_args(Asks))
    marks = view.marks
    if not isinstance(marks, frozenset) or not all(isinstance(mark, str) for mark in marks):
        raise TextError(f"expected a frozenset of texts: {marks!r} for marks of a view")
    for name, values in (
        *((name, [getattr(view, name)]) for name in ("seat", "leader", "stock", "number")),
        *((name, getattr(view, name)) for name in ("taken", "choices", "scores", "bags")),
        ("bids", [bid for bid in view.bids if bid is not None]),
        ("to", [] if view.to is None else [view.to]),
    ):
        for value in values:
            if type(value) is not int:
                raise TextError(f"expected whole numbers: {value!r} for {name} of a view")
    for card in view.plays:
        if not isinstance(card, Card) or card.pack is not view.game.pack:
            example = f"game.pack.read_card({view.game.pack.cards[0].name!r})"
            example = "Card('SA')" if view.game.pack is STANDARD else example
            raise TextError(f"expected a card, as {example}: {card!r} for plays of a view")
    sets = {
        "hand": [view.hand],
        "turned": [view.turned],
        "out": [view.out],
        "given": view.given,
        "got": view.got,
    }
    for name, hands in sets.items():
        for hand in hands:
            if type(hand) is not int or hand & ~view.game.pack.whole:
                raise TextError(f"expected a set of cards: {hand!r} for {name} of a view")


def _check_whole(view: View) -> None:
    """Refuse marks, bids and scores that the game does not have."""
    game = view.game
    hands = [0] * game.players
    hands[view.seat] = view.hand
    none = (0,) * game.players
    game.check_marks(TrickPosition(game, tuple(hands), view.leader, (), none, view.marks))
    for name in ("scores", "bags"):
        if len(getattr(view, name)) not in (0, game.sides):
            raise TextError(f"expected {name} for each of {game.sides} sides: {str(view)!r}")
    most = game.most_tricks
    if any(bid is not None and not 0 <= bid <= most for bid in view.bids):
        raise TextError(f"expected bids of 0 to {most}: {str(view)!r}")
    if view.number < 0:
        raise TextError(f"expected a number of the hand from 0: {str(view)!r}")
    if view.whole:
        from kibitz.whole.game import whole_game  # which knows views

        players = whole_game(view.whole).players
        if players != game.players:
            raise TextError(f"expected a whole game of {game.players} players: {view.whole!r}")


def _check_passed(view: View) -> None:
    """Refuse cards passed on that are still in hand, and never came back."""
    given, got = map(union, (view.given, view.got))
    for card in view.game.pack.listed(given & view.hand & ~got):
        raise TextError(f"expected a passed card not to be in hand: {card} in {str(view)!r}")


def _check_counts(view: View) -> None:
    """Refuse too many cards in a hand, too few for others, or more than can lie aside."""
    sizes, game = view.sizes, view.game
    own = sum(played.player == view.seat for played in view.history()) * (not view.stock)
    held = view.hand.bit_count() + own
    if held > game.hand_size and not view.lays_away:
        raise TextError(
            f"expected a hand of {game.hand_size} cards at most, with those played: {str(view)!r}"
        )
    if game.counts_tricks and view.taken and (min(view.taken) < 0 or sum(view.taken) > _done(view)):
        raise TextError(f"expected at most {_done(view)} as the sum of taken: {str(view)!r}")
    aside = view.unseen.bit_count() - (sum(sizes) - view.hand.bit_count())
    if aside < 0 or min(sizes) < 0:
        raise TextError(f"expected enough cards for the others' hands: {str(view)!r}")
    if aside < view.to_draw:
        raise TextError(f"expected {view.to_draw} cards to draw: {str(view)!r}")
    most = game.deck.bit_count() - game.hand_size * game.players
    if aside > most:
        raise TextError(
            f"expected {aside - most} more cards in hand, plays and out of a game with "
            f"{game.hand_size} cards each: {str(view)!r}"
        )


def _done(view: View) -> int:
    """How many tricks there were before `plays`, at most."""
    players, game = view.game.players, view.game
    return game.whole_tricks - len(view.plays) // players - max(0, min(view.sizes))


def _check_others(view: View) -> None:
    """Refuse cards that others could not have played from what they played later.

    The more cards a hand has, the more of the others the rules forbid.
    """
    if view.stock:  # they may have drawn them since
        return
    history = list(view.history())
    rest = [0] * view.game.players
    wrong: list[Card] = []
    for played in reversed(history):
        rest[played.player] |= 1 << played.card
        if played.player == view.seat or not rest[played.player] & ~(1 << played.card):
            continue
        hands = [0] * view.game.players
        hands[played.player] = rest[played.player]
        legal = TrickPosition(view.game, tuple(hands), *played.before).legal_moves()
        if played.card.name not in {card.name for card in legal}:
            wrong.append(played.card)
    if wrong:
        raise TextError(f"expected a card that could be played, not {wrong[-1]}: {str(view)!r}")


def _check_history(view: View) -> None:
    """Refuse cards that the player could not have played from its hand."""
    hand = view.hand
    if view.stock:  # it is not known what was drawn when
        return
    for played in view.history():
        if played.player == view.seat:
            hand |= 1 << played.card
    for played in view.history():
        if played.player != view.seat:
            continue
        hands = [0] * view.game.players
        hands[view.seat] = hand
        legal = TrickPosition(view.game, tuple(hands), *played.before).legal_moves()
        if played.card.name not in {card.name for card in legal}:
            raise TextError(
                f"expected a card that could be played, not {played.card}: {str(view)!r}"
            )
        hand ^= 1 << played.card


def _fits(view: View) -> bool:
    """Whether the choices, and to whom to pass, go with what is asked for."""
    if view.asks == "play":
        return True
    if view.asks == "pass":
        somebody = view.to is None or 0 <= view.to < view.game.players
        return somebody and len(view.choices) == 1 and 0 < view.choices[0] <= view.hand.bit_count()
    suits = len(view.game.pack.suits)
    known = range(suits if view.asks == "trump" else view.game.most_tricks + 1)
    return bool(view.choices) and all(one in known for one in view.choices)
