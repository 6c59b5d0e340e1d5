"""What a result belongs to: the task in full, the code that measures, and the search.

The code is read from the functions themselves, own code from the files of its modules. The
search is known by what it does: the nodes of small searches, among them one for every game,
utility, preset and choice of a part that there is. If one of these changes, older results are
not used, unless it can have had no part in them: a search by another back-up rule than theirs.
If there are more searches, older results still count: what is new can have had no part in them
either. Players are known in the same way, by what they choose in small games; that matters
where players play.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import inspect
import itertools
import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from types import FunctionType
from typing import TypeAlias

import kibitz
from kibitz import games
from kibitz.engines.reference import SEARCHES as KINDS
from kibitz.engines.reference import Search
from kibitz.engines.reference.searches import axes_of, choices, search_named
from kibitz.errors import KibitzError
from kibitz.lab.own_code import Code, own_code
from kibitz.lab.work import Task, Work
from kibitz.scoring import all_utilities

Counts: TypeAlias = Mapping[str, int]
Rules: TypeAlias = frozenset[str]
"""Back-up rules."""

OURS = ("kibitz.experiments.", "kibitz.lab.")
DOCUMENTED = (ast.FunctionDef, ast.ClassDef)
CONSTANTS = (int, float, str, tuple, dict)
MOST_SAID = 4
"""How much is said of what a fingerprint does not see."""

SEARCHES: tuple[tuple[str, str, int | None], ...] = (
    ("spades(players=3,cards=5,breaking=false)", "shallow", None),
    ("spades(players=3,cards=5,breaking=false)", "speculative(test=discrete)", None),
    ("spades(players=3,cards=5,bids=1/2/2,utility=smot,breaking=false)", "leaf-table", None),
    ("spades(players=3,cards=5,bids=1/2/2,utility=mot)", "leaf-table(keys=relative)", None),
    ("spades(players=3,cards=5,bids=1/2/2,utility=oh,alike=next)", "leaf-table(probe=card)", None),
    ("spades(players=3,cards=4,breaking=false)", "maxn(table=exact)", None),
    ("spades(players=2,cards=6)", "alpha-beta(table=bounds)", None),
    ("sergeant_major(cards=5,tricks=3)", "abbnb", None),
    ("sergeant_major(cards=5,tricks=3)", "branch-and-bound", None),
    ("sergeant_major(cards=5,tricks=3)", "paranoid(heuristic=taken)", None),
    ("hearts(players=3,cards=5)", "speculative", None),
    ("hearts(players=3)", "speculative(leaf=cards,combine=against)", 5),
    ("spades(players=3)", "paranoid(leaf=cards,combine=against)", 5),
    ("chinese_checkers", "speculative(leaf=distance,combine=against,order=gain,width=5)", 3),
    ("tree(depth=6,branching=3)", "speculative", None),
    ("spades(players=3,cards=5,bids=1/2/2,utility=momb)", "leaf-table(order=low)", None),
    ("oh_hell(cards=5)", "leaf-table(order=trick)", None),
    ("bridge(cards=5)", "alpha-beta(window=zero,heuristic=taken,table=bounds)", None),
    ("sergeant_major(cards=5,utility=target)", "leaf-table", None),
    ("hearts(players=3,cards=5,moon=false)", "immediate", None),
    ("hearts(players=3,cards=5,utility=fewest)", "leaf-table(probe=card)", None),
    ("hearts(players=3)", "paranoid(leaf=cards,deepening=none,width=3)", 4),
    ("chinese_checkers(utility=win)", "maxn(leaf=distance,order=gain,width=3)", 3),
    ("bridge(cards=6,trump=S)", "partition", None),
    ("bridge(cards=6)", "partition(later=none,inner=listed)", None),
    ("spades(players=3,cards=6)", "paranoid-partition", None),
)
"""A game, an algorithm, and how deep if not to the end: what the experiments use, and what is
not found by itself. Add to them, and change none.
"""
LEAF_TABLE = "leaf-table"
SMALL = "spades(players=3,cards=3,bids=1/1/2,utility={})"
"""On which every preset, every choice of a part, and every utility is tried."""
COUNTED = "sergeant_major(tricks=2)", 5
"""What `perft` counts: a game and how many plies. And two plies of every game."""

PLAYED: tuple[tuple[str, str], ...] = (
    ("hearts(players=3,cards=5)", "search(depth=3)"),
    ("spades(players=3,cards=5)", "search(depth=3)"),
    ("chinese_checkers(players=3,move_limit=18)", "search(depth=2)"),
    ("whole-spades(players=3,to=150,breaking=false)", "search(depth=1)"),
)
"""A game, and who plays it on every seat: what the experiments in which players play are made of.
Limits of nodes are left to the searches, which count them. Add to them, and change none.
"""
PLAY = "play"
"""Beside back-up rules: that players play."""


def searches() -> Iterator[tuple[str, str, int | None]]:
    """All that is searched: those above, and one for whatever there is to choose from."""
    yield from SEARCHES
    for name in all_utilities():
        yield SMALL.format(name), LEAF_TABLE, None
    for preset in kibitz.PRESETS:
        yield SMALL.format("mot"), preset, None
    for axis, names in choices().items():
        for value in names:
            words = (f"{preset}({axis}={value})" for preset in (LEAF_TABLE, *kibitz.PRESETS))
            for word in itertools.islice(filter(_is_sensible, words), 1):
                yield SMALL.format("mot"), word, None


def _is_sensible(algorithm: str) -> bool:
    try:
        kibitz.Algorithm.parse(algorithm)
    except KibitzError:
        return False
    return True


@functools.cache
def counts() -> Counts:
    """The nodes that each of the searches visits here, by its text, if it goes at all."""
    found = {}
    for name, algorithm, depth in searches():
        with suppress(KibitzError):
            limit = kibitz.Limit(depth=depth)
            visited = kibitz.solve(kibitz.game(name).deal(1), algorithm, limit=limit).stats.visited
            found[f"{name} {algorithm}" + (f" {depth} plies" if depth else "")] = visited
    for name, plies in (COUNTED, *((name, 2) for name in games.names())):
        found[f"{name} perft {plies} plies"] = sum(kibitz.perft(kibitz.game(name).deal(1), plies))
    for name, who in PLAYED:
        found[f"{name} {PLAY} {who}"] = _played(name, who)
    return found


def _played(name: str, who: str) -> int:
    """A number for how a game goes: who chooses what, and what it comes to."""
    from kibitz.matches import log  # which needs the lab
    from kibitz.matches.start import begin
    from kibitz.matches.table import play_out
    from kibitz.players import player

    start = begin(name, 1)
    played = play_out(start, [player(who)] * start.players, 1)
    return int(digest(f"{log.write(name, 1, played.choices)}{played.end.scores}")[:12], 16)


@functools.cache
def signature() -> str:
    """The search that is here, in short."""
    return digest(json.dumps(counts()))


def rules(work: Work, task: Task) -> Rules:
    """The back-up rules that searches of a task have; all, if it does not say what it searches.

    And `PLAY`, if players play in it.

    What `searches` says of another way of measuring, which a subclass has changed, does not count.
    """
    algorithms = None
    if _defined(work, "searches") <= _defined(work, "measure"):
        with suppress(KeyError, KibitzError):  # a task that names none shows when it is measured
            algorithms = work.searches(task)
    found = KINDS if algorithms is None else (one.search.backup for one in algorithms)
    return frozenset((*found, *([PLAY] if work.plays else [])))


def _defined(work: Work, name: str) -> int:
    """How many classes above the one of a work a method is defined."""
    return next(at for at, kind in enumerate(type(work).__mro__) if name in vars(kind))


def difference(then: Counts, rules: Rules) -> str:
    """The first search that visits other nodes now than then; nothing if there is none.

    Only searches that can have had a part in what these back-up rules did.
    """
    now = counts()
    for name in now:
        if name in then and then[name] != now[name] and _matters(name, rules):
            if f" {PLAY} " in name:
                return f"{name} goes differently"
            return f"{name} visits {now[name]:,} nodes, was {then[name]:,}"
    return ""


def _matters(name: str, rules: Rules) -> bool:
    """Whether a change of a search of ours can have touched searches by these back-up rules.

    Those by max^n and those of `perft` always can: they try every game, every utility and what
    all rules share. Those by another rule matter to that rule, and to rules that share a part
    or the loop with it.
    """
    _, algorithm, *_ = name.split()
    if algorithm == PLAY:
        return PLAY in rules
    tried = "maxn" if algorithm == "perft" else kibitz.Algorithm.parse(algorithm).backup
    return tried == "maxn" or any(
        tried == rule or _shares(KINDS[tried], search_named(rule)) for rule in rules - {PLAY}
    )


def _shares(one: type[Search], other: type[Search]) -> bool:
    """Whether two searches share a loop, or a part that max^n does not have."""
    own = (axes_of(kind).keys() - axes_of(KINDS["maxn"]).keys() for kind in (one, other))
    return bool(frozenset.intersection(*map(frozenset, own))) or (one.two_sided and other.two_sided)


def digest(text: str) -> str:
    """A short text that is another for any other text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def fingerprint(work: Work, task: Task) -> str:
    """What the measuring of a task is, apart from the search."""
    parts = _parts(type(work), _named(work, task.definition))
    measuring = "\n".join(parts[name] for name in sorted(parts))
    return digest("\n".join([task.definition, measuring, *filter(None, [_own(work, task).text])]))


def unfollowed(work: Work, tasks: Iterable[Task]) -> str:
    """What results depend on that a fingerprint does not see, in words; nothing if nothing."""
    found = [*dict.fromkeys(word for task in tasks for word in _own(work, task).unfollowed)]
    return ", ".join([*found[:MOST_SAID], *["..."] * (len(found) > MOST_SAID)])


def _own(work: Work, task: Task) -> Code:
    """The own code behind a task: what its texts name, and what measures if it is not ours."""
    home, definition = type(work).__module__, task.definition
    if home.partition(".")[0] == "kibitz":
        return own_code(definition)
    parts = _parts(type(work), _named(work, definition))
    used = {name.partition(":")[2].rpartition(".")[2] for name in parts if name.startswith(home)}
    return own_code(definition, home, {*used, "measure"})


def _named(work: Work, words: str) -> tuple[str, ...]:
    """The functions beside a work that a text names, as in `utility=module:function`."""
    return tuple(re.findall(rf"{re.escape(type(work).__module__)}:(\w+)", words))


@functools.cache
def _parts(kind: type[Work], named: tuple[str, ...] = ()) -> dict[str, str]:
    """The code of `measure`, of functions named, and of what beside them they use, no comments.

    That is other methods, functions of experiments, and classes and constants of the same file.
    """
    found: dict[str, str] = {}
    waiting = [kind.measure, *(getattr(inspect.getmodule(kind), name) for name in named)]
    while waiting:
        part = waiting.pop()
        home, name = part.__module__, f"{part.__module__}:{part.__qualname__}"
        if name in found:
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(part)))
        for node in ast.walk(tree):
            if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
                node.body = node.body[1:] or [ast.Pass()]
        found[name] = ast.unparse(tree)
        beside = {f"self.{name}": value for name, value in inspect.getmembers(kind)}
        beside.update(vars(inspect.getmodule(part)))
        for used in _names(tree) & beside.keys():
            value = beside[used]
            if isinstance(value, CONSTANTS):
                found[f"{home}:{used}"] = repr(value)
            elif isinstance(value, FunctionType):
                if value.__module__ == home or value.__module__.startswith(OURS):
                    waiting.append(value)
            elif isinstance(value, type) and value.__module__ == home:
                waiting.append(value)
    return found


def _names(tree: ast.AST) -> set[str]:
    """The names that code uses, among them `self.` names, apart from those in annotations."""
    if isinstance(tree, ast.Name):
        return {tree.id}
    if isinstance(tree, ast.Attribute) and isinstance(tree.value, ast.Name):
        return {tree.value.id, f"{tree.value.id}.{tree.attr}"}
    found: set[str] = set()
    for field, value in ast.iter_fields(tree):
        if field not in ("annotation", "returns"):
            parts = value if isinstance(value, list) else [value]
            found.update(*(_names(part) for part in parts if isinstance(part, ast.AST)))
    return found
