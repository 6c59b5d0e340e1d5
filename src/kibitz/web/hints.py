"""Hints: what to choose in a sentence, its reason, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import kibitz
from kibitz import Limit, Position, TextError
from kibitz.advising.advise import advise
from kibitz.cards import Card
from kibitz.game import Move
from kibitz.players.appraisal import Appraisal, written
from kibitz.players.searching import Sampling
from kibitz.web.courses import Course
from kibitz.web.units import amount, unit_of
from kibitz.web.visitors import Answers, Room
from kibitz.whole.hand import Hidden
from kibitz.whole.view import View

DEALS = 40
BEFORE_PLAY = 3.0
"""Seconds for a bid, a trump or cards to pass."""
WORDS = {"bid": "Bid", "pass": "Pass", "trump": "Name", "play": "Play"}


def hinted(course: Course, how: str, room: Room) -> Answers:
    """What each choice is worth: with all cards open, or over deals that one may think of."""
    here = course.here
    if here.is_over:
        raise TextError("the game is over")
    if not isinstance(here, Hidden):
        assert here.position is not None
        yield from _open(here.position, room)
    elif here.view().asks != "play":
        yield _before_play(here.view(), course.seed, room)
    elif len(here.view().moves()) == 1:
        only = str(here.view().moves()[0])
        yield {"asks": "play", "choice": only, "words": "It is your only card that may be played."}
    elif how == "open":
        assert here.position is not None
        yield from _open(here.position, room)
    else:
        yield from appraised(here.view(), DEALS, room)


def _open(position: Position, room: Room) -> Answers:
    limit = Limit(seconds=room.seconds, table_mb=room.table_mb)
    for found in kibitz.analysing(position, limit=limit, cancel=room.cancel):
        yield found.as_dict()


def appraised(view: View, number: int, room: Room) -> Answers:
    """An appraisal that grows, deal by deal, after the exact chances of every card."""
    found = kibitz.worlds(view)
    chances = {str(card): chance for card, chance in found.chances().items()}
    known = {"seat": view.seat, "number": str(found.number), "chances": chances}
    yield known
    if view.asks != "play" or view.turn != view.seat:
        return
    for appraisal in Appraisal.growing(Sampling(worlds=max(1, number)).sample(view)):
        if room.cancel.is_set():
            return
        yield {**known, **appraisal.as_dict(), **in_words(view, appraisal)}


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
    if not others:
        return f"All are about equal, over {deals}."
    names = _list([written(move) for move in [best, *(one for one in equal if one != best)]])
    next_best = max(others, key=found.worth)
    apart = found.worth(best) - found.worth(next_best)
    about = "" if found.all else "about "
    than = f"{about}{amount(unit, apart)} better than {written(next_best)}"
    lead = f"{WORDS.get(view.asks, 'Choose')} {names}: {than}, over {deals}."
    why = _why(view, best)
    return f"{lead} {why}".strip()


def _list(names: Sequence[str]) -> str:
    if len(names) > 4:
        return f"{names[0]}, or one of {len(names) - 1} that are as good"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _unit(view: View) -> dict[str, Any]:
    """What is counted; before cards are played for a whole game, its points."""
    found = unit_of(view.game)
    if view.whole and view.asks != "play" and found["all"] is None:
        return {**found, "one": "point"}
    return found


def _why(view: View, card: Move) -> str:
    """What can be said of a card by looking at the own hand and the table."""
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


def _before_play(view: View, seed: int, room: Room) -> dict[str, Any]:
    """A bid, a trump or cards to pass, with what speaks for it."""
    seconds = min(BEFORE_PLAY, room.seconds)
    found = advise(view, "sampling", seconds=seconds, seed=seed, cancel=room.cancel)
    answer: dict[str, Any] = {"asks": view.asks, "choice": written(found.move)}
    appraisal = found.appraisal
    if appraisal is None or not appraisal.means:
        return {**answer, "words": "By rules of thumb; no deals were tried out."}
    return {**answer, **_tried(view, appraisal, found.move)}


def _tried(view: View, found: Appraisal, move: Move) -> dict[str, Any]:
    words = in_words(view, found)["words"]
    if view.asks == "pass":  # the sentence would list sets of cards
        words = f"These do most harm in your hand, by {found.worlds} deals that were tried out."
    rows: list[Mapping[str, Any]] = sorted(
        found.as_dict()["cards"], key=lambda row: -row["mean"][found.side]
    )
    return {"words": words, "rows": rows[:6], "side": found.side}
