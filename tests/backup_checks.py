"""What back-up rules must be equal to, and how they compare, of one position each.

Each check gives what is wrong as texts that reproduce it.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import plain_backups as plain
from definition import FAR, engine_differences, expected, facts
from generators import two_sided_compositions

import kibitz
from kibitz import Algorithm, Limit, Mixture, Position, Result, Vector, solve

ANY = (None, 1, 1, 2, 3)
"""How many moves an opponent may have."""


@functools.cache
def reply_compositions(backup: str) -> tuple[Algorithm, ...]:
    """Every composition with few replies, or with one, of moves that are drawn."""
    draw, found = random.Random(backup), two_sided_compositions(backup)
    if backup == "brs":
        return found
    numbers = ({"opponents": draw.randint(0, 3), **_moves(draw)} for _ in found)
    return tuple(one.with_parts(**few) for one, few in zip(found, numbers, strict=True))


def _moves(draw: random.Random) -> dict[str, Any]:
    return {"moves": draw.choice(ANY), "others": draw.choice(ANY)}


def some_replies(position: Position, backup: str, seed: int, count: int) -> Iterator[Algorithm]:
    """Some compositions; where there are estimates, the last one with a leaf."""
    draw = random.Random(seed)
    sample = draw.sample(reply_compositions(backup), count)
    if position.estimates:
        plain = {"heuristic": "none", "window": "full", "leaf": position.estimates[0]}
        parts = {**plain, "width": draw.choice(ANY), "combine": draw.choice(("own", "against"))}
        yield from sample[1:]
        yield sample[0].with_parts(**parts)
    else:
        yield from sample


def replies_faults(position: Position, backup: str, seed: int, count: int) -> list[str]:
    """Whether few replies, or one, are what plain recursion says."""
    found, root = [], 0 if position.is_over else position.side
    for algorithm in some_replies(position, backup, seed, count):
        plies = FAR if algorithm.leaf == "none" else 1 + seed % 4
        depth = None if plies == FAR else plies
        if backup == "opps":
            payoff, line = plain.opps(position, algorithm, root, plies=plies)
        else:
            payoff, line = plain.brs(position, algorithm, root, plies)
        right = tuple(payoff if side == root else None for side in range(position.game.sides))
        result = solve(position, algorithm, engine="reference", limit=Limit(depth=depth))
        found += _differs(result, (right, tuple(line)), (result.value, result.line))
    return found


def _differs(result: Result, right: Any, got: Any) -> list[str]:
    where = f"{result.position.game} | {result.position} | {result.algorithm}"
    return [] if got == right else [f"{where}: {got}, not {right}"]


def reply_properties(position: Position, seed: int = 0) -> list[str]:
    """Few replies with all of them are paranoid, node by node; fewer leave the root no less."""
    paranoid = solve(position, "paranoid", engine="reference")
    all_of_them = f"opponents={position.game.players - 1},moves=none,others=none"
    every = solve(position, f"opps({all_of_them})", engine="reference")
    said = [(one.value, one.line, one.stats, one.certainty) for one in (every, paranoid)]
    found = _differs(every, said[1], said[0])
    plus = solve(position, "brs+", engine="reference")
    one = solve(position, "opps(opponents=1,moves=none,others=1)", engine="reference")
    found += _differs(plus, (one.value, one.line, one.stats), (plus.value, plus.line, plus.stats))
    draw = random.Random(seed)
    few = Algorithm(backup="opps", prune="alpha-beta", opponents=draw.randint(0, 3), **_moves(draw))
    some = solve(position, few, engine="reference")
    for result in () if position.is_over else (plus, some):
        own, least = result.value, paranoid.value
        assert own is not None
        assert least is not None
        if (own[position.side] or 0) < (least[position.side] or 0):
            found += _differs(result, f"{least} or more", own)
    return found


def offensive_faults(position: Position, seed: int) -> list[str]:
    """Whether the directed offensive is what plain recursion says, with a table and without."""
    sides = position.game.sides
    if sides < 2 or position.is_over:
        return []
    found, root = [], position.side
    draw = random.Random(seed)
    target = draw.choice([side for side in range(sides) if side != root])
    for at in ("all", "root"):
        parts: dict[str, Any] = {"target": target, "at": at, "order": draw.choice(("high", "low"))}
        algorithm = Algorithm(backup="offensive", table=draw.choice(("none", "exact")), **parts)
        payoffs, line = plain.offensive(position, algorithm, root)
        result = solve(position, algorithm, engine="reference")
        found += _differs(result, (payoffs, tuple(line)), (result.value, result.line))
    return found


def lot_of(result: Result) -> dict[Any, Fraction]:
    """How likely each vector of payoffs is, by a result."""
    worth = result.worth
    if isinstance(worth, Mixture):
        return dict(zip(worth.possible, worth.chances, strict=True))
    assert isinstance(worth, Vector)
    return {worth.payoffs: Fraction(1)}


def has_ties(position: Position) -> bool:
    """Whether anybody is ever indifferent."""
    return _ties(position)[1]


def _ties(position: Position) -> tuple[tuple[int, ...], bool]:
    """The value by max^n, and whether there are ties on any of its nodes."""
    if position.is_over:
        return tuple(position.game.payoffs(position.outcome)), False
    below = [_ties(position.play(move)) for move in position.moves()]
    own = [value[position.side] for value, _ in below]
    tied = own.count(max(own)) > 1 or any(ties for _, ties in below)
    return below[own.index(max(own))][0], tied


def mixed_faults(position: Position) -> list[str]:
    """Whether mixed ties are what plain recursion says, and max^n where there are no ties."""
    found = []
    for text in ("mixed", "mixed(table=none,order=low)"):
        algorithm = Algorithm.parse(text)
        result = solve(position, algorithm, engine="reference")
        found += _differs(result, plain.mixed(position, algorithm), lot_of(result))
    if not has_ties(position):
        value = solve(position, "maxn", engine="reference")
        found += _differs(result, {value.value: Fraction(1)}, lot_of(result))
    return found


def prob_faults(position: Position, models: tuple[str, ...], seed: int) -> list[str]:
    """Whether types are what plain recursion says; and with one that is true, max^n."""
    draw, sides = random.Random(seed), position.game.sides
    root = 0 if position.is_over else position.side
    chosen = tuple(draw.sample(models, draw.randint(1, len(models))))
    rows = draw.choice((1, sides))
    weights = tuple(
        draw.randint(0, 3) + (at % len(chosen) == 0) for at in range(rows * len(chosen))
    )
    algorithm = Algorithm(
        backup="prob", table=draw.choice(("none", "exact")), models=chosen, weights=weights
    )
    result = solve(position, algorithm, engine="reference")
    right: dict[Any, Fraction] = {}
    for outcome, chance in plain.prob(position, algorithm, root).items():
        payoffs = tuple(position.game.payoffs(outcome))
        right[payoffs] = right.get(payoffs, Fraction(0)) + chance
    found = _differs(result, right, lot_of(result))
    maxn = solve(position, "maxn", engine="reference")
    own: Any = position.game
    for truth in (Algorithm.parse("prob"), Algorithm(backup="prob", models=(str(own.utility),))):
        one = solve(position, truth, engine="reference")
        found += _differs(one, (maxn.worth, maxn.line), (one.worth, one.line))
    return found


def values_of(result: Result) -> set[Any]:
    """All that the answer of a search for sets can be."""
    worth = result.worth
    return {worth.payoffs} if worth.possible is None else set(worth.possible)


def tie_faults(position: Position) -> list[str]:
    """Whether every tie rule has a value among the equilibria, and these are in the soft set."""
    found, soft = [], solve(position, "soft", engine="reference")
    values = values_of(solve(position, "equilibria", engine="reference"))
    if not values <= values_of(soft):
        found += _differs(soft, f"all of {values}", values_of(soft))
    for text in ("maxn", "maxn(order=low)", "maxn(ties=against-root)"):
        result = solve(position, text, engine="reference")
        if result.value not in values:
            found += _differs(result, f"one of {values}", result.value)
    return found


def soft_faults(position: Position, models: tuple[str, ...], seed: int) -> list[str]:
    """Whether a soft set is what plain recursion says, in both engines node by node."""
    draw, root = random.Random(seed), 0 if position.is_over else position.side
    stops = bool(position.estimates) and draw.random() < 0.5
    plies = draw.randint(1, 3) if stops else FAR
    parts: dict[str, Any] = {
        "margin": draw.randint(1, 3),
        "order": draw.choice(("high", "low")),
        "table": draw.choice(("none", "exact")),
    }
    if stops:
        parts |= {"leaf": position.estimates[0], "width": draw.choice((None, 2))}
    algorithm = Algorithm(backup="soft", **parts)
    limit = Limit(depth=plies if stops else None)
    found = engine_differences(position, [algorithm], limit) if position.adapter else []
    chosen = tuple(draw.sample(models, draw.randint(0, len(models))))
    if not stops:
        algorithm = algorithm.with_parts(models=chosen)
    result = solve(position, algorithm, engine="reference", limit=limit)
    right = {ends[0] for ends in plain.soft(position, algorithm, root, plies)}
    return found + _differs(result, right, values_of(result))


def growing_text(position: Position, seed: int) -> str:
    """UCT or best-first max^n with any choice on every axis."""
    draw = random.Random(seed)
    parts: dict[str, Any] = {
        "policy": draw.choice(("maxn", "paranoid")),
        "solver": draw.choice(("standard", "sets")),
        "order": draw.choice(("high", "low")),
    }
    if draw.random() < 0.5:
        parts["leaf"] = draw.choice(("none", *position.estimates))
        return f"best-first({_written(parts)})"
    kinds = ["random", "order", *(["rules"] if position.has_rules else [])]
    parts |= {"playouts": draw.choice(kinds), "epsilon": draw.choice((0, 0.3))}
    parts |= {"history": draw.choice((0, 5)), "c": draw.choice((0.2, 1)), "seed": seed}
    return f"uct({_written(parts)})"


def _written(parts: dict[str, Any]) -> str:
    return ",".join(f"{axis}={part}" for axis, part in parts.items())


def growing_faults(position: Position, seed: int) -> list[str]:
    """Whether a tree that grows is the same in both engines, and in the end plain max^n."""
    algorithm = Algorithm.parse(growing_text(position, seed))
    found = list[str]()
    for nodes in (1 + seed % 50, 3000):
        limit = Limit(nodes=nodes)
        slow, fast = (
            solve(position, algorithm, engine=engine, limit=limit)
            for engine in ("reference", "auto")
        )
        found += _differs(fast, facts(slow), facts(fast))
        if slow.certainty == "exact":
            value, line, *_, outcome = expected(position, algorithm.plain())
            right = value, tuple(line), outcome
            found += _differs(slow, right, (slow.value, slow.line, slow.outcome))
    return found


def board_faults(seed: int) -> list[str]:
    """On a board: both engines, and plain recursion for as deep as it goes."""
    draw = random.Random(seed)
    plies, players = draw.randint(1, 4), draw.choice((2, 3, 3, 4, 6))
    limit = draw.choice(("", ",move_limit=10", ",move_limit=14"))
    position = kibitz.game(f"chinese_checkers(players={players}{limit})").deal(seed)
    wide = draw.randint(1, 3)
    stops = f"leaf=distance,order={draw.choice(('gain', 'high', 'low'))},width={wide}"
    combine = draw.choice(("own", "against"))
    table = draw.choice(("none", "exact", "bounds"))
    found = []
    for name, axis in (
        ("brs", ""),
        ("brs+", ""),
        ("opps", f",opponents={draw.randint(0, 3)},moves={draw.randint(1, 3)}"),
        ("offensive", f",at={draw.choice(('all', 'root'))}"),
    ):
        kept = "exact" if name == "offensive" and table == "bounds" else table
        text = f"{name}({stops},combine={combine},table={kept}{axis})"
        algorithm = Algorithm.parse(text).search.for_root(position)
        here = Limit(depth=plies)
        slow, fast = (
            solve(position, Algorithm(algorithm), engine=engine, limit=here)
            for engine in ("reference", "kernel")
        )
        found += _differs(fast, facts(slow), facts(fast))
        parts, root = slow.algorithm, position.side
        if name == "offensive":
            value, line = plain.offensive(position, parts, root, plies)
            found += _differs(slow, (value, tuple(line)), (slow.value, slow.line))
            continue
        payoff, line = (
            plain.brs(position, parts, root, plies)
            if name == "brs"
            else plain.opps(position, parts, root, plies=plies)
        )
        assert slow.value is not None
        found += _differs(slow, (payoff, tuple(line)), (slow.value[root], slow.line))
    kept = draw.choice(("none", "exact"))
    text = f"soft({stops},combine={combine},table={kept},margin={draw.randint(1, 2)})"
    soft, here = Algorithm.parse(text), Limit(depth=plies)
    found += engine_differences(position, [soft], here)
    result = solve(position, soft, engine="reference", limit=here)
    right = {ends[0] for ends in plain.soft(position, soft, position.side, plies)}
    return found + _differs(result, right, values_of(result))


def kernel_faults(position: Position, backup: str, seed: int, count: int) -> list[str]:
    """Where the kernel differs from the reference in an answer or a count."""
    if backup == "offensive":
        if position.is_over or position.game.sides < 2:
            return []
        others = [side for side in range(position.game.sides) if side != position.side]
        target = random.Random(seed).choice(others)
        texts = [
            f"offensive(target={target},table={table},at={at})"
            for table in ("none", "exact")
            for at in ("all", "root")
        ]
        return engine_differences(position, list(map(Algorithm.parse, texts)))
    known = [one for one in some_replies(position, backup, seed, count) if one.leaf == "none"]
    return engine_differences(position, known)
