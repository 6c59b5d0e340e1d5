"""The same question for many deals: the cost of each algorithm, and where they differ.

`compare_deals` and `analyse_deals` deal, ask and give a `Case` at a time, each with its flat rows;
`Study` sums up cases.
"""

from __future__ import annotations

import csv
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any, TextIO

from kibitz.algorithm import Algorithm
from kibitz.asking.analyse import Analysis, analysing
from kibitz.asking.many import compare_many
from kibitz.asking.solve import solve
from kibitz.comparison import Comparison
from kibitz.engines.problem.protocol import check_progress
from kibitz.errors import KibitzError, TextError, check_kind
from kibitz.game import Game, Position
from kibitz.games import game as read_game
from kibitz.results import SHORTEST, Limit
from kibitz.showing.layout import columns, escaped, html_table
from kibitz.workers import at_once, in_order

FIRST = ("seed", "id", "game", "position", "algorithm", "engine", "move")
LAST = ("certainty", "depth", "stopped", "error")
MOST = 5
"""How many reasons for no answer are shown."""
COUNTS = ("visited", "expanded", "leaves", "cuts", "table_hits", "re_searches", "seconds")


@dataclass(frozen=True)
class Case:
    """One deal of many, and the answer for it.

    >>> (case,) = kibitz.compare_deals("spades(players=3)", ["maxn", "leaf-table"], 1, cards=3)
    >>> [(row["seed"], row["algorithm"], row["visited"]) for row in case.as_rows()]
    [(0, 'maxn', 32), (0, 'leaf-table', 25)]
    """

    id: str
    """Its number among the deals, from 1 on."""
    seed: int | None
    """The seed that it was dealt by."""
    position: Position
    answer: Comparison | Analysis | KibitzError
    asked: str | None = None
    """By which algorithm an analysis was asked for, nothing for the default; none if none was."""

    def as_rows(self) -> list[dict[str, Any]]:
        """A flat row per algorithm, or per move of an analysis; all rows of a game are alike."""
        sides = range(self.position.game.sides)
        names = (*FIRST, *(f"value_{side}" for side in sides), *COUNTS, *LAST)
        if self.asked is not None:
            names = (*names, "cost", "line")
        where = {"game": str(self.position.game), "position": str(self.position)}
        known = {"seed": self.seed, "id": self.id, **where}
        return [{name: {**row, **known}.get(name) for name in names} for row in self._said()]

    def _said(self) -> Iterator[dict[str, Any]]:
        if isinstance(self.answer, KibitzError):
            yield {"algorithm": self.asked, "error": str(self.answer)}
        elif isinstance(self.answer, Analysis):
            yield from _of_moves(self.answer)
        else:
            for row in self.answer.as_rows():
                cuts = [count for name, count in row.items() if name.startswith("cuts_")]
                yield {**row, "cuts": None if row["error"] else sum(cuts)}

    def as_dict(self) -> dict[str, Any]:
        """The case in plain types, ready for JSON."""
        answer, known = self.answer, {"seed": self.seed, "id": self.id}
        if isinstance(answer, KibitzError):
            return {**known, "position": str(self.position), "error": str(answer)}
        return {**known, **answer.as_dict()}


def _of_moves(analysis: Analysis) -> Iterator[dict[str, Any]]:
    """A row per move, the best first; what was counted is of the whole analysis."""
    stats = analysis.stats
    shared = {
        **vars(stats),
        "cuts": sum(stats.cuts.values()),
        "algorithm": str(analysis.algorithm),
        "engine": analysis.engine,
        "stopped": analysis.stopped,
        "seconds": analysis.seconds,
        "error": "",
    }
    for row in analysis.ranked():
        value = row.value or ()
        yield {
            **shared,
            "move": " ".join(map(str, row.moves)),
            **{f"value_{side}": payoff for side, payoff in enumerate(value)},
            "certainty": row.certainty,
            "depth": row.depth,
            "cost": row.cost,
            "line": " ".join(map(str, row.line)),
        }


def deals_of(
    game: Game | str, deals: int, seed: int = 0, cards: int | None = None
) -> list[tuple[int, Position]]:
    """Random deals of a game with their seeds, one after the other."""
    check_kind(game, Game | str, "a game or its text")
    if type(deals) is not int or deals < 1:
        raise TextError(f"expected 1 deal or more: {deals!r}")
    named = read_game(game) if isinstance(game, str) else game
    return [(number, named.deal(number, cards)) for number in range(seed, seed + deals)]


def compare_deals(
    game: Game | str,
    algorithms: Iterable[Algorithm | str] | str,
    deals: int = 100,
    seed: int = 0,
    *,
    cards: int | None = None,
    workers: int | None = None,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Case]:
    """Compare algorithms on random deals, as `compare_many` does, one deal at a time.

    The same deals, results and rows for the same seed, whatever the number of workers; only times
    differ, each that of its own search. After Ctrl-C the last
    case is that of the deal that was searched.

    >>> cases = list(kibitz.compare_deals("tree(depth=3)", ["maxn", "leaf-table"], deals=20))
    >>> print(kibitz.Study(cases).verdict)
    all agree on 20 deals
    """
    check_kind(algorithms, Iterable, "algorithms in a list")
    found = deals_of(game, deals, seed, cards)
    positions = iter([position for _, position in found])  # one at a time
    named = [algorithms] if isinstance(algorithms, str) else list(algorithms)
    _warm_up(found[:1], named, engine)
    answers = compare_many(
        game,
        positions,
        named,
        workers=workers,
        engine=engine,
        limit=limit,
        progress=progress,
    )
    yield from _cases(found, answers)


def analyse_deals(
    game: Game | str,
    algorithm: Algorithm | str | None = None,
    deals: int = 100,
    seed: int = 0,
    *,
    cards: int | None = None,
    workers: int | None = None,
    engine: str = "auto",
    limit: Limit | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Case]:
    """Value every move of random deals; the cases are as those of `compare_deals`.

    As many deals are analysed at once as there are workers, in threads: the kernel works in all
    of them, the reference in one at a time.

    >>> first, *_ = kibitz.analyse_deals("spades(players=3)", deals=2, seed=1, cards=3)
    >>> [(row["move"], row["cost"], row["certainty"]) for row in first.as_rows()]
    [('D3', 0, 'exact'), ('C4', 0, 'exact')]
    """
    check_progress(progress)
    found, stop = deals_of(game, deals, seed, cards), threading.Event()
    _warm_up(found[:1], [algorithm], engine)
    asked = "" if algorithm is None else str(algorithm)

    def answer(position: Position) -> Analysis | KibitzError:
        try:
            *_, last = analysing(position, algorithm, engine=engine, limit=limit, cancel=stop)
            return last
        except KibitzError as error:
            return error

    positions = [position for _, position in found]
    answers = in_order(answer, positions, at_once(workers), stop)
    for answered, case in enumerate(_cases(found, answers, asked), start=1):
        if isinstance(case.answer, Analysis) and case.answer.stopped in ("interrupt", "cancel"):
            yield replace(case, answer=replace(case.answer, stopped="interrupt"))
            return
        yield case
        if progress is not None:
            progress(answered)


def _warm_up(
    found: Sequence[tuple[int, Position]],
    algorithms: Sequence[Algorithm | str | None],
    engine: str,
) -> None:
    """Search one node by each algorithm, so that what is loaded at first counts for none."""
    for _, position in found:
        for algorithm in algorithms:
            with suppress(KibitzError):
                solve(position, algorithm, engine=engine, limit=Limit(nodes=1))


def _cases(
    found: Sequence[tuple[int, Position]],
    answers: Iterable[Comparison | Analysis | KibitzError],
    asked: str | None = None,
) -> Iterator[Case]:
    for at, ((seed, position), answer) in enumerate(zip(found, answers, strict=False)):
        yield Case(str(at + 1), seed, position, answer, asked)


@dataclass(frozen=True)
class Study:
    """Many cases together: the cost of each algorithm, and where they differ.

    >>> study = kibitz.Study(kibitz.compare_deals("tree(depth=3)", ["maxn", "shallow"], 10))
    >>> study.verdict, study.contradicts
    ('all agree on 10 deals', False)
    """

    cases: Sequence[Case]

    def __post_init__(self) -> None:
        check_kind(self.cases, Iterable, "cases, such as those of compare_deals")
        object.__setattr__(self, "cases", tuple(self.cases))

    @property
    def comparisons(self) -> list[tuple[Case, Comparison]]:
        """The cases that have one."""
        return [(case, case.answer) for case in self.cases if isinstance(case.answer, Comparison)]

    @property
    def contradicts(self) -> bool:
        """Whether searches differ in some case that must agree."""
        return any(found.contradicts for _, found in self.comparisons)

    @property
    def stopped(self) -> str:
        """What stopped the last search."""
        last = self.cases[-1].answer if self.cases else None
        return "" if last is None or isinstance(last, KibitzError) else last.stopped

    @property
    def verdict(self) -> str:
        """The number of deals on which they agree, and the first on which they do not."""
        found, parts = self.comparisons, []
        by_verdict: dict[str, list[Case]] = {}
        for case, comparison in found:
            verdict = comparison.verdict.partition(";")[0]
            by_verdict.setdefault("all agree" if comparison.agree else verdict, []).append(case)
        for verdict, cases in by_verdict.items():
            first = "" if verdict == "all agree" else f", first with seed {cases[0].seed}"
            parts.append(f"{verdict} on {_deals(len(cases))}{first}")
        refused = sum(isinstance(case.answer, KibitzError) for case in self.cases)
        if refused:
            parts.append(f"no answer on {_deals(refused)}")
        return "; ".join(parts) or f"{_deals(len(self.cases))} analysed"

    def rows(self) -> list[list[str]]:
        """The cost of each algorithm, as texts, headings first; times come last."""
        heads = ["algorithm", "deals", "not ended", "no fit"]
        rows = [[*heads, "visited", "median", "expanded", "ms", "slowest", "nodes/s"]]
        by_name: dict[str, list[dict[str, Any]]] = {}
        for case in self.cases:
            for row in {row["algorithm"]: row for row in case.as_rows()}.values():
                by_name.setdefault(row["algorithm"] or "-", []).append(row)
        for name, taken in by_name.items():
            ran = [row for row in taken if row["visited"] is not None]
            ended = [row for row in ran if row["stopped"] in ("", "depth", "forced")]
            counts = (len(ran), len(ran) - len(ended), len(taken) - len(ran))
            rows.append([name, *map(str, counts), *_means(ran)])
        return rows

    def show(self) -> str:
        """The average cost of each algorithm, and whether they agree."""
        return f"{columns(self.rows())}\n{self._remarks()}"

    def _remarks(self) -> str:
        reasons = dict.fromkeys(
            f"{row['algorithm'] or case.position}: {row['error']}"
            for case in self.cases
            for row in case.as_rows()
            if row["error"]
        )
        more = [f"and {len(reasons) - MOST:,} others"] if len(reasons) > MOST else []
        return "\n".join([*list(reasons)[:MOST], *more, self.verdict])

    def as_dict(self) -> dict[str, Any]:
        """The study in plain types, ready for JSON."""
        return {
            "cases": [case.as_dict() for case in self.cases],
            "contradicts": self.contradicts,
            "verdict": self.verdict,
        }

    def as_rows(self) -> list[dict[str, Any]]:
        """All rows of all cases, ready for a data frame."""
        return [row for case in self.cases for row in case.as_rows()]

    def _repr_html_(self) -> str:
        return f"{html_table(self.rows())}<p>{escaped(self._remarks())}</p>"


def _deals(count: int) -> str:
    return "1 deal" if count == 1 else f"{count:,} deals"


def _means(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Means of nodes and times, and how fast that is together."""
    if not rows:
        return ["-"] * 6
    visited, seconds = ([row[name] for row in rows] for name in ("visited", "seconds"))
    return [
        f"{fmean(visited):,.0f}",
        f"{median(visited):,.0f}",
        f"{fmean(row['expanded'] for row in rows):,.0f}",
        f"{1000 * fmean(seconds):,.2f}",
        f"{1000 * max(seconds):,.2f}",
        f"{sum(visited) / max(sum(seconds), SHORTEST):,.0f}",
    ]


class Rows:
    """Rows of cases in a file of CSV, each written as soon as it is there.

    What the file held before stays until the first row is there, or for good if rows are added.
    """

    def __init__(self, file: TextIO, add: bool = False) -> None:
        self.file, self.add, self.begun = file, add, False

    def write(self, case: Case) -> None:
        """Add the rows of a case."""
        rows = case.as_rows()
        if not rows:
            return
        writer = csv.DictWriter(self.file, list(rows[0]), lineterminator="\n")
        if not self.begun and not self._goes_on(",".join(rows[0])):
            writer.writeheader()
        self.begun = True
        writer.writerows(rows)
        self.file.flush()

    def _goes_on(self, head: str) -> bool:
        """Whether rows are added to some that are there, which must have the same columns."""
        if not self.file.seekable():  # a pipe
            return False
        self.file.seek(0)
        first = self.file.readline() if self.add else ""
        if first and first.rstrip("\r\n") != head:
            raise TextError(f"expected a file that begins with {head}: {first[:200]!r}")
        if first:
            self.file.seek(0, os.SEEK_END)
        else:
            self.file.truncate(0)
        return bool(first)
