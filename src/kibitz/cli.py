"""The command `kibitz`: each verb reads its words, calls one function of the library, shows.

Data go to stdout, everything else to stderr. Exit codes: 0 all went well, 1 a game has
faults, 2 the input was not understood, 130 stopped by Ctrl-C (with the best answer so far).
"""

from __future__ import annotations

import argparse
import io
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import kibitz
from kibitz import (
    Algorithm,
    Game,
    KibitzError,
    LeafTable,
    Limit,
    Position,
    Result,
    TextError,
    games,
    text,
)
from kibitz.errors import writing
from kibitz.layout import columns

STOPPED = 130


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise TextError(message)


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    if sys.stdout is None:
        return _complain("expected an open stdout")
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # own games and utilities, as module:name
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    try:
        options = _parser().parse_args(arguments)
        code: int = options.verb(options)
        sys.stdout.flush()
    except KibitzError as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except OSError as error:
        sys.stdout = io.StringIO()  # what is left there cannot be written either
        return _complain(f"expected a stdin and stdout that work: {error}")
    return code


def _complain(message: str) -> int:
    print("kibitz:", " ".join(message.split()), file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="kibitz", description=kibitz.__doc__)
    parser.add_argument("--version", action="version", version=f"kibitz {kibitz.__version__}")
    verbs = parser.add_subparsers(metavar="VERB", required=True, parser_class=_Parser)

    def verb(run: Callable[[argparse.Namespace], int], *words: str) -> argparse.ArgumentParser:
        name = run.__name__.strip("_").replace("_", "-")
        added = verbs.add_parser(name, help=run.__doc__, description=run.__doc__)
        added.set_defaults(verb=run)
        for word in words:
            added.add_argument(word.lower(), metavar=word, help=_WORDS[word])
        added.add_argument("--json", action="store_true", help="data for programs")
        return added

    verb(_games)
    algorithms = verb(_algorithms)
    algorithms.add_argument("game", metavar="GAME", nargs="?", help="which can prune this game?")
    algorithms.add_argument("position", metavar="POSITION", nargs="?", help="or this position?")
    algorithms.add_argument("--parts", default="", help="of all, such as leaf=cards,width=3")
    deal = verb(_deal, "GAME")
    deal.add_argument("--seed", type=_whole, required=True, help="same seed, same deal")
    deal.add_argument("--cards", type=_whole, help="cards each, instead of as many as usual")
    show = verb(_show, "GAME", "POSITION")
    show.add_argument("--svg", metavar="FILE", help="draw it too, where the game has a drawing")
    solve = verb(_solve, "GAME", "POSITION")
    solve.add_argument("--workers", type=_workers, default=1, help="searches at once, with -")
    compare = verb(_compare, "GAME", "POSITION")
    compare.add_argument("algorithms", metavar="ALGORITHM", nargs="+", help="one or more")
    trace = verb(_trace, "GAME", "POSITION")
    for searching in (solve, trace):
        searching.add_argument("--algorithm", help="default: the strongest that the game supports")
    for searching in (solve, compare):
        searching.add_argument("--engine", default="auto", help="auto, kernel or reference")
    bench = verb(_bench)
    bench.add_argument("--engine", default="auto", help="auto, kernel or reference")
    for searching in (solve, compare, trace):
        searching.add_argument("--nodes", type=_whole, help="stop after so many visited nodes")
        searching.add_argument("--seconds", type=_seconds, help="stop after so many seconds")
        searching.add_argument("--depth", type=_whole, help="plies to search, with leaf=...")
        searching.add_argument("--table-mb", type=_whole, default=256, help="memory of the table")
    leaf_table = verb(_leaf_table, "GAME")
    leaf_table.add_argument(
        "position",
        metavar="POSITION",
        nargs="?",
        help="what can still come about there, instead of in a whole game",
    )
    leaf_table.add_argument("--bounds", help="does this bound vector prune? ranks, such as 1,1,-")
    leaf_table.add_argument("--plot", metavar="FILE", help="draw which bounds prune: svg, png, pdf")
    leaf_table.add_argument("--players", default="0,1", help="two or three to draw, default 0,1")
    leaf_table.add_argument("--scale", default="rank", help="rank (default) or payoff, to draw")
    check = verb(_check, "GAME")
    check.add_argument("--deals", type=_whole, default=20, help="random games, default 20")
    check.add_argument("--seed", type=_whole, default=0, help="of the first deal, default 0")
    perft = verb(_perft, "GAME", "POSITION")
    perft.add_argument("--depth", type=_whole, default=3, help="plies, default 3")
    perft.add_argument("--legal", action="store_true", help="count every legal move on its own")
    reproduce = verb(_reproduce)
    reproduce.add_argument("names", metavar="NAME", nargs="*", help="experiments, see --list")
    reproduce.add_argument("--list", action="store_true", help="name the experiments")
    reproduce.add_argument("--all", action="store_true", help="run every experiment")
    reproduce.add_argument("--quick", action="store_true", help="a small part, in seconds")
    reproduce.add_argument("--so-far", action="store_true", help="show what the store has")
    reproduce.add_argument("--workers", type=_workers, help="tasks at once, default all processors")
    reproduce.add_argument("--cluster", help="run on Dask: tcp://HOST:PORT, or local:N for N here")
    reproduce.add_argument("--store", metavar="FILE", help="results, default reproduction.sqlite")
    reproduce.add_argument("--csv", metavar="FILE", help="write the results as CSV, .gz to pack")
    reproduce.add_argument("--parquet", metavar="FILE", help="write the results as Parquet")
    reproduce.add_argument("--docs", metavar="FOLDER", help="write a page for each experiment")
    return parser


_WORDS = {
    "GAME": "such as spades(players=3,bids=1/1/2), or module:name for your own",
    "POSITION": "a position in one line, or - to read one a line and answer in JSON",
}


def _whole(word: str) -> int:
    try:
        return int(text.read_int(word, "a number"))
    except TextError:
        raise argparse.ArgumentTypeError(f"expected a whole number: {word!r}") from None


def _workers(word: str) -> int:
    workers = _whole(word)
    if workers < 1:
        raise argparse.ArgumentTypeError(f"expected 1 worker or more: {workers}")
    return workers


def _seconds(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number: {word!r}") from None


def _print(data: Any) -> None:
    print(json.dumps(data, ensure_ascii=False), flush=True)


class _Stop(Exception):
    """Ctrl-C came while this answer was searched for."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data


def _each(
    options: argparse.Namespace,
    answer: Callable[[Any], dict[str, Any]],
    show: Callable[[dict[str, Any]], None],
) -> int:
    """Answer for the position, or with `-` for each line of stdin, going on after a bad one.

    With no position, answer for the game.
    """
    game = kibitz.game(options.game)
    batch = options.position == "-"
    show = _print if batch or options.json else show
    if options.position is None:
        show(answer(game))
        return 0
    code = 0
    try:
        for line in filter(str.strip, sys.stdin) if batch else [options.position]:
            try:
                show(answer(game.parse(line.strip())))
            except KibitzError as error:
                if not batch:
                    raise
                code = 2
                show({"game": str(game), "position": line.strip(), "error": str(error)})
    except _Stop as stop:
        show(stop.data)
        return STOPPED
    return code


def _games(options: argparse.Namespace) -> int:
    """List the games with their arguments."""
    found = [kibitz.game(name) for name in games.names()]
    if options.json:
        _print(
            [
                {
                    "game": game.name,
                    "about": game.title,
                    "arguments": {
                        key: text.write_value(value) for key, value in game.arguments().items()
                    },
                }
                for game in found
            ]
        )
    else:
        print("\n\n".join(game.show() for game in found))
    return 0


def _algorithms(options: argparse.Namespace) -> int:
    """List the algorithms and their parts, or with a game which of them can prune it and why."""
    if options.game is not None:
        return _show_prospects(options)
    rows: list[dict[str, Any]] = []
    for name, preset in kibitz.PRESETS.items():
        algorithm = Algorithm.parse(name)
        rows.append(
            {
                "algorithm": name,
                "claim": preset.claim,
                "paper": preset.paper,
                "sound": algorithm.sound,
                "parts": algorithm.parts(),
            }
        )
    if options.json:
        _print(rows)
        return 0
    for row in rows:
        parts = " ".join(f"{axis}={part}" for axis, part in row["parts"].items())
        print(f"{row['algorithm']}\n  {row['claim']}\n  {row['paper']}\n  {parts}")
    return 0


def _show_prospects(options: argparse.Namespace) -> int:
    def answer(source: Game | Position) -> dict[str, Any]:
        data = {"game": str(source)}
        if isinstance(source, Position):
            data = {"game": str(source.game), "position": str(source)}
        rows = [
            {"algorithm": str(row.algorithm), "prunes": row.prunes, "reason": row.reason}
            for row in kibitz.prospects(source, options.parts)
        ]
        return {**data, "prospects": rows}

    def show(data: dict[str, Any]) -> None:
        rows = [
            [row["algorithm"], "prunes" if row["prunes"] else "cannot prune", row["reason"]]
            for row in data["prospects"]
        ]
        print(columns(rows, left=range(3)))

    return _each(options, answer, show)


def _deal(options: argparse.Namespace) -> int:
    """Deal a random position."""
    position = kibitz.game(options.game).deal(options.seed, options.cards)
    if options.json:
        _print({"game": str(position.game), "seed": options.seed, "position": str(position)})
    else:
        print(position)
    return 0


def _show(options: argparse.Namespace) -> int:
    """Show a position for people."""
    if options.svg is not None and options.position == "-":
        raise TextError("expected one position to draw, not a position a line")

    def answer(position: Position) -> dict[str, Any]:
        if options.svg is not None:
            drawing, path = position.svg(), Path(options.svg)
            with writing(path):
                path.write_text(drawing, encoding="utf-8")
        over = position.is_over
        return {
            "game": str(position.game),
            "position": str(position),
            "turn": None if over else position.turn,
            "moves": [] if over else [str(move) for move in position.moves()],
            "legal_moves": [] if over else [str(move) for move in position.legal_moves()],
            "is_over": over,
            "outcome": position.outcome if over else None,
            "shown": position.show(),
        }

    return _each(options, answer, _show_shown)


def _limit(options: argparse.Namespace) -> Limit:
    return Limit(options.nodes, options.seconds, options.table_mb, options.depth)


def _algorithm(options: argparse.Namespace) -> Algorithm | None:
    return None if options.algorithm is None else Algorithm.parse(options.algorithm)


@contextmanager
def _progress(options: argparse.Namespace) -> Iterator[Callable[[int], None] | None]:
    """A bar on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(total=options.nodes, unit=" nodes", unit_scale=True, leave=False, delay=0.5) as bar:

        def progress(visited: int) -> None:
            bar.update(visited - bar.n)

        yield progress


def _solve(options: argparse.Namespace) -> int:
    """Tell the best move, the value and the line."""
    algorithm, limit = _algorithm(options), _limit(options)
    if options.position == "-" and options.workers != 1:
        return _solve_many(options, algorithm, limit)

    def answer(position: Position) -> dict[str, Any]:
        with _progress(options) as progress:
            result = kibitz.solve(
                position,
                algorithm,
                engine=options.engine,
                limit=limit,
                progress=progress,
                keep_interrupted=True,
            )
        data = result.as_dict()
        if options.position != "-" and not options.json:
            data["shown"] = result.show()
        return _unless_stopped(data, result)

    return _each(options, answer, _show_shown)


def _solve_many(options: argparse.Namespace, algorithm: Algorithm | None, limit: Limit) -> int:
    """Search the positions of stdin, several at once; one object a line, in their order."""
    game, lines, code = kibitz.game(options.game), deque[str](), 0

    def read() -> Iterator[str]:
        for line in filter(None, map(str.strip, sys.stdin)):
            lines.append(line)
            yield line

    answers = kibitz.solve_many(
        game, read(), algorithm, workers=options.workers, engine=options.engine, limit=limit
    )
    for found in answers:
        line = lines.popleft()
        if isinstance(found, Result):
            _print(found.as_dict())
            code = STOPPED if found.stopped == "interrupt" else code
        else:
            _print({"game": str(game), "position": line, "error": str(found)})
            code = 2
    return code


def _show_shown(data: dict[str, Any]) -> None:
    print(data["shown"])


def _unless_stopped(data: dict[str, Any], result: Result) -> dict[str, Any]:
    if result.stopped == "interrupt":
        raise _Stop(data)
    return data


def _compare(options: argparse.Namespace) -> int:
    """Search with several algorithms and lay the results side by side."""
    algorithms, limit = [Algorithm.parse(line) for line in options.algorithms], _limit(options)

    def answer(position: Position) -> dict[str, Any]:
        with _progress(options) as progress:
            comparison = kibitz.compare(
                position, algorithms, engine=options.engine, limit=limit, progress=progress
            )
        data = comparison.as_dict()
        if options.position != "-" and not options.json:
            data["shown"] = comparison.show()
        return _unless_stopped(data, comparison[-1])

    return _each(options, answer, _show_shown)


def _bench(options: argparse.Namespace) -> int:
    """Search a fixed set of positions; the sum of all nodes is the signature of the search."""
    rows = list(kibitz.bench(options.engine))
    if options.json:
        _print([row.as_dict() for row in rows])
        return 0
    heads = ["game", "position", "algorithm", "engine", "visited", "M nodes/s"]
    cells = [
        [
            str(row.position.game),
            f"deal {row.seed}" + (f", {row.cards} cards" if row.cards else ""),
            str(row.algorithm),
            row.result.engine,
            f"{row.result.stats.visited:,}",
            f"{row.result.stats.visited / row.result.seconds / 1e6:.2f}",
        ]
        for row in rows
    ]
    print(columns([heads, *cells], left=range(4)))
    small = sum(row.result.stats.visited for row in rows if row.small)
    print(f"signature {small:,} nodes in the rows for both engines")
    return 0


def _trace(options: argparse.Namespace) -> int:
    """Show a search step by step."""
    algorithm, limit = _algorithm(options), _limit(options)
    if options.position != "-" and not options.json:
        position = kibitz.game(options.game).parse(options.position)
        for step in kibitz.trace(position, algorithm, limit=limit):
            print(step)
        return 0

    def answer(position: Position) -> dict[str, Any]:
        return {
            "game": str(position.game),
            "position": str(position),
            "algorithm": str(algorithm or kibitz.strongest(position, limit)),
            "steps": [step.as_dict() for step in kibitz.trace(position, algorithm, limit=limit)],
        }

    return _each(options, answer, _print)


def _leaf_table(options: argparse.Namespace) -> int:
    """Show the leaf-value table: every outcome, its payoffs and its ranks."""
    bounds = None if options.bounds is None else _bounds(options.bounds)
    if options.plot is not None and options.position == "-":
        raise TextError("expected one table to plot, not a position a line")

    def answer(source: Game | Position) -> dict[str, Any]:
        table = LeafTable.of(source)
        if options.plot is not None:
            from kibitz import plot

            players = text.read_ints(options.players, "--players")
            plot.save(Path(options.plot), table, players, options.scale, bounds)
        rows = zip(table.outcomes, table.payoffs, table.ranks, strict=True)
        data: dict[str, Any] = {"game": str(table.game)}
        if isinstance(source, Position):
            data["position"] = str(source)
        data["rows"] = [
            {"outcome": outcome, "payoffs": payoffs, "ranks": ranks}
            for outcome, payoffs, ranks in rows
        ]
        if bounds is not None:
            data.update(bounds=bounds, prunes=table.prunes(bounds))
        if options.position != "-" and not options.json:
            data["shown"] = str(table)
        return data

    def show(data: dict[str, Any]) -> None:
        print(data["shown"])
        if bounds is not None:
            print(options.bounds, "prunes" if data["prunes"] else "does not prune")

    return _each(options, answer, show)


def _bounds(line: str) -> list[int | None]:
    parts = line.split(",")
    return [None if part.strip() == "-" else text.read_int(part, "a bound") for part in parts]


def _check(options: argparse.Namespace) -> int:
    """Play a game at random and tell what is wrong with it."""
    game = kibitz.game(options.game)
    faults = kibitz.check_game(game, options.deals, options.seed)
    if options.json:
        _print({"game": str(game), "deals": options.deals, "faults": faults})
    else:
        print(*(faults or [f"no faults in {options.deals} games"]), sep="\n")
    return int(bool(faults))


def _perft(options: argparse.Namespace) -> int:
    """Count the positions after each number of moves."""

    def answer(position: Position) -> dict[str, Any]:
        return {
            "game": str(position.game),
            "position": str(position),
            "counts": kibitz.perft(position, options.depth, options.legal),
        }

    def show(data: dict[str, Any]) -> None:
        for ply, count in enumerate(data["counts"], start=1):
            print(f"{ply:3} {count:>15,}")

    return _each(options, answer, show)


def _reproduce(options: argparse.Namespace) -> int:
    """Run experiments of the papers and set our numbers beside the published ones."""
    from tqdm import tqdm

    from kibitz import experiments, reproduction
    from kibitz.reproduction import report
    from kibitz.reproduction.runner import Interrupted

    if bool(options.names) + options.all + options.list > 1:
        raise TextError("expected one of NAME ..., --all and --list")
    if options.list or not (options.names or options.all):
        return _list_experiments(options)
    names = experiments.names() if options.all else options.names
    _check_outputs(options, names)
    found = []
    try:
        with _task_bar() as bar, _terminated_as_interrupted():
            runs = reproduction.reproduce(
                names,
                quick=options.quick,
                so_far=options.so_far,
                workers=options.workers,
                cluster=options.cluster,
                store=Path(options.store or reproduction.STORE),
                progress=bar,
                warn=lambda line: tqdm.write(f"kibitz: {line}", file=sys.stderr),
            )
            for experiment, results in runs:
                found.append((experiment, results))
                _write_outputs(options, found)
                if options.json:
                    _print(report.as_dict(experiment, results))
                else:
                    print(report.show(experiment, results), end="\n\n", flush=True)
    except Interrupted as stopped:
        print("kibitz:", stopped, file=sys.stderr)
        return STOPPED
    return 0


def _check_outputs(options: argparse.Namespace, names: list[str]) -> None:
    """Find out before a long run what could not be written after it."""
    from kibitz.reproduction import export

    for word in ("cluster", "store", "csv", "parquet", "docs"):
        if getattr(options, word) == "":
            raise TextError(f"expected something after --{word}")
    for path in map(Path, filter(None, (options.csv, options.parquet))):
        if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
            raise TextError(f"expected a file to write to: {str(path)!r}")
    if options.parquet:
        export.parquet()
    if options.docs:
        from kibitz import plot  # noqa: F401 says what it needs

        own = [name for name in names if ":" in name]
        if own:
            raise TextError(f"expected experiments of Kibitz with --docs: {own[0]!r}")
        with writing(Path(options.docs), "folder"):
            Path(options.docs).mkdir(parents=True, exist_ok=True)
        if not os.access(options.docs, os.W_OK):
            raise TextError(f"expected a folder to write to: {options.docs!r}")


def _write_outputs(options: argparse.Namespace, found: list[Any]) -> None:
    """Write what there is, after each experiment: a later one may fail or be stopped."""
    from kibitz.reproduction import export, report

    if options.csv:
        export.to_csv(Path(options.csv), found)
    if options.parquet:
        export.to_parquet(Path(options.parquet), found)
    if options.docs:
        report.write(Path(options.docs), found[-1:])


@contextmanager
def _terminated_as_interrupted() -> Iterator[None]:
    """SIGTERM, which batch systems send, ends a run as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _list_experiments(options: argparse.Namespace) -> int:
    from kibitz import experiments

    found = [experiments.experiment(name) for name in experiments.names()]
    if options.json:
        _print([{"name": one.name, "title": one.title, "paper": one.paper} for one in found])
    else:
        print(columns([[one.name, one.title, one.paper] for one in found], left=range(3)))
    return 0


@contextmanager
def _task_bar() -> Iterator[Callable[[Any, int, int], None]]:
    """A bar with the time left on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda experiment, done, tasks: None
        return
    from tqdm import tqdm

    bars: dict[str, tqdm[Any]] = {}

    def progress(experiment: Any, done: int, tasks: int) -> None:
        bar = bars.get(experiment.name)
        if bar is None:
            bar = bars[experiment.name] = tqdm(
                total=tasks, initial=done, desc=experiment.name, unit=" tasks", leave=False
            )
        bar.update(done - bar.n)
        if done == tasks:
            bar.close()

    try:
        yield progress
    finally:
        for bar in bars.values():
            bar.close()
