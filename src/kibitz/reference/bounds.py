"""Which bounds a child is given: the axes `prune`, `life` and `first`.

A bound is what a player has secured on an earlier branch at an ancestor where it is to
move. Every rule gives a child the mover's own bound, of age 1. The rules differ in which
older ones they hand on, and for how many plies (their life). A rule that hands on a
bound must say what becomes of a child that fails because of it: it waits, and is
searched again if the mover's best turns out to beat all bounds.

A rule is asked for each child whether to hand on: `first`, no child has a value yet;
`last`, no child comes after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from kibitz.algorithm import Algorithm

Bounds = Mapping[int, int]
"""Bounds or their ages by player; a player without a bound is absent, which is not 0."""

NO_BOUNDS: Bounds = MappingProxyType({})


def shallow(first: bool, last: bool) -> bool:
    """Hand on no older bound: only a parent's can cut (Korf 1991; AAAI-2000, Figure 2)."""
    return False


def last_branch(first: bool, last: bool) -> bool:
    """Hand older bounds to the last child only, where no later child can change the choice.

    IJCAI-2003, Lemma 1: a value below can be better for each of the bounded players, but
    not for all; so the mover's choice is between its best and something that its
    ancestors will not choose.
    """
    return last


def speculative(first: bool, last: bool) -> bool:
    """Hand older bounds to every child but the first, and search again if that was too bold.

    IJCAI-2003. The first child is spared because all depends on it; an only child is
    also a last one.
    """
    return last or not first


def speculative_first_too(first: bool, last: bool) -> bool:
    """Hand older bounds to every child; `first=given`, which costs more nodes."""
    return True


def deep(first: bool, last: bool) -> bool:
    """Hand on all bounds for ever, and drop what fails: unsound (AAAI-2000, Figure 2)."""
    return True


RULES: dict[str, Callable[[bool, bool], bool]] = {
    "none": shallow,
    "shallow": shallow,
    "last-branch": last_branch,
    "speculative": speculative,
    "deep": deep,
}


class HandedOn:
    """The bounds that a node hands on to its children."""

    def __init__(self, algorithm: Algorithm, sides: int) -> None:
        rule = RULES[algorithm.prune]
        self.rule = speculative_first_too if algorithm.first == "given" else rule
        self.life = algorithm.life_for(sides)
        self.waits = algorithm.sound
        """Whether a child that failed on older bounds is kept, to be searched again."""

    def older(self, bounds: Bounds, ages: Bounds, first: bool, last: bool) -> dict[int, int]:
        """The bounds, among those that this node was given, that a child is given too."""
        if not self.rule(first, last):
            return {}
        return {player: bound for player, bound in bounds.items() if ages[player] < self.life}
