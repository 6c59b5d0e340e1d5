"""What a search is: a choice on each axis of its own, and what it says of itself.

A kind of search is a file of this folder with a frozen dataclass that extends `Search`, made
known by `@SEARCHES.named(...)`. Its fields are its axes, which a text can set; an axis on which
it has no choice is a plain attribute. `begin` puts it to work on a problem, as a `Run`.

A search of your own is such a class, given as `module:name`; its fields are its arguments.
"""

from __future__ import annotations

import functools
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, get_args, get_origin

from kibitz import text
from kibitz.engines.problem.ordering import ORDERS, Order
from kibitz.engines.problem.protocol import CutRule
from kibitz.engines.problem.scores import COMBINE, lacking
from kibitz.engines.reference.bounds import RULES, PruningRule, lasting
from kibitz.engines.reference.decision import TESTS, DecisionTest, Needs
from kibitz.engines.reference.events import Event
from kibitz.errors import InvalidAlgorithm
from kibitz.fields import fields_of, types_of
from kibitz.loading import load, name_of
from kibitz.registry import Parts
from kibitz.scoring import Evaluation
from kibitz.values import NOTHING, Known, Value, Vector

if TYPE_CHECKING:
    from kibitz.algorithm import Algorithm
    from kibitz.engines.problem.protocol import Problem
    from kibitz.engines.problem.scores import PlainScores
    from kibitz.engines.reference.deepening import Horizon
    from kibitz.engines.reference.table import Found
    from kibitz.game import Position
    from kibitz.results import Certainty, Stopped

ENDLESS_NODES = 250_000
"""Where a search stops that need not come to an end and has no other limit."""
LIVES = ("n-1", "n", "unlimited")
"""The life of a rule where it is not a number: by the number of sides, or for ever."""
NAMED: Mapping[str, Parts[Any]] = {"prune": RULES, "test": TESTS, "combine": COMBINE}
"""The axes whose parts register themselves."""


class Search(ABC):
    """A search with a choice on each of its axes: a frozen dataclass.

    >>> search = kibitz.Algorithm.parse("speculative(test=leaf-table)").search
    >>> search.test, search.needs, search.anytime, search.sound
    ('leaf-table', 'outcomes', False, True)
    """

    backup: str
    """Its name after `backup=`."""
    prune: str | PruningRule = "none"
    life: int | None = None
    """The number of plies for which a bound is passed down; none is the life of the pruning rule.
    """
    order: str | Order = "high"
    width: int | None = None
    """The number of moves of the order that are searched; none for all of them."""
    ties: str = "first"
    combine: str = "own"
    leaf: str | Evaluation = "none"
    """The name of an estimate, or a function of the position; none searches to the end."""
    deepening: str = "iterative"
    table: str = "none"
    keys: str = "absolute"
    probe: str = "card"

    rules: ClassVar[tuple[CutRule, ...]] = ()
    """The rules by which it cuts."""
    two_sided: ClassVar[bool] = False
    """Whether one number is searched, within a window, instead of a vector under bounds."""
    guarantees: ClassVar[bool] = False
    """Whether it says what the player to move gets against all others, and nothing about them."""
    needs_opposed: ClassVar[bool] = False
    """Whether there must be two sides with opposite interests."""
    known_as: ClassVar[str] = ""
    """The preset that people know it by, if there must be two sides;"""
    against_all: ClassVar[str] = ""
    """and the one for others, as if they wanted the opposite."""
    imagines: ClassVar[bool] = False
    """Whether it imagines passes, which positions must know."""
    aims: ClassVar[bool] = False
    """Whether a player keeps another side low, which the kernel must know of a game."""
    reference_only: ClassVar[tuple[str, ...]] = ()
    """Its axes on which the kernel knows no part but `none`."""
    grows: ClassVar[bool] = False
    """Whether it grows a tree from the root, which may be proven."""
    samples: ClassVar[bool] = False
    """Whether its values are means of play-outs as long as they are not proven."""
    line_apart: ClassVar[bool] = False
    """Whether the line takes questions of its own once value and move are known."""
    by_sets: ClassVar[bool] = False
    """Whether it backs up sets of outcomes instead of values."""

    def __post_init__(self) -> None:
        self._check_choices()
        self._check_own()
        for axis, number in (("life", self.life), ("width", self.width)):
            if number is not None and type(number) is not int:
                raise InvalidAlgorithm(f"expected a whole number: {axis}={number!r}")
        if self.life is not None and self.life == self.rule.life:
            object.__setattr__(self, "life", None)  # which needs no number
        reason = next(self.faults(), None)
        if reason:
            raise InvalidAlgorithm(reason)

    def _check_choices(self) -> None:
        """Each part that is chosen by name is there."""
        kind = type(self)
        for axis, choices in literals_of(kind).items():
            chosen = getattr(self, axis)
            if chosen not in choices and (others := owners_of(axis, chosen)):
                raise InvalidAlgorithm(
                    f"'{axis}={chosen}' is for {text.and_list(others)}, not for {self.backup}"
                )
            text.read_value(Literal[choices], chosen, axis)
        for axis in axes_of(kind) & NAMED.keys():
            part = getattr(self, axis)
            if isinstance(part, str):
                NAMED[axis].find(part)
            elif axis == "combine":
                raise InvalidAlgorithm(f"expected a name: {axis}={part!r}")

    def _check_own(self) -> None:
        """Functions and classes of one's own are what they should be."""
        for axis in axes_of(type(self)) & OWN.keys():
            part, kind = getattr(self, axis), OWN[axis]
            if callable(part) and not (axis == "prune" and isinstance(part, type)):
                object.__setattr__(self, axis, kind(part))
            elif not isinstance(part, str | kind):
                raise InvalidAlgorithm(f"expected a name or a function: {axis}={_named(part)}")
        if "test" in axes_of(type(self)):
            test = self.test  # type: ignore[attr-defined]
            if not isinstance(test, str) and not (
                isinstance(test, type) and issubclass(test, DecisionTest)
            ):
                raise InvalidAlgorithm(
                    f"expected a name or a subclass of DecisionTest: test={_named(test)}"
                )
            if not isinstance(test, str) and test.needs not in get_args(Needs):
                known = ", ".join(get_args(Needs))
                raise InvalidAlgorithm(
                    f"expected one of {known} as needs of test={_named(test)}: {test.needs!r}"
                )

    @abstractmethod
    def begin(self, problem: Problem) -> Run:
        """Prepare for a problem; a game that lacks something the parts need is refused here."""

    def check(self, position: Position) -> None:
        """Refuse a position that this search cannot take."""
        return

    def check_scores(self, position: Position, scores: PlainScores) -> None:
        """Refuse a position whose players want something that this search cannot handle."""
        return

    def for_root(self, root: Position) -> Search:
        """The search with whatever a position decides about it."""
        return self

    def for_moves(self, root: Position) -> Search:
        """The search of the positions after the moves of a root, by the side that moves there."""
        return self

    def played(self, root: Position, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """The part of a line, as move numbers, that can be played in the game."""
        return numbers

    def instead(self, problem: Problem) -> Problem | None:
        """The problem of two sides that is searched in place of this one, if there is one."""
        return None

    def faults(self) -> Iterator[str]:
        """Why its parts do not go together."""
        if self.width is not None and self.width < 1:
            yield f"expected a width of 1 or more, or none: width={self.width}"

    @abstractmethod
    def plain(self) -> Search:
        """The search that it must equal: the same definition of a value, no pruning, no table."""

    def prospect(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        """Whether it can cut anything in a position, by what that provides, and why or why not."""
        sides, lacks = position.game.sides, lacking(position, algorithm)
        if self.needs_opposed and sides != 2:
            return False, f"needs two sides that want the opposite, not {sides}"
        if lacks:
            return False, f"needs {lacks}, which this game does not provide"
        return self.can_cut(position, algorithm)

    def can_cut(self, position: Position, algorithm: Algorithm) -> tuple[bool, str]:
        """The same of a position that provides what the search needs."""
        return False, "not known"

    @property
    def needs(self) -> Needs:
        """What a game must provide: nothing but rules, bounds on payoffs, sums, outcomes."""
        return "nothing"

    @property
    def rule(self) -> PruningRule:
        """The pruning rule."""
        return RULES[self.prune] if isinstance(self.prune, str) else self.prune

    @property
    def sound(self) -> bool:
        """Whether it always gives the value of its plain definition."""
        return self.rule.sound

    @property
    def prunes(self) -> bool:
        """Whether it can cut anything."""
        return self.rule.prunes

    @property
    def deepens(self) -> bool:
        """Whether it goes to a horizon, where it takes estimates, and mostly deeper and deeper."""
        return self.leaf != "none"

    @property
    def anytime(self) -> bool:
        """Whether it has an early answer that gets better, and may be stopped at any time."""
        return self.deepens

    @property
    def selective(self) -> bool:
        """Whether it leaves out moves, so that its values are estimates."""
        return self.width is not None

    @property
    def default_nodes(self) -> int | None:
        """The number of nodes after which it stops without a limit; none if it runs to the end."""
        return ENDLESS_NODES if self.anytime else None

    @property
    def one_side(self) -> bool:
        """Whether its values, and those in its table, are for the side of the root alone."""
        return False

    @property
    def narrows(self) -> bool:
        """Whether tricks or points taken so far narrow the outcomes."""
        return False

    @property
    def adds_up(self) -> bool:
        """Whether it adds up payoffs, and so needs them instead of ranks."""
        return False

    def certainty(self, value: Value, stopped: Stopped) -> Certainty:
        """How certain a value is, depending on what stopped the search."""
        if not value.known:
            return "unknown" if value.bounds is None else "bound"
        if not self.sound:
            return "unsound"
        if self.anytime if stopped else self.selective:
            return "estimate"
        if stopped and self.by_questions:  # what it has found is sure, and the rest may be more
            return "at least"
        if self.unproved:
            return "unproved"
        return "so far" if stopped else "exact"

    @property
    def by_questions(self) -> bool:
        """Whether it finds a value by yes-or-no questions about what a side gets at least."""
        return False

    @property
    def unproved(self) -> str:
        """The user-defined part that its values depend on, if there is one."""
        own = type(self).__module__.partition(".")[0] != __name__.partition(".")[0]
        return f"backup={self.backup}" if own else ""

    @property
    def life_text(self) -> str:
        """The number of plies for which a bound is passed down, as it is written."""
        return self.rule.life_text if self.life is None else str(self.life)

    def life_for(self, sides: int) -> int:
        """The number of plies for which a bound is passed down, with that many sides."""
        return self.rule.life_for(sides, self.life)

    def part(self, axis: str) -> Any:
        """Its part on any axis: its own choice, what it is fixed to, or the default."""
        if hasattr(self, axis):
            return getattr(self, axis)
        owner = owners_of(axis)
        if not owner:
            raise AttributeError(f"no search has a part {axis!r}")
        return axes_of(SEARCHES[owner[0]])[axis]

    def shown(self, axis: str) -> Any:
        """Its part on any axis, as it is written."""
        chosen = self.part(axis)
        if axis == "life":
            return self.life_text
        if chosen is None:
            return "none"
        if isinstance(chosen, type):
            return name_of(chosen)
        if isinstance(chosen, tuple):
            return text.write_value(chosen)
        return str(chosen) if axis in OWN else chosen

    def parts(self) -> dict[str, Any]:
        """The choice on every axis of its own, as it is written."""
        return {axis: self.shown(axis) for axis in ("backup", *axes_of(type(self)))}


OWN: Mapping[str, Any] = {"leaf": Evaluation, "order": Order, "prune": PruningRule}
"""What a function of one's own becomes, as a part on these axes."""

SEARCHES: Parts[type[Search]] = Parts("backup")

AXES = (
    *("prune", "life", "first", "test", "scale", "heuristic", "window", "table", "keys", "probe"),
    *("classes", "sure", "near", "quick", "later", "out", "ahead", "inner"),
    *("order", "width", "ties", "combine", "leaf", "deepening"),
)
"""The order of axes in a text; those of your own come after them, in the order of their fields."""


@functools.cache
def axes_of(kind: type[Search]) -> Mapping[str, Any]:
    """The axes that a kind of search has a choice on, in the order of their texts; the defaults."""
    fields = fields_of(kind)
    known = [axis for axis in AXES if axis in fields]
    return {axis: fields[axis] for axis in dict.fromkeys((*known, *fields))}


@dataclass(frozen=True)
class TreeSearch(Search):
    """A search down the tree of moves: in an order, with a table, perhaps to a horizon."""

    keys: Literal["absolute", "relative"] = "absolute"
    """Which positions share entries of the table."""
    probe: Literal["card", "trick"] = "card"
    """Whether the table is asked at every card, or only between tricks."""
    order: str | Order = "high"
    """`high`, `low`, an order of the game's own, or a function of the position."""
    width: int | None = None
    combine: str = "own"
    """A payoff as it is, or against the others'."""
    leaf: str | Evaluation = "none"
    deepening: Literal["iterative", "none"] = "iterative"
    """One search, or deeper and deeper ones."""

    def faults(self) -> Iterator[str]:
        """Why the table, the width or the leaf cannot be."""
        yield from table_faults(self)
        yield from super().faults()
        if self.leaf == "none":
            if self.deepening == "none":
                yield "'deepening=none' is for a search that stops before the end; use leaf=..."
        elif isinstance(self.leaf, Evaluation) and self.needs == "outcomes":
            yield (
                f"leaf={self.leaf} gives payoffs and not outcomes; use test=linear or discrete, "
                "scale=payoff, heuristic=none and ties=first"
            )


class Run(ABC):
    """A search of one problem, made by `Search.begin`, whose events an engine follows.

    >>> from kibitz.engines.problem.protocol import Problem
    >>> tree = kibitz.game("tree").parse("0[(5,4,1) (6,4,0)]")
    >>> shallow = kibitz.Algorithm.parse("shallow")
    >>> problem = Problem(tree, shallow, kibitz.Limit(), kibitz.TranspositionTable(1))
    >>> [event.kind for event in shallow.search.begin(problem).events()]
    ['visit', 'expand', 'visit', 'leaf', 'keep', 'visit', 'leaf', 'keep', 'leave']
    """

    scores: PlainScores
    test: DecisionTest | None = None
    """How it decides that nothing below can matter; none if a window decides."""
    horizon: Horizon
    full: bool = False
    """Whether it had to end because its memory is full."""

    @abstractmethod
    def events(self) -> Iterator[Event]:
        """Search the root and yield what happens; the last answer at depth 0 is the answer."""

    def value(self, answer: Any) -> Value:
        """What the answer in an event says, and the line that leads to it."""
        return Vector(self.payoffs(answer), line=answer.numbers)

    def payoffs(self, found: Found) -> Known:
        """The payoff for each side, None for a side that nothing is said about."""
        return self.scores.payoffs(found.scores)

    def payoff(self, side: int, score: int) -> int:
        """The payoff behind a score of one side."""
        return self.scores.payoff(side, score)

    def so_far(self) -> Value:
        """What is known of the root while it has no value yet."""
        return NOTHING

    def reason(self, event: Event) -> tuple[str, dict[str, int]] | None:
        """Why it cut, or knew the answer, in words and numbers, if it says that for itself."""
        return None


def _named(part: object) -> str:
    """A part of one's own as errors show it."""
    return name_of(part) if callable(part) else repr(part)


def search_named(name: str | type[Search] | Callable[..., int]) -> type[Search]:
    """The kind of search after `backup=`; one's own, or a rule for it, by `module:name`."""
    if isinstance(name, str) and ":" not in name:
        return SEARCHES.find(name)
    kind = load(name, "a search") if isinstance(name, str) else name
    if callable(kind) and not isinstance(kind, type):
        from kibitz.engines.reference.backup_rule import by_function

        return by_function(kind)
    if not (isinstance(kind, type) and issubclass(kind, Search) and is_dataclass(kind)):
        raise InvalidAlgorithm(
            f"expected a function, or a dataclass that extends Search: backup={name}"
        )
    if not getattr(kind, "backup", ""):
        kind.backup = name_of(kind)
    return kind


@functools.cache
def literals_of(kind: type[Search]) -> Mapping[str, tuple[str, ...]]:
    """The axes of a kind of search that have a few names to choose from, always the same."""
    types = types_of(kind)
    return {
        axis: get_args(types[axis]) for axis in axes_of(kind) if get_origin(types[axis]) is Literal
    }


def owners_of(axis: str, choice: str = "") -> list[str]:
    """The searches that have a choice on an axis, and this one among others."""
    return [
        name
        for name, kind in SEARCHES.items()
        if axis in axes_of(kind)
        and (not choice or choice in literals_of(kind).get(axis, (choice,)))
    ]


def made(kind: type[Search], parts: Mapping[str, Any]) -> Search:
    """A search with parts, some of which may be on axes that it has no choice on."""
    axes = axes_of(kind)
    search = kind(**{axis: value for axis, value in parts.items() if axis in axes})
    for axis, value in parts.items():
        if axis in axes or value is None or text.write_value(value) == str(search.shown(axis)):
            continue
        said = text.write_value(value)
        owners = owners_of(axis, said) or owners_of(axis)
        raise InvalidAlgorithm(
            f"'{axis}={said}' is for {text.and_list(owners)}, not for backup={search.backup}"
        )
    return search


def choices() -> dict[str, tuple[str, ...]]:
    """The names that each axis has to choose from, where they do not depend on the game."""
    found: dict[str, dict[str, None]] = {"backup": dict.fromkeys(SEARCHES)}
    for kind in SEARCHES.values():
        for axis, names in literals_of(kind).items():
            found.setdefault(axis, {}).update(dict.fromkeys(names))
    named = {axis: tuple(parts) for axis, parts in NAMED.items()}
    return {
        **{axis: tuple(names) for axis, names in found.items()},
        **named,
        "order": tuple(ORDERS),
    }


def life_faults(search: Search) -> Iterator[str]:
    """Why a life that was chosen does not go with the pruning rule."""
    if search.life is None:
        return
    if not search.rule.variable:
        yield f"'life' is for {lasting()}, not for prune={search.prune}"
    if search.life < 1:
        yield f"a bound lives for 1 ply or more, or {search.rule.life_text}: life={search.life}"


def table_faults(search: Search) -> Iterator[str]:
    """Why parts do not go with the table."""
    if search.keys == "relative" and search.table == "none":
        yield "'keys=relative' needs a table; use table=exact or table=bounds"
    if search.probe == "trick" and search.table == "none":
        yield "'probe=trick' says when a table is asked; use table=exact or table=bounds"
