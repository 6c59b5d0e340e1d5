"""Appraisal: what each card is worth over worlds, solved where hands are short, else played out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from kibitz.algorithm import Algorithm
from kibitz.asking.budget import Budget
from kibitz.asking.many import solve_many
from kibitz.cards import Card, TrickGame, TrickPosition
from kibitz.errors import KibitzError, TextError
from kibitz.game import Payoffs
from kibitz.players import playing_out
from kibitz.players.reduction import reduced
from kibitz.results import Limit

USUAL = Algorithm.parse("leaf-table")
TABLE_MB = 8
"""Megabytes for the table of one search: many small ones."""
EXACT = 3
"""Up to how many cards in each hand worlds are solved."""
NODES = 20_000
"""Nodes for a world, all its cards together."""
TOGETHER = 8
"""How many worlds are valued at a time where the appraisal grows."""

By: TypeAlias = Literal["mean", "vote", "reduction"]


def values(
    positions: Sequence[TrickPosition],
    algorithm: Algorithm,
    nodes: int,
    seconds: float | None = None,
) -> Iterator[Payoffs]:
    """The payoffs of all sides in each position with open hands, within so many nodes for each.

    What is not solved within them is played out by rules, unless the algorithm has a leaf.
    """
    limit = Limit(nodes=max(1, nodes), seconds=seconds, table_mb=TABLE_MB)
    alike: dict[TrickGame, list[TrickPosition]] = {}  # what lies aside may settle more of a game
    for position in positions:
        alike.setdefault(position.game, []).append(position)
    answers = {
        game: solve_many(game, some, algorithm, workers=1, limit=limit)
        for game, some in alike.items()
    }
    for position in positions:
        answer = next(answers[position.game])
        if isinstance(answer, KibitzError):
            raise answer
        if answer.stopped == "interrupt":
            raise KeyboardInterrupt
        known = tuple(payoff for payoff in answer.value or () if payoff is not None)
        if not algorithm.search.anytime and not answer.complete:
            known = position.game.payoffs(playing_out.outcomes([position])[0])
        if len(known) < position.game.sides:
            raise TextError(f"expected an algorithm that values every side: {algorithm}")
        yield known


def solved(
    worlds: Sequence[TrickPosition],
    algorithm: Algorithm = USUAL,
    nodes: int = NODES,
    seconds: float | None = None,
) -> list[dict[Card, Payoffs]]:
    """For each world the payoffs of all sides for every legal card, within nodes and seconds."""
    groups = [world.groups() for world in worlds]
    starts = [
        world.play(group[0]) for world, cards in zip(worlds, groups, strict=True) for group in cards
    ]
    found = values(
        starts, algorithm, nodes // max(map(len, groups)), seconds and seconds / len(starts)
    )
    return [
        {card: value for group in cards for value in [next(found)] for card in group}
        for cards in groups
    ]


def chosen_at_once(
    worlds: Sequence[TrickPosition], algorithm: Algorithm, nodes: int
) -> list[dict[Card, Payoffs]]:
    """The same for a player who must choose alike in all worlds, by payoff reduction."""

    def ends(positions: Sequence[TrickPosition]) -> Sequence[Payoffs]:
        return list(values(positions, algorithm, nodes * len(worlds) // len(positions)))

    return reduced(worlds, ends)


def played_out(worlds: Sequence[TrickPosition]) -> list[dict[Card, Payoffs]]:
    """For each world the payoffs of all sides for every legal card, if all play by rules then."""
    cards = worlds[0].legal_moves()
    return [dict(zip(cards, row, strict=True)) for row in playing_out.payoffs(worlds, cards)]


def _valued(
    worlds: Sequence[TrickPosition], algorithm: Algorithm, nodes: int, exact: int, by: By = "mean"
) -> Sequence[dict[Card, Payoffs]]:
    """The values of all cards in each world, solved if the hands are short, else played out."""
    if not _is_short(worlds[0], exact):
        return played_out(worlds)
    return (chosen_at_once if by == "reduction" else solved)(worlds, algorithm, nodes)


def _is_short(world: TrickPosition, exact: int) -> bool:
    """Whether the player to move has so few cards to play."""
    to_draw = len(world.stock) // world.game.players
    return world.hands[world.turn].bit_count() + to_draw <= exact


@dataclass(frozen=True)
class Appraisal:
    """What each legal card is worth over some worlds."""

    side: int
    """The side of the player to move."""
    worlds: int
    means: Mapping[Card, tuple[float, ...]]
    """The average payoffs of all sides."""
    votes: Mapping[Card, float]
    """The share of the worlds in which it is best, or as good as the best."""

    @classmethod
    def of(
        cls,
        worlds: Sequence[TrickPosition],
        algorithm: Algorithm = USUAL,
        nodes: int = NODES,
        exact: int = EXACT,
        by: By = "mean",
        weights: Sequence[float] | None = None,
    ) -> Appraisal:
        """The cards of worlds that look the same to the player to move, all alike or by weight."""
        return cls._over(worlds[0], _valued(worlds, algorithm, nodes, exact, by), weights)

    @classmethod
    def within(
        cls,
        budget: Budget,
        worlds: Sequence[TrickPosition],
        algorithm: Algorithm = USUAL,
        nodes: int = NODES,
        exact: int = EXACT,
        weights: Sequence[float] | None = None,
    ) -> Appraisal:
        """The same over as many worlds as there is time for, the first one always."""
        valued = list(played_out(worlds[:1]))
        solves = _is_short(worlds[0], exact)
        for at, world in enumerate(worlds):
            if (left := budget.left) <= 0:
                break
            one = solved([world], algorithm, nodes, left) if solves else played_out([world])
            valued[at:] = one
        return cls._over(worlds[0], valued, weights and weights[: len(valued)])

    @classmethod
    def growing(
        cls,
        worlds: Sequence[TrickPosition],
        algorithm: Algorithm = USUAL,
        nodes: int = NODES,
        exact: int = EXACT,
    ) -> Iterator[Appraisal]:
        """The same over more and more worlds, the last over all."""
        valued: list[dict[Card, Payoffs]] = []
        for at in range(0, len(worlds), TOGETHER):
            valued += _valued(worlds[at : at + TOGETHER], algorithm, nodes, exact)
            yield cls._over(worlds[0], valued)

    @classmethod
    def _over(
        cls,
        first: TrickPosition,
        valued: Sequence[Mapping[Card, Payoffs]],
        weights: Sequence[float] | None = None,
    ) -> Appraisal:
        """What the cards come to, by their values in each world."""
        side, weights = first.side, weights or [1] * len(valued)
        sums: dict[Card, list[float]] = {card: [0] * first.game.sides for card in valued[0]}
        best: dict[Card, float] = dict.fromkeys(sums, 0)
        for found, weight in zip(valued, weights, strict=True):
            highest = max(payoffs[side] for payoffs in found.values())
            for card, payoffs in found.items():
                sums[card] = [a + weight * b for a, b in zip(sums[card], payoffs, strict=True)]
                best[card] += weight * (payoffs[side] == highest)
        whole = sum(weights)
        means = {card: tuple(one / whole for one in total) for card, total in sums.items()}
        votes = {card: one / whole for card, one in best.items()}
        return cls(side, len(valued), means, votes)

    def as_dict(self) -> dict[str, Any]:
        """The appraisal in plain types, ready for JSON."""
        return {
            "side": self.side,
            "worlds": self.worlds,
            "best": str(self.best()),
            "cards": [
                {"card": str(card), "mean": self.means[card], "best_in": self.votes[card]}
                for card in sorted(self.means)
            ],
        }

    def worth(self, card: Card, by: By = "mean") -> float:
        """What a card counts for the player to move."""
        return self.votes[card] if by == "vote" else self.means[card][self.side]

    def best(self, by: By = "mean") -> Card:
        """The first of the best cards."""
        return max(sorted(self.means), key=lambda card: self.worth(card, by))
