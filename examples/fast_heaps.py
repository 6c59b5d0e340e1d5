"""Heaps with a native twin in C: `kibitz check fast_heaps:FastHeaps`."""

from pathlib import Path

from heaps import Heaps, HeapsPosition

from kibitz import BuiltGame


class FastPosition(HeapsPosition):
    adapter = "native"
    native = BuiltGame(Path(__file__).with_name("heaps.c"))  # compiled when it is first used

    def as_numbers(self) -> list[int]:
        return [len(self.heaps), self.game.players, self.turn, *self.heaps, *self.won]


class FastHeaps(Heaps):
    """Heaps, searched at native speed."""

    def start(self) -> FastPosition:
        return FastPosition(self, self.heaps, (0,) * self.players, 0)


class BuiltPosition(FastPosition):
    native = BuiltGame(Path(__file__).with_name("heaps.hpp"))  # a header, around the search


class BuiltHeaps(Heaps):
    """Heaps, compiled around the search."""

    def start(self) -> BuiltPosition:
        return BuiltPosition(self, self.heaps, (0,) * self.players, 0)
