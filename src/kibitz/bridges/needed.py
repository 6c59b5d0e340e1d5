"""Libraries that are not installed with Kibitz: asked for where they are needed, in one line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.errors import KibitzError


@contextmanager
def needed(name: str, extra: str) -> Iterator[None]:
    """Import what another library holds; say what to do if it is not there."""
    try:
        yield
    except ImportError as error:
        raise KibitzError(
            f"this bridge needs {name}; use pip install 'kibitz[{extra}]' ({error})"
        ) from None
