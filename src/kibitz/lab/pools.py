"""Where tasks run: threads or processes here, or a Dask cluster. All are executors.

A cluster is `tcp://HOST:PORT`, the address of a Dask scheduler, or `local:N`, N workers on
this machine. When a worker is lost, Dask runs its tasks on another.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import Any

from kibitz.errors import KibitzError, TextError
from kibitz.lab.work import Work
from kibitz.loading import load
from kibitz.programs import leave
from kibitz.workers import at_once

HERE = "127.0.0.1"
"""Workers of our own are nobody else's."""
RETRIES = 10
"""How many workers a task may lose before it is given up."""
PATIENCE = 20
"""How many seconds to wait for a scheduler."""
MOMENT = 1
"""How many seconds threads have to end."""
SAFE_PATH, OURS = "PYTHONSAFEPATH", "kibitz"
"""What keeps a Python from importing from the working directory, and how we set it."""


class Pools:
    """Executors made when they are first asked for, and ended together."""

    def __init__(self, workers: int | None = None, cluster: str | None = None) -> None:
        self.workers = at_once(workers)
        self.cluster = cluster
        self._pools: dict[str, Executor] = {}
        if cluster is not None:
            _read(cluster)

    def executor(self, work: Work) -> Executor:
        """What runs the tasks of a work, started if it is not there yet."""
        kind = "cluster" if self.cluster else work.workers
        if kind not in self._pools:
            self._pools[kind] = self._make(kind)
        return self._pools[kind]

    def submit(self, call: Callable[..., Any], work: Work, *words: Any) -> Future[Any]:
        """Have a call made with a work and more words."""
        return self.executor(work).submit(call, work, *words)

    def ahead(self) -> int:
        """How many tasks to hand out ahead of their results."""
        if self.cluster is None:
            return self.workers + 1
        return 2 * self.there() + 2

    def there(self) -> int:
        """How many workers there are."""
        cluster = self._pools.get("cluster")
        return cluster.threads() if isinstance(cluster, _Cluster) else self.workers

    def _make(self, kind: str) -> Executor:
        if kind == "cluster":
            return _Cluster(self.cluster or "")
        return _Threads(self.workers) if kind == "threads" else _Processes(self.workers)

    def close(self) -> None:
        """End everything, and wait for nothing that is still at work."""
        for pool in self._pools.values():
            pool.shutdown()


class _Threads(Executor):
    """A thread per task, a few at work at once. None of them keeps the program from ending."""

    def __init__(self, workers: int) -> None:
        self._workers, self._closed = workers, False
        self._room = threading.Semaphore(workers)

    def submit(self, call: Callable[..., Any], /, *words: Any, **more: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def work() -> None:
            with self._room:
                if self._closed:
                    return
                try:
                    future.set_result(call(*words, **more))
                except BaseException as error:
                    future.set_exception(error)

        threading.Thread(target=work, daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait a moment for those at work; not all of them listen when they are cancelled."""
        self._closed, until = True, time.monotonic() + MOMENT
        for _ in range(self._workers):
            if not self._room.acquire(timeout=max(0, until - time.monotonic())):
                return


class _Processes(ProcessPoolExecutor):
    """Processes that end when this is closed or the program ends, however it does."""

    def __init__(self, workers: int) -> None:
        spawn = multiprocessing.get_context("spawn")
        line, self._line = spawn.Pipe(duplex=False)
        with _deaf():
            super().__init__(workers, spawn, _end_with, (line,))

    def submit(self, call: Callable[..., Any], /, *words: Any, **more: Any) -> Future[Any]:
        letter = _letter(pickle.dumps, call, words)
        with _deaf(), _mainless(words):
            return super().submit(pickle.loads, letter)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._line.close()
        super().shutdown(wait, cancel_futures=cancel_futures)


def _end_with(line: Connection) -> None:
    """End this process when the other end of the line is closed; its task runs again next time."""

    def end(*_: object) -> None:
        leave(1)  # with its programs, which would go on

    def watch() -> None:
        line.poll(None)
        end()

    signal.signal(signal.SIGTERM, end)
    threading.Thread(target=watch, daemon=True).start()


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes started meanwhile do not hear Ctrl-C: the process that started them ends them.

    Nor does it import from the working directory, where a file may have the name of one of
    Python's; own modules there are loaded by their names.
    """
    os.environ.setdefault(SAFE_PATH, OURS)
    try:
        resource_tracker.ensure_running()  # which, started later, would unblock the signal
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
    finally:
        _forget_safe_path()


def _forget_safe_path() -> None:
    """Programs of others may need their working directory."""
    if os.environ.get(SAFE_PATH) == OURS:
        del os.environ[SAFE_PATH]


@contextmanager
def _mainless(words: tuple[Any, ...]) -> Iterator[None]:
    """What is started meanwhile does not run the main program again, unless words come from it.

    A program read from standard input could not be, and another would start all anew.
    """
    main = sys.modules["__main__"]
    if any(type(word).__module__ == "__main__" for word in words):
        yield
        return
    before = vars(main).copy()
    vars(main).pop("__file__", None)
    main.__spec__ = None
    try:
        yield
    finally:
        vars(main).update(before)


class _Cluster(Executor):
    """A Dask cluster, one of our own or one that is there."""

    def __init__(self, address: str) -> None:
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise KibitzError(
                f"--cluster needs dask; use pip install 'kibitz[cluster]' ({error})"
            ) from None
        for handler in logging.getLogger("distributed").handlers:
            handler.setLevel(logging.CRITICAL)
        dask.config.set(
            {
                "distributed.scheduler.allowed-failures": RETRIES,
                "distributed.comm.timeouts.connect": PATIENCE,
            }
        )
        self._local: Any = None
        self._client: Any = None
        try:
            if count := _read(address):
                with _deaf():
                    self._local = LocalCluster(  # type: ignore[no-untyped-call]
                        n_workers=count,
                        threads_per_worker=1,
                        host=HERE,
                        dashboard_address=f"{HERE}:0",
                        silence_logs=logging.CRITICAL,
                    )
            else:
                _Threads(1).submit(asyncio.run, _greet(address)).result()
            self._client = Client(self._local or address)  # type: ignore[no-untyped-call]
        except Exception as error:
            why = str(error) or "no answer"
            raise KibitzError(f"expected a Dask scheduler at {address!r}: {why}") from None
        self._executor = self._client.get_executor(pure=False)

    def submit(self, call: Callable[..., Any], /, *words: Any, **more: Any) -> Future[Any]:
        import cloudpickle  # type: ignore[import-untyped]

        letter = _letter(cloudpickle.dumps, call, words)
        with _lost():
            future: Future[Any] = self._executor.submit(pickle.loads, letter)
        return future

    def threads(self) -> int:
        """How many threads its workers have now."""
        with _lost():
            return sum(self._client.nthreads().values())

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._executor.shutdown(wait=False)  # which cancels what is there
        self._client.close()
        if self._local is not None:
            self._local.close()


@contextmanager
def _lost() -> Iterator[None]:
    """Whatever keeps a scheduler from answering, there is nobody to run tasks."""
    try:
        yield
    except (Exception, asyncio.CancelledError) as error:
        raise BrokenExecutor(str(error)) from error


class _Call:
    """A call that is made where it is unpacked."""

    def __init__(self, *words: Any) -> None:
        self._words = words

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return _answer, self._words


def _letter(
    pack: Callable[[Any], bytes], call: Callable[..., Any], words: tuple[Any, ...]
) -> bytes:
    """A call for another process, to be opened by `pickle.loads`, which every Python has.

    So a worker that lacks Kibitz, or an own module, fails the task and does not die of it.
    """
    modules = {type(word).__module__ for word in words}
    own = [name for name in sorted(modules) if name.partition(".")[0] not in ("__main__", "kibitz")]
    return pickle.dumps(_Call(own, pack((call, words))))


def _answer(own: list[str], packed: bytes) -> Any:
    """Make the call of a letter, with the own modules that it needs."""
    _forget_safe_path()
    for module in own:
        load(f"{module}:__name__", "a worker with a module")
    call, words = pickle.loads(packed)
    return call(*words)


def _read(cluster: str) -> int:
    """How many workers `local:N` is, or none for the address of a scheduler."""
    found = re.fullmatch(r"local:0*([1-9]\d{0,3})|tcp://(\[[^]]+\]|[^:/\s]+):\d{1,5}", cluster)
    if found is None:
        raise TextError(f"expected a cluster tcp://HOST:PORT or local:N: {cluster!r}")
    return int(found[1] or 0)


async def _greet(address: str) -> None:
    """Make sure that a scheduler answers; what else listens there could keep a client waiting."""
    from distributed import rpc

    async def greet() -> None:
        async with rpc(address) as there:  # type: ignore[no-untyped-call]
            kind = (await there.identity())["type"]
        if kind != "Scheduler":
            raise KibitzError(f"this is a {kind}")

    await asyncio.wait_for(greet(), PATIENCE)


@contextmanager
def pools(workers: int | None = None, cluster: str | None = None) -> Iterator[Pools]:
    """Executors for as long as they are needed."""
    made = Pools(workers, cluster)
    try:
        yield made
    finally:
        made.close()
