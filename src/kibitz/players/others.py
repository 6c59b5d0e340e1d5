"""Players from outside: a person at the terminal, and any program.

A program is given a view as JSON, one per line, and answers each with one line: a card (`SA`),
a bid (`3`), cards to pass (`SA/SK/H2`) or a trump (`S`); where nothing is hidden it is given the
position and answers with a move. With it come a seed and how long it may think. It is started
for a hand, or with `stay=match` once in each process, and its input is closed at the end.
"""

from __future__ import annotations

import json
import math
import shlex
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from kibitz.errors import KibitzError, TextError
from kibitz.game import Move, Position
from kibitz.players.clock import LAG, thinking
from kibitz.players.player import AskedAlike
from kibitz.programs import LONGEST, Ended, Late, Program
from kibitz.whole.view import View

MOST = 2**53
"""Whole numbers below this are the same in every language that reads JSON."""
_STAYING: dict[str, list[Program]] = {}
"""The programs that stay in this process, by their commands."""
_ANSWERED: set[str] = set()
"""The commands of those that have answered before."""


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
    """How long an answer may take; with a clock for the game, all that is left of that."""
    stay: Literal["hand", "match"] = "hand"
    """Whether it is started for each hand, or stays for all, and is started again if it ends."""
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
        stays = "" if self.stay == "hand" else f",stay={self.stay}"
        return f"external({self.command}{'' if time == 10 else f',seconds={seconds}'}{stays})"

    __repr__ = __str__

    def play(self, view: View) -> Move:
        return self._asked(view.as_dict(), view.move)

    def play_open(self, position: Position) -> Move:
        known = {**position.as_dict(), "asks": "move", "players": position.game.players}
        known["names"] = list(position.game.player_names)
        return self._asked(known, position.legal_move)

    @property
    def elsewhere(self) -> float:
        return sum(program.processor for program in self._programs)

    @property
    def _programs(self) -> list[Program]:
        """The program, if it is running; those that stay are everybody's."""
        return _STAYING.setdefault(self.command, []) if self.stay == "match" else self._running

    def _asked(self, known: Mapping[str, Any], read: Callable[[str], Move]) -> Move:
        now, limit = thinking(), self.seconds
        if now is not None:
            limit = min(limit, now.left) if now.clock is None else now.clock.left + LAG
        told = {
            **known,
            "seed": self.seed % MOST,
            "seconds": limit,
            "time_left": None if now is None or now.clock is None else now.clock.left,
            "increment": None if now is None or now.clock is None else now.clock.increment,
        }
        answer = self._ask(json.dumps(told, ensure_ascii=False), max(limit, 0.0))
        try:
            return read(answer)
        except KibitzError as error:
            self._end()
            raise PlayerFailed(f"{self} answered {answer!r}: {error}") from None

    def _ask(self, line: str, seconds: float) -> str:
        """The answer of the program to a line; one that stays is started again if it ended."""
        running = self._programs
        first, again = not running, bool(running) and self.stay == "match"
        try:
            if first:
                running.append(Program(shlex.split(self.command)))
            said = running[0].ask(line, seconds)
        except Late:
            self._end()
            raise PlayerFailed(f"{self} did not answer in {seconds:g} s") from None
        except Ended:
            code = running.pop().end()  # what it had to say went to standard error
            if again:
                print(f"{self} ended with exit code {code}: started again", file=sys.stderr)
                return self._ask(line, seconds)
            if first and code and self.command not in _ANSWERED:
                raise NotStarted(
                    f"{self} ended with exit code {code} before its first answer"
                ) from None
            raise PlayerFailed(f"{self} ended with exit code {code}") from None
        except OSError as error:
            self._end()
            if first:
                raise NotStarted(f"{self} cannot be started: {error}") from None
            raise PlayerFailed(f"{self} cannot be asked: {error}") from None
        answer = said.decode(errors="replace").strip()
        if len(said) > LONGEST:
            self._end()
            raise PlayerFailed(f"{self} said too much")
        if "\n" in answer:
            self._end()
            raise PlayerFailed(f"{self} answered with more than a line: {answer[:40]!r}")
        if self.stay == "match":
            _ANSWERED.add(self.command)
        return answer

    def close(self) -> None:
        """Close its input, and end it if it does not end by itself; one that stays goes on."""
        if self.stay == "hand":
            self._end()

    def _end(self) -> None:
        while self._programs:
            self._programs.pop().end()
