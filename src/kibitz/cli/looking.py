"""Verbs that look at games, algorithms and positions without a search."""

from __future__ import annotations

import argparse
from pathlib import Path

import kibitz
from kibitz import Game, LeafTable, Position, TextError, text
from kibitz.cli.answering import drawn, each, played, print_json, put, put_all
from kibitz.cli.reading import Verbs, bounds, conditions, propose, whole
from kibitz.games.bridge.record import KnownHands, Record
from kibitz.history import History, hand_at
from kibitz.showing.layout import Shown


def add(verbs: Verbs) -> None:
    """The verbs with their options."""
    verbs.add(games)
    listing = verbs.add(algorithms)
    game = listing.add_argument(
        "game", metavar="GAME", nargs="?", help="say which of them can prune this game"
    )
    propose(game, kibitz.games.names)
    listing.add_argument("position", metavar="POSITION", nargs="?", help="in this position only")
    listing.add_argument(
        "--parts", default="", help="parts for all of them, such as leaf=cards,width=3"
    )
    dealing = verbs.add(deal, "GAME")
    dealing.add_argument("--seed", type=whole, help="same seed, same deal")
    dealing.add_argument("--cards", type=whole, help="cards dealt to each, if not the usual number")
    dealing.add_argument(
        "--count", type=whole, default=1, help="number of deals, from this seed on"
    )
    dealing.add_argument(
        "--where",
        type=conditions,
        help="conditions on the deals: 'P0: spades>=5, points 15-17, holds SA'",
    )
    dealing.add_argument(
        "--probability", action="store_true", help="count the deals that fit, and deal none"
    )
    showing = verbs.add(show, "GAME", "POSITION")
    showing.add_argument(
        "--play", metavar="MOVES", help="play these moves first, such as 'SA S2 S7'"
    )
    showing.add_argument("--svg", metavar="FILE", help="also draw it, if the game has a drawing")
    ranking = verbs.add(leaf_table, "GAME")
    ranking.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="list only the outcomes still possible here",
    )
    ranking.add_argument(
        "--bounds", type=bounds, help="say whether these bounds prune: ranks, such as 1,1,-"
    )
    ranking.add_argument("--plot", metavar="FILE", help="draw which bounds prune: svg, png, pdf")
    ranking.add_argument(
        "--players", default="0,1", help="draw these two or three players, default 0,1"
    )
    ranking.add_argument(
        "--scale", default="rank", help="draw ranks (default: rank) or payoffs (payoff)"
    )
    checking = verbs.add(check, "GAME")
    checking.add_argument(
        "--deals", type=whole, default=20, help="number of random games, default 20"
    )
    checking.add_argument("--seed", type=whole, default=0, help="seed of the first deal, default 0")
    building = verbs.add(build)
    building.add_argument(
        "file", metavar="FILE", help="a native game in C, a header in C++, or way-home"
    )
    building.add_argument(
        "--name", default="", help="name of its class or struct, if not the usual one"
    )
    counting = verbs.add(perft, "GAME", "POSITION")
    counting.add_argument("--depth", type=whole, default=3, help="plies, default 3")
    counting.add_argument("--legal", action="store_true", help="count every legal move on its own")


def games(options: argparse.Namespace) -> int:
    """List the games and the whole games with their arguments."""
    from kibitz.showing.layout import Listing
    from kibitz.whole.game import WHOLE

    listed: Listing[Shown] = Listing([*kibitz.all_games(), *(kind() for kind in WHOLE.values())])
    return put_all(options, listed)


def algorithms(options: argparse.Namespace) -> int:
    """List the algorithms and their parts; with a game, say which can prune it and why."""
    if options.game is None:
        if options.parts:
            raise TextError("expected a game whose prospects to show with --parts")
        return put_all(options, kibitz.all_algorithms())
    return each(options, lambda source: kibitz.prospects(source, options.parts))


def deal(options: argparse.Namespace) -> int:
    """Deal random positions, all or those that meet conditions."""
    if options.probability:
        return put(options, kibitz.deals(options.game, options.where or "", cards=options.cards))
    if options.seed is None:
        raise TextError("expected --seed N, to choose the deals, or --probability")
    found = kibitz.deals(
        options.game,
        options.where or "",
        count=options.count,
        seed=options.seed,
        cards=options.cards,
    )
    for seed, position in enumerate(found, start=options.seed):
        if options.json:
            said = {"where": found.where.text} if found.where.text else {}
            dealt = {"game": str(position.game), "seed": seed, "position": str(position)}
            print_json({**dealt, **said})
        else:
            print(position, flush=True)
    return 0


def show(options: argparse.Namespace) -> int:
    """Show a position in a readable form."""

    def answer(source: Position | History) -> Position:
        return hand_at(source).position

    draw = drawn(options, answer)

    def of_board(record: Record) -> Shown:
        if record.position is None and record.known:
            return KnownHands(record.known)
        return draw(played(record.start, options))

    return each(options, draw, of_board=of_board)


def leaf_table(options: argparse.Namespace) -> int:
    """Show the leaf-value table: every outcome, its payoffs and its ranks."""
    if options.plot is not None and options.position == "-":
        raise TextError("expected one table to plot, not one position per line")

    def answer(source: Game | Position) -> Shown:
        table = LeafTable.of(source)
        if options.plot is not None:
            from kibitz.showing import plot

            players = text.read_ints(options.players, "--players")
            plot.save(Path(options.plot), table, players, options.scale, options.bounds)
        return table if options.bounds is None else table.verdict(options.bounds)

    return each(options, answer)


def check(options: argparse.Namespace) -> int:
    """Play random games and report what is wrong with the rules."""
    faults = kibitz.check_game(options.game, options.deals, options.seed)
    put(options, faults)
    return int(bool(faults))


def build(options: argparse.Namespace) -> int:
    """Compile a native game unless it is already built, or make the table of the way home."""
    put(options, kibitz.build(options.file, options.name))
    return 0


def perft(options: argparse.Namespace) -> int:
    """Count the positions after each number of moves."""
    return each(options, lambda position: kibitz.perft(position, options.depth, options.legal))
