"""A search by outcome sets in numbers, and what it tells when it is stopped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from kibitz.cards.deck import Card
from kibitz.cards.position import TrickPosition
from kibitz.engines.kernel import LARGEST_INT, Entries, _kernel
from kibitz.engines.kernel.adapter import STOPPED, Numbers, free_of, limits_of, rows_of
from kibitz.engines.kernel.tricks import deal_in_numbers, rules_in_numbers
from kibitz.engines.problem.memory import MEGABYTE
from kibitz.engines.problem.protocol import Answer, Problem, Unfit, Watch
from kibitz.engines.problem.scores import check_none_empty
from kibitz.in_time import ready_by
from kibitz.leaf_table import LeafTable
from kibitz.results import Stats
from kibitz.values import Several, Unknown, Value, Vector

if TYPE_CHECKING:
    from kibitz.game import Outcome

ORDERS = ("high", "low", "trick", "suits")
TABLES = ("none", "bounds", "sets")


def search(problem: Problem, entries: Entries, watch: Watch) -> Answer:
    """Search a position, or say why not."""
    root, first = cast("TrickPosition", problem.position), cast("TrickPosition", entries.first)
    scores, rows = rows_of(entries.scores)
    leaves = scores.leaves
    with ready_by(watch.ready):
        own = leaves.place if root is first else LeafTable.of(root).place

    def among(numbers: list[int]) -> tuple[Outcome, ...]:
        """The outcomes of these numbers that the root can have; a first position has more."""
        return tuple(found for found in map(leaves.outcomes.__getitem__, numbers) if found in own)

    def tell(visited: int, used: float, possible: list[int]) -> bool:
        if watch.progress is None:
            return watch(visited)
        return watch(visited, used, leaves.bounds(among(possible)))

    owners = first.hands_before
    try:
        found = _kernel.solve_sets(
            rules_in_numbers(root.game, leaves.outcomes),
            deal_in_numbers(first, owners),
            deal_in_numbers(root, owners),
            rows,
            {
                **_parts(problem),
                "table_mb": max(1, problem.memory.bytes // MEGABYTE),
            },
            problem.limit.threads,
            limits_of(problem, watch),
            tell,
            entries.table,
        )
    except _kernel.TooWide:
        raise Unfit(f"it has no room for sets of {len(leaves.outcomes)} outcomes") from None
    check_none_empty(found["empty"], root)
    stopped, line = STOPPED[found["stopped"]], root.cards_of(found["line"])
    outcome = None if stopped else _end(root, line)
    bounds = leaves.bounds(among(found["possible"]))
    value: Value = Unknown(bounds=bounds)
    if outcome is not None:
        plain = leaves.payoffs[leaves.place[outcome]]
        value = Vector(plain, bounds)
        if free_of(problem.algorithm.search, root):
            others = (leaves.payoffs[leaves.place[each]] for each in among(found["possible"]))
            value = Several.with_first((plain, *others))
    cuts = {"question": found["cuts"]}
    nodes = found["visited"], found["expanded"], found["leaves"]
    stats = Stats(*nodes, cuts, found["hits"], found["again"])
    return problem.answer(value, stats, stopped, 0, moves=line, outcome=outcome)


def _end(root: TrickPosition, line: Sequence[Card]) -> Outcome:
    """The outcome that a line leads to."""
    position = root
    for card in line:
        position = position.play(card)
    return position.outcome


def _parts(problem: Problem) -> Numbers:
    """The parts of a search by outcome sets as the kernel reads them."""
    search, sides = problem.algorithm.search, problem.position.game.sides
    return {
        "order": ORDERS.index(str(search.order)),
        "free": free_of(search, problem.position),
        "life": min(search.life_for(sides), LARGEST_INT),
        "table": TABLES.index(search.table),
        "relative": search.keys == "relative",
        "look_ahead": search.part("ahead") == "used",
        **{axis: search.part(axis) == "used" for axis in ("classes", "sure", "quick", "out")},
    }
