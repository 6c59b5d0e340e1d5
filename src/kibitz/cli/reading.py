"""What the verbs read: their words, and options that several of them have."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NoReturn

import kibitz
from kibitz import text
from kibitz.errors import TextError, UnknownName
from kibitz.files import is_name
from kibitz.results import Limit

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm

Verb = Callable[[argparse.Namespace], int]

_WORDS = {
    "GAME": "a game, such as spades(players=3,bids=1/1/2), or module:name for your own; omit it "
    "before a file",
    "POSITION": "a position in one line; - reads one per line and answers in JSON; or a file of "
    "bridge boards: FILE.pbn, FILE.lin",
}
ALSO = "a game of your own that a file may name; files alone load no code"


class Parser(argparse.ArgumentParser):
    """A parser that raises what it has against the words."""

    def error(self, message: str) -> NoReturn:
        raise TextError(f"{message}; see {self.prog} --help")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Write the help or the version; that it cannot be written is not passed over."""
        print(message, end="", file=file or sys.stderr, flush=True)


class Verbs:
    """The verbs of the command, each a function that is given its options."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self._verbs = parser.add_subparsers(metavar="VERB", required=True, parser_class=Parser)

    def check(self, words: list[str]) -> None:
        """Refuse a first word that is no verb."""
        if words and not words[0].startswith("-") and words[0] not in self.names:
            raise UnknownName("verb", words[0], self.names)

    @property
    def names(self) -> list[str]:
        """The verbs that there are."""
        return list(self._verbs.choices)

    def add(self, run: Verb, *words: str, json: bool = True) -> argparse.ArgumentParser:
        """The parser of a verb, which has the name of its function; to be given options."""
        name = run.__name__.replace("_", "-")
        added = self._verbs.add_parser(name, help=run.__doc__, description=run.__doc__)
        added.set_defaults(verb=run)
        for word in words:
            least = "?" if word == "POSITION" else None  # a file needs no game before it
            argument = added.add_argument(
                word.lower(), metavar=word, nargs=least, help=_WORDS[word]
            )
            propose(argument, _games if word == "GAME" else list)
        if "POSITION" in words:
            added.set_defaults(verb=lambda options: run(_of_a_file(options, added.prog)))
            added.add_argument("--board", metavar="N", help="answer only this board of a file")
        if json:
            added.add_argument("--json", action="store_true", help="print JSON for programs")
        return added


def _of_a_file(options: argparse.Namespace, verb: str) -> argparse.Namespace:
    """The words of a verb in their places: before a file of boards `bridge` need not be said, and
    random deals have no position.
    """
    first, second = options.game, options.position
    dealt = getattr(options, "deals", None) is not None
    if dealt or is_of_boards(first):
        options.game, options.position = (first, None) if dealt else ("bridge", first)
        if second is not None and not hasattr(options, "algorithms"):
            after = "with --deals" if dealt else "after a file"
            raise TextError(f"expected nothing {after} but options: {second!r}")
        if second is not None:
            options.algorithms.insert(0, second)
    elif second is None:
        raise TextError(f"the following arguments are required: POSITION; see {verb} --help")
    return options


def is_of_boards(word: str) -> bool:
    """Whether a word is the name of a file of boards of bridge."""
    return is_name(word, ".pbn", ".lin")


def _games() -> list[str]:
    return kibitz.games.names()


def propose(argument: argparse.Action, names: Callable[[], Iterable[str]]) -> None:
    """Let a shell propose these words for an argument, instead of files."""
    argument.completer = lambda **known: names()  # type: ignore[attr-defined]


def conditions(text: str) -> str:
    """Conditions on a deal; a variable of a shell that is empty says none."""
    if not text.strip("; "):
        raise argparse.ArgumentTypeError(f"expected conditions such as P0: spades>=5: {text!r}")
    return text


def whole(word: str) -> int:
    """A whole number."""
    try:
        return text.read_int(word)
    except TextError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def workers(word: str) -> int:
    """How many are at work at once."""
    workers = whole(word)
    if workers < 1:
        raise argparse.ArgumentTypeError(f"expected 1 worker or more: {workers}")
    return workers


def seconds(word: str) -> float:
    """A time, which need not be whole."""
    try:
        return float(word)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number: {word!r}") from None


def deviations(word: str) -> float:
    """How large a difference is, in standard deviations."""
    number = seconds(word)
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"expected a number above 0: {word!r}")
    return number


def bounds(word: str) -> list[int | None]:
    """A bound vector, `-` for players without a bound."""
    parts = [part.strip() for part in word.split(",")]
    return [None if part == "-" else whole(part) for part in parts]


def limit_of(options: argparse.Namespace) -> Limit:
    """When a search is to stop."""
    return Limit(options.nodes, options.seconds, options.table_mb, options.depth, options.threads)


def algorithm_of(options: argparse.Namespace) -> Algorithm | None:
    """The algorithm that is asked for, if one is."""
    return None if options.algorithm is None else kibitz.Algorithm.parse(options.algorithm)
