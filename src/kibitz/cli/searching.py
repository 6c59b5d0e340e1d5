"""Verbs that search: solve, analyse, compare, trace, batch, bench."""

from __future__ import annotations

import gc
import shutil
import sys
from collections import deque
from typing import TYPE_CHECKING

import kibitz
from kibitz.cli import studying
from kibitz.cli.answering import (
    MISUNDERSTOOD,
    STOPPED,
    aside,
    drawn,
    each,
    lines,
    print_fault,
    print_json,
    progress_bar,
    put_all,
)
from kibitz.cli.reading import (
    Verbs,
    algorithm_of,
    is_of_boards,
    limit_of,
    propose,
    seconds,
    whole,
    workers,
)
from kibitz.errors import TextError
from kibitz.history import History
from kibitz.results import Limit, Result, check_seconds
from kibitz.text import names_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from kibitz import Algorithm, Analysis, Comparison, Position, Review, Ties, Trace, TrickTable
    from kibitz.games.bridge.record import Record


def add(verbs: Verbs) -> None:
    """The verbs with their options."""
    solving = verbs.add(solve, "GAME", "POSITION")
    solving.add_argument(
        "--workers", type=workers, default=1, help="searches at the same time, if POSITION is -"
    )
    comparing = verbs.add(compare, "GAME", "POSITION")
    algorithms = comparing.add_argument(
        "algorithms", metavar="ALGORITHM", nargs="+", help="one or more algorithms"
    )
    propose(algorithms, lambda: kibitz.PRESETS)
    analysing = verbs.add(analyse, "GAME", "POSITION")
    analysing.add_argument(
        "--hand",
        action="store_true",
        help="review the moves of --play one by one, with every mistake",
    )
    for verb in (solving, analysing):
        verb.add_argument(
            "--play", metavar="MOVES", help="play these moves first, such as 'SA S2 S7'"
        )
        verb.add_argument(
            "--ties", action="store_true", help="also say whether the value depends on ties"
        )
    for verb in (comparing, analysing):
        studying.add_options(verb)
    tying = verbs.add(ties, "GAME", "POSITION")
    tracing = verbs.add(trace, "GAME", "POSITION")
    tracing.add_argument("--svg", metavar="FILE", help="also draw the tree of a small search")
    tracing.add_argument(
        "--only",
        metavar="KINDS",
        help="show only these kinds of steps and the moves to them: cuts,re-searches",
    )
    tabling = verbs.add(trick_table, "GAME", "POSITION")
    tabling.add_argument(
        "--workers", type=workers, help="searches at the same time, default one per processor"
    )
    tabling.add_argument("--dealer", help="N, E, S or W, for par; default: from the file, or N")
    tabling.add_argument(
        "--vulnerable", help="None, NS, EW or All, for par; default: from the file, or None"
    )
    asking = verbs.add(batch, json=False)
    asking.add_argument(
        "--workers", type=workers, default=1, help="searches at the same time, default 1"
    )
    asking.add_argument(
        "--as-they-come", action="store_true", help="print answers as soon as they are ready"
    )
    asking.add_argument("--seconds", type=seconds, help="time limit for questions that set none")
    benching = verbs.add(bench)
    for verb in (solving, analysing, tracing):
        algorithm = verb.add_argument(
            "--algorithm", help="default: the strongest that the game supports"
        )
        propose(algorithm, lambda: kibitz.PRESETS)
    for verb in (solving, analysing, comparing, tying, benching):
        engine = verb.add_argument("--engine", default="auto", help="auto, kernel or reference")
        propose(engine, lambda: ("auto", "kernel", "reference"))
    for verb in (solving, analysing, comparing, tying, tracing, tabling):
        verb.add_argument("--nodes", type=whole, help="stop after this many visited nodes")
        verb.add_argument("--seconds", type=seconds, help="stop after this many seconds")
        verb.add_argument(
            "--table-mb", type=whole, default=256, help="memory of the table in MB, default 256"
        )
    for verb in (solving, analysing, comparing, tying, tracing):
        verb.add_argument("--depth", type=whole, help="plies to search, with leaf=...")
        verb.add_argument(
            "--threads", type=whole, default=1, help="threads of an outcome-sets search, default 1"
        )


def solve(options: argparse.Namespace) -> int:
    """Find the best move, the value and the line."""
    algorithm, limit = algorithm_of(options), limit_of(options)
    if options.position == "-" and options.workers != 1:
        if options.ties:
            raise TextError("expected no --ties with --workers")
        return _solve_many(options, algorithm, limit)

    def answer(position: Position) -> Result:
        with progress_bar(options.nodes) as progress:
            return kibitz.solve(
                position,
                algorithm,
                engine=options.engine,
                limit=limit,
                progress=progress,
                keep_interrupted=True,
                so_far=_say,
                ties=options.ties,
            )

    return each(options, answer)


def _say(result: Result) -> None:
    """The answer so far, on a terminal, while a search for a better one goes on."""
    if sys.stderr.isatty():
        from tqdm import tqdm

        deep = f", {result.depth} plies deep" if result.depth else ""
        value = str(result.worth)
        on = "searching on, to the end if it can be; Ctrl-C takes the best so far"
        tqdm.write(f"so far {result.move} {value}{deep}; {on}", file=sys.stderr)


def analyse(options: argparse.Namespace) -> int:
    """Value every legal move, or with --hand every move that was played."""
    algorithm, limit = algorithm_of(options), limit_of(options)
    if studying.is_asked(options):
        if options.hand or options.play or options.board or options.ties:
            raise TextError("expected no --hand, --play, --board or --ties with --deals")
        return studying.study(options, kibitz.analyse_deals, algorithm, limit)
    if options.hand and options.ties:
        raise TextError("expected no --ties with --hand")
    moves = list(names_of(options.play or ""))
    alone = options.position != "-" and not is_of_boards(options.position)
    live = not options.json and sys.stdout.isatty()

    def reviewed(position: Position | History) -> Review:
        hand = position if isinstance(position, History) else History.of(position, moves)
        if not hand.moves:
            raise TextError(
                "expected the moves that were played: --play 'SA S2 S7', or the play in the file"
            )
        return kibitz.review(
            hand,
            algorithm=algorithm,
            engine=options.engine,
            limit=limit,
            keep_interrupted=True,
        )

    def analysed(position: Position | History) -> Analysis:
        """The last of ever better tables; those before it are shown while it searches."""
        better = kibitz.analysing(
            position, algorithm, engine=options.engine, limit=limit, ties=options.ties
        )
        last, drawn = next(better), 0
        for found in better:
            if options.json and alone:
                print_json(last.as_dict())
            elif live:
                drawn = _redraw(last.show(), drawn)
            last = found
        _redraw("", drawn)
        return last

    if not options.hand:
        return each(options, analysed)
    options.play = None
    return each(options, reviewed, None if moves else reviewed)


def _redraw(shown: str, drawn: int) -> int:
    """Print over what was printed before; the number of lines, cut to the width of the terminal."""
    width, height = shutil.get_terminal_size()
    lines = [line[:width] for line in shown.splitlines()[: height - 1]]
    print(
        f"\x1b[{drawn}F\x1b[J" * bool(drawn) + "\n".join(lines), end="\n" * bool(lines), flush=True
    )
    return len(lines)


def batch(options: argparse.Namespace) -> int:
    """Answer questions in JSON, one per line of stdin, for any number of hands and games.

    Ask: solve, analyse, review, trick-table, choose, about, cancel. See docs/protocol.md.
    """
    from kibitz.advising.conversation import converse

    check_seconds(options.seconds)
    code, ordered = 0, not options.as_they_come
    gc.freeze()  # what is there by now stays, and is not looked through while somebody waits
    out, seconds = sys.stdout, options.seconds
    with aside():
        for found in converse(lines(), workers=options.workers, ordered=ordered, seconds=seconds):
            print_json(found, out)
            code = MISUNDERSTOOD if "error" in found else code
            if found.get("stopped") == "interrupt":
                return STOPPED
    return code


def _solve_many(options: argparse.Namespace, algorithm: Algorithm | None, limit: Limit) -> int:
    """Search the positions of stdin, several at once; one object per line, in their order."""
    game, waiting, code = kibitz.game(options.game), deque[str](), 0

    def read() -> Iterator[str]:
        for line in lines():
            waiting.append(line)
            yield line

    answers = kibitz.solve_many(
        game, read(), algorithm, workers=options.workers, engine=options.engine, limit=limit
    )
    for found in answers:
        line = waiting.popleft()
        if isinstance(found, Result):
            print_json(found.as_dict())
            code = STOPPED if found.stopped == "interrupt" else code
        else:
            print_fault(game, line, found)
            code = MISUNDERSTOOD
    return code


def compare(options: argparse.Namespace) -> int:
    """Search with several algorithms and compare the results, for one position or many."""
    algorithms, limit = (
        [kibitz.Algorithm.parse(line) for line in options.algorithms],
        limit_of(options),
    )
    if studying.is_asked(options):
        if options.board:
            raise TextError("expected no --board with --deals")
        return studying.study(options, kibitz.compare_deals, algorithms, limit)

    def answer(position: Position) -> Comparison:
        with progress_bar(options.nodes) as progress:
            return kibitz.compare(
                position, algorithms, engine=options.engine, limit=limit, progress=progress
            ).timed()

    return each(options, answer)


def ties(options: argparse.Namespace) -> int:
    """Say whether the value depends on how players break ties, and who decides."""
    limit = Limit(options.nodes, options.seconds, options.table_mb, options.depth)

    def answer(position: Position) -> Ties:
        return kibitz.ties(position, engine=options.engine, limit=limit)

    return each(options, answer)


def bench(options: argparse.Namespace) -> int:
    """Search a fixed set of positions; the sum of their nodes identifies the search."""
    return put_all(options, kibitz.bench(options.engine))


def trace(options: argparse.Namespace) -> int:
    """Show a search step by step."""
    algorithm, limit = algorithm_of(options), limit_of(options)

    def answer(position: Position) -> Trace:
        found = kibitz.trace(position, algorithm, limit=limit)
        return found.only(*options.only.split(",")) if options.only else found

    return each(options, drawn(options, answer))


def trick_table(options: argparse.Namespace) -> int:
    """Count the tricks of every declarer in every strain of bridge."""
    limit = Limit(options.nodes, options.seconds, options.table_mb)

    def answer(position: Position, dealer: str = "", vulnerable: str = "") -> TrickTable:
        with progress_bar(20, " searches") as progress:
            return kibitz.trick_table(
                position,
                dealer=options.dealer or dealer or "N",
                vulnerable=options.vulnerable or vulnerable or "None",
                limit=limit,
                workers=options.workers,
                progress=progress,
                keep_interrupted=True,
            )

    def of_board(record: Record) -> TrickTable:
        return answer(record.start, record.dealer, record.vulnerable)

    return each(options, answer, of_board=of_board)
