"""Players from outside: a person at the terminal, and any program.

A program is given a view as JSON, one per line, and answers each with one line: a card (`SA`),
a bid (`3`), cards to pass (`SA/SK/H2`) or a trump (`S`); where nothing is hidden it is given the
position and answers with a move. It is started for a game, and its input is closed at
the end.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.errors import KibitzError, TextError
from kibitz.game import Move, Position
from kibitz.players.player import AskedAlike
from kibitz.players.view import View

LONGEST = 1_000
"""Bytes of an answer at most."""


class PlayerFailed(KibitzError):
    """A program that ended, answered nonsense, or did not answer in time."""


@dataclass(frozen=True, repr=False)
class Human(AskedAlike):
    """A person, who is shown the view and types what to play."""

    name: ClassVar[str] = "human"
    at_terminal: ClassVar[bool] = True

    def play(self, view: View) -> Move:
        while True:
            print(view.show(), file=sys.stderr)
            print(f"player {view.seat}, what to {view.asks}? ", end="", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line:
                raise PlayerFailed(f"expected a card, a bid or cards to pass, not the end: {view}")
            try:
                return view.move(line.strip())
            except KibitzError as error:
                print(error, file=sys.stderr)


@dataclass(frozen=True, repr=False)
class External(AskedAlike):
    """A program that reads a view per line and answers with a move per line."""

    name: ClassVar[str] = "external"
    first: ClassVar[str] = "command"

    command: str = ""
    seconds: float = 10.0
    """How long an answer may take."""
    _running: list[subprocess.Popen[bytes]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise TextError(f"expected a command: {self.command!r}: {error}") from None
        if not words:
            raise TextError("expected a command, such as external(python3 bot.py)")
        if not self.seconds > 0:
            raise TextError(f"expected more than 0 seconds: {self.seconds}")

    def __str__(self) -> str:
        seconds = "" if self.seconds == 10.0 else f",seconds={self.seconds:g}"
        return f"external({self.command}{seconds})"

    __repr__ = __str__

    def play(self, view: View) -> Move:
        return self._asked(view.json(), view.move)

    def play_open(self, position: Position) -> Move:
        line = json.dumps(position.as_dict(), ensure_ascii=False)
        return self._asked(line, position.legal_move)

    def _asked(self, line: str, read: Callable[[str], Move]) -> Move:
        answer = self._ask(line)
        try:
            return read(answer)
        except KibitzError as error:
            self.close()
            raise PlayerFailed(f"{self} answered {answer!r}: {error}") from None

    def _ask(self, line: str) -> str:
        """The answer of the program to a line."""
        try:
            if not self._running:
                self._running.append(_start(self.command))
            program = self._running[0]
            assert program.stdin is not None
            program.stdin.write(line.encode() + b"\n")
            program.stdin.flush()
            return self._answer(program)
        except BrokenPipeError:
            raise PlayerFailed(f"{self} {self._ended()}") from None
        except OSError as error:
            self.close()
            raise PlayerFailed(f"{self} cannot be asked: {error}") from None

    def _answer(self, program: subprocess.Popen[bytes]) -> str:
        assert program.stdout is not None
        until, said = time.monotonic() + self.seconds, b""
        while not said.endswith(b"\n"):
            left = until - time.monotonic()
            ready = left > 0 and select.select([program.stdout], [], [], left)[0]
            more = os.read(program.stdout.fileno(), LONGEST) if ready else b""
            said += more
            if not ready:
                self.close()
                raise PlayerFailed(f"{self} did not answer in {self.seconds:g} s")
            if not more:
                raise PlayerFailed(f"{self} {self._ended()}")
            if len(said) > LONGEST:
                self.close()
                raise PlayerFailed(f"{self} said too much")
        answer = said.decode(errors="replace").strip()
        if "\n" in answer:
            self.close()
            raise PlayerFailed(f"{self} answered with more than a line: {answer[:40]!r}")
        return answer

    def _ended(self) -> str:
        """How the program ended; what it had to say of it went to standard error."""
        program = self._running[0]
        self.close()
        return f"ended with exit code {program.returncode}"

    def close(self) -> None:
        """Close its input, and end it if it does not end by itself."""
        while self._running:
            program = self._running.pop()
            for pipe in (program.stdin, program.stdout):
                if pipe is not None:
                    with suppress(OSError):
                        pipe.close()
            try:
                program.wait(0.5)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(program.pid, signal.SIGKILL)  # with what it started itself
                program.wait()


def _start(command: str) -> subprocess.Popen[bytes]:
    """The program, whose standard error is ours; Ctrl-C is not for it."""
    return subprocess.Popen(
        shlex.split(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=-1,
        start_new_session=True,
    )
