"""Verbs of players: advise, match, club, play, export, review, check-player."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import kibitz
from kibitz import KibitzError, TextError, files
from kibitz.advising.batch import read_view
from kibitz.cards import SYMBOLS
from kibitz.cli.answering import MISUNDERSTOOD, STOPPED, aside, lines, print_json, put
from kibitz.cli.lab import task_bar
from kibitz.cli.reading import ALSO, Verbs, conditions, deviations, propose, seconds, whole, workers
from kibitz.errors import shortened


def add(verbs: Verbs) -> None:
    """The verbs with their options."""
    _add_advise(verbs)
    verb = verbs.add(match, "GAME")
    names = verb.add_argument(
        "players", metavar="PLAYER", nargs="+", help="players, such as rules or sampling(worlds=40)"
    )
    propose(names, _names)
    _add_running(verb)
    verb.add_argument(
        "--until-sure", action="store_true", help="stop once a sequential test is decided"
    )
    verb.add_argument(
        "--by",
        type=deviations,
        default=0.1,
        help="difference that the test looks for, in standard deviations of a block; default 0.1",
    )
    verb.add_argument(
        "--clock",
        default="",
        metavar="TIME",
        help="seconds for each player per game, plus seconds per choice, such as 60+1",
    )
    verb.add_argument("--save", metavar="DIR", help="write a log of every game")
    verb.add_argument(
        "--worst",
        metavar="N",
        type=whole,
        default=0,
        help="review the N blocks that the first player lost by most",
    )
    verb.add_argument(
        "--nodes", type=whole, help="node limit for each reviewed move, default 100000"
    )
    verb.add_argument(
        "--csv", metavar="FILE", help="write a row per block and player; .gz compresses it"
    )
    verb.add_argument("--games-csv", metavar="FILE", help="write a row per game and seat")
    meeting = verbs.add(club, "GAME")
    members = meeting.add_argument(
        "players", metavar="PLAYER", nargs="+", help="two or more players"
    )
    propose(members, _names)
    _add_running(meeting)
    meeting.add_argument("--csv", metavar="FILE", help="write a row per player; .gz compresses it")
    playing = verbs.add(play, "GAME", json=False)
    others = playing.add_argument(
        "players",
        metavar="PLAYER",
        nargs="*",
        help="the other players: one for all seats, or one for each; default sampling",
    )
    propose(others, _names)
    playing.add_argument("--seat", default="0", help="your seat, such as 0 or N; default 0")
    playing.add_argument("--seed", type=whole, help="seed of the cards, default random")
    playing.add_argument("--save", metavar="FILE", help="write a log that --go-on can resume")
    playing.add_argument(
        "--go-on", metavar="FILE", help="resume a game from its log; GAME may be -"
    )
    exporting = verbs.add(export, json=False)
    exporting.add_argument("log", metavar="LOG", help="a log saved by play or match")
    exporting.add_argument("--also", metavar="GAME", action="append", default=[], help=ALSO)
    reviewing = verbs.add(review)
    reviewing.add_argument("log", metavar="LOG", help="a log saved by play or match")
    reviewing.add_argument("--nodes", type=whole, help="node limit for each move, default 100000")
    reviewing.add_argument("--seconds", type=seconds, help="time limit for each move")
    reviewing.add_argument("--also", metavar="GAME", action="append", default=[], help=ALSO)
    checking = verbs.add(check_player, "GAME")
    checked = checking.add_argument("player", metavar="PLAYER", help="a player, such as rules")
    propose(checked, _names)
    checking.add_argument(
        "--deals", type=whole, default=5, help="number of random hands, default 5"
    )
    checking.add_argument("--seed", type=whole, default=0, help="seed of the first hand, default 0")


def _add_advise(verbs: Verbs) -> None:
    verb = verbs.add(advise, "GAME")
    verb.add_argument(
        "view",
        metavar="VIEW",
        help="what the player may know, in one line or as JSON; if nothing is hidden, a "
        "position; - to read one per line and answer in JSON",
    )
    who = verb.add_argument(
        "--player", default="sampling", help="the player to ask, default sampling"
    )
    propose(who, _names)
    verb.add_argument("--seconds", type=seconds, help="time limit for this choice, default 1")
    verb.add_argument(
        "--time-left", type=seconds, metavar="SECONDS", help="time left for the whole game"
    )
    verb.add_argument(
        "--increment",
        type=seconds,
        default=0.0,
        metavar="SECONDS",
        help="seconds that each choice adds",
    )
    verb.add_argument("--seed", type=whole, default=0, help="seed of the player, default 0")


def _add_running(verb: argparse.ArgumentParser) -> None:
    """The options of what is played in blocks."""
    verb.add_argument(
        "--blocks", type=whole, default=100, help="number of blocks at most, default 100"
    )
    verb.add_argument("--seed", type=whole, default=0, help="seed of the first block, default 0")
    verb.add_argument("--every", action="store_true", help="play every mixed seating in each block")
    verb.add_argument(
        "--where",
        type=conditions,
        help="conditions on the deals: 'P0: spades>=5, points 15-17, holds SA'",
    )
    verb.add_argument("--so-far", action="store_true", help="run nothing; show what the store has")
    verb.add_argument(
        "--workers", type=workers, help="blocks at the same time, default one per processor"
    )
    verb.add_argument("--cluster", help="run on Dask: tcp://HOST:PORT, or local:N for N here")
    verb.add_argument("--store", metavar="FILE", help="store of results, default matches.sqlite")


def _names() -> list[str]:
    from kibitz.players import names

    return names()


def advise(options: argparse.Namespace) -> int:
    """Say what a player would choose within a time limit, why, and how sure that is."""
    if options.view != "-":
        return put(options, _advised(options, options.view))
    code = 0
    for line in lines():
        try:
            found = _advised(options, line)
        except KibitzError as error:
            print_json({"game": options.game, "view": shortened(line), "error": str(error)})
            code = MISUNDERSTOOD
            continue
        print_json(found.as_dict())
        if found.stopped == "interrupt":
            return STOPPED
    return code


@contextmanager
def _interrupted() -> Iterator[threading.Event]:
    """Set by the first Ctrl-C, after which there is an answer; a second one ends the command."""
    told = threading.Event()
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not usual or threading.current_thread() is not threading.main_thread():
        yield told
        return

    def tell(number: int, _: object) -> None:
        signal.signal(number, signal.default_int_handler)
        told.set()

    signal.signal(signal.SIGINT, tell)
    try:
        yield told
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _advised(options: argparse.Namespace, line: str) -> kibitz.Advice:
    where: kibitz.View | kibitz.Position
    if "=" in line or line.startswith("{"):
        where = read_view(line, "" if options.game == "-" else options.game)
    else:
        where = kibitz.game(options.game).parse(line)
    with aside(), _interrupted() as told:
        found = kibitz.advise(
            where,
            options.player,
            seconds=options.seconds,
            time_left=options.time_left,
            increment=options.increment,
            seed=options.seed,
            cancel=told,
        )
    return replace(found, stopped="interrupt") if told.is_set() else found


def match(options: argparse.Namespace) -> int:
    """Let players play against each other and compare their scores."""
    from kibitz.matches.match import Match, match

    if options.worst < 0:
        raise TextError(f"expected 0 or more of the worst blocks: {options.worst}")
    _check_outputs(options.csv, options.games_csv)
    if options.save:
        rest = options.blocks, options.seed, options.every, options.clock
        Match(_game(options), tuple(options.players), *rest).check_folder(options.save)
    found = _run(
        options,
        lambda running: match(
            _game(options),
            *options.players,
            until_sure=options.until_sure,
            by=options.by,
            clock=options.clock,
            **running,
        ),
    )
    if found is None:
        return STOPPED
    if options.save:
        found.save(options.save)
    for path, games in ((options.csv, False), (options.games_csv, True)):
        if path:
            found.to_csv(path, games)
    limit = None if options.nodes is None else kibitz.Limit(nodes=options.nodes)
    worst = found.worst(options.worst, limit=limit)
    if options.json:
        more = {"worst": [one.as_dict() for one in worst]} if options.worst else {}
        print_json({**found.as_dict(), **more})
        return 0
    print(found.show(), flush=True)
    for one in worst:
        print(f"\n{one.show()}", flush=True)
    if options.worst and not worst:
        print(f"\n{found.match.players[0]} lost no block")
    return 0


def club(options: argparse.Namespace) -> int:
    """Let every player meet every other, and rate them all."""
    from kibitz.matches.club import club

    _check_outputs(options.csv)
    found = _run(options, lambda running: club(_game(options), *options.players, **running))
    if found is None:
        return STOPPED
    if options.csv:
        found.to_csv(options.csv)
    return put(options, found)


def _game(options: argparse.Namespace) -> str:
    """The game, with the conditions on its deals."""
    from kibitz.matches.start import is_whole

    if options.where is None:
        return str(options.game)
    if is_whole(options.game):
        raise TextError(f"expected one hand, not a whole game, for --where: {options.game!r}")
    return kibitz.deals(options.game, options.where).text


def _check_outputs(*paths: str | None) -> None:
    """Find out before a long run what could not be written after it."""
    for path in map(Path, filter(None, paths)):
        if not files.is_writable(path):
            raise TextError(f"expected a file to write to: {str(path)!r}")


T = TypeVar("T")


def _run(options: argparse.Namespace, run: Callable[[dict[str, Any]], T]) -> T | None:
    """Play in blocks, with a bar; nothing if it was stopped."""
    from tqdm import tqdm

    from kibitz.lab.runner import Interrupted
    from kibitz.matches.match import STORE

    try:
        with task_bar() as bar:
            return run(
                {
                    "blocks": options.blocks,
                    "seed": options.seed,
                    "every": options.every,
                    "store": Path(options.store or STORE),
                    "so_far": options.so_far,
                    "workers": options.workers,
                    "cluster": options.cluster,
                    "progress": bar,
                    "warn": lambda line: tqdm.write(f"kibitz: {line}", file=sys.stderr),
                }
            )
    except Interrupted as stopped:
        print("kibitz:", stopped, file=sys.stderr)
        return None


def review(options: argparse.Namespace) -> int:
    """Review the play of a log move by move, with all cards open."""
    from kibitz.matches.kept import NODES, read_log
    from kibitz.matches.start import begin

    for game in options.also:
        begin(game, seed=0)
    limit = kibitz.Limit(nodes=options.nodes or NODES, seconds=options.seconds)
    return put(options, read_log(options.log, "by --also").review(limit))


def check_player(options: argparse.Namespace) -> int:
    """Check that a player keeps the rules, repeats itself and does not peek."""
    from kibitz.matches.check_player import check_player

    with aside():
        faults = check_player(options.player, options.game, options.deals, options.seed)
    put(options, faults)
    return int(bool(faults))


def export(options: argparse.Namespace) -> int:
    """Write the hands of a log as PBN, or in a similar form if there are not four players."""
    from kibitz.games.bridge import pbn
    from kibitz.matches import log
    from kibitz.matches.export import records
    from kibitz.matches.start import begin

    for game in options.also:
        begin(game, seed=0)
    print(pbn.write(records(*log.load(options.log, "by --also"))), end="")
    return 0


def _has_signs() -> bool:
    """Whether somebody looks at the output, where the signs of suits can be written."""
    try:
        SYMBOLS.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return sys.stdout.isatty()


def play(options: argparse.Namespace) -> int:
    """Play a hand or a whole game at the terminal; type help there."""
    import random

    from kibitz.matches import log
    from kibitz.matches.start import begin
    from kibitz.matches.terminal import Quit, Terminal, seats

    if sys.stdin is None:
        raise KibitzError("stdin is closed, and play needs it")
    choices: log.Choices = ()
    game, seed = options.game, options.seed
    if options.go_on:
        if options.game != "-":
            begin(options.game, seed=0)
        game, seed, choices = log.load(options.go_on, "as GAME")
        if options.game not in ("-", game):
            raise KibitzError(f"expected the game of the log, {game}: {options.game!r}")
    elif seed is None:
        seed = random.randrange(1_000_000)

    def ask(prompt: str) -> str:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise Quit
        return line

    others = options.players or ["sampling"]
    save = options.save or options.go_on
    terminal = Terminal(
        game,
        seats(game, others, options.seat),
        seed,
        ask,
        print,
        choices,
        Path(save) if save else None,
        signs=_has_signs(),
    )
    terminal.run()
    return 0
