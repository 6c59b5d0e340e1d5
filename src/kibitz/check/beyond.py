"""Whether functions of a native game write beyond the sizes that it declares.

Each is called once with room behind what it may write, and that room is looked at. What a search
does with such a function cannot be known: it may answer, and be wrong.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.game import Position
from kibitz.native import SIZES, NativeGame, Struct

BEHIND = 4096
"""How many bytes behind are looked at."""
MARK = b"\xa5"
I32, POINTER = ctypes.c_int32, ctypes.c_void_p


class Room(NamedTuple):
    """Memory of some size, with marks behind it."""

    memory: Any
    size: int

    @classmethod
    def of(cls, size: int, holding: bytes = b"") -> Room:
        """Room that holds something, and else zeros."""
        filled = holding.ljust(size, b"\0") + MARK * BEHIND
        return cls(ctypes.create_string_buffer(filled, len(filled)), size)

    @property
    def is_exceeded(self) -> bool:
        """Whether something was written behind it."""
        return bool(self.memory.raw[self.size :] != MARK * BEHIND)


def written_beyond(position: Position) -> list[str]:
    """The functions that write too much in a position, and what they have room for."""
    place = position.native.places()[0] if isinstance(position.native, NativeGame) else 0
    if not place:  # a header around the search
        return []
    game = Struct.from_address(place)
    if any(not least <= getattr(game, name) <= most for name, (least, most) in SIZES.items()):
        return []  # which is said elsewhere
    return list(dict.fromkeys(_each(game, position)))


def _each(game: Struct, position: Position) -> Iterator[str]:
    numbers, state = list(position.as_numbers()), Room.of(game.state_bytes)
    given = (ctypes.c_int64 * len(numbers))(*numbers)
    what = f"a state of {game.state_bytes} bytes"
    if not _call(game.start, I32, given, I32(len(numbers)), state.memory):
        return
    if state.is_exceeded:
        yield f"start: {what}"
        return
    if _call(game.over, I32, state.memory):
        numbers_of = Room.of(8 * game.outcome_numbers)
        _call(game.outcome, I32, state.memory, numbers_of.memory)
        if numbers_of.is_exceeded:
            yield f"outcome: {game.outcome_numbers} numbers"
    else:
        listed = Room.of(4 * game.most_moves)
        count = _call(game.moves, I32, state.memory, listed.memory, I32(game.most_moves))
        if listed.is_exceeded:
            yield f"moves: {game.most_moves} moves"
        moves = (I32 * game.most_moves).from_buffer(listed.memory)
        for move in moves[: count if 0 < count <= game.most_moves else 0]:  # no other is one
            after = Room.of(game.state_bytes, state.memory.raw[: game.state_bytes])
            _call(game.play, None, after.memory, I32(move))
            if after.is_exceeded:
                yield f"play: {what}"
    if game.key:
        words = Room.of(8 * game.key_words)
        _call(game.key, None, state.memory, words.memory)
        if words.is_exceeded:
            yield f"key: {game.key_words} words"


def _call(address: int, answer: Any, *given: Any) -> Any:
    """Call a function by its address, with memory and numbers of 32 bits."""
    kinds = [I32 if isinstance(each, I32) else POINTER for each in given]
    pointers = [each if isinstance(each, I32) else ctypes.cast(each, POINTER) for each in given]
    return ctypes.CFUNCTYPE(answer, *kinds)(address)(*pointers)
