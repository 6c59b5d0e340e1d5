"""Results as CSV and Parquet: a row per task, the same whatever ran them."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz import files
from kibitz.errors import KibitzError, check_kind, reading
from kibitz.lab.work import Measured, Results, Task, Work, tasks_of

ORIGIN = ("fingerprint", "signature")
FIXED = ("experiment", "column", "case", *ORIGIN)
SEARCHES = "searches.json"
"""What each search counted that a result in the same folder is of, by its signature."""


def rows(found: Sequence[tuple[Work, Results]]) -> list[dict[str, Any]]:
    """A row per task: which it is, what it is of, and its numbers."""
    return [
        {
            "experiment": work.name,
            "column": outcome.task.column,
            "case": outcome.task.case,
            **outcome.task.what,
            **outcome.numbers,
            "fingerprint": outcome.fingerprint,
            "signature": outcome.signature,
        }
        for work, results in found
        for outcome in results.outcomes
    ]


def _columns(table: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(column for row in table for column in row))


def to_csv(path: Path, found: Sequence[tuple[Work, Results]]) -> None:
    """Write CSV, packed if the name ends in .gz."""
    write_rows(path, rows(found))


def write_rows(path: Path, table: list[dict[str, Any]]) -> None:
    """Write a table as CSV, packed if the name ends in .gz."""
    file = io.StringIO()
    writer = csv.DictWriter(file, _columns(table), lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)
    text = file.getvalue().encode()
    files.write(path, gzip.compress(text, 9, mtime=0) if path.suffix == ".gz" else text)


def from_csv(path: Path, work: Work, *, strict: bool = True) -> Results:
    """Read the results of one work back, for the tasks that it has now.

    A task that is defined otherwise now is an error, or left out.
    """
    try:
        packed = path.read_bytes()
    except OSError as error:
        raise KibitzError(f"expected results in {str(path)!r}: {error.strerror}") from None
    text = (gzip.decompress(packed) if path.suffix == ".gz" else packed).decode()
    tasks = {(task.column, task.case): task for task in tasks_of(work, quick=False)}
    outcomes = []
    for row in csv.DictReader(io.StringIO(text)):
        task = tasks.get((row["column"], int(row["case"])))
        if row["experiment"] != work.name or task is None:
            continue
        if any(row.get(key) != value for key, value in task.what.items()):
            if not strict:
                continue
            raise KibitzError(f"{task.id} of {work.name} is defined otherwise in {path.name}")
        origin = (row.get(word) or "" for word in ORIGIN)
        outcomes.append(Measured(task, _numbers(row, task), {}, *origin))
    return Results(outcomes, len(tasks), searches=read_searches(path.parent))


def read_searches(folder: Path) -> dict[str, str]:
    """What is known of the searches that results in a folder are of."""
    path = folder / SEARCHES
    if not path.exists():
        return {}
    with reading(path, "searches by their signatures"):
        found = json.loads(path.read_text())
    check_kind(found, dict, f"searches by their signatures in {str(path)!r}")
    return {str(signature): json.dumps(then) for signature, then in found.items()}


def stem(work: Work) -> str:
    """What its files are called."""
    return work.name.replace(":", "-")


def to_folder(folder: Path, work: Work, results: Results) -> None:
    """Write results where `from_csv` finds them, with the searches that they are of."""
    to_csv(folder / f"{stem(work)}.csv.gz", [(work, results)])
    searches = {**read_searches(folder), **results.searches}
    lines = (f"  {json.dumps(short)}: {then}" for short, then in sorted(searches.items()))
    files.write(folder / SEARCHES, ("{\n" + ",\n".join(lines) + "\n}\n").encode())


def _numbers(row: dict[str, str], task: Task) -> dict[str, int | float]:
    return {
        key: float(value) if "." in value or "e" in value else int(value)
        for key, value in row.items()
        if value and key not in FIXED and key not in task.what
    }


def parquet() -> Any:
    """The library that writes Parquet, or a line on how to get it."""
    try:
        import pyarrow.parquet
    except ImportError as error:
        raise KibitzError(
            f"--parquet needs pyarrow; use pip install 'kibitz[parquet]' ({error})"
        ) from None
    return pyarrow


def to_parquet(path: Path, found: Sequence[tuple[Work, Results]]) -> None:
    """Write Parquet."""
    pyarrow, table = parquet(), rows(found)
    columns = {column: [row.get(column) for row in table] for column in _columns(table)}
    file = io.BytesIO()
    try:
        pyarrow.parquet.write_table(pyarrow.table(columns), file)
    except (pyarrow.ArrowException, OverflowError) as error:
        raise KibitzError(f"expected numbers that Parquet can hold: {error}") from None
    files.write(path, file.getvalue())
