"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from kibitz.errors import writing


def write(path: Path, data: bytes) -> None:
    """Write a file; if that fails half-way, what was there before stays.

    What is no plain file, such as `/dev/stdout`, is written as it comes.
    """
    with writing(path):
        if path.exists() and not path.is_file():
            path.write_bytes(data)
            return
        goal = path.resolve()
        part = goal.with_name(f".{goal.name}.{os.getpid()}.part")
        try:
            with part.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if goal.exists():
                part.chmod(goal.stat().st_mode)
            part.replace(goal)
        finally:
            part.unlink(missing_ok=True)


def is_writable(path: Path) -> bool:
    """Whether a file can be written there, as far as can be said beforehand."""
    if path.is_dir():
        return False
    if path.exists() and not path.is_file():
        return os.access(path, os.W_OK)
    goal = path.resolve()
    return os.access(goal.parent, os.W_OK) and (not goal.exists() or os.access(goal, os.W_OK))
