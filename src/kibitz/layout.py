"""Rows of texts as columns in a terminal, or as a table in a notebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


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


def table(rows: Iterable[Sequence[str]]) -> str:
    """Rows as an HTML table, the first with the headings."""
    lines = []
    for at, row in enumerate(rows):
        tag = "td" if at else "th"
        cells = "".join(f"<{tag}>{escaped(cell)}</{tag}>" for cell in row)
        lines.append(f"<tr>{cells}</tr>")
    return f"<table>{''.join(lines)}</table>"


def escaped(text: str) -> str:
    """A text as it stands in HTML."""
    import html  # takes a while, and is for notebooks only

    return html.escape(text)
