"""A conversation in lines of JSON: questions as they come, each answered in one line.

Lines are read ahead of the answers, so that a question that waits or is being answered can be
cancelled by a later line. What a line says is in `batch`; the page `docs/protocol.md` is for those
who write the other side.
"""

from __future__ import annotations

import functools
import json
import queue
import threading
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from kibitz.advising.batch import OF_OTHERS, answer
from kibitz.engines.problem.protocol import Cancel
from kibitz.errors import KibitzError, TextError, shortened
from kibitz.text import check_names
from kibitz.workers import as_they_come, at_once, in_order

NO_ID = "expected an id in JSON, no NaN or Infinity"
AHEAD = 1000
"""How many lines are read ahead of the answers."""


@dataclass
class Asked:
    """A question that was read."""

    question: Any
    arrived: float = field(default_factory=time.perf_counter)
    cancel: threading.Event = field(default_factory=threading.Event)
    answer: dict[str, Any] | None = None
    """What is known without asking anybody."""


@dataclass(frozen=True)
class Either:
    """Set as soon as one of two is."""

    one: Cancel
    other: Cancel

    def is_set(self) -> bool:
        """Whether to stop."""
        return self.one.is_set() or self.other.is_set()


class Questions:
    """Lines read ahead in a thread of their own, each a question that a later one can cancel."""

    def __init__(self, lines: Iterable[str], seconds: float | None) -> None:
        self._lines, self._seconds = lines, seconds
        self._queue: queue.Queue[Asked | BaseException | None] = queue.Queue(AHEAD)
        self._open: dict[str, list[Asked]] = {}
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[Asked]:
        threading.Thread(target=self._read, daemon=True).start()
        while (found := self._queue.get()) is not None:
            if isinstance(found, BaseException):
                raise found
            yield found

    def _read(self) -> None:
        try:
            for line in self._lines:
                self._queue.put(self._asked(line))
        except BaseException as error:
            self._queue.put(error)
        self._queue.put(None)

    def _asked(self, line: str) -> Asked:
        try:
            found = Asked(json.loads(line))
        except (ValueError, RecursionError):
            return Asked(line)
        question = found.question
        if not isinstance(question, dict):
            return found
        try:
            json.dumps(question.get("id"), allow_nan=False)
        except ValueError:  # no client could read it in an answer
            found.answer = {"error": f"{NO_ID}: {shortened(line.strip())!r}"}
            return found
        if question.get("ask") == "cancel":
            found.answer = self._cancelled(question)
            return found
        if self._seconds is not None and question.get("ask") != "about":
            limit = question.get("limit") or {}
            timed = {"seconds", "time_left"} & question.keys()
            if isinstance(limit, dict) and "seconds" not in limit and not timed:
                question["limit"] = {"seconds": self._seconds, **limit}
        if "id" in question:
            with self._lock:
                self._open.setdefault(json.dumps(question["id"]), []).append(found)
        return found

    def _cancelled(self, question: dict[str, Any]) -> dict[str, Any]:
        """Cancel all open questions with an id, and say how many."""
        known = {"id": question["id"]} if "id" in question else {}
        try:
            check_names("key of a question", question, OF_OTHERS["cancel"])
            if "cancel" not in question:
                raise TextError("expected the id of a question to cancel")
        except KibitzError as error:
            return {**known, "error": str(error)}
        with self._lock:
            open_now = list(self._open.get(json.dumps(question["cancel"]), ()))
        for one in open_now:
            one.cancel.set()
        return {**known, "cancelled": len(open_now)}

    def done(self, asked: Asked) -> None:
        """It has its answer."""
        if isinstance(asked.question, dict) and "id" in asked.question:
            key = json.dumps(asked.question["id"])
            with self._lock:
                left = [one for one in self._open.get(key, ()) if one is not asked]
                if left:
                    self._open[key] = left
                else:
                    self._open.pop(key, None)


def converse(
    lines: Iterable[str],
    *,
    workers: int | None = 1,
    ordered: bool = True,
    seconds: float | None = None,
) -> Iterator[dict[str, Any]]:
    """Answer lines of JSON, in their order or as answers come, a number of them at once.

    `seconds` is the limit of questions that say none. After Ctrl-C the last answer is that to the
    current question, with `"stopped": "interrupt"` in it.
    """
    stop, questions = threading.Event(), Questions(lines, seconds)
    take = in_order if ordered else as_they_come
    for found in take(
        functools.partial(_answered, questions, stop), questions, at_once(workers), stop
    ):
        yield found
        if found.get("stopped") == "interrupt":
            return


def _answered(questions: Questions, stop: threading.Event, asked: Asked) -> dict[str, Any]:
    if asked.answer is not None:
        return asked.answer
    waited = time.perf_counter() - asked.arrived
    try:
        found = answer(asked.question, Either(asked.cancel, stop), keep_interrupted=True)
    finally:
        questions.done(asked)
    if found.get("stopped") == "cancel" and stop.is_set():
        return {**found, "stopped": "interrupt"}
    if "allowed" in found:
        return {**found, "waited": waited}
    return found
