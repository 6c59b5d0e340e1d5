"""Deals of a game, all of them or those that meet conditions, by their seeds."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, overload

from kibitz.asking.counting import Counting, TooMany
from kibitz.asking.where import Condition, Rule, Where, read_where
from kibitz.cards import TrickGame, TrickPosition
from kibitz.engines.problem.protocol import checkpoint
from kibitz.errors import KibitzError, TextError, blaming, check_kind
from kibitz.game import Game, Position
from kibitz.games import game as read_game
from kibitz.loading import name_of

TRIES = 100_000
"""How many deals are tried where a condition cannot be counted."""
FEW, MANY = 200_000, 1_000_000
"""How many cases are counted to draw deals, and to say how many there are."""
WORD = " where "
"""What stands between a game and the conditions on its deals, in one text."""


@dataclass(frozen=True, repr=False)
class Deals:
    """Some deals of a game by their seeds, which can be given wherever positions can.

    >>> deals = kibitz.deals("bridge", "N: spades>=5, hcp 15-17, holds SA", count=2, seed=1)
    >>> deals[0]
    AT864.AK98.Q.A65 KQ72.T63.AKJ.K97 953.Q4.764.JT843 J.J752.T98532.Q2 0 - 0,0,0,0
    >>> deals.number, round(float(deals.probability), 6)
    (663090990296851413397296000, 0.012361)
    """

    game: Game
    where: Where
    count: int = 1
    seed: int = 0
    cards: int | None = None

    def deal(self, seed: int) -> Position:
        """The deal of a seed."""
        if not self.where.text:
            return self.game.deal(seed, self.cards)
        stream, (counting, tried) = random.Random(seed), self._plan
        if counting is not None and not counting.number:
            raise KibitzError(f"no deal of {self.game} fits {self.where.text!r}")
        for _ in range(TRIES if tried or self.where.conditions else 1):
            checkpoint()
            if counting is None:
                found = self.game.deal(stream.getrandbits(48), self.cards)
            else:
                found = counting.game.dealt(counting.draw(stream), counting.each)
            hands = _hands(found) if tried else ()
            if all(rule.fits(hands) for rule in tried) and all(
                _meets(found, condition) for condition in self.where.conditions
            ):
                return found
        raise KibitzError(f"none of {TRIES:,} deals of {self.game} fits {self.where.text!r}")

    @property
    def _plan(self) -> tuple[Counting | None, tuple[Rule, ...]]:
        """What counts deals and draws them, and the conditions that are left to be tried."""
        if self._each is None:
            return None, self.where.counted
        assert isinstance(self.game, TrickGame)
        return _plan(self.game, self._each, self.where)

    @property
    def _each(self) -> int | None:
        """How many cards each has; none where the game deals by code of its own."""
        if not isinstance(self.game, TrickGame) or type(self.game).deal is not TrickGame.deal:
            return None
        return self.game.each_dealt(self.cards)

    @property
    def number(self) -> int:
        """How many deals meet the conditions that can be counted: hands, and the cards aside."""
        return self._counted.number

    @property
    def all(self) -> int:
        """How many deals there are without conditions."""
        return self._counted.all

    @property
    def probability(self) -> Fraction:
        """The share of all deals that meet the conditions that can be counted, exactly."""
        return Fraction(self.number, self.all)

    @property
    def _counted(self) -> Counting:
        counting, tried = self._plan
        if counting is None:
            raise KibitzError(f"expected a game whose deals can be counted: {self.game}")
        if not tried:
            return counting
        return _all_counted(counting.game, counting.each, self.where)

    def __len__(self) -> int:
        return self.count

    @overload
    def __getitem__(self, at: int) -> Position: ...
    @overload
    def __getitem__(self, at: slice) -> list[Position]: ...
    def __getitem__(self, at: int | slice) -> Position | list[Position]:
        seeds = range(self.seed, self.seed + self.count)
        if isinstance(at, slice):
            return list(map(self.deal, seeds[at]))
        return self.deal(seeds[at])

    def __iter__(self) -> Iterator[Position]:
        return map(self.deal, range(self.seed, self.seed + self.count))

    def show(self) -> str:
        """How many of all deals these are chosen from."""
        said = f"{self.number:,} of {self.all:,} deals, {float(self.probability):.6g}"
        names = ", ".join(condition.name for condition in self.where.conditions)
        return said + (f"; {names} not counted" if names else "")

    def as_dict(self) -> dict[str, Any]:
        """The same in plain types, ready for JSON."""
        return {
            "game": str(self.game),
            "where": self.where.text,
            "number": self.number,
            "all": self.all,
            "probability": float(self.probability),
            "not_counted": [condition.name for condition in self.where.conditions],
        }

    @property
    def text(self) -> str:
        """The game, and after it the conditions: how a game begins, for matches and logs."""
        return f"{self.game}{WORD}{self.where.text}" if self.where.text else str(self.game)

    def __repr__(self) -> str:
        return f"<{self.count} deals of {self.text}>"


@functools.lru_cache(4)
def _plan(game: TrickGame, each: int, where: Where) -> tuple[Counting, tuple[Rule, ...]]:
    """As many conditions as can be counted soon, and the others, which are tried."""
    rules = list(where.counted)
    while True:
        counting = Counting(game, each, rules, FEW)
        try:
            counting.number  # noqa: B018 it is counted here
        except TooMany:
            last = rules[-1].holders
            rules = [rule for rule in rules if rule.holders != last]
        else:
            return counting, tuple(rule for rule in where.counted if rule not in rules)


@functools.lru_cache(1)
def _all_counted(game: TrickGame, each: int, where: Where) -> Counting:
    return Counting(game, each, where.counted, MANY)


def _hands(position: Position) -> list[int]:
    """The hands of a position, and last the cards aside."""
    assert isinstance(position, TrickPosition)
    held = functools.reduce(int.__or__, position.hands)
    return [*position.hands, position.game.deck & ~held]


def _meets(position: Position, condition: Condition) -> bool:
    given: Any = position
    if condition.holder is not None:
        assert isinstance(position, TrickPosition)
        given = list(position.game.pack.listed(_hands(position)[condition.holder]))
    with blaming(condition.name):
        return bool(condition.function(given))


def deals(
    game: Game | str,
    where: str | Callable[[Position], object] = "",
    *,
    count: int = 1,
    seed: int = 0,
    cards: int | None = None,
) -> Deals:
    """Deals of a game that meet conditions, all equally likely.

    Deal `i` is that of seed `seed + i`. Suit lengths, shapes, points and cards held are counted:
    no deal is thrown away, and `number` and `probability` are exact. A Python function, as
    `module:function` or given as such, is tried on up to 100,000 deals.

    >>> strong = kibitz.deals("spades(players=3,cards=5)", "P0: spades>=3, points>=10", count=3)
    >>> strong.number, strong.all
    (9688680697796100, 3391312267521097920)
    >>> list(strong)[:2]
    [AKQ.8.Q. 32..AT9. 95.Q..98 0 - 0,0,0, K86.A..K 2.K..A82 Q953.6.. 0 - 0,0,0]
    """
    check_kind(game, Game | str, "a game or its text")
    if type(count) is not int or count < 0:
        raise TextError(f"expected 0 deals or more: {count!r}")
    if isinstance(game, str):
        game, _, said = game.partition(WORD)
        found = read_game(game)
        where = f"{said}; {where}" if said and where else where or said
    else:
        found = game
    if callable(where):
        name = name_of(where)
        conditions = Where(name, (), (Condition(name, where),))
    else:
        check_kind(where, str, "conditions as a text, or a function of a position")
        conditions = read_where(found, where)
    if isinstance(found, TrickGame):
        found.each_dealt(cards)
    return Deals(found, conditions, count, seed, cards)
