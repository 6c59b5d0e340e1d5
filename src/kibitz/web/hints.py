"""Hints: what to choose in a sentence, its reason, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import kibitz
from kibitz import Limit, Position, TextError
from kibitz.advising.advise import advise
from kibitz.players.appraisal import Appraisal
from kibitz.players.reasons import advice, in_words
from kibitz.players.searching import Sampling
from kibitz.web.courses import Course
from kibitz.web.visitors import Answers, Room
from kibitz.whole.hand import Hidden
from kibitz.whole.view import View, written

DEALS = 40
BEFORE_PLAY = 3.0
"""Seconds for a bid, a trump or cards to pass."""


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


def _before_play(view: View, seed: int, room: Room) -> dict[str, Any]:
    """A bid, a trump or cards to pass, with what speaks for it."""
    seconds = min(BEFORE_PLAY, room.seconds)
    found = advise(view, "sampling(aim=hand)", seconds=seconds, seed=seed, cancel=room.cancel)
    answer: dict[str, Any] = {"asks": view.asks, "choice": written(found.move)}
    appraisal = found.appraisal
    if appraisal is None or not appraisal.means:
        return {
            **answer,
            "words": f"{advice(view, found.move)}: a rule of thumb, no deals were tried out.",
        }
    return {**answer, **_tried(view, appraisal)}


def _tried(view: View, found: Appraisal) -> dict[str, Any]:
    rows: list[Mapping[str, Any]] = sorted(
        found.as_dict()["cards"], key=lambda row: -row["mean"][found.side]
    )
    return {**in_words(view, found), "rows": rows[:6], "side": found.side}
