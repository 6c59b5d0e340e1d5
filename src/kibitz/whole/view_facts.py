"""What follows from a view: all that a program needs which does not know the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from kibitz.cards import Hand, hand_of, union
from kibitz.errors import TextError
from kibitz.text import read_int
from kibitz.whole.view_text import write_field

if TYPE_CHECKING:
    from kibitz.cards import Pack
    from kibitz.whole.view import View

FACTS = (
    "players",
    "names",
    "sides",
    "turn",
    "cards",
    "dealt",
    "sizes",
    "dealer",
    "turned_up",
    "trump",
    "counts",
    "tricks",
    "trick_leader",
    "taken_so_far",
    "table",
    "moves",
)
"""What `facts` says; a view that is read again needs none of it."""
ASKED_WITH = ("seed", "seconds", "time_left", "increment")
"""What a program is told besides, which is no part of a view."""


def facts(view: View) -> dict[str, Any]:
    """What follows from a view, in plain types, ready for JSON."""
    game, public, listed = view.game, view.public, view.game.pack.listed
    trump, before = game.trump_in(public.marks), dealt(view)
    return {
        "players": game.players,
        "names": list(game.player_names),
        "sides": [game.side(seat) for seat in range(game.players)],
        "turn": view.turn if view.asks == "play" else view.seat,
        "cards": list(map(str, listed(view.hand))),
        "dealt": None if before is None else list(map(str, listed(before))),
        "sizes": list(view.sizes),
        "dealer": _dealer(view),
        "turned_up": list(map(str, listed(view.turned | _shown(view)))),
        "trump": None if trump is None else game.pack.suit_names[trump],
        "counts": "tricks" if game.counts_tricks else "points",
        "tricks": tricks(view),
        "trick_leader": public.leader,
        "taken_so_far": list(public.taken),
        "table": list(map(str, public.table)),
        "moves": list(map(str, view.moves())),
    }


def tricks(view: View) -> list[dict[str, Any]]:
    """The tricks of `plays` that are complete: who led, the cards in order, who won."""
    played, players = list(view.history()), view.game.players
    found = []
    for start in range(0, len(played) - players + 1, players):
        rest = played[start + players :]
        winner = rest[0].before.leader if rest else view.public.leader
        cards = [str(one.card) for one in played[start : start + players]]
        found.append({"leader": played[start].player, "cards": cards, "winner": winner})
    return found


def dealt(view: View) -> Hand | None:
    """The hand of the player before `plays`, and before cards were passed; none if not known.

    Where cards go from hand to hand several times, not all of that is remembered.
    """
    own = view.hand | hand_of(one.card for one in view.history() if one.player == view.seat)
    given, got = map(union, (view.given, view.got))
    found = (own | given) & ~got
    return found if found.bit_count() == own.bit_count() else None


def _dealer(view: View) -> int | None:
    """Who dealt this hand of a whole game; none where nobody did."""
    if not view.whole:
        return None
    from kibitz.whole.game import whole_game  # which knows views

    rules = whole_game(view.whole)
    if rules.deals_by_turns(view.game):
        return (view.leader - 1) % rules.players
    return rules.dealer(view.number)


def _shown(view: View) -> Hand:
    """The cards that lie open by the marks, such as the one turned up in Oh Hell."""
    from kibitz.whole.view import shown_by

    return shown_by(view.public.marks, view.game)


def words_of(data: Mapping[str, Any], pack: Pack) -> dict[str, str]:
    """The fields of a view in plain types as texts; hands may be lists of cards."""
    return {
        name: _word(name, value, pack)
        for name, value in data.items()
        if name not in ("game", *FACTS, *ASKED_WITH) and value not in (None, [], ())
    }


def _word(name: str, value: Any, pack: Pack) -> str:
    if isinstance(value, list | tuple):
        if name in ("hand", "out", "turned"):
            return pack.write_hand(pack.hand(value))
        if name in ("given", "got"):
            hands = (pack.hand(one) if isinstance(one, list) else one for one in value)
            return "/".join(
                write_field("hand", one, pack) if isinstance(one, int) else one or "-"
                for one in hands
            )
        return "/".join("-" if part is None else str(part) for part in value)
    if isinstance(value, Mapping | bool):
        raise TextError(f"expected a text, a number or a list as {name} of a view: {value!r}")
    return str(value)


def hand_of_whole(line: str, words: Mapping[str, str]) -> tuple[Any, dict[str, str]]:
    """The rules of a hand of a whole game, and the fields of a view of it, with what follows.

    So that `whole-spades seat=0 hand=... asks=bid` says all that there is to say.
    """
    from kibitz.whole.game import whole_game

    rules = whole_game(line)
    number = read_int(words.get("number", "0"), "number")
    if number < 0:
        raise TextError(f"expected a number of a hand from 0: {number}")
    game, usual = rules.hand(number), {"whole": str(rules)}
    if rules.bidding:
        usual["bids"] = "/".join("-" * rules.players)
        parts = words.get("bids", usual["bids"]).split("/")
        made = [None if bid == "-" else read_int(bid, "bids") for bid in parts]
        if len(made) != rules.players:
            raise TextError(f"expected bids for each of {rules.players} players: {line!r}")
        if None not in made:
            game = rules.with_bids(game, tuple(bid for bid in made if bid is not None))
        if words.get("asks") == "bid":
            usual["choices"] = "/".join(map(str, rules.bids(game, made)))
    count, left = rules.passing(number)
    if words.get("asks") == "pass" and count:
        seat = read_int(words.get("seat", "0"), "seat")
        usual |= {"choices": str(count), "to": str((seat + left) % rules.players)}
    if words.get("asks") == "trump":
        usual["choices"] = "/".join(map(str, range(len(game.pack.suits))))
    if words.get("asks", "play") != "pass" and rules.deals_by_turns(game):
        usual["leader"] = str((rules.dealer(number) + 1) % rules.players)
    usual["scores"] = "/".join("0" * game.sides)
    return game, {**usual, **words}
