"""A search by outcome sets in numbers, and what it tells when it is stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kibitz.cards.deck import CARDS
from kibitz.cards.position import TrickPosition
from kibitz.engines.kernel import MOST, Entries, _kernel
from kibitz.engines.kernel.adapter import STOPPED, Numbers, limits_of, rows_of
from kibitz.engines.kernel.tricks import deal_in_numbers, owned_in, rules_in_numbers
from kibitz.engines.problem.memory import MEGABYTE
from kibitz.engines.problem.protocol import Answer, Problem, Unfit, Watch
from kibitz.engines.reference.tricks.outcome_sets import OutcomeSets, check_none_empty
from kibitz.leaf_table import LeafTable
from kibitz.results import Stats

if TYPE_CHECKING:
    from kibitz.game import Outcome

ORDERS = ("high", "low", "trick", "suits")
TABLES = ("none", "bounds", "sets")


def search(problem: Problem, entries: Entries, watch: Watch) -> Answer:
    """Search a position, or say why not."""
    root, first = cast("TrickPosition", problem.position), cast("TrickPosition", entries.first)
    search = cast("OutcomeSets", problem.algorithm.search)
    scores, rows = rows_of(entries.scores)
    leaves = scores.leaves

    def among(numbers: list[int]) -> tuple[Outcome, ...]:
        """The outcomes of these numbers that the root can have; a first position has more."""
        own = leaves.place if root is first else LeafTable.of(root).place
        return tuple(found for found in map(leaves.outcomes.__getitem__, numbers) if found in own)

    def tell(visited: int, used: float, possible: list[int]) -> bool:
        if watch.progress is None:
            return watch(visited)
        return watch(visited, used, leaves.bounds(among(possible)))

    owners = owned_in(first)
    try:
        found = _kernel.solve_sets(
            rules_in_numbers(root.game, leaves.outcomes),
            deal_in_numbers(first, owners),
            deal_in_numbers(root, owners),
            rows,
            {
                **_parts(search, root.game.sides),
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
    stopped, line = STOPPED[found["stopped"]], tuple(CARDS[card] for card in found["line"])
    outcome = None if stopped else _end(root, line)
    value = None if outcome is None else leaves.payoffs[leaves.place[outcome]]
    cuts = {"question": found["cuts"]}
    nodes = found["visited"], found["expanded"], found["leaves"]
    return Answer(
        value,
        (),
        search.certainty(value, stopped),
        Stats(*nodes, cuts, found["hits"], found["again"]),
        stopped,
        moves=line,
        outcome=outcome,
        possible=among(found["possible"]),
    )


def _end(root: TrickPosition, line: tuple[int, ...]) -> Outcome:
    """The outcome that a line leads to."""
    position = root
    for card in line:
        position = position.play(CARDS[card])
    return position.outcome


def _parts(search: OutcomeSets, sides: int) -> Numbers:
    """The parts of a search by outcome sets as the kernel reads them."""
    return {
        "order": ORDERS.index(str(search.order)),
        "life": min(search.life_for(sides), MOST),
        "table": TABLES.index(search.table),
        "relative": search.keys == "relative",
        "classes": search.classes == "used",
        "sure": search.sure == "used",
        "quick": search.quick == "used",
        "out": search.out == "used",
        "look_ahead": search.ahead == "used",
    }
