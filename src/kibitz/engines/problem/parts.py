"""The parts that an axis of an algorithm can be made of, by name.

A part registers itself where it is written, and says there what it needs and when it is
valid; nothing else lists it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

Part = TypeVar("Part")


class Parts(Mapping[str, Part]):
    """Named parts, in the order in which they are written."""

    def __init__(self) -> None:
        self._named: dict[str, Part] = {}

    def named(self, name: str) -> Callable[[Part], Part]:
        """Make a part known by a name; a decorator."""

        def add(part: Part) -> Part:
            self._named[name] = part
            return part

        return add

    def __getitem__(self, name: str) -> Part:
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._named)

    def __len__(self) -> int:
        return len(self._named)
