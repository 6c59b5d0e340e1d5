"""A notebook run as a notebook runs it: cell by cell, each with what it shows."""

from __future__ import annotations

import ast
import contextlib
import io
import json
from pathlib import Path
from typing import Any

REPRESENTATIONS = {
    "image/svg+xml": "_repr_svg_",
    "text/html": "_repr_html_",
}


def read(path: Path) -> dict[str, Any]:
    """A notebook as it is stored."""
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def write(path: Path, notebook: dict[str, Any]) -> None:
    """Store a notebook."""
    text = json.dumps(notebook, indent=1, ensure_ascii=False)
    path.write_text(f"{text}\n", encoding="utf-8")


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with what its cells show now."""
    names: dict[str, Any] = {"__name__": "__main__"}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            outputs = _outputs("".join(cell["source"]), names, count)
            cell = {**cell, "execution_count": count, "outputs": outputs}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _outputs(source: str, names: dict[str, Any], count: int) -> list[dict[str, Any]]:
    """What a cell prints, and the value of its last line."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, f"cell {count}", "exec"), names)
        value = None
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": _lines(printed)})
    if value is not None:
        outputs.append(
            {
                "data": _shown(value),
                "execution_count": count,
                "metadata": {},
                "output_type": "execute_result",
            }
        )
    return outputs


def _shown(value: object) -> dict[str, list[str]]:
    shown = {
        kind: getattr(value, name)()
        for kind, name in REPRESENTATIONS.items()
        if hasattr(value, name)
    }
    plain = value.show() if hasattr(value, "show") else type(value).__name__
    plain = plain if shown else repr(value)
    return {
        kind: text.splitlines(keepends=True)
        for kind, text in (shown | {"text/plain": plain}).items()
    }


def _lines(printed: io.StringIO) -> list[str]:
    return printed.getvalue().splitlines(keepends=True)
