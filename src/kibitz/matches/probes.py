"""Small searches and small games, by which results know the program that made them.

One search for every game, utility, preset and choice of a part that there is, and games that
players play. Code that runs work hands `counts` to `kibitz.lab.fingerprint`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import suppress

import kibitz
from kibitz import games
from kibitz.engines.reference.searches import choices
from kibitz.errors import KibitzError
from kibitz.lab.fingerprint import PLAY, Counts, digest
from kibitz.matches import log
from kibitz.matches.start import begin
from kibitz.matches.table import play_out
from kibitz.players.player import player
from kibitz.scoring import all_utilities

PLENTY = 10**9
"""More nodes than any of the searches visits."""

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
    ("skat(cards=5)", "points", None),
    ("skat(cards=4,trump=H,declarer=1)", "points(sure=none,inner=listed)", None),
    ("euchre(cards=4,trump=H,utility=euchre)", "leaf-table", None),
    ("belote(cards=3,trump=H,utility=goal)", "leaf-table", None),
    ("five_hundred(cards=4,contract=misere)", "leaf-table", None),
    ("chinese_checkers(players=3,move_limit=3)", "uct(policy=brs)", None),
    ("hearts(players=3,cards=4)", "uct(leaf=cards,playouts=one-ply)", None),
    ("hearts(players=3,cards=4)", "uct(leaf=cards,playouts=two-ply)", None),
    ("chinese_checkers", "brs(leaf=distance,order=gain,width=4)", 4),
    ("chinese_checkers", "opps(leaf=distance,order=gain,width=6)", 4),
    ("chinese_checkers", "offensive(leaf=distance,order=gain,width=4)", 3),
    (
        "chinese_checkers(players=3,rows=3,leave=0,utility=home)",
        "speculative(leaf=distance,order=gain,table=bounds,width=5)",
        3,
    ),
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


def counts() -> Counts:
    """The nodes that each of the searches visits here, by its text, if it goes at all."""
    found = {}
    for name, algorithm, depth in searches():
        with suppress(KibitzError):
            limit = kibitz.Limit(depth=depth)
            if kibitz.Algorithm.parse(algorithm).search.line_apart:
                limit = kibitz.Limit(nodes=PLENTY)  # within a limit the line is searched for too
            visited = kibitz.solve(kibitz.game(name).deal(1), algorithm, limit=limit).visited
            found[f"{name} {algorithm}" + (f" {depth} plies" if depth else "")] = visited
    for name, plies in (COUNTED, *((name, 2) for name in games.names())):
        found[f"{name} perft {plies} plies"] = sum(kibitz.perft(kibitz.game(name).deal(1), plies))
    for name, who in PLAYED:
        found[f"{name} {PLAY} {who}"] = _played(name, who)
    return found


def _played(name: str, who: str) -> int:
    """A number for how a game goes: who chooses what, and what it comes to."""
    start = begin(name, 1)
    played = play_out(start, [player(who)] * start.players, 1)
    return int(digest(f"{log.write(name, 1, played.choices)}{played.end.scores}")[:12], 16)
