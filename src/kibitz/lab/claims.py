"""Claims: which tasks are at work, so that several commands on one store share them.

A claim is a lock on one byte of a file beside the store, as the system keeps them: when a
process ends, however it does, its claims are free at once.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
from contextlib import suppress
from pathlib import Path

from kibitz.errors import writing

LAST = 1 << 62
"""Bytes that can be locked, there or not."""


class Claims:
    """The claims of this process on tasks, by keys."""

    def __init__(self, store: Path) -> None:
        self._path = store.with_name(f"{store.name}-claims")
        with writing(self._path):
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)

    def take(self, key: str) -> bool:
        """Whether the task is now ours, and nobody else's."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, _place(key))
        except OSError as error:
            taken = error.errno in (errno.EACCES, errno.EAGAIN)
            return not taken  # on a file system without locks better twice than never
        return True

    def release(self, key: str) -> None:
        """The task is done, or given up."""
        with suppress(OSError):
            fcntl.lockf(self._file, fcntl.LOCK_UN, 1, _place(key))

    def close(self) -> None:
        """Give all up, and remove the file if nobody else has a claim."""
        with suppress(OSError):
            fcntl.lockf(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB, 0, 0)
            self._path.unlink()
        os.close(self._file)


def _place(key: str) -> int:
    return int.from_bytes(hashlib.sha256(key.encode()).digest()[:8]) % LAST
