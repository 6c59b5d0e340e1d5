"""Which bounds a child is given: the axes `prune`, `life` and `first`.

A bound is what a player has secured on an earlier branch at an ancestor where it is to
move. Every rule gives a child the mover's own bound, of age 1. The rules differ in which
older bounds they pass down, and for how many plies (their life). A child that fails because
of such a bound waits, and is searched again if the mover's best turns out to beat all bounds.

A rule is asked for each child whether to pass bounds down: `first`, no child has a value yet;
`last`, no child comes after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from kibitz.errors import TextError
from kibitz.loading import load_function, name_of
from kibitz.registry import Parts
from kibitz.text import and_list

Bounds = Mapping[int, int]
"""Bounds or their ages by player; a player without a bound is absent, which is not 0."""

NO_BOUNDS: Bounds = MappingProxyType({})

UNLIMITED = 1 << 30
"""The life of a bound that is passed down for ever."""


@dataclass(frozen=True, repr=False)
class PruningRule:
    """A pruning rule, with its properties.

    A rule of your own is such an object or just its function, given as `prune=module:name`.

    >>> every = kibitz.PruningRule(lambda first, last: True, life=2)
    >>> tree = kibitz.game("tree").parse("0[(5,4,1) 1[(0,6,4) (9,1,0)]]")
    >>> kibitz.solve(tree, kibitz.Algorithm(prune=every, test="linear")).value
    (5, 4, 1)
    """

    hands_on: Callable[[bool, bool], bool]
    """Whether a child is given older bounds: `first`, no child has a value yet; `last`, no
    child comes after it.
    """
    life: int | None = None
    """The number of plies for which a bound is passed down; none for one round: the number of
    other sides, or of all sides.
    """
    prunes: bool = True
    sound: bool = True
    two_sided: bool = False
    """Whether it is for searches with a window instead of bounds."""
    variable: bool = True
    """Whether the life can be chosen."""
    own_too: bool = False
    """Whether the bound of the side to move is passed down too."""
    name: str = field(default="", compare=False)
    """The text it was loaded by; otherwise the name of its function."""

    @classmethod
    def parse(cls, line: str) -> PruningRule:
        """The rule of a text `module:name`: such an object, or its function."""
        found = load_function(line, "a pruning rule", cls)
        if isinstance(found, type):
            raise TextError(f"expected a function as a pruning rule: {line!r}")
        return replace(found, name=line) if isinstance(found, cls) else cls(found)

    @property
    def life_text(self) -> str:
        """The life as it is written."""
        if self.life is None:
            return "n" if self.own_too else "n-1"
        return "unlimited" if self.life == UNLIMITED else str(self.life)

    def life_for(self, sides: int, chosen: int | None) -> int:
        """The number of plies for which a bound is passed down, as chosen or by the rule itself."""
        life = self.life if chosen is None else chosen
        if life is None:
            return sides if self.own_too else sides - 1
        return life

    def __str__(self) -> str:
        return self.name or name_of(self.hands_on)

    __repr__ = __str__


RULES: Parts[PruningRule] = Parts("prune")


def _rule(
    name: str,
    life: int | None,
    *,
    prunes: bool = True,
    sound: bool = True,
    two_sided: bool = False,
    variable: bool = False,
    own_too: bool = False,
) -> Callable[[Callable[[bool, bool], bool]], Callable[[bool, bool], bool]]:
    """Make a rule known by a name."""

    def add(hands_on: Callable[[bool, bool], bool]) -> Callable[[bool, bool], bool]:
        RULES.named(name)(PruningRule(hands_on, life, prunes, sound, two_sided, variable, own_too))
        return hands_on

    return add


@_rule("none", life=0, prunes=False)
def none(first: bool, last: bool) -> bool:
    """Pass down nothing, not even the mover's own bound."""
    return False


@_rule("shallow", life=1)
def shallow(first: bool, last: bool) -> bool:
    """Pass down no older bound: only a parent's can cut (Korf 1991; AAAI-2000, Figure 2)."""
    return False


@_rule("last-branch", life=None, variable=True)
def last_branch(first: bool, last: bool) -> bool:
    """Pass older bounds to the last child only, where no later child can change the choice.

    IJCAI-2003, Lemma 1: a value below can be better for each of the bounded players, but
    not for all; so the mover's choice is between its best and something that its
    ancestors will not choose.
    """
    return last


@_rule("speculative", life=None, variable=True)
def speculative(first: bool, last: bool) -> bool:
    """Pass older bounds to every child but the first, and search again if that cut too much.

    IJCAI-2003. The first child is spared because everything depends on it; an only child is
    also a last one.
    """
    return last or not first


@_rule("deep", life=UNLIMITED, sound=False)
def deep(first: bool, last: bool) -> bool:
    """Pass down all bounds for ever, and drop what fails: unsound (AAAI-2000, Figure 2)."""
    return True


@_rule("alpha-beta", life=UNLIMITED, two_sided=True)
def alpha_beta(first: bool, last: bool) -> bool:
    """Pass down the window, which is all that two opposed sides need (Knuth and Moore 1975)."""
    return True


@_rule("questions", life=None, variable=True, own_too=True)
def questions(first: bool, last: bool) -> bool:
    """Ask only what the last ancestors, as many as the life, would make of the answer."""
    return True


def lasting() -> str:
    """The pruning rules whose bounds have a life that can be chosen."""
    return and_list(name for name, rule in RULES.items() if rule.variable)


class HandedOn:
    """The bounds that a node passes down to its children."""

    def __init__(self, rule: PruningRule, life: int, first_too: bool) -> None:
        self.every = first_too
        """Whether a first child is given older bounds too, which costs more nodes."""
        self.hands_on, self.life = rule.hands_on, life
        self.waits = rule.sound
        """Whether a child that failed on older bounds is kept, to be searched again."""

    def older(self, bounds: Bounds, ages: Bounds, first: bool, last: bool) -> dict[int, int]:
        """The bounds, among those that this node was given, that a child is given too."""
        if not (self.every or self.hands_on(first, last)):
            return {}
        return {player: bound for player, bound in bounds.items() if ages[player] < self.life}
