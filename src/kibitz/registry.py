"""Registries: what goes by a name in a text.

`Parts` make themselves known where they are written, and say there what they need and when they
are valid; nothing else lists them. A `Folder` has a file for each of its classes.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping
from inspect import isabstract
from typing import Any, ClassVar, TypeVar

from kibitz.errors import UnknownName

Part = TypeVar("Part")


class Registry(Mapping[str, Part]):
    """Parts by name; `kind` is what an error calls them."""

    kind: str
    others: ClassVar[str] = ""
    """How parts that have no name here are written, for a message."""

    def find(self, name: str) -> Part:
        """The part of a name; an unknown one is refused."""
        if name not in self:
            raise UnknownName(self.kind, name, self, self.others)
        return self[name]

    @abstractmethod
    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Parts(Registry[Part]):
    """Named parts, in the order in which they are written.

    If they are spread over a package, all its files are looked at when a name is not yet known,
    and they are sorted.
    """

    def __init__(self, kind: str, package: str = "") -> None:
        self.kind, self._package = kind, package
        self._named: dict[str, Part] = {}

    def named(self, name: str) -> Callable[[Part], Part]:
        """Make a part known by a name; a decorator."""

        def add(part: Part) -> Part:
            self._named[name] = part
            return part

        return add

    def __getitem__(self, name: str) -> Part:
        if name not in self._named and self._package:
            import_files(self._package)
        return self._named[name]

    def __iter__(self) -> Iterator[str]:
        if not self._package:
            return iter(self._named)
        import_files(self._package)
        return iter(sorted(self._named))


class Folder(Registry[type[Part]]):
    """Classes that a package has one file, or one folder, for each of; some hold none."""

    def __init__(
        self, kind: str, package: str, base: Any, dash: str = "_", apart: Collection[str] = ()
    ) -> None:
        self.kind, self._package, self._base, self._dash = kind, package, base, dash
        self._apart = apart

    def __getitem__(self, name: str) -> type[Part]:
        if name not in list(self):
            raise KeyError(name)
        module = importlib.import_module(f"{self._package}.{name.replace(self._dash, '_')}")
        return next(
            value
            for value in vars(module).values()
            if isinstance(value, type)
            and issubclass(value, self._base)
            and f"{value.__module__}.".startswith(f"{module.__name__}.")
            and not isabstract(value)
        )

    def __iter__(self) -> Iterator[str]:
        files = [file for file in files_of(self._package) if file not in self._apart]
        return iter([file.replace("_", self._dash) for file in files])


def files_of(package: str) -> list[str]:
    """The modules of a package, sorted."""
    path = importlib.import_module(package).__path__
    return sorted(module.name for module in pkgutil.iter_modules(path))


@functools.cache
def import_files(package: str) -> None:
    """Import all modules of a package, which make known what they hold."""
    for module in files_of(package):
        importlib.import_module(f"{package}.{module}")
