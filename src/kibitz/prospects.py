"""Which algorithms can prune a game at all, and why others cannot.

AAAI-2000: what a sum can tell depends on four numbers, the least and most that a player
and that all players together can get. Table 1 there turns a game of minimisation, such as
Hearts, into the same game of maximisation; Lemma 1 says when shallow pruning can occur.
"""

from __future__ import annotations

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
    return [prospect(source, Algorithm.parse(name)) for name in PRESETS]


def prospect(source: Game | Position, algorithm: Algorithm) -> Prospect:
    """Whether an algorithm can prune this game, by the parts that it is made of."""
    return Prospect(algorithm, *_judge(source, algorithm))


def _judge(source: Game | Position, algorithm: Algorithm) -> tuple[bool, str]:
    position = source.deal(0) if isinstance(source, Game) else source
    table, scores = LeafTable.of(source), ScoreRange.of(source)
    sides = position.game.sides
    narrows = algorithm.heuristic == "taken" and type(position).allows is not Position.allows
    if algorithm.prune == "none" and algorithm.test == "none":
        return False, "plain search looks at everything"
    if max(map(len, table.above)) == 1:
        return False, "all outcomes are worth the same"
    if not algorithm.sound:
        return sides == 2, "with more than two sides it can give wrong values"
    if algorithm.backup == "minimax":
        opposed = sides == 2 and len(set(map(sum, table.ranks))) == 1
        need = "two sides want the opposite"
        return opposed, need if opposed else f"needs that {need}"
    if algorithm.backup == "paranoid":
        return True, "by assumption all others want the opposite"
    if algorithm.test == "leaf-table":
        return True, f"looks at all {len(table.outcomes)} outcomes"
    if narrows:
        return True, "what was taken so far narrows what can come"
    if algorithm.test == "single":
        return True, "a player may reach the best of its outcomes"
    if algorithm.prune in ("none", "shallow") and sides > 2:
        return scores.can_shallow_prune(), _lemma_in_words(scores)
    return True, "the bounds of all players together can reach maxsum"


def _lemma_in_words(scores: ScoreRange) -> str:
    max_sum = scores.max_sum - scores.players * scores.min_p
    max_p = scores.max_p - scores.min_p
    holds = "<" if scores.can_shallow_prune() else ">="
    return f"Lemma 1: maxsum {max_sum} {holds} 2 maxp {2 * max_p}"
