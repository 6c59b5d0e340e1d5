"""The verb of the page: serve."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import kibitz
from kibitz import History, KibitzError, Limit, TextError, UnknownName, files
from kibitz.cli.answering import bridge_for, say_skipped
from kibitz.cli.reading import Verbs, is_of_boards, propose, seconds, whole
from kibitz.errors import writing
from kibitz.loading import closed, load

if TYPE_CHECKING:
    from kibitz.web.reading import Opened

VIEWS = ("home", "table", "analyse", "learn", "watch", "lab")
PORT = 8642
"""A browser keeps the games of a visitor by the address of the page, so that it stays the same."""
ALSO_ON_PAGE = "a game, search part, search or player of your own that the page may use"


def add(verbs: Verbs) -> None:
    """The verb with its options."""
    verb = verbs.add(serve, json=False)
    what = verb.add_argument(
        "what",
        metavar="GAME",
        nargs="?",
        help="a game, a position, or a file: a log, PBN or LIN",
    )
    propose(what, kibitz.games.names)
    verb.add_argument("position", metavar="POSITION", nargs="?", help="a position of the game")
    verb.add_argument("--board", metavar="N", help="board of a PBN or LIN file, default the first")
    verb.add_argument(
        "--play", metavar="MOVES", default="", help="play these moves, instead of those of a file"
    )
    verb.add_argument("--view", default="home", help=f"{', '.join(VIEWS[:-1])} or {VIEWS[-1]}")
    verb.add_argument("--also", metavar="NAME", action="append", default=[], help=ALSO_ON_PAGE)
    verb.add_argument(
        "--store",
        metavar="FILE",
        action="append",
        help="results for the lab, default those in this folder",
    )
    verb.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on, default 127.0.0.1, this machine only",
    )
    verb.add_argument(
        "--name", action="append", default=[], help="host name that others use, with --host 0.0.0.0"
    )
    verb.add_argument(
        "--port",
        type=whole,
        help=f"default {PORT}, where games are kept; if it is taken, any free port",
    )
    verb.add_argument("--no-browser", action="store_true", help="only print the address")
    verb.add_argument(
        "--seconds", type=seconds, default=20.0, help="time limit of a search, default 20"
    )
    verb.add_argument(
        "--table-mb", type=whole, default=64, help="memory of a table in MB, default 64"
    )
    verb.add_argument("--export", metavar="FILE", help="write one static page and exit")


def _is_part(line: str) -> bool:
    """Whether a text names a part of a search, a search or a player; it is then loaded."""
    if ":" not in line or "(" in line or line.endswith(kibitz.games.RULES):
        return False
    found = load(line, "a game, a part of a search or a player")
    return not (isinstance(found, type) and issubclass(found, kibitz.Game))


def serve(options: argparse.Namespace) -> int:
    """Open a local page to play, analyse and watch the search."""
    from kibitz.matches.start import is_whole
    from kibitz.whole.game import whole_game

    own = [str(kibitz.game(line)) for line in options.also if not _is_part(line)]
    whole = str(whole_game(options.what)) if is_whole(options.what or "") else ""
    if whole and options.play:
        raise TextError(f"expected one hand to --play from, not {whole}")
    first = None if whole else _first(options)
    if options.export:
        return _export(options, first)
    try:
        from kibitz.web import site
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("starlette", "uvicorn", "anyio"):
            raise
        raise KibitzError(
            'the page needs Starlette and uvicorn; use pip install "kibitz[serve]"'
        ) from None
    from kibitz.web.answers import Site
    from kibitz.web.visitors import Room

    if options.view not in VIEWS:
        known = f"{', '.join(VIEWS[:-1])} or {VIEWS[-1]}"
        raise TextError(f"expected the view {known}: {options.view!r}")
    Limit(seconds=options.seconds, table_mb=options.table_mb)
    if first is not None and kibitz.games.is_own(str(first.hand.game)):
        own.append(str(first.hand.game))
    site.serve(
        Site(first, options.view, whole, tuple(dict.fromkeys(own)), _stores(options.store)),
        site.Address(options.host, options.port, tuple(options.name), PORT),
        Room(options.seconds, options.table_mb),
        browser=not options.no_browser,
    )
    return 0


def _stores(names: list[str] | None) -> tuple[Path, ...]:
    """The stores that are named, or those with their usual names that are here."""
    from kibitz.experiments import STORE
    from kibitz.matches.match import STORE as MATCHES

    if names is None:
        return tuple(path for path in (STORE, Path(MATCHES)) if path.exists())
    for name in names:
        if not Path(name).exists():
            raise KibitzError(f"expected a store of results: {name!r}: there is none")
    return tuple(map(Path, names))


def _first(options: argparse.Namespace) -> Opened | None:
    """What to show first, with the moves of --play if there are any."""
    found = _opened(options)
    if not options.play:
        return found
    if found is None:
        raise TextError(f"expected a game, a position or a file to --play from: {options.play!r}")
    return replace(found, hand=History.of(found.hand.start, options.play))


def _opened(options: argparse.Namespace) -> Opened | None:
    """A game and its position, or what a file or a text says."""
    from kibitz.web.reading import Opened, of_boards, opened

    file = options.position or options.what or ""
    if is_of_boards(file):
        from kibitz.games.bridge import boards

        game = kibitz.game("bridge" if options.position is None else options.what)
        found = boards.read_file(file, bridge_for(file, game))
        say_skipped(found)
        return of_boards(found, Path(file).suffix[1:].upper(), options.board)
    if options.board is not None:
        raise TextError(f"expected a file of PBN or LIN for --board: {file!r}")
    if options.what is None:
        return None
    if options.position is not None:
        return opened(f"{kibitz.game(options.what)} {options.position}")
    name = options.what.partition("(")[0].strip()
    path = Path(options.what)
    if _holds(path.is_file) and not name.endswith(kibitz.games.RULES):
        try:
            with closed("by --also"):
                return opened(files.read_text(path, "a log, PBN or LIN"))
        except TextError as error:
            raise TextError(f"expected a log, PBN or LIN: {str(path)!r}: {error}") from None
    if name in kibitz.games.names() or (kibitz.games.is_own(name) and " " not in name):
        return Opened(History(kibitz.game(options.what).deal(seed=1)))
    if _holds(path.is_dir):
        raise TextError(f"expected a file, not a folder: {str(path)!r}")
    if " " not in name and "[" not in name:
        raise UnknownName("game or file", name, kibitz.games.names())
    return opened(options.what)


def _holds(ask: Callable[[], bool]) -> bool:
    """What the system says of a path; no, if it is too long for one."""
    try:
        return ask()
    except OSError:
        return False


def _export(options: argparse.Namespace, first: Opened | None) -> int:
    """Write the analysis of a hand as one static page."""
    from kibitz.web import exporting

    if first is None:
        raise TextError("expected a game or a position to export")
    path = Path(options.export)
    page = exporting.page_of(first.hand, options.seconds, options.table_mb)
    with writing(path):
        path.write_text(page, encoding="utf-8")
    return 0
