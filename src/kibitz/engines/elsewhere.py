"""The reference in processes of its own, since Python runs one thread at a time.

A process is given questions by its stdin and answers by its stdout, and ends with its stdin,
so none outlives the program that started it. It needs nothing of the program but its `sys.path`.
"""

from __future__ import annotations

import pickle
import queue
import subprocess
import sys
import threading
from dataclasses import replace
from typing import Any

from kibitz.engines.problem.memory import TranspositionTable
from kibitz.engines.problem.protocol import Answer, Engine, Problem, Watch
from kibitz.engines.reference import Reference

HERE = Reference()
SMALL = 2000
"""Nodes of a search that is not worth the trip."""
LOOK = 0.02
"""How many seconds go by between two looks at whether to stop."""
SERVE = "from kibitz.engines.elsewhere import serve; serve()"


class Elsewhere(Engine):
    """An engine that searches in other processes, one for each thread that asks at a time."""

    name = HERE.name

    def __init__(self) -> None:
        self._idle: queue.SimpleQueue[_Process] = queue.SimpleQueue()
        self._all: list[_Process] = []

    def search(self, problem: Problem, watch: Watch) -> Answer:
        """Search here what is small or cannot be sent, and the rest there."""
        limit = problem.limit
        if limit.nodes is not None and limit.nodes <= SMALL:
            return HERE.search(problem, watch)
        glance = HERE.search(replace(problem, limit=replace(limit, nodes=SMALL)), watch)
        if glance.stopped != "nodes":
            return glance
        problem.memory.clear()  # to count as if there had been no glance
        return self._send(problem, watch) or HERE.search(problem, watch)

    def _send(self, problem: Problem, watch: Watch) -> Answer | None:
        """The answer of a process; None if it cannot have the question, or failed."""
        try:
            question = pickle.dumps((problem.position, problem.algorithm, problem.limit))
        except Exception:  # whatever keeps an own class from being sent
            return None
        try:
            process = self._idle.get_nowait()
        except queue.Empty:
            process = _Process()
            self._all.append(process)
        answer = process.ask(question, watch)
        if process.alive:
            self._idle.put(process)
        return answer

    def close(self) -> None:
        """End the processes."""
        for process in self._all:
            process.end()


class _Process:
    """One process, at work on one question at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", SERVE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that it does not hear Ctrl-C
        )
        self._answers: queue.SimpleQueue[Answer | None] = queue.SimpleQueue()
        self.alive = self._write(sys.path)
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, question: bytes, watch: Watch) -> Answer | None:
        """Have a question answered, and hand on the wish to stop."""
        told = False
        self.alive = self.alive and self._write(question)
        while self.alive:
            try:
                return self._answers.get(timeout=LOOK)
            except queue.Empty:
                if not told and watch.is_over():
                    told = self._write(None)
        return None

    def end(self) -> None:
        """End it, whatever it is doing."""
        self.alive = False
        self._process.kill()
        self._process.communicate()

    def _write(self, what: Any) -> bool:
        assert self._process.stdin is not None
        try:
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            while True:
                self._answers.put(pickle.load(self._process.stdout))
        except Exception:  # the end of the process, or an answer that nobody can read
            self.alive = False
            self._answers.put(None)


def serve() -> None:
    """Answer questions until there are no more."""
    given, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # an own game may print
    sys.path[:] = pickle.load(given)
    questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    stop = threading.Event()

    def read() -> None:
        try:
            while True:
                question = pickle.load(given)
                if question is None:
                    stop.set()
                else:
                    questions.put(question)
        except EOFError:
            stop.set()
            questions.put(None)

    threading.Thread(target=read, daemon=True).start()
    while (question := questions.get()) is not None:
        pickle.dump(_answer(question, stop), answers)
        answers.flush()


def _answer(question: bytes, stop: threading.Event) -> Answer | None:
    """The answer to a question; None if anything goes wrong, which will then show there."""
    try:
        position, algorithm, limit = pickle.loads(question)
        memory, watch = TranspositionTable(limit.table_mb), Watch(cancel=stop)
        found = HERE.search(Problem(position, algorithm, limit, memory), watch)
        return replace(found, seconds=watch.seconds)  # without the glance and the way here
    except Exception:
        return None
