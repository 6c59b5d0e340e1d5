"""Verbs that try parts of a search on small positions: check-test and its like, find."""

from __future__ import annotations

import argparse
import sys

import kibitz
from kibitz.check.find import SORTS
from kibitz.check.parts import GAME
from kibitz.cli.answering import WRONG, progress_bar, put
from kibitz.cli.reading import Verbs, propose, seconds, whole
from kibitz.games import names


def add(verbs: Verbs) -> None:
    """The verbs with their options."""
    for verb in (check_test, check_order, check_rule, check_search):
        checking = verbs.add(verb)
        checking.add_argument("part", metavar="MODULE:NAME", help="a part of your own")
        game = checking.add_argument(
            "--game",
            help=f"also try small deals of this game, besides random trees; default {GAME}"
            if verb is not check_order
            else "try small deals of this game; default random trees",
        )
        propose(game, names)
        checking.add_argument(
            "--deals", type=whole, default=200, help="number of trees and of deals, default 200"
        )
        checking.add_argument("--seed", type=whole, default=0, help="seed of the first, default 0")
    finding = verbs.add(find)
    what = finding.add_argument(
        "what", metavar="WHAT", help=f"{', '.join(SORTS)}, or module:function of a comparison"
    )
    propose(what, lambda: SORTS)
    algorithms = finding.add_argument(
        "algorithms",
        metavar="ALGORITHM",
        nargs="*",
        help="algorithms to look at; each WHAT has its default",
    )
    propose(algorithms, lambda: kibitz.PRESETS)
    game = finding.add_argument("--game", help="try small deals of this game; default random trees")
    propose(game, names)
    finding.add_argument(
        "--tries", type=whole, default=2000, help="number of positions to try, default 2000"
    )
    finding.add_argument("--seed", type=whole, default=0, help="seed of the first, default 0")
    finding.add_argument(
        "--ratio",
        type=seconds,
        default=2.0,
        help="factor between node counts that differ, default 2",
    )


def check_test(options: argparse.Namespace) -> int:
    """Compare a decision test of your own with plain max^n; print a small counter-example."""
    return _check("test", options)


def check_order(options: argparse.Namespace) -> int:
    """Check that an order of your own lists each move once, and always in the same way."""
    return _check("order", options)


def check_rule(options: argparse.Namespace) -> int:
    """Compare a pruning rule of your own with plain max^n; print a small counter-example."""
    return _check("rule", options)


def check_search(options: argparse.Namespace) -> int:
    """Compare a search or back-up rule of your own with the plain search that it must equal."""
    return _check("search", options)


def _check(kind: str, options: argparse.Namespace) -> int:
    with progress_bar(None, " positions") as progress:
        found = kibitz.check_part(
            kind, options.part, options.game, options.deals, options.seed, progress
        )
    put(options, found)
    return 0 if found else WRONG


def find(options: argparse.Namespace) -> int:
    """Find the smallest tree or deal on which something happens."""
    try:
        with progress_bar(options.tries, " positions") as progress:
            found = kibitz.find(
                options.what,
                options.algorithms,
                options.game,
                tries=options.tries,
                seed=options.seed,
                ratio=options.ratio,
                progress=progress,
            )
    except kibitz.NotFound as nothing:
        print(f"kibitz: {nothing}", file=sys.stderr)
        return WRONG
    return put(options, found)
