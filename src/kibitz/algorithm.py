"""Algorithm: a frozen composition of small parts, its text, its validity, the presets.

A text is a preset and what differs from it: `speculative(test=leaf-table,table=bounds)`.
The parts are the axes of the search, and each is a file of `engines/reference/`:

    backup      what a node makes of its children        backups.py, search.py, two_sided.py,
                                                         outcome_sets.py, partition.py
    prune       which bounds a child is given            bounds.py
    life        how many plies a bound is handed on
    first       whether a first child is given bounds
    test        how a node decides that nothing matters  decision.py
    scale       what a sum adds up: payoffs or ranks
    heuristic   whether what was taken narrows the test
    window      one search, or many yes/no questions     two_sided.py
    table       what a transposition table keeps         table.py, partition.py
    keys        which positions share its entries
    probe       whether it is asked at every card, or only between tricks
    classes     whether entries serve all tricks so far that rank the rest alike
    sure        whether tricks that are won in every line count at once
    quick       whether tricks that the leader can take at once count at once
                (these two with outcome sets in sure_tricks.py, else in quick_tricks.py)
    later       whether a trick that the others are sure to get in the end counts
    out         whether it counts at once who can take no more points
    ahead       whether the last seat asks the table about all its moves first
    inner       in which order a partition search asks   inner_order.py
    order       the listed order of the moves            ordering.py
    width       how many of them are searched
    ties        who a player indifferent to it favours   scores.py
    combine     a payoff as it is, or against the others'
    leaf        what a position is worth where the search stops before the end
    deepening   one search, or deeper and deeper ones    deepening.py
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from kibitz import text
from kibitz.engines.reference import BACKUPS, COMBINE, ORDERS, RULES, TESTS, DecisionTest, Order
from kibitz.errors import InvalidAlgorithm, TextError, UnknownName
from kibitz.layout import Listing, in_full
from kibitz.loading import load, name_of
from kibitz.scoring import Evaluation

LIVES = ("n-1", "n", "unlimited")
"""The life of a rule where it is not a number: by the number of sides, or for ever."""


def _read_life(line: str) -> int | None:
    return None if line in LIVES else text.read_int(line, "life")


def _read_leaf(line: str) -> str | Evaluation:
    return Evaluation.parse(line) if ":" in line else line


def _read_order(line: str) -> str | Order:
    return Order.parse(line) if ":" in line else line


def _read_test(line: str) -> Any:
    return load(line, "test") if ":" in line else line


READERS: Mapping[str, text.Reader] = {
    "life": _read_life,
    "leaf": _read_leaf,
    "order": _read_order,
    "test": _read_test,
}
PLAIN = {
    "outcome-sets": "maxn",
    "partition": "minimax",
    "paranoid-partition": "paranoid",
}
"""The back-up rules whose value is that of another one, which searches every move."""
NAMED: Mapping[str, Mapping[str, Any]] = {
    "backup": BACKUPS,
    "prune": RULES,
    "test": TESTS,
    "combine": COMBINE,
}
"""The axes whose parts register themselves."""


@dataclass(frozen=True, repr=False)
class Algorithm:
    """A search, as a choice on every axis. Equal if the choices are, whatever the preset.

    >>> algorithm = kibitz.Algorithm.parse("speculative(test=leaf-table)")
    >>> algorithm, algorithm.prune, algorithm.heuristic
    (speculative(test=leaf-table), 'speculative', 'none')
    >>> algorithm == kibitz.Algorithm(prune="speculative", test="leaf-table")
    True
    """

    backup: str = "maxn"
    prune: str = "none"
    life: int | None = None
    """None is the life of the rule: 0 for none, 1 for shallow, n for questions, else n-1."""
    first: Literal["none", "given"] = "none"
    test: str | type[DecisionTest] = "none"
    """The name of a decision test, or a class of your own."""
    scale: Literal["payoff", "rank"] = "payoff"
    heuristic: Literal["none", "taken"] = "none"
    window: Literal["full", "zero"] = "full"
    table: Literal["none", "exact", "bounds", "sets", "partition"] = "none"
    keys: Literal["absolute", "relative"] = "absolute"
    probe: Literal["card", "trick"] = "card"
    classes: Literal["none", "used"] = "none"
    """Whether entries serve all positions in which all sides rank what is to come alike."""
    sure: Literal["none", "used"] = "none"
    """Whether tricks, or points, that are won in every line count at once."""
    quick: Literal["none", "used"] = "none"
    """Whether tricks that the leader can take at once count at once."""
    later: Literal["none", "used"] = "none"
    """Whether a trick that the others are sure to get in the end counts, without trumps."""
    out: Literal["none", "used"] = "none"
    """Whether it counts at once, where cards have points, who can take no more of them."""
    ahead: Literal["none", "used"] = "none"
    """Whether the last seat of a trick asks the table about all its moves first."""
    inner: Literal["listed", "weights"] = "listed"
    """In which order moves are asked where that changes no value."""
    order: str | Order = "high"
    """`high`, `low`, an order of the game's own, or a function of the position."""
    width: int | None = None
    """Search the first so many moves of the order; none is all of them."""
    ties: Literal["first", "against-root"] = "first"
    combine: str = "own"
    leaf: str | Evaluation = "none"
    """The name of an estimate, or a function of the position; none searches to the end."""
    deepening: Literal["iterative", "none"] = "iterative"
    preset: str = field(default="", compare=False)
    """The name in front of the text; if not given, the one that leaves least to say."""

    def __post_init__(self) -> None:
        for axis, kind in _choices().items():
            text.read_value(kind, getattr(self, axis), axis)
        self._check_named()
        self._check_own()
        for axis in ("life", "width"):
            if getattr(self, axis) is not None and type(getattr(self, axis)) is not int:
                raise InvalidAlgorithm(f"expected a whole number: {axis}={getattr(self, axis)!r}")
        if self.life is not None and self.life == RULES[self.prune].life:
            object.__setattr__(self, "life", None)
        reason = next(self._faults(), None)
        if reason:
            raise InvalidAlgorithm(reason)
        if not self.preset:
            nearest = min(PRESETS, key=lambda name: len(self._changes(name)))
            object.__setattr__(self, "preset", nearest)
        elif self.preset not in PRESETS:
            raise UnknownName("algorithm", self.preset, PRESETS)

    def _check_named(self) -> None:
        """Each named part is there."""
        for axis, parts in NAMED.items():
            part = getattr(self, axis)
            if isinstance(part, str) and part not in parts:
                raise UnknownName(axis, part, parts)
            if not isinstance(part, str) and axis != "test":
                raise InvalidAlgorithm(f"expected a name: {axis}={part!r}")

    def _check_own(self) -> None:
        """Functions and classes of one's own are what they should be."""
        for axis, kind in (("leaf", Evaluation), ("order", Order)):
            part = getattr(self, axis)
            if callable(part):
                object.__setattr__(self, axis, kind(part))
            elif not isinstance(part, str | kind):
                raise InvalidAlgorithm(f"expected a name or a function: {axis}={part!r}")
        test = self.test
        if not isinstance(test, str) and not (
            isinstance(test, type) and issubclass(test, DecisionTest)
        ):
            raise InvalidAlgorithm(f"expected a name or a subclass of DecisionTest: test={test!r}")

    def _faults(self) -> Iterator[str]:
        """Why these parts do not go together."""
        rule, sums = RULES[self.prune], self.decision.needs == "sums"
        yield from BACKUPS[self.backup].faults(self)
        if self.life is not None:
            if not rule.variable:
                yield f"'life' is for {_lasting()}, not for prune={self.prune}"
            if self.life < 1:
                yield f"a bound lives for 1 ply or more, or {rule.life_text}: life={self.life}"
        if self.first == "given" and self.prune != "speculative":
            yield f"'first=given' is for speculative, not for prune={self.prune}"
        if self.scale == "rank" and not sums:
            yield f"'scale=rank' is for sums, test=linear or discrete, not for test={self.test}"
        yield from self._own_faults()
        if self.table == "bounds" and not rule.prunes:
            yield "'table=bounds' keeps what pruning left open; without pruning use table=exact"
        if self.keys == "relative" and self.table == "none":
            yield "'keys=relative' needs a table; use table=exact or table=bounds"
        if self.probe == "trick" and self.table == "none":
            yield "'probe=trick' says when a table is asked; use table=exact or table=bounds"
        if self.ties != "first" and sums and self.scale != "rank":
            yield f"'ties={self.ties}' orders payoffs anew and so has no sums; use scale=rank"
        if self.width is not None and self.width < 1:
            yield f"expected a width of 1 or more, or none: width={self.width}"
        yield from self._leaf_faults()
        if not rule.sound and self.table != "none":
            yield f"'{self.prune}' gives wrong values, which a table would spread; use table=none"

    def _own_faults(self) -> Iterator[str]:
        """Parts that only other back-up rules have."""
        own = BACKUPS[self.backup]
        for axis in (one for one in fields(self) if one.name not in own.axes):
            owners = [name for name, rule in BACKUPS.items() if axis.name in rule.axes]
            if owners and getattr(self, axis.name) != axis.default:
                yield f"'{axis.name}' is for {_and(owners)}, not for backup={self.backup}"
        owners = [name for name, rule in BACKUPS.items() if self.table in rule.tables]
        if owners and self.backup not in owners:
            yield f"'table={self.table}' is for {_and(owners)}, not for backup={self.backup}"

    def _leaf_faults(self) -> Iterator[str]:
        """Why these parts do not go with where the search stops."""
        if self.leaf == "none":
            if self.deepening == "none":
                yield "'deepening=none' is for a search that stops before the end; use leaf=..."
        elif self.window == "zero":
            yield "'window=zero' searches to the end; use window=full with a leaf"
        elif isinstance(self.leaf, Evaluation) and self.needs_outcomes:
            yield (
                f"leaf={self.leaf} gives payoffs and not outcomes; use test=linear or discrete, "
                "scale=payoff, heuristic=none and ties=first"
            )

    @classmethod
    def parse(cls, line: str, **parts: Any) -> Algorithm:
        """The algorithm that a text says, with more parts given as they are, such as `leaf=f`."""
        name, arguments = text.read_call(line)
        if name not in PRESETS:
            raise UnknownName("algorithm", name, PRESETS)
        if "preset" in arguments:
            raise TextError(f"expected the preset in front of the bracket: {line!r}")
        changes = text.read_fields(cls, name, arguments, READERS)
        text.check_fields(cls, name, parts)
        found = cls(**{**PRESETS[name].parts, **changes, **parts, "preset": name})
        life = arguments.get("life")
        if life in LIVES and found.parts()["life"] != life:
            if RULES[found.prune].variable:
                raise InvalidAlgorithm(f"expected a whole number: life={life} in {line!r}")
            raise InvalidAlgorithm(f"'life' is for {_lasting()}, not for {line!r}")
        return found

    @property
    def sound(self) -> bool:
        """Whether it is known to always give the value of its plain definition."""
        return RULES[self.prune].sound and not self.unproved

    @property
    def unproved(self) -> str:
        """The part of one's own that its values rest on: a decision test, which may cut too much.

        An order of one's own is checked move by move, and an evaluation gives estimates anyway.
        """
        return "" if isinstance(self.test, str) else f"test={_write_test(self.test)}"

    @property
    def prunes(self) -> bool:
        """Whether it can cut anything."""
        return RULES[self.prune].prunes or self.test != "none"

    @property
    def by_sets(self) -> bool:
        """Whether sets of outcomes go up instead of values."""
        return BACKUPS[self.backup].by_sets

    @property
    def guarantees(self) -> bool:
        """Whether it finds what the player to move gets at least, and nothing of the others."""
        return BACKUPS[self.backup].guarantees

    @property
    def one_side(self) -> bool:
        """Whether what it finds is for the side of the root alone."""
        return BACKUPS[self.backup].one_side or self.ties != "first"

    @property
    def needs_opposed(self) -> bool:
        """Whether there must be two sides that want the opposite."""
        return BACKUPS[self.backup].needs_opposed

    @property
    def two_sided(self) -> bool:
        """Whether it searches one number, what the root's side gets, and not a vector."""
        return BACKUPS[self.backup].two_sided

    @property
    def decision(self) -> type[DecisionTest]:
        """The decision test."""
        return TESTS[self.test] if isinstance(self.test, str) else self.test

    @property
    def needs_outcomes(self) -> bool:
        """Whether a position must list its outcomes; sums need no more than their bounds."""
        return (
            self.decision.needs == "outcomes"
            or BACKUPS[self.backup].by_sets
            or self.scale == "rank"
            or self.ties != "first"
            or self.heuristic != "none"
            or self.window != "full"
        )

    def plain(self) -> Algorithm:
        """What this must equal: the same choices of what a value is, no pruning, no table."""
        kept = ("backup", "order", "width", "ties", "combine", "leaf", "deepening")
        plain = {axis: getattr(self, axis) for axis in kept}
        plain["backup"] = PLAIN.get(self.backup, self.backup)
        return Algorithm(**plain)

    def life_for(self, sides: int) -> int:
        """How many plies a bound is handed on, with that many sides in the game."""
        rule = RULES[self.prune]
        life = rule.life if self.life is None else self.life
        return rule.round_for(sides) if life is None else life

    def parts(self) -> dict[str, Any]:
        """The choice on every axis."""
        values = {axis.name: getattr(self, axis.name) for axis in fields(self) if axis.compare}
        life = RULES[self.prune].life_text if self.life is None else str(self.life)
        shown = {"life": life, "leaf": str(self.leaf), "order": str(self.order)}
        shown["test"] = _write_test(self.test)
        return {**values, **shown, "width": "none" if self.width is None else self.width}

    def show(self) -> str:
        """The algorithm for people: what its preset claims, where it is from, every part."""
        preset, parts = PRESETS[self.preset], text.write_words(self.parts())
        return f"{self}\n  {preset.claim}\n  {preset.paper}\n  {parts}"

    def as_dict(self) -> dict[str, Any]:
        """The algorithm in plain types, ready for JSON."""
        preset = PRESETS[self.preset]
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
        changes = self._changes(self.preset)
        return text.write_call(self.preset, {axis: self.parts()[axis] for axis in changes})

    def _changes(self, preset: str) -> dict[str, Any]:
        """The choices that differ from those of a preset."""
        usual = PRESETS[preset].parts
        return {
            axis.name: getattr(self, axis.name)
            for axis in fields(self)
            if axis.compare and getattr(self, axis.name) != usual.get(axis.name, axis.default)
        }

    def __repr__(self) -> str:
        return str(self)


def _lasting() -> str:
    """The pruning rules whose bounds live as long as one says."""
    return _and([name for name, rule in RULES.items() if rule.variable])


def _and(names: Sequence[str]) -> str:
    """Names with commas, and the word `and` before the last."""
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def choices() -> dict[str, tuple[str, ...]]:
    """The names that each axis has to choose from, where they do not depend on the game."""
    closed = {axis: get_args(kind) for axis, kind in _choices().items()}
    named = {axis: tuple(parts) for axis, parts in NAMED.items()}
    return {**closed, **named, "order": tuple(ORDERS)}


@functools.cache
def _choices() -> dict[str, Any]:
    """The axes that have names to choose from, and always the same."""
    hints = get_type_hints(Algorithm).items()
    return {axis: kind for axis, kind in hints if get_origin(kind) is Literal}


def _write_test(test: str | type[DecisionTest]) -> str:
    return test if isinstance(test, str) else name_of(test)


@dataclass(frozen=True)
class Preset:
    """A named composition: what it is, where it is from, and what differs from `maxn`."""

    claim: str
    paper: str
    parts: Mapping[str, Any]


_PARTITION = {
    "backup": "partition",
    "prune": "alpha-beta",
    "window": "zero",
    "table": "partition",
    "keys": "relative",
    "probe": "trick",
    "sure": "used",
    "quick": "used",
    "later": "used",
    "inner": "weights",
    "order": "trick",
}

PRESETS: dict[str, Preset] = {
    "maxn": Preset(
        "Every player takes the move that is best for it; no node is cut.",
        "Luckhardt and Irani 1986",
        {},
    ),
    "immediate": Preset(
        "Stop when the mover has the best that it can still get.",
        "AAAI-2000, Figure 1",
        {"test": "leaf-table"},
    ),
    "shallow": Preset(
        "Stop when mover and parent together have all there is to share.",
        "Korf 1991; AAAI-2000, Lemma 1 and Figure 2",
        {"prune": "shallow", "test": "linear"},
    ),
    "branch-and-bound": Preset(
        "Stop when what was taken so far leaves mover or parent nothing better.",
        "AAAI-2000, Figure 6",
        {"prune": "shallow", "test": "single", "heuristic": "taken"},
    ),
    "abbnb": Preset(
        "Shallow pruning, with what the other players have taken in the sum.",
        "AAAI-2000, Figure 7",
        {"prune": "shallow", "test": "linear", "heuristic": "taken"},
    ),
    "last-branch": Preset(
        "Also use older bounds, below the last child of each player between.",
        "IJCAI-2003, Lemma 1",
        {"prune": "last-branch", "test": "linear"},
    ),
    "speculative": Preset(
        "Also use older bounds below other children, and search again if that was too bold.",
        "IJCAI-2003",
        {"prune": "speculative", "test": "linear"},
    ),
    "leaf-table": Preset(
        "Speculative pruning that looks at all the outcomes that can still come about.",
        "IJCAI-2005",
        {
            "prune": "speculative",
            "test": "leaf-table",
            "heuristic": "taken",
            "table": "bounds",
            "probe": "trick",
        },
    ),
    "outcome-sets": Preset(
        "Whole deals: ask which outcomes can still come of a node, and keep sets of them.",
        "after IJCAI-2005",
        {
            "backup": "outcome-sets",
            "prune": "questions",
            "table": "sets",
            "keys": "relative",
            "probe": "trick",
            "classes": "used",
            "sure": "used",
            "quick": "used",
            "out": "used",
            "ahead": "used",
            "order": "suits",
        },
    ),
    "alpha-beta": Preset(
        "Two sides with opposite interests: stop when one has a better choice further up.",
        "Knuth and Moore 1975",
        {"backup": "minimax", "prune": "alpha-beta"},
    ),
    "partition": Preset(
        "Two sides that share out tricks: ask yes or no, and keep which cards it rested on.",
        "Ginsberg 1996; Haglund and Hein, DDS",
        _PARTITION,
    ),
    "paranoid": Preset(
        "All the others against the player to move: what it gets whatever they do.",
        "AAAI-2000, Figure 4",
        {"backup": "paranoid", "prune": "alpha-beta"},
    ),
    "paranoid-partition": Preset(
        "What the player to move gets whatever the others do, in tricks: one camp against another.",
        "AAAI-2000; Ginsberg 1996",
        {**_PARTITION, "backup": "paranoid-partition"},
    ),
    "deep": Preset(
        "UNSOUND: use every older bound and never search again; it can give wrong values.",
        "AAAI-2000, Figure 2: why deep pruning fails",
        {"prune": "deep", "test": "linear"},
    ),
}
"""The named compositions, each with its claim, its paper and what differs from `maxn`.

>>> kibitz.PRESETS["shallow"].paper
'Korf 1991; AAAI-2000, Lemma 1 and Figure 2'
"""


def all_algorithms() -> Listing[Algorithm]:
    """The presets, each with its claim and its parts.

    >>> kibitz.all_algorithms()[0].show().splitlines()[1].strip()
    'Every player takes the move that is best for it; no node is cut.'
    """
    return Listing(map(Algorithm.parse, PRESETS))


DEFAULT = "leaf-table(keys=relative)"
"""What `solve` does where every player is for itself and the outcomes are known."""
WHOLE_DEALS = "outcome-sets"
"""What it does there with hands of seven cards and more."""
TWO_CAMPS = "partition"
"""What it does where two sides share out tricks and want the opposite."""
TWO_SIDES = "alpha-beta(window=zero,heuristic=taken,table=bounds,keys=relative,probe=trick)"
"""What it does where two sides want the opposite of anything else."""
