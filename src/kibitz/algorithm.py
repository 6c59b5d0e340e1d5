"""Algorithm: a search with its parts, its text, and the preset that names it.

A text is a preset and what differs from it: `speculative(test=leaf-table,table=bounds)`.
The parts are the axes of the search, and each is a file of `engines/reference/`:

    backup      what a node makes of its children        search.py, two_sided.py, outcome_sets.py,
                                                         partition.py, backup_rule.py
    prune       which bounds a child is given            bounds.py
    test        how a node decides that nothing matters  decision.py
    table       what a transposition table keeps         table.py
    order       the listed order of the moves            ordering.py
    leaf        what a position is worth where the search stops before the end
                                                         scores.py, deepening.py

Which axes there are, and what they mean, is for each search to say: see the fields of its class.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, SupportsIndex

from kibitz import text
from kibitz.engines.reference import Order, PruningRule, Search
from kibitz.engines.reference.bounds import lasting
from kibitz.engines.reference.searches import (
    LIVES,
    SEARCHES,
    axes_of,
    literals_of,
    made,
    search_named,
)
from kibitz.errors import InvalidAlgorithm, TextError, UnknownName
from kibitz.fields import changed, check_arguments, read_fields, values_of
from kibitz.loading import load
from kibitz.presets import PRESETS, Preset
from kibitz.scoring import Evaluation
from kibitz.showing.layout import Listing, in_full

READERS: Mapping[str, text.Reader] = {
    "life": lambda line: None if line in LIVES else text.read_int(line, "life"),
    "leaf": lambda line: Evaluation.parse(line) if ":" in line else line,
    "order": lambda line: Order.parse(line) if ":" in line else line,
    "prune": lambda line: PruningRule.parse(line) if ":" in line else line,
    "test": lambda line: load(line, "a test") if ":" in line else line,
}
"""How the parts are read that can be your own."""


@dataclass(frozen=True, repr=False, init=False)
class Algorithm:
    """A search with its parts. Algorithms with equal parts are equal, whatever their presets.

    The parts are given by name, and are attributes.

    >>> algorithm = kibitz.Algorithm.parse("speculative(test=leaf-table)")
    >>> algorithm, algorithm.prune, algorithm.heuristic
    (speculative(test=leaf-table), 'speculative', 'none')
    >>> algorithm == kibitz.Algorithm(prune="speculative", test="leaf-table")
    True
    """

    search: Search
    """The search, with a choice on each of its axes."""
    preset: str = field(compare=False)
    """The name in front of the text; by default the one that makes the text shortest."""

    def __init__(self, search: Search | None = None, preset: str = "", **parts: Any) -> None:
        known = {} if search is None else {**values_of(search), "backup": type(search)}
        parts = {**known, **parts}
        kind = search_named(parts.pop("backup", "maxn"))
        check_axes(preset or "algorithm", parts, kind)
        object.__setattr__(self, "search", made(kind, parts))
        if preset:
            preset_named(preset)
        else:
            preset = min(PRESETS, key=lambda name: len(self._changes(name)))
        object.__setattr__(self, "preset", preset)

    @classmethod
    def parse(cls, line: str, **parts: Any) -> Algorithm:
        """The algorithm that a text describes; parts such as `leaf=f` can be given as objects."""
        name, arguments = text.read_call(line)
        usual = preset_named(name).parts
        if "preset" in arguments:
            raise TextError(f"expected the preset in front of the bracket: {line!r}")
        kind = search_named(arguments.pop("backup", usual.get("backup", "maxn")))
        check_axes(name, (*arguments, *parts), kind)
        read = axes_of(kind).keys() - literals_of(kind).keys()  # other axes are texts as they are
        texts = {axis: value for axis, value in arguments.items() if axis in read}
        changes = {**arguments, **read_fields(kind, name, texts, READERS)}
        found = cls(preset=name, **{**usual, **changes, **parts, "backup": kind})
        life = arguments.get("life")
        if life in LIVES and found.search.life_text != life:
            if found.search.rule.variable:
                raise InvalidAlgorithm(f"expected a whole number: life={life} in {line!r}")
            raise InvalidAlgorithm(f"'life' is for {lasting()}, not for {line!r}")
        return found

    def with_parts(self, **parts: Any) -> Algorithm:
        """The same algorithm with other choices, under the same preset.

        >>> kibitz.Algorithm.parse("leaf-table").with_parts(keys="relative")
        leaf-table(keys=relative)
        """
        return Algorithm(self.search, self.preset, **parts)

    def by(self, search: Search) -> Algorithm:
        """The same under the same preset, but by another search."""
        return self if search is self.search else Algorithm(search, self.preset)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """By its text where it has parts of one's own, which another process finds by that."""
        parts = values_of(self.search).values()
        own = ":" in self.search.backup or not all(
            isinstance(part, str | int | None) for part in parts
        )
        return (Algorithm.parse, (str(self),)) if own else super().__reduce_ex__(protocol)

    def __getattr__(self, axis: str) -> Any:
        if axis.startswith("_") or axis == "search":
            raise AttributeError(axis)
        return self.search.part(axis)

    @property
    def sound(self) -> bool:
        """Whether it is known to always give the value of its plain definition."""
        return self.search.sound and not self.unproved

    @property
    def unproved(self) -> str:
        """The user-defined part that its values depend on, if there is one."""
        return self.search.unproved

    def plain(self) -> Algorithm:
        """The search that it must equal: the same definition of a value, no pruning, no table."""
        return Algorithm(self.search.plain())

    def parts(self) -> dict[str, Any]:
        """The choice on every axis of the search."""
        return self.search.parts()

    def show(self) -> str:
        """The algorithm for people: the claim and source of its preset, and every part."""
        preset, parts = preset_named(self.preset), text.write_words(self.parts())
        return f"{self}\n  {preset.claim}\n  {preset.paper}\n  {parts}"

    def as_dict(self) -> dict[str, Any]:
        """The algorithm in plain types, ready for JSON."""
        preset = preset_named(self.preset)
        return {
            "algorithm": str(self),
            "claim": preset.claim,
            "paper": preset.paper,
            "sound": self.sound,
            "parts": self.parts(),
        }

    def _repr_html_(self) -> str:
        return in_full(self.show())

    def __str__(self) -> str:
        return text.write_call(self.preset, self._changes(self.preset))

    def _changes(self, preset: str) -> dict[str, Any]:
        """The choices that differ from those of a preset, as they are written."""
        search = self.search
        usual = {**axes_of(type(search)), "backup": "maxn", **preset_named(preset).parts}
        other = search_named(usual.pop("backup")) is not type(search)
        parts = changed({axis: search.part(axis) for axis in usual}, usual)
        return {axis: search.shown(axis) for axis in (*["backup"] * other, *parts)}

    def __repr__(self) -> str:
        return str(self)


def preset_named(name: str) -> Preset:
    """The preset of a name; a search of one's own, `module:name`, is its own preset."""
    if ":" in name:
        return _own_preset(search_named(name))
    if name not in PRESETS:
        raise UnknownName("algorithm", name, PRESETS)
    return PRESETS[name]


@functools.cache
def _own_preset(kind: type[Search]) -> Preset:
    claim = (kind.__doc__ or "A search of your own.").strip().partition("\n")[0]
    return Preset(claim, "your own", {"backup": kind})


def check_axes(name: str, axes: Mapping[str, Any] | tuple[str, ...], kind: type[Search]) -> None:
    """Refuse an axis that no search has."""
    known = dict.fromkeys(axis for one in (kind, *SEARCHES.values()) for axis in axes_of(one))
    check_arguments(kind, name, axes, ("backup", *known))


def all_algorithms() -> Listing[Algorithm]:
    """The presets, each with its claim and its parts.

    >>> kibitz.all_algorithms()[0].show().splitlines()[1].strip()
    'Every player takes the move that is best for it; no node is cut.'
    """
    return Listing(map(Algorithm.parse, PRESETS))
