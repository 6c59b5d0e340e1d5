from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

Counted = tuple[tuple[int, int, int], tuple[int, int, int, int, int], tuple[int, int]]
"""Nodes, cuts, table hits and searches again."""
Record = tuple[int, list[int], int, int, int, Counted, Counted, list[int]]
"""Answer, line, outcome, depth, what stopped it; what it took, and for the line beyond its first
move if that is counted apart; all answers, where there are several.
"""
Limits = tuple[int, float, int, bool]
"""Nodes, seconds, plies, and whether the line is wanted beyond its first move."""
Deal = tuple[
    int,
    Sequence[int],
    Sequence[int],
    int,
    int,
    Sequence[int],
    Sequence[int],
    bool,
    bool,
]
"""Trump, hands, owners, cards left over, leader, table, taken, broken, begun."""

PARTS: dict[str, list[str]]

class TooDeep(Exception): ...
class TooWide(Exception): ...
class NoLanes(Exception): ...
class Refused(ValueError): ...
class KeptTable: ...

class _Search(Protocol):
    def __call__(
        self,
        rules: Mapping[str, Any],
        scores: Mapping[str, Any],
        parts: Mapping[str, Any],
        limits: Limits,
        watch: Callable[[int], bool],
        table: KeptTable,
    ) -> Record: ...

class TrickPlan:
    def __init__(
        self, rules: Mapping[str, Any], scores: Mapping[str, Any], parts: Mapping[str, Any]
    ) -> None: ...
    def search(
        self, deal: Deal, limits: Limits, watch: Callable[[int], bool], table: KeptTable
    ) -> Record: ...
    def search_many(
        self, deals: list[Deal], limits: Limits, watch: Callable[[int], bool]
    ) -> list[tuple[Record, float]]: ...

search_tree: _Search
search_board: _Search
search_rolit: _Search
search_focus: _Search
search_blokus: _Search

def way_home(rows: int) -> bytes: ...
def search_own(
    rules: Mapping[str, Any],
    scores: Mapping[str, Any],
    parts: Mapping[str, Any],
    limits: Limits,
    watch: Callable[[int], bool],
    table: KeptTable,
) -> tuple[Record, list[int]]: ...
def count_own(
    rules: Mapping[str, Any], scores: Mapping[str, Any], depth: int, watch: Callable[[int], bool]
) -> list[tuple[int, int]] | None: ...
def look_own(rules: Mapping[str, Any], scores: Mapping[str, Any]) -> dict[str, Any]: ...
def count_tricks(
    rules: Mapping[str, Any], deal: Deal, depth: int, watch: Callable[[int], bool]
) -> list[tuple[int, int]] | None: ...
def solve_sets(
    rules: Mapping[str, Any],
    first: Deal,
    deal: Deal,
    scores: Mapping[str, Any],
    parts: Mapping[str, Any],
    threads: int,
    limits: Limits,
    watch: Callable[[int, float, list[int]], bool],
    table: KeptTable,
) -> dict[str, Any]: ...
def draw_worlds(
    kinds: Sequence[Sequence[int]],
    rows: Sequence[int],
    columns: Sequence[int],
    weights: Sequence[Sequence[float]],
    by_holder: bool,
    number: int,
    seed: int,
) -> list[int]: ...

class WorldTree:
    def __init__(
        self,
        rules: Mapping[str, Any],
        deal: Deal,
        rows: Sequence[Sequence[int]],
        low: Sequence[int],
        span: Sequence[int],
        c: float,
        seed: int,
        patience: int,
    ) -> None: ...
    def iterate(self, worlds: Sequence[Sequence[int]], cards: Sequence[int]) -> list[int]: ...
    def root(self) -> list[tuple[int, int, int, int]]: ...

def play_outs(
    rules: Mapping[str, Any],
    deals: Sequence[Deal],
    cards: Sequence[int],
    wanted: Sequence[Sequence[Sequence[bool]]],
    which: Sequence[int],
) -> list[int]: ...
