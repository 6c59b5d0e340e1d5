"""The store: results in an SQLite file, each written as soon as it is made.

A result belongs to a fingerprint and to a search. If one of them changes, the result stays in
the file and is not used. Each row has a checksum, and a tally says how many rows there must
be, so what is damaged or lost is noticed. All that is written is in the one file: SQLite's
journal beside it lives only while a row is written. So killing the program loses no result
that was written.
"""

from __future__ import annotations

import functools
import json
import math
import operator
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

from kibitz.errors import KibitzError
from kibitz.lab.claims import Claims
from kibitz.lab.fingerprint import Rules, counts, difference, digest, fingerprint, rules, signature
from kibitz.lab.work import Measured, Numbers, Results, Task, Work, tasks_of

TABLES = {
    "results": """CREATE TABLE results (
        work text not null,
        task text not null,
        fingerprint text not null,
        search text not null,
        definition text not null,
        numbers text not null,
        seconds real not null,
        checksum text not null,
        primary key (work, task, fingerprint, search)
    ) without rowid""",
    "searches": """CREATE TABLE searches (
        search text primary key,
        counts text not null
    ) without rowid""",
    "tally": """CREATE TABLE tally (
        results integer not null,
        sum integer not null
    )""",
}
"""`tally` has one row: how many results there are, and their checksums, added bit by bit."""
MARK = int.from_bytes(b"Kbtz")
"""The `application_id` of a store."""
LAYOUT = 2
"""The `user_version` of a store; those before this one had no checksums."""
PATIENCE = 60.0
"""How many seconds to wait while another process writes."""
MEMORY = ":memory:"
"""A store that is no file."""

SEARCH = 3
"""Where in a row of results its search is."""
ADD = "update tally set results = results + 1, sum = (sum | ?) - (sum & ?)"


class Store:
    """A file of results. `warn` is told what is damaged or lost, and so will be made again."""

    def __init__(
        self,
        path: Path,
        *,
        read_only: bool = False,
        warn: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.path = path
        self._claims: Claims | None = None
        if read_only and not path.exists():
            raise self._unexpected("there is none")
        with self._one_line():
            self._file = self._connect(read_only)
        self._file.text_factory = lambda data: data.decode(errors="surrogateescape")
        try:
            self._open(read_only)
            self._check(read_only, warn)
        except BaseException:
            self._file.close()
            raise
        self._identity = self._on_disk()

    def _connect(self, read_only: bool) -> sqlite3.Connection:
        if not read_only:
            return sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        where = f"{self.path.absolute().as_uri()}?mode=ro"
        return sqlite3.connect(where, timeout=PATIENCE, isolation_level=None, uri=True)

    def _open(self, read_only: bool) -> None:
        """Make sure that the file is a store, and make an empty one into a store."""
        with self._reading() if read_only else self._writing():
            [(mark,)] = self._ask("pragma application_id")
            [(layout,)] = self._ask("pragma user_version")
            tables = dict(
                self._ask("select name, sql from sqlite_master where name not like 'sqlite_%'")
            )
            if mark in (0, MARK) and layout < LAYOUT and tables.keys() == {"results"}:
                raise self._unexpected("it is of an older layout, without checksums; move it away")
            if not tables and not mark and not layout and not read_only:
                for words in TABLES.values():
                    self._ask(words)
                self._insert("tally", (0, 0))
                self._ask(f"pragma application_id = {MARK}")
                self._ask(f"pragma user_version = {LAYOUT}")
            elif (mark, layout, tables) != (MARK, LAYOUT, TABLES):
                raise self._unexpected("not a Kibitz result store")
        if not read_only:
            [(mode,)] = self._ask("pragma journal_mode = delete")
            self._ask("pragma synchronous = full")
            if mode == "wal":
                raise self._unexpected("it is in use by another program")

    def _check(self, read_only: bool, warn: Callable[[str], None]) -> None:
        """Look at every byte; leave out damaged rows, whose tasks then run again."""
        with self._reading() if read_only else self._writing():
            found = self._ask("pragma integrity_check(1)")
            if found != [("ok",)]:
                raise self._unexpected(f"it is damaged: {found[0][0].splitlines()[-1]}")
            there, searches = self._ask("select * from searches"), self.searches()
            rows = self._ask("select * from results")
            whole = [row for row in rows if _is_whole(row) and row[SEARCH] in searches]
            tally = len(whole), functools.reduce(operator.xor, map(_number, whole), 0)
            due = self._ask("select * from tally")
            if (due, len(whole), len(searches)) == ([tally], len(rows), len(there)):
                return
            said = f"expected {due[0][0]} results" if due else "expected results"
            warn(f"{said} in {str(self.path)!r}: {len(whole)} are whole; the others run again")
            if not read_only:
                for table, sound in ("results", whole), ("searches", list(searches.items())):
                    self._ask(f"delete from {table}")
                    for row in sound:
                        self._insert(table, row)
                self._ask("delete from tally")
                self._insert("tally", tally)

    def _insert(self, table: str, row: Sequence[object]) -> bool:
        """Whether a row is new, and so is written."""
        places = ", ".join("?" * len(row))
        self._ask(f"insert or ignore into {table} values ({places})", *row)
        return self._ask("select changes()") == [(1,)]

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._file.close()
        if self._claims:
            self._claims.close()

    def _unexpected(self, why: object) -> KibitzError:
        return KibitzError(f"expected a store of results: {str(self.path)!r}: {why}")

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """What SQLite finds wrong with the file, in one line."""
        try:
            yield
        except (sqlite3.Error, UnicodeDecodeError, OverflowError) as error:
            raise self._unexpected(error) from None

    def _ask(self, words: str, *values: object) -> list[tuple[Any, ...]]:
        with self._one_line():
            return self._file.execute(words, values).fetchall()

    @contextmanager
    def _transaction(self, kind: str) -> Iterator[None]:
        self._ask(f"begin {kind}")
        try:
            yield
            self._ask("commit")
        except BaseException:
            if self._file.in_transaction:
                self._file.rollback()
            raise

    def _reading(self) -> Any:
        return self._transaction("deferred")

    def _writing(self) -> Any:
        return self._transaction("immediate")

    @property
    def in_memory(self) -> bool:
        """Whether it is no file, and is gone at the end."""
        return str(self.path) == MEMORY

    def _on_disk(self) -> tuple[int, int] | None:
        """Which file the path leads to, if there is one."""
        if self.in_memory:
            return 0, 0
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _check_is_there(self) -> None:
        """A file that was removed or replaced meanwhile keeps no results."""
        if self._on_disk() is None or self._on_disk() != self._identity:
            raise self._unexpected("it was removed or replaced while it was in use")

    def keep(self, work: Work, task: Task, numbers: Numbers, seconds: float) -> bool:
        """Write a result; of two for the same task the first stays. Whether this is the first."""
        measured = Measured(task, numbers, {}, fingerprint(work, task), signature())
        with self._adding():
            return self._add(work, measured, json.dumps(counts()), seconds)

    def take_over(self, work: Work, found: Results) -> int:
        """Write results that were kept elsewhere, and say how many are new.

        Only those that the same way of measuring made, by a search that is known.
        """
        known = {short: then for short, then in found.searches.items() if _is_digest(short, then)}
        with self._adding():
            return sum(
                self._add(work, one, known[one.signature])
                for one in found.outcomes
                if one.signature in known and one.fingerprint == fingerprint(work, one.task)
            )

    @contextmanager
    def _adding(self) -> Iterator[None]:
        """All that is added is written, or nothing."""
        self._check_is_there()
        with self._writing():
            yield
        self._check_is_there()

    def _add(self, work: Work, found: Measured, search: str, seconds: float = 0.0) -> bool:
        """Whether a result is the first of its task, and so is written."""
        row = (
            work.name,
            found.task.id,
            found.fingerprint,
            found.signature,
            found.task.definition,
            json.dumps(dict(found.numbers)),
            float(seconds),
        )
        self._insert("searches", (found.signature, search))
        first = self._insert("results", (*row, _checksum(row)))
        if first:
            number = _number((*row, _checksum(row)))
            self._ask(ADD, number, number)
        return first

    def searches(self) -> dict[str, str]:
        """The counts of the searches that results are of."""
        there = self._ask("select * from searches")
        return {search: then for search, then in there if _is_digest(search, then)}

    def _since(self) -> Callable[[str, Rules], str]:
        """What has changed since the search of a result, if these back-up rules made it."""
        then = {search: json.loads(words) for search, words in self.searches().items()}
        return functools.cache(lambda search, used: difference(then[search], used))

    def _rows(self, work: Work) -> Iterator[dict[str, Any]]:
        """The whole results of a work."""
        searches = self.searches()
        names = ("work", "task", "fingerprint", "search", "definition", "numbers", "seconds")
        for row in self._ask("select * from results where work = ?", work.name):
            if _is_whole(row) and row[SEARCH] in searches:
                yield dict(zip(names, row, strict=False))

    def results(self, work: Work, tasks: Iterable[Task]) -> list[Measured]:
        """The results that are there for these tasks, as they are defined now."""
        self._check_is_there()
        since = self._since()
        known: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for row in self._rows(work):
            known.setdefault((row["task"], row["fingerprint"]), []).append(row)
        found = []
        for task in tasks:
            rows = known.get((task.id, fingerprint(work, task)), ())
            valid = [row for row in rows if not since(row["search"], rules(work, task))]
            if valid:
                found.append(_measured(task, valid[-1]))
        return found

    def spent(self) -> dict[str, tuple[int, float]]:
        """How many results each work has, and how many seconds they took."""
        words = "select work, count(*), sum(seconds) from results group by work"
        return {work: (results, seconds) for work, results, seconds in self._ask(words)}

    def kept(self) -> dict[str, list[Task]]:
        """The tasks that have a result, by the name of their work, whatever has changed since."""
        found: dict[str, list[Task]] = {}
        for row in self._ask("select * from results order by work, task"):
            if _is_whole(row):
                found.setdefault(row[0], []).append(Task.read(row[1], row[4]))
        return found

    def has(self, work: Work, task: Task) -> bool:
        """Whether there is a result for this task, as it is defined now."""
        where = "work = ? and task = ? and fingerprint = ?"
        key = work.name, task.id, fingerprint(work, task)
        found = self._ask(f"select search from results where {where}", *key)
        since, known = self._since(), self.searches()
        return any(search in known and not since(search, rules(work, task)) for (search,) in found)

    def take(self, work: Work, task: Task) -> bool:
        """Claim a task for this process, unless another one is at it."""
        if self.in_memory:
            return True
        self._claims = self._claims or Claims(self.path)
        return self._claims.take(f"{work.name} {task.id} {fingerprint(work, task)}")

    def release(self, work: Work, task: Task) -> None:
        """Give up a claim."""
        if self._claims:
            self._claims.release(f"{work.name} {task.id} {fingerprint(work, task)}")

    def changed(self, work: Work, tasks: Iterable[Task]) -> str:
        """What has changed since older results of tasks without one were made; nothing if nothing.

        The results of a quick run, whose tasks are smaller, do not count.
        """
        missing = {task.id: task for task in tasks}
        rows = [row for row in self._rows(work) if row["task"] in missing]
        asked = {row["task"] for row in rows}
        defined = {
            (task.id, fingerprint(work, task)): rules(work, task)
            for quick in (True, False)
            for task in (tasks_of(work, quick) if rows else ())
            if task.id in asked
        }
        old, changes, since = [], [], self._since()
        for row in rows:
            used = defined.get((row["task"], row["fingerprint"]))
            change = "" if used is None else since(row["search"], used)
            if change or used is None:
                old.append(row)
                changes.append(change)
        if not old:
            return ""
        if all(changes):
            what = f"search changed ({changes[0]})"
        elif any(missing[row["task"]].definition != row["definition"] for row in old):
            what = "tasks changed"
        else:
            what = "way of measuring changed"
        count = len({row["task"] for row in old})
        return (
            f"{work.name}: the {what}; "
            f"{count:,} older results are not used and their tasks run again"
        )


def _checksum(row: Sequence[object]) -> str:
    return digest(json.dumps(row))


def _is_whole(row: Sequence[object]) -> bool:
    """Whether a row is what was written, down to the last bit."""
    return all(isinstance(word, str | float) for word in row) and row[-1] == _checksum(row[:-1])


def _is_digest(short: object, text: object) -> bool:
    return isinstance(text, str) and text.isascii() and digest(text) == short


def _number(row: Sequence[Any]) -> int:
    """The checksum of a row as SQLite adds them up: 64 bits with a sign."""
    return int.from_bytes(bytes.fromhex(row[-1]), signed=True)


def _measured(task: Task, row: Mapping[str, Any]) -> Measured:
    """A task with its numbers, and beside them its notes and what made them."""
    found: Mapping[str, Any] = checked(json.loads(row["numbers"]))
    notes = {name: value for name, value in found.items() if isinstance(value, str)}
    numbers = {name: found[name] for name in found if name not in notes}
    return Measured(task, numbers, notes, row["fingerprint"], row["search"])


def checked(numbers: object) -> Numbers:
    """Numbers by their names, finite ones only, and notes."""
    if isinstance(numbers, Mapping) and all(
        isinstance(name, str) and (isinstance(value, str) or _is_finite(value))
        for name, value in numbers.items()
    ):
        return numbers
    raise KibitzError(f"expected finite numbers by their names: {numbers!r:.60}")


def _is_finite(value: object) -> bool:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return number and -math.inf < value < math.inf  # type: ignore[operator]
