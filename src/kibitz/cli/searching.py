"""Verbs that search: solve, compare, trace, bench."""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator

import kibitz
from kibitz import Algorithm, Comparison, Limit, Position, Result, Trace, TrickTable
from kibitz.cli.answering import (
    MISUNDERSTOOD,
    STOPPED,
    drawn,
    each,
    lines,
    print_fault,
    print_json,
    progress_bar,
    put_all,
)
from kibitz.cli.reading import Verbs, algorithm_of, limit_of, propose, seconds, whole, workers


def add(verbs: Verbs) -> None:
    """The verbs with their options."""
    solving = verbs.add(solve, "GAME", "POSITION")
    solving.add_argument("--workers", type=workers, default=1, help="searches at once, with -")
    comparing = verbs.add(compare, "GAME", "POSITION")
    algorithms = comparing.add_argument(
        "algorithms", metavar="ALGORITHM", nargs="+", help="one or more"
    )
    propose(algorithms, lambda: kibitz.PRESETS)
    tracing = verbs.add(trace, "GAME", "POSITION")
    tracing.add_argument("--svg", metavar="FILE", help="draw the tree of a small search too")
    tabling = verbs.add(trick_table, "GAME", "POSITION")
    tabling.add_argument("--workers", type=workers, help="searches at once, default all processors")
    benching = verbs.add(bench)
    for verb in (solving, tracing):
        algorithm = verb.add_argument(
            "--algorithm", help="default: the strongest that the game supports"
        )
        propose(algorithm, lambda: kibitz.PRESETS)
    for verb in (solving, comparing, benching):
        engine = verb.add_argument("--engine", default="auto", help="auto, kernel or reference")
        propose(engine, lambda: ("auto", "kernel", "reference"))
    for verb in (solving, comparing, tracing):
        verb.add_argument("--nodes", type=whole, help="stop after so many visited nodes")
        verb.add_argument("--seconds", type=seconds, help="stop after so many seconds")
        verb.add_argument("--depth", type=whole, help="plies to search, with leaf=...")
        verb.add_argument("--table-mb", type=whole, default=256, help="memory of the table")


def solve(options: argparse.Namespace) -> int:
    """Find the best move, the value and the line."""
    algorithm, limit = algorithm_of(options), limit_of(options)
    if options.position == "-" and options.workers != 1:
        return _solve_many(options, algorithm, limit)

    def answer(position: Position) -> Result:
        with progress_bar(options.nodes) as progress:
            return kibitz.solve(
                position,
                algorithm,
                engine=options.engine,
                limit=limit,
                progress=progress,
                keep_interrupted=True,
            )

    return each(options, answer)


def _solve_many(options: argparse.Namespace, algorithm: Algorithm | None, limit: Limit) -> int:
    """Search the positions of stdin, several at once; one object per line, in their order."""
    game, waiting, code = kibitz.game(options.game), deque[str](), 0

    def read() -> Iterator[str]:
        for line in lines():
            waiting.append(line)
            yield line

    answers = kibitz.solve_many(
        game, read(), algorithm, workers=options.workers, engine=options.engine, limit=limit
    )
    for found in answers:
        line = waiting.popleft()
        if isinstance(found, Result):
            print_json(found.as_dict())
            code = STOPPED if found.stopped == "interrupt" else code
        else:
            print_fault(game, line, found)
            code = MISUNDERSTOOD
    return code


def compare(options: argparse.Namespace) -> int:
    """Search with several algorithms and lay the results side by side."""
    algorithms, limit = [Algorithm.parse(line) for line in options.algorithms], limit_of(options)

    def answer(position: Position) -> Comparison:
        with progress_bar(options.nodes) as progress:
            return kibitz.compare(
                position, algorithms, engine=options.engine, limit=limit, progress=progress
            )

    return each(options, answer)


def bench(options: argparse.Namespace) -> int:
    """Search a fixed set of positions; the sum of all nodes is the signature of the search."""
    return put_all(options, kibitz.bench(options.engine))


def trace(options: argparse.Namespace) -> int:
    """Show a search step by step."""
    algorithm, limit = algorithm_of(options), limit_of(options)

    def answer(position: Position) -> Trace:
        return kibitz.trace(position, algorithm, limit=limit)

    return each(options, drawn(options, answer))


def trick_table(options: argparse.Namespace) -> int:
    """Count the tricks of every declarer in every strain of bridge."""

    def answer(position: Position) -> TrickTable:
        with progress_bar(20, " searches") as progress:
            return kibitz.trick_table(position, workers=options.workers, progress=progress)

    return each(options, answer)
