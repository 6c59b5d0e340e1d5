"""What is wrong in a file of rules, under which keys; several faults are told together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from kibitz.errors import in_one_line, shortened

Value = TypeVar("Value")


class Fault(Exception):
    """What is wrong in a file, and under which keys."""

    def __init__(self, words: str, *keys: str) -> None:
        super().__init__(in_one_line(shortened(words)))
        self.keys_ = keys


class Several(Exception):
    """Faults that were found together."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__()
        self.faults = faults


def gathered(asks: Iterable[Callable[[], object]]) -> Iterator[Fault]:
    """The faults that come up when all this is asked."""
    for ask in asks:
        try:
            ask()
        except Fault as fault:
            yield fault
        except Several as several:
            yield from several.faults


def all_of(ask: Callable[[Value], Sequence[str]], values: Iterable[Value]) -> list[str]:
    """What a question gives for all values; the faults of all of them come together."""
    found, faults = list[str](), list[Fault]()
    for value in values:
        try:
            found += ask(value)
        except Fault as fault:
            faults.append(fault)
    if faults:
        raise Several(faults)
    return found
