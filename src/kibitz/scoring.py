"""Scoring rules: utilities of outcomes, and evaluations of positions that are not over.

A utility is a function of the outcome, `f(outcome) -> payoffs`. It may ask the game for
the bids, or for a rule such as `moon`, by having a parameter of that name without a
default; parameters with a default are options that a text can set, as in
`smot(margin=3)`. Any function of that form will do: give it to a game as `utility=f`, or
in a text as `utility=module:function`. Utilities of tricks are here; a game whose outcomes are
something else defines its own, such as `points` in `games/hearts.py`.

Below, t is the number of tricks of a side, b its bid, `over` = t - b, and `missed` the
number of opponents with t < b. Payoffs are compared by order only, except by sums.

An evaluation is what a position that is not over is taken to be worth, where a search stops.
A game names its own estimates, see `Position.estimate`. Any function of a position will do
as well, `f(position) -> payoffs`: give it to an algorithm as `leaf=f`, or in a text as
`leaf=module:function`. Its payoffs are whole numbers, one per side, on the scale of the
game's own; where sums are to prune, within the bounds that the game declares.
"""

from __future__ import annotations

import functools
import inspect
import operator
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz import text
from kibitz.errors import GameError, TextError
from kibitz.fields import changed
from kibitz.game import Game, Outcome, Payoffs, Position
from kibitz.loading import load_function, name_of
from kibitz.registry import Parts

Ints = Sequence[int]

BUILT_IN: Parts[Callable[..., Payoffs]] = Parts("utility", "kibitz.games")


@dataclass(frozen=True, repr=False)
class Utility:
    """A function of the outcome, with its options set.

    >>> utility = kibitz.Utility.parse("mot")
    >>> utility.rules, utility.payoffs((1, 0, 2), bids=(1, 1, 2))
    (('bids',), (13, 0, 23))
    """

    function: Callable[..., Sequence[int]]
    options: tuple[tuple[str, int], ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.function, Hashable):
            raise TextError(f"expected a function of the outcome with a hash: {self.function!r}")

    @classmethod
    def parse(cls, line: str) -> Utility:
        """The utility of a text: a name, or `module:function`."""
        name, arguments = text.read_call(line)
        function = load_function(name, "a utility") if ":" in name else BUILT_IN.find(name)
        for key in arguments:
            if key in _asks(function):
                raise TextError(f"expected {key!r} among the arguments of the game: {line!r}")
        options = _options(function)
        text.check_names(f"argument of {name}", arguments, options or ["none"])
        given = {key: text.read_int(arguments[key], key) for key in sorted(arguments)}
        return cls(function, tuple(changed(given, options).items()))

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules of the game that the function asks for, such as `bids`."""
        return _asks(self.function)

    def check_rules(self, game: Game) -> None:
        """Refuse a game that lacks the rules that the function asks for."""
        for rule in self.rules:
            if rule not in game.arguments():
                raise TextError(f"utility {self} needs {rule!r}, which {game.name} lacks")

    def payoffs(self, outcome: Outcome, **rules: object) -> Payoffs:
        """What an outcome is worth to each side, under the rules that the function asks for."""
        return whole_numbers(self.under(rules), "utility", self, outcome)

    def under(self, rules: Mapping[str, object]) -> Callable[[Outcome], Sequence[int]]:
        """The function of the outcome alone, under the rules that it asks for."""
        given: dict[str, Any] = {name: rules[name] for name in self.rules}
        return functools.partial(self.function, **given, **dict(self.options))

    def __str__(self) -> str:
        name = getattr(self.function, "__name__", "")
        shown = name if BUILT_IN.get(name) is self.function else name_of(self.function)
        return text.write_call(shown, dict(self.options))

    __repr__ = __str__


class ScoredGame(Game):
    """A game whose payoffs are a utility of the outcome, which is a field of its subclasses."""

    if TYPE_CHECKING:
        utility: Utility

    def check_utility(self) -> None:
        """Take a plain function for a utility, and refuse one that asks for rules not there."""
        if not isinstance(self.utility, Utility):
            object.__setattr__(self, "utility", Utility(self.utility))
        self.utility.check_rules(self)

    def rule(self, name: str) -> object:
        """A rule that the utility asks for, such as the bids, as it is for the sides."""
        return self.arguments()[name]

    @functools.cached_property
    def _utility(self) -> Callable[[Outcome], Sequence[int]]:
        return self.utility.under({name: self.rule(name) for name in self.utility.rules})

    def payoffs(self, outcome: tuple[int, ...]) -> Payoffs:
        payoffs = whole_numbers(self._utility, "utility", self.utility, outcome)
        return one_per_side(payoffs, self.sides, "utility", self.utility, outcome)


def whole_numbers(
    ask: Callable[[Any], Sequence[int]], kind: str, who: object, where: object
) -> Payoffs:
    """What a function of somebody else's gives, if it is whole numbers."""
    try:
        values = ask(where)
    except Exception as error:
        raise GameError(f"{kind} {who} failed for {where}: {error!r}") from error
    try:
        return tuple(map(operator.index, values))
    except TypeError as error:
        shown = f"{values!r} for {where}"
        raise GameError(f"expected whole numbers from {kind} {who}: {shown}") from error


def one_per_side(payoffs: Payoffs, sides: int, kind: str, who: object, where: object) -> Payoffs:
    """Payoffs, if there are as many as sides."""
    if len(payoffs) != sides:
        raise GameError(f"expected {sides} payoffs from {kind} {who}: {payoffs} for {where}")
    return payoffs


@dataclass(frozen=True, repr=False)
class Evaluation:
    """A function of the position, with its text.

    >>> def first_moves(position):
    ...     return [len(position.moves())] * position.game.sides
    >>> evaluation = kibitz.Evaluation(first_moves)
    >>> evaluation.payoffs(kibitz.game("tree").parse("0[(5,4,1) (6,4,0)]"))
    (2, 2, 2)
    """

    function: Callable[[Position], Sequence[int]]

    @classmethod
    def parse(cls, line: str) -> Evaluation:
        """The evaluation of a text `module:function`."""
        return cls(load_function(line, "a leaf"))

    def payoffs(self, position: Position) -> Payoffs:
        """The payoffs that the function returns for a position, one whole number per side."""
        payoffs = whole_numbers(self.function, "leaf", self, position)
        return one_per_side(payoffs, position.game.sides, "leaf", self, position)

    def __str__(self) -> str:
        return name_of(self.function)

    __repr__ = __str__


@functools.cache
def _parameters(function: Callable[..., Any]) -> tuple[inspect.Parameter, ...]:
    """Those after the outcome."""
    try:
        return tuple(inspect.signature(function).parameters.values())[1:]
    except (TypeError, ValueError):
        raise TextError(f"expected a function of the outcome: {function!r}") from None


@functools.cache
def _asks(function: Callable[..., Any]) -> tuple[str, ...]:
    """What a function asks the game for: the bids, and what else has no default."""
    collects = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return tuple(
        one.name
        for one in _parameters(function)
        if one.name == "bids" or (one.default is one.empty and one.kind not in collects)
    )


def _options(function: Callable[..., Any]) -> dict[str, Any]:
    """What a text can set, with its defaults: all parameters that the game is not asked for."""
    asks = _asks(function)
    return {one.name: one.default for one in _parameters(function) if one.name not in asks}


def built_in(function: Callable[..., Payoffs]) -> Callable[..., Payoffs]:
    """Make a utility known by the name of its function."""
    return BUILT_IN.named(function.__name__)(function)


def all_utilities() -> dict[str, Callable[..., Payoffs]]:
    """The utilities that come with Kibitz by their names, also those of games not yet in use."""
    return dict(BUILT_IN)


def _missed(tricks: Ints, bids: Ints) -> list[int]:
    """How many opponents of each side missed their bids."""
    short = [t < b for t, b in zip(tricks, bids, strict=True)]
    return [sum(short) - own for own in short]


@built_in
def tricks(tricks: Ints) -> Payoffs:
    """t: maximise tricks (MT)."""
    return tuple(tricks)


@built_in
def taken(taken: Ints) -> Payoffs:
    """What was taken, tricks or points: the more the better."""
    return tuple(taken)


@built_in
def least(taken: Ints) -> Payoffs:
    """Minus what was taken, tricks or points: the less the better."""
    return tuple(-own for own in taken)


@built_in
def goal(taken: Ints, declarer: int, goal: int) -> Payoffs:
    """1 for the declarer's side if it takes as much as its goal, otherwise 1 for the others."""
    made = taken[declarer] >= goal
    return tuple(int((side == declarer) == made) for side in range(len(taken)))


@built_in
def null(taken: Ints, declarer: int) -> Payoffs:
    """1 for the declarer's side if it takes nothing, otherwise 1 for the others."""
    made = taken[declarer] == 0
    return tuple(int((side == declarer) == made) for side in range(len(taken)))


@built_in
def euchre(tricks: Ints, declarer: int, goal: int, march: int = 2) -> Payoffs:
    """For the declarer's side 1, or `march` for all tricks; for the others 2 if it misses its goal.

    What one side wins the other loses.
    """
    made, whole = tricks[declarer] >= goal, tricks[declarer] == sum(tricks)
    won = (march if whole else 1) if made else 2
    return tuple(won if (side == declarer) == made else -won for side in range(len(tricks)))


@built_in
def ninety_nine(tricks: Ints, bids: Ints) -> Payoffs:
    """t, and for those with t = b 30 more; if two have that, 20 each; if more have, 10 each."""
    exact = [t == b for t, b in zip(tricks, bids, strict=True)]
    bonus = max(10, 40 - 10 * sum(exact))
    return tuple(t + bonus * own for t, own in zip(tricks, exact, strict=True))


@built_in
def stay(tricks: Ints) -> Payoffs:
    """0 without a trick, which is out; with one 1, and 1 more for each other that is out."""
    out = sum(t == 0 for t in tricks)
    return tuple(1 + out if t else 0 for t in tricks)


@built_in
def wizard(tricks: Ints, bids: Ints) -> Payoffs:
    """20 + 10 t if t = b, else -10 abs(t - b): as in Wizard."""
    return tuple(
        20 + 10 * t if t == b else -10 * abs(t - b) for t, b in zip(tricks, bids, strict=True)
    )


@built_in
def momb(tricks: Ints, bids: Ints) -> Payoffs:
    """missed: maximise the opponents that miss their bids (MoMB)."""
    return tuple(_missed(tricks, bids))


@built_in
def smot(tricks: Ints, bids: Ints, margin: int = 2, bonus: int = 3) -> Payoffs:
    """0 if t < b, else 10 b - max(0, over - margin) + bonus * missed: few overtricks (smOT)."""
    missed = _missed(tricks, bids)
    return tuple(
        0 if t < b else 10 * b - max(0, t - b - margin) + bonus * m
        for t, b, m in zip(tricks, bids, missed, strict=True)
    )


@built_in
def mot(tricks: Ints, bids: Ints, bonus: int = 3) -> Payoffs:
    """0 if t < b, else 10 b - over + bonus * missed: minimise overtricks (mOT)."""
    return smot(tricks, bids, margin=0, bonus=bonus)


@built_in
def wl(tricks: Ints, bids: Ints) -> Payoffs:
    """1 if t >= b else 0: win or lose (WL)."""
    return tuple(int(t >= b) for t, b in zip(tricks, bids, strict=True))


@built_in
def oh(tricks: Ints, bids: Ints) -> Payoffs:
    """-abs(t - b): come close to the bid, as in Oh Hell! (OH)."""
    return tuple(-abs(t - b) for t, b in zip(tricks, bids, strict=True))


@built_in
def place(tricks: Ints) -> Payoffs:
    """How many sides have less: the own place at the end; ties share."""
    return tuple(sum(other < t for other in tricks) for t in tricks)
