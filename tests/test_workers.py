"""Work in several threads: answers in order, or as they come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz import KibitzError
from kibitz.workers import as_they_come, at_once, in_order


def test_an_answer_comes_before_one_that_was_asked_for_earlier_but_takes_longer() -> None:
    late, stop = threading.Event(), threading.Event()

    def answer(question: int) -> int:
        if question == 0:
            assert late.wait(30)
        return question

    found = []
    for number in as_they_come(answer, range(4), 2, stop):
        found.append(number)
        if len(found) == 3:
            late.set()
    assert sorted(found[:3]) == [1, 2, 3]
    assert found[3] == 0


@pytest.mark.parametrize("take", [in_order, as_they_come])
@pytest.mark.parametrize("workers", [1, 2])
def test_what_goes_wrong_with_reading_is_raised(take: Any, workers: int) -> None:
    def questions() -> Iterator[int]:
        yield 1
        raise LookupError("mine")

    with pytest.raises(LookupError, match="mine"):
        list(take(str, questions(), workers, threading.Event()))


@pytest.mark.parametrize("workers", [0, -1, 1.5, "2"])
def test_workers_are_one_or_more(workers: object) -> None:
    with pytest.raises(KibitzError, match="expected 1 worker or more"):
        at_once(workers)  # type: ignore[arg-type]
