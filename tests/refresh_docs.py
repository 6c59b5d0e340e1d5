"""Write into the docs what their commands print now: `make docs`."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import sys

import notebook
from commands import timeless
from test_docs import BLOCK, PAGES, ROOT, RUN

from kibitz.cli import main

sys.path.append(str(ROOT / "examples"))


def printed(words: str) -> str:
    """What a command prints."""
    shown = io.StringIO()
    with contextlib.redirect_stdout(shown), contextlib.redirect_stderr(shown):
        main(shlex.split(words.replace("\\\n", " ")))
    return shown.getvalue()


def refresh(block: re.Match[str]) -> str:
    """A console block with fresh output."""
    inner = RUN.sub(again, block[1])
    return f"```console\n{inner}```"


def again(run: re.Match[str]) -> str:
    """A command with what it prints now, if more has changed than times."""
    shown = printed(run[1])
    return run[0] if timeless(shown) == timeless(run[2]) else f"$ kibitz {run[1]}\n{shown}"


for page in PAGES:
    old = page.read_text()
    new = BLOCK.sub(refresh, old)
    if new != old:
        page.write_text(new)
        print(f"refreshed {page.name}")

for path in sorted((ROOT / "examples").glob("*.ipynb")):
    stored = notebook.read(path)
    fresh = notebook.run(stored)
    if fresh != stored:
        notebook.write(path, fresh)
        print(f"refreshed {path.name}")
