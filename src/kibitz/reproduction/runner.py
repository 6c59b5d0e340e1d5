"""Run what is missing of an experiment, and write each result in the moment it comes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from contextlib import contextmanager

from kibitz.errors import KibitzError
from kibitz.reproduction.experiment import Experiment, Numbers, Results, Task
from kibitz.reproduction.pools import Pools
from kibitz.reproduction.store import Store, checked, signature

Measured = tuple[Numbers, float, int]
"""Numbers, seconds, and the signature of the search that made them."""
Running = dict[Future[Measured], Task]

LOST = BrokenExecutor, CancelledError
"""What a task ends with when nobody is left to run it."""
SILENCE = 5
"""After so many seconds without a result, say so if there are no workers."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with how many tasks of an experiment have a result."""


def measure(experiment: Experiment, task: Task) -> Measured:
    """Measure one task, here or anywhere that has the same program."""
    start = time.perf_counter()
    try:
        numbers = checked(experiment.measure(task))
        taken = {"experiment", "column", "case", *task.what} & numbers.keys()
        if taken:
            raise KibitzError(f"expected other names for numbers: {taken}")
    except (Exception, SystemExit) as error:
        raise _failure(experiment, task, error) from error
    return numbers, time.perf_counter() - start, signature()


def _failure(experiment: Experiment, task: Task, error: BaseException) -> KibitzError:
    kind = type(error).__name__
    return KibitzError(f"task {task.id} of {experiment.name} failed: {kind}: {error}")


def run(
    experiment: Experiment,
    store: Store,
    pools: Pools,
    *,
    quick: bool = False,
    so_far: bool = False,
    progress: Callable[[int, int], None] = lambda done, tasks: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Results:
    """Measure the tasks that have no result yet, unless what is there so far will do.

    `progress` is told how many of how many tasks are done, `warn` what is odd.
    """
    tasks = {part: _tasks(experiment, part) for part in (True, False)}[quick]
    done = {outcome.task.id for outcome in store.results(experiment, tasks)}
    missing = [task for task in tasks if task.id not in done]
    missing.sort(key=lambda task: task.case)  # stopped half-way, all columns have the same cases
    changed = store.changed(experiment, missing)
    if changed:
        warn(changed)
    if so_far:
        missing = []
    if missing:
        pools.executor(experiment)  # before anything can be stopped half-way
        progress(len(done), len(tasks))
    try:
        for task in _made(experiment, missing, store, pools, warn):
            done.add(task.id)
            progress(len(done), len(tasks))
    except KeyboardInterrupt:
        kept = len(store.results(experiment, tasks))  # one more may be kept than counted
        raise Interrupted(_stopped(experiment, kept, len(tasks))) from None
    except LOST:
        where = _stopped(experiment, len(done), len(tasks))
        raise KibitzError(f"the workers were lost; {where}") from None
    except KibitzError as error:
        where = _stopped(experiment, len(done), len(tasks))
        raise KibitzError(f"{error}; {where}") from error
    return Results(store.results(experiment, tasks), len(tasks), quick)


def _stopped(experiment: Experiment, done: int, tasks: int) -> str:
    return (
        f"stopped with {done:,} of {tasks:,} tasks of {experiment.name} done; "
        "the same command goes on from here, --so-far shows what there is"
    )


def _tasks(experiment: Experiment, quick: bool) -> Sequence[Task]:
    tasks = experiment.tasks(quick)
    if not isinstance(tasks, Sequence) or not all(isinstance(task, Task) for task in tasks):
        raise KibitzError(f"expected a list of tasks of {experiment.name}: {tasks!r:.60}")
    if len({task.id for task in tasks}) < len(tasks):
        raise KibitzError(f"expected tasks of {experiment.name} with different ids")
    return tasks


def _made(
    experiment: Experiment,
    tasks: Sequence[Task],
    store: Store,
    pools: Pools,
    warn: Callable[[str], None],
) -> Iterator[Task]:
    """Each task as soon as it has a result, with only some handed out ahead.

    As soon as another process is seen to work on the same tasks, they are taken at random, so
    that both seldom do the same.
    """
    running: Running = {}
    waiting, alone = list(tasks), True
    while waiting or running:
        while waiting and len(running) < pools.at_once():
            task = waiting.pop(0 if alone else random.randrange(len(waiting)))
            if store.has(experiment, task):
                alone = False
                yield task
            else:
                with _naming(experiment, task):
                    future = pools.executor(experiment).submit(measure, experiment, task)
                running[future] = task
        for future in _finished(running, pools, warn):
            task = running.pop(future)
            with _naming(experiment, task):
                numbers, seconds, made_by = future.result()
            if made_by != signature():
                raise KibitzError(
                    f"expected workers with the same search, signature {signature():,}: {made_by:,}"
                )
            alone = store.keep(experiment, task, numbers, seconds) and alone
            yield task


def _finished(
    running: Running, pools: Pools, warn: Callable[[str], None]
) -> list[Future[Measured]]:
    """Wait for one or more; those that failed come last, for the others are to be kept."""
    finished, _ = wait(running, SILENCE, FIRST_COMPLETED)
    if not finished:
        if not pools.there():
            warn(f"{pools.cluster} has no workers; the tasks wait until there are some")
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
    return sorted(finished, key=lambda one: one.cancelled() or one.exception() is not None)


@contextmanager
def _naming(experiment: Experiment, task: Task) -> Iterator[None]:
    """What goes wrong on the way to a worker or back is said of the task."""
    try:
        yield
    except (KibitzError, *LOST):
        raise
    except Exception as error:
        raise _failure(experiment, task, error) from error
