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
import math
import re
import sqlite3
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
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

COLUMNS = ["experiment", "task", "fingerprint", "definition", "signature", "numbers", "seconds"]
MARK = int.from_bytes(b"Kbtz")
"""The `application_id` of a store; older ones have none."""
PATIENCE = 60.0
"""How many seconds to wait while another process writes."""

OURS = ("kibitz.experiments.", "kibitz.reproduction.")
DOCUMENTED = (ast.FunctionDef, ast.ClassDef)
CONSTANTS = (int, float, str, tuple, dict)

SEARCHES: tuple[tuple[str, str, int | None], ...] = (
    ("spades(players=3,cards=5,breaking=false)", "shallow", None),
    ("spades(players=3,cards=5,breaking=false)", "speculative(test=discrete)", None),
    ("spades(players=3,cards=5,bids=1/2/2,utility=smot,breaking=false)", "leaf-table", None),
    ("spades(players=3,cards=5,bids=1/2/2,utility=mot)", "leaf-table(keys=relative)", None),
    ("spades(players=3,cards=5,bids=1/2/2,utility=oh,alike=next)", "leaf-table(probe=card)", None),
    ("spades(players=3,cards=4,breaking=false)", "maxn(table=exact)", None),
    ("spades(players=2,cards=6)", "alpha-beta(table=bounds)", None),
    ("sergeant_major(cards=5,tricks=3)", "abbnb", None),
    ("sergeant_major(cards=5,tricks=3)", "branch-and-bound", None),
    ("sergeant_major(cards=5,tricks=3)", "paranoid(heuristic=taken)", None),
    ("hearts(players=3,cards=5)", "speculative", None),
    ("hearts(players=3)", "speculative(leaf=cards,combine=against)", 5),
    ("spades(players=3)", "paranoid(leaf=cards,combine=against)", 5),
    ("chinese_checkers", "speculative(leaf=distance,combine=against,order=gain,width=5)", 3),
    ("tree(depth=6,branching=3)", "speculative", None),
)
"""What makes the signature: a game, an algorithm, and how deep if not to the end. Unlike the
rows of `kibitz bench`, which grow, these stay.
"""
COUNTED = "sergeant_major(tricks=2)", 5
"""And what `perft` counts: a game and how many plies."""


@functools.cache
def signature() -> int:
    """The nodes that a few searches visit: if it changes, the search has changed."""
    game, plies = COUNTED
    return sum(kibitz.perft(kibitz.game(game).deal(1), plies)) + sum(
        kibitz.solve(
            kibitz.game(game).deal(1), algorithm, limit=kibitz.Limit(depth=depth)
        ).stats.visited
        for game, algorithm, depth in SEARCHES
    )


class Store:
    """A file of results."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._one_line():
            self._file = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
        new = self._is_new()
        self._ask("pragma journal_mode = wal")
        self._ask("pragma synchronous = full")
        if new:
            self._ask(TABLE)
            self._ask(f"pragma application_id = {MARK}")

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()

    def _is_new(self) -> bool:
        """Whether the file is empty; one that holds anything but results is refused."""
        [(mark,)] = self._ask("pragma application_id")
        tables = self._ask(
            "select type, name from sqlite_master "
            "where type in ('table', 'view') and name not like 'sqlite_%'"
        )
        columns = [row[1] for row in self._ask("pragma table_info(results)")]
        ours = tables == [("table", "results")] and columns == COLUMNS
        if mark not in (0, MARK) or (tables and not ours):
            raise KibitzError(f"expected a store of results: {str(self.path)!r}: it holds others")
        return not tables

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """What SQLite finds wrong with the file, in one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise KibitzError(f"expected a store of results: {str(self.path)!r}: {error}") from None

    def _ask(self, words: str, *values: object) -> list[tuple[Any, ...]]:
        with self._one_line():
            return self._file.execute(words, values).fetchall()

    def keep(self, experiment: Experiment, task: Task, numbers: Numbers, seconds: float) -> bool:
        """Write a result; of two for the same task the first stays. Whether this is the first."""
        self._ask(
            "insert or ignore into results values (?, ?, ?, ?, ?, ?, ?)",
            experiment.name,
            task.id,
            fingerprint(experiment, task),
            task.definition,
            signature(),
            json.dumps(dict(numbers)),
            seconds,
        )
        return self._ask("select changes()") == [(1,)]

    def has(self, experiment: Experiment, task: Task) -> bool:
        """Whether there is a result for this task, as it is defined now."""
        where = "experiment = ? and task = ? and fingerprint = ?"
        key = experiment.name, task.id, fingerprint(experiment, task)
        return bool(self._ask(f"select 1 from results where {where}", *key))

    def results(self, experiment: Experiment, tasks: Iterable[Task]) -> list[Outcome]:
        """The results that are there for these tasks, as they are defined now."""
        known = {
            (task, mark): numbers
            for task, mark, numbers in self._ask(
                "select task, fingerprint, numbers from results where experiment = ?",
                experiment.name,
            )
        }
        found = []
        for task in tasks:
            numbers = known.get((task.id, fingerprint(experiment, task)))
            if numbers is not None:
                found.append(Outcome(task, self._read(task, numbers)))
        return found

    def _read(self, task: Task, text: str) -> Numbers:
        try:
            return checked(json.loads(text))
        except (TypeError, ValueError):
            raise KibitzError(
                f"expected numbers of {task.id} in {str(self.path)!r}: {text!r:.60}"
            ) from None

    def changed(self, experiment: Experiment, tasks: Iterable[Task]) -> str:
        """What has changed since older results of tasks without one were made; nothing if nothing.

        The results of a quick run, whose tasks are smaller, do not count.
        """
        missing = {task.id: task for task in tasks}
        valid = {
            (task.id, fingerprint(experiment, task))
            for quick in (True, False)
            for task in experiment.tasks(quick)
        }
        rows = self._ask(
            "select task, definition, signature, fingerprint from results where experiment = ?",
            experiment.name,
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


def checked(numbers: object) -> Numbers:
    """Numbers by their names, finite ones only."""
    if isinstance(numbers, Mapping) and all(
        isinstance(name, str)
        and isinstance(value, int | float)
        and not isinstance(value, bool)
        and -math.inf < value < math.inf
        for name, value in numbers.items()
    ):
        return numbers
    raise KibitzError(f"expected finite numbers by their names: {numbers!r:.60}")


def fingerprint(experiment: Experiment, task: Task) -> str:
    """What a result belongs to: the task in full, the code that measures, and the search."""
    code = _code(type(experiment), _named(experiment, task.definition))
    return hashlib.sha256(f"{task.definition}\n{code}\n{signature()}".encode()).hexdigest()[:16]


def _named(experiment: Experiment, words: str) -> tuple[str, ...]:
    """The functions beside an experiment that a text names, as in `utility=module:function`."""
    return tuple(re.findall(rf"{re.escape(type(experiment).__module__)}:(\w+)", words))


@functools.cache
def _code(kind: type[Experiment], named: tuple[str, ...] = ()) -> str:
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
