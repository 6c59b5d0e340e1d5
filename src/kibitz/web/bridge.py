"""What bridge players ask of a deal: another contract, the table of tricks, par."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import kibitz
from kibitz import Contract, Limit, TextError, TrickPosition
from kibitz.games.bridge import Bridge
from kibitz.games.bridge.contract import STRAINS
from kibitz.games.bridge.seats import SEATS, seat_of
from kibitz.history import History
from kibitz.web.reading import Opened, history_of
from kibitz.web.visitors import Answers, Room

Question = Mapping[str, Any]


def contract(question: Question, site: object, room: Room) -> dict[str, Any]:
    """The same deal, to be played in another strain or led by another seat."""
    start = _deal(question)
    strain, leader = _text(question, "strain"), _text(question, "leader")
    if strain and strain not in STRAINS:
        raise TextError(f"expected a strain of {', '.join(STRAINS)}: {strain!r}")
    game = start.game
    assert isinstance(game, Bridge)
    if strain:
        game = replace(game, trump=strain)
    first = SEATS.index(seat_of(leader)) if leader else start.leader
    found = replace(start, game=game, leader=first)
    found.check()
    return Opened(History(found)).as_dict()


def table(question: Question, site: object, room: Room) -> Answers:
    """The tricks of every strain and declarer, par, and what a contract comes to."""
    start = _deal(question)
    said = _text(question, "contract")
    wanted = Contract.parse(said) if said else None
    found = kibitz.trick_table(
        start,
        dealer=_text(question, "dealer") or "N",
        vulnerable=_text(question, "vulnerable") or "None",
        limit=Limit(seconds=room.seconds, table_mb=room.table_mb),
        workers=2,
        cancel=room.cancel,
    )
    words = ""
    if wanted is not None and (wanted.strain, wanted.declarer) in found.tricks:
        words = wanted.words(found[wanted.strain, wanted.declarer])
    yield {**found.as_dict(), "words": words}


def _deal(question: Question) -> TrickPosition:
    """Where the hand of a question began."""
    start = history_of(question).start
    if not isinstance(start, TrickPosition) or not isinstance(start.game, Bridge) or start.table:
        raise TextError(f"expected a deal of bridge: {str(start)!r}")
    return start


def _text(question: Question, key: str) -> str:
    found = question.get(key, "")
    if not isinstance(found, str):
        raise TextError(f"expected a text as {key}: {found!r}")
    return found
