"""The command `kibitz`: each verb reads its words, calls one function of the library, shows.

A family of verbs is a file: `looking`, `searching`, `lab`. What they share is in `reading`,
words and options, and in `answering`, text and JSON. Data go to stdout, everything else to
stderr. Exit codes: 0 all went well, 1 a game has faults, 2 the input was not understood,
130 stopped by Ctrl-C (with the best answer so far).
"""

from __future__ import annotations

import argparse
import io
import sys
from pathlib import Path

import kibitz
from kibitz import KibitzError
from kibitz.cli import lab, looking, searching
from kibitz.cli.answering import STOPPED
from kibitz.cli.reading import Parser, Verbs


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
    parser = Parser(prog="kibitz", description=kibitz.__doc__)
    parser.add_argument("--version", action="version", version=f"kibitz {kibitz.__version__}")
    verbs = Verbs(parser)
    for family in (looking, searching, lab):
        family.add(verbs)
    return parser
