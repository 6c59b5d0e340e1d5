"""What own modules hold: a game, a utility, a part of a search or an experiment as `module:name`.

A module is found where Python looks, and after that in the working directory, which is
looked at only while a module is loaded, or for the imports of one that was found there: so no
file there stands in for a package that is not installed. No bytecode is kept of own modules:
changed twice within a second, a file would be taken for what it was.
"""

from __future__ import annotations

import importlib
import operator
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from inspect import isabstract
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from kibitz.errors import KibitzError, TextError, reading
from kibitz.files import read_text

Base = TypeVar("Base")

_LOADED: set[str] = set()
"""What has been loaded so far."""
LONGEST_FILE = 20_000
"""Bytes of a file that a text names."""
_CLOSED: ContextVar[str] = ContextVar("closed", default="")


@contextmanager
def closed(how: str = "at the start") -> Iterator[None]:
    """Load nothing that was not loaded before: for texts of strangers, which must not run code.

    What files hold are such texts, too. `how` says in an error how to name it beforehand.
    """
    before = _CLOSED.set(how)
    try:
        yield
    finally:
        _CLOSED.reset(before)


def _check_open(name: str, kind: str) -> None:
    """Refuse what was not loaded before, where texts are those of strangers."""
    how = _CLOSED.get()
    if how and name not in _LOADED:
        raise TextError(f"expected {kind} of Kibitz, or one that was named {how}: {name!r}")


def load(name: str, kind: str, by_code: bool = False) -> Any:
    """What an own module holds under `module:name`; `by_code`, code that was loaded names it."""
    name = name.replace("kibitz.matches.whole_", "kibitz.whole.")  # as older texts have it
    if not by_code:
        _check_open(name, kind)
    module, _, attribute = name.partition(":")
    try:
        with working_directory():
            found = operator.attrgetter(attribute)(importlib.import_module(module))
    except KibitzError:
        raise
    except (Exception, SystemExit) as error:
        why = f"{type(error).__name__}: {error}{_where(error)}"
        raise TextError(f"expected {kind} 'module:name': {name!r}: {why}") from error
    _LOADED.update((name, name_of(found)))
    return found


def load_file(name: str, kind: str) -> str:
    """What stands in a text file that a text names; strangers name only what was named before."""
    _check_open(name, kind)
    path, kind = Path(name), f"{kind} in a file"
    with reading(path, kind):
        if path.exists() and not (path.is_file() or path.is_dir()):  # it might never end
            raise ValueError("it is not a plain file")
    found = read_text(path, kind, LONGEST_FILE)
    _LOADED.add(name)
    return found


def load_class(name: str, kind: str, base: type[Base]) -> type[Base]:
    """The class of a name `module:class`, which extends a base and lacks none of its methods."""
    found = load(name, kind)
    if not (isinstance(found, type) and issubclass(found, base)):
        raise TextError(f"expected a subclass of {base.__name__}: {name!r}")
    if isabstract(found):
        lacking: frozenset[str] = found.__abstractmethods__  # type: ignore[attr-defined]
        missing = ", ".join(f"{method}()" for method in sorted(lacking))
        raise TextError(f"expected {missing} in {name!r}")
    return found


def load_function(name: str, kind: str, instead: type | tuple[()] = ()) -> Callable[..., Any]:
    """The function of a name `module:function`; or what may be there instead of one."""
    found = load(name, kind)
    if not callable(found) and not isinstance(found, instead):
        raise TextError(f"expected a function as {kind}: {name!r}")
    return found  # type: ignore[no-any-return]


def name_of(function: Callable[..., Any]) -> str:
    """What `load` finds a function by: `module:function`."""
    module = getattr(function, "__module__", "?")
    return f"{module}:{getattr(function, '__qualname__', type(function).__name__)}"


class _Own(SourceFileLoader):
    """Loads an own module, and keeps no bytecode of it."""

    def set_data(self, *_: object, **__: object) -> None:
        """Keep none."""


class _Beside:
    """Finds what own modules import later, inside functions: what lies beside them."""

    def __init__(self) -> None:
        self.folders: set[Path] = set()
        """Where own modules were looked for."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        folder = None if path is not None else self._folder(sys._getframe(1))
        spec = folder and PathFinder.find_spec(name, [str(folder)])
        if spec and type(spec.loader) is SourceFileLoader:
            spec.loader = _Own(spec.loader.name, spec.loader.path)
        return spec or None

    def _folder(self, frame: FrameType | None) -> Path | None:
        """Which of the folders the code that imports was found in."""
        while frame and frame.f_globals.get("__name__", "").partition(".")[0] == "importlib":
            frame = frame.f_back
        top = "" if frame is None else frame.f_globals.get("__name__", "").partition(".")[0]
        spec = getattr(sys.modules.get(top), "__spec__", None)  # a script that is run has none
        file = Path(getattr(spec, "origin", None) or "")
        place = file.parent.parent if file.stem == "__init__" else file.parent
        return place if spec and place in self.folders else None


_BESIDE = _Beside()
sys.meta_path.append(_BESIDE)


@contextmanager
def working_directory() -> Iterator[None]:
    """Look for modules in the working directory too, if there is one."""
    try:
        here = str(Path.cwd())
    except OSError:
        yield
        return
    known, writes_none = here in sys.path, sys.dont_write_bytecode
    if not known:
        sys.path.append(here)
        _BESIDE.folders.add(Path(here))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        if not known and here in sys.path:
            sys.path.remove(here)


def _where(error: BaseException) -> str:
    """The file and line of an own module that an error is from; a fault of syntax says its own."""
    import traceback  # takes a while, and most often nothing is wrong

    own = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename not in (__file__, importlib.__file__)
        and not frame.filename.startswith("<frozen ")
    ]
    if not own or isinstance(error, SyntaxError):
        return ""
    folder = Path(own[0].filename).parent
    last = [frame for frame in own if Path(frame.filename).parent == folder][-1]
    return f" ({Path(last.filename).name}, line {last.lineno})"
