"""The store: results in an SQLite file, each written in the moment it is made.

A result belongs to a fingerprint: the definition of its task, the code that measured it, and
the signature of the search. If one of them changes the result stays in the file, and is not
used. The journal is a write-ahead log, so killing the program loses no result that was
written, and others may read meanwhile.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import json
import sqlite3
import textwrap
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FunctionType, TracebackType
from typing import Any

import kibitz
from kibitz.errors import KibitzError
from kibitz.reproduction.experiment import Experiment, Numbers, Outcome, Task

TABLE = """
create table if not exists results (
    experiment text not null,
    task text not null,
    fingerprint text not null,
    definition text not null,
    signature integer not null,
    numbers text not null,
    seconds real not null,
    primary key (experiment, task, fingerprint)
) without rowid
"""

OURS = ("kibitz.experiments.", "kibitz.reproduction.")
DOCUMENTED = (ast.FunctionDef, ast.ClassDef)
CONSTANTS = (int, float, str, tuple)

SEARCHES = (
    ("spades(players=3,cards=5,breaking=false)", "shallow"),
    ("spades(players=3,cards=5,breaking=false)", "speculative(test=discrete)"),
    ("spades(players=3,cards=5,bids=1/2/2,utility=smot,breaking=false)", "leaf-table"),
    ("spades(players=3,cards=5,bids=1/2/2,utility=mot)", "leaf-table(keys=relative,probe=card)"),
    ("spades(players=3,cards=4,breaking=false)", "maxn(table=exact)"),
    ("spades(players=2,cards=6)", "alpha-beta(table=bounds)"),
    ("sergeant_major(cards=5,tricks=3)", "abbnb"),
    ("sergeant_major(cards=5,tricks=3)", "branch-and-bound"),
    ("sergeant_major(cards=5,tricks=3)", "paranoid(heuristic=taken)"),
    ("hearts(players=3,cards=5)", "speculative"),
)
"""What makes the signature. Unlike the rows of `kibitz bench`, which grow, these stay."""


@functools.cache
def signature() -> int:
    """The nodes that a few searches visit: if it changes, the search has changed."""
    return sum(
        kibitz.solve(kibitz.game(game).deal(1), algorithm).stats.visited
        for game, algorithm in SEARCHES
    )


class Store:
    """A file of results."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = sqlite3.connect(path, isolation_level=None)
            self._file.execute("pragma journal_mode = wal")
            self._file.execute("pragma synchronous = full")
            self._file.execute(TABLE)
        except sqlite3.Error as error:
            raise KibitzError(f"expected a store of results: {str(path)!r}: {error}") from None

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()

    def keep(self, experiment: Experiment, task: Task, numbers: Numbers, seconds: float) -> None:
        """Write a result; of two for the same task the first stays."""
        row = (
            experiment.name,
            task.id,
            fingerprint(experiment, task),
            task.definition,
            signature(),
            json.dumps(numbers),
            seconds,
        )
        self._file.execute("insert or ignore into results values (?, ?, ?, ?, ?, ?, ?)", row)

    def results(self, experiment: Experiment, tasks: Iterable[Task]) -> list[Outcome]:
        """The results that are there for these tasks, as they are defined now."""
        known = {
            (task, mark): numbers
            for task, mark, numbers in self._file.execute(
                "select task, fingerprint, numbers from results where experiment = ?",
                (experiment.name,),
            )
        }
        found = []
        for task in tasks:
            numbers = known.get((task.id, fingerprint(experiment, task)))
            if numbers is not None:
                found.append(Outcome(task, json.loads(numbers)))
        return found

    def changed(self, experiment: Experiment, tasks: Sequence[Task]) -> str:
        """What has changed since results of these tasks were made, in a line; nothing if nothing.

        Tasks that have a result as they are defined now do not count, nor do the results of a
        quick run whose tasks are smaller.
        """
        done = {outcome.task.id for outcome in self.results(experiment, tasks)}
        missing = {task.id: task for task in tasks if task.id not in done}
        valid = {
            (task.id, fingerprint(experiment, task))
            for quick in (True, False)
            for task in experiment.tasks(quick)
        }
        rows = self._file.execute(
            "select task, definition, signature, fingerprint from results where experiment = ?",
            (experiment.name,),
        )
        old = [row[:3] for row in rows if row[0] in missing and (row[0], row[3]) not in valid]
        if not old:
            return ""
        if any(made_by == signature() for _, _, made_by in old):
            defined = any(missing[task].definition != definition for task, definition, _ in old)
            what = "tasks" if defined else "way of measuring"
        else:
            what = f"search (signature {signature():,}, was {old[0][2]:,})"
        count = len({row[0] for row in old})
        return (
            f"{experiment.name}: the {what} changed; "
            f"{count:,} older results are not used and their tasks run again"
        )


def fingerprint(experiment: Experiment, task: Task) -> str:
    """What a result belongs to: the task in full, the code that measures, and the search."""
    whole = f"{task.definition}\n{_code(type(experiment))}\n{signature()}"
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


@functools.cache
def _code(kind: type[Experiment]) -> str:
    """The code of `measure` and of what beside it it uses, without comments.

    That is other methods, functions of experiments, and classes and constants of the same file.
    """
    found: dict[str, str] = {}
    waiting: list[Any] = [kind.measure]
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
                found[f"{home}:{used}"] = repr(value)
            elif isinstance(value, FunctionType):
                if value.__module__ == home or value.__module__.startswith(OURS):
                    waiting.append(value)
            elif isinstance(value, type) and value.__module__ == home:
                waiting.append(value)
    return "\n".join(found[name] for name in sorted(found))


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
