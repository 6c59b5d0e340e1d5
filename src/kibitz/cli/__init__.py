"""The command `kibitz`: each verb reads its words, calls one function of the library, shows.

A family of verbs is a file: `looking`, `searching`, `trying`, `playing`, `serving`, `lab`,
`completing`; it is loaded when one of its verbs is asked for.
What they share is in `reading`, words and options, and in `answering`, text and JSON. Data
go to stdout, everything else to stderr. Exit codes: 0 all went well, 1 a game has faults or
searches differ that must agree, 2 the input was not understood, 130 stopped by Ctrl-C (with the
best answer so far), 143 by SIGTERM.
"""

from __future__ import annotations

import importlib
import io
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import kibitz
from kibitz import starting
from kibitz.cli.answering import MISUNDERSTOOD, STOPPED
from kibitz.cli.completing import complete
from kibitz.cli.reading import Parser, Verbs
from kibitz.engines.kernel import BUILT
from kibitz.errors import KibitzError, blaming, in_one_line

if TYPE_CHECKING:
    import argparse

FAMILIES = {
    "looking": "games algorithms deal show leaf-table check build perft",
    "searching": "solve compare analyse ties trace trick-table batch bench",
    "trying": "check-test check-order check-rule check-search find",
    "playing": "advise match club play export review check-player",
    "serving": "serve",
    "lab": "reproduce",
    "completing": "completion",
}
"""The files of verbs, and the verbs of each, in the order of the help."""

BOUNDS = re.compile(r"^(?=-[-0-9]*,)")
"""Where a bound vector starts with a dash: with a space there it is not taken for an option."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code."""
    with _stopped_by() as signals:
        code = _run(arguments)
    return 128 + signals[0] if signals and code == STOPPED else code


@contextmanager
def _stopped_by() -> Iterator[list[int]]:
    """SIGTERM, which batch systems send, and a closed terminal end a command as Ctrl-C does."""
    received: list[int] = []
    before = {}

    def stop(number: int, _: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for one in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(one) is signal.SIG_DFL:
                before[one] = signal.signal(one, stop)
    try:
        yield received
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _run(arguments: list[str] | None) -> int:
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 nobody listens
    if sys.stdout is None:
        return _complain("stdout is closed")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    try:
        words = sys.argv[1:] if arguments is None else arguments
        parser, verbs = _parser(words)
        starting.started()
        complete(parser)
        verbs.check(words)
        options = parser.parse_args([BOUNDS.sub(" ", word) for word in words])
        with blaming(getattr(options, "game", None) or "code of your own", installed=False):
            code: int = options.verb(options)
        sys.stdout.flush()
    except KibitzError as error:
        return _complain(str(error), getattr(error, "output", ""))
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        sys.stdout = io.StringIO()  # what is left there has no reader, and is no fault
        sys.stderr.close()
        return 0
    except OSError as error:
        sys.stdout = io.StringIO()  # what is left there cannot be written either
        return _complain(f"stdin or stdout failed: {error}")
    return code


def _complain(message: str, details: str = "") -> int:
    with suppress(OSError):  # what the code says anyway
        print("kibitz:", in_one_line(" ".join(message.split())), file=sys.stderr)
        for line in details.splitlines():
            print(in_one_line(line), file=sys.stderr)
    return MISUNDERSTOOD


def _parser(words: list[str]) -> tuple[argparse.ArgumentParser, Verbs]:
    """What reads these words: the family of their verb, or all of them if none is named."""
    parser = Parser(prog="kibitz", description=(kibitz.__doc__ or "").partition("\n")[0])
    engine = "kernel" if BUILT else "reference"
    version = f"kibitz {kibitz.__version__} ({engine})"
    parser.add_argument(
        "--version", action="version", version=version, help="name the version and the engine"
    )
    verbs = Verbs(parser)
    asked = [family for family, known in FAMILIES.items() if {*words[:1]} & {*known.split()}]
    for family in asked or FAMILIES:
        importlib.import_module(f"{__name__}.{family}").add(verbs)
    return parser, verbs
