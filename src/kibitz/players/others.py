"""Players from outside: a person at the terminal, and any program.

A program is given a view as JSON, one per line, and answers each with one line: a card (`SA`),
a bid (`3`), cards to pass (`SA/SK/H2`) or a trump (`S`); where nothing is hidden it is given the
position and answers with a move. It is started for a game, and its input is closed at
the end.
"""

from __future__ import annotations

import json
import math
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from kibitz.errors import KibitzError, TextError
from kibitz.game import Move, Position
from kibitz.players.player import AskedAlike
from kibitz.programs import LONGEST, Ended, Late, Program
from kibitz.whole.view import View


class PlayerFailed(KibitzError):
    """A program that ended, answered nonsense, or did not answer in time."""


class NotStarted(KibitzError):
    """A program that cannot be started, or fails before its first answer: nobody plays."""


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
    _running: list[Program] = field(default_factory=list, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            words = shlex.split(self.command)
        except ValueError as error:
            raise TextError(f"expected a command: {self.command!r}: {error}") from None
        if not words:
            raise TextError("expected a command, such as external(python3 bot.py)")
        if not 0 < self.seconds < math.inf:
            raise TextError(f"expected more than 0 seconds: {self.seconds}")

    def __str__(self) -> str:
        time = float(self.seconds)
        seconds = f"{time:.0f}" if time.is_integer() else str(time)
        return f"external({self.command}{'' if time == 10 else f',seconds={seconds}'})"

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
        first = not self._running
        try:
            if first:
                self._running.append(Program(shlex.split(self.command)))
            said = self._running[0].ask(line, self.seconds)
        except Late:
            self.close()
            raise PlayerFailed(f"{self} did not answer in {self.seconds:g} s") from None
        except Ended:
            code = self._running.pop().end()  # what it had to say went to standard error
            if first and code:
                raise NotStarted(
                    f"{self} ended with exit code {code} before its first answer"
                ) from None
            raise PlayerFailed(f"{self} ended with exit code {code}") from None
        except OSError as error:
            self.close()
            if first:
                raise NotStarted(f"{self} cannot be started: {error}") from None
            raise PlayerFailed(f"{self} cannot be asked: {error}") from None
        answer = said.decode(errors="replace").strip()
        if len(said) > LONGEST:
            self.close()
            raise PlayerFailed(f"{self} said too much")
        if "\n" in answer:
            self.close()
            raise PlayerFailed(f"{self} answered with more than a line: {answer[:40]!r}")
        return answer

    def close(self) -> None:
        """Close its input, and end it if it does not end by itself."""
        while self._running:
            self._running.pop().end()
