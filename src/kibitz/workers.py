"""Work in several threads, with the answers in the order of the questions."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from kibitz.errors import check_count

if TYPE_CHECKING:
    from concurrent.futures import Future

Question = TypeVar("Question")
Answer = TypeVar("Answer")

AHEAD = 4
"""How many questions each worker may be ahead of the answers that were taken."""


def at_once(workers: int | None) -> int:
    """How many are at work at once: as many as processors, if it is not said."""
    count = os.cpu_count() or 1 if workers is None else workers
    check_count(count, "worker")
    return count


def in_order(
    answer: Callable[[Question], Answer],
    questions: Iterable[Question],
    workers: int,
    stop: threading.Event,
) -> Iterator[Answer]:
    """Answer each question; an answer comes as soon as it and all before it are there.

    One worker answers in this thread, more in threads of their own. `stop` is set at Ctrl-C,
    and when no more answers are wanted; work that looks at it can then come to an end, and
    the answers to what was begun still come.
    """
    if workers == 1:
        yield from map(answer, questions)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    begun: queue.SimpleQueue[Future[Answer] | None] = queue.SimpleQueue()
    room = threading.Semaphore(workers * AHEAD)
    pool = ThreadPoolExecutor(workers)

    def read() -> None:
        """Hand out the questions; what goes wrong with reading them is an answer too."""
        try:
            for question in questions:
                room.acquire()
                if stop.is_set():
                    break
                begun.put(pool.submit(answer, question))
        except BaseException as error:
            failed: Future[Answer] = Future()
            failed.set_exception(error)
            begun.put(failed)
        begun.put(None)

    # Questions can take long to come, which must not hold up answers.
    threading.Thread(target=read, daemon=True).start()
    try:
        while (future := _patiently(begun.get, begun.empty, stop)) is not None:
            yield _patiently(future.result, lambda: False, stop)
            room.release()
    finally:
        stop.set()
        room.release()
        pool.shutdown(wait=False, cancel_futures=True)


def as_they_come(
    answer: Callable[[Question], Answer],
    questions: Iterable[Question],
    workers: int,
    stop: threading.Event,
) -> Iterator[Answer]:
    """The same, but an answer comes as soon as it is there."""
    if workers == 1:
        yield from map(answer, questions)
        return
    done: queue.SimpleQueue[list[Answer]] = queue.SimpleQueue()
    failed: list[BaseException] = []

    def put(question: Question) -> None:
        done.put([answer(question)])

    def work() -> None:
        try:
            for _ in in_order(put, questions, workers, stop):
                pass
        except BaseException as error:
            failed.append(error)
        done.put([])

    threading.Thread(target=work, daemon=True).start()
    try:
        while found := _patiently(done.get, lambda: False, stop):
            yield found[0]
    finally:
        stop.set()
    if failed:
        raise failed[0]


def _patiently(
    wait: Callable[[], Answer], in_vain: Callable[[], bool], stop: threading.Event
) -> Answer:
    """Wait; at Ctrl-C stop the work and wait on for what it comes to, unless that is in vain."""
    try:
        return wait()
    except KeyboardInterrupt:
        stop.set()
        if in_vain():
            raise
        return wait()
