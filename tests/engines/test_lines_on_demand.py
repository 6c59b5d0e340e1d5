"""Searches by yes and no: value and move at once, the line when somebody looks at it."""

from __future__ import annotations

import gc
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

import kibitz
from kibitz import Algorithm, Limit, Position, Result, TranspositionTable
from kibitz.engines import choice
from kibitz.engines.choice import ENGINES
from kibitz.engines.problem.protocol import Problem, Watch

DEALS = [
    ("bridge(trump=S)", 3, 7),
    ("bridge", 4, 7),
    ("skat(declarer=1)", 5, 6),
    ("spades(players=4,teams=0/1/0/1)", 1, 6),
]
ENOUGH = Limit(nodes=10**9)
"""A limit, with which the line is a part of the search."""


def dealt(line: str, seed: int, cards: int) -> Position:
    return kibitz.game(line).deal(seed, cards=cards)


def search_of(position: Position) -> str:
    return str(kibitz.strongest(position))


@pytest.mark.parametrize("deal", DEALS, ids=str)
@pytest.mark.parametrize("engine", ["kernel", "reference"])
def test_the_line_is_the_one_that_a_search_with_a_limit_finds_at_once(
    deal: tuple[str, int, int], engine: str
) -> None:
    position = dealt(*deal)
    chosen = search_of(position)
    later = kibitz.solve(position, chosen, engine=engine)
    at_once = kibitz.solve(position, chosen, engine=engine, limit=ENOUGH)
    assert later.way.stats is None
    assert at_once.way.stats is not None
    assert (later.value, later.move, later.outcome) == (
        at_once.value,
        at_once.move,
        at_once.outcome,
    )
    assert later.stats == at_once.stats
    assert later.line == at_once.line
    assert later.whole_line
    end = position
    for move in later.line:
        end = end.play(move)
    assert (end.is_over, end.outcome) == (True, later.outcome)


@pytest.mark.parametrize("deal", DEALS, ids=str)
def test_both_engines_count_the_search_and_the_line_alike(deal: tuple[str, int, int]) -> None:
    position = dealt(*deal)
    chosen = Algorithm.parse(search_of(position))

    def counted(engine: str, line: bool) -> tuple[Any, ...]:
        memory = TranspositionTable()
        problem = Problem(position, chosen, Limit(), memory, line)
        (answering,) = ENGINES[engine]
        answer = answering.search(problem, Watch())
        return answer.value.payoffs, answer.stats, answer.for_line

    for line in (True, False):
        assert counted("kernel", line) == counted("reference", line)
    assert counted("kernel", True)[:2] == counted("kernel", False)[:2]
    assert counted("kernel", True)[2].visited > 0
    assert counted("kernel", False)[2].visited == 0


def test_the_table_that_is_still_there_saves_a_second_search() -> None:
    position = dealt("bridge", 4, 9)
    first = kibitz.solve(position)
    by_table = first.line
    again = kibitz.solve(position)
    choice._Latest.table = None
    gc.collect()
    assert again.line == by_table
    assert first.way.stats is not None
    assert again.way.stats is not None
    assert first.way.stats.visited < again.way.stats.visited
    assert again.way.stats.visited > again.stats.visited  # it searched all of it again


def test_only_the_table_of_the_last_search_is_kept() -> None:
    tables = []
    results = []
    for seed in range(3):
        results.append(kibitz.solve(dealt("bridge", seed, 6)))
        assert choice._Latest.table is not None
        tables.append(weakref.ref(choice._Latest.table))
    gc.collect()
    assert [table() is None for table in tables] == [True, True, False]
    assert all(len(result.line) == 24 for result in results)


def test_a_table_of_ones_own_is_not_emptied_by_a_look_at_an_older_line() -> None:
    table = TranspositionTable()
    one, other = dealt("bridge", 1, 6), dealt("bridge", 2, 6)
    first = kibitz.solve(one, table=table)
    kibitz.solve(other, table=table)
    emptied = table.emptied
    assert first.line == kibitz.solve(one, limit=ENOUGH).line
    assert table.emptied == emptied


def test_a_pickled_result_has_its_line() -> None:
    result = kibitz.solve(dealt("bridge", 1, 6))
    copied: Result = pickle.loads(pickle.dumps(result))
    assert copied == result
    assert copied.line == result.line
    assert len(copied.line) == 24


def test_threads_that_look_at_once_find_it_once() -> None:
    asked = []
    result = kibitz.solve(dealt("bridge", 1, 7))
    find = result.way._find
    assert find is not None

    def counting() -> Any:
        asked.append(1)
        return find()

    result.way._find = counting
    with ThreadPoolExecutor(4) as pool:
        lines = list(pool.map(lambda _: result.line, range(8)))
    assert len(asked) == 1
    assert len(set(lines)) == 1


def test_a_changed_result_does_not_look_for_the_line() -> None:
    result = kibitz.solve(dealt("bridge", 1, 6))
    changed = replace(result, seconds=0.0)
    assert changed.way.stats is None
    data = changed.as_dict(line=False)
    assert "line" not in data
    assert changed.way.stats is None
    assert data["move"] == changed.as_dict()["line"][0]
    assert changed.as_dict()["beside"]["line"]["visited"] > 0


def test_the_text_of_a_result_has_the_line_and_says_what_it_took() -> None:
    result = kibitz.solve(dealt("bridge", 1, 6))
    before = result.visited
    assert before == result.stats.visited
    shown = dict(result.rows())
    assert len(shown["line"].split()) == 24
    assert result.way.stats is not None
    assert shown["beside"] == f"{result.way.stats.visited:,} nodes for the line"
    assert result.visited == before + result.way.stats.visited


def contract(outcome: tuple[int, ...]) -> tuple[int, int]:
    """Four tricks or not, which does not say how many."""
    return (1, 0) if outcome[0] >= 4 else (0, 1)


def test_where_values_do_not_say_the_outcome_the_line_is_found_at_once() -> None:
    position = kibitz.game("bridge(cards=6)", utility=contract).deal(1)
    result = kibitz.solve(position, "partition")
    assert result.way.stats is not None
    end = position
    for move in result.line:
        end = end.play(move)
    assert (end.is_over, end.outcome) == (True, result.outcome)


def test_a_stopped_search_counts_all_its_nodes_as_before() -> None:
    position = dealt("bridge", 4, 8)
    whole = kibitz.solve(position, search_of(position), limit=ENOUGH)
    assert whole.way.stats is not None
    nodes = whole.stats.visited + whole.way.stats.visited // 2
    stopped = kibitz.solve(position, search_of(position), limit=Limit(nodes=nodes))
    assert (stopped.stopped, stopped.stats.visited) == ("nodes", nodes)
    assert stopped.way.stats is None
    assert stopped.value is not None
    assert whole.value is not None
    assert stopped.value[position.side] == whole.value[position.side]
    assert stopped.move == whole.move
