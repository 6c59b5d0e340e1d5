"""The one grammar of games, algorithms and utilities: name(key=value,...).

A value is a whole number, `true` or `false`, a word, a list with slashes, or again a
name with arguments:

    spades(players=3,bids=1/1/2,utility=smot(margin=3),breaking=false)
    speculative(test=leaf-table,heuristic=taken,table=bounds)

The keys are the fields of a dataclass, see `fields.py`: their types say how a value is read,
and a field that has its default value is not written.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin

from kibitz.errors import TextError, UnknownName, check_kind

NAME = re.compile(r"[A-Za-z_][\w.:+-]*|[\w./~][\w./~+-]*\.toml")
"""A name, `module:name`, or the path of a file of rules."""

KEY = re.compile(r"\s*\w+\s*=")

DIGITS = 18
"""How many digits a number has at most."""

Reader = Callable[[str], Any]


def names_of(moves: str | Iterable[Any]) -> Iterable[Any]:
    """Moves in a list, or in one text with spaces or commas between."""
    check_kind(moves, Iterable, "moves in one text or in a list")
    return moves.replace(",", " ").split() if isinstance(moves, str) else moves


def read_call(text: str, first: str = "") -> tuple[str, dict[str, str]]:
    """Split `name(key=value,...)` into its name and its arguments, still as texts.

    Where there is a key for it, the first argument may do without one: `name(value,key=value)`.
    """
    check_kind(text, str, "a text such as name(key=value,...)")
    text = text.strip()
    name, bracket, rest = text.partition("(")
    name = name.strip()
    if not NAME.fullmatch(name) or (bracket and not rest.endswith(")")):
        raise TextError(f"expected name(key=value,...): {text!r}")
    parts = list(split_arguments(rest[:-1], text))
    if first and parts and not KEY.match(parts[0]):
        parts[0] = f"{first}={parts[0]}"
    return name, _read_arguments(parts, text)


def read_words(text: str) -> dict[str, str]:
    """Take apart `key=value` and so on with spaces between them, one or more."""
    return _read_arguments(text.split() or [""], text)


def _read_arguments(parts: Iterable[str], text: str) -> dict[str, str]:
    arguments: dict[str, str] = {}
    for argument in parts:
        key, equals, value = (part.strip() for part in argument.partition("="))
        if not equals or not key or not value:
            raise TextError(f"expected key=value: {argument.strip()!r} in {text!r}")
        if key in arguments:
            raise TextError(f"expected {key!r} once: {text!r}")
        arguments[key] = value
    return arguments


def split_arguments(arguments: str, whole: str) -> Iterator[str]:
    """Split at the commas that stand in no bracket."""
    depth, start = 0, 0
    for at, character in enumerate(arguments):
        depth += (character == "(") - (character == ")")
        if depth < 0:
            break
        if character == "," and depth == 0:
            yield arguments[start:at]
            start = at + 1
    if depth:
        raise TextError(f"expected brackets in pairs: {whole!r}")
    if arguments.strip():
        yield arguments[start:]


def write_call(name: str, arguments: Mapping[str, Any], first: str = "") -> str:
    """The text that `read_call` takes apart."""
    bare = [write_value(arguments[first])] if first in arguments else []
    words = [f"{key}={write_value(arguments[key])}" for key in arguments if key != first]
    return f"{name}({','.join(bare + words)})" if arguments else name


def write_words(arguments: Mapping[str, Any]) -> str:
    """The text that `read_words` takes apart."""
    return " ".join(f"{key}={write_value(value)}" for key, value in arguments.items())


def and_list(names: Iterable[str]) -> str:
    """Names with commas, and the word `and` before the last."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def write_value(value: Any) -> str:
    """A value as `read_value` reads it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value == ():
        return "none"
    if isinstance(value, tuple | list):
        return "/".join(map(str, value))
    return f"{value:.0f}" if "e+" in str(value) and isinstance(value, float) else str(value)


def read_value(kind: Any, text: str, where: str) -> Any:
    """Read a value of a type; `where` says in an error what the value belongs to."""
    if kind is str:
        return text
    if kind is bool:
        if text in ("true", "false"):
            return text == "true"
        raise TextError(f"expected true or false: {text!r} for {where}")
    if kind is int:
        return read_int(text, where)
    if kind is float:
        return read_float(text, where)
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise UnknownName(where, text, get_args(kind))
        return text
    if get_origin(kind) is tuple:
        parts = [] if text == "none" else text.split("/")
        return tuple(read_value(get_args(kind)[0], part, where) for part in parts)
    if get_origin(kind) in (types.UnionType, Union):
        kinds = get_args(kind)
        if type(None) in kinds and text == "none":
            return None
        return read_value(next(k for k in kinds if k is not type(None)), text, where)
    shown = getattr(kind, "__name__", kind)
    raise TextError(f"expected a type that a text can hold, not {shown}: {text!r} for {where}")


def check_value(kind: Any, value: Any, where: str) -> None:
    """Refuse a value that is given in Python and is not of the type that a text would give."""
    kinds = get_args(kind) if get_origin(kind) in (types.UnionType, Union) else (kind,)
    if value is None and type(None) in kinds:
        return
    for one in kinds:
        if one is int:
            _check_int(value, where)
        elif one is bool and not isinstance(value, bool):
            raise TextError(f"expected True or False: {value!r} for {where}")
        elif get_origin(one) is tuple and get_args(one)[0] is int:
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise TextError(f"expected whole numbers: {value!r} for {where}")
            for part in value:
                _check_int(part, where)


def _check_int(value: Any, where: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TextError(f"expected a whole number: {value!r} for {where}")


def read_int(text: str, where: str = "") -> int:
    """Read a whole number; longer ones than any game needs are refused."""
    place = f" for {where}" if where else ""
    if not re.fullmatch(r"-?[0-9]+", text.strip()):
        raise TextError(f"expected a whole number: {text!r}{place}")
    if len(text.strip().lstrip("-")) > DIGITS:
        raise TextError(f"expected a whole number of {DIGITS} digits at most: {text!r}{place}")
    return int(text)


def read_float(text: str, where: str) -> float:
    """Read a number."""
    if not re.fullmatch(r"-?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e-?[0-9]{1,2})?", text.strip()):
        raise TextError(f"expected a number: {text!r} for {where}")
    return float(text)


def read_ints(text: str, where: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them."""
    return tuple(read_int(part, where) for part in text.split(","))


def check_names(kind: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Refuse a name that is not known."""
    for name in names:
        if name not in known:
            raise UnknownName(kind, name, known)
