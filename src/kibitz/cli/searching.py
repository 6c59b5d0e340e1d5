"""Verbs that search: solve, compare, trace, bench."""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Iterator
from typing import Any

import kibitz
from kibitz import Algorithm, Limit, Position, Result
from kibitz.cli.answering import (
    STOPPED,
    each,
    print_json,
    progress_bar,
    show_shown,
    unless_stopped,
)
from kibitz.cli.reading import Verbs, algorithm_of, limit_of, seconds, whole, workers
from kibitz.layout import columns
from kibitz.solve import write_payoffs


def add(verbs: Verbs) -> None:
    """The verbs with their options."""
    solving = verbs.add(solve, "GAME", "POSITION")
    solving.add_argument("--workers", type=workers, default=1, help="searches at once, with -")
    comparing = verbs.add(compare, "GAME", "POSITION")
    comparing.add_argument("algorithms", metavar="ALGORITHM", nargs="+", help="one or more")
    tracing = verbs.add(trace, "GAME", "POSITION")
    benching = verbs.add(bench)
    for verb in (solving, tracing):
        verb.add_argument("--algorithm", help="default: the strongest that the game supports")
    for verb in (solving, comparing, benching):
        verb.add_argument("--engine", default="auto", help="auto, kernel or reference")
    for verb in (solving, comparing, tracing):
        verb.add_argument("--nodes", type=whole, help="stop after so many visited nodes")
        verb.add_argument("--seconds", type=seconds, help="stop after so many seconds")
        verb.add_argument("--depth", type=whole, help="plies to search, with leaf=...")
        verb.add_argument("--table-mb", type=whole, default=256, help="memory of the table")


def solve(options: argparse.Namespace) -> int:
    """Tell the best move, the value and the line."""
    algorithm, limit = algorithm_of(options), limit_of(options)
    if options.position == "-" and options.workers != 1:
        return _solve_many(options, algorithm, limit)

    def answer(position: Position) -> dict[str, Any]:
        with progress_bar(options) as progress:
            result = kibitz.solve(
                position, algorithm, engine=options.engine, limit=limit, progress=progress
            )
        data = result.as_dict()
        if options.position != "-" and not options.json:
            data["shown"] = result.show()
        return unless_stopped(data, result)

    return each(options, answer, show_shown)


def _solve_many(options: argparse.Namespace, algorithm: Algorithm | None, limit: Limit) -> int:
    """Search the positions of stdin, several at once; one object a line, in their order."""
    game, lines, code = kibitz.game(options.game), deque[str](), 0

    def read() -> Iterator[str]:
        for line in filter(None, map(str.strip, sys.stdin)):
            lines.append(line)
            yield line

    answers = kibitz.solve_many(
        game, read(), algorithm, workers=options.workers, engine=options.engine, limit=limit
    )
    for found in answers:
        line = lines.popleft()
        if isinstance(found, Result):
            print_json(found.as_dict())
            code = STOPPED if found.stopped == "interrupt" else code
        else:
            print_json({"game": str(game), "position": line, "error": str(found)})
            code = 2
    return code


def compare(options: argparse.Namespace) -> int:
    """Search with several algorithms and lay the results side by side."""
    algorithms, limit = [Algorithm.parse(line) for line in options.algorithms], limit_of(options)

    def answer(position: Position) -> dict[str, Any]:
        with progress_bar(options) as progress:
            results = kibitz.compare(
                position, algorithms, engine=options.engine, limit=limit, progress=progress
            )
        found = [result.as_dict() for result in results]
        for result in found:
            del result["game"], result["position"]
        data = {
            "game": str(position.game),
            "position": str(position),
            "agree": kibitz.agree(results),
            "results": found,
        }
        return unless_stopped(data, results[-1])

    return each(options, answer, _show_comparison)


def _show_comparison(data: dict[str, Any]) -> None:
    rows = [["algorithm", "move", "value", "visited", "expanded", "cuts", "hits", "again", ""]]
    for result in data["results"]:
        stats = result["stats"]
        counts = (
            stats["visited"],
            stats["expanded"],
            sum(stats["cuts"].values()),
            stats["table_hits"],
            stats["re_searches"],
        )
        stopped = "" if result["complete"] else "stopped early"
        if stopped and result["depth"] is not None:
            stopped = f"depth {result['depth']}"
        rows.append(
            [
                result["algorithm"],
                str(result["move"]),
                "None" if result["value"] is None else write_payoffs(result["value"]),
                *(f"{count:,}" for count in counts),
                stopped,
            ]
        )
    print(columns(rows, left=range(3)))
    deep = {result["depth"] for result in data["results"]}
    why = "" if len(deep) == 1 else ", being searched to different depths"
    print("all agree" if data["agree"] else f"they differ in value or line{why}")


def bench(options: argparse.Namespace) -> int:
    """Search a fixed set of positions; the sum of all nodes is the signature of the search."""
    rows = list(kibitz.bench(options.engine))
    if options.json:
        print_json([row.as_dict() for row in rows])
        return 0
    heads = ["game", "position", "algorithm", "engine", "visited", "M nodes/s"]
    cells = [
        [
            str(row.position.game),
            f"deal {row.seed}" + (f", {row.cards} cards" if row.cards else ""),
            str(row.algorithm),
            row.result.engine,
            f"{row.result.stats.visited:,}",
            f"{row.result.stats.visited / row.result.seconds / 1e6:.2f}",
        ]
        for row in rows
    ]
    print(columns([heads, *cells], left=range(4)))
    small = sum(row.result.stats.visited for row in rows if row.small)
    print(f"signature {small:,} nodes in the rows for both engines")
    return 0


def trace(options: argparse.Namespace) -> int:
    """Show a search step by step."""
    algorithm, limit = algorithm_of(options), limit_of(options)
    if options.position != "-" and not options.json:
        position = kibitz.game(options.game).parse(options.position)
        for step in kibitz.trace(position, algorithm, limit=limit):
            print(step)
        return 0

    def answer(position: Position) -> dict[str, Any]:
        return {
            "game": str(position.game),
            "position": str(position),
            "algorithm": str(algorithm or kibitz.strongest(position, limit)),
            "steps": [step.as_dict() for step in kibitz.trace(position, algorithm, limit=limit)],
        }

    return each(options, answer, print_json)
