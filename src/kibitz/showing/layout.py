"""Texts and rows of texts, in a terminal and in a notebook."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeVar


class Shown(Protocol):
    """What shows itself, to people and to programs."""

    def show(self) -> str:
        """For people, in a terminal."""

    def as_dict(self) -> dict[str, Any]:
        """In plain types, ready for JSON."""


T = TypeVar("T", bound=Shown)


class Listing(list[T]):
    """Things that show themselves, one after the other."""

    def show(self) -> str:
        """Each of them, with empty lines between."""
        return "\n\n".join(one.show() for one in self)

    def as_dicts(self) -> list[dict[str, Any]]:
        """Each of them in plain types, ready for JSON."""
        return [one.as_dict() for one in self]

    def _repr_html_(self) -> str:
        return in_full(self.show())


class Drawing(str):
    """A drawing in SVG; in a notebook it is seen, elsewhere it is its text."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def columns(rows: Sequence[Sequence[str]], left: Iterable[int] = (0,)) -> str:
    """Rows in columns, those in `left` flush left, the others flush right."""
    flush_left = set(left)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if at in flush_left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def html_table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as an HTML table, the first with the headings."""
    lines = []
    for at, row in enumerate(rows):
        tag = "td" if at else "th"
        cells = "".join(f"<{tag}>{escaped(cell)}</{tag}>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f"<table>{''.join(lines)}</table>"


def in_full(text: str) -> str:
    """Lines of text as they stand, in a notebook."""
    return f"<pre>{escaped(text)}</pre>"


def escaped(text: str) -> str:
    """A text as it stands in HTML."""
    import html  # takes a while, and is for notebooks only

    return html.escape(text)


def quoted(text: str) -> str:
    """A word of a command, in quotes if a shell would take it for something else."""
    return text if re.fullmatch(r"[\w./:=-]+", text) else f'"{text}"'


def plies(count: int) -> str:
    """A number of plies, in words."""
    return "1 ply" if count == 1 else f"{count} plies"


def write_payoffs(payoffs: Sequence[int | None], between: str = ", ") -> str:
    """Payoffs in brackets; of players that nothing is known of, a dash."""
    return f"({between.join('-' if payoff is None else str(payoff) for payoff in payoffs)})"
