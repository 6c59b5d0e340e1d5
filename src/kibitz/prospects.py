"""Which algorithms can prune a game at all, and why others cannot.

AAAI-2000: what a sum can tell depends on four numbers, the least and most that a player
and that all players together can get. Table 1 there turns a game of minimisation, such as
Hearts, into the same game of maximisation; Lemma 1 says when shallow pruning can occur.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kibitz.algorithm import PRESETS, Algorithm
from kibitz.game import Game, Payoffs, Position
from kibitz.leaf_table import LeafTable


@dataclass(frozen=True)
class ScoreRange:
    """The bounds on the score of one player and of all together."""

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
        """The scores of an outcome in the dual game: each is taken from the most there is."""
        return tuple(self.max_p - score for score in scores)

    def can_shallow_prune(self) -> bool:
        """Lemma 1: shallow pruning needs maxsum < 2 maxp, in scores counted from the lowest.

        With equality both players would need all that one can get, and then the second is
        cut at once anyway.
        """
        return self.max_sum - self.players * self.min_p < 2 * (self.max_p - self.min_p)


@dataclass(frozen=True)
class Prospect:
    """Whether an algorithm can prune a game, and why or why not."""

    algorithm: Algorithm
    prunes: bool
    reason: str


def prospects(source: Game | Position) -> list[Prospect]:
    """For each preset, whether it can prune this game, and why or why not."""
    position = source.deal(0) if isinstance(source, Game) else source
    game, table = position.game, LeafTable.of(source)
    scores = ScoreRange.of(source)
    ranks = [len(above) for above in table.above]
    narrows = type(position).allows is not Position.allows
    lemma = _lemma_in_words(scores)
    heuristic = "what was taken narrows what can come" if narrows else "allows() says nothing"
    opposed = game.sides == 2 and len(set(map(sum, table.ranks))) == 1

    answers: dict[str, Callable[[], tuple[bool, str]]] = {
        "maxn": lambda: (False, "plain search looks at everything"),
        "immediate": lambda: (
            max(ranks) > 1,
            "a player may reach the best of its outcomes"
            if max(ranks) > 1
            else "all outcomes are worth the same",
        ),
        "shallow": lambda: (scores.can_shallow_prune(), lemma),
        "branch-and-bound": lambda: (narrows, heuristic),
        "abbnb": lambda: (
            narrows or scores.can_shallow_prune(),
            heuristic if narrows else lemma,
        ),
        "last-branch": lambda: (True, "the bounds of all players together can reach maxsum"),
        "speculative": lambda: (True, "the bounds of all players together can reach maxsum"),
        "leaf-table": lambda: (True, f"looks at all {len(table.outcomes)} outcomes"),
        "alpha-beta": lambda: (opposed, "two sides want the opposite" if opposed else
                               f"needs two sides that want the opposite, not {game.sides} such"),
        "paranoid": lambda: (True, "one player against all others, by assumption"),
        "deep": lambda: (False, "it can give wrong values with more than two players"),
    }  # fmt: skip
    return [Prospect(Algorithm.parse(name), *answers[name]()) for name in PRESETS]


def _lemma_in_words(scores: ScoreRange) -> str:
    max_sum = scores.max_sum - scores.players * scores.min_p
    max_p = scores.max_p - scores.min_p
    holds = "<" if scores.can_shallow_prune() else ">="
    return f"Lemma 1: maxsum {max_sum} {holds} 2 maxp {2 * max_p}"
