"""Fields are the arguments of a text: a frozen dataclass read from `name(key=value,...)`, and back.

Games, whole games, players, searches and positions go by such texts. A field is part of the
text if it is given when the object is made and compared with that of another.
"""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterable, Mapping
from typing import Any, get_type_hints

from kibitz import text
from kibitz.errors import TextError
from kibitz.showing.layout import columns


@functools.cache
def fields_of(cls: type[Any]) -> Mapping[str, Any]:
    """The fields that a text can say, with their defaults."""
    return {one.name: one.default for one in dataclasses.fields(cls) if one.init and one.compare}


@functools.cache
def types_of(cls: type) -> Mapping[str, Any]:
    """The types of the fields of a dataclass."""
    return get_type_hints(cls)


def check_arguments(cls: type, name: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse arguments that are not known, and a class that is no dataclass but names one."""
    for kind in cls.__mro__:
        named = (
            {} if "__dataclass_fields__" in vars(kind) else vars(kind).get("__annotations__", {})
        )
        for key in given:
            if key not in known and key in named and "ClassVar" not in str(named[key]):
                needs = f"expected @dataclass(frozen=True) above {kind.__name__}"
                raise TextError(f"{needs}, for the argument {key!r} of {name}")
    text.check_names(f"argument of {name}", given, known)


def read_fields(
    cls: type,
    name: str,
    arguments: Mapping[str, str],
    readers: Mapping[str, text.Reader] | None = None,
) -> dict[str, Any]:
    """Read the arguments of `name` as fields of a dataclass.

    `readers` holds the fields that are not read by their type.
    """
    check_arguments(cls, name, arguments, fields_of(cls))
    kinds = types_of(cls)
    values = {}
    for key, line in arguments.items():
        reader = (readers or {}).get(key)
        values[key] = reader(line) if reader else text.read_value(kinds[key], line, key)
    return values


def check_fields(
    cls: type, name: str, given: Mapping[str, Any], readers: Mapping[str, text.Reader]
) -> dict[str, Any]:
    """Refuse fields given in Python that no text could say; those with a reader may be texts."""
    check_arguments(cls, name, given, fields_of(cls))
    kinds = types_of(cls)
    values = dict(given)
    for key, value in given.items():
        if isinstance(value, str) and key in readers:
            values[key] = readers[key](value)
        else:
            text.check_value(kinds[key], value, key)
    return values


def values_of(thing: object) -> dict[str, Any]:
    """Every field that a text can say, with its value here."""
    kind: type = type(thing)
    return {name: getattr(thing, name) for name in fields_of(kind)}


def changed(values: Mapping[str, Any], usual: Mapping[str, Any]) -> dict[str, Any]:
    """The values that are not the usual ones, which is all that a text needs to say."""
    return {name: value for name, value in values.items() if value != usual[name]}


def write_fields(thing: object, name: str, first: str = "") -> str:
    """The text of an object: a name, and the fields that do not have their defaults."""
    kind: type = type(thing)
    return text.write_call(name, changed(values_of(thing), fields_of(kind)), first)


def show_fields(line: object, title: str, arguments: Mapping[str, Any]) -> str:
    """A text for people: with what it means, and every argument."""
    rows = [["", key, text.write_value(value)] for key, value in arguments.items()]
    return f"{line}\n{title}\n{columns(rows, left=(0, 1, 2))}"


def fields_as_dict(name: str, title: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The same in plain types, its arguments as texts, ready for JSON."""
    words = {key: text.write_value(value) for key, value in arguments.items()}
    return {"game": name, "about": title, "arguments": words}
