"""A position of a trick-taking game for people: in rows, or round a table if seats have names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from kibitz.cards import compass
from kibitz.showing.layout import Drawing, columns, escaped, html_table

if TYPE_CHECKING:
    from kibitz.cards.position import TrickPosition


def show(position: TrickPosition) -> str:
    """The hands in a terminal."""
    if position.game.seat_names:
        return compass.show(position, _remarks(position))
    rows = [_headings(position), *_rows(position)]
    return f"{columns(rows, left=range(len(rows[0])))}\n{_remarks(position)}"


def html(position: TrickPosition) -> str:
    """The hands in a notebook."""
    if position.game.seat_names:
        return compass.html(position, _remarks(position))
    return html_table(_symbols_and_rows(position)) + f"<p>{escaped(_remarks(position))}</p>"


def svg(position: TrickPosition) -> Drawing:
    """The hands in a drawing, and who is to do what."""
    if position.game.seat_names:
        return compass.svg(position, _remarks(position, moves=False))
    rows = _symbols_and_rows(position)
    return compass.svg_rows(position, rows, _remarks(position, moves=False))


def _rows(position: TrickPosition) -> Iterator[list[str]]:
    """A row per player: who, the ranks of each suit, the card on the table, taken, bid."""
    bids, cards, pack = position.game.bids, position.table, position.game.pack
    for player, hand in enumerate(position.hands):
        at = (player - position.leader) % len(position.hands)
        yield [
            ("> " if player == position.turn and not position.is_over else "  ") + str(player),
            *(pack.ranks_in(hand, suit) or "-" for suit in range(len(pack.letters))),
            str(cards[at]) if at < len(cards) else "",
            str(position.taken[player]),
            "" if bids is None else str(bids[player]),
        ]


def _headings(position: TrickPosition) -> list[str]:
    bid = "" if position.game.bids is None else "bid"
    return ["player", *position.game.pack.letters, "table", "taken", bid]


def _remarks(position: TrickPosition, moves: bool = True) -> str:
    """What the rows do not say."""
    game = position.game
    if position.is_over:
        return f"the end: {position.outcome}, payoffs {game.payoffs(position.outcome)}"
    verb = "plays" if position.table else "lays away" if position.to_lay else "leads"
    marks = "".join(f", {mark}" for mark in sorted(position.marks))
    stock = f"\nto draw: {' '.join(map(str, position.stock))}" if position.stock else ""
    legal = ": " + " ".join(map(str, position.legal_moves())) if moves else ""
    return f"{game.who(position.turn)} {verb}{legal}{marks}{stock}"


def _symbols_and_rows(position: TrickPosition) -> list[list[str]]:
    """The rows below their headings, with symbols for the suits."""
    pack = position.game.pack
    suits = dict(zip(pack.letters, pack.signs, strict=True))
    return [[suits.get(heading, heading) for heading in _headings(position)], *_rows(position)]
