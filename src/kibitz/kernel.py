"""The kernel: the same search in C++, made by `pip install` where there is a compiler.

Here a position and an algorithm become plain numbers for `kibitz._kernel`, and its record
becomes an answer. The kernel visits the same nodes as the reference. It knows trees, Chinese
Checkers, and the trick games without special rules or with those in `SPECIAL_RULES`; `Unfit`
says why it cannot take a search, which is then for the reference.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from kibitz.algorithm import Algorithm
from kibitz.cards import CARDS, SUIT_CARDS, Hand
from kibitz.errors import GameError, KibitzError
from kibitz.game import Payoffs, Position
from kibitz.reference.deepening import horizons
from kibitz.reference.events import Rule
from kibitz.reference.ordering import order_for
from kibitz.reference.scores import (
    Bounded,
    BoundedScores,
    PlainScores,
    Scores,
    check_leaf,
    scores_for,
)
from kibitz.reference.search import Search
from kibitz.reference.table import Value, nested
from kibitz.reference.two_sided import TwoSided, guaranteed, opposite
from kibitz.transposition import TranspositionTable

if TYPE_CHECKING:  # a game is imported when somebody plays it
    from kibitz.games.chinese_checkers import Star
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
    "order": {"high": 0, "low": 1, "trick": 2, "gain": 3},
    "ties": {"first": 0, "against-root": 1},
    "combine": {"own": 0, "against": 1},
    "leaf": {"none": 0, "taken": 1, "cards": 2, "distance": 3},
    "deepening": {"none": 0, "iterative": 1},
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

    return Special(
        closed=HEARTS if game.breakers else 0,
        breakers=game.breakers,
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

TRICKS = "kibitz.trick_taking:TrickPosition"
TREE = "kibitz.games.tree:TreePosition"
STAR = "kibitz.games.chinese_checkers:Star"

LARGEST_SCORE = 2**26
"""Sums of sixteen of these fit into the kernel's numbers."""
PROGRESS_BITS = 47
"""Room for what all sides have taken."""
POINT_CLASSES = 16
"""How many different worths of cards there may be."""
FOREVER = 2**64 - 1
MOST = 1 << 30
SHORTEST = 1e-6
"""Seconds for a search whose time is over before it begins."""
ENDS = -(2**63), 2**63 - 1
TOO_DEEP = "it is too deep for the stack of this thread"

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
        self.known: dict[Hashable, PlainScores] = {}

    def scores(self, position: Position, algorithm: Algorithm) -> PlainScores:
        """The scores of a position, made once for all that have the same outcomes."""
        from kibitz.trick_taking import TrickPosition

        if not isinstance(position, TrickPosition):
            return _scores(position, algorithm)
        game = position.game
        left = [] if game.counts_tricks else sorted(game.points_in(position.in_play()))
        units = len(position.table) + sum(map(int.bit_count, position.hands))
        key = game.by_side(position.taken), units, tuple(left), position.side
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = _scores(position, algorithm)
        return found


def _reason_against(position: Position, algorithm: Algorithm) -> str:
    """Why the kernel cannot search this; nothing if it can."""
    if _kernel is None:
        return "it was not built when kibitz was installed, for want of a C++ compiler"
    for axis, part in algorithm.parts().items():
        if axis not in ("life", "width") and part not in KNOWN.get(axis, ()):
            return f"it does not know {axis}={part}"
    kind = _name(type(position))
    if kind == TRICKS:
        return _reason_against_tricks(cast("TrickPosition", position).game)
    if kind == STAR:
        utility = str(cast("Star", position).game.utility)
        return "" if utility in ("progress", "win") else f"it does not know the utility {utility}"
    if kind == TREE:
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
    order_for(position, algorithm)
    check_leaf(position, algorithm)
    reason = _reason_against(position, algorithm)
    if reason:
        raise Unfit(reason)
    other = opposite(position, algorithm) if algorithm.backup == "minimax" else None
    scores = table.begin(position, algorithm, tables.scores if tables else _scores, _follows)
    if table.kernel is None:
        table.kernel = _kernel.KeptTable()
    parts = _parts(algorithm, position.game.sides, table.store.bytes)
    run, rules, rows = _searched(position, table.first or position, algorithm, scores)
    if seconds is not None:
        seconds = max(seconds - (time.perf_counter() - start), SHORTEST)
    limits = {
        "nodes": FOREVER if nodes is None else min(nodes, FOREVER),
        "seconds": seconds or 0.0,
        "depth": depth or 0,
    }
    try:
        record = run(rules, rows, parts, limits, progress, table.kernel)
    except _kernel.TooDeep:
        raise Unfit(TOO_DEEP) from None
    answer, line, depth_, stopped, nodes_, counted, hits = record
    two_sided = algorithm.backup != "maxn"
    by_rule = dict(zip(CUTS, counted, strict=True))
    cuts = {str(rule): by_rule[rule] for rule in (TwoSided if two_sided else Search).rules}
    counts = (STOPPED[stopped], nodes_, cuts, hits, None if algorithm.leaf == "none" else depth_)
    if answer < 0:
        return Found(None, None, *counts)
    if two_sided:
        best = Value((answer,), nested(line))
        return Found(best, guaranteed(position, scores, other, best), *counts)
    best = Value(_scores_of(answer, scores, position), nested(line))
    return Found(best, scores.payoffs(best.scores), *counts)


def _scores(position: Position, algorithm: Algorithm) -> PlainScores:
    """The scores that the kernel compares: rows of a table, or on the board within bounds."""
    if _name(type(position)) == STAR:
        bounds = Bounded.of(position, algorithm)
        if algorithm.needs_outcomes or bounds is None:
            return scores_for(position, algorithm)
        return BoundedScores(position, algorithm, bounds)
    try:
        return Scores(position, algorithm)
    except GameError as error:
        if not algorithm.needs_outcomes:
            raise Unfit(str(error)) from None  # plain max^n asks only for outcomes that it meets
        raise


def _follows(first: Position, position: Position) -> bool:
    """Whether keys mean the same as for the first position: which node, who held each card.

    What is taken and what is in play must add up to as much, since a key leaves out what lies
    on the table.
    """
    if _name(type(position)) == TREE:
        return first == position
    if _name(type(position)) != TRICKS:
        return True
    before, now = cast("TrickPosition", first), cast("TrickPosition", position)
    held = zip(now.hands, before.hands, strict=True)
    same = [(each.trump, each.left_over, each.to_share) for each in (before, now)]
    return same[0] == same[1] and all(hand & ~owned == 0 for hand, owned in held)


def _searched(
    position: Position, first: Position, algorithm: Algorithm, scores: PlainScores
) -> tuple[Callable[..., Any], dict[str, Any], dict[str, Any]]:
    """What the kernel runs on a position, its rules and its leaf-value table in numbers."""
    if isinstance(scores, BoundedScores):
        rows = {"rows": [], "max_sum": scores.max_sum, "delta": scores.delta}
        return _kernel.search_board, _board(cast("Star", position), algorithm, scores), rows
    assert isinstance(scores, Scores)
    if max(map(max, scores.rows)) > LARGEST_SCORE:
        raise Unfit(f"its scores are larger than {LARGEST_SCORE}")
    rows = {"rows": scores.rows, "max_sum": scores.max_sum, "delta": scores.delta}
    if _name(type(position)) == TRICKS:
        owners = cast("TrickPosition", first).hands
        rules = _tricks(cast("TrickPosition", position), owners, scores.leaves.outcomes)
        return _kernel.search_tricks, rules, rows
    return _kernel.search_tree, _tree(cast("TreePosition", position), scores.leaves.outcomes), rows


def _scores_of(answer: int, scores: PlainScores, position: Position) -> Payoffs:
    """The scores of an answer: the number of an outcome, or the progress of each, a byte each."""
    if isinstance(scores, Scores):
        return scores.rows[answer]
    return scores.score(tuple(answer >> 8 * side & 0xFF for side in range(position.game.sides)))


def perft(
    position: Position, depth: int, progress: Callable[[int], None] | None = None
) -> list[int]:
    """Count the positions after each number of moves, or say why not."""
    if _kernel is None or _name(type(position)) != TRICKS:
        raise Unfit("it counts the moves of trick games")
    deal = cast("TrickPosition", position)
    reason = _reason_against_tricks(deal.game)
    if reason:
        raise Unfit(reason)
    rules = _tricks(deal, deal.hands, tuple(deal.outcomes()))
    try:
        halves = _kernel.count_tricks(rules, min(depth, MOST), progress)
    except _kernel.TooDeep:
        raise Unfit(TOO_DEEP) from None
    if halves is None:
        raise KeyboardInterrupt
    return [(high << 64) + low for high, low in halves]


def _parts(algorithm: Algorithm, sides: int, table_bytes: int) -> dict[str, Any]:
    numbers = {axis: KNOWN[axis][part] for axis, part in algorithm.parts().items() if axis in KNOWN}
    return {
        **{axis: numbers[axis] for axis in ("test", "table", "keys", "probe", "order", "leaf")},
        "handed_on": KNOWN["prune"]["deep"] if algorithm.first == "given" else numbers["prune"],
        "life": min(algorithm.life_for(sides), MOST),
        "waits": algorithm.sound,
        "narrows": algorithm.heuristic == "taken",
        "width": min(algorithm.width or 0, MOST),
        "iterative": algorithm.deepening == "iterative",
        "two_sided": algorithm.backup != "maxn",
        "alpha_beta": algorithm.prune == "alpha-beta",
        "zero_window": algorithm.window == "zero",
        "table_bytes": table_bytes,
    }


def _tricks(
    position: TrickPosition, owners: tuple[Hand, ...], outcomes: tuple[Any, ...]
) -> dict[str, Any]:
    from kibitz.trick_taking import ALIKE

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
        "alike": ALIKE.index(game.alike),
        **special._asdict(),
        "hands": position.hands,
        "owners": owners,
        "left_over": position.left_over * game.players,
        "leader": position.leader,
        "table": position.table,
        "taken": game.by_side(position.taken),
        "outcomes": outcomes,
    }


def _board(position: Star, algorithm: Algorithm, scores: BoundedScores) -> dict[str, Any]:
    game, low = position.game, (1 << 64) - 1
    return {
        "players": game.players,
        "seats": game.seats,
        "limit": game.longest,
        "pieces": [word for own in position.pieces for word in (own & low, own >> 64)],
        "turn": position.turn,
        "made": position.made,
        "win": str(game.utility) == "win",
        "against": algorithm.combine == "against",
        "lowest": scores.lowest,
        "highest": scores.everything.highest[0],
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


def _tree(position: TreePosition, outcomes: tuple[Payoffs, ...]) -> dict[str, Any]:
    if not all(ENDS[0] <= payoff <= ENDS[1] for payoffs in outcomes for payoff in payoffs):
        raise Unfit(f"its payoffs are not all from {ENDS[0]} to {ENDS[1]}")
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
    }


def _ends(limits: Limits) -> list[int]:
    lowest, highest = ENDS
    ends = []
    for least, most in limits:
        ends += [lowest if least is None else max(least, lowest)]
        ends += [highest if most is None else min(most, highest)]
    return ends
