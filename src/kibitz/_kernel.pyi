from collections.abc import Callable, Mapping
from typing import Any

Record = tuple[
    int, list[int], int, int, tuple[int, int, int], tuple[int, int, int, int, int], tuple[int, int]
]

class TooDeep(Exception): ...
class KeptTable: ...

def search_tricks(
    rules: Mapping[str, Any],
    scores: Mapping[str, Any],
    parts: Mapping[str, Any],
    limits: Mapping[str, Any],
    progress: Callable[[int], None] | None,
    table: KeptTable,
) -> Record: ...
def search_tree(
    rules: Mapping[str, Any],
    scores: Mapping[str, Any],
    parts: Mapping[str, Any],
    limits: Mapping[str, Any],
    progress: Callable[[int], None] | None,
    table: KeptTable,
) -> Record: ...
def search_board(
    rules: Mapping[str, Any],
    scores: Mapping[str, Any],
    parts: Mapping[str, Any],
    limits: Mapping[str, Any],
    progress: Callable[[int], None] | None,
    table: KeptTable,
) -> Record: ...
def count_tricks(
    rules: Mapping[str, Any], depth: int, progress: Callable[[int], None] | None
) -> list[tuple[int, int]] | None: ...
