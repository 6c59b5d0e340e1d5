"""Run what is missing of an experiment, and write each result in the moment it comes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait

from kibitz.errors import KibitzError
from kibitz.reproduction.experiment import Experiment, Numbers, Results, Task, stop
from kibitz.reproduction.pools import Pools
from kibitz.reproduction.store import Store, signature

Measured = tuple[Numbers, float, int]
"""Numbers, seconds, and the signature of the search that made them."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, with how many tasks of an experiment have a result."""

    def __init__(self, experiment: Experiment, done: int, tasks: int) -> None:
        super().__init__(
            f"stopped with {done:,} of {tasks:,} tasks of {experiment.name} done; "
            "the same command goes on from here"
        )


def measure(experiment: Experiment, task: Task) -> Measured:
    """Measure one task, here or anywhere that has the same program."""
    start = time.perf_counter()
    numbers = experiment.measure(task)
    taken = {"experiment", "column", "case", *task.what} & numbers.keys()
    if taken:
        raise KibitzError(f"expected other names for numbers of {experiment.name}: {taken}")
    return numbers, time.perf_counter() - start, signature()


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
    tasks = experiment.tasks(quick)
    _check(experiment, tasks)
    changed = store.changed(experiment, tasks)
    if changed:
        warn(changed)
    done = {outcome.task.id for outcome in store.results(experiment, tasks)}
    missing = [] if so_far else [task for task in tasks if task.id not in done]
    missing.sort(key=lambda task: task.case)  # stopped half-way, all columns have the same cases
    count = len(done)
    progress(count, len(tasks))
    stop.clear()
    try:
        for task, (numbers, seconds, made_by) in _measured(experiment, missing, pools):
            if made_by != signature():
                raise KibitzError(
                    f"expected workers with the same search, signature {signature():,}: {made_by:,}"
                )
            store.keep(experiment, task, numbers, seconds)
            count += 1
            progress(count, len(tasks))
    except BrokenExecutor:
        raise KibitzError(
            f"a worker was lost with {count:,} of {len(tasks):,} tasks of {experiment.name} done; "
            "the same command goes on from here"
        ) from None
    except KeyboardInterrupt:
        stop.set()
        kept = len(store.results(experiment, tasks))  # one more may be kept than counted
        raise Interrupted(experiment, kept, len(tasks)) from None
    return Results(store.results(experiment, tasks), len(tasks), quick)


def _check(experiment: Experiment, tasks: Sequence[Task]) -> None:
    if len({task.id for task in tasks}) < len(tasks):
        raise KibitzError(f"expected tasks of {experiment.name} with different ids")


def _measured(
    experiment: Experiment, tasks: Sequence[Task], pools: Pools
) -> Iterator[tuple[Task, Measured]]:
    """Each task with what came out, as they are finished, with only some handed out ahead."""
    if not tasks:
        return
    executor, waiting = pools.executor(experiment), iter(tasks)
    running: dict[Future[Measured], Task] = {}
    _hand_out(experiment, executor, waiting, pools.at_once(), running)
    while running:
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield running.pop(future), future.result()
        _hand_out(experiment, executor, waiting, pools.at_once() - len(running), running)


def _hand_out(
    experiment: Experiment,
    executor: Executor,
    tasks: Iterable[Task],
    count: int,
    running: dict[Future[Measured], Task],
) -> None:
    for _, task in zip(range(count), tasks, strict=False):
        running[executor.submit(measure, experiment, task)] = task
