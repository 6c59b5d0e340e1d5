"""Where tasks run: threads or processes here, or a Dask cluster. All are executors.

A cluster is `tcp://HOST:PORT`, the address of a Dask scheduler, or `local:N`, N workers on
this machine. When a worker is lost, Dask runs its tasks on another.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from kibitz import text
from kibitz.errors import KibitzError, TextError
from kibitz.reproduction.experiment import Experiment

RETRIES = 10
"""How many workers a task may lose before it is given up."""
PATIENCE = "20s"
"""How long to wait for a scheduler."""


class Pools:
    """Executors made when they are first asked for, and ended together."""

    def __init__(self, workers: int | None = None, cluster: str | None = None) -> None:
        if workers is not None and workers < 1:
            raise TextError(f"expected 1 worker or more: {workers}")
        self.workers = workers or os.cpu_count() or 1
        self.cluster = cluster
        self._client: Any = None
        self._local: Any = None
        self._pools: dict[str, Executor] = {}

    def executor(self, experiment: Experiment) -> Executor:
        """What runs the tasks of an experiment."""
        kind = "cluster" if self.cluster else experiment.workers
        if kind not in self._pools:
            self._pools[kind] = self._make(kind)
        return self._pools[kind]

    def at_once(self) -> int:
        """How many tasks to hand out ahead of their results."""
        if self._client is None:
            return self.workers + 1
        threads: int = sum(self._client.nthreads().values())
        return 2 * threads + 2

    def _make(self, kind: str) -> Executor:
        if kind == "cluster":
            return self._connect(self.cluster or "")
        if kind == "threads":
            return ThreadPoolExecutor(self.workers)
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, spawn, _end_at_once)

    def _connect(self, address: str) -> Executor:
        name, _, rest = address.partition(":")
        if name not in ("tcp", "tls", "local") or not rest:
            raise TextError(f"expected a cluster tcp://HOST:PORT or local:N: {address!r}")
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise KibitzError(
                f"--cluster needs dask; use pip install 'kibitz[cluster]' ({error})"
            ) from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        dask.config.set({"distributed.scheduler.allowed-failures": RETRIES})
        try:
            if name == "local":
                count = text.read_int(rest, "the workers of local:N")
                if count < 1:
                    raise TextError(f"expected 1 worker or more: {address!r}")
                self._local = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=count,
                    threads_per_worker=1,
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
                self._client = Client(self._local)  # type: ignore[no-untyped-call]
            else:
                self._client = Client(address, timeout=PATIENCE)  # type: ignore[no-untyped-call]
        except OSError as error:
            raise KibitzError(f"expected a Dask scheduler at {address!r}: {error}") from None
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def close(self) -> None:
        """End everything, and wait for nothing that did not begin."""
        for kind, pool in self._pools.items():
            if kind == "cluster":
                pool.shutdown(wait=False)  # which cancels what is there
            else:
                pool.shutdown(cancel_futures=True)
        if self._client is not None:
            self._client.close()
        if self._local is not None:
            self._local.close()


def _end_at_once() -> None:
    """At Ctrl-C a worker ends without a word; its task runs again next time."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def pools(workers: int | None = None, cluster: str | None = None) -> Iterator[Pools]:
    """Executors for as long as they are needed."""
    made = Pools(workers, cluster)
    try:
        yield made
    finally:
        made.close()
