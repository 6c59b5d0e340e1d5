"""compare and analyse over many deals: `--deals 100 --seed 1 --csv FILE`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz.cli.answering import MISUNDERSTOOD, STOPPED, WRONG, print_json, progress_bar
from kibitz.cli.reading import whole, workers
from kibitz.errors import KibitzError, TextError, writing

if TYPE_CHECKING:
    import argparse

    from kibitz.asking.study import Case, Rows
    from kibitz.results import Limit

NEEDS_DEALS = ("seed", "cards", "csv", "append", "workers")


def add_options(verb: argparse.ArgumentParser) -> None:
    """The options of a verb that can be asked over many deals."""
    verb.add_argument(
        "--deals", type=whole, help="use this many random deals instead of a position"
    )
    verb.add_argument("--seed", type=whole, help="seed of the first deal, default 0")
    verb.add_argument("--cards", type=whole, help="cards dealt to each, if not the usual number")
    verb.add_argument("--csv", metavar="FILE", help="write a row for each algorithm and deal")
    verb.add_argument(
        "--append", action="store_true", help="append to the file instead of overwriting it"
    )
    verb.add_argument("--workers", type=workers, help="deals at the same time, default 1")


def is_asked(options: argparse.Namespace) -> bool:
    """Whether many deals are meant; what is for these alone is refused without them."""
    if options.deals is not None:
        return True
    for name in NEEDS_DEALS:
        if getattr(options, name):
            raise TextError(f"expected --deals with --{name}")
    return False


def study(
    options: argparse.Namespace, ask: Callable[..., Iterator[Case]], what: Any, limit: Limit
) -> int:
    """Ask about each deal, keep its rows, and sum up; what was kept stays after Ctrl-C."""
    seed = options.seed or 0
    if options.append and options.csv is None:
        raise TextError("expected --csv with --append")
    cases: list[Case] = []
    with progress_bar(options.deals, " deals") as progress, _rows(options) as rows:
        found = ask(
            options.game,
            what,
            options.deals,
            seed,
            cards=options.cards,
            workers=options.workers or 1,
            engine=options.engine,
            limit=limit,
            progress=progress,
        )
        try:
            for case in found:
                if getattr(case.answer, "stopped", "") == "interrupt":
                    break
                cases.append(case)
                if rows is not None:
                    with writing(Path(options.csv)):
                        rows.write(case)
                if options.json:
                    print_json(case.as_dict())
        except KeyboardInterrupt:
            pass
    summed_up = kibitz.Study(cases)
    if not options.json and cases:
        print(summed_up.show())
    if len(cases) < options.deals:
        left = f"--seed {seed + len(cases)} --deals {options.deals - len(cases)}"
        go_on = f"; to go on: {left}" + " --append" * (options.csv is not None)
        print(f"stopped after {len(cases)} of {options.deals} deals{go_on}", file=sys.stderr)
        return STOPPED
    if all(isinstance(case.answer, KibitzError) for case in cases):
        return MISUNDERSTOOD
    if summed_up.contradicts:
        return WRONG
    return MISUNDERSTOOD if any(found.fails for _, found in summed_up.comparisons) else 0


@contextmanager
def _rows(options: argparse.Namespace) -> Iterator[Rows | None]:
    """The file that rows go to, if one is named."""
    if options.csv is None:
        yield None
        return
    from kibitz.asking.study import Rows

    path = Path(options.csv)
    with writing(path):
        pipe = path.exists() and not path.is_file()  # a file is not emptied yet
        file: Any = path.open("w" if pipe else "a+", -1, "utf-8", "backslashreplace", "")
    with file:
        yield Rows(file, options.append)
