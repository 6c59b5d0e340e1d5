"""Positions of trick games dealt with a seed, or read from a text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kibitz import text
from kibitz.cards.deck import Card, Hand, hand_of, union
from kibitz.cards.position import STOCK, TrickPosition
from kibitz.cards.restrictions import NO_MARKS
from kibitz.errors import TextError, check_kind

if TYPE_CHECKING:
    from kibitz.cards.game import TrickGame


def dealt(game: TrickGame, deck: Sequence[Card], each: int) -> TrickPosition:
    """The position that a shuffled deck makes: hands, stock, what is laid away, what is left."""
    hands = tuple(hand_of(deck[each * p : each * (p + 1)]) for p in range(game.players))
    aside = deck[each * game.players :]
    drawn = game.stock_size if each == game.hand_size else 0
    stock, aside = tuple(aside[:drawn]), aside[drawn:]
    if game.most_laid:
        more, aside = hand_of(aside[: game.most_laid]), aside[game.most_laid :]
        hands = tuple(hand | more * (p == game.declarer) for p, hand in enumerate(hands))
    position = TrickPosition(
        game,
        hands,
        game.first_leader(hands),
        (),
        game.first_taken(aside),
        game.first_marks(aside),
        stock,
    )
    position.check()
    return position


def read(game: TrickGame, line: str) -> TrickPosition:
    """Read a position: the hands, or the hands and all the other fields."""
    check_kind(line, str, "the text of a position")
    fields, pack = line.split(), game.pack
    hands: tuple[Hand, ...] = ()
    for field in fields[: game.players]:
        if "." in field:
            hands += (pack.read_hand(field, union(hands)),)
    given = sum("." in field for field in fields)
    if not len(hands) == given == game.players:
        hint = f", or players={given} for {given}" if given in game.seats else ""
        raise TextError(f"expected {game.players} hands separated by spaces{hint}: {line!r}")
    rest = fields[game.players :]
    drawn = next((field for field in rest if field.startswith(STOCK)), "")
    if drawn:
        rest.remove(drawn)
    if len(rest) not in (0, 3, 4):
        raise TextError(
            f"expected the hands alone, or the hands, leader, table, taken and marks: {line!r}"
        )
    used = union(hands)
    table = pack.read_cards(rest[1].split(","), used) if rest and rest[1] != "-" else ()
    used |= hand_of(table)
    position = TrickPosition(
        game,
        hands,
        text.read_int(rest[0], "the leader") if rest else game.first_leader(hands),
        table,
        text.read_ints(rest[2], "taken") if rest else game.first_taken(game._aside(hands)),
        NO_MARKS if rest[3:] in ([], ["-"]) else frozenset(rest[3].split(",")),
        pack.read_cards(drawn.removeprefix(STOCK).split(","), used) if drawn else (),
    )
    position.check()
    if game.marks_by_code and len(rest) == 4:
        return position
    marks = position.marks
    for at, card in enumerate(position.table):
        marks = game.marks_after(replace(position, table=position.table[:at], marks=marks), card)
    return replace(position, marks=marks)
