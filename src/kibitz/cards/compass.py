"""Four hands as they sit round a table, the first at the top: as text, HTML and SVG.

For games whose seats have names, such as those of Bridge; in 40 columns, but for hands with
very long suits. The trick stands in the middle, a card before each who has played. Games whose
seats have no names are drawn as they are shown, a row for each hand.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kibitz.cards.deck import SUITS, SYMBOLS, ranks_in
from kibitz.showing.layout import Drawing, escaped

if TYPE_CHECKING:
    from kibitz.cards.position import TrickPosition

WIDTH = 40
TOP, RIGHT, BOTTOM, LEFT = range(4)
RED = (1, 2)
"""The suits that are printed in red."""


def show(position: TrickPosition, remarks: str) -> str:
    """The hands in four blocks of text."""
    top, right, bottom, left = (_block(position, player) for player in range(4))
    across = max(12, 2 + max(map(len, left)))
    middle = ["", *_trick(position), ""]
    lines = [
        *(" " * across + line for line in top),
        *(
            f"{west:{across}}{trick:12}{east}"
            for west, trick, east in zip(left, middle, right, strict=True)
        ),
        *(" " * across + line for line in bottom),
    ]
    lines += [_score(position, SUITS), *textwrap.wrap(remarks, WIDTH, subsequent_indent="    ")]
    return "\n".join(line.rstrip() for line in lines)


def _name(position: TrickPosition, player: int) -> str:
    return position.game.seat_names[player]


def _moves(position: TrickPosition, player: int) -> bool:
    return player == position.turn and not position.is_over


def _block(position: TrickPosition, player: int) -> list[str]:
    """The name of a seat and its cards, five lines."""
    mark = "> " if _moves(position, player) else "  "
    hand = position.hands[player]
    suits = [f"  {letter} {ranks_in(hand, suit) or '-'}" for suit, letter in enumerate(SUITS)]
    return [mark + _name(position, player), *suits]


def _played(position: TrickPosition) -> dict[int, str]:
    """The card that each player has on the table; without a trick, nothing."""
    players = len(position.hands)
    return {(position.leader + at) % players: str(card) for at, card in enumerate(position.table)}


def _trick(position: TrickPosition) -> list[str]:
    """The middle of the table, three lines: the cards of the trick, or the points of a compass."""
    names = [name[0] for name in position.game.seat_names]
    played = _played(position)
    top, right, bottom, left = (
        played.get(player, "-") if played else names[player] for player in range(4)
    )
    return [f"     {top}", f"  {left:2}    {right}", f"     {bottom}"]


def _score(position: TrickPosition, suits: str = SYMBOLS) -> str:
    """The trump, and what each side has taken."""
    game, trump = position.game, position.trump
    said = "no trump" if trump is None else f"{suits[trump]} is trump"
    taken = zip(game.side_names, game.by_side(position.taken), strict=True)
    return ", ".join([said, *(f"{names} {count}" for names, count in taken)])


def _suits(position: TrickPosition, player: int) -> Iterator[tuple[str, str, str]]:
    """For each suit its symbol, its colour and the ranks that a player holds."""
    for suit, symbol in enumerate(SYMBOLS):
        yield symbol, _colour(suit), ranks_in(position.hands[player], suit) or "-"


def _colour(suit: int) -> str:
    return "#c22" if suit in RED else "#222"


def html(position: TrickPosition, remarks: str) -> str:
    """The hands in a table of three by three cells."""

    def hand(player: int) -> str:
        name = escaped(_name(position, player))
        name = f"<b>{name}</b> to play" if _moves(position, player) else name
        rows = (
            f'<br><span style="color:{colour}">{symbol}</span> {ranks}'
            for symbol, colour, ranks in _suits(position, player)
        )
        return f'<td style="text-align:left">{name}{"".join(rows)}</td>'

    empty, trick = "<td></td>", escaped("\n".join(_trick(position)))
    middle = f'<td style="text-align:left"><pre>{trick}</pre></td>'
    rows = (
        (empty, hand(TOP), empty),
        (hand(LEFT), middle, hand(RIGHT)),
        (empty, hand(BOTTOM), empty),
    )
    table = "".join(f"<tr>{''.join(cells)}</tr>" for cells in rows)
    return f"<table>{table}</table><p>{escaped(_score(position))}<br>{escaped(remarks)}</p>"


_STYLE = """
.compass text { font-family: sans-serif; font-size: 15px; fill: #222 }
.compass .seat { font-weight: bold }
.compass .score, .compass .played { text-anchor: middle }
.compass .mover { fill: #0072b2 }
"""
_CORNERS = {TOP: (165, 24), RIGHT: (305, 154), BOTTOM: (165, 284), LEFT: (25, 154)}
"""Where each hand stands in a drawing."""
_PLACES = {TOP: (215, 172), RIGHT: (255, 206), BOTTOM: (215, 240), LEFT: (175, 206)}
"""Where the card of each stands."""


def svg(position: TrickPosition, remarks: str) -> Drawing:
    """The hands as a drawing."""
    lines = [_score(position), *textwrap.wrap(remarks, 56)]
    size = f'viewBox="0 0 430 {410 + 20 * len(lines)}" width="430"'
    parts = [
        f'<svg class="compass" xmlns="http://www.w3.org/2000/svg" {size}>',
        f"<title>{escaped(str(position))}</title>",
        f"<style>{_STYLE}</style>",
        '<rect x="150" y="150" width="130" height="104" rx="8" fill="#d5e8d8"/>',
    ]
    played, names = _played(position), position.game.seat_names
    for player, (x, y) in _CORNERS.items():
        kind = "seat mover" if _moves(position, player) else "seat"
        parts.append(f'<text class="{kind}" x="{x}" y="{y}">{escaped(names[player])}</text>')
        for at, (symbol, colour, ranks) in enumerate(_suits(position, player)):
            line = f'<tspan style="fill:{colour}">{symbol}</tspan> {ranks}'
            parts.append(f'<text x="{x}" y="{y + 22 * (at + 1)}">{line}</text>')
    for player, (x, y) in _PLACES.items():
        card = played.get(player, "" if played else names[player][0])
        shown = _symbol(card) if played else card
        parts.append(f'<text class="played" x="{x}" y="{y}">{shown}</text>')
    for at, line in enumerate(lines):
        parts.append(f'<text class="score" x="215" y="{404 + 20 * at}">{escaped(line)}</text>')
    return Drawing("\n".join([*parts, "</svg>"]))


_ROWS = """
.hands text { font-family: monospace; font-size: 15px; fill: #222 }
.hands .mover { font-weight: bold }
.hands .red { fill: #c22 }
"""
_LETTER, _LINE = 9.1, 22
"""How wide a letter is in the drawing of rows, and how high a line."""


def svg_rows(position: TrickPosition, rows: Sequence[Sequence[str]], remarks: str) -> Drawing:
    """Hands in rows as a drawing, the first row with the headings."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    starts = [2 + sum(widths[:at]) + 2 * at for at in range(len(widths))]
    wide = max(starts[-1] + widths[-1], 50)
    lines = textwrap.wrap(remarks, wide - 2)
    high = _LINE * (len(rows) + len(lines) + 1)
    size = f'viewBox="0 0 {wide * _LETTER:.0f} {high}" width="{wide * _LETTER:.0f}"'
    parts = [
        f'<svg class="hands" xmlns="http://www.w3.org/2000/svg" xml:space="preserve" {size}>',
        f"<title>{escaped(str(position))}</title>",
        f"<style>{_ROWS}</style>",
    ]
    red = {SYMBOLS[suit] for suit in RED}
    for line, row in enumerate([*rows, *([remark] for remark in lines)], start=1):
        mover = "mover" if row[0].startswith(">") else ""
        for cell, start in zip(row, starts, strict=False):
            kind = "red" if cell in red else mover
            place = f'x="{start * _LETTER:.0f}" y="{line * _LINE}"'
            parts.append(f'<text class="{kind}" {place}>{escaped(cell)}</text>')
    return Drawing("\n".join([*parts, "</svg>"]))


def _symbol(card: str) -> str:
    """A card with the symbol of its suit, in its colour."""
    if not card:
        return ""
    suit = SUITS.index(card[0])
    return f'<tspan style="fill:{_colour(suit)}">{SYMBOLS[suit]}</tspan>{card[1:]}'
