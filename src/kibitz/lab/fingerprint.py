"""What a result belongs to: the task in full, the code that measures, and the search.

The code is read from the functions themselves, own code from the files of its modules. The
search is known by what it does: the nodes of small searches, among them one for every game,
utility, preset and choice of a part that there is. If one of these changes, older results are
not used, unless it can have had no part in them: a search by another back-up rule than theirs.
If there are more searches, older results still count: what is new can have had no part in them
either. Players are known in the same way, by what they choose in small games; that matters
where players play.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import json
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import FunctionType
from typing import TypeAlias

from kibitz.algorithm import Algorithm
from kibitz.engines.reference import SEARCHES as KINDS
from kibitz.engines.reference import Search
from kibitz.engines.reference.searches import axes_of, search_named
from kibitz.engines.reference.two_sided import TwoSided
from kibitz.errors import KibitzError
from kibitz.lab.own_code import Code, own_code
from kibitz.lab.work import Task, Work

Counts: TypeAlias = Mapping[str, int]
Rules: TypeAlias = frozenset[str]
"""Back-up rules."""

OURS = ("kibitz.experiments.", "kibitz.lab.")
DOCUMENTED = (ast.FunctionDef, ast.ClassDef)
CONSTANTS = (int, float, str, tuple, dict)
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
"""Where something is in memory, which another process has elsewhere."""
MOST_SAID = 4
"""How much is said of what a fingerprint does not see."""

PLAY = "play"
"""Beside back-up rules: that players play."""


Probe: TypeAlias = Callable[[], Counts]
PROBES: list[Probe] = []
"""What makes small searches and plays small games; handed in, since no game is known here."""


def hand_in(probe: Probe) -> Probe:
    """Make a probe known; one that is known already stays."""
    if probe not in PROBES:
        PROBES.append(probe)
    return probe


@functools.cache
def counts() -> Counts:
    """What each of the probes counts here, by its text: nodes, or a number for how a game goes."""
    if not PROBES:
        raise KibitzError("expected probes of the search: import kibitz.experiments")
    return {name: count for probe in PROBES for name, count in probe().items()}


@functools.cache
def signature() -> str:
    """The search that is here, in short."""
    return digest(json.dumps(counts()))


def rules(work: Work, task: Task) -> Rules:
    """The back-up rules that searches of a task have; all, if it does not say what it searches.

    And `PLAY`, if players play in it.

    What `searches` says of another way of measuring, which a subclass has changed, does not count.
    """
    algorithms = None
    if _defined(work, "searches") <= _defined(work, "measure"):
        with suppress(KeyError, KibitzError):  # a task that names none shows when it is measured
            algorithms = work.searches(task)
    found = KINDS if algorithms is None else (one.search.backup for one in algorithms)
    return frozenset((*found, *([PLAY] if work.plays else [])))


def _defined(work: Work, name: str) -> int:
    """How many classes above the one of a work a method is defined."""
    return next(at for at, kind in enumerate(type(work).__mro__) if name in vars(kind))


def difference(then: Counts, rules: Rules) -> str:
    """The first search that visits other nodes now than then; nothing if there is none.

    Only searches that can have had a part in what these back-up rules did.
    """
    now = counts()
    for name in now:
        if name in then and then[name] != now[name] and _matters(name, rules):
            if f" {PLAY} " in name:
                return f"{name} goes differently"
            return f"{name} visits {now[name]:,} nodes, was {then[name]:,}"
    return ""


def _matters(name: str, rules: Rules) -> bool:
    """Whether a change of a search of ours can have touched searches by these back-up rules.

    Those by max^n and those of `perft` always can: they try every game, every utility and what
    all rules share. Those by another rule matter to that rule, and to rules that share a part
    or the loop with it.
    """
    _, algorithm, *_ = name.split()
    if algorithm == PLAY:
        return PLAY in rules
    tried = "maxn" if algorithm == "perft" else Algorithm.parse(algorithm).backup
    return tried == "maxn" or any(
        tried == rule or _shares(KINDS[tried], search_named(rule)) for rule in rules - {PLAY}
    )


def _shares(one: type[Search], other: type[Search]) -> bool:
    """Whether two searches share a loop, or a part that max^n does not have."""
    own = (axes_of(kind).keys() - axes_of(KINDS["maxn"]).keys() for kind in (one, other))
    share_parts = bool(frozenset.intersection(*map(frozenset, own)))
    return share_parts or (issubclass(one, TwoSided) and issubclass(other, TwoSided))


def digest(text: str) -> str:
    """A short text that is another for any other text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def fingerprint(work: Work, task: Task) -> str:
    """What the measuring of a task is, apart from the search."""
    parts = _parts(type(work), _named(work, task.definition))
    measuring = "\n".join(parts[name] for name in sorted(parts))
    return digest("\n".join([task.definition, measuring, *filter(None, [_own(work, task).text])]))


def unfollowed(work: Work, tasks: Iterable[Task]) -> str:
    """What results depend on that a fingerprint does not see, in words; nothing if nothing."""
    found = [*dict.fromkeys(word for task in tasks for word in _own(work, task).unfollowed)]
    return ", ".join([*found[:MOST_SAID], *["..."] * (len(found) > MOST_SAID)])


def _own(work: Work, task: Task) -> Code:
    """The own code behind a task: what its texts name, and what measures if it is not ours."""
    home, definition = type(work).__module__, task.definition
    if home.partition(".")[0] == "kibitz":
        return own_code(definition)
    parts = _parts(type(work), _named(work, definition))
    used = {name.partition(":")[2].rpartition(".")[2] for name in parts if name.startswith(home)}
    return own_code(definition, home, {*used, "measure"})


def _named(work: Work, words: str) -> tuple[str, ...]:
    """The functions beside a work that a text names, as in `utility=module:function`."""
    return tuple(re.findall(rf"{re.escape(type(work).__module__)}:(\w+)", words))


@functools.cache
def _parts(kind: type[Work], named: tuple[str, ...] = ()) -> dict[str, str]:
    """The code of `measure`, of functions named, and of what beside them they use, no comments.

    That is other methods, functions of experiments, and classes and constants of the same file.
    """
    found: dict[str, str] = {}
    waiting = [kind.measure, *(getattr(inspect.getmodule(kind), name) for name in named)]
    while waiting:
        part = waiting.pop()
        home, name = part.__module__, f"{part.__module__}:{part.__qualname__}"
        if name in found:
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(part)))
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        found[name] = ast.unparse(tree)
        beside = {f"self.{name}": value for name, value in inspect.getmembers(kind)}
        beside.update(vars(inspect.getmodule(part)))
        for used in _names(tree) & beside.keys():
            value = beside[used]
            if isinstance(value, CONSTANTS):
                found[f"{home}:{used}"] = ADDRESS.sub("", repr(value))
            elif isinstance(value, FunctionType):
                if value.__module__ == home or value.__module__.startswith(OURS):
                    waiting.append(value)
            elif isinstance(value, type) and value.__module__ == home:
                waiting.append(value)
    return found


def _names(tree: ast.AST) -> set[str]:
    """The names that code uses, among them `self.` names, apart from those in annotations."""
    if isinstance(tree, ast.Name):
        return {tree.id}
    if isinstance(tree, ast.Attribute) and isinstance(tree.value, ast.Name):
        return {tree.value.id, f"{tree.value.id}.{tree.attr}"}
    found: set[str] = set()
    for field, value in ast.iter_fields(tree):
        if field not in ("annotation", "returns"):
            parts = value if isinstance(value, list) else [value]
            found.update(*(_names(part) for part in parts if isinstance(part, ast.AST)))
    return found
