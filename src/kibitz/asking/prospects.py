"""Which algorithms can prune a game at all, and why others cannot.

AAAI-2000: what a sum can show depends on four numbers, the least and most that a player
and that all players together can get. Table 1 there turns a game of minimisation, such as
Hearts, into the same game of maximisation; Lemma 1 says when shallow pruning can occur.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.algorithm import Algorithm
from kibitz.errors import InvalidAlgorithm, check_kind
from kibitz.game import Game, Payoffs, Position
from kibitz.leaf_table import LeafTable, check_source
from kibitz.presets import PRESETS
from kibitz.showing.layout import columns, html_table

DEALS = 10
"""How many deals of a game are looked at."""


@dataclass(frozen=True)
class ScoreRange:
    """The bounds on the score of one player and of all together.

    >>> range_ = kibitz.ScoreRange.of(kibitz.game("spades(players=3)"))
    >>> range_.max_p, range_.max_sum, range_.can_shallow_prune()
    (17, 17, True)
    """

    players: int
    min_p: int
    max_p: int
    min_sum: int
    max_sum: int

    @classmethod
    def of(cls, source: Game | Position) -> ScoreRange:
        """The range of the payoffs of a game or a position."""
        payoffs = LeafTable.of(source).payoffs
        sums = list(map(sum, payoffs))
        return cls(
            len(payoffs[0]),
            min(map(min, payoffs)),
            max(map(max, payoffs)),
            min(sums),
            max(sums),
        )

    def dual(self) -> ScoreRange:
        """The range of the same game with minimisation and maximisation exchanged (Table 1)."""
        total = self.players * self.max_p
        return ScoreRange(
            self.players, 0, self.max_p - self.min_p, total - self.max_sum, total - self.min_sum
        )

    def dual_score(self, scores: Payoffs) -> Payoffs:
        """The scores of an outcome in the dual game: each is subtracted from the highest."""
        return tuple(self.max_p - score for score in scores)

    def can_shallow_prune(self) -> bool:
        """Lemma 1: shallow pruning needs maxsum < 2 maxp, in scores counted from the lowest.

        With equality both players would need all that one can get, and then the second is
        cut at once anyway.
        """
        return self.max_sum - self.players * self.min_p < 2 * (self.max_p - self.min_p)


@dataclass(frozen=True)
class Prospect:
    """Whether an algorithm can prune a game, and why or why not.

    >>> found = kibitz.prospect(kibitz.game("hearts"), kibitz.Algorithm.parse("maxn"))
    >>> found.prunes, found.reason
    (False, 'plain search looks at everything')
    """

    algorithm: Algorithm
    prunes: bool
    reason: str

    def as_dict(self) -> dict[str, Any]:
        """The prospect in plain types, ready for JSON."""
        return {"algorithm": str(self.algorithm), "prunes": self.prunes, "reason": self.reason}


class Prospects(list[Prospect]):
    """Which algorithms can prune a game or a position.

    >>> found = kibitz.prospects(kibitz.game("spades(players=3)"))
    >>> print(found.show().splitlines()[0])
    maxn                cannot prune  plain search looks at everything
    """

    def __init__(self, source: Game | Position, rows: Iterable[Prospect]) -> None:
        super().__init__(rows)
        self.source = source

    def rows(self) -> list[tuple[str, str, str]]:
        """Algorithms, whether they prune, and why, as texts."""
        return [
            (str(row.algorithm), "prunes" if row.prunes else "cannot prune", row.reason)
            for row in self
        ]

    def show(self) -> str:
        """A line for each algorithm."""
        return columns(self.rows(), left=range(3))

    def as_dict(self) -> dict[str, Any]:
        """The prospects in plain types, ready for JSON."""
        data: dict[str, Any] = {"game": str(self.source)}
        if isinstance(self.source, Position):
            data = {"game": str(self.source.game), "position": str(self.source)}
        return {**data, "prospects": [row.as_dict() for row in self]}

    def _repr_html_(self) -> str:
        return html_table([("algorithm", "", "why"), *self.rows()])


def prospects(source: Game | Position, parts: str = "") -> Prospects:
    """For each preset, whether it can prune this game, and why or why not.

    All of them are given `parts`, such as `leaf=cards,combine=against`; presets that do
    not fit these are left out.

    >>> found = kibitz.prospects(kibitz.game("spades(players=3)"))
    >>> [str(row.algorithm) for row in found if not row.prunes][:3]
    ['maxn', 'soft', 'mixed']
    """
    check_source(source)
    found = []
    for name in PRESETS:
        try:
            found.append(Algorithm.parse(f"{name}({parts})"))
        except InvalidAlgorithm:
            continue
    return Prospects(source, (prospect(source, algorithm) for algorithm in found))


def prospect(source: Game | Position, algorithm: Algorithm) -> Prospect:
    """Whether an algorithm can prune this game, by the parts that it is made of.

    A game is judged by its first deals: whether one of them can be pruned. If that is not
    the same for all of them, the reason says which deal it is about.

    >>> kibitz.prospect(kibitz.game("hearts"), kibitz.Algorithm.parse("shallow")).prunes
    False
    """
    check_source(source)
    check_kind(algorithm, Algorithm, "an algorithm, as Algorithm.parse reads it from a text")
    if isinstance(source, Position):
        return Prospect(algorithm, *_judge(source, algorithm))
    found = [_judge(source.deal(seed), algorithm) for seed in range(DEALS)]
    seed = next((seed for seed, (prunes, _) in enumerate(found) if prunes), 0)
    prunes, reason = found[seed]
    return Prospect(
        algorithm, prunes, reason if len(set(found)) == 1 else f"{reason} (deal {seed})"
    )


def _judge(position: Position, algorithm: Algorithm) -> tuple[bool, str]:
    search = algorithm.search
    if position.is_over:
        return False, "the game is over"
    if not (search.prunes or search.grows):
        return False, "plain search looks at everything"
    if search.unproved:
        return False, f"not known: {search.unproved} is unproved"
    if not search.sound:
        return False, "not soundly: it can give wrong values"
    return search.prospect(position, algorithm)
