"""A club: every player meets every other in a match, and the blocks give each a rating."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.errors import TextError
from kibitz.lab.estimate import Estimate, estimate_by_blocks
from kibitz.lab.export import write_rows
from kibitz.lab.runner import runs
from kibitz.matches.match import Match, MatchResult
from kibitz.matches.ratings import Meeting, ratings
from kibitz.showing.layout import columns, in_full


@dataclass(frozen=True)
class Club:
    """What came out of a round robin."""

    game: str
    players: tuple[str, ...]
    matches: tuple[MatchResult, ...]
    """One for each two players, those of the first one first."""

    def match(self, one: int, two: int) -> MatchResult:
        """The match of two players."""
        pairs = list(itertools.combinations(range(len(self.players)), 2))
        return self.matches[pairs.index((min(one, two), max(one, two)))]

    def differences(self, one: int, two: int) -> dict[int, float]:
        """By how much one scored more than the other in each block."""
        found = self.match(one, two)
        scores = [found.results.values(found.match.column, f"score {kind}") for kind in range(2)]
        sign = 1 if one < two else -1
        return {block: sign * (scores[0][block] - scores[1][block]) for block in scores[0]}

    @functools.cached_property
    def ratings(self) -> list[Estimate]:
        """The rating of each player: the model of Bradley and Terry on won, drawn, lost blocks."""
        blocks: dict[int, list[Meeting]] = {}
        for one, two in itertools.combinations(range(len(self.players)), 2):
            for block, apart in self.differences(one, two).items():
                share = 0.5 if not apart else float(apart > 0)
                blocks.setdefault(block, []).append((one, two, share))
        return ratings(len(self.players), [blocks[block] for block in sorted(blocks)])

    def won(self, player: int) -> float:
        """The share of its blocks that a player won, a draw being half."""
        apart = [
            difference
            for other in range(len(self.players))
            if other != player
            for difference in self.differences(player, other).values()
        ]
        return sum(0.5 if not one else float(one > 0) for one in apart) / max(1, len(apart))

    def difference(self, one: int, two: int) -> Estimate:
        """By how much one player scores more than another."""
        return estimate_by_blocks(list(self.differences(one, two).values()))

    def rows(self) -> list[dict[str, Any]]:
        """A row per player, the best first."""
        order = sorted(range(len(self.players)), key=lambda one: (-self.ratings[one].value, one))
        return [
            {
                "place": place,
                "player": self.players[one],
                "rating": round(self.ratings[one].value, 1),
                "low": _rounded(self.ratings[one].low),
                "high": _rounded(self.ratings[one].high),
                "blocks": sum(
                    len(self.differences(one, two))
                    for two in range(len(self.players))
                    if two != one
                ),
                "won": round(self.won(one), 4),
            }
            for place, one in enumerate(order, start=1)
        ]

    def as_dict(self) -> dict[str, Any]:
        """The club in plain types, ready for JSON."""
        pairs = itertools.combinations(range(len(self.players)), 2)
        return {
            "game": self.game,
            "players": self.rows(),
            "matches": [
                {
                    "players": [self.players[one], self.players[two]],
                    "blocks": self.difference(one, two).cases,
                    "difference": self.difference(one, two).as_dict(),
                }
                for one, two in pairs
                if self.differences(one, two)
            ],
        }

    def to_csv(self, path: str | Path) -> None:
        """Write a row per player as CSV."""
        write_rows(Path(path), self.rows())

    def show(self) -> str:
        """The ratings, and below them by how much each scores more than each other."""
        table = [["", "player", "rating", "95 %", "won"]]
        for row in self.rows():
            low, high = row["low"], row["high"]
            between = "-" if low is None else f"{low:+.0f} to {high:+.0f}"
            rating, won = f"{row['rating']:+.0f}", f"{row['won']:.1%}"
            table.append([str(row["place"]), row["player"], rating, between, won])
        order = [self.players.index(row["player"]) for row in self.rows()]
        cross = [["score more than", *(str(place) for place in range(1, len(order) + 1))]]
        for place, one in enumerate(order, start=1):
            cells = [self._cell(one, two) for two in order]
            cross.append([f"{place} {self.players[one]}", *cells])
        played = sum(len(one.results) for one in self.matches)
        caveats = dict.fromkeys(filter(None, (one.results.caveat for one in self.matches)))
        matches, blocks = "es" * (len(self.matches) != 1), "s" * (played != 1)
        head = f"{self.game}, {len(self.matches)} match{matches}, {played:,} block{blocks}"
        return "\n".join([head, columns(table, left=[1]), "", columns(cross), *caveats])

    def _cell(self, one: int, two: int) -> str:
        if one == two or not self.differences(one, two):
            return ""
        return f"{self.difference(one, two).value:+.2f}"

    def _repr_html_(self) -> str:
        return in_full(self.show())


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 1)


def club(
    game: str,
    *players: str,
    blocks: int = 100,
    seed: int = 0,
    every: bool = False,
    store: str | Path = ":memory:",
    so_far: bool = False,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Match, int, int], None] = lambda match, done, tasks: None,
    warn: Callable[[str], None] = lambda line: None,
) -> Club:
    """Let every player meet every other in a match of `blocks` blocks, on the same deals.

    The matches are those of `match`, and results that the store has are not made again.
    """
    pairs: Sequence[tuple[str, str]] = list(itertools.combinations(players, 2))
    if not pairs:
        raise TextError(f"expected two players or more: {len(players)}")
    works = [Match(game, pair, blocks, seed, every) for pair in pairs]
    names = [works[0].players[0], *(work.players[1] for work in works[: len(players) - 1])]
    if len(set(names)) < len(names):
        raise TextError(f"expected players that differ: {', '.join(names)}")
    number = {work.column: at for at, work in enumerate(works)}

    def tell(work: Match, done: int, tasks: int) -> None:
        progress(work, number[work.column] * tasks + done, len(works) * tasks)

    found = runs(
        works,
        store=Path(store),
        so_far=so_far,
        workers=workers,
        cluster=cluster,
        progress=tell,
        warn=warn,
    )
    results = tuple(MatchResult(work, played) for work, played in found)
    return Club(game, tuple(names), results)
