"""Results of several algorithms for one position, side by side, and whether they agree."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from kibitz.errors import check_kind
from kibitz.results import Result, Stopped
from kibitz.showing.layout import columns, escaped, html_table, plies

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.game import Move, Position


class Refusal(NamedTuple):
    """An algorithm that does not fit a position, and why.

    >>> deal = kibitz.game("spades(players=3)").deal(1, cards=2)
    >>> (refused,) = kibitz.compare(deal, ["maxn", "alpha-beta"]).refused
    >>> refused.reason
    'alpha-beta needs two sides, and spades has 3; use paranoid or maxn'
    """

    place: int
    """Its place among the algorithms that were to be compared."""
    algorithm: Algorithm | None
    """None for the default, which depends on the position."""
    reason: str
    fails: bool = False
    """Whether code of one's own failed, so that nobody knows whether it fits."""

    @classmethod
    def by(cls, place: int, algorithm: Algorithm | None, error: Exception) -> Refusal:
        """What an error says of an algorithm."""
        return cls(place, algorithm, str(error), getattr(error, "is_own", False))


def agree(results: Iterable[Result]) -> bool:
    """Whether results have one line and one value, as far as they know it.

    Payoffs that a paranoid search does not know count as no difference.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> kibitz.agree([kibitz.solve(tree, "maxn"), kibitz.solve(tree, "paranoid")])
    True
    """
    check_kind(results, Iterable, "results in a list")
    found = list(results)
    lines = {(result.worth.known, _line(result)) for result in found}
    return len(lines) <= 1 and _same_value(found)


def _line(result: Result) -> tuple[Move, ...]:
    """The line; where passes are imagined its first move, since how far it can be played is not
    the same for all such searches.
    """
    return result.line[:1] if result.algorithm.search.imagines else result.line


def _same_value(results: Sequence[Result]) -> bool:
    pairs = itertools.combinations((result.worth for result in results), 2)
    return all(one.agrees(other) for one, other in pairs)


@dataclass(frozen=True)
class Comparison(Sequence[Result]):
    """The results of several algorithms for one position, side by side.

    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> comparison = kibitz.compare(tree, ["maxn", "shallow"])
    >>> comparison.verdict, [result.stats.visited for result in comparison]
    ('all agree', [5, 4])
    """

    position: Position
    results: tuple[Result, ...]
    asked: int
    """How many algorithms were to be compared; after Ctrl-C fewer have results."""
    refused: tuple[Refusal, ...] = ()
    """Those of them that do not fit the position."""
    times: bool = False
    """Whether the table has times too, of which no two are alike."""

    @overload
    def __getitem__(self, at: int) -> Result: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Result, ...]: ...
    def __getitem__(self, at: int | slice) -> Result | tuple[Result, ...]:
        return self.results[at]

    def __len__(self) -> int:
        return len(self.results)

    @property
    def agree(self) -> bool:
        """Whether all results have one line and one value, as far as they know it."""
        return agree(self.results)

    @property
    def contradicts(self) -> bool:
        """Whether searches to the same depth differ though they prune the same plain search.

        What is known to be unsound need not agree with anything.
        """
        alike: dict[tuple[Algorithm, int | None], list[Result]] = {}
        for result in self.results:
            algorithm = result.algorithm
            if result.stopped in ("", "depth") and (algorithm.sound or algorithm.unproved):
                depth = None if result.complete else result.depth
                alike.setdefault((algorithm.plain(), depth), []).append(result)
        return not all(map(agree, alike.values()))

    @property
    def fails(self) -> bool:
        """Whether code of one's own failed in one of the searches."""
        return any(each.fails for each in self.refused)

    @property
    def finished(self) -> bool:
        """Whether every search reached its end, or the depth it was asked for."""
        done = all(result.stopped in ("", "depth") for result in self.results)
        return done and len(self.results) + len(self.refused) == self.asked

    @property
    def verdict(self) -> str:
        """Whether they agree, in words; or that some are not finished."""
        failed = sum(each.fails for each in self.refused)
        unfit = "".join(
            f"; {count} of {self.asked} {what}"
            for count, what in ((len(self.refused) - failed, "do not fit"), (failed, "failed"))
            if count
        )
        if not self.finished:
            done = sum(result.stopped in ("", "depth") for result in self.results)
            return f"not finished: {done} of {self.asked} came to their end{self._wrong()}{unfit}"
        if self.agree:
            return f"all agree{unfit}"
        what = "same value, other line" if _same_value(self.results) else "they differ in value"
        return f"{what}{self._wrong() or self._may_differ()}{unfit}"

    def _may_differ(self) -> str:
        """Why answers of which none is wrong are not the same, in words."""
        by = [result.algorithm for result in self.results]
        if len({one.combine for one in by}) > 1:
            return ", comparing payoffs as they are and against those of the others"
        if len({result.depth for result in self.results}) > 1:
            return ", being searched to different depths"
        if any(one.search.selective for one in by):
            return ", since some leave out moves"
        if len({one.search.guarantees for one in by}) > 1:
            return ", since a paranoid search says what the player to move gets at least"
        if len({one.plain().backup for one in by}) > 1:
            return ", since they assume different things of the players"
        if len({(one.order, one.ties) for one in by}) > 1:
            return ", with other rules or orders for ties"
        return ""

    def _wrong(self) -> str:
        """That some contradict each other, in words."""
        own = {result.algorithm.unproved for result in self.results} - {""}
        unproved = f", and {' and '.join(sorted(own))} is unproved" if own else ""
        return f", where they must agree{unproved}" if self.contradicts else ""

    def timed(self) -> Comparison:
        """The same, with milliseconds and nodes a second in its table."""
        return replace(self, times=True)

    @property
    def stopped(self) -> Stopped:
        """What stopped the last search."""
        return self.results[-1].stopped if self.results else ""

    def as_dict(self) -> dict[str, Any]:
        """The comparison in plain types, ready for JSON."""
        shared = ("game", "position")
        return {
            "game": str(self.position.game),
            "position": str(self.position),
            "agree": self.agree,
            "contradicts": self.contradicts,
            "finished": self.finished,
            "verdict": self.verdict,
            "results": [
                {key: what for key, what in result.as_dict().items() if key not in shared}
                for result in self.results
            ],
            "refused": [
                {"algorithm": _named(refusal.algorithm), "error": refusal.reason}
                for refusal in self.refused
            ],
        }

    @property
    def answers(self) -> list[Result | Refusal]:
        """The results and refusals, in the order of the algorithms."""
        results, refused = iter(self.results), {each.place: each for each in self.refused}
        total = len(self.results) + len(self.refused)
        return [refused[at] if at in refused else next(results) for at in range(total)]

    def as_rows(self) -> list[dict[str, Any]]:
        """A flat row per algorithm, ready for a data frame; one that does not fit has an error."""
        shared = {"game": str(self.position.game), "position": str(self.position)}
        return [
            {**answer.as_row(), "error": ""}
            if isinstance(answer, Result)
            else {**shared, "algorithm": _named(answer.algorithm), "error": answer.reason}
            for answer in self.answers
        ]

    def rows(self) -> list[list[str]]:
        """The comparison as texts, headings first."""
        heads = ["algorithm", "move", "value", "visited", "expanded", "cuts", "hits", "again"]
        searched = not self.finished or self._deep()
        rows = [
            [
                *heads,
                *(["searched"] if searched else []),
                *(["ms", "nodes/s"] if self.times else []),
            ]
        ]
        for result in self.results:
            stats = result.stats
            counts = (
                stats.visited,
                stats.expanded,
                sum(stats.cuts.values()),
                stats.table_hits,
                stats.re_searches,
            )
            deep = plies(result.depth) if result.depth is not None else "stopped early"
            rows.append(
                [
                    str(result.algorithm),
                    "-" if result.move is None else str(result.move),
                    str(result.worth) if result.worth.known else "-",
                    *(f"{count:,}" for count in counts),
                    *([("to the end" if result.complete else deep)] if searched else []),
                    *(
                        [f"{1000 * result.seconds:,.2f}", f"{result.rate:,.0f}"]
                        if self.times
                        else []
                    ),
                ]
            )
        return rows

    def _deep(self) -> bool:
        return any(result.depth is not None and not result.complete for result in self.results)

    def show(self) -> str:
        """The comparison as a table, and whether they agree."""
        return f"{columns(self.rows(), left=range(3))}\n{self._remarks()}"

    def _remarks(self) -> str:
        refused = [f"{_named(each.algorithm)}: {each.reason}" for each in self.refused]
        return "\n".join([*refused, self.verdict])

    def _repr_html_(self) -> str:
        return f"{html_table(self.rows())}<p>{escaped(self._remarks())}</p>"


def _named(algorithm: Algorithm | None) -> str:
    return "the default" if algorithm is None else str(algorithm)
