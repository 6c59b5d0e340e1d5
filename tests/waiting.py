"""Waiting until something is so, not for some time."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable

import psutil  # type: ignore[import-untyped]

LONG = 120.0
"""Seconds that anything may take on the busiest machine; tests that wait at all wait so long."""


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + LONG
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def when(condition: Callable[[], bool], act: Callable[[], None]) -> None:
    """Do something in another thread as soon as something is so, or after a long time in vain."""

    def wait() -> None:
        try:
            wait_for(condition)
        finally:
            act()

    threading.Thread(target=wait, daemon=True).start()


def interrupt() -> None:
    """Ctrl-C for this process."""
    os.kill(os.getpid(), signal.SIGINT)


def worked(process: int | None = None) -> float:
    """How many seconds of a processor a process has used, by default this one."""
    used: float = psutil.Process(process).cpu_times().user
    return used


def children_worked() -> list[float]:
    """The same of each process that this one has started."""
    return [worked(process.pid) for process in psutil.Process().children()]
