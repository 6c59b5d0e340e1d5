"""Games of your own at native speed: functions over plain memory, from any language.

`kibitz/native.h`, in `include_folder()`, is the struct in C and says what each function does. It
is filled here from Python, as with Numba, or lies in a shared library.
"""

from __future__ import annotations

import ctypes
from _ctypes import CFuncPtr
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ClassVar

from kibitz.errors import GameError, TextError

VERSION = 1
SIZES: Mapping[str, tuple[int, int]] = {
    "state_bytes": (1, 1024),
    "most_moves": (1, 65536),
    "outcome_numbers": (1, 64),
    "key_words": (0, 128),
}
"""The least and the most of each size."""
MOST_SIDES = 16
NEEDED = ("start", "over", "turn", "moves", "play", "outcome")
OPTIONAL = ("key", "progress", "allows", "order", "estimate", "plies_left", "text")
SYMBOL = "kibitz_game"


class Struct(ctypes.Structure):
    """`kibitz_native_game` of `kibitz/native.h`."""

    _fields_: ClassVar[list[tuple[str, Any]]] = [
        ("version", ctypes.c_uint32),
        *((name, ctypes.c_int32) for name in (*SIZES, "reserved")),
        *((name, ctypes.c_void_p) for name in (*NEEDED, *OPTIONAL)),
    ]


class NativeGame:
    """The rules of a game as functions over plain memory, which the kernel searches.

    A function is given by its address, or as what has one: a `cfunc` of Numba, a function of
    ctypes. `load` takes all of them from a shared library. A position class names the game as
    `native`, with `adapter = "native"`, and its positions give `as_numbers()`; `kibitz check`
    compares both.

    >>> import ctypes
    >>> State, Number = ctypes.POINTER(ctypes.c_int8), ctypes.c_int32
    >>> none = ctypes.CFUNCTYPE(Number, State)(lambda state: 0)
    >>> functions = dict.fromkeys(("start", "over", "turn", "moves", "play", "outcome"), none)
    >>> native = kibitz.NativeGame(state_bytes=8, most_moves=4, outcome_numbers=3, **functions)
    >>> native.has("over"), native.has("key")
    (True, False)
    """

    def __init__(
        self,
        *,
        state_bytes: int,
        most_moves: int,
        outcome_numbers: int,
        key_words: int = 0,
        **functions: Any,
    ) -> None:
        for name in functions:
            if name not in (*NEEDED, *OPTIONAL):
                raise TextError(f"expected one of {', '.join((*NEEDED, *OPTIONAL))}: {name!r}")
        addresses = {name: _address(name, given) for name, given in functions.items()}
        sizes = (state_bytes, most_moves, outcome_numbers, key_words)
        for (name, (least, most)), size in zip(SIZES.items(), sizes, strict=True):
            if type(size) is not int or not least <= size <= most:
                raise TextError(f"expected {name} of {least} to {most}: {size!r}")
        self._struct = Struct(VERSION, *sizes, 0, **addresses)
        self._kept: object = functions
        self._check()

    @classmethod
    def load(cls, path: str | Path, name: str = SYMBOL) -> NativeGame:
        """The game that a shared library holds as a struct of this name."""
        try:
            library = ctypes.CDLL(str(Path(path).absolute()))
            struct = Struct.in_dll(library, name)
        except (OSError, ValueError) as error:
            raise TextError(
                f"expected a library with a kibitz_native_game {name!r}: {error}"
            ) from None
        found = cls.__new__(cls)
        found._struct, found._kept = struct, library
        found._check()
        return found

    def _check(self) -> None:
        """What must be there is there; sizes are looked at again before each search."""
        struct = self._struct
        if struct.version != VERSION:
            raise GameError(f"expected version {VERSION} of a native game: {struct.version}")
        missing = [name for name in NEEDED if not getattr(struct, name)]
        if missing:
            raise GameError(f"expected the functions {', '.join(missing)} of a native game")
        if self.has("key") != (struct.key_words > 0):
            raise GameError("expected key_words with key, and only then, of a native game")
        if self.has("progress") != self.has("allows"):
            raise GameError("expected both progress and allows of a native game, or neither")

    def has(self, name: str) -> bool:
        """Whether it has a function."""
        return bool(getattr(self._struct, name))

    @property
    def most_sides(self) -> int:
        """For how many sides there is room."""
        return MOST_SIDES

    def reason_against(self) -> str:
        """Why it cannot be used; nothing if it can."""
        return ""

    def places(self) -> tuple[int, int]:
        """Where the struct is, and the searches around it: none but those of the kernel."""
        return ctypes.addressof(self._struct), 0


def include_folder() -> Path:
    """The folder of the headers, for `#include <kibitz/native.h>`.

    >>> kibitz.include_folder().name
    'include'
    """
    kernel = find_spec("kibitz._kernel")
    beside = Path(__file__) if kernel is None or kernel.origin is None else Path(kernel.origin)
    return beside.parent / "include"


def _address(name: str, function: int | Callable[..., Any] | None) -> int | None:
    """Where a function is."""
    if function is None or type(function) is int:
        return function
    address = getattr(function, "address", None)
    if type(address) is int:
        return address
    if not isinstance(function, CFuncPtr):
        raise TextError(
            f"expected an address, a cfunc of Numba or a function of ctypes as {name}: {function!r}"
        )
    return ctypes.cast(function, ctypes.c_void_p).value
