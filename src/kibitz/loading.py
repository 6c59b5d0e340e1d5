"""What own modules hold: a game, a utility, a part of a search or an experiment as `module:name`.

A module is found where Python looks, and after that in the working directory, which is
looked at only while a module is loaded: so no file there stands in for a package that is not
installed. Own modules import what they need of each other at their top. No bytecode is kept of
them: changed twice within a second, a file would be taken for what it was.
"""

from __future__ import annotations

import importlib
import operator
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from kibitz.errors import KibitzError, TextError

_LOADED: set[str] = set()
"""What has been loaded so far."""
_CLOSED: ContextVar[str] = ContextVar("closed", default="")


@contextmanager
def closed(how: str = "at the start") -> Iterator[None]:
    """Load nothing that was not loaded before: for texts of strangers, who must not run code.

    That is what files hold, too. How something is named so that it is loaded is said.
    """
    before = _CLOSED.set(how)
    try:
        yield
    finally:
        _CLOSED.reset(before)


def load(name: str, kind: str) -> Any:
    """What an own module holds under `module:name`."""
    name = name.replace("kibitz.matches.whole_", "kibitz.whole.")  # as older texts have it
    if _CLOSED.get() and name not in _LOADED:
        how = _CLOSED.get()
        raise TextError(f"expected {kind} of Kibitz, or one that was named {how}: {name!r}")
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
