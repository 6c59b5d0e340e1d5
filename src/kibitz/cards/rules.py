"""The rules of a trick game as words, in a file such as `sueca.toml`; no code is run from it.

    suits = "S H D C"
    ranks = "A 7 K J Q 6 5 4 3 2"
    players = 4
    sides = [0, 1, 0, 1]
    trump = ["S", "H", "D", "C"]
    points = { A = 11, 7 = 10, K = 4, J = 3, Q = 2 }

`Rules` is such a file. What is played follows from it and, where there is a choice, from the
contract and the trump that a text names: `play` makes a `Play`. `docs/rules-files.md` has every
key. Each fault is a line that says what was expected, and where in the file.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.cards.rules_faults import gathered
from kibitz.cards.rules_keys import Keys
from kibitz.cards.rules_play import Play
from kibitz.errors import TextError, in_one_line, shortened

FOR_ALL = ("title", "book", "cards", "suits", "more", "copies", "symbols", "colours")
"""Keys that are the same in every contract."""
CHANGING = (
    *("players", "without", "ranks", "written", "trump", "trump_ranks", "top"),
    *("points", "trump_points", "stays", "last", "count"),
    *("follow", "void", "head", "spared", "undertrump", "twins", "kept", "wild", "high", "low"),
    *("closed", "breakers", "sides", "called", "leader", "kitty", "lay", "stock"),
    *("goal", "utility"),
)
"""Keys that a contract may say otherwise."""
KEYS = (*FOR_ALL, *CHANGING, "contract", "examples")
DEEPEST = 4
"""How many words a key has at most that means something, as in `contract.null.points.A`."""

_WORD = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_WORDS = rf"\s*({_WORD}(?:\s*\.\s*{_WORD})*)\s*"
_HEAD, _KEY = re.compile(rf"\s*\[{_WORDS}\]"), re.compile(rf"{_WORDS}=")
"""The line that begins a table, and one with a key."""


def _words(line: str) -> tuple[str, ...]:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, line))


@dataclass(frozen=True)
class Rules:
    r"""A file with the rules of a trick game.

    >>> rules = kibitz.Rules("pairs", 'players = 2\nsuits = "S H"\nranks = "A K Q"')
    >>> rules.faults(), rules.play().pack
    ([], <pack of 6 cards>)
    """

    name: str
    source: str
    """The text of the file."""

    @functools.cached_property
    def data(self) -> dict[str, Any]:
        """The file as a table."""
        try:
            import tomllib  # takes a while, and most games need none

            return tomllib.loads(self.source)
        except (ValueError, RecursionError) as error:
            words = in_one_line(shortened(str(error).partition(";")[0]))
            raise TextError(
                f"expected a file in TOML: {words[:1].lower()}{words[1:]} in {self.name}"
            ) from None

    @functools.cached_property
    def contracts(self) -> tuple[str, ...]:
        """The names of the contracts, the usual one first."""
        found = self.data.get("contract", {})
        return tuple(found) if isinstance(found, dict) else ()

    def faults(self) -> list[str]:
        """What is wrong with the file, one line each."""
        return list(dict.fromkeys(self._faults()))

    def check(self) -> None:
        """Refuse a file that is wrong."""
        faults = self.faults()
        if faults:
            more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
            raise TextError(faults[0] + more)

    def _faults(self) -> Iterator[str]:
        try:
            data = self.data
        except TextError as error:
            yield str(error)
            return
        if not data:
            yield self.line_for("expected rules, such as suits and ranks", ())
            return
        yield from self._unknown(data, KEYS, ())
        found = data.get("contract", {})
        if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
            yield self.line_for("expected tables such as [contract.grand]", ("contract",))
            return
        for contract, changes in found.items():
            if not contract.replace("-", "_").isidentifier():
                yield self.line_for(f"expected a word for a contract: {contract!r}", ("contract",))
            yield from self._unknown(changes, CHANGING, ("contract", contract))
        for contract in self.contracts or ("",):
            for fault in Keys(self, contract).faults():
                yield self.line_for(str(fault), self._place(contract, fault.keys_))

    def _unknown(
        self, table: Mapping[str, Any], known: Sequence[str], where: tuple[str, ...]
    ) -> Iterator[str]:
        for key in table:
            if where and key in (*FOR_ALL, "examples"):
                yield self.line_for(f"expected {key} above all contracts", (*where, key))
            elif key not in known:
                from difflib import get_close_matches

                near = get_close_matches(key, known, 1)
                hint = f"; did you mean {near[0]!r}?" if near else f" (known: {', '.join(known)})"
                yield self.line_for(f"unknown key {key!r}{hint}", (*where, key))

    def _place(self, contract: str, keys: tuple[str, ...]) -> tuple[str, ...]:
        changed = self.data.get("contract", {}).get(contract, {})
        return ("contract", contract, *keys) if keys and keys[0] in changed else keys

    def line_for(self, words: str, keys: tuple[str, ...]) -> str:
        """A fault with its place: the key and the line that it stands in, as far as it is there."""
        place = ".".join(keys)
        number = self._number_of(keys)
        line = f", line {number}" if number else ""
        return f"{words} for {place} in {self.name}{line}" if place else f"{words} in {self.name}"

    def _number_of(self, keys: tuple[str, ...]) -> int | None:
        """The line of a key, of the first below it, or of the nearest one above it."""
        while keys and keys not in self._lines:
            keys = keys[:-1]
        return self._lines.get(keys)

    @functools.cached_property
    def _lines(self) -> dict[tuple[str, ...], int]:
        """The line of each key and table, and of the first key below each."""
        found: dict[tuple[str, ...], int] = {}
        table: tuple[str, ...] = ()
        for number, line in enumerate(self.source.splitlines(), 1):
            head, key = _HEAD.match(line), _KEY.match(line)
            if head:
                table = here = _words(head[1])
            elif key:
                here = (*table, *_words(key[1]))
            else:
                continue
            for length in range(1, min(DEEPEST, len(here)) + 1):
                found.setdefault(here[:length], number)
        return found

    @functools.lru_cache(256)  # noqa: B019 files are few
    def keys(self, contract: str = "", players: int = 0) -> Keys:
        """The file as one contract and one number of players read it."""
        return Keys(self, contract or (self.contracts[0] if self.contracts else ""), players)

    @functools.lru_cache(256)  # noqa: B019
    def play(self, contract: str = "", trump: str = "", players: int = 0) -> Play:
        """What is played in a contract with a trump; without them, in the usual one."""
        keys = self.keys(contract, players)
        for fault in gathered([lambda: keys.play(trump or keys.trumps()[0])]):
            place = self._place(keys.contract, fault.keys_)
            raise TextError(self.line_for(str(fault), place))
        return keys.play(trump or keys.trumps()[0])
