"""The verb of experiments: reproduce."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kibitz import TextError
from kibitz.cli.answering import STOPPED, print_json
from kibitz.cli.reading import Verbs, propose, workers
from kibitz.errors import writing
from kibitz.showing.layout import columns


def add(verbs: Verbs) -> None:
    """The verb with its options."""
    verb = verbs.add(reproduce)
    names = verb.add_argument(
        "names", metavar="NAME", nargs="*", help="experiments; --list names them"
    )
    propose(names, _names)
    verb.add_argument("--list", action="store_true", help="name the experiments")
    verb.add_argument("--all", action="store_true", help="run every experiment")
    verb.add_argument("--quick", action="store_true", help="run only a small part, in seconds")
    verb.add_argument("--so-far", action="store_true", help="run nothing; show what the store has")
    verb.add_argument(
        "--only", metavar="TEXT", help="run only the columns whose names contain this text"
    )
    verb.add_argument(
        "--workers", type=workers, help="tasks at the same time, default one per processor"
    )
    verb.add_argument("--cluster", help="run on Dask: tcp://HOST:PORT, or local:N for N here")
    verb.add_argument(
        "--store", metavar="FILE", help="store of results, default reproduction.sqlite"
    )
    verb.add_argument(
        "--from",
        dest="earlier",
        metavar="FOLDER",
        help="first take over valid results from the data that --docs wrote to this folder",
    )
    verb.add_argument("--csv", metavar="FILE", help="write the results as CSV; .gz compresses it")
    verb.add_argument("--parquet", metavar="FILE", help="write the results as Parquet")
    verb.add_argument("--docs", metavar="FOLDER", help="write a page for each experiment")


def _names() -> list[str]:
    from kibitz import experiments

    return experiments.names()


def reproduce(options: argparse.Namespace) -> int:
    """Run the experiments of the papers and show our numbers beside the published ones."""
    from tqdm import tqdm

    from kibitz import experiments
    from kibitz.lab import report
    from kibitz.lab.runner import Interrupted

    if bool(options.names) + options.all + options.list > 1:
        raise TextError("expected NAME ..., --all or --list")
    if options.list or not (options.names or options.all):
        return _list_experiments(options)
    names = experiments.names() if options.all else options.names
    _check_outputs(options)
    found = []
    try:
        with task_bar() as bar:
            runs = experiments.reproduce(
                names,
                quick=options.quick,
                so_far=options.so_far,
                only=options.only or "",
                workers=options.workers,
                cluster=options.cluster,
                store=Path(options.store or experiments.STORE),
                earlier=Path(options.earlier) if options.earlier else None,
                progress=bar,
                warn=lambda line: tqdm.write(f"kibitz: {line}", file=sys.stderr),
            )
            for experiment, results in runs:
                found.append((experiment, results))
                _write_outputs(options, found)
                if options.json:
                    print_json(report.as_dict(experiment, results))
                else:
                    print(report.show(experiment, results), end="\n\n", flush=True)
    except Interrupted as stopped:
        print("kibitz:", stopped, file=sys.stderr)
        return STOPPED
    return 0


def _check_outputs(options: argparse.Namespace) -> None:
    """Find out before a long run what could not be written after it."""
    from kibitz import files
    from kibitz.lab import export

    for word in ("only", "cluster", "store", "csv", "parquet", "docs"):
        if getattr(options, word) == "":
            raise TextError(f"expected something after --{word}")
    if options.earlier is not None and not Path(options.earlier).is_dir():
        raise TextError(f"expected a folder of results after --from: {options.earlier!r}")
    if options.earlier and options.so_far:
        raise TextError("expected --from or --so-far: the one writes into the store")
    for path in map(Path, filter(None, (options.csv, options.parquet))):
        if not files.is_writable(path):
            raise TextError(f"expected a file to write to: {str(path)!r}")
    if options.parquet:
        export.parquet()
    if options.docs:
        from kibitz.showing import plot  # noqa: F401 says what it needs

        with writing(Path(options.docs), "folder"):
            Path(options.docs).mkdir(parents=True, exist_ok=True)
        if not os.access(options.docs, os.W_OK):
            raise TextError(f"expected a folder to write to: {options.docs!r}")


def _write_outputs(options: argparse.Namespace, found: list[Any]) -> None:
    """Write what there is, after each experiment: a later one may fail or be stopped."""
    from kibitz import experiments
    from kibitz.lab import export, report

    if options.csv:
        export.to_csv(Path(options.csv), found)
    if options.parquet:
        export.to_parquet(Path(options.parquet), found)
    if options.docs:
        report.write(Path(options.docs), found[-1:], experiments.everything())


def _list_experiments(options: argparse.Namespace) -> int:
    """The experiments, what each costs, and what it has cost where results are from."""
    from kibitz import experiments
    from kibitz.lab.store import Store

    path, spent = Path(options.store or experiments.STORE), dict[str, tuple[int, float]]()
    if path.exists():
        with Store(path, read_only=True) as store:
            spent = store.spent()
    found = experiments.everything()
    if options.json:
        listed = []
        for one in found:
            results, seconds = spent.get(one.name, (0, 0.0))
            said = {"name": one.name, "title": one.title, "paper": one.paper, "cost": one.cost}
            listed.append({**said, "results": results, "seconds": round(seconds, 3)})
        print_json(listed)
        return 0
    heads = ["experiment", "takes", "what it shows", "paper", "spent"]
    rows = [
        [one.name, one.cost, one.title, one.paper, _spent(*spent.get(one.name, (0, 0.0)))]
        for one in found
    ]
    table = [heads, *rows] if spent else [row[:-1] for row in (heads, *rows)]
    print(columns(table, left=range(len(table[0]))))
    return 0


def _spent(results: int, seconds: float) -> str:
    """How long the results of a store took, all together."""
    if not results:
        return ""
    sizes = ((3600, "hours"), (60, "minutes"), (1, "seconds"))
    size, unit = next((size for size in sizes if seconds >= size[0]), sizes[-1])
    return f"{seconds / size:.1f} {unit} for {results:,} results"


@contextmanager
def task_bar() -> Iterator[Callable[[Any, int, int], None]]:
    """A bar with the time left on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda experiment, done, tasks: None
        return
    from tqdm import tqdm

    bars: dict[str, tqdm[Any]] = {}

    def progress(experiment: Any, done: int, tasks: int) -> None:
        bar = bars.get(experiment.name)
        if bar is None:
            bar = bars[experiment.name] = tqdm(
                total=tasks, initial=done, desc=experiment.name, unit=" tasks", leave=False
            )
        bar.update(done - bar.n)
        if done == tasks:
            bar.close()

    try:
        yield progress
    finally:
        for bar in bars.values():
            bar.close()
