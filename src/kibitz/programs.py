"""Programs of others: started, asked and answering in lines, and ended however we end.

A program is the head of a group of processes, so that what it started itself ends with it.
"""

from __future__ import annotations

import atexit
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, NoReturn

LONGEST = 1_000
"""Bytes of an answer at most."""
PATIENCE = 0.5
"""How many seconds a program has to end by itself when its input is closed."""
LOOK = 0.005
"""How many seconds go by between two looks at whether it has ended."""

_RUNNING: set[Program] = set()
_STARTING = threading.RLock()
"""Held from the start of a program until it is among those running."""


class Late(Exception):
    """There was no answer in time, of a program or a player from elsewhere."""


class Ended(Exception):
    """The program ended."""


class Program:
    """A program that is running. Its standard error is ours; Ctrl-C is not for it."""

    def __init__(self, words: Sequence[str]) -> None:
        errors: list[OSError | ValueError] = []

        def start() -> None:
            try:
                with _STARTING:
                    self._start(words)
            except (OSError, ValueError) as error:
                errors.append(error)

        # A signal breaks into the main thread alone: here it could leave a program that is
        # started and not yet among those to end.
        starter = threading.Thread(target=start)
        starter.start()
        starter.join()
        for error in errors:
            raise error

    def _start(self, words: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._in.fileno(), False)
        _RUNNING.add(self)

    def ask(self, line: str, seconds: float) -> bytes:
        """What it says to a line, up to the end of one or until it is too much."""
        until, said = time.monotonic() + seconds, b""
        left = line.encode(errors="backslashreplace") + b"\n"
        while left:
            self._wait([], [self._in], until)
            try:
                left = left[os.write(self._in.fileno(), left) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise Ended from None
        while not said.endswith(b"\n") and len(said) <= LONGEST:
            self._wait([self._out], [], until)
            more = os.read(self._out.fileno(), LONGEST)
            if not more:
                raise Ended
            said += more
        return said

    def _wait(self, readable: list[IO[bytes]], writable: list[IO[bytes]], until: float) -> None:
        """Wait until it can be read from or written to; what it started may keep its pipes open."""
        over = False
        while not any(select.select(readable, writable, [], 0 if over else LOOK)):
            if over:
                raise Ended
            if time.monotonic() > until:
                raise Late
            over = self._is_over()

    @property
    def processor(self) -> float:
        """How much processor time it took, and what it started and saw end; 0 if nobody says."""
        try:
            stat = Path(f"/proc/{self._process.pid}/stat").read_text()
        except OSError:
            return 0.0
        ticks = map(int, stat.rpartition(")")[2].split()[11:15])
        return sum(ticks) / os.sysconf("SC_CLK_TCK")

    def end(self, patience: float = PATIENCE) -> int:
        """Close its input, end it if it does not end by itself, and all that it started."""
        for pipe in (self._in, self._out):
            with suppress(OSError):
                pipe.close()
        until = time.monotonic() + patience
        while not self._is_over() and time.monotonic() < until:
            time.sleep(LOOK)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)  # whose number nobody else can have yet
        _RUNNING.discard(self)
        return self._process.wait()

    def _is_over(self) -> bool:
        """Whether it has ended; its number stays taken, so that no other group has it."""
        if self._process.returncode is not None:
            return True
        options = os.WEXITED | os.WNOHANG | os.WNOWAIT
        return os.waitid(os.P_PID, self._process.pid, options) is not None


def end_all() -> None:
    """End all programs at once."""
    with _STARTING:
        for program in list(_RUNNING):
            program.end(patience=0)


def leave(code: int) -> NoReturn:
    """End this process at once, and all programs; none is started in between."""
    with _STARTING:
        end_all()
        os._exit(code)


atexit.register(end_all)
