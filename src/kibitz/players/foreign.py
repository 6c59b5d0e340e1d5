"""Players from elsewhere, functions and classes of one's own: nothing but a clock stops them."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from kibitz.engines.problem.protocol import NEVER, Cancel
from kibitz.players.player import Own, Player
from kibitz.programs import Late

LOOK = 0.01
"""How many seconds go by between two looks at whether somebody cancels."""

T = TypeVar("T")


def comes_along(who: Player) -> bool:
    """Whether a player comes with Kibitz."""
    return type(who).__module__.startswith("kibitz.players.") and not isinstance(who, Own)


def answer_of(who: Player, ask: Callable[[], T], seconds: float, cancel: Cancel = NEVER) -> T:
    """What a player answers; one from elsewhere in a thread, which is left alone when it is late.

    Players that come with Kibitz look at the clock themselves.
    """
    if comes_along(who):
        return ask()
    answers: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()
    context = contextvars.copy_context()

    def work() -> None:
        try:
            answers.append(ask())
        except BaseException as error:
            errors.append(error)
        done.set()

    threading.Thread(target=context.run, args=(work,), daemon=True).start()
    ends = time.perf_counter() + seconds
    while not done.wait(min(LOOK, max(0.0, ends - time.perf_counter()))):
        if cancel.is_set():
            raise KeyboardInterrupt
        if time.perf_counter() >= ends:
            raise Late
    for error in errors:
        raise error
    return answers[0]
