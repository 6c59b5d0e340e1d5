"""Files that are read whole if they are not too large, and written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from kibitz.errors import reading, writing

LARGEST = 64
"""Megabytes of a file that is read."""


def is_name(line: str, *endings: str) -> bool:
    """Whether a text is the name of a file with one of these endings."""
    return line.lower().endswith(endings) and "\n" not in line


def read(path: Path, kind: str = "a file to read", most: int = LARGEST << 20) -> bytes:
    """What is in a file, unless that is too much."""
    with reading(path, kind), path.open("rb") as file:
        data = file.read(most + 1)
        if len(data) > most:
            limit = f"{most >> 20} MB" if most >> 20 else f"{most:,} bytes"
            raise ValueError(f"it has more than {limit}")
        return data


def read_text(path: Path, kind: str, most: int = LARGEST << 20) -> str:
    """The same of a text in UTF-8, which may begin with a mark that says so."""
    data = read(path, kind, most)
    with reading(path, kind):
        return data.decode("utf-8-sig")


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
