"""Reproduce the papers: run experiments, keep the results, set them beside what was published.

    experiment   what an experiment says of itself: tasks, lines, plots, remarks
    store        results in an SQLite file, each written in the moment it is made
    pools        where tasks run: threads, processes, a Dask cluster
    runner       run what is missing
    export       results as CSV and Parquet
    report       tables for a terminal and pages for the docs
    plots        the drawings

The experiments themselves are in `kibitz.experiments`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from kibitz.errors import KibitzError, TextError
from kibitz.reproduction.experiment import Experiment, Results

STORE = Path("reproduction.sqlite")
"""Where results are kept unless it is said otherwise."""


def reproduce(
    names: Sequence[str],
    *,
    quick: bool = False,
    so_far: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    store: Path = STORE,
    progress: Callable[[Experiment, int, int], None] = lambda experiment, done, tasks: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Iterator[tuple[Experiment, Results]]:
    """Run experiments one after the other; each comes as soon as it is done.

    Results that are in the store already are not made again; with `so_far` none are made at
    all. `progress` is told how many of how many tasks are done, `warn` when older results no
    longer count, or when there is nobody to make new ones.
    """
    from kibitz.reproduction.pools import pools
    from kibitz.reproduction.runner import run
    from kibitz.reproduction.store import Store

    chosen = [_named(name) for name in dict.fromkeys(names)]
    if so_far and not store.exists():
        raise KibitzError(f"expected a store of results: {str(store)!r}: there is none")
    with pools(workers, cluster) as ready, Store(store) as kept:
        for experiment in chosen:

            def tell(done: int, tasks: int, of: Experiment = experiment) -> None:
                progress(of, done, tasks)

            yield (
                experiment,
                run(
                    experiment,
                    kept,
                    ready,
                    quick=quick,
                    so_far=so_far,
                    progress=tell,
                    warn=warn,
                ),
            )


def _named(name: str) -> Experiment:
    from kibitz.experiments import experiment

    try:
        found = experiment(name)
    except TypeError as error:
        raise TextError(f"expected an experiment made without words: {name!r}: {error}") from None
    for word in ("title", "paper", "setting"):
        if not hasattr(found, word):
            raise TextError(f"expected an experiment with a {word}: {name!r}")
    return found
