"""Explicit trees in numbers: every node once, the root first."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from kibitz.engines.kernel import Entries, _kernel
from kibitz.engines.kernel.adapter import Adapter, limits_of, parts_of, rows_of
from kibitz.engines.problem.protocol import Problem, Watch
from kibitz.games.tree import TreePosition

if TYPE_CHECKING:
    from kibitz._kernel import Record
    from kibitz.game import Position
    from kibitz.games.tree import Limits, Node

ENDS = -(2**63), 2**63 - 1


class Tree(Adapter):
    """Positions of `tree`."""

    aims, skips = True, False

    def reason_against(self, position: Position) -> str:
        if type(position) is not TreePosition:
            return f"it does not know the positions of {position.game.text_name()}"
        if any(
            not ENDS[0] <= payoff <= ENDS[1]
            for payoffs in position.outcomes()
            for payoff in payoffs
        ):
            return "it has no room for payoffs of 2^63 and more"
        return ""

    def goes_on(self, first: Position, position: Position) -> bool:
        if not isinstance(first, TreePosition) or not isinstance(position, TreePosition):
            return first == position
        if first.root is position.root:  # the text of a large tree takes long to write
            return first.path == position.path
        return first == position

    def search(self, problem: Problem, entries: Entries, watch: Watch) -> Record:
        position, scores = problem.position, entries.scores
        table, rows = rows_of(scores)
        tree, outcomes = cast("TreePosition", position), table.leaves.outcomes
        nodes = _below(tree.node)
        number = {node: at for at, node in enumerate(nodes)}
        place = {outcome: at for at, outcome in enumerate(outcomes)}
        unknown: Limits = ((None, None),) * tree.game.players
        known: dict[Limits, int] = {unknown: 0}
        node_limits = [known.setdefault(node.limits or unknown, len(known)) for node in nodes]
        root_limits = known.setdefault(tree.limits, len(known))
        rules = {
            "movers": [max(node.mover, 0) for node in nodes],
            "leaf_outcomes": [-1 if node.children else place[node.payoffs] for node in nodes],
            "node_limits": node_limits,
            "children": [[number[child] for child in node.children] for node in nodes],
            "limits": [_ends(limits) for limits in known],
            "root_limits": root_limits,
            "outcomes": outcomes,
        }
        limits = limits_of(problem, watch)
        return _kernel.search_tree(
            rules, rows, parts_of(problem, scores), limits, watch, entries.table
        )


def _below(root: Node) -> list[Node]:
    """The nodes of a tree, each once, the root first."""
    seen, found = {root}, [root]
    for node in found:
        for child in node.children:
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found


def _ends(limits: Limits) -> list[int]:
    lowest, highest = ENDS
    ends = []
    for least, most in limits:
        ends += [lowest if least is None else max(least, lowest)]
        ends += [highest if most is None else min(most, highest)]
    return ends


ADAPTER = Tree()
