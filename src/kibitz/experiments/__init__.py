"""The tables and figures of the papers. This folder is the registry: one file each.

A file holds one `Experiment`, and uses public names only. `kibitz reproduce --list`
names them, `a_b.py` as `a-b`; an experiment of your own is `module:name`.
"""

from __future__ import annotations

import importlib
import pkgutil
from inspect import isabstract

from kibitz.errors import TextError, UnknownName
from kibitz.loading import load
from kibitz.reproduction.experiment import Experiment


def names() -> list[str]:
    """The names of the experiments."""
    return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(__path__))


def experiment(name: str) -> Experiment:
    """The experiment of a name, such as `ijcai-2005-table-2`, or `module:name` for your own."""
    if ":" in name:
        found = load(name, "an experiment")
        if not isinstance(found, type) or not issubclass(found, Experiment) or isabstract(found):
            raise TextError(f"expected a subclass of Experiment: {name!r}")
        return found()
    if name not in names():
        raise UnknownName("experiment", name, names())
    module = importlib.import_module(f"{__name__}.{name.replace('-', '_')}")
    return next(
        value()
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Experiment)
        and value.__module__ == module.__name__
        and not isabstract(value)
    )
