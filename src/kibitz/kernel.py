"""The kernel: the same search in C++, made by `pip install` where there is a compiler.

Here a position and an algorithm become plain numbers for `kibitz._kernel`, and its record
becomes an answer. The kernel visits the same nodes as the reference. It knows trees, and
the trick games without special rules or with those in `SPECIAL_RULES`; `Unfit` says why it
cannot take a search, which is then for the reference.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from kibitz.algorithm import Algorithm
from kibitz.cards import CARDS, SUIT_CARDS, Hand
from kibitz.errors import GameError, KibitzError
from kibitz.game import Payoffs, Position
from kibitz.reference.deepening import horizons
from kibitz.reference.events import Rule
from kibitz.reference.scores import Scores
from kibitz.reference.search import Search
from kibitz.reference.table import Line, Value
from kibitz.reference.two_sided import TwoSided, opposite
from kibitz.transposition import TranspositionTable

if TYPE_CHECKING:  # a game is imported when somebody plays it
    from kibitz.games.hearts import Hearts
    from kibitz.games.spades import Spades
    from kibitz.games.tree import Limits, Node, TreePosition
    from kibitz.trick_taking import Marks, TrickGame, TrickPosition

try:
    from kibitz import _kernel
except ImportError:  # installed without a compiler
    _kernel = None  # type: ignore[assignment]

BUILT = _kernel is not None

KNOWN: Mapping[str, Mapping[Any, int]] = {
    "backup": {"maxn": 0, "minimax": 1, "paranoid": 1},
    "prune": {
        "none": 0,
        "shallow": 0,
        "last-branch": 1,
        "speculative": 2,
        "deep": 3,
        "alpha-beta": 3,
    },
    "window": {"full": 0, "zero": 1},
    "first": {"none": 0, "given": 1},
    "test": {"none": 0, "linear": 1, "discrete": 2, "single": 3, "leaf-table": 4},
    "scale": {"payoff": 0, "rank": 1},
    "heuristic": {"none": 0, "taken": 1},
    "table": {"none": 0, "exact": 1, "bounds": 2},
    "keys": {"absolute": 0, "relative": 1},
    "probe": {"card": 0, "trick": 1},
    "order": {"high": 0, "low": 1},
    "ties": {"first": 0, "against-root": 1},
    "width": {"none": 0},
    "combine": {"own": 0, "against": 1},
    "leaf": {"none": 0},
    "deepening": {"iterative": 0, "none": 1},
}
"""The parts of an algorithm that the kernel has, with the numbers it knows them by."""


class Special(NamedTuple):
    """What may not be played, in numbers; the rules of Spades and Hearts are made of these."""

    closed: Hand = 0
    """Cards that may not be led before one of `breakers` was played, unless the leader has
    nothing else, or nothing else but `alone`.
    """
    breakers: Hand = 0
    alone: Hand = 0
    first_lead: Hand = 0
    """What leads the first trick, if the leader has it: any of these,"""
    first_lowest: bool = False
    """or the lowest of them."""
    first_not: Hand = 0
    """What may not be played to the first trick by one who can play another card."""
    broken: bool = False
    begun: bool = True
    """Whether the first trick is over; and where that does not matter."""


def _spades(game: Spades, marks: Marks) -> Special:
    spades = SUIT_CARDS[0] if game.breaking else 0
    return Special(spades, spades, broken="broken" in marks)


def _hearts(game: Hearts, marks: Marks) -> Special:
    from kibitz.games.hearts import CLUBS, HEARTS, POINT_CARDS, QUEEN

    breakers = {"points": POINT_CARDS, "hearts": HEARTS, "none": 0}[game.breaking]
    return Special(
        closed=HEARTS if breakers else 0,
        breakers=breakers,
        alone=QUEEN if game.forced_lead == "any" else 0,
        first_lead=0 if game.lead == "first" else CLUBS,
        first_lowest=game.lead == "C2",
        first_not=POINT_CARDS if game.first_trick == "clean" else 0,
        broken="broken" in marks,
        begun="begun" in marks or "begun" not in game.mark_names,
    )


SPECIAL_RULES: dict[str, Callable[[Any, Marks], Special]] = {
    "kibitz.trick_taking:TrickGame": lambda game, marks: Special(),
    "kibitz.games.spades:Spades": _spades,
    "kibitz.games.hearts:Hearts": _hearts,
}
"""The special rules of a game, by the class that says them."""

TRUMP_RULES = (
    "kibitz.trick_taking:TrickGame",
    "kibitz.trick_taking:TrumpGame",
    "kibitz.games.spades:Spades",
    "kibitz.games.oh_hell:OhHell",
)
"""The classes whose trump does not change in the course of a game."""

LARGEST_SCORE = 2**26
"""Sums of sixteen of these fit into the kernel's numbers."""
PROGRESS_BITS = 48
"""Room for what all sides have taken."""
POINT_CLASSES = 16
"""How many different worths of cards there may be."""
FOREVER = 2**64 - 1
SHORTEST = 1e-6
"""Seconds for a search whose time is over before it begins."""
ENDS = -(2**63), 2**63 - 1

Stopped = Literal["", "nodes", "seconds", "interrupt", "depth"]
CUTS: tuple[Rule, ...] = ("immediate", "entry", "shallow", "distant", "window")
"""The rules by which the kernel counts cuts."""
STOPPED: tuple[Stopped, ...] = ("", "nodes", "seconds", "interrupt", "depth")


class Unfit(KibitzError):
    """A search that the kernel cannot take, with the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"engine 'kernel' cannot search this: {reason}; use engine 'reference'")


class Found(NamedTuple):
    """What the kernel found: as the reference, the best answer, and what was counted."""

    best: Value | None
    payoffs: tuple[int | None, ...] | None
    stopped: Stopped
    nodes: tuple[int, int, int]
    """Visited, expanded, leaves."""
    cuts: dict[str, int]
    """By the rules that the search has."""
    table: tuple[int, int]
    """Hits, searched again."""
    depth: int | None
    """With a leaf, how many plies were searched in full."""


class LeafTables:
    """The leaf-value tables of a batch of searches with one game and one algorithm."""

    def __init__(self) -> None:
        self.known: dict[Hashable, Scores] = {}

    def scores(self, position: Position, algorithm: Algorithm) -> Scores:
        """The scores of a position, made once for all that have the same outcomes."""
        from kibitz.trick_taking import TrickPosition

        if not isinstance(position, TrickPosition):
            return Scores(position, algorithm)
        game = position.game
        left = [] if game.counts_tricks else sorted(game.points_in(position.in_play()))
        units = len(position.table) + sum(map(int.bit_count, position.hands))
        key = game.by_side(position.taken), units, tuple(left), position.side
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = Scores(position, algorithm)
        return found


def _reason_against(position: Position, algorithm: Algorithm) -> str:
    """Why the kernel cannot search this; nothing if it can."""
    if _kernel is None:
        return "it was not built when kibitz was installed, for want of a C++ compiler"
    for axis, part in algorithm.parts().items():
        if axis != "life" and part not in KNOWN.get(axis, ()):
            return f"it does not know {axis}={part}"
    if _name(type(position)) == "kibitz.trick_taking:TrickPosition":
        return _reason_against_tricks(cast("TrickPosition", position).game)
    if _name(type(position)) == "kibitz.games.tree:TreePosition":
        return ""
    return f"it does not know the game {position.game.text_name()}"


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _who_says(rules: type, *methods: str) -> str:
    """The class that says a rule which is made of these methods; nothing if it is not one."""
    said = {
        next(_name(kind) for kind in rules.__mro__ if method in vars(kind)) for method in methods
    }
    return said.pop() if len(said) == 1 else ""


def _reason_against_tricks(game: TrickGame) -> str:
    rules = type(game)
    said_by, core = _who_says(rules, "allowed", "marks_after"), "kibitz.trick_taking:TrickGame"
    if said_by not in SPECIAL_RULES or said_by not in (core, _name(rules)):
        return f"it does not know the special rules of {game.text_name()}"
    if _who_says(rules, "by_side") != core or _who_says(rules, "trump_in") not in TRUMP_RULES:
        return f"it does not know the rules of {game.text_name()}"
    worths = [] if game.counts_tricks else list(map(game.points, CARDS))
    if worths and (min(worths) < 0 or len(set(worths)) > POINT_CLASSES):
        return f"it counts points of 0 and more, of at most {POINT_CLASSES} kinds"
    most = sum(worths) or game.hand_size
    if game.sides * most.bit_length() > PROGRESS_BITS:
        return f"it has no room for {most} points for each of {game.sides} sides"
    return ""


def search(
    position: Position,
    algorithm: Algorithm,
    *,
    nodes: int | None,
    seconds: float | None,
    depth: int | None,
    progress: Callable[[int], None] | None,
    table: TranspositionTable,
    tables: LeafTables | None,
) -> Found:
    """Search a position, or say why not."""
    start = time.perf_counter()
    horizons(algorithm, depth)
    scores = _scores(position, algorithm, tables)
    if seconds is not None:
        seconds = max(seconds - (time.perf_counter() - start), SHORTEST)
    rows = {"rows": scores.rows, "max_sum": scores.max_sum, "delta": scores.delta}
    limits = {"nodes": FOREVER if nodes is None else nodes, "seconds": seconds or 0.0}
    parts = _parts(algorithm, position.game.sides, table.megabytes)
    outcomes = scores.leaves.outcomes
    if _name(type(position)) == "kibitz.trick_taking:TrickPosition":
        rules = _tricks(cast("TrickPosition", position), outcomes)
        record = _kernel.search_tricks(rules, rows, parts, limits, progress)
    else:
        rules = _tree(cast("TreePosition", position), outcomes)
        try:
            record = _kernel.search_tree(rules, rows, parts, limits, progress)
        except _kernel.TooDeep:
            raise Unfit("it is too deep for the stack of this thread") from None
    outcome, line, stopped, nodes_, counted, hits = record
    kind = Search if algorithm.backup == "maxn" else TwoSided
    by_rule = dict(zip(CUTS, counted, strict=True))
    cuts = {str(rule): by_rule[rule] for rule in kind.rules}
    if outcome < 0:
        return Found(None, None, STOPPED[stopped], nodes_, cuts, hits, None)
    best = Value(scores.rows[outcome], _nested(line))
    payoffs: tuple[int | None, ...] = scores.leaves.payoffs[outcome]
    guaranteed = algorithm.backup == "minimax" and not line and not position.is_over
    if algorithm.backup == "paranoid" or guaranteed:
        root = 0 if position.is_over else position.side
        payoffs = tuple(own if side == root else None for side, own in enumerate(payoffs))
    return Found(best, payoffs, STOPPED[stopped], nodes_, cuts, hits, None)


def perft(
    position: Position, depth: int, progress: Callable[[int], None] | None = None
) -> list[int]:
    """Count the positions after each number of moves, or say why not."""
    if _kernel is None or _name(type(position)) != "kibitz.trick_taking:TrickPosition":
        raise Unfit("it counts the moves of trick games")
    deal = cast("TrickPosition", position)
    reason = _reason_against_tricks(deal.game)
    if reason:
        raise Unfit(reason)
    halves = _kernel.count_tricks(_tricks(deal, tuple(deal.outcomes())), depth, progress)
    if halves is None:
        raise KeyboardInterrupt
    return [(high << 64) + low for high, low in halves]


def _scores(position: Position, algorithm: Algorithm, tables: LeafTables | None) -> Scores:
    reason = _reason_against(position, algorithm)
    if reason:
        raise Unfit(reason)
    if algorithm.backup == "minimax":
        opposite(position, algorithm)
    try:
        scores = tables.scores(position, algorithm) if tables else Scores(position, algorithm)
    except GameError as error:
        if not algorithm.needs_outcomes:
            raise Unfit(str(error)) from None  # plain max^n asks only for outcomes that it meets
        raise
    if max(map(max, scores.rows)) > LARGEST_SCORE:
        raise Unfit(f"its scores are larger than {LARGEST_SCORE}")
    return scores


def _nested(line: Iterable[int]) -> Line:
    nested: Line = None
    for number in reversed(list(line)):
        nested = (number, nested)
    return nested


def _parts(algorithm: Algorithm, sides: int, table_mb: int) -> dict[str, Any]:
    numbers = {axis: KNOWN[axis][part] for axis, part in algorithm.parts().items() if axis in KNOWN}
    return {
        **numbers,
        "handed_on": KNOWN["prune"]["deep"] if algorithm.first == "given" else numbers["prune"],
        "life": min(algorithm.life_for(sides), 1 << 30),
        "waits": algorithm.sound,
        "narrows": algorithm.heuristic == "taken",
        "two_sided": algorithm.backup != "maxn",
        "alpha_beta": algorithm.prune == "alpha-beta",
        "zero_window": algorithm.window == "zero",
        "table_mb": table_mb,
    }


def _tricks(position: TrickPosition, outcomes: tuple[Any, ...]) -> dict[str, Any]:
    game = position.game
    rules = type(game)
    special = SPECIAL_RULES[_who_says(rules, "allowed", "marks_after")](game, position.marks)
    return {
        "players": game.players,
        "sides": game.sides,
        "side_of": game.side_of,
        "trump": -1 if position.trump is None else position.trump,
        "counts_tricks": game.counts_tricks,
        "points": [] if game.counts_tricks else list(map(game.points, CARDS)),
        **special._asdict(),
        "hands": position.hands,
        "left_over": position.left_over * game.players,
        "leader": position.leader,
        "table": position.table,
        "taken": game.by_side(position.taken),
        "outcomes": outcomes,
    }


def _below(root: Node) -> list[Node]:
    """The nodes of a tree, each once, the root first."""
    seen, found = {root}, [root]
    for node in found:
        for child in node.children:
            if child not in seen:
                seen.add(child)
                found.append(child)
    return found


def _depth(root: Node) -> int:
    """The length of the longest path."""
    depth, row = 0, set(root.children)
    while row:
        row = {child for node in row for child in node.children}
        depth += 1
    return depth


def _tree(position: TreePosition, outcomes: tuple[Payoffs, ...]) -> dict[str, Any]:
    nodes = _below(position.node)
    number = {node: at for at, node in enumerate(nodes)}
    place = {outcome: at for at, outcome in enumerate(outcomes)}
    unknown: Limits = ((None, None),) * position.game.players
    known: dict[Limits, int] = {unknown: 0}
    node_limits = [known.setdefault(node.limits or unknown, len(known)) for node in nodes]
    root_limits = known.setdefault(position.limits, len(known))
    return {
        "movers": [max(node.mover, 0) for node in nodes],
        "leaf_outcomes": [-1 if node.children else place[node.payoffs] for node in nodes],
        "node_limits": node_limits,
        "children": [[number[child] for child in node.children] for node in nodes],
        "limits": [_ends(limits) for limits in known],
        "root_limits": root_limits,
        "outcomes": outcomes,
        "depth": _depth(position.node),
    }


def _ends(limits: Limits) -> list[int]:
    lowest, highest = ENDS
    ends = []
    for least, most in limits:
        ends += [lowest if least is None else max(least, lowest)]
        ends += [highest if most is None else min(most, highest)]
    return ends
