from collections.abc import Callable, Mapping
from typing import Any, Protocol

Record = tuple[
    int, list[int], int, int, tuple[int, int, int], tuple[int, int, int, int, int], tuple[int, int]
]

PARTS: dict[str, list[str]]

class TooDeep(Exception): ...
class TooWide(Exception): ...
class KeptTable: ...

class _Search(Protocol):
    def __call__(
        self,
        rules: Mapping[str, Any],
        scores: Mapping[str, Any],
        parts: Mapping[str, Any],
        limits: Mapping[str, Any],
        watch: Callable[[int], bool],
        table: KeptTable,
    ) -> Record: ...

search_tricks: _Search
search_tree: _Search
search_board: _Search

def count_tricks(
    rules: Mapping[str, Any], depth: int, watch: Callable[[int], bool]
) -> list[tuple[int, int]] | None: ...
def solve_sets(
    rules: Mapping[str, Any],
    scores: Mapping[str, Any],
    parts: Mapping[str, Any],
    limits: Mapping[str, Any],
    watch: Callable[[int], bool],
    table: KeptTable,
) -> dict[str, Any]: ...
