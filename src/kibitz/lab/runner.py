"""Run what is missing of a work, and write each result as soon as it comes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from kibitz.errors import KibitzError, TextError
from kibitz.lab.export import FIXED, from_csv, stem
from kibitz.lab.fingerprint import PROBES, Probe, fingerprint, hand_in, signature, unfollowed
from kibitz.lab.pools import Pools, pools
from kibitz.lab.store import Store, checked
from kibitz.lab.work import Cancel, Cancelled, Numbers, Results, Task, Work, calling, tasks_of

W = TypeVar("W", bound=Work)
Measured = tuple[Numbers, float, str, str]
"""Numbers, seconds, the signature of the search that made them, and the fingerprint there."""
Running = dict[Future[Measured], Task]

LOST = BrokenExecutor, CancelledError
"""What a task ends with when nobody is left to run it."""
SILENCE = 5.0
"""Seconds without a result after which a lack of workers is reported."""
PAUSE = 0.5
"""How many seconds until to look again for what other processes have done."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with how many tasks of a work have a result."""


def runs(
    works: Sequence[W],
    *,
    store: Path,
    quick: bool = False,
    so_far: bool = False,
    only: str = "",
    workers: int | None = None,
    cluster: str | None = None,
    earlier: Path | None = None,
    progress: Callable[[W, int, int], None] = lambda work, done, tasks: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Iterator[tuple[W, Results]]:
    """Run works one after the other; each comes as soon as it is done.

    Results that are in the store already are not made again; with `so_far` none are made at
    all, and the store is only read; with `only` they are made of columns whose names have this
    part. `earlier` is a folder of results from before, as `to_folder`
    writes them: those that still count are written into the store first. `progress` is told how
    many of how many tasks are done, `warn` what is odd: older results that no longer count, or
    nobody to make new ones.
    """
    with (
        pools(workers, cluster) as ready,
        Store(store, read_only=so_far, warn=warn) as kept,
    ):
        for work in works:

            def tell(done: int, tasks: int, of: W = work) -> None:
                progress(of, done, tasks)

            if earlier:
                take_over(work, kept, earlier, warn)
            yield (
                work,
                run(
                    work,
                    kept,
                    ready,
                    quick=quick,
                    so_far=so_far,
                    only=only,
                    progress=tell,
                    warn=warn,
                ),
            )


def take_over(work: Work, store: Store, folder: Path, warn: Callable[[str], None]) -> None:
    """Write into the store what a folder has of a work, if it was made as it would be now."""
    path = folder / f"{stem(work)}.csv.gz"
    if path.exists():
        found = from_csv(path, work, strict=False)
        new = store.take_over(work, found)
        warn(f"{work.name}: {new:,} of {len(found):,} results are taken over from {path.name}")


def run(
    work: Work,
    store: Store,
    pools: Pools,
    *,
    quick: bool = False,
    so_far: bool = False,
    only: str = "",
    progress: Callable[[int, int], None] = lambda done, tasks: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Results:
    """Measure the tasks that have no result yet, unless what is there so far will do."""
    tasks = {part: tasks_of(work, part) for part in (True, False)}[quick]
    done = {outcome.task.id for outcome in store.results(work, tasks)}
    if only and not any(only in task.column for task in tasks):
        names = ", ".join(dict.fromkeys(task.column for task in tasks))
        raise TextError(f"expected part of the name of a column of {work.name}, {names}: {only!r}")
    missing = [task for task in tasks if task.id not in done and only in task.column]
    missing.sort(key=lambda task: task.case)  # stopped half-way, all columns have the same cases
    changed = store.changed(work, missing)
    if changed:
        warn(changed)
    unseen = unfollowed(work, tasks) if done else ""
    if unseen:
        warn(
            f"{work.name}: {len(done):,} older results are used, "
            f"which do not notice a change of: {unseen}"
        )
    if missing and not so_far:
        pools.executor(work)  # before anything can be stopped half-way
        progress(len(done), len(tasks))
        cancel = Cancel()
        try:
            for task in _made(work, missing, store, pools, cancel, warn):
                done.add(task.id)
                progress(len(done), len(tasks))
        except KeyboardInterrupt:
            kept = len(store.results(work, tasks))  # one more may be kept than counted
            raise Interrupted(_stopped(work, store, kept, len(tasks))) from None
        except LOST:
            where = _stopped(work, store, len(done), len(tasks))
            raise KibitzError(f"the workers were lost; {where}") from None
        except KibitzError as error:
            where = _stopped(work, store, len(done), len(tasks))
            raise KibitzError(f"{error}; {where}") from error
        finally:
            cancel.set()
    outcomes = store.results(work, tasks)
    made_by = {outcome.signature for outcome in outcomes}
    searches = {short: then for short, then in store.searches().items() if short in made_by}
    return Results(outcomes, len(tasks), quick, searches)


def measure(work: Work, task: Task, cancel: Cancel, probes: Sequence[Probe]) -> Measured:
    """Measure one task, here or anywhere that has the same program."""
    for probe in probes:  # which another process may not know yet
        hand_in(probe)
    before, start = fingerprint(work, task), time.perf_counter()
    with calling(work, work.named(task)):
        numbers = checked(work.measure(task, cancel))
        taken = {*FIXED, *task.what} & numbers.keys()
        if taken:
            raise KibitzError(f"these names of numbers are reserved: {taken}")
    if cancel.is_set():
        raise Cancelled
    seconds, after = time.perf_counter() - start, fingerprint(work, task)
    return numbers, seconds, signature(), after if before == after else ""


def _stopped(work: Work, store: Store, done: int, tasks: int) -> str:
    then = "the same command goes on from here, --so-far shows what there is"
    if store.in_memory:
        then = "without a file for them, none are kept"
    return f"stopped with {done:,} of {tasks:,} {work.unit}s of {work.name} done; {then}"


def _made(
    work: Work,
    tasks: Sequence[Task],
    store: Store,
    pools: Pools,
    cancel: Cancel,
    warn: Callable[[str], None],
) -> Iterator[Task]:
    """Each task as soon as it has a result, with only some handed out ahead.

    What other processes are at is left to them; it comes when they have written it.
    """
    running: Running = {}
    waiting, silent_since = deque(tasks), time.monotonic()
    while waiting or running:
        for _ in range(len(waiting)):
            if len(running) >= pools.ahead():
                break
            task = waiting.popleft()
            if not store.take(work, task):
                waiting.append(task)
            elif store.has(work, task):
                store.release(work, task)
                yield task
            else:
                with _naming(work, task):
                    running[pools.submit(measure, work, task, cancel, PROBES)] = task
        finished = _finished(running)
        if finished:
            silent_since = time.monotonic()
        elif time.monotonic() > silent_since + SILENCE and not pools.there():
            warn(f"{pools.cluster} has no workers; the tasks wait until there are some")
            silent_since = float("inf")
        for future in finished:
            task = running.pop(future)
            with _naming(work, task):
                numbers, seconds, made_by, code = future.result()
            if made_by != signature():
                raise KibitzError(
                    f"a worker has another search: signature {made_by}, not {signature()}"
                )
            if code != fingerprint(work, task):
                raise KibitzError(
                    f"expected workers with the same own code; task {task.id} was measured by "
                    "another: was a file changed meanwhile?"
                )
            store.keep(work, task, numbers, seconds)
            store.release(work, task)
            yield task


def _finished(running: Running) -> list[Future[Measured]]:
    """Wait a little for one or more; those that failed come last, as the others are to be kept."""
    if not running:
        time.sleep(PAUSE)
    finished, _ = wait(running, PAUSE, FIRST_COMPLETED)
    return sorted(finished, key=lambda one: one.cancelled() or one.exception() is not None)


@contextmanager
def _naming(work: Work, task: Task) -> Iterator[None]:
    """What goes wrong on the way to a worker or back is said of the task."""
    try:
        with calling(work, work.named(task), ours=(KibitzError, *LOST)):
            yield
    except KibitzError as error:
        lacks = error.__cause__
        if isinstance(lacks, ImportError) and (lacks.name or "").partition(".")[0] == "kibitz":
            raise KibitzError(f"expected the same Kibitz on every worker: {lacks}") from None
        raise
