"""What bridge players ask of a deal: another contract, the table of tricks, par."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import kibitz
from kibitz import Contract, Limit, TextError, TrickPosition
from kibitz.cards.deck import CARDS
from kibitz.games.bridge import Bridge
from kibitz.games.bridge.contract import BOOK, STRAINS, TRICKS
from kibitz.games.bridge.seats import SEATS, seat_of
from kibitz.history import History
from kibitz.matches.start import FROM
from kibitz.web.reading import Opened, history_of
from kibitz.web.visitors import Answers, Room
from kibitz.whole.hand import Sitting

Question = Mapping[str, Any]
MOST_FOR_DEAL = 5.0
"""Seconds for the table of tricks of a deal."""
MOST_DEALS = 6
"""How many deals are looked at for one that South can declare."""


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
    whole = sum(map(int.bit_count, start.hands)) == len(CARDS)  # an ending makes no contract
    if whole and wanted is not None and (wanted.strain, wanted.declarer) in found.tricks:
        words = wanted.words(found[wanted.strain, wanted.declarer])
    yield {**found.as_dict(), "words": words}


def to_play(question: Question, site: object, room: Room) -> Answers:
    """A deal that South can declare: the contract that scores most of those it makes.

    That is found with all cards open. Deals in which there is none are passed over.
    """
    seed = question.get("seed", 0)
    if type(seed) is not int or not 0 <= seed <= 10**9:
        raise TextError(f"expected a seed: {seed!r}")
    limit = Limit(seconds=min(room.seconds, MOST_FOR_DEAL), table_mb=room.table_mb)
    for more in range(MOST_DEALS):
        start = kibitz.game("bridge").deal(seed + more)
        assert isinstance(start, TrickPosition)
        found = kibitz.trick_table(start, limit=limit, cancel=room.cancel)
        made = [
            Contract(tricks - BOOK, strain, seat)
            for (strain, seat), tricks in found.tricks.items()
            if seat == "S" and tricks > BOOK
        ]
        if made:
            best = max(made, key=lambda one: (one.score(one.needs, vulnerable=False), one.rank))
            yield _declared(start, best)
            return
    raise TextError("no deal was found in time that South can declare: try again")


def _declared(start: TrickPosition, contract: Contract) -> dict[str, Any]:
    """A deal to be played at the table in a contract."""
    game = Bridge(
        trump="none" if contract.strain == "NT" else contract.strain, dummy=contract.dummy
    )
    begun = replace(start, game=game, leader=SEATS.index(contract.leader))
    return {"game": f"{game}{FROM}{begun}", "contract": str(contract)}


def standing(game: Sitting, said: object) -> dict[str, Any]:
    """What a contract needs, and at the end what has come of it; nothing without one."""
    position = game.position
    if not isinstance(said, str) or not said:
        return {}
    if not isinstance(position, TrickPosition) or not isinstance(position.game, Bridge):
        raise TextError(f"expected a contract of bridge only: {said!r}")
    contract = Contract.parse(said)
    side = SEATS.index(contract.declarer) % 2
    taken = sum(position.taken[side::2])
    words = contract.words(taken) if position.is_over and taken <= TRICKS else ""
    return {"contract": {**contract.as_dict(), "taken": taken, "words": words}}


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
